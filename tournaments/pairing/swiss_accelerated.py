"""Swiss rounds of which the first two are accelerated: those meet sooner who are likely to be close.

The added-score method of chess (US Chess, Official Rules of Chess, rule 28R; FIDE's Baku acceleration,
Handbook C.04.5.1, does it over more rounds and with half points): in rounds 1 and 2 the first half of the
list counts as if it had won one game more. The seats alone know of it; standings and cards do not.

| who                       | what                                                                       |
|---------------------------|----------------------------------------------------------------------------|
| the first half            | entry numbers in order, rounded up to an even number (FIDE C.04.5.1)         |
| who comes after round 1   | is of the second half                                                      |
| one game more             | what a winner had more than the loser in the games so far, on average       |
| from round 3 on, all else | as in Swiss rounds (`swiss_rounds.py`)                                     |
"""

from collections.abc import Sequence

from tournaments.pairing.i18n_marks import codes_of, gettext_noop
from tournaments.pairing.swiss_rounds import SwissRounds
from tournaments.pairing.values import Past, Person

ACCELERATED = 2
"""So many rounds are."""


class SwissAccelerated(SwissRounds):
    """Swiss rounds in which some are ahead at first."""

    CODES = codes_of("swiss_accelerated", aloud="aloud_swiss", as_played="as_played_next_swiss")
    SENTENCES = {
        "choice_swiss_accelerated": gettext_noop("Swiss, with two accelerated games"),
        "wall_swiss_accelerated": gettext_noop(
            "Everybody moves to the seat shown for the next game: those meet who have nearly as much, and "
            "nobody meets twice as long as that can be had. For the seats of games 1 and 2 the first half of "
            "the list of players counts as if it had won one game more; the standings do not."
        ),
        "step_swiss_accelerated": gettext_noop(
            "Those meet who have nearly as much; in games 1 and 2 the first half of the list counts one game "
            "won more. You see the seating before it counts."
        ),
        "seats_swiss_accelerated": gettext_noop(
            "Those meet who have nearly as much; for games 1 and 2 the first half of the list of players "
            "counts one game won more."
        ),
    }

    def ahead(self, people: Sequence[Person], past: Past, by: str) -> tuple[tuple[int, ...], int]:
        """The numbers of those who count more in the round after `past`, and how much in the field `by`.

        Nobody after the accelerated rounds.

        >>> SwissAccelerated().ahead([Person(number) for number in range(1, 7)], [], "won")
        ((1, 2, 3, 4), 1)
        """
        if len(past) >= ACCELERATED:
            return (), 0
        house = {person.number for person in people if person.house}
        listed = {number for table in past[0] for number in table.people} if past else set()
        field = sorted((listed or {person.number for person in people}) - house)
        half = 2 * -(-len(field) // 4)
        return tuple(field[:half]), _worth(past, by)


def _worth(past: Past, by: str) -> int:
    """What a winner had more than the others of the table, on average, as a whole number; 1 at the least."""
    more = []
    for table in (table for tables in past for table in tables if len(table.scores) > 1):
        had = {side: getattr(score, by) for side, score in zip(table.sides, table.scores, strict=True)}
        if table.winners:
            more.append(had.pop(table.winners) - max(had.values()))
    return max(1, sum(more) // len(more)) if more else 1
