"""What every movement of the shelf is: how entries are seated round after round."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.pairing import preconditions
from tournaments.pairing.problems import Problem, rematches
from tournaments.pairing.values import ALONE, NoSeating, Past, Person, PlannedTable, PlayedTable


@dataclass(frozen=True, slots=True)
class RoundTerms:
    """How a round is to be seated: at tables 1 to `tables`, by the lot `seed`.

    `three`: of an odd field three meet at one table. `by` is the field of `SideScore` that ranks first.
    `size`, one of SIZES, is how many sit at a full table. `again`: rather than sit out, people meet somebody
    whom they have met; it concerns only a movement that is ONCE. Who sits out is at one of the tables too,
    which may be beyond those of the hall (`places.without_tables`).
    """

    tables: int
    seed: int
    three: bool
    by: str
    size: int
    again: bool = False


class PairingSystem(ABC):
    """A way to seat the rounds of a stage. What is said here holds for all that say nothing else.

    CODES names its sentences, in English in SENTENCES by code: `wall` (who moves, on the wall), `step`
    (the round page, before a round is seated), `aloud` (read out with the seats), `as_played` (what follows
    where people sit elsewhere than planned), `seats` (the set-up's summary), `choice` (its name on the set-up
    page, where it can replace that of a format for two at a table). An empty one is not said.
    """

    CODES: dict[str, str]
    SENTENCES: dict[str, str]
    ONE_LOT = False
    """Whether the lot drawn for round 1 holds for all rounds, so that those to come can be known."""
    WINNERS_STAY = False
    """Whether the proof-reader watches that winners keep their seat."""
    FOLLOWS = False
    """Whether who meets in round 1 mostly fixes who meets in the rounds after it."""
    ONCE = False
    """Whether nobody meets twice unless the director asks for it: more people sit out instead."""
    THREE = False
    """Whether three of an odd field can meet at one table."""
    WEIGHS: tuple[str, ...] = ("turn", "apart", "again", "walk")
    """What it weighs when it seats people, of `why.WEIGHED`, what matters most first."""
    SIZES: tuple[int, ...] = (2,)
    """How many people may be said to sit at a full table; the first where nothing is said."""
    PARTNERS = ALONE
    """How those at a table play: `values.ALONE`, OPPOSITE or ALTERNATELY."""

    def next_round(
        self,
        people: Sequence[Person],
        past: Past,
        *,
        tables: int,
        seed: int,
        three: bool = False,
        by: str = "won",
        size: int = 0,
        again: bool = False,
    ) -> tuple[PlannedTable, ...]:
        """Seat the round after `past` for the `people` who are here; for the rest see `RoundTerms`.

        There are `tables` in the hall. Who sits out needs none of them, and has a number beyond them where
        all are taken. Raises NoSeating; ValueError for a table of three where it has none.
        """
        if three and not self.THREE:
            raise ValueError(f"{type(self).__name__} has no table of three")
        here = preconditions.playing(people)
        sizes = self.sizes(len(here), size=size, three=three)
        preconditions.check_tables(len(here), len(sizes) - sizes.count(1), tables)
        terms = RoundTerms(max(tables, len(sizes)), seed, three, by, size or self.SIZES[0], again)
        return preconditions.without_tables(self.seat(people, past, terms), here, tables)

    @abstractmethod
    def seat(self, people: Sequence[Person], past: Past, terms: RoundTerms) -> tuple[PlannedTable, ...]:
        """The tables of `next_round`."""

    def rounds_to_come(
        self, people: Sequence[Person], past: Past, *, tables: int, seed: int, rounds: int, size: int = 0
    ) -> tuple[tuple[PlannedTable, ...], ...]:
        """The rounds after `past` up to round `rounds` if nobody comes or leaves, as far as they can be had.

        None without ONE_LOT: results decide on them.
        """
        if not self.ONE_LOT:
            return ()
        following = partial(self.next_round, people, tables=tables, seed=seed, size=size)
        return one_after_another(following, past, rounds)

    def sizes(self, people: int, *, size: int = 0, three: bool = False) -> tuple[int, ...]:
        """How many sit at each table, the most first; 1 is one who sits out."""
        return preconditions.sizes(people, three=three)

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 0) -> Iterator[Problem]:
        """What so many rounds mean for so many people, before the day."""
        return rematches(people, rounds, three=three)

    def ahead(self, people: Sequence[Person], past: Past, by: str) -> tuple[tuple[int, ...], int]:
        """The numbers of those who count more in the round after `past`, and how much in the field `by`."""
        return (), 0


def one_after_another(
    next_round: Callable[[Past], tuple[PlannedTable, ...]], past: Past, rounds: int
) -> tuple[tuple[PlannedTable, ...], ...]:
    """The rounds after `past` up to round `rounds`, each as `next_round` seats it after those before.

    As far as they can be had.
    """
    known: list[Sequence[PlayedTable]] = list(past)
    coming: list[tuple[PlannedTable, ...]] = []
    while len(known) < rounds:
        try:
            planned = next_round(known)
        except NoSeating:
            break
        coming.append(planned)
        known.append([PlayedTable(one.table, one.seats, partners=one.partners) for one in planned])
    return tuple(coming)
