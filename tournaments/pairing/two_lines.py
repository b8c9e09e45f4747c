"""Two lines: at each table one stays all day, and the other goes on one table after each game (Mitchell).

| what happens                            | how                                                         |
|-----------------------------------------|-------------------------------------------------------------|
| game 1                                  | by lot (`free_draw.py`); whoever has a fixed seat, else     |
|                                         | letter A, stays                                             |
| the next games                          | the others go to the next table, from the last to the first |
| who is kept apart for longer            | sits in one line, as far as that can be had; the line that  |
|                                         | moves changes for a game where it can not                   |
| an odd field                            | the empty chair, or the house player, goes round with them  |
| some sat elsewhere than planned         | the lines go on; who would meet again for that changes with |
|                                         | another of the line that moves, for this game               |
| everybody has met the whole other line, | by lot, with somebody new as long as that can be had        |
| or the field has changed                |                                                             |

With as many games as tables everybody has met each of the other line once. Cards are dealt anew at every
table, so none has to be skipped or shared where their number is even, as where boards stay on the tables.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from tournaments.pairing import apart
from tournaments.pairing.bye_fairness import unfair_turns
from tournaments.pairing.free_draw import FreeDraw
from tournaments.pairing.i18n_marks import codes_of, gettext_noop
from tournaments.pairing.pairing_system import RoundTerms
from tournaments.pairing.problems import Problem, Way
from tournaments.pairing.seating_cost import meetings
from tournaments.pairing.values import PAIR, Past, Person, PlannedTable, PlayedTable, Seat, other_letter

Lines = list[tuple[Seat, int, int | None]]
"""Table by table: the seat of the one who stays, who that is, and who was opposite in game 1."""


class TwoLines(FreeDraw):
    """One line stays, the other goes on; by lot where that cannot be had."""

    FOLLOWS = True
    CODES = codes_of("two_lines")
    SENTENCES = {
        "choice_two_lines": gettext_noop("One line stays, the other moves on"),
        "wall_two_lines": gettext_noop(
            "At each table one player stays all day; the other goes on one table after each game, from the "
            "last table to table 1. Once everybody has met the whole other line, the lot decides."
        ),
        "step_two_lines": gettext_noop("One line goes on one table. You see the seating before it counts."),
        "aloud_two_lines": gettext_noop(
            "Whoever stays keeps the seat; the others go on one table, from the last table to table 1."
        ),
        "as_played_next_two_lines": gettext_noop(
            "In game %(round)s the lines go on as planned; who would meet again changes tables with another "
            "of the line that moves."
        ),
        "seats_two_lines": gettext_noop("Game 1 by lot; then one line goes on one table after each game."),
    }

    def seat(self, people: Sequence[Person], past: Past, terms: RoundTerms) -> tuple[PlannedTable, ...]:
        """One line goes on a table. Raises as a free draw."""
        if not past:
            return _in_one_line(super().seat(people, past, terms), people)
        lines = _lines(people, past, terms.tables)
        if len(past) < len(lines):
            moved, asked = _moved(lines, len(past)), apart.pairs_apart(people, past)
            as_planned = all(
                _as_people(_moved(lines, number)) == _as_people(one) for number, one in enumerate(past)
            )
            if as_planned and not any(frozenset(table.people) in asked for table in moved):
                return moved
            changed = _mended(moved, lines, meetings(past) + Counter(asked))
            persons = {one.number: one for one in people}
            if changed is not None and not list(unfair_turns(changed, persons, past)):
                return changed
        return super().seat(people, past, terms)

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 0) -> Iterator[Problem]:
        """With more games than tables the lot decides after them; what so many games mean for rematches."""
        tables = (people + 1) // 2
        if rounds > tables:
            yield Problem("lines_have_met", False, {"tables": tables}, (Way("rounds", tables),))
        yield from super().problems(people, rounds, three=three)


def _in_one_line(drawn: tuple[PlannedTable, ...], people: Sequence[Person]) -> tuple[PlannedTable, ...]:
    """Game 1 with those in one line who are kept apart for longer, as far as they are: they never meet."""
    asked, fixed = apart.pairs_apart(people, ((),)), {person.number for person in people if person.fixed}
    lines: tuple[list[int], list[int]] = ([], [])
    planned = []
    for table in drawn:
        if asked and len(table.seats) == 2 and not fixed & set(table.people):
            turned = PlannedTable(table.table, tuple(zip(PAIR, table.people[::-1], strict=True)))
            table = min((table, turned), key=lambda way: _across(way, lines, asked))
        stays, *goes = sorted(
            table.people, key=lambda number: (number not in fixed, number != table.people[0])
        )
        lines[0].append(stays)
        lines[1].extend(goes)
        planned.append(table)
    return tuple(planned)


def _across(
    table: PlannedTable, lines: tuple[list[int], list[int]], asked: Collection[frozenset[int]]
) -> int:
    """How many kept apart would come to be in different lines."""
    stays, goes = table.people
    return sum(frozenset((stays, one)) in asked for one in lines[1]) + sum(
        frozenset((goes, one)) in asked for one in lines[0]
    )


def _lines(people: Sequence[Person], past: Past, tables: int) -> Lines:
    """The two lines as game 1 made them; empty where the field, a fixed seat or the hall has changed."""
    fixed = {person.number: person.fixed for person in people}
    lines: Lines = []
    for table in sorted(past[0], key=lambda table: table.table):
        if len(table.seats) > 2 or table.table > tables:
            return []
        at_home = [seat for seat in table.seats if fixed.get(seat[1])]
        letter, stays = at_home[0] if at_home else table.seats[0]
        if len(at_home) > 1 or (at_home and fixed[stays] != (table.table, letter)):
            return []
        others = [number for number in table.people if number != stays]
        lines.append(((table.table, letter), stays, others[0] if others else None))
    seated = {number for _seat, stays, goes in lines for number in (stays, goes) if number is not None}
    return lines if seated == fixed.keys() else []


def _moved(lines: Lines, games: int) -> tuple[PlannedTable, ...]:
    """The tables after so many games."""
    planned = []
    for at, ((table, letter), stays, _first) in enumerate(lines):
        goes = lines[(at - games) % len(lines)][2]
        seats = [(letter, stays), *([(other_letter(letter), goes)] if goes is not None else [])]
        planned.append(PlannedTable(table, tuple(sorted(seats))))
    return tuple(planned)


def _mended(
    moved: tuple[PlannedTable, ...], lines: Lines, met: Counter[frozenset[int]]
) -> tuple[PlannedTable, ...] | None:
    """`moved` with nobody meeting again, each change between two of the line that moves; None where it takes
    more than that. Who sits out stays out, and the others change as few seats as they can.
    """
    stays = {number for _seat, number, _first in lines}
    planned = list(moved)
    for at, table in enumerate(planned):
        if not met[frozenset(table.people)] or len(table.seats) == 1:
            continue
        goes = next(number for number in table.people if number not in stays)
        for other, there in sorted(enumerate(planned), key=lambda one: (abs(one[0] - at), one[0])):
            if other == at or len(there.seats) == 1:
                continue
            instead = next(number for number in there.people if number not in stays)
            new = _exchanged(table, goes, instead), _exchanged(there, instead, goes)
            if not any(met[frozenset(one.people)] for one in new):
                planned[at], planned[other] = new
                break
        else:
            return None
    return tuple(planned)


def _exchanged(table: PlannedTable, one: int, other: int) -> PlannedTable:
    seats = tuple((letter, other if number == one else number) for letter, number in table.seats)
    return PlannedTable(table.table, seats)


def _as_people(tables: Sequence[PlannedTable] | Sequence[PlayedTable]) -> set[tuple[int, frozenset[int]]]:
    return {(table.table, frozenset(table.people)) for table in tables}
