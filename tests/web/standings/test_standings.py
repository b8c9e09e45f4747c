"""The standings on the screen: for everybody, at the desk, on the wall, and each person's card."""

import re
from datetime import datetime

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from django.utils.timezone import get_current_timezone

from tests import factories
from tests.shown_by import data, spoken
from tournaments import registration, rounds
from tournaments.games.criteria import has as points
from tournaments.models import Tournament
from tournaments.publishing import names, snapshot
from tournaments.publishing.explain import ordinal
from tournaments.standings import rank_history, standings
from tournaments.web.standings import views

pytestmark = pytest.mark.django_db


def text(client, day, path="", **headers):
    response = client.get(f"/t/{day.slug}/{path}", headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def lines(html):
    """The lines of the standings."""
    return re.findall(r"<tr id=.*", html)


def cost(client, day, path=""):
    """The queries of a page that nobody has asked for yet."""
    with CaptureQueriesContext(connection) as captured:
        text(client, day, path)
    return len(captured)


def test_everybody_reads_the_standings_without_signing_in(visitor, day):
    assert data(text(visitor, day), "begins") == ["first_game"]
    factories.play_round(day, 1)
    html = text(visitor, day)
    assert (data(html, "after"), data(html, "rounds")) == (["1"], ["15"])
    whys = [text(visitor, day, f"players/{number}/why/") for number in range(1, 9)]
    assert [row.rank for row in standings(day).rows].count(1) == 4
    assert sum(f" {spoken(ordinal, 1)} " in why for why in whys) == 4
    assert visitor.get(f"/t/{day.slug}/players/99/why/").status_code == 404


def test_names_are_written_as_they_are(visitor, day):
    factories.play_round(day, 1)
    for path in ("", "screen/", "players/5/"):
        html = text(visitor, day, path)
        assert "&lt;b&gt;Gras&lt;/b&gt; &amp; fils" in html
        assert "<b>Gras" not in html
    assert "O&#x27;Brien" in text(visitor, day)


def test_unchanged_is_answered_with_304(visitor, day):
    url = f"/t/{day.slug}/rows/"
    first = visitor.get(url)
    assert first.status_code == 200
    again = visitor.get(url, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    visitor.cookies["django_language"] = "fr-ca"
    assert visitor.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 200, "another language"
    visitor.cookies["django_language"] = "en"
    factories.play_round(day, 1)
    assert visitor.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_dinner_is_on_everybodys_page_until_the_next_game_is_played(visitor, day):
    stage = day.stages.get()
    for number in range(1, 8):
        factories.play_round(day, number)
    stage.rounds.filter(number=7).update(
        closed_at=datetime(2026, 11, 21, 12, 3, tzinfo=get_current_timezone())
    )
    cache.clear()
    with translation.override("en"):
        said = f"{names.break_name('dinner')} until {names.clock(13 * 60 + 5)}"
    for path in ("", "rows/", "screen/"):
        assert said in text(visitor, day, path)
    factories.open_round(day, 8)
    assert said not in text(visitor, day)
    assert data(text(visitor, day), "playing") == ["8"]


def test_there_is_no_break_in_the_morning_nor_after_the_last_game(visitor, day):
    from tournaments.publishing import pauses

    stage = day.stages.get()
    assert pauses.pause_after(stage, pauses.last_begun(stage)) is None
    last = factories.play_round(day, 1)
    assert pauses.pause_after(stage, last) is None
    last.number = 15
    assert pauses.pause_after(stage, last) is None


def test_the_page_says_which_state_it_shows(visitor, day):
    tag = visitor.get(f"/t/{day.slug}/rows/")["ETag"].strip('"')
    assert f'data-etag="&quot;{tag}&quot;"' in text(visitor, day)


@pytest.mark.both_databases
def test_what_is_kept_and_what_changed(visitor, day):
    factories.play_round(day, 1)
    url = f"/t/{day.slug}/rows/"
    first, second = visitor.get(url), visitor.get(url)
    assert first.content == second.content
    assert first["ETag"] == second["ETag"]
    assert visitor.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 304
    factories.play_round(day, 2)
    assert visitor.get(url).content != first.content


def test_it_is_rendered_once_a_version(visitor, day, monkeypatch):
    rendered = []
    table = views.standings_table

    def counted(*args, **more):
        rendered.append(1)
        return table(*args, **more)

    monkeypatch.setattr(views, "standings_table", counted)
    for _ in range(3):
        text(visitor, day), text(visitor, day, "rows/")
    assert len(rendered) == 1
    factories.play_round(day, 1)
    text(visitor, day), text(visitor, day, "rows/")
    assert len(rendered) == 2


@pytest.mark.parametrize("path", ["", "rows/", "screen/", "players/1/", "players/1/why/"])
def test_as_many_queries_for_few_as_for_many(visitor, path):
    few, many = factories.tournament(2), factories.tournament(6)
    for day in (few, many):
        factories.play_round(day, 1)
    text(visitor, few, path)
    few.draw_number(), many.draw_number()
    assert cost(visitor, few, path) == cost(visitor, many, path)


def test_the_last_game_moved_people_and_the_line_says_so(visitor, day):
    factories.play_round(day, 1)
    assert "▲" not in text(visitor, day)
    factories.play_round(day, 2, winner=1)
    stage = day.stages.get()
    ways = rank_history(stage, standings(day))
    assert any(way.moved for way in ways.values())
    html = text(visitor, day)
    for way in ways.values():
        assert not way.moved or f"▲{way.moved}<" in html or f"▼{-way.moved}<" in html
    factories.open_round(day, 3)
    factories.enter(factories.meeting_at(stage.rounds.get(number=3), 1), [121, 2])
    assert re.findall("[▲▼][0-9]+", text(visitor, day)) == re.findall("[▲▼][0-9]+", html), (
        "closed games alone"
    )
    snapshot.publish(day, official=True, by=None)
    assert "▲" not in text(visitor, day)


def test_a_name_that_is_mended_is_shown_at_once(visitor, day):
    factories.play_round(day, 1)
    text(visitor, day)
    factories.registration.edit_entry(factories.entry(day, 2), "Huguette Côté-Roy")
    assert "Côté-Roy" in text(visitor, day)


def test_a_page_that_is_kept_costs_one_query(visitor, day):
    text(visitor, day, "rows/")
    assert cost(visitor, day, "rows/") == 1


def test_a_dispute_is_hidden_from_everybody_and_said_at_the_desk(director, day):
    Tournament.objects.filter(pk=day.pk).update(standings_shown=Tournament.StandingsShown.LIVE)
    meeting = factories.meeting_at(factories.open_round(day), 1)
    factories.enter(meeting, [121, 77])
    factories.enter(meeting, [88, 121], basis=0, nonce="the other desk")
    assert data(text(director, day), "begins") == ["first_result"]
    assert data(text(director, day, "standings/"), "disputed") == ["1"]


def test_the_desk_sorts_as_asked(director, day):
    factories.play_round(day, 1)
    first = {}
    for sort in ("name", "-name"):
        html = text(director, day, f"standings/?sort={sort}")
        first[sort] = html.index("Zéphirin") < html.index("Huguette")
        assert f"standings/rows/?sort={sort}" in html
    assert first == {"name": False, "-name": True}
    assert 'aria-sort="' not in text(director, day, "standings/?sort=nonsense")


def test_the_desk_is_for_those_who_direct(client, day):
    for path in ("standings/", "standings/rows/"):
        assert client.get(f"/t/{day.slug}/{path}").url.startswith("/sign-in/")
    client.force_login(factories.director("somebody else"))
    assert client.get(f"/t/{day.slug}/standings/").status_code == 403


def test_a_day_for_its_organisers_only(visitor, day):
    Tournament.objects.filter(pk=day.pk).update(visibility="desk")
    for path in ("", "rows/", "screen/", "players/1/", "podium/"):
        assert visitor.get(f"/t/{day.slug}/{path}").status_code == 404


def test_official_standings_stay_what_was_announced(director, day):
    factories.play_round(day, 1)
    snapshot.publish(day, official=True, by=None)
    html = text(director, day)
    assert "Official at" in html
    assert data(text(director, day, "standings/"), "official") == ["shown"]
    meeting = factories.meeting_at(day.stages.get(order=1).rounds.get(number=1), 1)
    factories.enter(meeting, [40, 121], kind="correction")
    assert lines(text(director, day)) == lines(html)
    loser = standings(day).rows[-1].number
    assert "40 points" not in text(director, day, f"players/{loser}/why/")
    assert data(text(director, day, "standings/"), "official") == ["changed"]
    assert "40 points" in text(director, day, f"standings/{loser}/why/")


def test_a_card_of_ones_own(visitor, day):
    factories.play_round(day, 1)
    factories.open_round(day, 2)
    html = text(visitor, day, "players/2/")
    assert "Huguette Côté" in html
    assert "Number 2" in html
    assert "Game 2" in html, "where to go next"
    assert visitor.get(f"/t/{day.slug}/players/99/").status_code == 404


def test_the_house_player_has_no_card(visitor):
    day = factories.tournament(3, odd="house")
    house = factories.registration.ensure_house(day, "Maison")
    factories.play_round(day, 1)
    assert visitor.get(f"/t/{day.slug}/players/{house.number}/").status_code == 404
    assert "Maison" not in text(visitor, day)
    assert any("Maison" in text(visitor, day, f"players/{number}/") for number in (1, 2, 3))


def test_match_points_rank_where_that_is_declared(visitor):
    day = factories.tournament(4, rank_by="match_points", match_points="acc")
    factories.play_round(day, 1, loser_points=50)
    assert "Match points" in text(visitor, day)
    first = standings(day).rows[0].number
    assert spoken(points, 3, "match_points") in text(visitor, day, f"players/{first}/why/")


def test_a_phone_gets_the_standings_packed_small_and_still_unchanged(client):
    day = factories.tournament(40)
    factories.play_round(day, 1)
    address = f"/t/{day.slug}/rows/"
    packed = client.get(address, headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(client.get(address).content) / 4
    again = client.get(address, headers={"accept-encoding": "gzip", "if-none-match": packed["ETag"]})
    assert again.status_code == 304


def test_who_has_left_is_marked_and_who_comes_back_is_not(visitor, day):
    for number in (1, 2):
        factories.play_round(day, number)
    registration.withdraw(factories.entry(day, 3), from_round=3, by=None)
    registration.withdraw(factories.entry(day, 4), from_round=3, by=None)
    factories.play_round(day, 3)
    assert data(text(visitor, day), "left") == ["2", "2"]
    assert data(text(visitor, day, "screen/"), "left") == ["2", "2"]
    registration.come_back(factories.entry(day, 4), from_round=4, by=None)
    registration.withdraw(factories.entry(day, 5), from_round=4, by=None)
    factories.play_round(day, 4)
    assert sorted(data(text(visitor, day), "left")) == ["2", "3"]


def test_a_medal_is_drawn_once_no_more_share_the_rank_than_there_are_medals(client):
    """After game 1 sixteen of 32 had a gold medal."""
    day = factories.tournament(8, rounds=2)
    round_ = factories.open_round(day, 1)
    for table in range(1, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 90])
    rounds.close_round(round_, by=None)
    first = standings(day)
    assert [row.rank for row in first.rows] == [1] * 4 + [5] * 4
    assert not any(first.medal_of(row) for row in first.rows)
    number = first.rows[0].number
    for path in ("", "screen/", f"players/{number}/"):
        assert not re.search(r'class="rank rank-\d', text(client, day, path)), path
    factories.play_round(day, 2)
    last = standings(day)
    assert [last.medal_of(row) for row in last.rows if row.rank <= 3] == [
        row.rank for row in last.rows if row.rank <= 3
    ]
    assert re.search(r'class="rank rank-1', text(client, day))
