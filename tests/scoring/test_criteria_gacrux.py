"""Opponents' wins and head-to-head, compared with those of gacrux (`random_swiss`)."""

import pytest

from scoring import ranking
from scoring.criteria import buchholz, buchholz_cut_1
from tests.samples import SWEEP_FACTOR
from tests.scoring.random_swiss import as_gacrux_ranks, as_ours, random_tournament

pytestmark = pytest.mark.parametrize("seed", range(5 * SWEEP_FACTOR))


@pytest.mark.parametrize(
    ("byes_as", "forfeits_as", "modifier"),
    [("own", "byes", ""), ("own", "met", "/P"), ("nothing", "met", ""), ("nothing", "byes", "/S")],
)
def test_opponents_wins_equal_those_of_gacrux(seed, byes_as, forfeits_as, modifier):
    """A forfeit without points cannot be cut here, while gacrux cuts its 0: only the whole is compared."""
    tournament = random_tournament(seed)
    ours = as_ours(tournament, byes_as, forfeits_as)
    asked = ["PTS", f"BH{modifier}", *([] if modifier == "/S" else [f"BH/C1/N{modifier}"])]
    theirs = as_gacrux_ranks(tournament, asked, byes_count=byes_as == "own")
    whole, cut = buchholz.values(tournament.numbers, ours), buchholz_cut_1.values(tournament.numbers, ours)
    for number in tournament.numbers:
        expected = tuple(map(int, theirs[number]["tiebreakScore"]))
        assert (ours.won.get(number, 0), whole[number], cut[number])[: len(asked)] == expected


@pytest.mark.parametrize(("forfeits_as", "modifier"), [("byes", ""), ("met", "/P")])
def test_head_to_head_ranks_equal_those_of_gacrux(seed, forfeits_as, modifier):
    tournament = random_tournament(seed)
    ours = ranking.rank_field(["won", "head_to_head", "buchholz"], as_ours(tournament, "own", forfeits_as))
    asked = ["PTS", f"DE{modifier}", f"BH{modifier}"]
    theirs = as_gacrux_ranks(tournament, asked, byes_count=True)
    assert {row.number: row.rank for row in ours.rows} == {
        number: one["rank"] for number, one in theirs.items()
    }
