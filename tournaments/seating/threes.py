"""Tables of exactly three: each alone, or one, the captain, against the two others (rules.md §6).

| what gives way to what | how                                                              |
|------------------------|------------------------------------------------------------------|
| a fixed seat           | its table and letter are kept all day                            |
| three at every table   | one or two who are left over sit out, nobody again before everybody has |
| nobody meets twice     | as long as that can be had, then as few as can be                |
| the captain            | sits at A; who was one least often is the next                   |
"""

from tournaments.seating.marked import gettext_noop
from tournaments.seating.movement import Movement
from tournaments.seating.partners_of_six import PartnersOfSix
from tournaments.seating.values import ALONE, CAPTAIN

THREE = 3


class Threes(PartnersOfSix):
    """Three at every table."""

    LIKE = "mixed_tables"
    WEIGHS = Movement.WEIGHS

    def sizes(self, people: int, *, size: int = 0, three: bool = False) -> tuple[int, ...]:
        """How many sit at each table: three, or one who sits out.

        >>> ALONE_OF_THREE.sizes(8)
        (3, 3, 1, 1)
        """
        full, left = divmod(people, THREE)
        return (THREE,) * full + (1,) * left


ALONE_OF_THREE = Threes(
    "threes",
    THREE,
    ALONE,
    {
        "wall_threes": gettext_noop(
            "Three sit at each table, everybody alone: two play and one looks on. In each game everybody "
            "moves to the seat shown: nobody meets twice as long as that can be had."
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
            "game everybody moves to the seat shown; everybody is captain as often as can be had."
        ),
        "aloud_captains": gettext_noop("Everybody has a new seat. A is the captain, and plays B first."),
    },
)
