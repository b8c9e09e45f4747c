"""Swiss rounds of which the first two are accelerated: those likely to be close meet sooner.

The added-score method of chess (US Chess, Official Rules of Chess, rule 28R; FIDE's Baku acceleration,
Handbook C.04.5.1, does it over more rounds and with half points): in rounds 1 and 2 the first half of the
list counts as if it had won one game more. It affects only the seats; standings and cards ignore it.

| case                      | rule                                                                       |
|---------------------------|----------------------------------------------------------------------------|
| the first half            | entry numbers in order, rounded up to an even number (FIDE C.04.5.1)       |
| arrivals after round 1    | belong to the second half                                                  |
| one game more             | what a winner had more than the loser in the games so far, on average      |
| from round 3 on, all else | as in Swiss rounds (`swiss_rounds.py`)                                     |
"""

from collections.abc import Sequence

from tournaments.pairing.pairing_system import codes_of, gettext_noop
from tournaments.pairing.swiss_rounds import SwissRounds
from tournaments.pairing.values import Past, Person

ACCELERATED_ROUNDS = 2
"""The number of accelerated rounds."""


class SwissAccelerated(SwissRounds):
    """Swiss rounds in which some are ahead at first."""

    CODES = codes_of("swiss_accelerated", aloud="aloud_swiss", as_played="as_played_next_swiss")
    SENTENCES = {
        "choice_swiss_accelerated": gettext_noop("Swiss, with two accelerated games"),
        "wall_swiss_accelerated": gettext_noop(
            "Everybody moves to the seat shown for the next game: those with nearly equal results meet, and "
            "nobody meets twice, as long as possible. For the seats of games 1 and 2 the first half of the "
            "list of players counts as if it had won one game more; the standings do not."
        ),
        "step_swiss_accelerated": gettext_noop(
            "Those with nearly equal results meet; in games 1 and 2 the first half of the list counts one "
            "game won more. You see the seating before it counts."
        ),
        "seats_swiss_accelerated": gettext_noop(
            "Those with nearly equal results meet; for games 1 and 2 the first half of the list of players "
            "counts one game won more."
        ),
    }

    def ahead(self, people: Sequence[Person], past: Past, by: str) -> tuple[tuple[int, ...], int]:
        """Return who is accelerated in the round after `past`, and by how much in the field `by`.

        No one after the accelerated rounds.

        >>> SwissAccelerated().ahead([Person(number) for number in range(1, 7)], [], "won")
        ((1, 2, 3, 4), 1)
        """
        if len(past) >= ACCELERATED_ROUNDS:
            return (), 0
        house = {person.number for person in people if person.house}
        listed = {number for table in past[0] for number in table.people} if past else set()
        field = sorted((listed or {person.number for person in people}) - house)
        half = 2 * -(-len(field) // 4)
        return tuple(field[:half]), _average_win_margin(past, by)


def _average_win_margin(past: Past, by: str) -> int:
    """Return how much more a winner had than others of the table, on average, as an integer; at least 1."""
    more = []
    for table in (table for tables in past for table in tables if len(table.scores) > 1):
        had = {side: getattr(score, by) for side, score in zip(table.sides, table.scores, strict=True)}
        if table.winners:
            more.append(had.pop(table.winners) - max(had.values()))
    return max(1, sum(more) // len(more)) if more else 1
