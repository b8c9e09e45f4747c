"""Tables of exactly three: each alone, or one, the captain, against the two others (rules.md §6).

| priority               | rule                                                                        |
|------------------------|-----------------------------------------------------------------------------|
| a fixed seat           | its table and letter are kept in all rounds                                 |
| three at every table   | one or two who are left over sit out, no one a second time before all have  |
| no rematches           | as long as possible, then as few as possible                                |
| the captain            | sits at A; the person who has been captain least often is next              |

If a schedule without a repeated meeting is known (`unmet_pairs.py`) it is followed while the field stays the
same and no one is left over; else the best round found is taken.
"""

from collections.abc import Iterator, Sequence

from tournaments.pairing import mixed_tables, no_rematch_schedules
from tournaments.pairing.pairing_system import PairingSystem, gettext_noop
from tournaments.pairing.partners_of_six import PartnersOfSix
from tournaments.pairing.problems import Problem, Solution
from tournaments.pairing.table_mixing import Groups, Meetings
from tournaments.pairing.values import ALONE, CAPTAIN, Past, Person

THREE = 3


class Threes(PartnersOfSix):
    """Three at every table."""

    LIKE = "mixed_tables"
    WEIGHS = PairingSystem.WEIGHS

    def sizes(self, people: int, *, size: int = 0, three: bool = False) -> tuple[int, ...]:
        """Return how many sit at each table: three, or one who sits out.

        >>> ALONE_OF_THREE.sizes(8)
        (3, 3, 1, 1)
        """
        full, left = divmod(people, THREE)
        return (THREE,) * full + (1,) * left

    def scheduled_groups(self, present: Sequence[Person], past: Past, table: Meetings, seed: int) -> Groups:
        """Return the groups of a known schedule if no one is left over and none of them have met."""
        if len(present) % THREE:
            return []
        costly = {frozenset((one, other)) for one, row in table.costs.items() for other in row if row[other]}
        return mixed_tables.scheduled_groups(present, past, self.sizes(len(present)), costly, seed)

    def rematch_problems(self, people: int, rounds: int) -> Iterator[Problem]:
        """Yield a problem for more rounds than have new people to meet or a known schedule."""
        bound = (people - 1) // 2
        known = 0 if people % THREE else len(no_rematch_schedules.schedule(people // THREE, THREE))
        numbers = {"games": rounds, "bound": bound, "known": known}
        if rounds > bound:
            yield Problem("tables_meet_again", False, numbers, (Solution("rounds", bound),) if bound else ())
        elif rounds > known:
            yield Problem("tables_may_meet_again" if known else "tables_searched", False, numbers)


ALONE_OF_THREE = Threes(
    "threes",
    THREE,
    ALONE,
    {
        "wall_threes": gettext_noop(
            "Three sit at each table, everybody alone: two play and one looks on. In each game everybody "
            "moves to the seat shown: nobody meets twice, as long as possible."
        ),
        "aloud_threes": gettext_noop("Everybody has a new seat. A and B begin, C looks on."),
    },
)
ONE_AGAINST_TWO = Threes(
    "captains",
    THREE,
    CAPTAIN,
    {
        "wall_captains": gettext_noop(
            "Three sit at each table: A is the captain and plays against B and C, who take turns. In each "
            "game everybody moves to the seat shown; everybody is captain as often as possible."
        ),
        "aloud_captains": gettext_noop("Everybody has a new seat. A is the captain, and plays B first."),
    },
)
