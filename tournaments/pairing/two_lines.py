"""Two lines: at each table one stays in all rounds, and the other goes on one table after each (Mitchell).

| case                                    | rule                                                        |
|-----------------------------------------|-------------------------------------------------------------|
| round 1                                 | by lot (`free_draw.py`); the person with a fixed seat, else |
|                                         | letter A, stays                                             |
| the next rounds                         | the others go to the next table, from the last to the first |
| people kept apart for longer            | sit in one line, as far as possible; otherwise the line     |
|                                         | that moves changes for a round                              |
| an odd field                            | the empty chair, or the house player, goes round with them  |
| some sat elsewhere than planned         | the lines go on; a person who would meet the same opponent  |
|                                         | again changes with another of the line that moves, for this |
|                                         | round                                                       |
| all have met the whole other line, or   | by lot, with new opponents as long as possible              |
| the field has changed                   |                                                             |

With as many rounds as tables all have met each of the other line once. Cards are dealt anew at every
table, so none has to be skipped or shared if their number is even, as when boards stay on the tables.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from tournaments.pairing import apart
from tournaments.pairing.bye_fairness import unfair_turns
from tournaments.pairing.free_draw import FreeDraw
from tournaments.pairing.pairing_system import PairingRequest, codes_of, gettext_noop
from tournaments.pairing.problems import Problem, Solution
from tournaments.pairing.seating_cost import meetings
from tournaments.pairing.values import PAIR, Past, Person, PlannedTable, PlayedTable, Seat, other_letter

Lines = list[tuple[Seat, int, int | None]]
"""By table: the seat of the person who stays, their number, and that of the opponent in round 1."""


class TwoLines(FreeDraw):
    """One line stays, the other goes on; by lot if that is impossible."""

    FOLLOWS = True
    CODES = codes_of("two_lines")
    SENTENCES = {
        "choice_two_lines": gettext_noop("One line stays, the other moves on"),
        "wall_two_lines": gettext_noop(
            "At each table one player stays all day; the other moves on one table after each game, from the "
            "last table to table 1. Once everybody has met the whole other line, the lot decides."
        ),
        "step_two_lines": gettext_noop("One line moves on one table. You see the seating before it counts."),
        "aloud_two_lines": gettext_noop(
            "Players who stay keep the seat; the others move on one table, from the last table to table 1."
        ),
        "as_played_next_two_lines": gettext_noop(
            "In game %(round)s the lines go on as planned; a player who would meet an opponent again "
            "changes tables with another of the line that moves."
        ),
        "seats_two_lines": gettext_noop("Game 1 by lot; then one line moves on one table after each game."),
    }

    def seat(self, people: Sequence[Person], past: Past, request: PairingRequest) -> tuple[PlannedTable, ...]:
        """Move one line on a table. Raises as a free draw."""
        if not past:
            return _align_apart_people(super().seat(people, past, request), people)
        lines = _lines(people, past, request.tables)
        if len(past) < len(lines):
            moved, apart_pairs = _tables_after_rounds(lines, len(past)), apart.pairs_apart(people, past)
            as_planned = all(
                _people_by_table(_tables_after_rounds(lines, number)) == _people_by_table(one)
                for number, one in enumerate(past)
            )
            if as_planned and not any(frozenset(table.people) in apart_pairs for table in moved):
                return moved
            changed = _without_rematches(moved, lines, meetings(past) + Counter(apart_pairs))
            persons, rules = {one.number: one for one in people}, self.seating_rules(request)
            if changed is not None and not list(unfair_turns(changed, persons, past, rules)):
                return changed
        return super().seat(people, past, request)

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 0) -> Iterator[Problem]:
        """Yield a problem for more rounds than tables, after which the lot decides, and for rematches."""
        tables = (people + 1) // 2
        if rounds > tables:
            yield Problem("lines_have_met", False, {"tables": tables}, (Solution("rounds", tables),))
        yield from super().problems(people, rounds, three=three)


def _align_apart_people(
    drawn: tuple[PlannedTable, ...], people: Sequence[Person]
) -> tuple[PlannedTable, ...]:
    """Turn tables of round 1 so that people kept apart for longer are in one line, and so never meet."""
    apart_pairs, fixed = (
        apart.pairs_apart(people, ((),)),
        {person.number for person in people if person.fixed},
    )
    lines: tuple[list[int], list[int]] = ([], [])
    planned = []
    for table in drawn:
        if apart_pairs and len(table.seats) == 2 and not fixed & set(table.people):
            turned = PlannedTable(table.table, tuple(zip(PAIR, table.people[::-1], strict=True)))
            table = min((table, turned), key=lambda way: _count_apart_across(way, lines, apart_pairs))
        stays, *goes = sorted(
            table.people, key=lambda number: (number not in fixed, number != table.people[0])
        )
        lines[0].append(stays)
        lines[1].extend(goes)
        planned.append(table)
    return tuple(planned)


def _count_apart_across(
    table: PlannedTable, lines: tuple[list[int], list[int]], apart_pairs: Collection[frozenset[int]]
) -> int:
    """Count the pairs kept apart that would be in different lines."""
    stays, goes = table.people
    return sum(frozenset((stays, one)) in apart_pairs for one in lines[1]) + sum(
        frozenset((goes, one)) in apart_pairs for one in lines[0]
    )


def _lines(people: Sequence[Person], past: Past, tables: int) -> Lines:
    """Return the two lines of round 1; empty if the field, a fixed seat or the hall has changed."""
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


def _tables_after_rounds(lines: Lines, games: int) -> tuple[PlannedTable, ...]:
    """Return the tables after so many rounds."""
    planned = []
    for at, ((table, letter), stays, _first) in enumerate(lines):
        goes = lines[(at - games) % len(lines)][2]
        seats = [(letter, stays), *([(other_letter(letter), goes)] if goes is not None else [])]
        planned.append(PlannedTable(table, tuple(sorted(seats))))
    return tuple(planned)


def _without_rematches(
    moved: tuple[PlannedTable, ...], lines: Lines, met: Counter[frozenset[int]]
) -> tuple[PlannedTable, ...] | None:
    """Return `moved` without rematches, by changes between two of the line that moves; None if impossible.

    People who sit out stay out, and the others change as few seats as possible.
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
            new = _replace_person(table, goes, instead), _replace_person(there, instead, goes)
            if not any(met[frozenset(one.people)] for one in new):
                planned[at], planned[other] = new
                break
        else:
            return None
    return tuple(planned)


def _replace_person(table: PlannedTable, one: int, other: int) -> PlannedTable:
    seats = tuple((letter, other if number == one else number) for letter, number in table.seats)
    return PlannedTable(table.table, seats)


def _people_by_table(
    tables: Sequence[PlannedTable] | Sequence[PlayedTable],
) -> set[tuple[int, frozenset[int]]]:
    return {(table.table, frozenset(table.people)) for table in tables}
