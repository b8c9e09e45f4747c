"""Lines of the desk: entries, corrections, reversals, decisions, removals; and what it is answered."""

from uuid import uuid4

import pytest

from scoring import DomainError
from scoring.settle import Disputed, Open, Settled
from tests import factories
from tournaments import rounds
from tournaments.finals import medals
from tournaments.models import Line, Meeting, Stage
from tournaments.publishing import publications
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import desk
from tournaments.rounds.scores.loaded_game import load_game

pytestmark = pytest.mark.django_db

FIRST_RESULT = {"v": 1, "pegged": [121, 88]}
OTHER_RESULT = {"v": 1, "pegged": [88, 121]}
FORFEIT = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}


@pytest.fixture
def tournament():
    return factories.tournament(8)


@pytest.fixture
def meeting(tournament):
    return factories.meeting_at(factories.open_round(tournament), 1)


class Desk:
    """One desk: what it writes has seen the line up to which its screen was read."""

    def __init__(self, meeting):
        self.meeting, self.seen = meeting, 0

    def __call__(self, what, *, seen=None, nonce=None, game=1, **fields):
        fields = {"game": game, "nonce": nonce or uuid4().hex, **fields}
        answer = what(self.meeting, seen=self.seen if seen is None else seen, user=None, **fields)
        self.seen = answer.line.number
        return answer


def refused(code):
    return pytest.raises(DomainError, match=f"^{code}")


# Entering


def test_results_of_two_unaware_desks_are_disputed(meeting):
    one, two = Desk(meeting), Desk(meeting)
    assert one(desk.enter_result, data=FIRST_RESULT).result == Settled(FIRST_RESULT, 1)
    assert two(desk.enter_result, data=OTHER_RESULT).result == Disputed(FIRST_RESULT, 1, (2,))


def test_second_result_after_seen_one_is_refused(meeting):
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT, nonce="once")
    with refused("already_entered"):
        one(desk.enter_result, data=OTHER_RESULT)
    with refused("already_entered"):
        one(desk.enter_result, data=OTHER_RESULT, seen=99)
    again = one(desk.enter_result, data=FIRST_RESULT, seen=0, nonce="once")
    assert (again.new, again.line.number) == (False, 1)
    assert one(desk.enter_result, data=FIRST_RESULT, seen=1, nonce="once").new is False
    assert Line.objects.count() == 1


def test_basis_ignores_other_tables_and_games(tournament):
    round_ = factories.open_round(tournament)
    first, second = (factories.meeting_at(round_, table) for table in (1, 2))
    factories.as_best_of_three(second)
    Desk(first)(desk.enter_result, data=FIRST_RESULT)
    at_two = Desk(second)
    at_two(desk.enter_result, data=FIRST_RESULT, seen=1)
    answer = at_two(desk.enter_result, data=FIRST_RESULT, game=2)
    assert answer.line.basis == 0
    of_game = {game: load_game(second.pk, game).last_line for game in (1, 2, 3)}
    assert of_game[1](99) == of_game[1]() == 2
    assert of_game[2](2) == 0
    assert of_game[2](3) == 3
    assert of_game[3](99) == 0


def test_a_game_that_is_open_again_can_be_entered(meeting):
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    assert one(desk.void_result).result == Open()
    assert one(desk.enter_result, data=OTHER_RESULT).result == Settled(OTHER_RESULT, 3)


@pytest.mark.parametrize(("data", "kind"), [(FIRST_RESULT, "claim"), (FORFEIT, "award")])
def test_unplayed_game_is_written_as_award(meeting, data, kind):
    assert Desk(meeting)(desk.enter_result, data=data).line.kind == kind


# Correcting


def test_correction_names_corrected_line(meeting):
    one = Desk(meeting)
    with refused("nothing_to_correct"):
        one(desk.correct_result, data=OTHER_RESULT)
    one(desk.enter_result, data=FIRST_RESULT)
    with refused("says_the_same"):
        one(desk.correct_result, data=FIRST_RESULT)
    answer = one(desk.correct_result, data=OTHER_RESULT, nonce="once")
    assert (answer.line.kind, answer.line.corrects, answer.line.basis) == ("correction", 1, 1)
    assert answer.result == Settled(OTHER_RESULT, 2)
    again = one(desk.correct_result, data=OTHER_RESULT, nonce="once", seen=1)
    assert (again.new, again.line.number) == (False, 2)


def test_correction_of_changed_result_is_disputed(meeting):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    two(desk.correct_result, data=OTHER_RESULT, seen=1)
    third = {"v": 1, "pegged": [121, 70]}
    assert one(desk.correct_result, data=third).result == Disputed(OTHER_RESULT, 2, (3,))


THIRD_RESULT = {"v": 1, "pegged": [121, 70]}


@pytest.mark.parametrize("data", [FIRST_RESULT, OTHER_RESULT, THIRD_RESULT])
def test_result_entered_during_dispute_is_a_ruling(meeting, data):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    two(desk.enter_result, data=OTHER_RESULT)
    answer = one(desk.correct_result, data=data, seen=2, nonce="once")
    assert (answer.line.kind, answer.result) == ("ruling", Settled(data, 3))
    again = one(desk.correct_result, data=data, seen=2, nonce="once")
    assert (again.new, again.line.number) == (False, 3)


def test_correction_unaware_of_dispute_does_not_decide_it(meeting):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    two(desk.enter_result, data=OTHER_RESULT)
    assert one(desk.correct_result, data=THIRD_RESULT).result == Disputed(FIRST_RESULT, 1, (2, 3))


def test_nonces_are_separate_per_tournament(meeting):
    other = factories.meeting_at(factories.open_round(factories.tournament(4)), 1)
    Desk(other)(desk.enter_result, data=FIRST_RESULT, nonce="once")
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    with refused("already_entered"):
        one(desk.enter_result, data=OTHER_RESULT, nonce="once")
    answer = one(desk.correct_result, data=OTHER_RESULT, nonce="once")
    assert (answer.new, answer.line.corrects) == (True, 1)


@pytest.mark.parametrize("what", [desk.rule_on_dispute, desk.swap_winner])
def test_line_of_other_table_or_game_is_refused(tournament, what):
    round_ = factories.open_round(tournament)
    first, second = (factories.meeting_at(round_, table) for table in (1, 2))
    Desk(first)(desk.enter_result, data=FIRST_RESULT)
    factories.as_best_of_three(first)
    for meeting, game in ((second, 1), (first, 2)):
        with refused("no_such_line"):
            Desk(meeting)(what, line=1, game=game)


# The winner entered backwards


def test_swapped_winner_is_a_correction(meeting):
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    assert one(desk.swap_winner, line=1).result == Settled(OTHER_RESULT, 2)


@pytest.mark.parametrize("line", [2, 99])
def test_swap_winner_needs_result_line_of_game(meeting, line):
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    one(desk.void_result)
    with refused("no_such_line"):
        one(desk.swap_winner, line=line)


def test_swap_winner_with_three_sides_needs_the_winner(tournament):
    round_ = factories.sit(tournament, 1, (1, 2, 3), (4, 5), (6, 7))
    one = Desk(factories.meeting_at(round_, 1))
    one(desk.enter_result, data={"v": 1, "pegged": [121, 88, 70]})
    for winner in (None, 3, -1):
        with refused("who_really_won"):
            one(desk.swap_winner, line=1, winner=winner)
    assert one(desk.swap_winner, line=1, winner=2).result.data["pegged"] == [70, 88, 121]


def test_swap_winner_of_three_without_winner_is_refused(tournament):
    round_ = factories.sit(tournament, 1, (1, 2, 3), (4, 5), (6, 7))
    one = Desk(factories.meeting_at(round_, 1))
    one(desk.enter_result, data={"v": 1, "how": "abandoned", "pegged": [60, 60, 60], "winner": None})
    with refused("who_really_won"):
        one(desk.swap_winner, line=1, winner=2)


# Decisions


def test_ruling_makes_chosen_line_count(meeting):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    two(desk.enter_result, data=OTHER_RESULT)
    answer = one(desk.rule_on_dispute, line=2, seen=2, note="La fiche le dit")
    assert (answer.line.kind, answer.line.note) == ("ruling", "La fiche le dit")
    assert answer.result == Settled(OTHER_RESULT, 3)
    add_penalty(meeting)
    for line in (4, 99):
        with refused("no_such_line"):
            one(desk.rule_on_dispute, line=line)


@pytest.mark.parametrize("decided", [OTHER_RESULT, None])
def test_ruling_does_not_replace_a_decision_that_its_writer_has_not_seen(meeting, decided):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    two(desk.enter_result, data=OTHER_RESULT)
    if decided:
        one(desk.rule_on_dispute, line=2, seen=2)
    else:
        one(desk.void_result, seen=2)
    stands = scores.current_result(meeting)
    with refused("ruled_meanwhile"):
        two(desk.rule_on_dispute, line=1, seen=2)
    assert scores.current_result(meeting) == stands
    if decided:
        assert two(desk.rule_on_dispute, line=2, seen=2).result == Settled(OTHER_RESULT, 4), "the same"
    assert two(desk.rule_on_dispute, line=1, seen=meeting.lines.last().number).result.data == FIRST_RESULT


def test_ruling_for_void_line_reopens_game(meeting):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    one(desk.correct_result, data=OTHER_RESULT)
    two(desk.void_result, seen=1)  # has not seen the correction
    answer = one(desk.rule_on_dispute, line=3, seen=3)
    assert answer.line.kind == "void"
    assert answer.result == Open()


def test_two_rulings_for_the_void_line_agree(meeting):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    one(desk.correct_result, data=OTHER_RESULT)
    two(desk.void_result, seen=1)  # has not seen the correction
    assert one(desk.rule_on_dispute, line=3, seen=3).result == Open()
    assert two(desk.rule_on_dispute, line=3, seen=3).result == Open()
    with refused("ruled_meanwhile"):
        Desk(meeting)(desk.rule_on_dispute, line=2, seen=3)
    one(desk.enter_result, data=FIRST_RESULT)
    with refused("ruled_meanwhile"):
        two(desk.rule_on_dispute, line=3, seen=3)


def test_game_that_two_desks_open_again_is_open(meeting):
    one, two = Desk(meeting), Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    two.seen = one.seen
    assert one(desk.void_result).result == two(desk.void_result).result == Open()
    one(desk.enter_result, data=OTHER_RESULT)
    assert Desk(meeting)(desk.void_result, seen=1).result == Disputed(OTHER_RESULT, 4, (5,))


def test_void_keeps_note(meeting):
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    assert one(desk.void_result, note="Table 4").line.note == "Table 4"
    with refused("no_such_game"):
        one(desk.void_result, game=2)


# Answers to the desk


def notice_codes(answer):
    return [one.code for one in answer.notices]


def add_penalty(meeting, what="points", points=5):
    (offender,) = scores.sides_of(meeting)[0]
    data = {"number": offender, "takes": scores.PenaltyEffect(what, points), "why": {"words": "Late"}}
    return scores.penalise(meeting, game=1, nonce=uuid4().hex, user=None, **data)


def desk_after_next_seating(tournament):
    """Play a round and seat the next one; return the desk of table 1 of the first."""
    round_ = factories.play_round(tournament, 1)
    rounds.seat(stages.qualifying(tournament), 2, by=None)
    one = Desk(Meeting.objects.select_related("round__stage__tournament").get(round=round_, place__number=1))
    one.seen = scores.last_line_of(one.meeting)
    return one


def test_changed_winner_warns_that_next_seats_stay(tournament):
    one = desk_after_next_seating(tournament)
    line = one.seen
    turned = one(desk.swap_winner, line=line)
    assert notice_codes(turned) == ["seats_stay"]
    assert turned.notices[0].args == {"round": 2}
    same_winner = one(desk.correct_result, data={"v": 1, "pegged": [50, 121]})
    assert notice_codes(same_winner) == []
    assert notice_codes(one(desk.void_result)) == ["seats_stay"]
    assert notice_codes(one(desk.enter_result, data=FIRST_RESULT)) == []  # nothing counted before


def test_disputed_claim_gives_no_notice(tournament):
    one = desk_after_next_seating(tournament)
    # A dispute: the first one counts.
    assert notice_codes(Desk(one.meeting)(desk.enter_result, data=OTHER_RESULT)) == []


def test_correcting_uncounted_line_gives_no_notice(tournament):
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    stages.qualifying(tournament).rounds.create(number=2, state="seated")
    (one,), (other,) = scores.sides_of(meeting)
    stranger = next(number for number in range(1, 9) if number not in (one, other))
    factories.enter(meeting, [121, 88], sides=[[one], [stranger]])
    assert notice_codes(Desk(meeting)(desk.correct_result, data=OTHER_RESULT, seen=1)) == []


def test_repeated_entry_after_lost_game_gets_first_answer(meeting):
    one = Desk(meeting)
    first = one(desk.enter_result, data=FIRST_RESULT, nonce="once")
    add_penalty(meeting, "game", None)
    again = one(desk.enter_result, data=FIRST_RESULT, nonce="once", seen=0)
    assert (again.new, again.line) == (False, first.line)
    with refused("lost_by_penalty"):
        one(desk.enter_result, data=OTHER_RESULT, seen=0)


def test_penalty_on_unentered_game_gives_no_notice(tournament):
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    stages.qualifying(tournament).rounds.create(number=2, state="seated")
    assert notice_codes(add_penalty(meeting, "game", None)) == []


def test_void_next_round_gives_no_notice(tournament):
    one = desk_after_next_seating(tournament)
    line = one.seen
    stages.qualifying(tournament).rounds.filter(number=2).update(state="void")
    assert notice_codes(one(desk.swap_winner, line=line)) == []


def test_notice_if_official_standings_stay(tournament):
    round_ = factories.play_round(tournament, 1)
    one = Desk(Meeting.objects.select_related("round__stage__tournament").get(round=round_, place__number=1))
    one.seen = scores.last_line_of(one.meeting)
    publications.publish(tournament, official=False, by=None)
    assert notice_codes(one(desk.correct_result, data={"v": 1, "pegged": [121, 70]})) == []
    publications.publish(tournament, official=True, by=None)
    assert notice_codes(one(desk.correct_result, data={"v": 1, "pegged": [121, 71]})) == ["official_stands"]
    assert notice_codes(add_penalty(one.meeting)) == ["official_stands"]
    one.seen += 1
    assert notice_codes(one(desk.void_result)) == ["official_stands"]
    assert notice_codes(add_penalty(one.meeting)) == ["official_stands"]
    assert notice_codes(one(desk.enter_result, data=FIRST_RESULT)) == []  # nothing counted before
    # In dispute: the same counts.
    assert notice_codes(Desk(one.meeting)(desk.enter_result, data=OTHER_RESULT)) == []
    publications.publish(tournament, official=False, by=None)
    one.seen += 1
    assert notice_codes(one(desk.correct_result, data={"v": 1, "pegged": [121, 72]})) == []


def test_notice_if_medal_matches_stay():
    tournament = factories.tournament(4, rounds=1)
    round_ = factories.open_round(tournament)
    for table in (1, 2):
        factories.enter(factories.meeting_at(round_, table), [121, 88])
    rounds.close_round(round_, by=None)
    (stage,) = medals.create(tournament, seed=5, by=None)[:1]
    one = Desk(Meeting.objects.select_related("round__stage__tournament").get(round=round_, place__number=1))
    one.seen = scores.last_line_of(one.meeting)
    assert notice_codes(one(desk.correct_result, data={"v": 1, "pegged": [121, 70]})) == [
        "medal_matches_stand"
    ]
    of_medals = Desk(medals.open_meetings(tournament).select_related("round__stage__tournament").first())
    of_medals(desk.enter_result, data=FIRST_RESULT)
    assert notice_codes(of_medals(desk.correct_result, data={"v": 1, "pegged": [121, 70]})) == []
    Stage.objects.filter(kind=Stage.Kind.TIE_BREAK).update(state=Stage.State.VOID)
    assert notice_codes(one(desk.correct_result, data={"v": 1, "pegged": [121, 71]})) == []
    assert stage.kind == Stage.Kind.TIE_BREAK


def test_other_tournament_gives_no_notice(meeting):
    other, _match = factories.medal_match()
    publications.publish(other, official=True, by=None)
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    assert notice_codes(one(desk.correct_result, data={"v": 1, "pegged": [121, 70]})) == []


def test_corrected_medal_match_gives_no_notice():
    _day, meeting = factories.medal_match()
    meeting.round.stage.rounds.create(number=meeting.round.number + 1, state="seated", seed=1)
    one = Desk(meeting)
    one(desk.enter_result, data=FIRST_RESULT)
    assert notice_codes(one(desk.correct_result, data=OTHER_RESULT)) == []
