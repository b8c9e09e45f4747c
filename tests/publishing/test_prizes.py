"""Prize winners, from plain rows, with ties, categories and one prize a person."""

import random

import pytest

from tournaments.publishing.prizes import (
    BEST_HAND,
    DOOR,
    RANK,
    SKUNKS,
    TOTAL,
    Hand,
    Lot,
    Prize,
    PrizeRules,
    award_prizes,
    drawn,
)
from tournaments.standings import Row, Standings, standings_subset

WOMEN, NOVICES = 1, 2


def row(rank: int, number: int, points: int, tied: tuple[int, ...] = (), skunks: int = 0) -> Row:
    return Row(rank, number, f"N{number}", "", points, points, 0, 1, skunks, 0, 9, tied=tied)


STANDINGS = Standings(
    version=1,
    through_round=9,
    rounds=9,
    game="cribbage",
    rows=[
        row(1, 4, 1000),
        row(2, 2, 990, (2, 7), skunks=3),
        row(2, 7, 990, (2, 7)),
        row(4, 1, 980, skunks=3),
        row(5, 3, 970),
    ],
)
CATEGORY_MEMBERS = {WOMEN: {2, 4, 3}, NOVICES: {3}}


def prize(id: int, kind: str = RANK, rank: int = 0, category: int = 0, cents: int = 0) -> Prize:
    return Prize(id, kind, category, rank, "ruban", cents)


def winners(*prizes: Prize, one_each: bool = False, **options) -> list[tuple[int, ...]]:
    return [
        award.numbers
        for award in award_prizes(PrizeRules(prizes, one_each), STANDINGS, CATEGORY_MEMBERS, **options)
    ]


def test_category_has_its_own_ranks():
    women = standings_subset(STANDINGS, CATEGORY_MEMBERS[WOMEN])
    assert [(one.rank, one.number, one.tied, one.above, one.gap) for one in women.rows] == [
        (1, 4, (), None, 0),
        (2, 2, (), 4, 10),
        (3, 3, (), 2, 20),
    ]
    assert standings_subset(STANDINGS, {2, 7}).rows[1].tied == (2, 7)
    assert [one.rank for one in standings_subset(STANDINGS, {2, 7, 1}).rows] == [1, 1, 3]
    assert standings_subset(STANDINGS, {one.number for one in STANDINGS.rows}).rows == [
        one._replace(above=above, gap=gap)
        for one, above, gap in zip(STANDINGS.rows, (None, 4, 4, 7, 1), (0, 10, 10, 10, 10), strict=True)
    ]


def test_tied_players_share_the_prizes_of_their_ranks():
    found = award_prizes(
        PrizeRules((prize(1, rank=2, cents=5001), prize(2, rank=3, cents=2000)), False), STANDINGS, {}
    )
    assert [(one.numbers, one.cents) for one in found] == [((2, 7), 2500), ((2, 7), 1000)]


@pytest.mark.parametrize(
    ("one_each", "expected"),
    [
        (False, [(4,), (4,), (2,), (3,), (2, 1), (4,)]),
        (True, [(4,), (2,), (3,), (), (1,), (7,)]),
    ],
)
def test_one_prize_each_passes_to_next_without_prize(one_each, expected):
    given = (
        prize(1, rank=1),
        prize(2, rank=1, category=WOMEN),
        prize(3, rank=2, category=WOMEN),
        prize(4, rank=1, category=NOVICES),
        prize(5, SKUNKS),
        prize(6, TOTAL),
    )
    assert winners(*given, one_each=one_each) == expected


def test_rank_prizes_are_awarded_together():
    assert winners(prize(1, rank=1), prize(2, rank=2), prize(3, rank=4), one_each=True) == [
        (4,),
        (2, 7),
        (1,),
    ]


def test_best_hand_prize_respects_category():
    hands = [
        Hand(9, 7, 29, 2, 1, "", "Zoé"),
        Hand(8, 3, 24, 1, 1, "", "Zoé"),
        Hand(7, 2, 24, 1, 2, "", "L"),
    ]
    assert winners(prize(1, BEST_HAND), noted=hands) == [(7,)]
    assert winners(prize(1, BEST_HAND, category=WOMEN), noted=hands) == [(3, 2)]
    assert winners(prize(1, BEST_HAND), noted=[]) == [()]


def test_door_prize_does_not_count_as_one_each():
    lots = [Lot(5, 1, 27, (2, 4), 4)]
    assert winners(prize(1, DOOR), prize(2, rank=1), one_each=True, drawn_lots=lots) == [(4,), (4,)]


def test_no_prize_before_any_game_is_played():
    empty = Standings(
        1, 0, 9, [one._replace(played=0, pegged=0, skunks=0) for one in STANDINGS.rows], game="cribbage"
    )
    found = award_prizes(PrizeRules((prize(1, rank=1), prize(2, TOTAL), prize(3, SKUNKS)), False), empty, {})
    assert [one.numbers for one in found] == [(), (), ()]


def test_draw_is_uniform_and_reproducible():
    numbers = [2, 3, 5, 8, 9]
    assert drawn(numbers, 12) == 5
    chance = random.Random(7)
    seen = [drawn(numbers, chance.randrange(1_000_000)) for _time in range(5000)]
    assert all(900 < seen.count(number) < 1100 for number in numbers)
