"""Corrections, disputes between two desks, decisions, and what a correction leaves unchanged."""

import re
from uuid import uuid4

import pytest

from tests import factories, page_reader
from tests.page_reader import worded
from tests.web.desk.desk_client import Desk, pegged
from tests.web.tablets.device_clients import Tablet
from tournaments import rounds, standings
from tournaments.finals import medals
from tournaments.models import Line, Seat
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


def test_turning_a_result_writes_one_correction(desk, playing):
    first = desk.enter(1, "A", 88)
    answer = desk.post(do="turn", meeting=first["meeting"], game=1, line=first["line"], seen=first["seen"])
    assert answer["code"] == "corrected"
    assert pegged(factories.meeting_at(playing, 1)) == [88, 121]
    kinds = list(Line.objects.values_list("kind", "corrects", "basis"))
    assert kinds == [("claim", None, 0), ("correction", 1, 1)]


def test_turning_a_forfeit_also_swaps_its_winner(desk, playing):
    first = desk.post(table=1, winner="A", how="forfeit", points_A=121, points_B=60)
    desk.post(do="turn", meeting=first["meeting"], game=1, line=1, seen=1)
    (game,) = scores.table_states([playing])[0].games
    assert [value.won for value in game.values] == [False, True]
    assert [value.pegged for value in game.values] == [60, 121]


def test_corrected_line_is_shown_as_struck(desk, playing):
    desk.enter(1, "A", 88)
    desk.look()
    assert desk.enter(1, "B", 70, do="correct")["ok"]
    meeting = factories.meeting_at(playing, 1)
    panel = desk.client.get(f"/t/{desk.tournament.slug}/desk/table/{meeting.uid}/").content.decode()
    assert panel.count('is-struck">') == 1
    assert "121–88" in panel.split('is-counting">')[0]
    assert "121–70" in panel.split('is-counting">')[1]
    assert page_reader.data(panel, "in-place-of") == ["1"]


def test_correction_without_result_or_change_is_refused(desk):
    assert desk.enter(1, "A", 88, do="correct")["code"] == "nothing_to_correct"
    desk.enter(1, "A", 88)
    desk.look()
    assert desk.enter(1, "A", 88, do="correct")["code"] == "says_the_same"
    assert Line.objects.count() == 1


def test_different_results_of_two_desks_become_a_dispute(desk, playing):
    other = Desk(desk.tournament)
    desk.enter(1, "A", 88)
    answer = other.enter(1, "B", 95)
    assert answer["disputed"]
    assert answer["code"] == "now_disputed"
    assert answer["status"].count("desk-dispute") == 1
    meeting = factories.meeting_at(playing, 1)
    assert pegged(meeting) == [121, 88]
    assert rounds.unsettled_tables(playing) == [1, 2, 3, 4]
    assert Line.objects.count() == 2

    ruled = other.post(do="rule", meeting=meeting.uid, game=1, line=2, seen=2)
    assert not ruled["disputed"]
    assert pegged(meeting) == [95, 121]
    assert rounds.unsettled_tables(playing) == [2, 3, 4]
    assert list(Line.objects.values_list("kind", flat=True)) == ["claim", "claim", "ruling"]


def test_equal_results_of_two_desks_are_no_dispute(desk, playing):
    other = Desk(desk.tournament)
    desk.enter(1, "A", 88)
    assert not other.enter(1, "A", 88)["disputed"]
    assert rounds.unsettled_tables(playing) == [2, 3, 4]


def test_two_corrections_of_one_line_are_a_dispute(desk, playing):
    desk.enter(1, "A", 88)
    desk.look()
    other = Desk(desk.tournament)
    desk.enter(1, "A", 89, do="correct")
    assert other.enter(1, "A", 90, do="correct")["disputed"]
    assert pegged(factories.meeting_at(playing, 1)) == [121, 89]


def test_disputes_come_first_then_the_close_button(desk, playing, client):
    """Earlier a disputed table stood below other boxes, and the button below the fold of a laptop."""
    for table in range(2, 5):
        desk.enter(table, "A", 88)
    other = Desk(desk.tournament)
    desk.enter(1, "A", 88)
    assert other.enter(1, "B", 77)["disputed"]
    call = {"token": Tablet(desk.tournament, 2).token, "nonce": uuid4().hex, "what": "judge"}
    assert client.post("/api/1/call", call, content_type="application/json").json()["called"]

    def order() -> list[str]:
        shown = page_reader.parse(desk.client.get(f"/t/{desk.tournament.slug}/desk/")).one("#desk-status")
        kinds = ("desk-dispute", "judge-call", "desk-close", "tiles")
        return [kind for one in shown.all() for kind in kinds if kind in (one.get("class") or "").split()]

    assert order() == ["desk-dispute", "judge-call", "tiles", "desk-close"]
    desk.look()
    desk.enter(1, "A", 88, do="correct")
    assert order() == ["desk-close", "judge-call", "tiles"]


def test_voided_result_makes_the_table_open_again(desk, playing):
    first = desk.enter(1, "A", 88)
    answer = desk.post(do="void", meeting=first["meeting"], game=1, seen=1)
    assert answer["code"] == "taken_out"
    assert pegged(factories.meeting_at(playing, 1)) == []
    assert 1 in rounds.unsettled_tables(playing)
    desk.look()
    assert desk.enter(1, "B", 77)["ok"]
    assert pegged(factories.meeting_at(playing, 1)) == [77, 121]


def test_late_correction_changes_standings_but_not_seats(desk, playing):
    for table in range(1, 5):
        desk.enter(table, "A", 80 + table)
    rounds.close_round(playing, by=None)
    second = factories.open_round(desk.tournament, 2)
    seats = list(Seat.objects.filter(meeting__round=second).values_list("pk", "letter", "entry_id"))
    desk.look()
    before = {row.number: row.points for row in standings.standings(desk.tournament).rows}

    answer = desk.post(do="turn", meeting=factories.meeting_at(playing, 1).uid, game=1, line=1)
    assert answer["told"] == [worded("seats_stay", round=2)]
    assert list(Seat.objects.filter(meeting__round=second).values_list("pk", "letter", "entry_id")) == seats
    after = {row.number: row.points for row in standings.standings(desk.tournament).rows}
    assert after != before
    page = desk.client.get(f"/t/{desk.tournament.slug}/desk/?stage=1&round=1").content.decode()
    assert page_reader.data(page, "chosen") == ["closed"]


def test_correction_of_points_alone_shows_no_seats_message(desk, playing):
    for table in range(1, 5):
        desk.enter(table, "A", 80 + table)
    rounds.close_round(playing, by=None)
    factories.open_round(desk.tournament, 2)
    desk.look()
    fields = {"stage": 1, "round": 1, "do": "correct"}
    answer = desk.enter(1, "A", 99, **fields)
    assert answer["ok"]
    assert answer["told"] == []


def test_a_round_closes_when_every_table_is_settled(desk, playing):
    close = f"/t/{desk.tournament.slug}/rounds/1/close/"
    for table in (1, 2, 4):
        desk.enter(table, "A", 80)
    page = desk.client.get(f"/t/{desk.tournament.slug}/desk/").content.decode()
    assert page_reader.data(page, "waits") == ["3"]
    assert worded("round_waits", tables=[3]) in desk.client.post(close, follow=True).content.decode()
    Desk(desk.tournament).enter(4, "B", 80, seen=0)
    desk.enter(3, "A", 80)
    assert worded("round_waits", tables=[4]) in desk.client.post(close, follow=True).content.decode()
    desk.look()
    desk.post(do="rule", meeting=factories.meeting_at(playing, 4).uid, game=1, line=3)
    desk.client.post(close)
    playing.refresh_from_db()
    assert playing.state == "closed"
    desk.client.post(close)
    assert playing.stage.tournament.acts.filter(kind="close").count() == 1


def test_medal_match_is_entered_game_by_game():
    tournament, meeting = factories.medal_match()
    desk, table = Desk(tournament), meeting.place.number

    assert desk.enter(table, "A", 88, game=2)["code"] == "game_before_is_open"
    text = desk.enter(table, "A", 88)["say"].partition(":")[0]
    assert re.findall(r"\d+", text) == ["1", str(table), "1"], "place, table, game"
    desk.look()
    assert desk.enter(table, "B", 100)["game"] == 2
    desk.look()
    (state,) = [one for one in scores.table_states([meeting.round]) if one.number == table]
    assert not state.settled
    last = desk.enter(table, "B", 64)
    assert last["game"] == 3
    assert "data-all-in" in last["status"]
    (state,) = [one for one in scores.table_states([meeting.round]) if one.number == table]
    assert state.settled
    assert (state.match.winner, state.match.games_won) == (1, (1, 2))
    turned = desk.post(do="turn", meeting=meeting.uid, game=3, line=last["line"], seen=last["seen"])
    assert turned["code"] == "corrected"
    (state,) = [one for one in scores.table_states([meeting.round]) if one.number == table]
    assert state.match.winner == 0


def test_heading_names_each_medal_match_once():
    tournament = factories.tournament(8, rounds=1, pegging="as_pegged")
    round_ = factories.open_round(tournament)
    for table, winner in enumerate((125, 125, 121, 121), start=1):
        factories.enter(factories.meeting_at(round_, table), [winner, 80 + table])
    rounds.close_round(round_, by=None)
    medals.create(tournament, seed=1, by=None)
    html = Desk(tournament).client.get(f"/t/{tournament.slug}/desk/").content.decode()
    heading = page_reader.parse(html).one("h1").words
    assert re.findall(r"\d+", heading) == ["1", "3"], "the places"


def test_result_of_a_voided_meeting_is_refused(desk, playing):
    one, other = (factories.meeting_at(playing, table) for table in (1, 2))
    rounds.swap(
        playing, one.seats.get(letter="A").entry.number, other.seats.get(letter="A").entry.number, by=None
    )
    answer = desk.post(meeting=one.uid, winner="A", loser=88)
    assert answer["code"] == "meeting_void"
    assert not Line.objects.exists()
