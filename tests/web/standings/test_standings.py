"""The standings on the screen: in public, at the desk, on the wall, and each player's card."""

import re
from datetime import datetime

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from django.utils.timezone import get_current_timezone

from tests import factories
from tests.page_reader import data, parse, spoken
from tournaments import registration, rounds
from tournaments.games.criteria import format_value
from tournaments.games.criteria import value_with_unit as points
from tournaments.models import Tournament
from tournaments.publishing import names, publications
from tournaments.publishing.explain import ordinal
from tournaments.rounds import scores
from tournaments.standings import rank_history, standings
from tournaments.transfer import simulated_tournament
from tournaments.web import tables
from tournaments.web.standings import views

pytestmark = pytest.mark.django_db


def page_text(client, tournament, path="", **headers):
    response = client.get(f"/t/{tournament.slug}/{path}", headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def standings_rows(html):
    """Return the lines of the standings."""
    return re.findall(r"<tr id=.*", html)


def cost(client, tournament, path=""):
    """Return the number of queries of a page that is not in the cache yet."""
    with CaptureQueriesContext(connection) as captured:
        page_text(client, tournament, path)
    return len(captured)


def test_visitors_can_read_the_standings(visitor, tournament):
    assert data(page_text(visitor, tournament), "begins") == ["first_game"]
    factories.play_round(tournament, 1)
    html = page_text(visitor, tournament)
    assert (data(html, "after"), data(html, "rounds")) == (["1"], ["15"])
    whys = [page_text(visitor, tournament, f"players/{number}/why/") for number in range(1, 9)]
    assert [row.rank for row in standings(tournament).rows].count(1) == 4
    assert sum(f" {spoken(ordinal, 1)} " in why for why in whys) == 4
    assert visitor.get(f"/t/{tournament.slug}/players/99/why/").status_code == 404


@pytest.mark.parametrize(
    ("key", "players", "code", "choices"),
    [
        ("set-of-five", 5, "matches_won", {"odd": "bye", "bye_credit": 0}),
        ("gin-round-robin", 4, "value", {"order": ["value", "won"]}),
        ("fadoq-15", 4, "pegged", {}),
    ],
)
def test_projector_shows_what_ranks_as_its_criterion_is_written(visitor, key, players, code, choices):
    """Matches won are counted in halves; values have a sign."""
    tournament = factories.simulated(players, key, **choices)
    simulated_tournament.play(tournament, seed=3, by=None, upto=2)
    shown = standings(tournament)
    assert shown.rank_by == code
    html = page_text(visitor, tournament, "screen/rows/", accept_language="fr-ca")
    with translation.override("fr-ca"):
        wanted = [format_value(row.points, code) for row in shown.rows]
    figures = [cell.one("strong").words for cell in parse(html).all(".wall-points")]
    assert figures == [" ".join(value.split()) for value in wanted]


def test_markup_in_names_is_escaped(visitor, tournament):
    factories.play_round(tournament, 1)
    for path in ("", "screen/", "players/5/"):
        html = page_text(visitor, tournament, path)
        assert "&lt;b&gt;Gras&lt;/b&gt; &amp; fils" in html
        assert "<b>Gras" not in html
    assert "O&#x27;Brien" in page_text(visitor, tournament)


def test_unchanged_rows_get_304(visitor, tournament):
    url = f"/t/{tournament.slug}/rows/"
    first = visitor.get(url)
    assert first.status_code == 200
    again = visitor.get(url, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    visitor.cookies["django_language"] = "fr-ca"
    assert visitor.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 200, "another language"
    visitor.cookies["django_language"] = "en"
    factories.play_round(tournament, 1)
    assert visitor.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_dinner_is_shown_until_the_next_round(visitor, tournament):
    stage = tournament.stages.get()
    for number in range(1, 8):
        factories.play_round(tournament, number)
    stage.rounds.filter(number=7).update(
        closed_at=datetime(2026, 11, 21, 12, 3, tzinfo=get_current_timezone())
    )
    cache.clear()
    with translation.override("en"):
        text = f"{names.break_name('dinner')} until {names.clock(13 * 60 + 5)}"
    for path in ("", "rows/", "screen/"):
        assert text in page_text(visitor, tournament, path)
    factories.open_round(tournament, 8)
    assert text not in page_text(visitor, tournament)
    assert data(page_text(visitor, tournament), "playing") == ["8"]


def test_no_break_before_first_and_after_last_round(visitor, tournament):
    from tournaments.publishing import breaks

    stage = tournament.stages.get()
    assert breaks.break_after(stage, breaks.last_begun(stage)) is None
    last = factories.play_round(tournament, 1)
    assert breaks.break_after(stage, last) is None
    last.number = 15
    assert breaks.break_after(stage, last) is None


def test_page_contains_the_etag_of_its_rows(visitor, tournament):
    tag = visitor.get(f"/t/{tournament.slug}/rows/")["ETag"].strip('"')
    assert f'data-etag="&quot;{tag}&quot;"' in page_text(visitor, tournament)


@pytest.mark.both_databases
def test_rows_are_cached_until_a_round_is_played(visitor, tournament):
    factories.play_round(tournament, 1)
    url = f"/t/{tournament.slug}/rows/"
    first, second = visitor.get(url), visitor.get(url)
    assert first.content == second.content
    assert first["ETag"] == second["ETag"]
    assert visitor.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 304
    factories.play_round(tournament, 2)
    assert visitor.get(url).content != first.content


def test_standings_are_rendered_once_per_version(visitor, tournament, monkeypatch):
    rendered = []
    table = views.standings_table

    def counted(*args, **more):
        rendered.append(1)
        return table(*args, **more)

    monkeypatch.setattr(views, "standings_table", counted)
    for _ in range(3):
        page_text(visitor, tournament), page_text(visitor, tournament, "rows/")
    assert len(rendered) == 1
    factories.play_round(tournament, 1)
    page_text(visitor, tournament), page_text(visitor, tournament, "rows/")
    assert len(rendered) == 2


@pytest.mark.parametrize("path", ["", "rows/", "screen/", "players/1/", "players/1/why/"])
def test_query_count_does_not_grow_with_players(visitor, path):
    few, many = factories.tournament(2), factories.tournament(6)
    for tournament in (few, many):
        factories.play_round(tournament, 1)
    page_text(visitor, few, path)
    few.next_version(), many.next_version()
    assert cost(visitor, few, path) == cost(visitor, many, path)


def test_rows_show_rank_changes_of_the_last_closed_round(visitor, tournament):
    factories.play_round(tournament, 1)
    assert "▲" not in page_text(visitor, tournament)
    factories.play_round(tournament, 2, winner=1)
    stage = tournament.stages.get()
    histories = rank_history(stage, standings(tournament))
    assert any(history.moved for history in histories.values())
    html = page_text(visitor, tournament)
    for history in histories.values():
        assert not history.moved or f"▲{history.moved}<" in html or f"▼{-history.moved}<" in html
    factories.open_round(tournament, 3)
    factories.enter(factories.meeting_at(stage.rounds.get(number=3), 1), [121, 2])
    assert re.findall("[▲▼][0-9]+", page_text(visitor, tournament)) == re.findall("[▲▼][0-9]+", html), (
        "closed games alone"
    )
    publications.publish(tournament, official=True, by=None)
    assert "▲" not in page_text(visitor, tournament)


def test_corrected_name_is_shown_at_once(visitor, tournament):
    factories.play_round(tournament, 1)
    page_text(visitor, tournament)
    factories.registration.edit_entry(factories.entry(tournament, 2), "Huguette Côté-Roy")
    assert "Côté-Roy" in page_text(visitor, tournament)


def test_cached_rows_take_one_query(visitor, tournament):
    page_text(visitor, tournament, "rows/")
    assert cost(visitor, tournament, "rows/") == 1


def test_dispute_is_shown_at_the_desk_but_not_to_visitors(director, tournament):
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Tournament.StandingsShown.LIVE)
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    factories.enter(meeting, [121, 77])
    factories.enter(meeting, [88, 121], basis=0, nonce="the other desk")
    assert data(page_text(director, tournament), "begins") == ["first_result"]
    assert data(page_text(director, tournament, "standings/"), "disputed") == ["1"]


def test_desk_standings_can_be_sorted(director, tournament):
    factories.play_round(tournament, 1)
    first = {}
    for sort in ("name", "-name"):
        html = page_text(director, tournament, f"standings/?sort={sort}")
        first[sort] = html.index("Zéphirin") < html.index("Huguette")
        assert f"standings/rows/?sort={sort}" in html
    assert first == {"name": False, "-name": True}
    assert 'aria-sort="' not in page_text(director, tournament, "standings/?sort=nonsense")


def test_desk_standings_need_a_role(client, tournament):
    for path in ("standings/", "standings/rows/"):
        assert client.get(f"/t/{tournament.slug}/{path}").url.startswith("/sign-in/")
    client.force_login(factories.director("somebody else"))
    assert client.get(f"/t/{tournament.slug}/standings/").status_code == 403


def test_desk_only_tournament_gets_404_for_visitors(visitor, tournament):
    Tournament.objects.filter(pk=tournament.pk).update(visibility="desk")
    for path in ("", "rows/", "screen/", "players/1/", "podium/"):
        assert visitor.get(f"/t/{tournament.slug}/{path}").status_code == 404


def test_official_standings_ignore_later_corrections(director, tournament):
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=True, by=None)
    html = page_text(director, tournament)
    assert "Official at" in html
    assert data(page_text(director, tournament, "standings/"), "official") == ["shown"]
    meeting = factories.meeting_at(tournament.stages.get(order=1).rounds.get(number=1), 1)
    factories.enter(meeting, [40, 121], kind="correction")
    assert standings_rows(page_text(director, tournament)) == standings_rows(html)
    loser = standings(tournament).rows[-1].number
    assert "40 points" not in page_text(director, tournament, f"players/{loser}/why/")
    assert data(page_text(director, tournament, "standings/"), "official") == ["changed"]
    assert "40 points" in page_text(director, tournament, f"standings/{loser}/why/")


def test_card_shows_the_player_and_the_next_seat(visitor, tournament):
    factories.play_round(tournament, 1)
    factories.open_round(tournament, 2)
    html = page_text(visitor, tournament, "players/2/")
    assert "Huguette Côté" in html
    assert "Number 2" in html
    assert "Game 2" in html, "where to go next"
    assert visitor.get(f"/t/{tournament.slug}/players/99/").status_code == 404


def test_the_house_player_has_no_card(visitor):
    tournament = factories.tournament(3, odd="house")
    house = factories.registration.ensure_house(tournament, "Maison")
    factories.play_round(tournament, 1)
    assert visitor.get(f"/t/{tournament.slug}/players/{house.number}/").status_code == 404
    assert "Maison" not in page_text(visitor, tournament)
    assert any("Maison" in page_text(visitor, tournament, f"players/{number}/") for number in (1, 2, 3))


def test_card_says_that_a_game_was_abandoned_and_not_that_it_was_lost(visitor):
    tournament = factories.tournament(2, rounds=1)
    round_ = factories.open_round(tournament)
    (meeting,) = round_.meetings.all()
    data = scores.desk.award_data(meeting, "abandoned", winner=None, declared=[80, 60])
    scores.desk.enter_result(meeting, game=1, data=data, nonce="stopped", seen=0, user=None)
    rounds.close_round(round_, by=None)
    for number in (1, 2):
        card = parse(visitor.get(f"/t/{tournament.slug}/players/{number}/")).one(".scorecard")
        assert not card.all(".is-lost") and not card.all(".is-won")
        said = spoken(lambda: str(tables.AWARDS["abandoned"]))
        assert {badge.words for badge in card.all(".badge")} == {said}


def test_match_points_are_shown_where_they_rank(visitor):
    tournament = factories.tournament(4, rank_by="match_points", match_points="acc")
    factories.play_round(tournament, 1, loser_points=50)
    assert "Match points" in page_text(visitor, tournament)
    first = standings(tournament).rows[0].number
    assert spoken(points, 3, "match_points") in page_text(visitor, tournament, f"players/{first}/why/")


def test_rows_are_compressed_and_still_get_304(client):
    tournament = factories.tournament(40)
    factories.play_round(tournament, 1)
    address = f"/t/{tournament.slug}/rows/"
    packed = client.get(address, headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(client.get(address).content) / 4
    again = client.get(address, headers={"accept-encoding": "gzip", "if-none-match": packed["ETag"]})
    assert again.status_code == 304


def test_withdrawn_players_are_marked_until_they_return(visitor, tournament):
    for number in (1, 2):
        factories.play_round(tournament, number)
    registration.withdraw(factories.entry(tournament, 3), from_round=3, by=None)
    registration.withdraw(factories.entry(tournament, 4), from_round=3, by=None)
    factories.play_round(tournament, 3)
    assert data(page_text(visitor, tournament), "left") == ["2", "2"]
    assert data(page_text(visitor, tournament, "screen/"), "left") == ["2", "2"]
    registration.come_back(factories.entry(tournament, 4), from_round=4, by=None)
    registration.withdraw(factories.entry(tournament, 5), from_round=4, by=None)
    factories.play_round(tournament, 4)
    assert sorted(data(page_text(visitor, tournament), "left")) == ["2", "3"]


def test_medal_is_not_drawn_when_too_many_share_the_rank(client):
    """Earlier sixteen of 32 had a gold medal after game 1."""
    tournament = factories.tournament(8, rounds=2)
    round_ = factories.open_round(tournament, 1)
    for table in range(1, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 90])
    rounds.close_round(round_, by=None)
    first = standings(tournament)
    assert [row.rank for row in first.rows] == [1] * 4 + [5] * 4
    assert not any(first.medal_of(row) for row in first.rows)
    number = first.rows[0].number
    for path in ("", "screen/", f"players/{number}/"):
        assert not re.search(r'class="rank rank-\d', page_text(client, tournament, path)), path
    factories.play_round(tournament, 2)
    last = standings(tournament)
    assert [last.medal_of(row) for row in last.rows if row.rank <= 3] == [
        row.rank for row in last.rows if row.rank <= 3
    ]
    assert re.search(r'class="rank rank-1', page_text(client, tournament))
