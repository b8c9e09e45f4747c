"""The content of a line in the order of the seats, and of lines about other players."""

import pytest

from scoring import DomainError
from tests import factories
from tournaments.models import Entry, Line
from tournaments.rounds import scores
from tournaments.rounds.scores.loaded_game import data_in_seat_order, scoring_line

TWO_SIDES = {"v": 1, "pegged": [121, 88]}
THREE_SIDES = {"v": 1, "pegged": [121, 88, 70]}


@pytest.mark.parametrize(
    ("data", "written", "seated", "pegged"),
    [
        (TWO_SIDES, [[1], [2]], [[1], [2]], [121, 88]),
        (TWO_SIDES, [[2], [1]], [[1], [2]], [88, 121]),
        (THREE_SIDES, [[1], [2], [3]], [[3], [1], [2]], [70, 121, 88]),
        (THREE_SIDES, [[1], [2], [3]], [[2], [3], [1]], [88, 70, 121]),
        (TWO_SIDES, [[1, 5], [2, 6]], [[6, 2], [5, 1]], [88, 121]),
        (TWO_SIDES, [[1], [3]], [[1], [2]], [121, 88]),  # about others: as it was written
        (TWO_SIDES, [[2], [1]], [[1], [2], [3]], [121, 88]),
        (THREE_SIDES, [[2], [2], [1]], [[1], [2]], [121, 88, 70]),  # one number twice
        (TWO_SIDES, [[1, 5], [2, 6]], [[1, 2], [5, 6]], [121, 88]),
    ],
)
def test_points_follow_seat_order(data, written, seated, pegged):
    line = Line(kind=Line.Kind.CLAIM, data=data, sides=written)
    assert data_in_seat_order(line, seated, "cribbage") == {"v": 1, "pegged": pegged}


def test_void_line_has_no_points_to_reorder():
    line = Line(kind=Line.Kind.VOID, data={"v": 1}, sides=[[2], [1]])
    assert data_in_seat_order(line, [[1], [2]], "cribbage") == {"v": 1}


@pytest.mark.parametrize(("number", "side"), [(1, 0), (5, 0), (2, 1), (3, 2), (9, None), (None, None)])
def test_line_knows_side_of_its_author(number, side):
    by_entry = Entry(number=number) if number else None
    line = Line(
        kind=Line.Kind.CLAIM, data=TWO_SIDES, sides=[[1, 5], [2], [3]], by=Line.By.SIDE, by_entry=by_entry
    )
    assert scoring_line(line).by_side == side


@pytest.mark.django_db
def test_a_bye_takes_no_result():
    tournament = factories.tournament(3, tables=2, odd="bye", bye_credit=60)
    round_ = factories.open_round(tournament)
    (alone,) = [meeting for meeting in round_.meetings.all() if meeting.seats.count() == 1]
    for points in ([121, 88], [121]):
        with pytest.raises(DomainError, match="sits_out"):
            factories.enter(alone, points)
    assert not Line.objects.exists()
    assert scores.table_state(alone, 1).bye
