"""What the desk writes: entered, corrected, turned round, decided, taken out; and what it hears."""

from uuid import uuid4

import pytest

from scoring import DomainError
from scoring.settle import Disputed, Open, Settled
from tests import factories
from tournaments import rounds
from tournaments.finals import medals
from tournaments.models import Line, Meeting, Stage
from tournaments.publishing import snapshot
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import desk
from tournaments.rounds.scores.game_state import load_game

pytestmark = pytest.mark.django_db

FIRST = {"v": 1, "pegged": [121, 88]}
OTHER = {"v": 1, "pegged": [88, 121]}
FORFEIT = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}


@pytest.fixture
def day():
    return factories.tournament(8)


@pytest.fixture
def meeting(day):
    return factories.meeting_at(factories.open_round(day), 1)


class Desk:
    """One desk: what it writes has seen the line up to which its screen was read."""

    def __init__(self, meeting):
        self.meeting, self.seen = meeting, 0

    def __call__(self, what, *, seen=None, nonce=None, game=1, **said):
        said = {"game": game, "nonce": nonce or uuid4().hex, **said}
        answer = what(self.meeting, seen=self.seen if seen is None else seen, user=None, **said)
        self.seen = answer.line.number
        return answer


def refused(code):
    return pytest.raises(DomainError, match=f"^{code}")


# Entering


def test_two_desks_that_have_not_seen_each_other_are_a_dispute(meeting):
    one, two = Desk(meeting), Desk(meeting)
    assert one(desk.enter_result, data=FIRST).amount == Settled(FIRST, 1)
    assert two(desk.enter_result, data=OTHER).amount == Disputed(FIRST, 1, (2,))


def test_a_desk_that_has_seen_the_result_enters_no_other(meeting):
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST, nonce="once")
    with refused("already_entered"):
        one(desk.enter_result, data=OTHER)
    with refused("already_entered"):
        one(desk.enter_result, data=OTHER, seen=99)
    again = one(desk.enter_result, data=FIRST, seen=0, nonce="once")
    assert (again.new, again.line.number) == (False, 1)
    assert one(desk.enter_result, data=FIRST, seen=1, nonce="once").new is False
    assert Line.objects.count() == 1


def test_a_line_about_another_table_or_game_is_no_basis(day):
    round_ = factories.open_round(day)
    first, second = (factories.meeting_at(round_, table) for table in (1, 2))
    factories.as_best_of_three(second)
    Desk(first)(desk.enter_result, data=FIRST)
    at_two = Desk(second)
    at_two(desk.enter_result, data=FIRST, seen=1)
    answer = at_two(desk.enter_result, data=FIRST, game=2)
    assert answer.line.basis == 0
    of_game = {game: load_game(second.pk, game).last_line for game in (1, 2, 3)}
    assert of_game[1](99) == of_game[1]() == 2
    assert of_game[2](2) == 0
    assert of_game[2](3) == 3
    assert of_game[3](99) == 0


def test_a_game_that_is_open_again_can_be_entered(meeting):
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST)
    assert one(desk.void_result).amount == Open()
    assert one(desk.enter_result, data=OTHER).amount == Settled(OTHER, 3)


@pytest.mark.parametrize(("data", "kind"), [(FIRST, "claim"), (FORFEIT, "award")])
def test_what_was_not_played_is_an_award(meeting, data, kind):
    assert Desk(meeting)(desk.enter_result, data=data).line.kind == kind


# Correcting


def test_a_correction_says_what_it_corrects(meeting):
    one = Desk(meeting)
    with refused("nothing_to_correct"):
        one(desk.correct_result, data=OTHER)
    one(desk.enter_result, data=FIRST)
    with refused("says_the_same"):
        one(desk.correct_result, data=FIRST)
    answer = one(desk.correct_result, data=OTHER, nonce="once")
    assert (answer.line.kind, answer.line.corrects, answer.line.basis) == ("correction", 1, 1)
    assert answer.amount == Settled(OTHER, 2)
    again = one(desk.correct_result, data=OTHER, nonce="once", seen=1)
    assert (again.new, again.line.number) == (False, 2)


def test_a_correction_of_what_somebody_has_changed_meanwhile_is_a_dispute(meeting):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST)
    two(desk.correct_result, data=OTHER, seen=1)
    third = {"v": 1, "pegged": [121, 70]}
    assert one(desk.correct_result, data=third).amount == Disputed(OTHER, 2, (3,))


THIRD = {"v": 1, "pegged": [121, 70]}


@pytest.mark.parametrize("data", [FIRST, OTHER, THIRD])
def test_a_result_that_is_typed_in_a_dispute_decides_it(meeting, data):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST)
    two(desk.enter_result, data=OTHER)
    answer = one(desk.correct_result, data=data, seen=2, nonce="once")
    assert (answer.line.kind, answer.amount) == ("ruling", Settled(data, 3))
    again = one(desk.correct_result, data=data, seen=2, nonce="once")
    assert (again.new, again.line.number) == (False, 3)


def test_a_correction_that_has_not_seen_the_dispute_decides_nothing(meeting):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST)
    two(desk.enter_result, data=OTHER)
    assert one(desk.correct_result, data=THIRD).amount == Disputed(FIRST, 1, (2, 3))


def test_a_nonce_of_another_tournament_is_another_one(meeting):
    other = factories.meeting_at(factories.open_round(factories.tournament(4)), 1)
    Desk(other)(desk.enter_result, data=FIRST, nonce="once")
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST)
    with refused("already_entered"):
        one(desk.enter_result, data=OTHER, nonce="once")
    answer = one(desk.correct_result, data=OTHER, nonce="once")
    assert (answer.new, answer.line.corrects) == (True, 1)


@pytest.mark.parametrize("what", [desk.rule_on_dispute, desk.swap_winner])
def test_a_line_about_another_table_or_game_decides_nothing_here(day, what):
    round_ = factories.open_round(day)
    first, second = (factories.meeting_at(round_, table) for table in (1, 2))
    Desk(first)(desk.enter_result, data=FIRST)
    factories.as_best_of_three(first)
    for meeting, game in ((second, 1), (first, 2)):
        with refused("no_such_line"):
            Desk(meeting)(what, line=1, game=game)


# The winner entered backwards


def test_turned_round_is_a_correction_with_the_sides_exchanged(meeting):
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST)
    assert one(desk.swap_winner, line=1).amount == Settled(OTHER, 2)


@pytest.mark.parametrize("line", [2, 99])
def test_only_a_line_of_this_game_that_says_something_is_turned_round(meeting, line):
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST)
    one(desk.void_result)
    with refused("no_such_line"):
        one(desk.swap_winner, line=line)


def test_of_several_the_desk_says_who_has_won(day):
    round_ = factories.sit(day, 1, (1, 2, 3), (4, 5), (6, 7))
    one = Desk(factories.meeting_at(round_, 1))
    one(desk.enter_result, data={"v": 1, "pegged": [121, 88, 70]})
    for winner in (None, 3, -1):
        with refused("who_really_won"):
            one(desk.swap_winner, line=1, winner=winner)
    assert one(desk.swap_winner, line=1, winner=2).amount.data["pegged"] == [70, 88, 121]


def test_where_nobody_won_nothing_is_exchanged_among_several(day):
    round_ = factories.sit(day, 1, (1, 2, 3), (4, 5), (6, 7))
    one = Desk(factories.meeting_at(round_, 1))
    one(desk.enter_result, data={"v": 1, "how": "abandoned", "pegged": [60, 60, 60], "winner": None})
    with refused("who_really_won"):
        one(desk.swap_winner, line=1, winner=2)


# A decision


def test_this_one_counts(meeting):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST)
    two(desk.enter_result, data=OTHER)
    answer = one(desk.rule_on_dispute, line=2, seen=2, note="La fiche le dit")
    assert (answer.line.kind, answer.line.note) == ("ruling", "La fiche le dit")
    assert answer.amount == Settled(OTHER, 3)
    penalty(meeting)
    for line in (4, 99):
        with refused("no_such_line"):
            one(desk.rule_on_dispute, line=line)


def test_a_decision_for_a_line_that_opened_the_game_opens_it(meeting):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST)
    one(desk.correct_result, data=OTHER)
    two(desk.void_result, seen=1)  # has not seen the correction
    answer = one(desk.rule_on_dispute, line=3, seen=3)
    assert answer.line.kind == "void"
    assert answer.amount == Open()


def test_taken_out_with_a_note(meeting):
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST)
    assert one(desk.void_result, note="Table 4").line.note == "Table 4"
    with refused("no_such_game"):
        one(desk.void_result, game=2)


# What the desk hears


def outcome(answer):
    return [one.code for one in answer.notices]


def penalty(meeting, what="points", points=5):
    (offender,) = scores.sides_of(meeting)[0]
    said = {"number": offender, "takes": scores.PenaltyEffect(what, points), "why": {"words": "Late"}}
    return scores.penalise(meeting, game=1, nonce=uuid4().hex, user=None, **said)


def played_and_seated(day):
    """A round that was played, the next one seated; and what the desk says about table 1 of the first."""
    round_ = factories.play_round(day, 1)
    rounds.seat(stages.qualifying(day), 2, by=None)
    one = Desk(Meeting.objects.select_related("round__stage__tournament").get(round=round_, place__number=1))
    one.seen = scores.last_line_of(one.meeting)
    return one


def test_another_winner_changes_no_seat_of_a_game_that_is_seated(day):
    one = played_and_seated(day)
    line = one.seen
    turned = one(desk.swap_winner, line=line)
    assert outcome(turned) == ["seats_stay"]
    assert turned.notices[0].args == {"round": 2}
    same_winner = one(desk.correct_result, data={"v": 1, "pegged": [50, 121]})
    assert outcome(same_winner) == []
    assert outcome(one(desk.void_result)) == ["seats_stay"]
    assert outcome(one(desk.enter_result, data=FIRST)) == []  # nothing counted before


def test_a_claim_that_changes_nothing_says_nothing(day):
    one = played_and_seated(day)
    assert outcome(Desk(one.meeting)(desk.enter_result, data=OTHER)) == []  # a dispute: the first one counts


def test_what_counted_for_nothing_changes_nothing(day):
    meeting = factories.meeting_at(factories.open_round(day), 1)
    stages.qualifying(day).rounds.create(number=2, state="seated")
    (one,), (other,) = scores.sides_of(meeting)
    stranger = next(number for number in range(1, 9) if number not in (one, other))
    factories.enter(meeting, [121, 88], sides=[[one], [stranger]])
    assert outcome(Desk(meeting)(desk.correct_result, data=OTHER, seen=1)) == []


def test_what_was_entered_before_the_game_was_lost_is_answered_as_then(meeting):
    one = Desk(meeting)
    first = one(desk.enter_result, data=FIRST, nonce="once")
    penalty(meeting, "game", None)
    again = one(desk.enter_result, data=FIRST, nonce="once", seen=0)
    assert (again.new, again.line) == (False, first.line)
    with refused("lost_by_penalty"):
        one(desk.enter_result, data=OTHER, seen=0)


def test_a_game_that_is_lost_before_it_was_entered_changes_no_winner(day):
    meeting = factories.meeting_at(factories.open_round(day), 1)
    stages.qualifying(day).rounds.create(number=2, state="seated")
    assert outcome(penalty(meeting, "game", None)) == []


def test_a_round_that_was_taken_back_is_nobodys_next(day):
    one = played_and_seated(day)
    line = one.seen
    stages.qualifying(day).rounds.filter(number=2).update(state="void")
    assert outcome(one(desk.swap_winner, line=line)) == []


def test_what_is_official_stays_as_it_was_announced(day):
    round_ = factories.play_round(day, 1)
    one = Desk(Meeting.objects.select_related("round__stage__tournament").get(round=round_, place__number=1))
    one.seen = scores.last_line_of(one.meeting)
    snapshot.publish(day, official=False, by=None)
    assert outcome(one(desk.correct_result, data={"v": 1, "pegged": [121, 70]})) == []
    snapshot.publish(day, official=True, by=None)
    assert outcome(one(desk.correct_result, data={"v": 1, "pegged": [121, 71]})) == ["official_stands"]
    assert outcome(penalty(one.meeting)) == ["official_stands"]
    one.seen += 1
    assert outcome(one(desk.void_result)) == ["official_stands"]
    assert outcome(penalty(one.meeting)) == ["official_stands"]
    assert outcome(one(desk.enter_result, data=FIRST)) == []  # nothing counted before
    assert outcome(Desk(one.meeting)(desk.enter_result, data=OTHER)) == []  # in dispute: the same counts
    snapshot.publish(day, official=False, by=None)
    one.seen += 1
    assert outcome(one(desk.correct_result, data={"v": 1, "pegged": [121, 72]})) == []


def test_medal_matches_stand_whatever_is_corrected_in_the_day():
    day = factories.tournament(4, rounds=1)
    round_ = factories.open_round(day)
    for table in (1, 2):
        factories.enter(factories.meeting_at(round_, table), [121, 88])
    rounds.close_round(round_, by=None)
    (stage,) = medals.create(day, seed=5, by=None)[:1]
    one = Desk(Meeting.objects.select_related("round__stage__tournament").get(round=round_, place__number=1))
    one.seen = scores.last_line_of(one.meeting)
    assert outcome(one(desk.correct_result, data={"v": 1, "pegged": [121, 70]})) == ["medal_matches_stand"]
    of_medals = Desk(medals.open_meetings(day).select_related("round__stage__tournament").first())
    of_medals(desk.enter_result, data=FIRST)
    assert outcome(of_medals(desk.correct_result, data={"v": 1, "pegged": [121, 70]})) == []
    Stage.objects.filter(kind=Stage.Kind.TIE_BREAK).update(state=Stage.State.VOID)
    assert outcome(one(desk.correct_result, data={"v": 1, "pegged": [121, 71]})) == []
    assert stage.kind == Stage.Kind.TIE_BREAK


def test_what_follows_in_another_tournament_is_no_concern_of_this_one(meeting):
    other, _match = factories.medal_match()
    snapshot.publish(other, official=True, by=None)
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST)
    assert outcome(one(desk.correct_result, data={"v": 1, "pegged": [121, 70]})) == []


def test_the_winner_of_a_medal_match_seats_nobody_by_letters():
    _day, meeting = factories.medal_match()
    meeting.round.stage.rounds.create(number=meeting.round.number + 1, state="seated", seed=1)
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST)
    assert outcome(one(desk.correct_result, data=OTHER)) == []
