"""The standings of some of the people: their rows of the standings of all, ranked among themselves."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from tournaments.standings.ranking import BELOW_MEDALS, Row, Standings


def standings_subset(shown: Standings, numbers: Collection[int]) -> Standings:
    """Return `shown` for those of `numbers` alone: ranks 1, 2, 2, 4 within them, gaps to the next of them.

    The order is that of all, with what medal matches decided. An entry that shares a rank only with others
    outside of `numbers` no longer shares it.
    """
    return replace(shown, rows=list(subset_rows(shown, numbers)))


def subset_rows(shown: Standings, numbers: Collection[int]) -> Iterator[Row]:
    """Yield the rows of `standings_subset`, the best first."""
    place, before, above = 0, None, None
    for at, row in enumerate(one for one in shown.rows if one.number in numbers):
        if before is None or row.rank != before.rank:
            place, above = at + 1, before
        tied = tuple(number for number in row.tied if number in numbers)
        yield row._replace(
            rank=max(place, BELOW_MEDALS) if row.out else place,
            tied=tied if len(tied) > 1 else (),
            above=above.number if above else None,
            gap=above.points - row.points if above else 0,
        )
        before = row
