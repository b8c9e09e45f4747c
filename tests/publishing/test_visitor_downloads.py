"""Papers for visitors: the content of the public pages, drawn once a version, with a limit."""

import re

import pytest

from tests import factories
from tests.papers.paper_text import words
from tests.publishing.tournaments import played
from tournaments.web.visitor_downloads import views as visitor_downloads_views

pytestmark = pytest.mark.django_db


def test_visitor_downloads_standings_and_card(client, settings):
    settings.SHORT_NAMES = True
    tournament = played()
    assert f"/t/{tournament.slug}/standings.pdf" in client.get(f"/t/{tournament.slug}/").content.decode()
    assert (
        f"/t/{tournament.slug}/players/1/card.pdf"
        in client.get(f"/t/{tournament.slug}/players/1/").content.decode()
    )
    for path in ("standings.pdf", "players/1/card.pdf"):
        answer = client.get(f"/t/{tournament.slug}/{path}")
        assert answer["Content-Type"] == "application/pdf"
        text = words(answer.content)
        assert "Réal O." in text
        assert "Brien" not in text
        assert not [one for one in ("MEMBRE-777", "diabétique") if one in text]
        again = client.get(f"/t/{tournament.slug}/{path}", headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304


def test_open_round_is_not_on_downloads(client):
    tournament = played(rounds=3, closed=1)
    factories.enter(factories.meeting_at(factories.open_round(tournament, 2), 1), [121, 17])
    for path in ("standings.pdf", *(f"players/{number}/card.pdf" for number in range(1, 7))):
        assert "17" not in re.findall(r"\d+", words(client.get(f"/t/{tournament.slug}/{path}").content))


def test_no_download_without_closed_round_or_player(client):
    tournament = factories.tournament(4)
    assert "standings.pdf" not in client.get(f"/t/{tournament.slug}/").content.decode()
    answer = client.get(f"/t/{tournament.slug}/standings.pdf")
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{tournament.slug}/")
    assert client.get(f"/t/{played().slug}/players/99/card.pdf").status_code == 404


def test_downloads_are_rate_limited(client, monkeypatch):
    # The minute of the limit does not end during the test.
    monkeypatch.setattr(visitor_downloads_views, "RATE_LIMIT", visitor_downloads_views.Limit(2, 10**10))
    tournament = played()
    statuses = [
        client.get(f"/t/{tournament.slug}/players/{number}/card.pdf").status_code for number in (1, 2, 3)
    ]
    assert statuses == [200, 200, 429]
