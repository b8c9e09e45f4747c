"""The base class of pairing systems, which seat entries round after round."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tournaments.pairing import preconditions
from tournaments.pairing.problems import Problem, rematches
from tournaments.pairing.values import (
    ALONE,
    NoSeating,
    Past,
    Person,
    PlannedTable,
    PlayedTable,
    SeatingRules,
)


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation; it is translated where it is shown."""
    return text


def codes_of(name: str, **others: str) -> dict[str, str]:
    """Return the codes of a pairing system's sentences, by place (see `pairing_system.PairingSystem`).

    `others` are those that do not end in its name; an empty code has no sentence.

    >>> codes_of("two_lines", wall="")["wall"], codes_of("two_lines")["as_played"]
    ('', 'as_played_next_two_lines')
    """
    codes = {where: f"{where}_{name}" for where in ("wall", "step", "aloud", "seats", "choice")}
    return codes | {"as_played": f"as_played_next_{name}"} | others


JUST_THREE = (3,)
"""The SIZES of a pairing system with exactly three at each table, from which the others sit out."""


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """The terms on which a round is seated: there are `tables` in the hall, and `seed` is the lot.

    `three`: of an odd field three meet at one table. `by` is the field of `SideScore` that ranks first.
    `size`, one of SIZES, is how many sit at a full table; 0 stands for the default of the pairing system.
    `again`: people have rematches rather than sit out; it concerns only a pairing system that is ONCE.
    `beyond`, set by `next_round`, is how many of `tables` are not in the hall, for people who sit out.
    """

    tables: int
    seed: int
    three: bool = False
    by: str = "won"
    size: int = 0
    again: bool = False
    beyond: int = 0


class PairingSystem(ABC):
    """A way to seat the rounds of a stage. Subclasses inherit the defaults below.

    CODES names its sentences, in English in SENTENCES by code: `wall` (the movement, for the wall), `step`
    (the round page, before a round is seated), `aloud` (read out with the seats), `as_played` (what follows
    if people sit elsewhere than planned), `seats` (the set-up's summary), `choice` (its name on the set-up
    page, where it can replace that of a format for two at a table). An empty code has no sentence.
    """

    CODES: dict[str, str]
    SENTENCES: dict[str, str]
    ONE_LOT = False
    """The lot drawn for round 1 holds for all rounds, so that future rounds can be known."""
    WINNERS_STAY = False
    """The validation checks that winners keep their seat."""
    FOLLOWS = False
    """The pairs of round 1 mostly fix the pairs of the rounds after it."""
    ONCE = False
    """No rematches unless the director asks for them: more people sit out instead."""
    THREE = False
    """Three of an odd field can meet at one table."""
    WEIGHS: tuple[str, ...] = ("turn", "apart", "again", "walk")
    """The criteria that it weighs, of `explanation.COST_CODES`, the most important first."""
    SIZES: tuple[int, ...] = (2,)
    """The allowed numbers of people at a full table; the first is the default."""
    PARTNERS = ALONE
    """The way those at a table play: `values.ALONE` or a key of `values.PARTNERS`."""

    def next_round(
        self, people: Sequence[Person], past: Past, request: PairingRequest
    ) -> tuple[PlannedTable, ...]:
        """Seat the round after `past` for the `people` who are here.

        People who sit out need no table of the hall, and have a number beyond them if all are taken. Raises
        NoSeating; ValueError for a table of three if the system has none.
        """
        if request.three and not self.THREE:
            raise ValueError(f"{type(self).__name__} has no table of three")
        present = preconditions.people_to_seat(people)
        preconditions.check_size(present)
        sizes = self.sizes(len(present), size=request.size, three=request.three)
        preconditions.check_tables(len(present), len(sizes) - sizes.count(1), request.tables)
        enough, size = max(request.tables, len(sizes)), request.size or self.SIZES[0]
        terms = replace(request, tables=enough, size=size, beyond=enough - request.tables)
        planned = self.seat(people, past, terms)
        return preconditions.fit_games_to_tables(planned, present, request.tables)

    @abstractmethod
    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Return the tables of `next_round`.

        People who sit out are at one of the tables too, so that `request.tables` counts theirs beyond those
        of the hall if there are not enough (`request.beyond`). `request.size` is never 0.
        """

    def rounds_to_come(
        self, people: Sequence[Person], past: Past, request: PairingRequest, *, rounds: int
    ) -> tuple[tuple[PlannedTable, ...], ...]:
        """Return the rounds after `past` up to round `rounds` for an unchanged field, as far as possible.

        None without ONE_LOT: results decide on them.
        """
        if not self.ONE_LOT:
            return ()
        return seat_following_rounds(partial(self.next_round, people, request=request), past, rounds)

    def seating_rules(self, request: PairingRequest) -> SeatingRules:
        """Return the rules by which a round seated on `request` is validated."""
        return SeatingRules(
            tables=request.tables,
            winners_stay=self.WINNERS_STAY,
            three=request.three,
            size=request.size or self.SIZES[0],
            partners=bool(self.PARTNERS),
            exact=self.SIZES == JUST_THREE,
            once=self.ONCE,
        )

    def sizes(self, people: int, *, size: int = 0, three: bool = False) -> tuple[int, ...]:
        """Return how many sit at each table, the most first; 1 is a person who sits out."""
        return preconditions.sizes(people, three=three)

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 0) -> Iterator[Problem]:
        """Return the problems of so many rounds for so many people, before the tournament."""
        return rematches(people, rounds, three=three)

    def ahead(self, people: Sequence[Person], past: Past, by: str) -> tuple[tuple[int, ...], int]:
        """Return who is accelerated in the round after `past`, and by how much in the field `by`."""
        return (), 0


def seat_following_rounds(
    next_round: Callable[[Past], tuple[PlannedTable, ...]], past: Past, rounds: int
) -> tuple[tuple[PlannedTable, ...], ...]:
    """Return the rounds after `past` up to round `rounds`, each seated by `next_round` after those before.

    Stops at the first round that cannot be seated.
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
