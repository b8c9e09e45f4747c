"""The table of a league compared with its definition, for any games and any rules (rules.md §12)."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from scoring.league import (
    AWAY,
    BETWEEN,
    CRITERIA,
    DRAWN,
    HOME,
    NEITHER,
    POINTS,
    Game,
    Rules,
    table,
)

SIDES = tuple(range(1, 7))
POINT = st.integers(0, 40)


@st.composite
def games(draw):
    home, away = draw(st.permutations(SIDES))[:2]
    awarded = draw(st.booleans())
    pair = st.just((0, 0)) if awarded else st.tuples(POINT, POINT)
    won_by = draw(st.sampled_from([HOME, AWAY, NEITHER] if awarded else [HOME, AWAY, DRAWN]))
    return Game(home, away, won_by, draw(pair), draw(pair), awarded)


RULES = st.builds(
    Rules,
    win=st.integers(1, 4),
    draw=st.integers(0, 2),
    loss=st.integers(0, 1),
    as_played=st.booleans(),
    criteria=st.lists(st.sampled_from(CRITERIA), unique=True).map(tuple),
)


@given(st.lists(games(), max_size=20), RULES)
def test_league_table_adds_up(played, rules):
    rows = table(SIDES, played, rules)
    assert sorted(row.side for row in rows) == list(SIDES)
    assert sum(row.all.played for row in rows) == 2 * len(played)
    assert sum(row.all.scored for row in rows) == sum(row.all.against for row in rows)
    assert sum(row.all.won for row in rows) == sum(one.won_by in (HOME, AWAY) for one in played)
    for row in rows:
        assert row.all == tuple(map(sum, zip(row.home, row.away, strict=True)))
        assert row.all.won + row.all.drawn + row.all.lost == row.all.played
        assert row.behind == max(one.all.played for one in rows) - row.all.played
        if not rules.as_played:
            worth = row.all.won * rules.win + row.all.drawn * rules.draw + row.all.lost * rules.loss
            assert row.points == worth


@given(st.lists(games(), max_size=20), RULES)
def test_ranks_follow_points_then_criteria_with_reason(played, rules):
    rows = table(SIDES, played, rules)
    assert rows[0].rank == 1 and rows[0].parted is None
    for at, (above, row) in enumerate(itertools.pairwise(rows), start=2):
        assert above.points >= row.points
        if above.points > row.points:
            assert row.parted == (POINTS, above.points, row.points)
        if row.parted is None:
            assert row.rank == above.rank
        else:
            criterion, theirs, mine = row.parted
            assert row.rank == at and theirs > mine
            assert criterion == POINTS or (criterion in rules.criteria and above.points == row.points)


def test_the_order_of_games_and_sides_changes_no_rank():
    played = [Game(1, 2, HOME, (121, 90)), Game(2, 3, HOME, (121, 100)), Game(3, 1, HOME, (121, 110))]
    rules = Rules(criteria=(BETWEEN, "difference"))
    ranks = {row.side: row.rank for row in table((1, 2, 3), played, rules)}
    assert (
        ranks == {row.side: row.rank for row in table((3, 2, 1), played[::-1], rules)} == {1: 1, 2: 2, 3: 2}
    )


def test_head_to_head_breaks_ties():
    played = [Game(1, 2, AWAY, (90, 121)), Game(1, 3, HOME, (121, 0)), Game(2, 3, AWAY, (0, 121))]
    played += [Game(3, 4, AWAY), Game(4, 1, AWAY), Game(4, 2, AWAY)]
    rows = table((1, 2, 3, 4), played, Rules(criteria=(BETWEEN,)))
    assert [row.points for row in rows] == [4, 4, 2, 2]
    assert (rows[0].side, rows[1].side) == (2, 1)
    assert rows[1].parted == (BETWEEN, 2, 0)


def test_match_points_count_by_rule_and_award_counts_as_win():
    played = [
        Game(1, 2, HOME, (121, 60), (3, 0)),
        Game(2, 1, NEITHER, awarded=True),
        Game(2, 3, AWAY, awarded=True),
    ]
    rows = {row.side: row for row in table((1, 2, 3), played, Rules(as_played=True))}
    assert {side: row.points for side, row in rows.items()} == {1: 3, 2: 0, 3: 2}
    assert rows[2].all.lost == 3 and rows[1].all.lost == 1
