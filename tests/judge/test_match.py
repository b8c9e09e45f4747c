"""A match of cribbage on the judge's page: every kind of rules.md §3.3, every table of §3.2."""

import pytest

from scoring.match_points import OWN_TABLE, TABLES
from tests import factories, page_reader
from tests.page_reader import spoken, worded
from tournaments.games.cribbage.match_points import table_name


def game_values(page) -> list[tuple[int, int, bool]]:
    """Return the skunk and the match points of each game, and whether it wins the match at once."""
    cells = page_reader.parse(page).all("[data-skunk]")
    return [
        (int(cell["data-skunk"]), int(cell["data-points"]), cell["data-wins-match"] == "True")
        for cell in cells
    ]


def match_state(page) -> tuple[bool, str]:
    """Return whether the match is over, and the number of its winner."""
    return page.answer["data-over"] == "True", page.answer["data-winner"]


def test_match_is_entered_game_by_game(judge):
    page = judge("match/", add=1, p1="121", p2="88")
    assert page.address == "/judge/match/?games=121-88"
    assert game_values(page) == [(1, 3, False)]
    assert page.answer["data-deals"] == "2"
    won = judge("match/", games="121-88", add=1, p1="121", p2="100")
    assert match_state(won) == (True, "1") and 'id="next"' not in won.html
    assert judge("match/", games="121-88 121-100", back=1).address == "/judge/match/?games=121-88"


@pytest.mark.parametrize("table", TABLES)
def test_match_point_tables_are_applied(judge, table):
    page = judge("match/", kind="fixed", n="9", table=table, games="121-95 121-70 121-59 121-20")
    points = (
        TABLES[table].points
        if len(TABLES[table].lines) > 2
        else (*TABLES[table].points[:3], TABLES[table].points[2])
    )
    gained, wins = (
        [gain for _skunk, gain, _wins in game_values(page)],
        [wins for *_worth, wins in game_values(page)],
    )
    assert gained == [*points][: len(gained)]
    assert wins == [False, False, False, True] if table == "free_play_triple" else not any(wins)


UNDECIDED, NO_WINNER = (False, ""), (True, "")


@pytest.mark.parametrize(
    ("query", "stands_at"),
    [
        ({"kind": "one_game", "games": "90-121"}, (True, "2")),
        ({"kind": "fixed", "n": "2", "games": "121-90 90-121"}, NO_WINNER),
        ({"kind": "fixed", "n": "2", "by": "points", "games": "121-90 95-121"}, (True, "1")),
        ({"kind": "first_to", "table": "board_set", "games": "121-89 121-59"}, (True, "1")),
        ({"kind": "first_to", "n": "9", "games": "121-89 121-59"}, UNDECIDED),
    ],
)
def test_kinds_of_match_end_as_defined(judge, query, stands_at):
    assert match_state(judge("match/", **query)) == stands_at


@pytest.mark.parametrize(
    ("query", "game", "deals"),
    [
        ({"sides": "3", "games": "121-60-95"}, (0, 2, False), ""),
        ({"sides": "3", "several": "any", "games": "121-60-95"}, (2, 3, False), ""),
        ({"sides": "3", "deals": "left", "games": "121-60-95"}, (0, 2, False), "2"),
    ],
)
def test_three_sides_are_scored_by_their_options(judge, query, game, deals):
    page = judge("match/", **query)
    assert game_values(page) == [game]
    assert page.answer["data-deals"] == deals, "empty where cards are cut"


def test_short_game_has_no_skunk_lines(judge):
    assert "data-no-lines" in judge("match/", target="61", games="61-20").html
    assert "data-no-lines" not in judge("match/", games="121-20").html


def test_short_game_has_the_skunk_lines_of_the_tournament(judge, db):
    own = {"name": "own", "points": [1, 5, 6, 7], "lines": [47]}
    rules = {"target": 61, "match_points": own, "lines": [47]}
    address = f"/t/{factories.tournament(4, **rules).slug}/judge/"
    assert game_values(judge("match/", start=address, games="61-20")) == [(1, 5, False)]


@pytest.mark.parametrize(
    ("query", "code", "args"),
    [
        ({"n": "4"}, "best_of_odd", {"n": 4}),
        ({"games": "121-88 what"}, "match_game_unread", {"game": 2, "text": "what"}),
        ({"games": "121-88-90"}, "one_score_a_side", {}),
        ({"games": "120-88"}, "no_winner", {"target": 121}),
        ({"games": "121-88 121-88 121-88"}, "match_was_over", {"game": 3}),
        ({"add": "1", "p1": "121", "p2": "x"}, "match_game_unread", {"game": 1, "text": "121-x"}),
    ],
)
def test_invalid_games_are_refused(judge, query, code, args):
    page = judge("match/", **query)
    assert page.refused == [code]
    assert worded(code, args) in page.words


def test_match_uses_the_table_of_the_tournament(judge, db):
    own = {"name": "Ours", "points": [1, 5, 6, 7]}
    tournament = factories.tournament(4, rank_by="match_points", match_points=own)
    page = judge("match/", start=f"/t/{tournament.slug}/judge/", games="121-88")
    assert game_values(page) == [(1, 5, False)]
    assert spoken(table_name, OWN_TABLE) in page.words
