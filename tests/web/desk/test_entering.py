"""Results at the desk: what is taken, what is refused in which sentence; nothing is entered twice."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.shown_by import spoken
from tests.web.desk.desk_client import Desk, pegged
from tournaments import rounds
from tournaments.games.cribbage.match_points import skunk_name
from tournaments.games.criteria import has as points
from tournaments.models import Line, Round

pytestmark = pytest.mark.django_db


def names(round_: Round, table: int) -> tuple[str, str]:
    """Who sits on A and B."""
    seats = factories.meeting_at(round_, table).seats.select_related("entry").order_by("letter")
    return tuple(seat.entry.name for seat in seats)


def test_a_result_is_read_back_with_names(desk, playing):
    a, b = names(playing, 2)
    answer = desk.enter(2, "B", 100)
    assert answer["say"] == f"Table 2: {b} beats {a} 121–100."
    assert pegged(factories.meeting_at(playing, 2)) == [100, 121]
    assert answer["told"] == []


def test_a_skunk_says_so_with_its_worth_where_match_points_count():
    day = factories.tournament(4, match_points="free_play_4")
    desk = Desk(factories.open_round(day).stage.tournament)
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
def test_a_loser_s_points_that_cannot_be(desk, loser, code):
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
def test_a_winner_s_points_that_cannot_be_at_exactly_121(desk, winner, code):
    answer = desk.enter(1, "A", 88, winner_points=winner)
    assert (answer["code"], answer["field"]) == (code, "winner_points")


def test_where_the_day_counts_as_pegged_the_winner_s_points_are_typed():
    day = factories.tournament(4, pegging="as_pegged")
    round_ = factories.open_round(day)
    desk = Desk(day)
    assert desk.enter(1, "A", 88)["field"] == "winner_points"
    assert desk.enter(1, "A", 88, winner_points=150)["code"] == "winner_too_high"
    assert desk.enter(1, "A", 88, winner_points=149)["ok"]
    assert pegged(factories.meeting_at(round_, 1)) == [149, 88]
    page = desk.client.get(f"/t/{day.slug}/desk/").content.decode()
    assert "<kbd>124</kbd>" in page


def test_both_at_121_and_none_at_121_are_refused_by_the_score_book_itself(playing):
    meeting = factories.meeting_at(playing, 1)
    for scores, code in (([121, 121], "two_winners"), ([110, 88], "no_winner")):
        with pytest.raises(Exception, match=code):
            factories.enter(meeting, scores)


def test_nobody_is_taken_for_the_winner_without_being_named(desk):
    answer = desk.enter(1, "", 88)
    assert (answer["code"], answer["field"]) == ("who_won", "winner")


def test_a_table_that_is_not_there_and_one_that_sits_out(desk):
    assert desk.enter(17, "A", 88)["code"] == "no_such_table"
    assert desk.enter("douze", "A", 88)["code"] == "no_such_table"


def test_a_bye_has_nothing_to_enter():
    day = factories.tournament(3, odd="bye", bye_credit=90)
    round_ = factories.open_round(day)
    alone = next(row for row in rounds.sheet(round_) if not row.opponents)
    answer = Desk(day).enter(alone.table, "A", 88)
    assert answer["code"] == "sits_out"
    assert alone.entry.name in answer["say"]
    assert rounds.waiting_for(round_) == [3 - alone.table]


def test_the_same_entry_sent_twice_is_one_line(desk, playing):
    first = desk.enter(3, "A", 99, nonce="double-click")
    again = desk.enter(3, "A", 99, nonce="double-click")
    assert again["ok"]
    assert (again["line"], again["say"]) == (first["line"], first["say"])
    assert Line.objects.count() == 1


def test_the_same_entry_sent_again_after_the_page_was_read_anew_is_one_line(desk, playing):
    desk.enter(3, "A", 99, nonce="reload")
    desk.look()
    assert desk.enter(3, "A", 99, nonce="reload")["ok"]
    assert Line.objects.count() == 1


def test_a_nonce_used_for_something_else_is_refused(desk):
    desk.enter(3, "A", 99, nonce="one")
    assert desk.enter(4, "A", 99, nonce="one")["code"] == "nonce_used"


def test_a_table_whose_result_has_been_seen_is_not_entered_again(desk):
    desk.enter(3, "A", 99)
    desk.look()
    answer = desk.enter(3, "B", 80)
    assert answer["code"] == "already_entered"
    assert Line.objects.count() == 1


@pytest.mark.parametrize(("how", "word"), [("forfeit", "forfeit"), ("no_show", "no-show")])
def test_what_was_not_played_out_has_declared_points(desk, playing, how, word):
    answer = desk.post(table=1, winner="B", how=how, points_A=60, points_B=121)
    assert word in answer["say"]
    assert pegged(factories.meeting_at(playing, 1)) == [60, 121]
    assert Line.objects.get().kind == "award"


def test_an_abandoned_game_needs_no_winner_and_a_forfeit_does(desk, playing):
    assert desk.post(table=1, how="forfeit", points_A=60, points_B=121)["field"] == "winner"
    answer = desk.post(table=1, how="abandoned", points_A=45, points_B=70)
    assert Line.objects.get().data.get("winner") is None
    assert "45" in answer["say"] and "70" in answer["say"]
    assert rounds.waiting_for(playing) == [2, 3, 4]
    refused = desk.post(table=2, how="abandoned", points_A=150, points_B=1)
    assert refused["code"] == "award_too_high"


def test_a_round_that_is_not_being_played_takes_nothing(day):
    rounds.seat(day.stages.get(order=1), 1, by=None)
    desk = Desk(day)
    assert not desk.enter(1, "A", 88)["ok"]
    page = desk.client.get(f"/t/{day.slug}/desk/").content.decode()
    assert 'class="state card"' in page and 'id="desk-form"' not in page


def test_without_javascript_the_form_is_enough(desk, playing):
    address = f"/t/{desk.day.slug}/desk/write/"
    typed = {"nonce": "plain", "seen": "0", "do": "enter", "table": "2", "winner": "A", "loser": "130"}
    refused = desk.client.post(address, typed)
    assert refused.status_code == 422
    assert 'value="130"' in refused.content.decode()
    assert 'data-code="loser_too_high"' in refused.content.decode()
    taken = desk.client.post(address, {**typed, "loser": "90"}, follow=True)
    assert taken.redirect_chain == [(f"/t/{desk.day.slug}/desk/", 302)]
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


def test_names_that_look_like_markup_are_only_names(desk, playing):
    page = desk.client.get(f"/t/{desk.day.slug}/desk/").content.decode()
    assert "<b>Gras" not in page
    assert "\\u003Cb\\u003EGras" in page


def test_visitors_do_not_write(client, playing):
    address = f"/t/{playing.stage.tournament.slug}/desk/"
    assert client.get(address).status_code == 302
    assert client.post(address + "write/", {"table": 1}).status_code == 302
    assert not Line.objects.exists()


def queries(players: int) -> list[int]:
    """How many queries the desk and its news take with so many players, one table missing."""
    day = factories.tournament(players)
    round_ = factories.open_round(day)
    desk = Desk(day)
    for table in range(1, players // 2):
        factories.enter(factories.meeting_at(round_, table), [121, 80])
    taken = []
    for path in ("", f"?table={players // 2}", "state/?since=0"):
        with CaptureQueriesContext(connection) as captured:
            assert desk.client.get(f"/t/{day.slug}/desk/{path}").status_code == 200
        taken.append(len(captured))
    return taken


def test_the_desk_takes_as_many_queries_for_three_tables_as_for_one():
    one, three = queries(2), queries(6)
    assert one == three
    assert max(one) < 14  # the panel asks for protests that wait


@pytest.mark.parametrize("loser", ["88", "500"], ids=["written", "refused"])
def test_a_post_reads_the_whole_board_once(desk, playing, loser):
    tables = playing.meetings.count()
    assert tables > 1
    with CaptureQueriesContext(connection) as captured:
        desk.enter(1, "A", loser)
    asked = [query["sql"] for query in captured if 'FROM "tournaments_seat"' in query["sql"]]
    whole = [sql for sql in asked if re.search(r'"meeting_id" IN \(\d+, \d+', sql)]
    assert len(whole) == 1, "\n".join(asked)
    assert all('"tournaments_place"."number" = ' in sql for sql in asked if sql not in whole)


def test_nothing_new_costs_next_to_nothing(desk, django_assert_max_num_queries):
    desk.day.refresh_from_db()
    with django_assert_max_num_queries(4):
        response = desk.client.get(
            f"/t/{desk.day.slug}/desk/state/?epoch={desk.day.epoch}&since={desk.day.version}"
        )
    assert response.status_code == 204
