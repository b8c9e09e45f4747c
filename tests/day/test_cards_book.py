"""The cards of two players in the score book, asked directly: what is looked at, corrected and ruled on."""

import uuid

import pytest

from scoring import Refusal
from scoring.two_cards import Card
from tests import factories
from tournaments import rounds, scorebook, stages
from tournaments.models import Line
from tournaments.scorebook import two_cards

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    return factories.two_cards()


def round_of(day):
    return stages.qualifying(day).rounds.get(number=1)


def hands_in(day, typed_at, card, **fields):
    seat = two_cards.seat_at(round_of(day), typed_at)
    return two_cards.enter(seat, card, **{"nonce": uuid.uuid4().hex, "user": None, **fields})


def to_look_at(day):
    return [(one.table.number, one.why, one.line) for one in two_cards.questions(stages.qualifying(day))]


def test_of_a_closed_game_what_stands_at_a_skunk_line_is_looked_at_until_it_is_ruled(day):
    for table, spread in ((1, 31), (2, 17)):
        hands_in(day, f"{table}A", Card(3 if spread > 30 else 2, spread))
        hands_in(day, f"{table}B", Card(0, -spread))
    ((table, why, line),) = to_look_at(day)
    assert (table, why) == (1, (two_cards.AT_A_LINE,)) and 31 in line
    rounds.close_round(round_of(day), by=None)
    assert to_look_at(day) == [(table, why, line)]
    meeting = factories.meeting_at(round_of(day), 1)
    two_cards.rule(meeting, (30, -30), nonce="ruled", seen=day.lines.count(), user=None)
    assert to_look_at(day) == []


def test_a_closed_game_without_a_question_is_not_even_read(day):
    for table in (1, 2):
        hands_in(day, f"{table}A", Card(2, 17))
        hands_in(day, f"{table}B", Card(0, -17))
    rounds.close_round(round_of(day), by=None)
    assert two_cards._rounds_to_look_at(stages.qualifying(day)) == []


def test_a_card_that_is_corrected_names_its_line_and_sent_again_it_is_answered_as_then(day):
    first = hands_in(day, "1A", Card(2, 17)).line
    assert (first.kind, first.corrects) == (Line.Kind.CLAIM, None)
    fields = {"nonce": "mended", "correct": True}
    mended = hands_in(day, "1A", Card(2, 16), **fields)
    assert (mended.line.kind, mended.line.corrects) == (Line.Kind.CORRECTION, first.number)
    again = hands_in(day, "1A", Card(2, 16), **fields)
    assert (again.new, again.line) == (False, mended.line)
    other = hands_in(day, "1B", Card(0, -16)).line
    assert (other.kind, other.corrects) == (Line.Kind.CLAIM, None)


def test_a_game_that_is_lost_is_ruled_on_only_as_before(day):
    meeting = factories.meeting_at(round_of(day), 1)
    for at, said in (("1A", Card(2, 17)), ("1B", Card(0, -16))):
        hands_in(day, at, said)
    other = factories.tournament(4)
    factories.enter(factories.meeting_at(factories.open_round(other), 1), [121, 88], nonce="ruled")
    seen = day.lines.count()
    takes = scorebook.Takes("game")
    why = {"words": "Cards shown"}
    scorebook.penalise(meeting, game=1, number=1, takes=takes, why=why, nonce="lost", user=None)
    with pytest.raises(Refusal, match=r"^lost_by_penalty"):
        two_cards.rule(meeting, (16, -16), nonce="ruled", seen=seen, user=None)
