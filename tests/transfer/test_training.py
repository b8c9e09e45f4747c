"""The training exercise: results arrive, five incidents come in turn, and each is solved as in a hall."""

import pytest

from scoring.settle import Settled
from tests import factories
from tests.rounds.seated_as_played import people_at
from tournaments import registration, rounds
from tournaments.models import Meeting, Round, Tournament
from tournaments.publishing import publications
from tournaments.rounds import scores
from tournaments.transfer import training
from tournaments.transfer.training import LATER, MISSED, NOW, SOLVED

pytestmark = pytest.mark.django_db
CODES = ["slip", "late", "seats", "leaves", "dispute"]


@pytest.fixture
def exercise() -> Tournament:
    return training.make_training(None)


def states(tournament: Tournament) -> list[str]:
    found = training.incidents(tournament)
    assert [one.code for one in found] == CODES
    return [one.state for one in found]


def facts(tournament: Tournament, code: str) -> dict:
    return next(one.args for one in training.incidents(tournament) if one.code == code)


def receive(tournament: Tournament) -> int:
    """Let results arrive until no table has one to send; return how many there were."""
    arrived = 0
    while training.send_result(tournament):
        arrived += 1
    return arrived


def meeting_of(round_: Round, code: str) -> Meeting:
    return factories.meeting_at(round_, facts(round_.stage.tournament, code)["table"])


def correct(meeting: Meeting, points: list[int]) -> None:
    last = scores.last_line_of(meeting, 1)
    data = {"v": 1, "pegged": points}
    scores.desk.correct_result(meeting, game=1, data=data, nonce=f"test-{last}", seen=last, user=None)


def play_first(exercise: Tournament) -> None:
    first = factories.open_round(exercise, 1)
    receive(exercise)
    factories.enter(meeting_of(first, "slip"), facts(exercise, "slip")["points"])
    rounds.close_round(first, by=None)


def arrive(exercise: Tournament) -> None:
    registration.come_back(exercise.entries.get(number=training.LATE_NUMBER), from_round=2, by=None)


def sit_as_they_play(round_: Round) -> None:
    swapped = facts(round_.stage.tournament, "seats")
    moved, stays_away = (round_.stage.tournament.entries.get(name=name) for name in swapped["names"])
    opposite = factories.meeting_at(round_, swapped["tables"][1]).seats.exclude(entry=stays_away).get()
    rounds.seat_as_played(
        round_, [people_at(swapped["tables"][1], moved.number, opposite.entry.number)], by=None
    )


def play_second(exercise: Tournament) -> None:
    arrive(exercise)
    second = factories.open_round(exercise, 2)
    sit_as_they_play(second)
    receive(exercise)
    rounds.close_round(second, by=None)


def test_incidents_are_solved_in_turn_until_official(exercise):
    assert exercise.example and training.is_training(exercise)
    assert states(exercise) == [LATER] * 5
    assert not training.send_result(exercise), "nothing is being played"
    first = factories.open_round(exercise, 1)
    assert states(exercise) == [NOW, LATER, LATER, LATER, LATER]
    assert receive(exercise) == 4, "one of five tables has no tablet"
    factories.enter(meeting_of(first, "slip"), facts(exercise, "slip")["points"])
    assert states(exercise) == [SOLVED, LATER, LATER, LATER, LATER]
    rounds.close_round(first, by=None)
    assert states(exercise) == [SOLVED, NOW, LATER, LATER, LATER]
    arrive(exercise)
    assert states(exercise) == [SOLVED, SOLVED, LATER, LATER, LATER]
    second = factories.open_round(exercise, 2)
    assert states(exercise) == [SOLVED, SOLVED, NOW, LATER, LATER]
    assert receive(exercise) == 4, "two tables wait for their seats"
    sit_as_they_play(second)
    assert states(exercise) == [SOLVED, SOLVED, SOLVED, LATER, LATER]
    assert receive(exercise) == 2
    rounds.close_round(second, by=None)
    assert states(exercise) == [SOLVED, SOLVED, SOLVED, NOW, LATER]
    registration.withdraw(exercise.entries.get(number=training.LEAVING_NUMBER), from_round=3, by=None)
    third = factories.open_round(exercise, 3)
    assert states(exercise) == [SOLVED, SOLVED, SOLVED, SOLVED, LATER]
    receive(exercise)
    assert states(exercise) == [SOLVED, SOLVED, SOLVED, SOLVED, NOW]
    assert rounds.unsettled_tables(third) == [facts(exercise, "dispute")["table"]]
    correct(meeting_of(third, "dispute"), facts(exercise, "dispute")["points"])
    assert states(exercise) == [SOLVED] * 5
    rounds.close_round(third, by=None)
    assert not training.is_finished(exercise)
    publications.publish(exercise, official=True, by=None)
    assert training.is_finished(exercise)


def test_wrongly_typed_slip_stays_due_until_corrected(exercise):
    first = factories.open_round(exercise, 1)
    points = facts(exercise, "slip")["points"]
    wrong = [min(points[0], 120) - 1, 121] if points[0] < points[1] else [121, points[1] - 1]
    factories.enter(meeting_of(first, "slip"), wrong)
    assert states(exercise)[0] == NOW
    assert facts(exercise, "slip")["entered"] == wrong
    correct(meeting_of(first, "slip"), points)
    assert states(exercise)[0] == SOLVED


def test_ignored_incidents_are_missed(exercise):
    first = factories.open_round(exercise, 1)
    receive(exercise)
    factories.enter(meeting_of(first, "slip"), [121, 0])
    rounds.close_round(first, by=None)
    second = factories.open_round(exercise, 2)
    receive(exercise)
    for table in facts(exercise, "seats")["tables"]:
        factories.enter(factories.meeting_at(second, table), [121, 90])
    rounds.close_round(second, by=None)
    third = factories.open_round(exercise, 3)
    receive(exercise)
    correct(meeting_of(third, "dispute"), [121, 0])
    rounds.close_round(third, by=None)
    assert states(exercise) == [MISSED] * 5


def test_undoing_an_answer_makes_the_incident_due_again(exercise):
    from tournaments.common import audit_log

    play_first(exercise)
    arrive(exercise)
    assert states(exercise)[1] == SOLVED
    audit_log.undo(audit_log.last_undoable(exercise), by=None)
    assert states(exercise)[1] == NOW


def test_simulated_result_never_disputes_desk_result(exercise):
    first = factories.open_round(exercise, 1)
    table = next(one for one in scores.table_states([first]) if not one.bye)
    factories.enter(table.meeting, [121, 7])
    receive(exercise)
    assert isinstance(scores.current_result(table.meeting), Settled)


def test_each_director_has_one_exercise_until_it_is_finished():
    by, other = factories.director("lise"), factories.director("luc")
    mine = training.make_training(by)
    assert training.make_training(by) == mine
    assert training.make_training(other) != mine
    play_first(mine)
    play_second(mine)
    third = factories.open_round(mine, 3)
    receive(mine)
    correct(meeting_of(third, "dispute"), facts(mine, "dispute")["points"])
    rounds.close_round(third, by=None)
    publications.publish(mine, official=True, by=by)
    assert training.make_training(by) != mine


@pytest.mark.parametrize("stay", [3, 2])
def test_game_of_one_table_has_no_swapped_seats(exercise, stay):
    play_first(exercise)
    for entry in registration.present(exercise, 2)[stay:]:
        registration.withdraw(entry, from_round=2, by=None)
    second = factories.open_round(exercise, 2)
    assert states(exercise)[2] == LATER
    assert receive(exercise) == 1
    rounds.close_round(second, by=None)
    assert states(exercise)[2] == LATER
