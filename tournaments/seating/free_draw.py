"""A free draw: new opponents by lot in each round, and nobody meets twice as long as that can be had.

Fixed seats, byes, the house player and people who asked to be apart are handled as in Swiss rounds
(`swiss_rounds.py`), for which everybody has as much as everybody else.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.seating import swiss_rounds
from tournaments.seating.marked import codes_of, gettext_noop
from tournaments.seating.places import sizes
from tournaments.seating.problems import rematches as problems
from tournaments.seating.swiss_rounds import rounds_to_come
from tournaments.seating.values import Past, Person, PlannedTable

__all__ = [
    "CODES", "FOLLOWS", "ONE_LOT", "PARTNERS", "SENTENCES", "SIZES", "WEIGHS", "WINNERS_STAY", "next_round",
    "problems", "rounds_to_come", "sizes",
]  # fmt: skip

ONE_LOT = False
WINNERS_STAY = False
FOLLOWS = False
WEIGHS = ("turn", "apart", "again")
PARTNERS = False
SIZES = (2,)
CODES = codes_of("free_draw")
SENTENCES = {
    "choice_free_draw": gettext_noop("By lot in each game"),
    "wall_free_draw": gettext_noop(
        "The lot decides anew in each game: everybody moves to the seat shown. Nobody meets twice as long as "
        "that can be had."
    ),
    "step_free_draw": gettext_noop("By lot, with somebody new. You see the seating before it counts."),
    "aloud_free_draw": gettext_noop("Everybody has a new seat, drawn by lot."),
    "as_played_next_free_draw": gettext_noop(
        "Game %(round)s will be drawn from who has really met: nobody meets twice."
    ),
    "seats_free_draw": gettext_noop("By lot in each game, without meeting twice."),
}


def next_round(
    people: Sequence[Person],
    past: Past,
    *,
    tables: int,
    seed: int,
    three: bool = False,
    by: str = "won",
    size: int = 2,
) -> tuple[PlannedTable, ...]:
    """Seat the round after `past` by lot. Raises as `swiss_rounds.next_round`."""
    unscored = [[replace(table, scores=()) for table in tables_of_round] for tables_of_round in past]
    return swiss_rounds.next_round(people, unscored, tables=tables, seed=seed, three=three, by=by)
