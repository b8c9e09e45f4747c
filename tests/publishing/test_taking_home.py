"""Papers for visitors: what the public pages show, drawn once a version, and not without end."""

import re

import pytest

from tests import factories
from tests.papers.paper_text import words
from tests.publishing.days import played
from tournaments.web.visitor_downloads import views as visitor_downloads_views

pytestmark = pytest.mark.django_db


def test_a_visitor_takes_the_standings_and_a_card_home(client, settings):
    settings.SHORT_NAMES = True
    day = played()
    assert f"/t/{day.slug}/standings.pdf" in client.get(f"/t/{day.slug}/").content.decode()
    assert f"/t/{day.slug}/players/1/card.pdf" in client.get(f"/t/{day.slug}/players/1/").content.decode()
    for path in ("standings.pdf", "players/1/card.pdf"):
        answer = client.get(f"/t/{day.slug}/{path}")
        assert answer["Content-Type"] == "application/pdf"
        text = words(answer.content)
        assert "Réal O." in text
        assert "Brien" not in text
        assert not [one for one in ("MEMBRE-777", "diabétique") if one in text]
        again = client.get(f"/t/{day.slug}/{path}", headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304


def test_a_game_that_is_played_is_not_on_them(client):
    day = played(rounds=3, closed=1)
    factories.enter(factories.meeting_at(factories.open_round(day, 2), 1), [121, 17])
    for path in ("standings.pdf", *(f"players/{number}/card.pdf" for number in range(1, 7))):
        assert "17" not in re.findall(r"\d+", words(client.get(f"/t/{day.slug}/{path}").content))


def test_there_is_none_before_the_first_game_is_over_or_of_nobody(client):
    day = factories.tournament(4)
    assert "standings.pdf" not in client.get(f"/t/{day.slug}/").content.decode()
    answer = client.get(f"/t/{day.slug}/standings.pdf")
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{day.slug}/")
    assert client.get(f"/t/{played().slug}/players/99/card.pdf").status_code == 404


def test_an_address_asks_for_so_many(client, monkeypatch):
    monkeypatch.setattr(
        visitor_downloads_views, "RATE_LIMIT", visitor_downloads_views.Limit(2, 10**10)
    )  # no minute ends meanwhile
    day = played()
    statuses = [client.get(f"/t/{day.slug}/players/{number}/card.pdf").status_code for number in (1, 2, 3)]
    assert statuses == [200, 200, 429]
