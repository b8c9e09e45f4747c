"""The registry of pairing systems. A new one is a file and a line below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.pairing import partners_of_six, seats_from_file, threes
from tournaments.pairing.fixtures import Fixtures
from tournaments.pairing.free_draw import FREE_DRAW
from tournaments.pairing.individual_partners import IndividualPartners
from tournaments.pairing.mixed_tables import MixedTables
from tournaments.pairing.pairing_system import JUST_THREE, PairingSystem
from tournaments.pairing.preconditions import sizes
from tournaments.pairing.repeated_round_robin import RepeatedRoundRobin
from tournaments.pairing.round_robin import RoundRobin
from tournaments.pairing.swiss_accelerated import SwissAccelerated
from tournaments.pairing.swiss_rounds import SwissRounds
from tournaments.pairing.two_lines import TwoLines
from tournaments.pairing.values import ALONE, LETTERS
from tournaments.pairing.winners_move_up import WinnersMoveUp
from tournaments.pairing.winners_stay import WinnersStay

PAIRING_SYSTEMS: dict[str, PairingSystem] = {
    "winners_stay": WinnersStay(),
    "winners_move_up": WinnersMoveUp(),
    "free_draw": FREE_DRAW,
    "two_lines": TwoLines(),
    "round_robin": RoundRobin(),
    "repeated_round_robin": RepeatedRoundRobin(),
    "swiss": SwissRounds(),
    "swiss_accelerated": SwissAccelerated(),
    "fixtures": Fixtures(),
    "individual_partners": IndividualPartners(),
    "mixed_tables": MixedTables(),
    "three_pairs": partners_of_six.THREE_PAIRS,
    "two_threes": partners_of_six.TWO_THREES,
    "two_against_three": partners_of_six.TWO_AGAINST_THREE,
    "threes": threes.ALONE_OF_THREE,
    "captains": threes.ONE_AGAINST_TWO,
    seats_from_file.NAME: seats_from_file.FromFile(),
}


def has_settled_pairs(name: str) -> bool:
    """Return whether all pairs are settled before round 1, so that none can be kept apart at any price.

    The lines of a file are checked against pairs kept apart when it is uploaded.

    >>> [name for name in PAIRING_SYSTEMS if has_settled_pairs(name)]
    ['round_robin', 'repeated_round_robin', 'fixtures']
    """
    one = PAIRING_SYSTEMS[name]
    return name != seats_from_file.NAME and one.ONE_LOT and one.FOLLOWS and one.SIZES == (2,)


def pairing_system_of(rules: Mapping[str, Any]) -> PairingSystem:
    """Return the pairing system of a stage; one that is read from a file with its lines."""
    if rules["movement"] == seats_from_file.NAME:
        return seats_from_file.pairing_system_from_file(rules.get("seats_file"), PAIRING_SYSTEMS)
    return PAIRING_SYSTEMS[rules["movement"]]


def seats_file_of(rules: Mapping[str, Any]) -> seats_from_file.FromFile | None:
    """Return the file of seats that a stage follows; None for any other pairing system."""
    followed = pairing_system_of(rules) if rules.get("movement") == seats_from_file.NAME else None
    return followed if isinstance(followed, seats_from_file.FromFile) else None


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a stage under its rules.

    `size` is how many people sit at a full one, `partners` how they play: `values.ALONE`, OPPOSITE or
    ALTERNATELY; `three`: of an odd field three meet at one table.
    """

    movement: str
    size: int = 2
    partners: int = ALONE
    three: bool = False

    @classmethod
    def from_rules(cls, rules: Mapping[str, Any]) -> Tables:
        """Read frozen rules; those from before there were larger tables have two. Medal matches too."""
        name = rules.get("movement", "")
        if name == seats_from_file.NAME and rules.get("seats_file"):
            name = rules["seats_file"]["like"]
        one = PAIRING_SYSTEMS.get(name)
        size = rules.get("at_table", 2) if one else 2
        return cls(name, size, one.PARTNERS if one else ALONE, rules["odd"] == "three")

    def sizes(self, people: int) -> tuple[int, ...]:
        """Return how many of so many people sit at each table, the most first; 1 is a person who sits out.

        >>> Tables("winners_stay").sizes(5), Tables("individual_partners", 4).sizes(10)
        ((2, 2, 1), (4, 4, 1, 1))
        """
        if self.movement not in PAIRING_SYSTEMS:
            return sizes(people, three=self.three)
        return PAIRING_SYSTEMS[self.movement].sizes(people, size=self.size, three=self.three)

    def needed(self, people: int) -> int:
        """Return how many tables so many people need; people who sit out need none.

        >>> Tables("winners_stay").needed(5), Tables("individual_partners", 4).needed(18)
        (2, 4)
        """
        return len(self.sizes(people)) - self.sitting_out(people)

    @property
    def possible(self) -> bool:
        """Return whether the pairing system has full tables of this size."""
        return self.movement not in PAIRING_SYSTEMS or self.size in PAIRING_SYSTEMS[self.movement].SIZES

    @property
    def exact(self) -> bool:
        """Return whether every table has exactly three, and people left over sit out."""
        return self.movement in PAIRING_SYSTEMS and PAIRING_SYSTEMS[self.movement].SIZES == JUST_THREE

    @property
    def letters(self) -> int:
        """Return how many seats a table may need: one more than a full one if that takes people in."""
        if self.exact:
            return self.size
        if self.partners and self.size > 4:
            return len(LETTERS)
        return self.size if self.partners or self.size == 2 else min(self.size + 1, len(LETTERS))

    @property
    def left_over(self) -> int:
        """Return the most people who may be left over in a round when all full tables are filled."""
        if self.exact:
            return self.size - 1
        if self.partners:
            return 3 if self.size == 4 else 1
        return int(self.size == 2)

    def sitting_out(self, people: int) -> int:
        """Return how many of so many people have no game in a round."""
        return self.sizes(people).count(1)
