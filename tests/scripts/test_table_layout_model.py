"""Moving tables on the map of the hall: within the grid, changing places, by the arrow keys."""

import pytest

from tests.scripts.engine import load

hall = load("table_layout_model.js")
POSITIONS = {"1": [0, 0], "2": [1, 0], "door": [3, 2]}


@pytest.mark.parametrize(
    ("name", "cell", "after"),
    [
        ("1", [2, 1], {"1": [2, 1]}),
        ("1", [1, 0], {"1": [1, 0], "2": [0, 0]}),  # they change places
        ("2", [3, 2], {"2": [3, 2], "door": [1, 0]}),
        ("door", [9, 9], {"door": [3, 2]}),
        ("1", [-4, 1], {"1": [0, 1]}),
        ("1", [0, 0], {}),
    ],
)
def test_table_moves_within_grid_and_swaps_places(name, cell, after):
    assert hall("Cheville.tableLayout.move", POSITIONS, name, cell, 4, 3) == POSITIONS | after


@pytest.mark.parametrize(
    ("key", "cell"),
    [
        ("ArrowLeft", [1, 2]),
        ("ArrowRight", [3, 2]),
        ("ArrowUp", [2, 1]),
        ("ArrowDown", [2, 3]),
        ("Tab", None),
    ],
)
def test_arrow_keys_move_by_one_cell(key, cell):
    assert hall("Cheville.tableLayout.step", [2, 2], key) == cell


def test_free_cell_for_door_and_layout_as_text():
    assert hall("Cheville.tableLayout.freeCell", POSITIONS, 4, 3) == [2, 0]
    assert hall("Cheville.tableLayout.freeCell", {"1": [0, 0]}, 1, 1) is None
    assert hall("Cheville.tableLayout.serialize", POSITIONS) == "1:0,0;2:1,0;door:3,2"
