"""What no line may be, whoever writes it: nothing is written, and the writer is told why."""

import pytest

from scoring import Refusal
from tests import factories
from tournaments import scorebook
from tournaments.models import Line

pytestmark = pytest.mark.django_db


@pytest.fixture
def meeting():
    return factories.meeting_at(factories.open_round(factories.tournament(4)), 1)


def refused(code):
    return pytest.raises(Refusal, match=f"^{code}")


def write(meeting, nonce):
    return scorebook.write(
        meeting,
        data={"v": 1, "pegged": [121, 88]},
        sides=scorebook.sides_of(meeting),
        by=Line.By.DESK,
        nonce=nonce,
        basis=0,
    )


def test_a_nonce_has_a_letter_and_is_not_longer_than_its_column(meeting):
    for nonce in ("", "n" * 65):
        with refused("form_incomplete"):
            write(meeting, nonce)
    assert write(meeting, "n" * 64).new


def test_of_a_meeting_that_was_taken_back_nothing_is_written(meeting):
    meeting.void_act = meeting.round.stage.tournament.acts.first()
    meeting.save()
    with refused("meeting_void"):
        factories.enter(meeting, [121, 88])


def test_who_saw_three_sides_at_a_table_of_two_is_refused(meeting):
    with refused("one_score_a_side"):
        factories.enter(meeting, [121, 88], sides=[[1], [2], [3]])


def test_a_game_begins_when_the_one_before_is_in_whatever_penalty_it_has(meeting):
    factories.as_best_of_three(meeting)
    scorebook.penalise(
        meeting,
        game=2,
        number=scorebook.sides_of(meeting)[0][0],
        takes=scorebook.Takes("points", 8),
        why={"words": "Cards shown"},
        nonce="penalty",
        user=None,
    )
    with refused("game_before_is_open"):
        factories.enter(meeting, [121, 88], game=2)
    for game in (1, 2):
        factories.enter(meeting, [121, 88], game=game)
    with refused("match_is_over"):
        factories.enter(meeting, [121, 88], game=3)
