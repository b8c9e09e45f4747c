"""Results at the desk: accepted, or refused with a sentence; nothing is entered twice."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.page_reader import spoken
from tests.web.desk.desk_client import Desk, pegged
from tournaments import rounds
from tournaments.games.cribbage.match_points import skunk_name
from tournaments.games.criteria import value_with_unit as points
from tournaments.models import Line, Round

pytestmark = pytest.mark.django_db


def seated_names(round_: Round, table: int) -> tuple[str, str]:
    """Return the names of the players on A and B."""
    seats = factories.meeting_at(round_, table).seats.select_related("entry").order_by("letter")
    return tuple(seat.entry.name for seat in seats)


def test_a_result_is_read_back_with_names(desk, playing):
    a, b = seated_names(playing, 2)
    answer = desk.enter(2, "B", 100)
    assert answer["say"] == f"Table 2: {b} beats {a} 121–100."
    assert pegged(factories.meeting_at(playing, 2)) == [100, 121]
    assert answer["told"] == []


def test_skunk_is_read_back_with_its_match_points():
    tournament = factories.tournament(4, match_points="free_play_4")
    desk = Desk(factories.open_round(tournament).stage.tournament)
    worth = f"{spoken(skunk_name, 2)} ({spoken(points, 4, 'match_points')})"
    assert worth in desk.enter(1, "A", 55)["say"]
    assert f"({spoken(points, 1, 'match_points')})" in desk.enter(2, "A", 91)["say"]


@pytest.mark.parametrize(
    ("loser", "code"),
    [
        ("", "points_missing"),
        ("quatre-vingt", "not_a_whole_number"),
        ("8_8", "not_a_whole_number"),
        ("88.5", "not_a_whole_number"),
        ("-3", "negative"),
        ("121", "loser_too_high"),
        ("122", "loser_too_high"),
        ("150", "loser_too_high"),
    ],
)
def test_impossible_points_of_the_loser_are_refused(desk, loser, code):
    answer = desk.enter(1, "A", loser)
    assert (answer["ok"], answer["code"], answer["field"]) == (False, code, "loser")
    assert not Line.objects.exists()


@pytest.mark.parametrize(
    ("winner", "code"),
    [
        ("130", "winner_exactly"),
        ("150", "winner_exactly"),
        ("120", "no_winner"),
    ],
)
def test_winner_must_have_exactly_121_under_exact_pegging(desk, winner, code):
    answer = desk.enter(1, "A", 88, winner_points=winner)
    assert (answer["code"], answer["field"]) == (code, "winner_points")


def test_points_of_the_winner_are_required_when_as_pegged():
    tournament = factories.tournament(4, pegging="as_pegged")
    round_ = factories.open_round(tournament)
    desk = Desk(tournament)
    assert desk.enter(1, "A", 88)["field"] == "winner_points"
    assert desk.enter(1, "A", 88, winner_points=150)["code"] == "winner_too_high"
    assert desk.enter(1, "A", 88, winner_points=149)["ok"]
    assert pegged(factories.meeting_at(round_, 1)) == [149, 88]
    page = desk.client.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert "<kbd>124</kbd>" in page


def test_score_book_refuses_two_winners_and_no_winner(playing):
    meeting = factories.meeting_at(playing, 1)
    for scores, code in (([121, 121], "two_winners"), ([110, 88], "no_winner")):
        with pytest.raises(Exception, match=code):
            factories.enter(meeting, scores)


def test_result_without_winner_is_refused(desk):
    answer = desk.enter(1, "", 88)
    assert (answer["code"], answer["field"]) == ("who_won", "winner")


def test_unknown_table_is_refused(desk):
    assert desk.enter(17, "A", 88)["code"] == "no_such_table"
    assert desk.enter("douze", "A", 88)["code"] == "no_such_table"


def test_result_for_a_bye_is_refused():
    tournament = factories.tournament(3, odd="bye", bye_credit=90)
    round_ = factories.open_round(tournament)
    alone = next(row for row in rounds.sheet(round_) if not row.opponents)
    answer = Desk(tournament).enter(alone.table, "A", 88)
    assert answer["code"] == "sits_out"
    assert alone.entry.name in answer["say"]
    assert rounds.unsettled_tables(round_) == [3 - alone.table]


def test_result_sent_twice_is_one_line(desk, playing):
    first = desk.enter(3, "A", 99, nonce="double-click")
    again = desk.enter(3, "A", 99, nonce="double-click")
    assert again["ok"]
    assert (again["line"], again["say"]) == (first["line"], first["say"])
    assert Line.objects.count() == 1


def test_result_sent_again_after_reload_is_one_line(desk, playing):
    desk.enter(3, "A", 99, nonce="reload")
    desk.look()
    assert desk.enter(3, "A", 99, nonce="reload")["ok"]
    assert Line.objects.count() == 1


def test_nonce_reused_for_another_table_is_refused(desk):
    desk.enter(3, "A", 99, nonce="one")
    assert desk.enter(4, "A", 99, nonce="one")["code"] == "nonce_used"


def test_second_result_needs_a_correction(desk):
    desk.enter(3, "A", 99)
    desk.look()
    answer = desk.enter(3, "B", 80)
    assert answer["code"] == "already_entered"
    assert Line.objects.count() == 1


@pytest.mark.parametrize(("how", "word"), [("forfeit", "forfeit"), ("no_show", "no-show")])
def test_forfeit_and_no_show_have_declared_points(desk, playing, how, word):
    answer = desk.post(table=1, winner="B", how=how, points_A=60, points_B=121)
    assert word in answer["say"]
    assert pegged(factories.meeting_at(playing, 1)) == [60, 121]
    assert Line.objects.get().kind == "award"


def test_forfeit_needs_a_winner_but_abandoned_game_does_not(desk, playing):
    assert desk.post(table=1, how="forfeit", points_A=60, points_B=121)["field"] == "winner"
    answer = desk.post(table=1, how="abandoned", points_A=45, points_B=70)
    assert Line.objects.get().data.get("winner") is None
    assert "45" in answer["say"] and "70" in answer["say"]
    assert rounds.unsettled_tables(playing) == [2, 3, 4]
    refused = desk.post(table=2, how="abandoned", points_A=150, points_B=1)
    assert refused["code"] == "award_too_high"


def test_round_that_is_not_open_takes_no_results(tournament):
    rounds.seat(tournament.stages.get(order=1), 1, by=None)
    desk = Desk(tournament)
    assert not desk.enter(1, "A", 88)["ok"]
    page = desk.client.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert 'class="state card"' in page and 'id="desk-form"' not in page


def test_form_works_without_javascript(desk, playing):
    address = f"/t/{desk.tournament.slug}/desk/write/"
    typed = {"nonce": "plain", "seen": "0", "do": "enter", "table": "2", "winner": "A", "loser": "130"}
    refused = desk.client.post(address, typed)
    assert refused.status_code == 422
    assert 'value="130"' in refused.content.decode()
    assert 'data-code="loser_too_high"' in refused.content.decode()
    taken = desk.client.post(address, {**typed, "loser": "90"}, follow=True)
    assert taken.redirect_chain == [(f"/t/{desk.tournament.slug}/desk/", 302)]
    assert "beats" in taken.content.decode()
    assert Line.objects.count() == 1
    again = desk.client.post(address, {**typed, "nonce": "other", "seen": "1", "loser": "91"})
    assert 'data-code="already_entered"' in again.content.decode()
    assert 'name="do" value="correct"' in again.content.decode()
    corrected = desk.client.post(
        address, {**typed, "nonce": "third", "seen": "1", "loser": "91", "do": "correct"}
    )
    assert corrected.status_code == 302
    assert pegged(factories.meeting_at(playing, 2)) == [121, 91]


def test_markup_in_names_is_escaped(desk, playing):
    page = desk.client.get(f"/t/{desk.tournament.slug}/desk/").content.decode()
    assert "<b>Gras" not in page
    assert "\\u003Cb\\u003EGras" in page


def test_visitors_cannot_write_results(client, playing):
    address = f"/t/{playing.stage.tournament.slug}/desk/"
    assert client.get(address).status_code == 302
    assert client.post(address + "write/", {"table": 1}).status_code == 302
    assert not Line.objects.exists()


def query_counts(players: int) -> list[int]:
    """Return how many queries the desk and its news take with so many players, one table missing."""
    tournament = factories.tournament(players)
    round_ = factories.open_round(tournament)
    desk = Desk(tournament)
    for table in range(1, players // 2):
        factories.enter(factories.meeting_at(round_, table), [121, 80])
    taken = []
    for path in ("", f"?table={players // 2}", "state/?since=0"):
        with CaptureQueriesContext(connection) as captured:
            assert desk.client.get(f"/t/{tournament.slug}/desk/{path}").status_code == 200
        taken.append(len(captured))
    return taken


def test_query_count_does_not_grow_with_tables():
    one, three = query_counts(2), query_counts(6)
    assert one == three
    assert max(one) < 14  # the panel asks for protests that wait


@pytest.mark.parametrize("loser", ["88", "500"], ids=["written", "refused"])
def test_posted_result_reads_all_tables_once(desk, playing, loser):
    tables = playing.meetings.count()
    assert tables > 1
    with CaptureQueriesContext(connection) as captured:
        desk.enter(1, "A", loser)
    asked = [query["sql"] for query in captured if 'FROM "tournaments_seat"' in query["sql"]]
    whole = [sql for sql in asked if re.search(r'"meeting_id" IN \(\d+, \d+', sql)]
    assert len(whole) == 1, "\n".join(asked)
    assert all('"tournaments_place"."number" = ' in sql for sql in asked if sql not in whole)


def test_unchanged_state_takes_at_most_four_queries(desk, django_assert_max_num_queries):
    desk.tournament.refresh_from_db()
    with django_assert_max_num_queries(4):
        response = desk.client.get(
            f"/t/{desk.tournament.slug}/desk/state/?epoch={desk.tournament.epoch}&since={desk.tournament.version}"
        )
    assert response.status_code == 204
