"""Two people sit at the wrong table and play, and the round is recorded as it is played."""

import pytest

from scoring import DomainError
from tests import factories
from tests.devices.test_api import joined, result, submit
from tests.rounds.seated_as_played import assert_copy_round_trips, codes, offers, people_at, seats
from tournaments import rounds
from tournaments.common import audit_log
from tournaments.models import Line, Meeting, Result, Round
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import submissions

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(tournament):
    return factories.open_round(tournament)


def enter_line_about_others(round_, table, one, other, totals, **fields):
    """Enter a line about table `table` that says that two other people have played there."""
    sides = [[one], [other]]
    return factories.enter(
        factories.meeting_at(round_, table), totals, sides=sides, by=Line.By.TABLE, **fields
    )


@pytest.mark.both_databases
def test_displaced_opponents_are_paired_with_each_other(database, tournament):
    playing = factories.open_round(tournament)
    before = seats(playing)
    (a, b), (c, d) = before[1], before[2]
    plan = rounds.plan_as_played(playing, [people_at(1, a, c)])
    assert seats(playing) == before, "not before it is confirmed"
    assert [(move.number, move.before, move.after, move.named) for move in plan.moves] == [
        (c, (2, "A"), (1, "B"), True),
        (b, (1, "B"), (2, "A"), False),
    ]
    assert codes(plan) == ["as_played_next_winners_stay"]
    act = rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    assert seats(playing) == {**before, 1: (a, c), 2: (b, d)}
    now = playing.meetings.filter(void_act=None)
    assert set(now.filter(origin="as_played").values_list("place__number", flat=True)) == {1, 2}
    assert playing.meetings.filter(void_act=act).count() == 2
    audit_log.undo(audit_log.last_undoable(tournament), by=None)
    assert seats(playing) == before
    assert not playing.meetings.filter(void_act=None, origin="as_played").exists()
    assert_copy_round_trips(tournament)


@pytest.mark.both_databases
def test_undo_restores_voided_results(database, tournament):
    playing = factories.open_round(tournament)
    for table in (1, 2, 3):
        factories.enter(factories.meeting_at(playing, table), [121, 80 + table])
    (a, _b), (c, _d) = seats(playing)[1], seats(playing)[2]
    untouched = list(Result.objects.filter(meeting__place__number=3).order_by("pk").values())
    before = list(Result.objects.order_by("meeting", "side").values_list("entry", "pegged", "line"))
    plan = rounds.plan_as_played(playing, [people_at(1, a, c)])
    assert plan.consequences[0] == rounds.Consequence("as_played_lines_void", {"tables": [1, 2]})
    rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    assert Line.objects.count() == 3
    assert list(Result.objects.order_by("pk").values()) == untouched
    assert scores.rebuild(tournament, check=True) == []
    assert rounds.unsettled_tables(playing) == [1, 2, 4]
    audit_log.undo(audit_log.last_undoable(tournament), by=None)
    assert list(Result.objects.order_by("meeting", "side").values_list("entry", "pegged", "line")) == before
    assert scores.rebuild(tournament, check=True) == []
    assert rounds.unsettled_tables(playing) == [4]


@pytest.mark.both_databases
@pytest.mark.parametrize("turned", [False, True])
def test_line_about_reseated_people_becomes_result(database, tournament, turned):
    playing = factories.open_round(tournament)
    (a, _b), (c, _d) = seats(playing)[1], seats(playing)[2]
    line = (
        enter_line_about_others(playing, 1, c, a, [90, 121])
        if turned
        else enter_line_about_others(playing, 1, a, c, [121, 90])
    )
    assert rounds.unsettled_tables(playing) == [1, 2, 3, 4]
    assert offers(playing) == []
    rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    (offered,) = offers(playing)
    assert (offered.line, offered.data) == (line.line, {"v": 1, "pegged": [121, 90]})
    for _twice in (1, 2):
        answer = scores.write_misdirected(
            offered.table.meeting, line=line.line.number, nonce="tap", user=None
        )
    assert not answer.new
    assert str(line.line.number) in answer.line.note
    assert dict(Result.objects.values_list("entry__number", "pegged")) == {a: 121, c: 90}
    assert offers(playing) == []
    assert rounds.unsettled_tables(playing) == [2, 3, 4]
    with pytest.raises(DomainError, match="already_entered"):
        scores.write_misdirected(offered.table.meeting, line=line.line.number, nonce="another tap", user=None)


@pytest.mark.both_databases
def test_late_tablet_result_goes_to_new_meeting(database, tournament):
    playing = factories.open_round(tournament)
    token = joined(tournament)["token"]
    (a, b), (c, _d) = seats(playing)[1], seats(playing)[2]
    asked = {"uid": str(factories.meeting_at(playing, 1).uid), "basis": 0, "sides": []}
    late = result(asked, [121, 77], sides=[[a], [c]])
    rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    for answer in ("accepted", "same", "same"):
        assert [heard["answer"] for heard in submit(token, late)] == [answer]
    assert submit(token, result(asked, [121, 70], sides=[[a], [b]]))[0]["answer"] == "refused"
    assert submit(token, {**late, "data": {"v": 1, "pegged": [121, 78]}})[0]["answer"] == "refused"
    assert dict(Result.objects.values_list("entry__number", "pegged")) == {a: 121, c: 77}


@pytest.mark.both_databases
def test_result_resent_after_reseating_is_recognised(database, tournament):
    playing = factories.open_round(tournament)
    token = joined(tournament)["token"]
    (a, _b), (c, _d) = seats(playing)[1], seats(playing)[2]
    asked = {"uid": str(factories.meeting_at(playing, 1).uid), "basis": 0, "sides": []}
    sent = result(asked, [121, 77], sides=[[a], [c]])
    assert submit(token, sent)[0]["answer"] == "conflict"
    rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    assert submit(token, sent)[0]["answer"] == "same"
    (offered,) = offers(playing)
    assert offered.line.number == 1


def test_line_about_other_people_is_not_offered(tournament, playing):
    (a, _b), (c, d) = seats(playing)[1], seats(playing)[2]
    factories.enter(factories.meeting_at(playing, 3), [121, 70])
    rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    assert offers(playing) == []
    with pytest.raises(DomainError, match="no_such_line"):
        scores.write_misdirected(factories.meeting_at(playing, 1), line=1, nonce="tap", user=None)
    enter_line_about_others(playing, 2, a, d, [121, 64])
    with pytest.raises(DomainError, match="no_such_line"):
        scores.write_misdirected(factories.meeting_at(playing, 1), line=2, nonce="tap", user=None)


def test_pairs_with_swapped_tables_keep_results(tournament, playing):
    one, two = seats(playing)[1], seats(playing)[2]
    factories.enter(factories.meeting_at(playing, 1), [121, 70])
    first = factories.enter(factories.meeting_at(playing, 2), [60, 121]).line
    factories.enter(
        factories.meeting_at(playing, 2), [61, 121], kind=Line.Kind.CORRECTION, corrects=first.number
    )
    rounds.seat_as_played(playing, [people_at(1, *two)], by=None)
    assert (seats(playing)[1], seats(playing)[2]) == (two, one)
    offered = offers(playing)
    assert [(offer.table.number, offer.data["pegged"]) for offer in offered] == [
        (1, [61, 121]),
        (2, [121, 70]),
    ]


def test_swapped_letters_hold_for_next_round(tournament, playing):
    a, b = seats(playing)[1]
    factories.enter(factories.meeting_at(playing, 1), [121, 70])
    rounds.seat_as_played(playing, [people_at(1, b, a)], by=None)
    (offered,) = offers(playing)
    assert offered.data["pegged"] == [70, 121]
    scores.write_misdirected(offered.table.meeting, line=1, nonce="tap", user=None)
    for table in (2, 3, 4):
        factories.enter(factories.meeting_at(playing, table), [121, 70])
    rounds.close_round(playing, by=None)
    following = rounds.seat(stages.qualifying(tournament), 2, by=None)
    assert seats(following)[1][1] == a


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ([], "as_played_who"),
        ([people_at(1)], "as_played_who"),
        ([people_at(1, 1, 2), people_at(1, 3, 4)], "as_played_who"),
        ([people_at(9, 1, 2)], "no_such_table"),
        ([people_at(1, 1, 1)], "as_played_twice"),
        ([people_at(1, 1, 2), people_at(2, 3, 1)], "as_played_twice"),
        ([people_at(1, 1, 99)], "as_played_not_in_round"),
        ([people_at(1, 1)], "as_played_no_seat"),
    ],
)
def test_invalid_tables_are_refused_with_names(playing, given, code):
    with pytest.raises(DomainError) as refused:
        rounds.plan_as_played(playing, given)
    assert refused.value.code == code
    if code == "as_played_twice":
        assert refused.value.args_["names"] == ["Réal O'Brien"]


def test_unchanged_seats_are_refused(playing):
    table, people = next(iter(seats(playing).items()))
    with pytest.raises(DomainError, match="as_played_as_planned"):
        rounds.seat_as_played(playing, [people_at(table, *people)], by=None)


def test_reseating_before_round_begins_is_refused(tournament):
    seated = rounds.seat(stages.qualifying(tournament), 1, by=None)
    with pytest.raises(DomainError, match="as_played_not_begun"):
        rounds.plan_as_played(seated, [people_at(1, 1, 2)])


def test_even_field_leaves_no_player_alone(tournament, playing):
    (a, _b), (c, _d) = seats(playing)[1], seats(playing)[2]
    tournament.places.create(number=5)
    with pytest.raises(DomainError, match="as_played_nobody_opposite") as refused:
        rounds.plan_as_played(playing, [people_at(5, a)])
    assert len(refused.value.args_["names"]) == 2
    rounds.seat_as_played(playing, [people_at(5, a, c)], by=None)
    assert sorted(seats(playing)) == [1, 3, 4, 5]
    audit_log.undo(audit_log.last_undoable(tournament), by=None)
    assert sorted(seats(playing)) == [1, 2, 3, 4]


def test_reseating_reopens_last_closed_round(tournament):
    factories.play_round(tournament, 1)
    closed = stages.qualifying(tournament).rounds.get(number=1)
    (a, _b), (c, _d) = seats(closed)[1], seats(closed)[2]
    plan = rounds.plan_as_played(closed, [people_at(1, a, c)])
    assert codes(plan) == ["as_played_lines_void", "as_played_opens_again", "as_played_next_winners_stay"]
    rounds.seat_as_played(closed, [people_at(1, a, c)], by=None)
    closed.refresh_from_db()
    assert closed.state == Round.State.OPEN
    assert rounds.unsettled_tables(closed) == [1, 2]
    with pytest.raises(DomainError, match="round_before_open"):
        rounds.seat(stages.qualifying(tournament), 2, by=None)
    audit_log.undo(audit_log.last_undoable(tournament), by=None)
    rounds.close_round(closed, by=None)


def test_reseating_keeps_round_closed_if_next_is_seated(tournament):
    factories.play_round(tournament, 1)
    following = rounds.seat(stages.qualifying(tournament), 2, by=None)
    closed, ahead = stages.qualifying(tournament).rounds.get(number=1), seats(following)
    (a, _b), (c, _d) = seats(closed)[1], seats(closed)[2]
    assert codes(rounds.plan_as_played(closed, [people_at(1, a, c)])) == [
        "as_played_lines_void",
        "as_played_next_stays",
    ]
    rounds.seat_as_played(closed, [people_at(1, a, c)], by=None)
    closed.refresh_from_db()
    assert (closed.state, seats(following)) == (Round.State.CLOSED, ahead)
    factories.enter(factories.meeting_at(closed, 1), [121, 99])
    assert Result.objects.filter(meeting__round=closed, entry__number=c).get().pegged == 99
    assert audit_log.last_undoable(tournament) is None


def test_reseating_after_next_round_closed_is_refused(tournament):
    factories.play_round(tournament, 1)
    factories.play_round(tournament, 2)
    with pytest.raises(DomainError, match="as_played_too_late"):
        rounds.plan_as_played(stages.qualifying(tournament).rounds.get(number=1), [people_at(1, 1, 2)])


def test_rematch_is_reported(tournament):
    first = seats(factories.play_round(tournament, 1))
    second = factories.open_round(tournament, 2)
    plan = rounds.plan_as_played(second, [people_at(2, *first[1])])
    assert ("rematch", tuple(first[1])) in [(found.code, found.people) for found in plan.findings]


def test_results_or_later_reseating_block_undo(tournament, playing):
    (a, b), (c, d) = seats(playing)[1], seats(playing)[2]
    first = rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    second = rounds.seat_as_played(playing, [people_at(1, a, d)], by=None)
    with pytest.raises(DomainError, match="round_has_moved_on"):
        audit_log.undo(first, by=None)
    audit_log.undo(second, by=None)
    factories.enter(factories.meeting_at(playing, 2), [121, 4])
    with pytest.raises(DomainError, match="results_are_in"):
        audit_log.undo(first, by=None)
    factories.enter(factories.meeting_at(playing, 3), [121, 4])
    assert (a, b) != (a, c)


def test_round_robin_continues_with_new_opponents():
    tournament = factories.gin(6)
    playing = factories.open_round(tournament)
    (a, _b), (c, _d) = seats(playing)[1], seats(playing)[2]
    assert codes(rounds.plan_as_played(playing, [people_at(1, a, c)])) == ["as_played_next_round_robin"]
    rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    met = {frozenset(people) for people in seats(playing).values()}
    for meeting in playing.meetings.filter(void_act=None):
        factories.totals(meeting, 310, 85)
    rounds.close_round(playing, by=None)
    following = rounds.seat(stages.qualifying(tournament), 2, by=None)
    assert not met & {frozenset(people) for people in seats(following).values()}


# Lines that become the result of the players who really sat there


def test_misdirected_forfeit_is_repeated_as_award(tournament, playing):
    (a, _b), (c, _d) = seats(playing)[1], seats(playing)[2]
    data = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}
    values = {"sides": [[a], [c]], "by": Line.By.DESK, "nonce": "forfeit", "basis": 0}
    scores.write_line(factories.meeting_at(playing, 1), kind=Line.Kind.AWARD, data=data, **values)
    rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    (offered,) = offers(playing)
    answer = scores.write_misdirected(offered.table.meeting, line=1, nonce="tap", user=None)
    assert (answer.line.kind, answer.line.by, answer.line.data) == (Line.Kind.AWARD, Line.By.DESK, data)
    assert answer.line.basis == 0


def test_repeated_lines_are_offered_once_newest_first(tournament, playing):
    (a, _b), (c, _d) = seats(playing)[1], seats(playing)[2]
    for nonce, totals, basis in (("one", [121, 90], 0), ("two", [121, 90], 0), ("three", [121, 91], 0)):
        enter_line_about_others(playing, 1, a, c, totals, nonce=nonce, basis=basis)
    rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    assert [(offer.line.number, offer.data["pegged"]) for offer in offers(playing)] == [
        (3, [121, 91]),
        (2, [121, 90]),
    ]
    now = factories.meeting_at(playing, 1)
    assert scores.write_misdirected(now, line=3, nonce="tap", user=None).result.data["pegged"] == [121, 91]


def test_only_result_line_of_same_round_is_repeated(tournament, playing):
    (a, _b), (c, _d), (e, f) = (seats(playing)[table] for table in (1, 2, 3))
    meeting = factories.meeting_at(playing, 3)
    factories.enter(meeting, [121, 70])
    takes, why = scores.PenaltyEffect("points", 8), {"words": "Cards shown"}
    penalty = scores.penalise(meeting, game=1, number=e, takes=takes, why=why, nonce="p", user=None).line
    factories.void_game(meeting, game=1, nonce="open", basis=2, user=None)
    later = factories.sit(tournament, 2, (a, c))
    elsewhere = factories.enter(factories.meeting_at(later, 1), [121, 5]).line
    rounds.seat_as_played(playing, [people_at(1, a, c), people_at(3, f, e)], by=None)
    for table in (1, 3):
        now = factories.meeting_at(playing, table)
        for line in (penalty.number, 3, elsewhere.number, 99):
            with pytest.raises(DomainError, match="no_such_line") as refused:
                scores.write_misdirected(now, line=line, nonce=f"tap-{line}", user=None)
            assert refused.value.args_ == {"line": line}
    assert [(offer.table.number, offer.line.number) for offer in offers(playing)] == [(3, 1)]


def test_late_result_of_voided_meeting_is_refused(tournament, playing):
    token = joined(tournament)["token"]
    (a, b), (c, _d) = seats(playing)[1], seats(playing)[2]
    rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    asked = {"uid": str(factories.meeting_at(playing, 1).uid), "basis": 0, "sides": []}
    audit_log.undo(audit_log.last_undoable(tournament), by=None)
    for sides in ([[a], [c]], [[a], [b]]):
        (heard,) = submit(token, result(asked, [121, 77], sides=sides))
        assert (heard["answer"], Line.objects.count()) == ("refused", 0)


def test_late_result_finds_its_meeting(tournament, playing):
    """It is the planned one, unless the players sat there as played; a result that is in stays there."""
    (a, b), (c, d) = seats(playing)[1], seats(playing)[2]
    planned, beside = (factories.meeting_at(playing, table) for table in (1, 2))
    assert submissions.intended_meeting(planned, [[a], [c]], "n") == planned
    factories.sit(tournament, 2, (a, b), (c, d))  # at the same tables, in another round
    factories.enter(planned, [121, 88], nonce="written")
    other = factories.tournament(4)
    factories.enter(factories.meeting_at(factories.open_round(other), 1), [121, 88], nonce="elsewhere")
    rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    planned = Meeting.objects.select_related("round__stage__tournament").get(pk=planned.pk)
    here, there = factories.meeting_at(playing, 1), factories.meeting_at(playing, 2)
    factories.enter(there, [121, 88], nonce="next door")
    factories.enter(here, [121, 88], nonce="as played")
    for sides, nonce, found in (
        ([[a], [c]], "n", here),
        ([[c], [a]], "n", here),
        ([[a], [b]], "n", planned),
        ([[a, c]], "n", planned),
        ([[b], [d]], "n", planned),
        ([[a], [c]], "written", planned),
        ([[a], [b]], "as played", here),
        ([[a], [c]], "next door", here),
        ([[a], [c]], "elsewhere", here),
    ):
        assert submissions.intended_meeting(planned, sides, nonce) == found, (sides, nonce)
    beside.refresh_from_db()
    assert submissions.intended_meeting(beside, [[b], [d]], "n") == there
