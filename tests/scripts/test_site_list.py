"""Search, club and order of the standings of the static site."""

import pytest

from tests.scripts.engine import load

LINES = [
    {"rank": 1, "name": "noëlla l'ecuyer", "club": "FADOQ Sorel-Tracy", "pegged": 1700, "spread": -3},
    {"rank": 2, "name": "œdipe lefebvre", "club": "FADOQ Beloeil", "pegged": 1690, "spread": 40},
    {"rank": 2, "name": "huguette cote", "club": "FADOQ Beloeil", "pegged": 1690, "spread": 7},
    {"rank": 4, "name": "zephirin roy", "club": "", "pegged": 900, "spread": -80},
]


@pytest.mark.parametrize(
    ("asked", "places"),
    [
        ({}, [0, 1, 2, 3]),
        ({"words": "ECUYER"}, [0]),
        ({"words": "  côté "}, [2]),
        ({"words": "oedipe bel"}, [1]),
        ({"words": "l’écuyer"}, [0]),
        ({"words": "nobody"}, []),
        ({"club": "FADOQ Beloeil"}, [1, 2]),
        ({"club": "FADOQ Beloeil", "words": "hug"}, [2]),
        ({"sort": "pegged", "down": True}, [0, 1, 2, 3]),
        ({"sort": "pegged", "down": False}, [3, 1, 2, 0]),
        ({"sort": "spread", "down": True}, [1, 2, 0, 3]),
        ({"sort": "name", "down": False}, [2, 0, 1, 3]),
        ({"sort": "rank", "down": True}, [3, 1, 2, 0]),
    ],
)
def test_lines_are_filtered_and_sorted(asked, places):
    assert load("find_name.js", "site/list_model.js")("Cheville.list.matchingRows", LINES, asked) == places


@pytest.mark.parametrize(
    ("sort", "down", "tapped", "then"),
    [
        ("", False, "pegged", ("pegged", True)),
        ("pegged", True, "pegged", ("pegged", False)),
        ("pegged", False, "name", ("name", False)),
        ("", False, "rank", ("rank", False)),
        ("rank", False, "rank", ("rank", True)),
    ],
)
def test_tapping_a_heading_changes_the_sort(sort, down, tapped, then):
    found = load("find_name.js", "site/list_model.js")("Cheville.list.nextSort", sort, down, tapped)
    assert (found["sort"], found["down"]) == then
