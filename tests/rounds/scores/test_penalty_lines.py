"""Penalties in the score book, called directly: the seats, what is taken, and what is taken back."""

import pytest

from scoring import DomainError
from tests import factories
from tournaments.common import jobs
from tournaments.models import Job, Line
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import PenaltyEffect, penalties
from tournaments.rounds.scores.loaded_game import load_game

pytestmark = pytest.mark.django_db

REASON = {"words": "Cards shown"}
EIGHT_POINTS = PenaltyEffect("points", 8)


def penalise(meeting, number, takes=EIGHT_POINTS, nonce=None):
    nonce = nonce or f"penalty-{Line.objects.count()}"
    return scores.penalise(meeting, game=1, number=number, takes=takes, why=REASON, nonce=nonce, user=None)


def take_back(tournament, answer):
    number = answer.line.number
    return scores.take_back(tournament, number, nonce=f"back-{number}", user=None)


def numbers_at(meeting):
    return [side[0] for side in scores.sides_of(meeting)]


def code_of(refused):
    return refused.value.code


@pytest.fixture
def tournament():
    return factories.tournament(4, rounds=2)


@pytest.fixture
def meeting(tournament):
    return factories.meeting_at(factories.open_round(tournament), 1)


def is_seated(tournament, *where):
    try:
        return bool(scores.entry_meeting(tournament, *where))
    except DomainError as refusal:
        return (refusal.code, refusal.args_) != ("penalty_not_seated", {"round": where[1]})


def test_seat_is_found_by_stage_round_and_number(tournament, meeting):
    other = factories.tournament(4, rounds=2)
    factories.sit(other, 1, (1, 2), (3, 4))
    second = factories.sit(tournament, 2, (1, 3), (2, 4))
    for number in (1, 2, 3, 4):
        assert number in numbers_at(scores.entry_meeting(tournament, 1, 1, number))
        assert scores.entry_meeting(tournament, 1, 1, number).round_id == meeting.round_id
        assert number in numbers_at(scores.entry_meeting(tournament, 1, 2, number))
        assert scores.entry_meeting(tournament, 1, 2, number).round_id == second.pk
    assert not any(is_seated(tournament, *where) for where in ((2, 1, 1), (1, 3, 1), (1, 1, 5)))


def test_voided_round_meeting_or_stage_has_no_seat(tournament, meeting):
    number = numbers_at(meeting)[0]
    for state, found in (("seated", False), ("closed", True), ("void", False), ("open", True)):
        meeting.round.state = state
        meeting.round.save()
        assert is_seated(tournament, 1, 1, number) is found
    stage = meeting.round.stage
    for state, found in (("void", False), ("finished", True)):
        stage.state = state
        stage.save()
        assert is_seated(tournament, 1, 1, number) is found
    meeting.void_act = tournament.acts.first()
    meeting.save()
    assert not is_seated(tournament, 1, 1, number)


def test_point_penalty_without_points_is_refused(tournament, meeting):
    with pytest.raises(DomainError) as refused:
        penalise(meeting, numbers_at(meeting)[0], PenaltyEffect("points"))
    assert (code_of(refused), refused.value.args_) == ("penalty_points", {"value": "", "most": 999})


@pytest.mark.parametrize("takes", [EIGHT_POINTS, PenaltyEffect("game"), PenaltyEffect("deal")])
def test_penalty_for_unseated_player_is_refused(tournament, meeting, takes):
    stranger = next(number for number in range(1, 5) if number not in numbers_at(meeting))
    with pytest.raises(DomainError) as refused:
        penalise(meeting, stranger, takes)
    assert code_of(refused) == "penalty_for_nobody"
    assert not Line.objects.exists()


def test_only_own_penalty_lines_can_be_taken_back(tournament, meeting):
    other = factories.meeting_at(factories.open_round(factories.tournament(4)), 1)
    for one in (meeting, other):
        factories.enter(one, [121, 88])
        factories.enter(factories.meeting_at(one.round, 2), [121, 88])
    elsewhere = penalise(other, numbers_at(other)[0], nonce="elsewhere").line
    for number in (1, elsewhere.number):
        with pytest.raises(DomainError) as refused:
            scores.take_back(tournament, number, nonce="back", user=None)
        assert (code_of(refused), refused.value.args_) == ("no_such_penalty", {"line": number})
    assert scores.recorded_penalties(tournament) == []
    own, other = (penalise(meeting, numbers_at(meeting)[0], nonce=nonce) for nonce in ("own", "other"))
    take_back(tournament, own)
    with pytest.raises(DomainError, match="no_such_penalty"):
        scores.take_back(tournament, own.line.number, nonce="again", user=None)
    assert other.line.number in {ruled.line.number for ruled in scores.recorded_penalties(tournament)}
    with pytest.raises(DomainError, match="no_such_penalty"):
        scores.take_back(tournament, 99, nonce="own", user=None)


def test_refusal_names_line_that_lost_the_game(tournament, meeting):
    def refuse_lost(at=meeting):
        penalties.check_not_lost(load_game(at.pk, 1))

    first, second = numbers_at(meeting)
    penalise(meeting, first)
    refuse_lost()
    lost = penalise(meeting, second, PenaltyEffect("game"))
    with pytest.raises(DomainError, match="lost_by_penalty") as refused:
        refuse_lost()
    assert refused.value.args_ == {"line": lost.line.number}
    refuse_lost(factories.meeting_at(meeting.round, 2))
    take_back(tournament, lost)
    refuse_lost()


def test_each_penalty_queues_a_copy(tournament, meeting):
    for act in ("ruled", "back"):
        Job.objects.all().delete()
        if act == "ruled":
            line = penalise(meeting, numbers_at(meeting)[0]).line
        else:
            scores.take_back(tournament, line.number, nonce="back", user=None)
        assert Job.objects.filter(tournament=tournament, key=jobs.COPY).exists()


def test_penalty_line_content(tournament, meeting):
    factories.enter(meeting, [121, 88])
    line = penalise(meeting, numbers_at(meeting)[1], PenaltyEffect("game")).line
    assert (line.kind, line.by, line.basis, line.corrects) == (Line.Kind.PENALTY, Line.By.JUDGE, 1, None)
    lost = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}
    assert line.data == {"v": 1, "side": 1, "game": lost, "why": REASON}
    assert scores.take_back(tournament, line.number, nonce="back", user=None).line.data == {
        "v": 1,
        "takes_back": line.number,
    }


def test_points_off_are_per_stage_and_version(tournament, meeting):
    number = numbers_at(meeting)[0]
    first = penalise(meeting, number)
    more = penalise(meeting, number, PenaltyEffect("points", 5))
    stage, at = stages.qualifying(tournament), (meeting.round_id, number)
    assert scores.points_off(stage) == {at: 13}
    assert scores.points_off(stage, first.line.version) == {at: 8}
    assert scores.points_off(stage, first.line.version - 1) == {}
    back = take_back(tournament, first).line
    assert scores.points_off(stage, back.version - 1) == {at: 13}
    take_back(tournament, more)
    assert scores.points_off(stage) == {}
    assert scores.points_off(stages.qualifying(factories.tournament(4))) == {}


def test_a_medal_match_that_is_lost_has_no_points():
    _day, match = factories.medal_match()
    line = penalise(match, numbers_at(match)[0], PenaltyEffect("game")).line
    assert (line.data["game"]["pegged"], line.data["game"]["winner"]) == ([0, 0], 1)
