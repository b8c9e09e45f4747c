"""What a line says in the order of those who sit there, and what it says about others."""

import pytest

from scoring import DomainError
from tests import factories
from tournaments.models import Entry, Line
from tournaments.rounds import scores
from tournaments.rounds.scores.game_state import as_seated, readable

TWO = {"v": 1, "pegged": [121, 88]}
THREE = {"v": 1, "pegged": [121, 88, 70]}


@pytest.mark.parametrize(
    ("data", "written", "seated", "pegged"),
    [
        (TWO, [[1], [2]], [[1], [2]], [121, 88]),
        (TWO, [[2], [1]], [[1], [2]], [88, 121]),
        (THREE, [[1], [2], [3]], [[3], [1], [2]], [70, 121, 88]),
        (THREE, [[1], [2], [3]], [[2], [3], [1]], [88, 70, 121]),
        (TWO, [[1, 5], [2, 6]], [[6, 2], [5, 1]], [88, 121]),
        (TWO, [[1], [3]], [[1], [2]], [121, 88]),  # about others: as it was written
        (TWO, [[2], [1]], [[1], [2], [3]], [121, 88]),
        (THREE, [[2], [2], [1]], [[1], [2]], [121, 88, 70]),  # somebody twice
        (TWO, [[1, 5], [2, 6]], [[1, 2], [5, 6]], [121, 88]),
    ],
)
def test_points_follow_the_people(data, written, seated, pegged):
    line = Line(kind=Line.Kind.CLAIM, data=data, sides=written)
    assert as_seated(line, seated, "cribbage") == {"v": 1, "pegged": pegged}


def test_a_line_that_opens_a_game_has_no_points_to_turn():
    line = Line(kind=Line.Kind.VOID, data={"v": 1}, sides=[[2], [1]])
    assert as_seated(line, [[1], [2]], "cribbage") == {"v": 1}


@pytest.mark.parametrize(("number", "side"), [(1, 0), (5, 0), (2, 1), (3, 2), (9, None), (None, None)])
def test_who_says_a_line_sits_at_a_side(number, side):
    by_entry = Entry(number=number) if number else None
    line = Line(kind=Line.Kind.CLAIM, data=TWO, sides=[[1, 5], [2], [3]], by=Line.By.SIDE, by_entry=by_entry)
    assert readable(line).by_side == side


@pytest.mark.django_db
def test_a_bye_takes_no_result():
    day = factories.tournament(3, tables=2, odd="bye", bye_credit=60)
    round_ = factories.open_round(day)
    (alone,) = [meeting for meeting in round_.meetings.all() if meeting.seats.count() == 1]
    for points in ([121, 88], [121]):
        with pytest.raises(DomainError, match="sits_out"):
            factories.enter(alone, points)
    assert not Line.objects.exists()
    assert scores.table_of(alone, 1).bye
