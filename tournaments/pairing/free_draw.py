"""A free draw: new opponents by lot in each round, without rematches as long as possible.

Fixed seats, byes, the house player and people who asked to be apart are handled as in Swiss rounds
(`swiss_rounds.py`) in which all have equal points.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.pairing.pairing_system import PairingRequest, codes_of, gettext_noop
from tournaments.pairing.swiss_rounds import SwissRounds
from tournaments.pairing.values import Past, Person, PlannedTable


class FreeDraw(SwissRounds):
    """Swiss rounds without points."""

    WEIGHS = ("turn", "apart", "again")
    CODES = codes_of("free_draw")
    SENTENCES = {
        "choice_free_draw": gettext_noop("By lot in each game"),
        "wall_free_draw": gettext_noop(
            "Seats are drawn by lot again in each game: everybody moves to the seat shown. Nobody meets "
            "twice, as long as possible."
        ),
        "step_free_draw": gettext_noop("By lot, with new opponents. You see the seating before it counts."),
        "aloud_free_draw": gettext_noop("Everybody has a new seat, drawn by lot."),
        "as_played_next_free_draw": gettext_noop(
            "Game %(round)s will be drawn based on who has really met: nobody meets twice."
        ),
        "seats_free_draw": gettext_noop("By lot in each game, without meeting twice."),
    }

    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Seat by lot. Raises as Swiss rounds."""
        unscored = [[replace(table, scores=()) for table in tables_of_round] for tables_of_round in past]
        return super().seat(people, unscored, request)


FREE_DRAW = FreeDraw()
"""The pairing system that replaces others when they do not decide who meets."""
