"""Every criterion, on games written by hand and on random ones."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError, ranking
from scoring.cribbage import game as cribbage
from scoring.criteria import (
    COMMON_CRITERIA,
    CRITERIA,
    MAX_CRITERIA,
    GameFigure,
    GameRecord,
    RankingInput,
    Unplayed,
    add_figures,
    check_order,
    needs_games,
)
from scoring.games import GAMES
from scoring.gin import book as gin
from scoring.match import Match
from scoring.points import game as points_game
from scoring.ranking import Decision
from scoring.side import SideValue
from tests.samples import tried

RULES = {"target": 121, "match_points": "acc", "pegging": "exact"}
PLAYED_GAMES = [
    (1, 2, 80),
    (3, 4, 110),
    (1, 3, 100),
    (4, 2, 59),
    (4, 1, 120),
]  # winner, loser, the loser's points


def written(games, how="played"):
    found = []
    for at, (winner, loser, points) in enumerate(games):
        data = cribbage.played([121, points])
        if how != "played":
            data = cribbage.award_data(how, [121, points], winner=0)
        for side, value in enumerate(cribbage.side_values(data, RULES)):
            found.append(GameRecord(at, 1, side, (winner, loser)[side], value))
    return found


def field(games=PLAYED_GAMES, numbers=(1, 2, 3, 4), **more):
    has = written(games)
    sums = {name: dict.fromkeys(numbers, 0) for name in ("pegged", "match_points", "won", "spread", "skunks")}
    for one in has:
        for name in sums:
            gained = one.has.skunk > 0 if name == "skunks" else getattr(one.has, name)
            sums[name][one.number] = sums[name].get(one.number, 0) + int(gained)
    sums["value"] = sums["spread"]
    return RankingInput(numbers, sums, has, target=121, **more)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("pegged", {1: 362, 2: 139, 3: 221, 4: 352}),
        ("match_points", {1: 5, 2: 0, 3: 2, 4: 5}),
        ("won", {1: 2, 2: 0, 3: 1, 4: 2}),
        ("spread", {1: 61, 2: -103, 3: -10, 4: 52}),
        ("plus", {1: 62, 2: 0, 3: 11, 4: 63}),
        ("losing_points", {1: 1, 2: 103, 3: 21, 4: 11}),
        ("skunks", {1: 1, 2: 0, 3: 0, 4: 1}),
        ("skunks_taken", {1: 0, 2: 2, 3: 0, 4: 0}),
        ("points_left", {1: 1, 2: 103, 3: 21, 4: 11}),
        ("games_behind", {1: 0, 2: 3, 3: 1, 4: 0}),
        ("buchholz", {1: 0 + 1 + 2, 2: 2 + 2, 3: 2 + 2, 4: 1 + 0 + 2}),
        ("buchholz_cut_1", {1: 3, 2: 2, 3: 2, 4: 3}),
    ],
)
def test_criterion_values_of_known_games(code, expected):
    of = field()
    assert dict(CRITERIA[code].values(of.numbers, of)) == expected


def test_a_figure_of_one_game_is_added_up_and_ranks():
    written = [
        GameRecord(at, 1, side, number, SideValue(figures={"sweeps": sweeps} if sweeps else {}))
        for at, game in enumerate([((1, 2), (2, 1)), ((3, 0), (1, 1))])
        for side, (number, sweeps) in enumerate(game)
    ]
    of = RankingInput((1, 2, 3), {"won": dict.fromkeys((1, 2, 3), 1)}, written)
    most, fewest = GameFigure("sweeps"), GameFigure("sweeps", LOWEST=True)
    assert most.values(of.numbers, of) == {1: 3, 2: 1, 3: 0}
    assert not most.COLUMN and not most.LOWEST and fewest.LOWEST


def test_game_figure_with_code_of_another_criterion_is_refused():
    with pytest.raises(ValueError, match="pegged"):
        add_figures([GameFigure("pegged")])
    assert set(COMMON_CRITERIA) == set(CRITERIA) - {
        figure.CODE for book in GAMES.values() for figure in book.OWN_FIGURES
    }
    assert all({one.CODE for one in book.OWN_FIGURES} <= set(book.CRITERIA) for book in GAMES.values())


def test_head_to_head_breaks_tie_of_two_but_not_circle_of_three():
    rows = ranking.rank_field(["won", "head_to_head"], field()).rows
    assert [(row.rank, row.number) for row in rows] == [(1, 4), (2, 1), (3, 3), (4, 2)]
    circle = field([(1, 2, 90), (2, 3, 90), (3, 1, 90)], (1, 2, 3))
    assert {row.rank for row in ranking.rank_field(["won", "head_to_head"], circle).rows} == {1}


def test_head_to_head_has_values_for_tied_entries_only():
    apart = ranking.rank_field(["pegged", "won", "head_to_head"], field())
    assert apart.values == {1: (362, 2, None), 2: (139, 0, None), 3: (221, 1, None), 4: (352, 2, None)}
    level = ranking.rank_field(["won", "head_to_head"], field())
    assert level.values == {1: (2, 2), 2: (0, None), 3: (1, None), 4: (2, 1)}  # their places among the two


def test_head_to_head_leaves_tie_of_entries_that_never_met():
    """1 has beaten both; 2 and 3 have not met, so neither of them is better."""
    of = field([(1, 2, 90), (1, 3, 90), (2, 5, 1), (2, 6, 1), (3, 5, 1), (3, 6, 1)], (1, 2, 3))
    of = RankingInput(of.numbers, {"won": {1: 2, 2: 2, 3: 2}}, of.written)
    rows = ranking.rank_field(["won", "head_to_head"], of).rows
    assert [(row.rank, row.number) for row in rows] == [(1, 1), (2, 2), (2, 3)]


WON, LOST = SideValue(121, 100, won=True, spread=21), SideValue(100, 121, spread=-21)


def match_games(meeting, first, second, winners):
    """Return the records of a match of two sides; `winners` has a number for each game, or None: no-show."""
    values = {first: (WON, LOST), second: (LOST, WON), None: (SideValue(played=False, how="no_show"),) * 2}
    return [
        GameRecord(meeting, game, side, number, values[winner][side])
        for game, winner in enumerate(winners, start=1)
        for side, number in enumerate((first, second))
    ]


def test_opponent_counts_once_for_a_match_of_several_games():
    written = [
        *match_games(1, 1, 2, [1, 1]),
        *match_games(2, 3, 4, [3, 4, 3]),
        *match_games(3, 1, 3, [1, 3, 1]),
        *match_games(4, 2, 4, [2, 4, 2]),
    ]
    of = RankingInput((1, 2, 3, 4), written=written, match=Match("best_of", 3))
    assert of.won == {1: 4, 2: 2, 3: 3, 4: 2}
    assert CRITERIA["buchholz"].values(of.numbers, of) == {1: 2 + 3, 2: 4 + 2, 3: 2 + 4, 4: 3 + 2}
    assert CRITERIA["buchholz_cut_1"].values(of.numbers, of) == {1: 3, 2: 4, 3: 4, 4: 3}


def test_match_with_one_played_game_is_an_opponent_met():
    written = [*match_games(1, 1, 2, [1, None, 2, 2]), *match_games(2, 1, 3, [None, None])]
    of = RankingInput((1, 2, 3), written=written, match=Match("fixed", 4))
    assert of.won == {1: 1, 2: 2, 3: 0}
    assert CRITERIA["buchholz"].values(of.numbers, of) == {1: 2 + 1, 2: 1, 3: 0}


GIN_RULES = {"bonuses": "standard"}
POINTS_RULES = points_game.DEFAULTS | {"match_points": None}


@pytest.mark.parametrize(
    ("values", "plus", "lost", "behind"),
    [
        ([WON, LOST], [21, 0], [0, 21], [0, 2]),
        (cribbage.side_values(cribbage.award_data("abandoned", [80, 60]), RULES), [0, 0], [0, 0], [0, 0]),
        (
            cribbage.side_values(cribbage.award_data("abandoned", [60, 80], winner=0), RULES),
            [0, 0],
            [0, 0],
            [0, 2],
        ),
        (cribbage.side_values({"v": 2, "cards": [-17, -16]}, RULES), [0, 0], [17, 16], [0, 0]),
        (cribbage.side_values({"v": 2, "cards": [16, -17]}, RULES), [16, 0], [0, 17], [0, 2]),
        (gin.side_values(gin.totals(300, 340, winner=0), GIN_RULES), [0, 0], [0, 0], [0, 2]),
        (
            points_game.side_values(points_game.played([10, 10, 7]), POINTS_RULES),
            [0, 0, 0],
            [0, 0, 0],
            [0, 0, 0],
        ),
        (
            points_game.side_values(points_game.played([10, 9, 7]), POINTS_RULES),
            [1, 0, 0],
            [0, 1, 3],
            [0, 2, 2],
        ),
    ],
)
def test_margins_count_by_who_won_the_game(values, plus, lost, behind):
    numbers = range(1, len(values) + 1)
    of = RankingInput(
        numbers, written=[GameRecord(1, 1, side, side + 1, has) for side, has in enumerate(values)]
    )
    expected = {"plus": plus, "losing_points": lost, "games_behind": behind}
    for code, found in expected.items():
        assert CRITERIA[code].values(numbers, of) == dict(zip(numbers, found, strict=True)), code


def test_points_left_count_declared_points_of_unplayed_games():
    unplayed = {3: Unplayed(byes=1), 4: Unplayed(byes=1, missed=2)}
    of = field(unplayed=unplayed, credits=Unplayed(byes=101, missed=0))
    assert dict(CRITERIA["points_left"].values((3, 4), of)) == {3: 21 + 20, 4: 11 + 20 + 242}


def test_lot_depends_only_on_its_seed():
    level = RankingInput(range(1, 30), {"won": dict.fromkeys(range(1, 30), 5)}, seed=7)
    first = [row.number for row in ranking.rank_field(["won", "lot"], level).rows]
    fewer = RankingInput(range(5, 20), {"won": dict.fromkeys(range(5, 20), 5)}, seed=7)
    assert [row.number for row in ranking.rank_field(["won", "lot"], fewer).rows] == [
        number for number in first if 5 <= number < 20
    ]
    other = RankingInput(level.numbers, level.columns, seed=8)
    assert [row.number for row in ranking.rank_field(["won", "lot"], other).rows] != first
    assert [row.rank for row in ranking.rank_field(["won", "lot"], level).rows] == list(range(1, 30))


TIED_FIELD = RankingInput((1, 2, 3, 4), {"won": {1: 3, 2: 3, 3: 1, 4: 1}}, seed=1)


def test_medal_matches_rank_before_lot_and_list_pending_matches():
    without = ranking.rank_field(["won", "played_match", "lot"], TIED_FIELD)
    assert without.to_play == ((1, 2), (3, 4))
    assert {row.rank for row in without.rows} == {1, 2, 3, 4}, "the lot places them meanwhile"
    loser = without.rows[1].number
    places = {
        without.rows[0].number: Decision(1, "best_of_three", (1, 2)),
        loser: Decision(0, "best_of_three", (2, 1)),
    }
    played = ranking.rank_field(["won", "played_match", "lot"], TIED_FIELD, [places])
    assert (played.rows[0].number, played.rows[0].decision.code) == (loser, "best_of_three")
    assert played.to_play == ((3, 4),)


def test_medal_matches_rank_last_unless_listed():
    assert ranking.rank_field(["won"], TIED_FIELD).to_play == ((1, 2), (3, 4))
    assert ranking.rank_field(["won", "played_match"], TIED_FIELD).to_play == ((1, 2), (3, 4))
    assert [row.rank for row in ranking.rank_field(["won"], TIED_FIELD).rows] == [1, 1, 3, 3]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ([], "criteria_first"),
        (["lot"], "criteria_first"),
        (["head_to_head", "won"], "criteria_first"),
        (["won", "spread", "won"], "criteria_twice"),
        (["won", "lot", "spread"], "criteria_after_lot"),
        (list(CRITERIA)[: MAX_CRITERIA + 1], "criteria_too_many"),
    ],
)
def test_an_order_that_cannot_rank_is_refused(order, code):
    with pytest.raises(DomainError) as refused:
        check_order(order, list(CRITERIA))
    assert refused.value.code == code


def test_criterion_of_another_game_is_refused():
    with pytest.raises(KeyError):
        check_order(["value"], cribbage.CRITERIA)
    with pytest.raises(KeyError):
        check_order(["shoe_size"], list(CRITERIA))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_lists_registered_criteria(game):
    assert set(GAMES[game].CRITERIA) <= set(CRITERIA)
    assert not CRITERIA[GAMES[game].CRITERIA[0]].AMONG_TIED


def test_summed_criteria_need_no_game_records():
    assert not needs_games(["pegged", "won", "lot", "played_match"])
    assert needs_games(["pegged", "plus"])


@st.composite
def orders(draw):
    first = draw(st.sampled_from([code for code in CRITERIA if not CRITERIA[code].AMONG_TIED]))
    more = draw(
        st.lists(st.sampled_from([code for code in CRITERIA if code != "lot"]), unique=True, max_size=6)
    )
    lot = draw(st.sampled_from([[], ["lot"]]))
    return [first, *(code for code in more if code != first), *lot]


@tried(80)
@given(orders(), st.integers(0, 10_000))
def test_any_order_ranks_any_field(order, seed):
    """Each entry is ranked once, ranks are counted, better values come first, and the lot leaves no tie."""
    chance = random.Random(seed)
    people = chance.randint(2, 12)
    games = [
        (*chance.sample(range(1, people + 1), 2), chance.choice((50, 80, 100, 120)))
        for _game in range(chance.randint(0, 30))
    ]
    of = field(games, tuple(range(1, people + 1)), seed=seed)
    found = ranking.rank_field(order, of)
    assert sorted(row.number for row in found.rows) == list(of.numbers)
    ranks = [row.rank for row in found.rows]
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    first = [found.values[row.number][0] for row in found.rows]
    assert first == sorted(first, reverse=not CRITERIA[order[0]].LOWEST)
    if order[-1] == "lot":
        assert len(set(ranks)) == people
    alone = [row.number for row in found.rows if not row.tied]
    assert not any(set(alone) & set(level) for level in found.to_play) or order[-1] == "lot" or len(order) > 1
