"""What other sites show of a tournament: a preview with a picture, a description for search, a frame."""

import io
import json
import re

import pytest
from PIL import Image

from tests import factories
from tests.publishing.days import played
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
BREAKS_OUT = "</script><script>alert(1)</script> & fils"


def test_an_address_that_is_sent_on_shows_a_picture_and_what_the_day_is(client, day):
    html = client.get(f"/t/{day.slug}/").content.decode()
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', html))
    assert told["url"] == f"http://testserver/t/{day.slug}/"
    assert told["title"].startswith("Journée de crible")
    answer = client.get(told["image"].removeprefix("http://testserver"))
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    again = client.get(f"/t/{day.slug}/picture.png", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_before_the_first_game_is_over_the_picture_is_our_sign(client):
    day = factories.tournament(4)
    answer = client.get(f"/t/{day.slug}/picture.png")
    assert (answer.status_code, "logo" in answer["Location"]) == (302, True)


def test_a_search_engine_reads_a_sports_event_and_no_name_breaks_out_of_it(client, day):
    Tournament.objects.filter(pk=day.pk).update(name=BREAKS_OUT)
    html = client.get(f"/t/{day.slug}/").content.decode()
    assert "<script>alert" not in html
    (said,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    event = json.loads(said)
    assert (event["@type"], event["name"], event["sport"]) == ("SportsEvent", BREAKS_OUT, "Cribbage")
    assert event["startDate"].startswith("2026-11-21T")
    assert event["location"]["name"] == "Salle Saint-Hilaire"


def test_the_sport_of_another_card_game_is_its_name(client):
    day = factories.tournament(4, key="points-swiss", rounds=1, game_name="L'Écarté")
    html = client.get(f"/t/{day.slug}/").content.decode()
    (said,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    assert json.loads(said)["sport"] == "L'Écarté"


def test_the_page_for_a_frame_keeps_nothing_and_runs_nothing(client, day, settings):
    settings.SHORT_NAMES = False
    client.cookies.clear()
    answer = client.get(f"/t/{day.slug}/embed/?language=en")
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
    assert client.get(f"/t/{day.slug}/embed/", headers={"If-None-Match": answer["ETag"]}).status_code == 200
    same = client.get(f"/t/{day.slug}/embed/?language=en", headers={"If-None-Match": answer["ETag"]})
    assert same.status_code == 304
    assert "frame-ancestors *" not in client.get(f"/t/{day.slug}/")["Content-Security-Policy"]


@pytest.mark.parametrize("language", ["xx", "", "../..", "fr-ca'"])
def test_a_language_that_is_none_is_that_of_the_day(client, day, language):
    assert 'lang="fr-ca"' in client.get(f"/t/{day.slug}/embed/", {"language": language}).content.decode()


def test_what_is_for_organisers_is_shown_nowhere_else(client):
    day = played()
    Tournament.objects.update(visibility=Tournament.Visibility.DESK)
    for path in ("picture.png", "embed/"):
        assert client.get(f"/t/{day.slug}/{path}").status_code == 404
    client.force_login(factories.organiser(day))
    html = client.get(f"/t/{day.slug}/").content.decode()
    assert "og:" not in html
    assert "ld+json" not in html
    assert "iframe" not in client.get(f"/t/{day.slug}/publish/").content.decode()


def test_the_organiser_copies_the_frame(client, day):
    client.force_login(factories.organiser(day))
    assert f"/t/{day.slug}/embed/" in client.get(f"/t/{day.slug}/publish/").content.decode()
