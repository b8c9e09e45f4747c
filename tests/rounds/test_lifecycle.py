"""A round is opened, closed and taken back; the obstacles to each, table by table."""

from collections import Counter

import pytest

from scoring import DomainError
from tests import factories
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.finals import medals
from tournaments.models import Act, Line, Meeting, Result, Round, Seat
from tournaments.rounds import scores, stages

pytestmark = pytest.mark.django_db

SEATED, OPEN, CLOSED, VOID = Round.State.SEATED, Round.State.OPEN, Round.State.CLOSED, Round.State.VOID


@pytest.fixture
def tournament():
    return factories.tournament(8)


def refused(code):
    return pytest.raises(DomainError, match=f"^{code}")


def state(round_):
    return Round.objects.get(pk=round_.pk).state


def seat_round(tournament, number=1):
    return rounds.seat(stages.qualifying(tournament), number, by=None)


def enter_all(round_, but=()):
    for meeting in round_.meetings.filter(void_act=None).exclude(place__number__in=but):
        factories.enter(meeting, [121, 88])


def last_action(tournament, kind):
    return tournament.acts.filter(kind=kind).latest("version")


@pytest.mark.parametrize("open_tables", [[1], [4], [2, 3], [1, 2, 3, 4]])
def test_a_round_waits_for_every_table(tournament, open_tables):
    round_ = factories.open_round(tournament)
    enter_all(round_, but=open_tables)
    assert rounds.unsettled_tables(round_) == open_tables
    with refused("round_waits") as found:
        rounds.close_round(round_, by=None)
    assert found.value.args_ == {"tables": open_tables}
    assert state(round_) == OPEN
    assert not tournament.acts.filter(kind="close").exists()


def test_a_table_in_dispute_holds_the_round_open(tournament):
    round_ = factories.open_round(tournament)
    enter_all(round_)
    meeting = factories.meeting_at(round_, 3)
    factories.enter(meeting, [88, 121], basis=0, nonce="another-desk")
    assert rounds.unsettled_tables(round_) == [3]


def test_opening_and_closing_set_times_and_undo_clears_them(tournament):
    round_ = seat_round(tournament)
    assert round_.opened_at is None
    opened = rounds.open_round(round_, by=None)
    assert (opened.state, opened.opened_at is not None, opened.closed_at) == (OPEN, True, None)
    enter_all(opened)
    closed = rounds.close_round(opened, by=None)
    assert (closed.state, closed.closed_at is not None) == (CLOSED, True)
    act = last_action(tournament, "close")
    assert (act.args, act.inverse) == ({"stage": 1, "round": 1}, {"state": "open"})
    audit_log.undo(act, by=None)
    again = Round.objects.get(pk=round_.pk)
    assert (again.state, again.opened_at, again.closed_at) == (OPEN, opened.opened_at, None)


def test_repeated_open_or_close_writes_no_audit_entry(tournament):
    round_ = factories.open_round(tournament)
    written = Act.objects.count()
    assert rounds.open_round(round_, by=None).state == OPEN
    enter_all(round_)
    rounds.close_round(round_, by=None)
    assert rounds.close_round(round_, by=None).state == CLOSED
    assert Act.objects.count() == written + 1


def test_opening_needs_seated_and_closing_needs_open_round(tournament):
    round_ = seat_round(tournament)
    with refused("round_waits"):
        rounds.close_round(round_, by=None)
    # Nothing to wait for.
    Meeting.objects.filter(round=round_).update(void_act=last_action(tournament, "seat"))
    with refused("round_not_open"):
        rounds.close_round(round_, by=None)
    round_.state = CLOSED
    round_.save(update_fields=["state"])
    with refused("round_not_seated"):
        rounds.open_round(round_, by=None)


def test_voided_round_frees_its_number(tournament):
    round_ = seat_round(tournament)
    elsewhere = seat_round(factories.tournament(2, by=factories.director("yvon")))
    audit_log.undo(last_action(tournament, "seat"), by=None)
    assert (state(round_), state(elsewhere)) == (VOID, SEATED)
    assert not round_.meetings.filter(void_act=None).exists()
    assert registration.next_round_number(tournament) == 1
    with refused("already_undone"):
        audit_log.undo(last_action(tournament, "seat"), by=None)
    assert state(seat_round(tournament)) == SEATED


@pytest.mark.parametrize("kind", ["seat", "open"])
def test_a_round_with_a_result_is_not_taken_back(tournament, kind):
    round_ = factories.open_round(tournament)
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    code = "round_has_moved_on" if kind == "seat" else "results_are_in"
    assert audit_log.undo_obstacle(last_action(tournament, kind)).code == code
    with refused(code):
        audit_log.undo(last_action(tournament, kind), by=None)
    assert state(round_) == OPEN and Result.objects.exists()


def test_opening_and_seating_can_be_undone_in_turn(tournament):
    round_ = factories.open_round(tournament)
    assert audit_log.undo_obstacle(last_action(tournament, "seat")).code == "round_has_moved_on"
    audit_log.undo(last_action(tournament, "open"), by=None)
    again = Round.objects.get(pk=round_.pk)
    assert (again.state, again.opened_at) == (SEATED, None)
    audit_log.undo(last_action(tournament, "seat"), by=None)
    assert state(round_) == VOID


def test_next_round_and_not_results_blocks_reopening(tournament):
    round_ = factories.play_round(tournament, 1)
    assert audit_log.undo_obstacle(last_action(tournament, "close")) is None
    following = seat_round(tournament, 2)
    against = audit_log.undo_obstacle(last_action(tournament, "close"))
    assert (against.code, against.args_) == ("next_round_is_seated", {"round": 2})
    Round.objects.filter(pk=following.pk).update(state=VOID)
    audit_log.undo(last_action(tournament, "close"), by=None)
    assert state(round_) == OPEN and Line.objects.count() == 4


def test_medal_matches_keep_the_last_round_closed():
    tournament = factories.tournament(4, rounds=1)
    round_ = factories.open_round(tournament)
    enter_all(round_)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 70], kind=Line.Kind.CORRECTION)
    rounds.close_round(round_, by=None)
    (stage, *_more) = medals.create(tournament, seed=5, by=None)
    assert audit_log.undo_obstacle(last_action(tournament, "close")).code == "matches_stand"
    assert rounds.lifecycle.dependency_obstacle(stage.rounds.first()) is None
    stage.tournament.stages.filter(order__gt=1).update(state="void")
    assert audit_log.undo_obstacle(last_action(tournament, "close")) is None


def test_playoffs_keep_the_last_round_closed():
    tournament = factories.tournament(4, rounds=1)
    round_ = factories.play_round(tournament, 1)
    bracket = tournament.stages.create(
        order=2, kind="playoff", game="cribbage", movement="knock_out", rules={}, seed=1
    )
    assert rounds.lifecycle.dependency_obstacle(round_).code == "playoffs_exist"
    tournament.stages.filter(pk=bracket.pk).update(state="void")
    assert rounds.lifecycle.dependency_obstacle(round_) is None


def test_action_finds_standing_round_of_its_number(tournament):
    seat_round(tournament)
    first = last_action(tournament, "seat")
    audit_log.undo(first, by=None)
    again = seat_round(tournament)
    seated = last_action(tournament, "seat")
    assert rounds.lifecycle.rounds_of(seated).get() == again
    assert not rounds.lifecycle.rounds_of(first).exists()
    other = factories.tournament(4, by=factories.director("yvon"))
    for where, stage, number in ((other, 1, 1), (tournament, 2, 1), (tournament, 1, 2)):
        act = Act(tournament=where, version=seated.version, args={"stage": stage, "round": number})
        assert not rounds.lifecycle.rounds_of(act).exists()


# Obstacles to a seating


def test_seating_needs_previous_round_closed(tournament):
    stage = stages.qualifying(tournament)
    with refused("round_before_open"):
        rounds.plan(stage, 2)
    round_ = seat_round(tournament)
    with refused("round_already_seated"):
        rounds.plan(stage, 1)
    with refused("round_before_open"):
        rounds.plan(stage, 2)
    rounds.open_round(round_, by=None)
    enter_all(round_)
    with refused("round_before_open") as found:
        rounds.plan(stage, 2)
    assert found.value.args_ == {"round": 1}
    rounds.close_round(round_, by=None)
    assert not rounds.plan(stage, 2).faults
    assert scores.table_states([round_])


def test_seating_after_last_round_is_refused():
    tournament = factories.tournament(4, rounds=1)
    factories.play_round(tournament, 1)
    with refused("no_more_rounds") as found:
        rounds.plan(stages.qualifying(tournament), 2)
    assert found.value.args_ == {"rounds": 1}


@pytest.mark.parametrize(
    ("players", "rules", "code"),
    [
        (0, {}, "too_few_players"),
        (1, {}, "too_few_players"),
        (3, {"odd": None}, "odd_undecided"),
        (3, {"odd": "bye", "bye_credit": None}, "bye_credit_missing"),
        (3, {"odd": "house"}, "house_player_missing"),
    ],
)
def test_unseatable_field_is_refused(players, rules, code):
    tournament = factories.tournament(players, **{"tables": 2, **rules})
    with refused(code):
        rounds.plan(stages.qualifying(tournament), 1)


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (2, {"odd": None}),
        (2, {"odd": "bye", "bye_credit": None}),
        (3, {"odd": "bye", "bye_credit": 0}),
        (3, {"odd": "three"}),
    ],
)
def test_seatable_field_is_seated(players, rules):
    tournament = factories.tournament(players, **{"tables": 2, **rules})
    seating = rounds.plan(stages.qualifying(tournament), 1)
    assert sorted(number for table in seating.tables for number in table.people) == list(
        range(1, players + 1)
    )
    assert not seating.faults


def test_first_deal_rotates_as_foretold():
    tournament = factories.tournament(6, movement="round_robin", first_deal="seat_a", rounds=5, tables=3)
    factories.play_round(tournament, 1)
    stage = stages.qualifying(tournament)
    coming = [{table.people for table in planned} for planned in rounds.future_rounds(stage)]
    played = [factories.play_round(tournament, number) for number in range(2, 6)]
    assert coming == [{table.people for table in rounds.planned_tables(one)} for one in played]
    first = Counter(Seat.objects.filter(letter="A", meeting__void_act=None).values_list("entry", flat=True))
    assert set(first.values()) <= {2, 3}
