"""Seats from a file: the organiser's own seating, followed table by table as far as people are present.

| priority                   | rule                                                                       |
|----------------------------|----------------------------------------------------------------------------|
| a fixed seat               | its table changes place with that of the file: the same people meet        |
| the file                   | a table whose people are all present is seated as in the file              |
| no one waits               | people left over, or in no line, play with others like them                |
| a turn to sit out          | people who rest in the file sit out, and fill a gap if one is left         |

The file is part of the rules of a stage (`seats_file`): `like`, the pairing system of the format, decides how
many sit at a table and how they play, and seats those for whom no line can be followed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.pairing import apart, larger_tables
from tournaments.pairing.free_draw import FREE_DRAW
from tournaments.pairing.pairing_system import PairingRequest, PairingSystem, codes_of, gettext_noop
from tournaments.pairing.preconditions import check_tables, refuse_fixed_seat
from tournaments.pairing.problems import Problem, Solution
from tournaments.pairing.values import LETTERS, Finding, NoSeating, Past, Person, PlannedTable, sides_at

NAME = "from_file"
SOFTENED_FINDINGS = ("two_byes", "unfair_turn", "too_many_there", "fixed_seat_moved")
"""Faults of a computed seating that are not faults in a file, as a person decided them."""

FILE_FINDINGS = ("file_absent", "file_not_followed", "file_other_table", "file_not_in_it", "file_is_over")
"""The findings for a round that differs from the file."""

Line = tuple[int, ...]
"""A table, then the entry numbers of those who sit there, in the order of the letters."""


@dataclass(frozen=True)
class FromFile(PairingSystem):
    """The lines of a file, by round; `like` is the pairing system that it replaces."""

    rounds: tuple[tuple[Line, ...], ...] = ()
    like: PairingSystem = FREE_DRAW
    ONE_LOT = True
    FOLLOWS = True
    THREE = True
    WEIGHS = ("turn", "apart", "again")
    CODES = codes_of("from_file", choice="")
    SENTENCES = {
        "wall_from_file": gettext_noop(
            "The seats of all games were drawn up before the day: in each game everybody moves to the seat "
            "shown."
        ),
        "step_from_file": gettext_noop(
            "As the file of seats says, as far as everybody is here. You see the seating before it counts."
        ),
        "aloud_from_file": gettext_noop("Everybody has the seat that was drawn up for this game."),
        "as_played_next_from_file": gettext_noop(
            "Game %(round)s will be seated as the file says, no matter who has met in this one."
        ),
        "seats_from_file": gettext_noop("From a file: who sits where was drawn up for every game."),
        "file_twice_here": gettext_noop(
            "Two people with fixed seats (%(name)s is one) meet in the file in game %(game)s. Let one of "
            "them give up the fixed seat, or change that line of the file."
        ),
    }

    def __post_init__(self) -> None:
        object.__setattr__(self, "SIZES", self.like.SIZES)
        object.__setattr__(self, "PARTNERS", self.like.PARTNERS)

    @property
    def people(self) -> frozenset[int]:
        """Return all people in the lines."""
        return frozenset(number for lines in self.rounds for line in lines for number in line[1:])

    def sizes(self, people: int, *, size: int = 0, three: bool = False) -> tuple[int, ...]:
        """Return how many would sit at each table without a file; see `PairingSystem.sizes`."""
        return self.like.sizes(people, size=size, three=three)

    def lines_of(self, number: int) -> tuple[Line, ...]:
        """Return the lines of a round; none after the last one of the file."""
        return self.rounds[number - 1] if number <= len(self.rounds) else ()

    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Seat the lines whose people are all present, then the others among themselves.

        Raises NoSeating: too_few_tables, fixed_seat_missing, file_twice_here, and those of the pairing
        system that seats the others.
        """
        present = {person.number: person for person in people}
        kept, alone, waiting = self._split_people(present, past, request.size)
        rest: Sequence[PlannedTable] = ()
        while True:
            try:
                rest = self._seat_others([present[number] for number in waiting], past, request)
                break
            except NoSeating:
                if not kept:
                    raise
                waiting += kept.pop()[1:]
        alone += [table.people[0] for table in rest if len(table.seats) == 1]
        planned = [self._table(line) for line in kept]
        planned += [replace(table, table=0) for table in rest if len(table.seats) > 1]
        wished = {line[1]: line[0] for line in self.lines_of(len(past) + 1) if len(line) == 2}
        planned += [PlannedTable(wished.get(one, 0), ((LETTERS[0], one),)) for one in sorted(alone)]
        return _assign_tables(planned, present, request.tables, len(past) + 1)

    def _split_people(
        self, present: Mapping[int, Person], past: Past, size: int
    ) -> tuple[list[Line], list[int], list[int]]:
        """Return the lines that are followed, who sits out, and who has to be seated otherwise."""
        lines = [line for line in self.lines_of(len(past) + 1) if len(line) > 2]
        kept = [line for line in lines if set(line[1:]) <= present.keys()]
        busy = {number for line in lines for number in line[1:]}
        seated = {number for line in kept for number in line[1:]}
        resting = sorted((self.people & present.keys()) - busy) if self.lines_of(len(past) + 1) else []
        waiting = sorted(present.keys() - seated - set(resting))
        had = larger_tables.byes(past)
        resting.sort(key=lambda number: (-had[number], number))
        while resting and waiting and self._has_left_over(len(waiting), size):
            waiting.append(resting.pop(0))
        return kept, resting, waiting

    def _has_left_over(self, people: int, size: int) -> bool:
        """Return whether so many people leave some over."""
        sizes = self.sizes(people, size=size)
        return not sizes or 1 in sizes

    def _seat_others(
        self, people: Sequence[Person], past: Past, request: PairingRequest
    ) -> tuple[PlannedTable, ...]:
        """Seat those for whom no line is followed, at tables of their own that are numbered later."""
        if not people:
            return ()
        sizes = self.sizes(len(people), size=request.size)
        if sizes and max(sizes) == 1:
            return tuple(
                PlannedTable(at, ((LETTERS[0], person.number),)) for at, person in enumerate(people, 1)
            )
        fixed = [person for person in people if person.fixed]
        homes = {person.number: (at, person.fixed[1]) for at, person in enumerate(fixed, 1) if person.fixed}
        known = [replace(person, fixed=homes.get(person.number)) for person in people]
        how = FREE_DRAW if self.SIZES == (2,) else self.like
        three = request.three and len(people) % 2 == 1 and len(people) > 2
        lot = request.seed * 1000 + len(past)
        found = how.next_round(known, past, replace(request, seed=lot, three=three))
        apart.check_forbidden_pairs(found, known, past)
        return found

    def _table(self, line: Line) -> PlannedTable:
        seats = tuple(zip(LETTERS, line[1:], strict=False))
        return PlannedTable(line[0], seats, partners=self.PARTNERS)

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 0) -> Iterator[Problem]:
        """Yield a problem for no file, fewer rounds in it than planned, or another number of people."""
        if not self.rounds:
            yield Problem("file_missing", True)
            return
        if len(self.rounds) < rounds:
            numbers = {"games": rounds, "file": len(self.rounds)}
            yield Problem("file_has_fewer_games", False, numbers, (Solution("rounds", len(self.rounds)),))
        if len(self.people) != people:
            numbers = {"people": people, "file": len(self.people)}
            yield Problem("file_of_others", False, numbers, (Solution("expected", len(self.people)),))

    def tables_needed(self, rounds: int) -> int:
        """Return the highest table of a game in the lines of the first `rounds`; 0 without one."""
        games = (line for lines in self.rounds[:rounds] for line in lines if len(line) > 2)
        return max((line[0] for line in games), default=0)

    def findings(
        self, planned: Sequence[PlannedTable], people: Sequence[Person], number: int
    ) -> Iterator[Finding]:
        """Yield a soft finding for each line or person for which round `number` differs from the file."""
        lines, here = self.lines_of(number), {person.number for person in people}
        if self.rounds and not lines:
            yield Finding("file_is_over", False, (), {"round": number, "file": len(self.rounds)})
            return
        together = {frozenset(table.people): table for table in planned}
        for line in (line for line in lines if len(line) > 2):
            missing = tuple(one for one in line[1:] if one not in here)
            there = tuple(one for one in line[1:] if one in here)
            if missing and there:
                yield Finding("file_absent", False, there, {"table": line[0], "absent": list(missing)})
            elif there and frozenset(line[1:]) not in together:
                yield Finding("file_not_followed", False, there, {"table": line[0]})
            elif there and together[frozenset(line[1:])].table != line[0]:
                moved = together[frozenset(line[1:])].table
                yield Finding("file_other_table", False, there, {"table": line[0], "now": moved})
        for person in people:
            if lines and person.number not in self.people and not person.house:
                yield Finding("file_not_in_it", False, (person.number,))

    def soften_findings(self, found: Sequence[Finding], number: int) -> tuple[Finding, ...]:
        """Return `found`, with hard findings soft if the file itself causes them in round `number`."""
        if not self.lines_of(number):
            return tuple(found)
        return tuple(replace(one, hard=False) if one.code in SOFTENED_FINDINGS else one for one in found)

    def follows(self, table: PlannedTable, number: int) -> bool:
        """Return whether the people at a table of round `number` sit together in the file."""
        return any(set(line[1:]) == set(table.people) for line in self.lines_of(number))


def pairing_system_from_file(file: Mapping[str, Any] | None, shelf: Mapping[str, Any]) -> FromFile:
    """Build the pairing system of a file stored in rules: `like`, a name on the `shelf`, and `rounds`."""
    if not file:
        return FromFile()
    rounds = tuple(tuple(tuple(line) for line in lines) for lines in file["rounds"])
    return FromFile(rounds, shelf[file["like"]])


def _assign_tables(
    planned: Sequence[PlannedTable], present: Mapping[int, Person], tables: int, number: int
) -> tuple[PlannedTable, ...]:
    """Give all a table: fixed seats first, then the tables of the file, then free ones.

    A table of 0 has no wish. Raises NoSeating.
    """
    check_tables(len(present), sum(len(table.seats) > 1 for table in planned), tables)
    tables = max(tables, len(planned))  # people who sit out need none
    homes: dict[int, int] = {}
    for at, table in enumerate(planned):
        fixed = [present[one] for one in table.people if present[one].fixed]
        if len(fixed) > 1:
            numbers = {"number": fixed[1].number, "game": number}
            raise NoSeating("file_twice_here", numbers, [("change_fixed_seat", {"number": fixed[1].number})])
        for person in fixed:
            home = person.fixed[0] if person.fixed else 0
            if not 1 <= home <= tables or home in homes.values():
                refuse_fixed_seat(person.number, home, tables)
            homes[at] = home
    taken = Counter(homes.values())
    for at, table in enumerate(planned):
        if at not in homes and 1 <= table.table <= tables and not taken[table.table]:
            homes[at] = table.table
            taken[table.table] += 1
    free = (one for one in range(1, tables + 1) if not taken[one])
    found = [
        replace(_turn_to_fixed_seats(table, present), table=homes[at] if at in homes else next(free))
        for at, table in enumerate(planned)
    ]
    return tuple(sorted(found, key=lambda table: table.table))


def _turn_to_fixed_seats(table: PlannedTable, present: Mapping[int, Person]) -> PlannedTable:
    """Turn the table so that people with a fixed seat have it, if the sides stay the same."""
    count = len(table.seats)
    for turn in range(count):
        numbers = table.people[turn:] + table.people[:turn]
        letters = LETTERS[:count] if count > 1 else _lone_letter(table, present)
        seats = tuple(zip(letters, numbers, strict=False))
        sides = {frozenset(side) for side in sides_at(seats, table.partners if count > 1 else 0)}
        fits = all(present[one].fixed is None or present[one].fixed[1] == at for at, one in seats)  # type: ignore[index]
        if fits and sides == {frozenset(side) for side in table.sides}:
            return replace(table, seats=seats)
    return table


def _lone_letter(table: PlannedTable, present: Mapping[int, Person]) -> tuple[str, ...]:
    fixed = present[table.people[0]].fixed
    return (fixed[1] if fixed else LETTERS[0],)
