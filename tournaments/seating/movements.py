"""The shelf of movements: how entries are seated round after round. A new one is a file and a line below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tournaments.seating import (
    fixtures,
    free_draw,
    from_file,
    individual_partners,
    mixed_tables,
    partners_of_six,
    repeated_round_robin,
    round_robin,
    swiss_accelerated,
    swiss_rounds,
    threes,
    two_lines,
    winners_move_up,
    winners_stay,
)
from tournaments.seating.places import sizes
from tournaments.seating.problems import Problem
from tournaments.seating.values import ALONE, LETTERS, Past, Person, PlannedTable


class Movement(Protocol):
    """What a module has to have to seat the rounds of a stage; mypy holds every one on the shelf to it.

    CODES names its sentences, in English in SENTENCES by code: `wall` (who moves, on the wall), `step`
    (the round page, before a round is seated), `aloud` (read out with the seats), `as_played` (what follows
    where people sit elsewhere than planned), `seats` (the set-up's summary), `choice` (its name on the set-up
    page, where it can replace that of a format for two at a table). An empty one is not said.

    Where people count more for the seats than they have, a movement also has the function `ahead`
    (see `swiss_accelerated.ahead`), with which `why` explains its seats.
    """

    @property
    def ONE_LOT(self) -> bool:
        """Whether the lot drawn for round 1 holds for all rounds, so that those to come can be known."""

    @property
    def WINNERS_STAY(self) -> bool:
        """Whether the proof-reader watches that winners keep their seat."""

    @property
    def FOLLOWS(self) -> bool:
        """Whether who meets in round 1 mostly fixes who meets in the rounds after it."""

    @property
    def WEIGHS(self) -> tuple[str, ...]:
        """What it weighs when it seats people, of `why.WEIGHED`, what matters most first."""

    @property
    def SIZES(self) -> tuple[int, ...]:
        """How many people may be said to sit at a full table; the first where nothing is said."""

    @property
    def PARTNERS(self) -> int:
        """How those at a table play: `values.ALONE`, OPPOSITE or ALTERNATELY."""

    @property
    def CODES(self) -> dict[str, str]:
        """The codes of its sentences, by where they are said."""

    @property
    def SENTENCES(self) -> dict[str, str]:
        """Its own sentences by code."""

    def next_round(
        self,
        people: Sequence[Person],
        past: Past,
        *,
        tables: int,
        seed: int,
        three: bool = False,
        by: str = "won",
        size: int = 2,
    ) -> tuple[PlannedTable, ...]:
        """Seat the round after `past` for the `people` who are here, at tables 1 to `tables`.

        `three`: of an odd field three meet at one table. `by` is the field of `SideScore` that ranks first.
        `size`, one of SIZES, is how many sit at a full table.
        Raises NoSeating.
        """

    def rounds_to_come(
        self, people: Sequence[Person], past: Past, *, tables: int, seed: int, rounds: int, size: int = 2
    ) -> tuple[tuple[PlannedTable, ...], ...]:
        """The rounds after `past` up to round `rounds` if nobody comes or leaves; none without ONE_LOT."""

    def sizes(self, people: int, *, size: int = 2, three: bool = False) -> tuple[int, ...]:
        """How many sit at each table, the most first; 1 is one who sits out."""

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 2) -> Iterator[Problem]:
        """What so many rounds mean for so many people, before the day."""


MOVEMENTS: dict[str, Movement] = {
    "winners_stay": winners_stay,
    "winners_move_up": winners_move_up,
    "free_draw": free_draw,
    "two_lines": two_lines,
    "round_robin": round_robin,
    "repeated_round_robin": repeated_round_robin,
    "swiss": swiss_rounds,
    "swiss_accelerated": swiss_accelerated,
    "fixtures": fixtures,
    "individual_partners": individual_partners,
    "mixed_tables": mixed_tables,
    "three_pairs": partners_of_six.THREE_PAIRS,
    "two_threes": partners_of_six.TWO_THREES,
    "two_against_three": partners_of_six.TWO_AGAINST_THREE,
    "threes": threes.ALONE_OF_THREE,
    "captains": threes.ONE_AGAINST_TWO,
    from_file.NAME: from_file.FromFile(),
}


def movement(name: str) -> Movement:
    """The movement that a stage names, such as winners_stay. Raises LookupError where there is none."""
    return MOVEMENTS[name]


def meets_all(name: str) -> bool:
    """Whether a movement settles before game 1 who meets whom, so that nobody is kept apart at any price.

    The lines of a file are held against who is kept apart when it is brought.

    >>> [name for name in MOVEMENTS if meets_all(name)]
    ['round_robin', 'repeated_round_robin', 'fixtures']
    """
    one = MOVEMENTS[name]
    return name != from_file.NAME and one.ONE_LOT and one.FOLLOWS and one.SIZES == (2,)


def of_rules(rules: Mapping[str, Any]) -> Movement:
    """The movement of a stage; one that is read from a file with its lines."""
    if rules["movement"] == from_file.NAME:
        return from_file.bound(rules.get("seats_file"), MOVEMENTS)
    return movement(rules["movement"])


def file_of(rules: Mapping[str, Any]) -> from_file.FromFile | None:
    """The file of seats that a stage follows; None for any other movement."""
    followed = of_rules(rules) if rules.get("movement") == from_file.NAME else None
    return followed if isinstance(followed, from_file.FromFile) else None


JUST_THREE = (3,)


@dataclass(frozen=True, slots=True)
class Tables:
    """What the rules of a stage say of its tables.

    `size` is how many people sit at a full one, `partners` how they play: `values.ALONE`, OPPOSITE or
    ALTERNATELY;
    `three`: of an odd field three meet at one table.
    """

    movement: str
    size: int = 2
    partners: int = ALONE
    three: bool = False

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> Tables:
        """What frozen rules say; those of before there were tables of more have two. Medal matches too."""
        name = rules.get("movement", "")
        if name == from_file.NAME and rules.get("seats_file"):
            name = rules["seats_file"]["like"]
        one = MOVEMENTS.get(name)
        size = rules.get("at_table", 2) if one else 2
        return cls(name, size, one.PARTNERS if one else ALONE, rules["odd"] == "three")

    def sizes(self, people: int) -> tuple[int, ...]:
        """How many of so many people sit at each table, the most first; 1 is one who sits out.

        >>> Tables("winners_stay").sizes(5), Tables("individual_partners", 4).sizes(10)
        ((2, 2, 1), (4, 4, 1, 1))
        """
        if self.movement not in MOVEMENTS:
            return sizes(people, three=self.three)
        return MOVEMENTS[self.movement].sizes(people, size=self.size, three=self.three)

    @property
    def possible(self) -> bool:
        """Whether the movement has full tables of so many."""
        return self.movement not in MOVEMENTS or self.size in MOVEMENTS[self.movement].SIZES

    @property
    def exact(self) -> bool:
        """Whether every table has exactly three, and who is left over sits out."""
        return self.movement in MOVEMENTS and MOVEMENTS[self.movement].SIZES == JUST_THREE

    @property
    def letters(self) -> int:
        """How many seats a table may need: one more than a full one where that takes people in."""
        if self.exact:
            return self.size
        if self.partners and self.size > 4:
            return len(LETTERS)
        return self.size if self.partners or self.size == 2 else min(self.size + 1, len(LETTERS))

    @property
    def left_over(self) -> int:
        """How many may be left over in a round when all full tables have their people, at the most."""
        if self.exact:
            return self.size - 1
        if self.partners:
            return 3 if self.size == 4 else 1
        return int(self.size == 2)

    def sitting_out(self, people: int) -> int:
        """How many of so many people have no game in a round."""
        return self.sizes(people).count(1)
