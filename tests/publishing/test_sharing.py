"""Previews of a tournament on other sites: a picture, a description for search, a frame."""

import io
import json
import random
import re

import pytest
from PIL import Image

from tests import factories
from tests.publishing.tournaments import played
from tournaments.models import Tournament
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db
SCRIPT_BREAKOUT = "</script><script>alert(1)</script> & fils"


def test_shared_link_has_preview_picture_and_title(client, tournament):
    html = client.get(f"/t/{tournament.slug}/").content.decode()
    data = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', html))
    assert data["url"] == f"http://testserver/t/{tournament.slug}/"
    assert data["title"].startswith("Journée de crible")
    answer = client.get(data["image"].removeprefix("http://testserver"))
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    again = client.get(f"/t/{tournament.slug}/picture.png", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_logo_is_the_picture_before_first_closed_round(client):
    tournament = factories.tournament(4)
    answer = client.get(f"/t/{tournament.slug}/picture.png")
    assert (answer.status_code, "logo" in answer["Location"]) == (302, True)


def test_picture_of_a_knock_out_is_its_podium(client):
    tournament = factories.simulated(4, "cribbage-knock-out")
    address = f"/t/{tournament.slug}/picture.png"
    assert client.get(address).status_code == 302
    simulated_tournament.play_playoffs(tournament, chance=random.Random(1), by=None)
    assert client.get(address)["Content-Type"] == "image/png"


def test_json_ld_is_a_sports_event_with_escaped_name(client, tournament):
    Tournament.objects.filter(pk=tournament.pk).update(name=SCRIPT_BREAKOUT)
    html = client.get(f"/t/{tournament.slug}/").content.decode()
    assert "<script>alert" not in html
    (found,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    event = json.loads(found)
    assert (event["@type"], event["name"], event["sport"]) == ("SportsEvent", SCRIPT_BREAKOUT, "Cribbage")
    assert event["startDate"].startswith("2026-11-21T")
    assert event["location"]["name"] == "Salle Saint-Hilaire"


def test_json_ld_sport_is_name_of_other_card_game(client):
    tournament = factories.tournament(4, key="points-swiss", rounds=1, game_name="L'Écarté")
    html = client.get(f"/t/{tournament.slug}/").content.decode()
    (found,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    assert json.loads(found)["sport"] == "L'Écarté"


def test_embed_page_has_no_cookies_or_scripts(client, tournament, settings):
    settings.SHORT_NAMES = False
    client.cookies.clear()
    answer = client.get(f"/t/{tournament.slug}/embed/?language=en")
    html = answer.content.decode()
    assert answer.cookies == {}
    assert "X-Frame-Options" not in answer
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "<script" not in html
    assert "Réal O." in html
    assert "Brien" not in html
    assert 'lang="en"' in html
    assert (
        client.get(f"/t/{tournament.slug}/embed/", headers={"If-None-Match": answer["ETag"]}).status_code
        == 200
    )
    same = client.get(f"/t/{tournament.slug}/embed/?language=en", headers={"If-None-Match": answer["ETag"]})
    assert same.status_code == 304
    assert "frame-ancestors *" not in client.get(f"/t/{tournament.slug}/")["Content-Security-Policy"]


@pytest.mark.parametrize("language", ["xx", "", "../..", "fr-ca'"])
def test_unknown_language_uses_that_of_tournament(client, tournament, language):
    assert (
        'lang="fr-ca"' in client.get(f"/t/{tournament.slug}/embed/", {"language": language}).content.decode()
    )


def test_private_tournament_has_no_embed_or_preview(client):
    tournament = played()
    Tournament.objects.update(visibility=Tournament.Visibility.DESK)
    for path in ("picture.png", "embed/"):
        assert client.get(f"/t/{tournament.slug}/{path}").status_code == 404
    client.force_login(factories.organiser(tournament))
    html = client.get(f"/t/{tournament.slug}/").content.decode()
    assert "og:" not in html
    assert "ld+json" not in html
    assert "iframe" not in client.get(f"/t/{tournament.slug}/publish/").content.decode()


def test_publish_page_offers_the_embed_address(client, tournament):
    client.force_login(factories.organiser(tournament))
    assert f"/t/{tournament.slug}/embed/" in client.get(f"/t/{tournament.slug}/publish/").content.decode()
