"""A meeting as it was played waits for its result, which a line about the same people may become."""

from random import Random

import pytest

from scoring import DomainError
from scoring.gin import book
from tests import factories
from tests.rounds.seated_as_played import offers
from tests.row_counts import counted
from tournaments.models import Line
from tournaments.rounds import scores
from tournaments.rounds.scores import misdirected_results

pytestmark = pytest.mark.django_db


def awaits_result(meeting):
    return misdirected_results.awaits_first_line(scores.table_state(meeting, 1))


def test_reseated_meeting_of_two_sides_awaits_result():
    tournament = factories.tournament(8)
    planned = factories.meeting_at(factories.open_round(tournament), 1)
    round_ = factories.sit(tournament, 2, (1, 2), (3,), (4, 5))
    one, alone, several = (factories.meeting_at(round_, table) for table in (1, 2, 3))
    factories.as_best_of_three(several)
    assert [awaits_result(meeting) for meeting in (planned, one, alone, several)] == [
        False,
        True,
        False,
        True,
    ]
    factories.enter(one, [121, 88])
    factories.enter(several, [121, 88])
    assert [awaits_result(meeting) for meeting in (one, several)] == [False, False]
    of_cards = factories.meeting_at(factories.two_cards().stages.get().rounds.get(), 1)
    assert not awaits_result(of_cards)  # each hands in a card of their own


def enter_line_about(round_, people, nonce):
    """Enter a line about `people` at table 1 of a round."""
    meeting = factories.meeting_at(round_, 1)
    return factories.enter(meeting, [121, 70], sides=people, nonce=nonce, by=Line.By.TABLE).line


def test_line_of_other_round_or_tournament_is_not_offered():
    tournament, other = factories.tournament(4), factories.tournament(4)
    for one in (tournament, other):
        factories.sit(one, 2, (1, 2), (3, 4))
    first = factories.sit(tournament, 1, (1, 2), (3, 4))
    entry_line = enter_line_about(other.stages.get().rounds.get(), [[3], [4]], "elsewhere")
    later = enter_line_about(tournament.stages.get().rounds.get(number=2), [[3], [4]], "later")
    theirs = factories.meeting_at(first, 2)
    assert offers(first) == []
    line = enter_line_about(first, [[3], [4]], "here")
    assert [(offer.table.meeting, offer.line) for offer in offers(first)] == [(theirs, line)]
    again = [scores.write_misdirected(theirs, line=line.number, nonce="said", user=None) for _twice in "ab"]
    assert [one.new for one in again] == [True, False] and again[0].line == again[1].line
    assert (again[0].line.kind, again[0].line.by, again[0].line.basis) == (Line.Kind.CLAIM, Line.By.DESK, 0)
    factories.enter(theirs, [121, 5])
    for number in (99, later.number):
        with pytest.raises(DomainError, match="no_such_line"):
            scores.write_misdirected(theirs, line=number, nonce=f"{number}", user=None)
    with pytest.raises(DomainError, match="already_entered"):
        scores.write_misdirected(theirs, line=line.number, nonce=entry_line.nonce, user=None)


def test_lines_are_read_only_for_waiting_rounds():
    tournament = factories.tournament(4)
    for number in (1, 2):
        for meeting in factories.sit(tournament, number, (1, 2), (3, 4)).meetings.all():
            factories.enter(meeting, [121, 88])
    third = factories.sit(tournament, 3, (1, 3), (2, 4))
    enter_line_about(third, [[2], [4]], "here")
    with counted(Line) as made:
        (offer,) = offers(third)
    with counted(Line) as overview:
        scores.table_states([third])
    with counted(Line) as of_its_table:
        scores.table_state(offer.line.meeting)
    assert made - overview - of_its_table == {"Line": 1}


def test_equal_lines_of_two_tables_are_offered_once():
    round_ = factories.sit(factories.tournament(6), 1, (1, 2), (3, 4), (5, 6))
    for table, points in ((1, 70), (2, 70), (2, 71)):
        data = {"sides": [[5], [6]], "by": Line.By.TABLE, "nonce": f"{table}-{points}"}
        factories.enter(factories.meeting_at(round_, table), [121, points], **data)
    assert [(offer.line.number, offer.data["pegged"][1]) for offer in offers(round_)] == [(3, 71), (2, 70)]


def test_hands_of_three_are_offered_only_in_own_order():
    round_ = factories.sit(factories.tournament(6, key="gin-three", tables=2), 1, (1, 2, 3), (4, 5, 6))
    hands = book.simulated_data(Random(1), round_.stage.rules, 3)
    at_one = factories.meeting_at(round_, 1)
    for basis, sides in enumerate(([[5], [4], [6]], [[4], [5], [6]])):
        data = {"data": hands, "sides": sides, "by": Line.By.TABLE, "nonce": str(sides), "basis": basis}
        scores.write_line(at_one, **data)
        assert [offer.line.sides for offer in offers(round_)] == [[[4], [5], [6]]] * basis
