"""A match of cribbage on the judge's page: every kind of rules.md §3.3, every table of §3.2."""

import pytest

from scoring.match_points import TABLES
from tests import factories


def test_a_match_game_by_game(judge):
    page = judge("match/", add=1, p1="121", p2="88")
    assert page.address == "/judge/match/?games=121-88"
    assert "skunk: 3 match points" in page.words
    assert "Player 2 deals first in the next game." in page.words
    won = judge("match/", games="121-88", add=1, p1="121", p2="100")
    assert "Player 1 wins the match." in won.words and "The next game" not in won.words
    assert judge("match/", games="121-88 121-100", back=1).address == "/judge/match/?games=121-88"


@pytest.mark.parametrize("table", TABLES)
def test_every_table_has_its_points(judge, table):
    page = judge("match/", kind="fixed", n="9", table=table, games="121-95 121-70 121-59 121-20")
    points = (
        TABLES[table].points
        if len(TABLES[table].lines) > 2
        else (*TABLES[table].points[:3], TABLES[table].points[2])
    )
    for gain in points:
        assert f": {gain} match point" in page.words
    assert ("wins the match at once" in page.words) == (table == "free_play_triple")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"kind": "one_game", "games": "90-121"}, "Player 2 wins the match."),
        ({"kind": "fixed", "n": "2", "games": "121-90 90-121"}, "nobody has won it"),
        ({"kind": "fixed", "n": "2", "by": "points", "games": "121-90 95-121"}, "Player 1 wins the match."),
        ({"kind": "first_to", "table": "board_set", "games": "121-89 121-59"}, "Player 1 wins the match."),
        ({"kind": "first_to", "n": "9", "games": "121-89 121-59"}, "The match goes on."),
        ({"sides": "3", "games": "121-60-95"}, "win: 2 match points"),
        ({"sides": "3", "several": "any", "games": "121-60-95"}, "double skunk: 3 match points"),
        ({"sides": "3", "deals": "left", "games": "121-60-95"}, "Player 2 deals first"),
        ({"sides": "3", "games": "121-60-95"}, "the lowest card deals"),
        ({"target": "61", "games": "61-20"}, "A game to this target has no skunk lines"),
    ],
)
def test_kinds_of_match(judge, query, sentence):
    assert sentence in judge("match/", **query).words


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"n": "4"}, "Best of 4 can end level"),
        ({"games": "121-88 what"}, "Game 2: “what” is no result."),
        ({"games": "121-88-90"}, "2"),
        ({"games": "120-88"}, "121"),
        ({"games": "121-88 121-88 121-88"}, "The match was over before game 3"),
        ({"add": "1", "p1": "121", "p2": "x"}, "“121-x” is no result."),
    ],
)
def test_what_cannot_be_is_refused(judge, query, sentence):
    page = judge("match/", **query)
    assert 'id="refusal"' in page.html and sentence in page.words


def test_the_table_of_the_day(judge, db):
    own = {"name": "Ours", "points": [1, 5, 6, 7]}
    day = factories.tournament(4, rank_by="match_points", match_points=own)
    page = judge("match/", start=f"/t/{day.slug}/judge/", games="121-88")
    assert "skunk: 5 match points" in page.words and "Our own table" in page.words
