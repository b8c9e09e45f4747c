"""Every table and line of rules.md §3, own tables, and refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError, match_points
from scoring.cribbage import game
from scoring.match_points import LINES, TABLES, WinValue, losers_level, read_table, skunk_lines, win_worth
from tests.scoring.refusals import error_code
from tournaments import formats

SECTION_3_2 = {
    "ACC official": (2, 3, 3, 3),
    "long match": (3, 4, 4, 4),
    "free play (3)": (1, 2, 3, 3),
    "free play (4)": (1, 2, 4, 4),
    "free play with triple": (1, 2, 4, "wins the match"),
    "rules FR": (1, 2, 4, 4),
    "board set": (1, 2, 3, 3),
}
STANDARD = {0: 3, 30: 3, 31: 2, 60: 2, 61: 1, 90: 1, 91: 0, 120: 0}
BOARD = {0: 2, 30: 2, 31: 2, 59: 2, 60: 1, 89: 1, 90: 0, 120: 0}


def worth(stored, loser, games=1):
    """Return what a win over a loser with so many points is worth by a stored table."""
    table = read_table(stored)
    return win_worth(table, losers_level([loser], table.lines), games)


def test_tables_and_lines_are_exactly_those_of_the_rules():
    assert {table.title for table in TABLES.values()} == set(SECTION_3_2)
    assert LINES == {"standard": (91, 61, 31), "board lines": (90, 60)}


@pytest.mark.parametrize("title", SECTION_3_2)
@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize("loser", sorted({*STANDARD, *BOARD}))
def test_points_of_every_table_at_every_line(title, games, loser):
    levels = BOARD if title == "board set" else STANDARD
    level = next(levels[line] for line in sorted(levels, reverse=True) if line <= loser)
    expected = SECTION_3_2[title][level]
    if expected != "wins the match":
        assert worth(title, loser, games) == WinValue(expected, level, False)
    else:
        assert worth(title, loser, games) == WinValue(4, 3, games > 1)


@pytest.mark.parametrize("loser", range(121))
def test_skunk_level_counts_lines_above_the_loser(loser):
    level = (loser < 91) + (loser < 61) + (loser < 31)
    assert worth("acc", loser).level == level
    assert worth("board_set", loser).level == (loser < 90) + (loser < 60)


@pytest.mark.parametrize("name", TABLES)
def test_table_is_found_by_key_and_title(name):
    title = TABLES[name].title
    assert read_table(name) is read_table(title) is read_table(title.upper()) is TABLES[name]


def test_only_board_set_is_played_to_five():
    assert [table.name for table in TABLES.values() if table.first_to] == ["board_set"]
    assert TABLES["board_set"].first_to == 5


@pytest.mark.parametrize(
    ("losers", "several", "level"),
    [
        ((88, 100), "all", 0),
        ((88, 100), "any", 1),
        ((88, 100), "none", 0),
        ((60, 88), "all", 1),
        ((60, 88), "any", 2),
        ((20, 30, 60), "all", 2),
        ((20, 30, 60), "any", 3),
        ((88,), "none", 1),
        ((), "all", 0),
    ],
)
def test_skunk_level_with_several_losers(losers, several, level):
    assert losers_level(losers, several=several) == level
    assert losers_level(losers[::-1], several=several) == level


def test_skunk_of_several_losers_follows_declared_rule():
    rules = formats.rules("fadoq-15", match_points="rules_fr")
    assert game.side_values(game.played([121, 88, 100]), rules)[0].skunk == 0
    assert (
        game.side_values(game.played([121, 88, 100]), rules | {"several_losers": "any"})[0].match_points == 2
    )
    assert error_code(losers_level, (88, 100), several="most") == "unknown_several_losers"


def test_game_to_61_has_skunk_lines_only_if_set():
    assert skunk_lines({"target": 61, "match_points": "acc"}) == ()
    assert skunk_lines({"target": 61, "match_points": "acc", "lines": [46, 31]}) == (46, 31)
    assert skunk_lines({"target": 121, "match_points": None}) == (91, 61, 31)
    assert skunk_lines({"target": 121, "match_points": "board_set"}) == (90, 60)
    assert skunk_lines({"target": 121, "match_points": None, "lines": "board lines"}) == (90, 60)
    rules = formats.rules("fadoq-15", target=61, match_points="acc") | {"lines": [31]}
    assert [side.match_points for side in game.side_values(game.played([61, 30]), rules)] == [3, 0]
    assert [side.match_points for side in game.side_values(game.played([61, 31]), rules)] == [2, 0]


# Tables that an organiser makes


def test_an_own_table_is_read():
    own = {"name": "Ours", "points": [1, 3, 5, 7], "lines": [100, 50], "triple_wins_match": True}
    table = read_table(own)
    assert (table.name, table.points, table.lines) == ("Ours", (1, 3, 5, 7), (100, 50))
    assert worth(own, 49).points == 5 and worth(own, 100).points == 1
    assert read_table({"points": [2, 2, 2, 2], "lines": []}).lines == ()
    assert read_table({"points": [1, 2, 3, 4], "lines": "board lines"}).lines == (90, 60)
    assert read_table(None) is None


def test_own_table_cannot_take_name_of_known_table():
    assert read_table({"name": "acc", "points": [1, 1, 1, 1]}).name == "own"


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ((2, 3, 3), "match_points_whole_numbers"),
        ((2, 3, 3, 3, 3), "match_points_whole_numbers"),
        ((2, 3, 3, 3.0), "match_points_whole_numbers"),
        ((2, 3, 3, "3"), "match_points_whole_numbers"),
        ((2, 3, 3, None), "match_points_whole_numbers"),
        ((True, 3, 3, 3), "match_points_whole_numbers"),
        ((2, 3, 3, -3), "match_points_whole_numbers"),
        ("2333", "match_points_whole_numbers"),
        (2333, "match_points_whole_numbers"),
        (None, "match_points_whole_numbers"),
        ({"win": 2}, "match_points_whole_numbers"),
        ((2, 1, 3, 3), "skunk_worth_less"),
        ((2, 3, 4, 3), "skunk_worth_less"),
        ((0, 1, 2, 3), "win_worth_nothing"),
        ((1, 2, 3, 10**30), "match_points_too_high"),
    ],
)
def test_impossible_points_are_refused(points, code):
    assert error_code(read_table, {"points": points}) == code


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ((61, 91), "skunk_lines_descending"),
        ((91, 91), "skunk_lines_descending"),
        ((121,), "skunk_lines_whole_numbers"),
        ((91, 61, 31, 11), "skunk_lines_whole_numbers"),
        ((91, 0), "skunk_lines_whole_numbers"),
        ((91, -5), "skunk_lines_whole_numbers"),
        ((91.0,), "skunk_lines_whole_numbers"),
        ((True,), "skunk_lines_whole_numbers"),
        ("91", "skunk_lines_whole_numbers"),
        (None, "skunk_lines_whole_numbers"),
        (91, "skunk_lines_whole_numbers"),
        ({91: 1}, "skunk_lines_whole_numbers"),
    ],
)
def test_impossible_lines_are_refused(lines, code):
    assert error_code(read_table, {"points": (2, 3, 3, 3), "lines": lines}) == code


def test_line_above_the_target_is_refused():
    assert error_code(skunk_lines, {"target": 61, "lines": [91]}) == "skunk_lines_whole_numbers"


@pytest.mark.parametrize("stored", ["ACC", "", 5, True, [], ["acc"], 2.0])
def test_unknown_table_is_refused(stored):
    assert error_code(read_table, stored) == "unknown_match_point_table"


def test_triple_wins_match_must_be_boolean():
    own = {"points": (1, 2, 3, 4), "triple_wins_match": "yes"}
    assert error_code(read_table, own) == "triple_yes_or_no"


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.long
@given(junk | st.fixed_dictionaries({}, optional={"name": junk, "points": junk, "lines": junk}))
def test_random_data_is_refused_without_crash(stored):
    try:
        table = read_table(stored)
    except DomainError:
        return
    assert table is None or match_points.check_table(table) is None


@given(
    st.lists(st.integers(1, 20), min_size=4, max_size=4).map(sorted),
    st.lists(st.integers(1, 120), max_size=3, unique=True).map(lambda lines: sorted(lines, reverse=True)),
    st.integers(0, 119),
)
def test_lower_score_of_loser_never_gives_fewer_match_points(points, lines, loser):
    own = {"points": points, "lines": lines}
    assert worth(own, loser).points >= worth(own, loser + 1).points >= points[0]
