"""What a device says about a game: who may correct what, and in which of seven ways it is answered."""

from uuid import uuid4

import pytest
from django.core.cache import cache

from tests import factories
from tournaments import devices, scorebook
from tournaments.models import Line
from tournaments.scorebook import Submission

pytestmark = pytest.mark.django_db

FIRST = {"v": 1, "pegged": [121, 88]}
SECOND = {"v": 1, "pegged": [121, 98]}


@pytest.fixture
def day():
    cache.clear()
    return factories.tournament(8)


@pytest.fixture
def meeting(day):
    return factories.meeting_at(factories.open_round(day), 1)


def tablet(day, table=1):
    invited = devices.invite_tables(day)[table - 1]
    joined = devices.join(invited.secret, uuid4())
    devices.let_in(joined.device, by=None)
    return devices.by_token(joined.token)


def claim(sat, data=FIRST, **fields):
    """A claim of the first game as a device sends it, having seen the last line."""
    told = {
        "nonce": uuid4().hex,
        "meeting": sat.uid,
        "game": 1,
        "kind": Line.Kind.CLAIM,
        "data": data,
        "sides": scorebook.sides_of(sat),
        "basis": scorebook.last_line_of(sat),
    }
    return Submission(**{**told, **fields})


def correction(sat, data=SECOND, **fields):
    return claim(sat, data, kind=Line.Kind.CORRECTION, **fields)


def code(outcome):
    return outcome.answer, outcome.refusal.code if outcome.refusal else None


def test_a_device_corrects_what_it_alone_has_written(day, meeting):
    own = tablet(day)
    scorebook.say(own, claim(meeting))
    outcome = scorebook.say(own, correction(meeting))
    assert outcome.answer == "accepted"
    assert outcome.amount.data == SECOND


@pytest.mark.parametrize("before", ["desk", "other", "own, desk", "desk, own", "own, other"])
def test_what_somebody_else_has_written_is_corrected_at_the_desk(day, meeting, before):
    own, other = tablet(day), tablet(day)
    for at, who in enumerate(before.split(", ")):
        if who == "desk":
            factories.enter(meeting, [121, 88], nonce=f"desk{at}", basis=0)
        else:
            scorebook.say({"own": own, "other": other}[who], claim(meeting, basis=0))
    written = Line.objects.count()
    assert code(scorebook.say(own, correction(meeting))) == ("refused", "correct_at_the_desk")
    assert Line.objects.count() == written
    assert scorebook.amount_of(meeting).data == FIRST


def test_a_correction_sent_again_is_answered_as_before_whoever_has_written_since(day, meeting):
    own = tablet(day)
    scorebook.say(own, claim(meeting))
    sent = correction(meeting)
    line = scorebook.say(own, sent).line
    factories.enter(meeting, [121, 98], kind=Line.Kind.CORRECTION)
    outcome = scorebook.say(own, sent)
    assert (outcome.answer, outcome.line) == ("same", line)


def test_a_correction_before_its_claim_comes_later(day, meeting):
    assert code(scorebook.say(tablet(day), correction(meeting, basis=1))) == ("later", "nothing_to_correct")
    assert not Line.objects.exists()


def test_what_another_game_has_is_no_concern_of_a_correction(day):
    meeting = factories.meeting_at(factories.open_round(day), 1)
    factories.as_best_of_three(meeting)
    own = tablet(day)
    factories.enter(meeting, [121, 88])
    scorebook.say(own, claim(meeting, game=2, basis=0))
    outcome = scorebook.say(own, correction(meeting, game=2, basis=scorebook.last_line_of(meeting, 2)))
    assert outcome.answer == "accepted"


@pytest.mark.parametrize("kind", ["ruling", "award", "void", "nonsense"])
def test_a_device_claims_and_corrects_and_does_nothing_else(day, meeting, kind):
    assert code(scorebook.say(tablet(day), claim(meeting, kind=kind))) == ("refused", "not_for_a_table")


def test_a_forfeit_is_awarded_by_the_director_alone(day, meeting):
    data = {"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}
    assert code(scorebook.say(tablet(day), claim(meeting, data))) == ("refused", "not_for_a_table")


def test_somebody_who_is_not_entered_is_refused(day, meeting):
    said = claim(meeting, sides=[[1], [99]])
    assert code(scorebook.say(tablet(day), said)) == ("refused", "unknown_players")


def test_before_the_round_is_open_it_comes_later(day):
    from tournaments import rounds, stages

    meeting = factories.meeting_at(rounds.seat(stages.qualifying(day), 1, by=None), 1)
    assert code(scorebook.say(tablet(day), claim(meeting))) == ("later", "round_not_open")


def test_a_meeting_that_nobody_knows_comes_later(day, meeting):
    assert code(scorebook.say(tablet(day), claim(meeting, meeting=uuid4()))) == ("later", "meeting_not_known")


def test_another_tables_device_is_told_so(day, meeting):
    assert code(scorebook.say(tablet(day, 2), claim(meeting))) == ("not_your_table", "not_your_table")
