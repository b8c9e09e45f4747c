"""Parse an organiser's own seating from rows of text; `seats_file_validation.py` validates it.

| form               | columns                                                                       |
|--------------------|-------------------------------------------------------------------------------|
| a line for a seat  | game, table, seat (A to F, 1 to 6, or N E S W), number or name                |
| a line for a table | game, table, then a column for each seat, of which the letter is the heading  |

Without headings three columns, or four of which the third is a letter, are a line for a seat. A game or table
that is left out is that of the line above. Lines are numbered as in the file.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.pairing.values import LETTERS

MAX_ROUNDS, MAX_TABLES, MAX_NUMBER = 60, 1000, 9999
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
EMPTY_SEAT_WORDS = {
    "",
    "-",
    "–",
    "—",
    "x",
    "bye",
    "libre",
    "repos",
    "pause",
    "sit out",
    "sits out",
    "ronde libre",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault (`hard`) or imperfection of a file: a code, its line and round, numbers and names."""

    code: str
    hard: bool
    line: int = 0
    round: int = 0
    people: tuple[int, ...] = ()
    args: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """The people at a table of a round, and the line where it begins; table 0: a person sits out."""

    line: int
    table: int
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The content of a file: its tables round by round, and what could not be read."""

    rounds: tuple[tuple[Table, ...], ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def people(self) -> frozenset[int]:
        """Return all people of the plan."""
        return frozenset(number for tables in self.rounds for table in tables for number in table.people)

    def as_rule(self, *, name: str, like: str) -> dict[str, Any]:
        """Return the form stored in rules (read by `seats_from_file.pairing_system_from_file`)."""
        rounds = [[[table.table, *table.people] for table in tables] for tables in self.rounds]
        return {"name": name, "like": like, "rounds": rounds}

    def as_text(self) -> str:
        """Format the plan as a line for each table, with numbers; `parse_plan` reads it back."""
        most = max((len(table.people) for tables in self.rounds for table in tables), default=2)
        rows = [["game", "table", *LETTERS[:most]]]
        for number, tables in enumerate(self.rounds, 1):
            rows += [[str(one) for one in (number, table.table or "-", *table.people)] for table in tables]
        return "\n".join(";".join(row) for row in rows)


Find = Callable[[str], Sequence[int]]
"""Finds the people with a name: entry numbers, none or several if it is not unique."""


def parse_plan(rows: Sequence[Sequence[str]], find: Find) -> Plan:
    """Parse the plan in `rows` of text; `find` looks up names."""
    return _Reader(rows, find).plan()


class _Reader:
    """A reader of one file, row by row."""

    def __init__(self, rows: Sequence[Sequence[str]], find: Find) -> None:
        self.find = find
        self.faults: list[Fault] = []
        self.seats: dict[tuple[int, int], dict[str, int]] = {}
        self.lines: dict[tuple[int, int], int] = {}
        self.out: dict[int, list[tuple[int, int]]] = {}
        self.round, self.table = 0, 0
        numbered = [(at, [cell.strip() for cell in row]) for at, row in enumerate(rows, 1)]
        self.rows = [(at, row) for at, row in numbered if any(row)]
        cells = {_plain(cell) for _, row in self.rows for cell in row}
        # E means east where another seat is named by a point of the compass too
        self.compass = bool(cells & (WINDS.keys() - {"e"}))
        self.columns = self._columns()

    def _letter(self, text: str) -> str | None:
        return _letter(text, compass=self.compass)

    def _columns(self) -> dict[str, list[tuple[int, str]]]:
        """Find the columns by role, as (index, letter of the seat), and remove the row of headings."""
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
        # digits in that column can be people as well
        named = letters and not any(map(str.isdigit, letters)) and all(map(self._letter, letters))
        if width == 3 or (width == 4 and named):
            seat = [(2, "")] if width == 4 else []
            return {"round": [(0, "")], "table": [(1, "")], "seat": seat, "who": [(width - 1, "")]}
        who = [(at, LETTERS[at - 2]) for at in range(2, min(width, 2 + len(LETTERS)))]
        return {"round": [(0, "")], "table": [(1, "")], "seat": [], "who": who}

    def plan(self) -> Plan:
        """Read all rows."""
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
        if number is None or not 1 <= number <= MAX_ROUNDS:
            self._fault("file_no_game", line, args={"value": game, "most": MAX_ROUNDS})
            return
        if number != self.round:
            self.table = 0
        self.round = number
        out = bool(table) and table.casefold() in EMPTY_SEAT_WORDS
        at: int | None = 0 if out else _number(table) if table else self.table
        if not out and (at is None or not 1 <= at <= MAX_TABLES):
            self._fault("file_no_table", line, number, {"value": table, "most": MAX_TABLES})
            return
        self.table = 0 if out or at is None else at
        asked = [(row[column], letter) for column, letter in self.columns["who"] if column < len(row)]
        named = [(who, letter) for who, letter in asked if who.casefold() not in EMPTY_SEAT_WORDS]
        if not named:
            self._fault("file_nobody", line, number, {"table": self.table})
        for who, letter in named:
            self._person(line, who, letter or self._cell(row, "seat"))

    def _person(self, line: int, who: str, seat: str) -> None:
        number = self._entry_number(line, who)
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

    def _entry_number(self, line: int, who: str) -> int | None:
        found: Sequence[int] = [] if who.isdecimal() else self.find(who)
        if len(found) == 1:
            return found[0]  # “3 Valets” is a team, and not number 3
        typed = re.match(r"(?:no?\.?|n°|#)?\s*(\d{1,4})(?!\d)", who, re.IGNORECASE)
        if typed and int(typed[1]):
            return int(typed[1])
        code = "file_name_twice" if found else "file_name_unknown"
        self._fault(code, line, self.round, {"name": who})
        return None

    def _fault(self, code: str, line: int, number: int = 0, args: Mapping[str, Any] | None = None) -> None:
        self.faults.append(Fault(code, True, line, number, (), dict(args or {})))


def _role(title: str, *, compass: bool) -> tuple[str, str]:
    """Return the role of a heading, and the letter of a column that is a seat."""
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


def _letter(text: str, *, compass: bool) -> str | None:
    """Return the letter of a seat written as a letter, a number or a point of the compass, or None."""
    plain = _plain(text)
    if plain in WINDS and (compass or plain != "e"):
        return WINDS[plain]
    if plain.isascii() and plain.isdigit():
        return LETTERS[int(plain) - 1] if 1 <= int(plain) <= len(LETTERS) else None
    return plain.upper() if plain.upper() in LETTERS else None


def _number(text: str) -> int | None:
    """Parse the number in “Table 3” or “3”."""
    found = re.search(r"\d{1,5}", text)
    return int(found[0]) if found else None
