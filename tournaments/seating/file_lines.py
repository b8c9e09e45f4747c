"""A movement as people have it on paper, read from rows of text and proof-read before the day.

| form               | columns                                                                       |
|--------------------|-------------------------------------------------------------------------------|
| a line for a seat  | game, table, seat (A to F, 1 to 6, or N E S W), number or name                  |
| a line for a table | game, table, then a column for each seat, of which the letter is the heading    |

Without headings three columns, or four of which the third is a letter, are a line for a seat. A game or table
that is left out is that of the line above. Lines are counted as the file itself counts them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tournaments.seating.check import LONG_WALK
from tournaments.seating.seating_cost import opposite
from tournaments.seating.values import LETTERS, PARTNERS, Person, PlannedTable

MOST_ROUNDS, MOST_TABLES, MOST_NUMBER = 60, 1000, 9999
HEADINGS = {
    "round": ("round", "game", "ronde", "partie", "manche", "tour", "jeu", "rnd"),
    "table": ("table", "tbl"),
    "seat": ("seat", "side", "letter", "place", "siege", "cote", "lettre", "position"),
    "who": (
        *("number", "no", "numero", "entry", "inscription", "name", "nom", "player", "joueur", "joueuse"),
        *("equipe", "team"),
    ),
}
WINDS = {
    **dict.fromkeys(("n", "nord", "north"), "A"),
    **dict.fromkeys(("e", "est", "east"), "B"),
    **dict.fromkeys(("s", "sud", "south"), "C"),
    **dict.fromkeys(("w", "o", "ouest", "west"), "D"),
}
NOBODY = {"", "-", "–", "—", "x", "bye", "libre", "repos", "pause", "sit out", "sits out", "ronde libre"}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong (`hard`) or not ideal in a file: a code, its line and round, numbers and names."""

    code: str
    hard: bool
    line: int = 0
    round: int = 0
    people: tuple[int, ...] = ()
    args: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits at a table of a round, and the line where it begins; table 0: somebody sits out."""

    line: int
    table: int
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a file says: its tables round by round, and what could not be read."""

    rounds: tuple[tuple[Table, ...], ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def people(self) -> frozenset[int]:
        """Everybody whom it names."""
        return frozenset(number for tables in self.rounds for table in tables for number in table.people)

    def as_rule(self, *, name: str, like: str) -> dict[str, Any]:
        """As rules hold it (`from_file.bound`)."""
        rounds = [[[table.table, *table.people] for table in tables] for tables in self.rounds]
        return {"name": name, "like": like, "rounds": rounds}

    def as_text(self) -> str:
        """The same again, a line for a table with numbers: what `read` makes the same plan of."""
        most = max((len(table.people) for tables in self.rounds for table in tables), default=2)
        rows = [["game", "table", *LETTERS[:most]]]
        for number, tables in enumerate(self.rounds, 1):
            rows += [[str(one) for one in (number, table.table or "-", *table.people)] for table in tables]
        return "\n".join(";".join(row) for row in rows)


Find = Callable[[str], Sequence[int]]
"""Who is meant by a name: entry numbers, none or several where it is not one."""


def read(rows: Sequence[Sequence[str]], find: Find) -> Plan:
    """The plan in `rows` of text; whoever is named is found by `find`."""
    return _Reader(rows, find).plan()


class _Reader:
    """One file, row by row."""

    def __init__(self, rows: Sequence[Sequence[str]], find: Find) -> None:
        self.find = find
        self.faults: list[Fault] = []
        self.seats: dict[tuple[int, int], dict[str, int]] = {}
        self.lines: dict[tuple[int, int], int] = {}
        self.out: dict[int, list[tuple[int, int]]] = {}
        self.round, self.table = 0, 0
        numbered = [(at, [cell.strip() for cell in row]) for at, row in enumerate(rows, 1)]
        self.rows = [(at, row) for at, row in numbered if any(row)]
        self.compass = self._has_winds()
        self.columns = self._columns()

    def _has_winds(self) -> bool:
        """Whether E means east: where another seat is called by a point of the compass too."""
        cells = {_plain(cell) for _, row in self.rows for cell in row}
        return bool(cells & (WINDS.keys() - {"e"}))

    def _letter(self, text: str) -> str | None:
        return _letter(text, compass=self.compass)

    def _columns(self) -> dict[str, list[tuple[int, str]]]:
        """Which column is what: (index, letter of the seat) by role; the row of headings is taken away."""
        found: dict[str, list[tuple[int, str]]] = {"round": [], "table": [], "seat": [], "who": []}
        first = self.rows[0][1] if self.rows else []
        for at, title in enumerate(first):
            role, letter = _role(title, compass=self.compass)
            if role:
                found[role].append((at, letter))
        if found["round"] and found["table"] and found["who"]:
            self.rows = self.rows[1:]
            return found
        width = max((len([cell for cell in row if cell]) for _, row in self.rows), default=0)
        letters = [row[2] for _, row in self.rows if len(row) > 2 and row[2]]
        named = bool(letters) and _words(letters) and all(map(self._letter, letters))
        if width == 3 or (width == 4 and named):
            seat = [(2, "")] if width == 4 else []
            return {"round": [(0, "")], "table": [(1, "")], "seat": seat, "who": [(width - 1, "")]}
        who = [(at, LETTERS[at - 2]) for at in range(2, min(width, 2 + len(LETTERS)))]
        return {"round": [(0, "")], "table": [(1, "")], "seat": [], "who": who}

    def plan(self) -> Plan:
        """Everything read."""
        for line, row in self.rows:
            self._row(line, row)
        last = max((number for number, _ in [*self.seats, *((n, 0) for n in self.out)]), default=0)
        rounds: list[tuple[Table, ...]] = []
        for number in range(1, last + 1):
            tables = [
                Table(self.lines[number, table], table, tuple(person for _, person in sorted(seats.items())))
                for (one, table), seats in sorted(self.seats.items())
                if one == number and seats
            ]
            tables += [Table(line, 0, (person,)) for line, person in self.out.get(number, ())]
            if not tables:
                self.faults.append(Fault("file_round_missing", True, 0, number))
            rounds.append(tuple(tables))
        if not rounds and not self.faults:
            self.faults.append(Fault("file_no_lines", True))
        return Plan(tuple(rounds), tuple(self.faults))

    def _cell(self, row: Sequence[str], role: str) -> str:
        at = self.columns[role][0][0] if self.columns[role] else -1
        return row[at] if 0 <= at < len(row) else ""

    def _row(self, line: int, row: Sequence[str]) -> None:
        game, table = self._cell(row, "round"), self._cell(row, "table")
        number = _number(game) if game else self.round
        if number is None or not 1 <= number <= MOST_ROUNDS:
            self._fault("file_no_game", line, args={"value": game, "most": MOST_ROUNDS})
            return
        if number != self.round:
            self.table = 0
        self.round = number
        out = bool(table) and table.casefold() in NOBODY
        at: int | None = 0 if out else _number(table) if table else self.table
        if not out and (at is None or not 1 <= at <= MOST_TABLES):
            self._fault("file_no_table", line, number, {"value": table, "most": MOST_TABLES})
            return
        self.table = 0 if out or at is None else at
        asked = [(row[column], letter) for column, letter in self.columns["who"] if column < len(row)]
        named = [(who, letter) for who, letter in asked if who.casefold() not in NOBODY]
        if not named:
            self._fault("file_nobody", line, number, {"table": self.table})
        for who, letter in named:
            self._person(line, who, letter or self._cell(row, "seat"))

    def _person(self, line: int, who: str, seat: str) -> None:
        number = self._who(line, who)
        if number is None:
            return
        if not self.table:
            self.out.setdefault(self.round, []).append((line, number))
            return
        seats = self.seats.setdefault((self.round, self.table), {})
        self.lines.setdefault((self.round, self.table), line)
        letter = self._letter(seat) if seat else next((one for one in LETTERS if one not in seats), None)
        if letter is None:
            code = "file_no_seat" if seat else "file_table_full"
            self._fault(code, line, self.round, {"value": seat, "table": self.table})
        elif letter in seats:
            self._fault("file_seat_taken", line, self.round, {"table": self.table, "seat": letter})
        else:
            seats[letter] = number

    def _who(self, line: int, who: str) -> int | None:
        typed = re.match(r"(?:no?\.?|n°|#)?\s*(\d{1,4})(?!\d)", who, re.IGNORECASE)
        if typed and int(typed[1]):
            return int(typed[1])
        found = self.find(who)
        if len(found) == 1:
            return found[0]
        code = "file_name_twice" if found else "file_name_unknown"
        self._fault(code, line, self.round, {"name": who})
        return None

    def _fault(self, code: str, line: int, number: int = 0, args: Mapping[str, Any] | None = None) -> None:
        self.faults.append(Fault(code, True, line, number, (), dict(args or {})))


def _role(title: str, *, compass: bool) -> tuple[str, str]:
    """What a heading says, and the letter of a column that is a seat."""
    words = _plain(title)
    last = words.split()[-1] if words else ""
    is_seat = words == last or words.partition(" ")[0] in HEADINGS["seat"]
    letter = _letter(last, compass=compass) if last and is_seat else None
    if letter and not last.isdigit():
        return "who", letter
    for role, names in HEADINGS.items():
        if words.rstrip("s.°") in names or words.split("/")[0].strip() in names:
            return role, ""
    for role, names in HEADINGS.items():
        if any(word.rstrip("s.°") in names for word in words.replace("/", " ").split()):
            return role, ""
    return "", ""


def _plain(text: str) -> str:
    accents = str.maketrans("éèêôîàç", "eeeoiac")
    return " ".join(text.casefold().translate(accents).split())


def _words(letters: Sequence[str]) -> bool:
    """Whether seats are letters: figures in that column can be people as well."""
    return not any(one.isdigit() for one in letters)


def _letter(text: str, *, compass: bool) -> str | None:
    """The letter of a seat that is written as one, as its number or as a point of the compass."""
    plain = _plain(text)
    if plain in WINDS and (compass or plain != "e"):
        return WINDS[plain]
    if plain.isascii() and plain.isdigit():
        return LETTERS[int(plain) - 1] if 1 <= int(plain) <= len(LETTERS) else None
    return plain.upper() if plain.upper() in LETTERS else None


def _number(text: str) -> int | None:
    """The number in “Table 3” or “3”."""
    found = re.search(r"\d{1,5}", text)
    return int(found[0]) if found else None


@dataclass(frozen=True, slots=True)
class Field:
    """Against what a plan is proof-read.

    `people` are those who are entered; others may come up to number `expected`. `partners`, `size` and
    `rounds` are those of the rules; `exact`: full tables alone.
    """

    people: Sequence[Person]
    expected: int
    tables: int
    rounds: int
    size: int = 2
    partners: int = 0

    def sizes(self) -> tuple[int, ...]:
        """How many may sit at a table."""
        if self.partners:
            known = PARTNERS[self.partners]
            return known if self.size > 4 else tuple(one for one in known if one == self.size)
        if self.size == 2:
            return (2,)
        return (3, 4, 5, 6)


def proof_read(plan: Plan, against: Field) -> tuple[Fault, ...]:
    """Everything that is wrong with a plan, then what is not ideal; line by line."""
    sound = not any(fault.code == "file_table_size" for fault in _tables(plan, against))
    found = [*plan.faults, *_people(plan, against), *_tables(plan, against)]
    if sound:
        found += [*_meetings(plan, against), *_walks(plan), *_turns(plan, against)]
    if plan.rounds and len(plan.rounds) < against.rounds:
        args = {"games": against.rounds, "file": len(plan.rounds)}
        found.append(Fault("file_fewer_games", False, 0, 0, (), args))
    return tuple(sorted(found, key=lambda fault: (not fault.hard, fault.line, fault.round)))


def _people(plan: Plan, against: Field) -> Iterator[Fault]:
    """Twice in a round; known to nobody; in no line."""
    entered = {person.number for person in against.people}
    most = max(against.expected, *entered, 0)
    told = set()
    for number, tables in enumerate(plan.rounds, 1):
        first: dict[int, int] = {}
        for table in tables:
            for person in table.people:
                if person in first:
                    args = {"first": first[person]}
                    yield Fault("file_twice", True, table.line, number, (person,), args)
                first.setdefault(person, table.line)
                if person not in entered and person not in told and person > most:
                    told.add(person)
                    yield Fault("file_number_unknown", True, table.line, number, (person,))
    if to_come := tuple(sorted(plan.people - entered - told)) if entered else ():
        yield Fault("file_to_come", False, 0, 0, to_come)
    without = tuple(
        sorted(one.number for one in against.people if not one.house and one.number not in plan.people)
    )
    if plan.rounds and without:
        yield Fault("file_without", False, 0, 0, without)


def _tables(plan: Plan, against: Field) -> Iterator[Fault]:
    """Tables that the hall does not have, tables of the wrong size, two fixed seats at one."""
    fixed = {person.number: person.fixed for person in against.people if person.fixed}
    sizes = against.sizes()
    for number, tables in enumerate(plan.rounds, 1):
        for table in tables:
            args: dict[str, Any] = {"table": table.table, "tables": against.tables}
            if table.table > against.tables:
                yield Fault("file_no_such_table", True, table.line, number, (), args)
            if len(table.people) > 1 and len(table.people) not in sizes:
                args |= {"count": len(table.people), "sizes": list(sizes)}
                yield Fault("file_table_size", True, table.line, number, table.people, args)
            homes = tuple(one for one in table.people if one in fixed)
            if len(homes) > 1:
                yield Fault("file_fixed_meet", True, table.line, number, homes, args)
            elif homes and table.table and (fixed[homes[0]] or (0,))[0] != table.table:
                moved = {**args, "home": (fixed[homes[0]] or (0,))[0]}
                yield Fault("file_fixed_moves", False, table.line, number, homes, moved)
        if len(tables) > against.tables:
            args = {"needed": len(tables), "tables": against.tables}
            yield Fault("file_too_few_tables", True, tables[-1].line, number, (), args)


def _planned(table: Table, against: Field) -> PlannedTable:
    seats = tuple(zip(LETTERS, table.people, strict=False))
    return PlannedTable(table.table, seats, partners=against.partners if len(seats) > 1 else 0)


def _meetings(plan: Plan, against: Field) -> Iterator[Fault]:
    """A pair who asked to be apart in game 1; who meets again; who plays together again."""
    tags = {person.number: person.apart for person in against.people}
    met: dict[frozenset[int], int] = {}
    times: Counter[frozenset[int]] = Counter()
    together: Counter[frozenset[int]] = Counter()
    for number, tables in enumerate(plan.rounds, 1):
        for table in tables:
            planned = _planned(table, against)
            for pair in opposite(planned):
                two = tuple(one for one in table.people if one in pair)
                common = tags.get(two[0], frozenset()) & tags.get(two[1], frozenset())
                if number == 1 and common:
                    hard = any(tag.startswith("apart:") for tag in common)
                    yield Fault("file_apart" if hard else "file_one_club", hard, table.line, number, two)
                if times[pair] > bool(against.partners):
                    args = {"times": times[pair], "game": met[pair]}
                    yield Fault("file_again", False, table.line, number, two, args)
                times[pair] += 1
                met[pair] = number
            for side in planned.sides:
                for pair in map(frozenset, combinations(side, 2)):
                    two = tuple(one for one in table.people if one in pair)
                    if together[pair]:
                        args = {"times": together[pair]}
                        yield Fault("file_partners_again", False, table.line, number, two, args)
                    together[pair] += 1


def _walks(plan: Plan) -> Iterator[Fault]:
    before: Mapping[int, tuple[int, str]] = {}
    for number, tables in enumerate(plan.rounds, 1):
        lines = {one: table.line for table in tables for one in table.people}
        now = {one: (table.table, "") for table in tables if table.table for one in table.people}
        for person in sorted(now.keys() & before.keys()):
            walked = abs(now[person][0] - before[person][0])
            if walked > LONG_WALK:
                yield Fault("file_walk", False, lines[person], number, (person,), {"tables": walked})
        before = now


def _turns(plan: Plan, against: Field) -> Iterator[Fault]:
    """Who sits out more often than others, one line for all who do so equally often."""
    out = Counter(dict.fromkeys(plan.people, 0))
    for tables in plan.rounds:
        playing = {one for table in tables if len(table.people) > 1 for one in table.people}
        out.update(plan.people - playing)
    fewest, most = min(out.values(), default=0), max(out.values(), default=0)
    if most:
        who = tuple(sorted(one for one, times in out.items() if times == most))
        code = "file_sits_out" if most - fewest > 1 else "file_sits_out_fair"
        yield Fault(code, False, 0, 0, who, {"times": most, "fewest": fewest})
