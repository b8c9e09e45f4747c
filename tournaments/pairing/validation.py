"""Validate every seating, independently of the pairing systems that make them.

| hard fault       | meaning                                                                   |
|------------------|---------------------------------------------------------------------------|
| seated_twice     | a person has two seats                                                    |
| not_seated       | a person who is present has no seat                                       |
| not_here         | a person is seated who is not present                                     |
| table_twice      | a table is used twice, or a letter twice at one table                     |
| no_such_table    | a game at a table that the hall does not have                             |
| fixed_seat_moved | a fixed seat was not kept, except by a person sitting out without a table |
| two_byes         | more people sit alone than an odd field makes; without rematches          |
|                  | (`once`), only if two of them could meet                                  |
| too_many_there   | more than two at a table, except one of three if an odd field has one;    |
|                  | other than a full table of partners; tables of uneven sizes               |
| winner_moved     | a winner lost the seat without a reason                                   |
| unfair_turn      | a second bye, house player or table of three, before all have had one     |

| ideal              | args                                                                    |
|--------------------|-------------------------------------------------------------------------|
| rematch            | times: how often these two have met; with changing partners, from the   |
|                    | third meeting                                                           |
| partners_again     | times: how often these two have played together                         |
| nobody_new         | people sit out who have met all who could play them (`once`)            |
| long_walk          | tables: how many tables a person walks, where winners keep their seat   |
| winner_had_to_move | why: fixed, house (a turn to sit out or meet the house player), three   |
|                    | (a turn at the table of three), fewer_tables                            |
| two_fixed_seats    | table: two fixed seats there, who meet in every round                   |
| not_apart          | people who are kept apart; a hard fault if they must never meet         |

Findings are codes and numbers; sentences are made elsewhere.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.pairing.bye_fairness import max_chosen_at_three, never_at_three, unfair_turns
from tournaments.pairing.seating_cost import (
    is_seat_kept,
    meetings,
    opponent_pairs,
    partner_counts,
    people_per_table,
    seats_of,
    staying_winner,
)
from tournaments.pairing.values import LETTERS, Finding, Past, Person, PlannedTable, SeatingRules

LONG_WALK = 10
MIN_TABLE_SIZE = 3
"""The fewest at a table if each plays alone and a full table has more than two."""

FOUR = 4
"""The fewest at a table of partners."""

Planned = Sequence[PlannedTable]
Persons = dict[int, Person]


def validate(
    planned: Planned, people: Sequence[Person], past: Past, rules: SeatingRules
) -> tuple[Finding, ...]:
    """Return all findings on a seating of `people` after `past`: hard faults first, then ideals."""
    persons = {person.number: person for person in people}
    rules = replace(rules, three=rules.three and len(persons) % 2 == 1)
    findings = [
        *_seats(planned, persons, once=rules.once),
        *_tables(planned, rules.tables),
        *_fixed_seat_findings(planned, persons, rules.tables),
    ]
    if rules.size == 2:
        findings += _sitting_together(planned, persons, past if rules.once else None, three=rules.three)
    else:
        findings += (_exact_size_findings if rules.exact else _full_table_findings)(planned, persons, rules)
    findings += unfair_turns(planned, persons, past, rules)
    findings += _rematches(planned, past, partners=rules.partners)
    if rules.winners_stay and past:
        findings += [*_winners(planned, persons, past, rules.tables), *_walks(planned, past)]
    findings += _apart_findings(planned, persons, len(past))
    return tuple(sorted(findings, key=lambda finding: not finding.hard))


def _seats(planned: Planned, persons: Persons, *, once: bool) -> Iterator[Finding]:
    seated = Counter(number for table in planned for number in table.people)
    for number, times in sorted(seated.items()):
        if times > 1:
            yield Finding("seated_twice", True, (number,))
        if number not in persons:
            yield Finding("not_here", True, (number,))
    for number in sorted(set(persons) - set(seated)):
        if not (persons[number].house and (len(persons) % 2 or once)):
            yield Finding("not_seated", True, (number,))


def _tables(planned: Planned, tables: int) -> Iterator[Finding]:
    games = {table.table for table in planned if len(table.seats) > 1}
    for number, times in sorted(Counter(table.table for table in planned).items()):
        if times > 1:
            yield Finding("table_twice", True, (), {"table": number})
        if number < 1 or (number > tables and number in games):
            yield Finding("no_such_table", True, (), {"table": number})
    for table in planned:
        letters = {letter for letter, _ in table.seats}
        known = letters <= set(LETTERS[: max(2, len(table.seats))])
        if len(letters) < len(table.seats) or not known or not letters:
            yield Finding("table_twice", True, table.people, {"table": table.table})


def _sitting_together(
    planned: Planned, persons: Persons, past: Past | None, *, three: bool
) -> Iterator[Finding]:
    """Yield people alone, and tables of more than two, beyond what the field requires.

    With a `past` there are no rematches: more sit alone if no two of them could meet for the first time.
    """
    many = sorted((table for table in planned if len(table.seats) > 2), key=lambda table: len(table.seats))
    if three and many and len(many[0].seats) == 3:
        many = many[1:]
    for table in many:
        args = {"table": table.table, "seats": len(table.seats)}
        yield Finding("too_many_there", True, table.people, args)
    alone = tuple(table.people[0] for table in planned if len(table.seats) == 1)
    evened = three or any(person.house for person in persons.values())
    if len(alone) > (0 if evened else len(persons) % 2):
        excused = past is not None and not _can_meet(alone, persons, past)
        yield Finding("nobody_new" if excused else "two_byes", not excused, alone)


def _can_meet(alone: Sequence[int], persons: Persons, past: Past) -> bool:
    """Return whether two of those who sit alone could meet for the first time."""
    met, fixed = meetings(past), {number for number, person in persons.items() if person.fixed}
    return any(not met[frozenset(two)] and not fixed.issuperset(two) for two in combinations(alone, 2))


def _full_table_findings(planned: Planned, persons: Persons, rules: SeatingRules) -> Iterator[Finding]:
    """Yield tables of a wrong size, and people alone in excess.

    Partners are four at a table, or four to six if a full one has more, and as few sit out as possible;
    without partners no one sits out, and no table has two more than another.
    """
    alone = tuple(table.people[0] for table in planned if len(table.seats) == 1)
    left = len(persons) % FOUR if rules.size == FOUR else 1
    if len(alone) > (left if rules.partners else 0):
        yield Finding("two_byes", True, alone)
    playing = [table for table in planned if len(table.seats) > 1]
    fewest = min((len(table.seats) for table in playing), default=0)
    for table in playing:
        seats = len(table.seats)
        wrong = seats > fewest + 1 or seats < MIN_TABLE_SIZE
        if rules.partners:
            wrong = not (FOUR <= seats <= (FOUR if rules.size == FOUR else len(LETTERS)) and table.partners)
        if wrong or (seats > rules.size and fewest < rules.size):
            args = {"table": table.table, "seats": seats}
            yield Finding("too_many_there", True, table.people, args)


def _exact_size_findings(planned: Planned, persons: Persons, rules: SeatingRules) -> Iterator[Finding]:
    """Check for exactly `rules.size` at each table, each alone or one against the others, and few left."""
    alone = tuple(table.people[0] for table in planned if len(table.seats) == 1)
    if len(alone) > len(persons) % rules.size:
        yield Finding("two_byes", True, alone)
    for table in planned:
        seats = len(table.seats)
        if seats not in (1, rules.size) or (seats == rules.size and bool(table.partners) != rules.partners):
            yield Finding("too_many_there", True, table.people, {"table": table.table, "seats": seats})


def _fixed_seat_findings(planned: Planned, persons: Persons, tables: int) -> Iterator[Finding]:
    seats = seats_of([table for table in planned if len(table.seats) > 1 or table.table <= tables])
    for person in persons.values():
        if person.fixed and seats.get(person.number, person.fixed) != person.fixed:
            yield Finding("fixed_seat_moved", True, (person.number,))
    for table in planned:
        fixed = tuple(n for n in table.people if n in persons and persons[n].fixed)
        if len(fixed) > 1:
            yield Finding("two_fixed_seats", False, fixed, {"table": table.table})


def _winners(planned: Planned, persons: Persons, past: Past, tables: int) -> Iterator[Finding]:
    """Yield winners who lost their seat: with the reason, or hard if there are more of them than reasons.

    Of partners who won, the one on the first letter keeps the seat.
    """
    last = past[-1]
    before, now, sitting = seats_of(last), seats_of(planned), people_per_table(planned)
    fixed_tables = {person.fixed[0] for person in persons.values() if person.fixed}
    claims, moved = [], []
    for winner in sorted(n for table in last if (n := staying_winner(table, persons)) is not None):
        person, seat = persons[winner], before[winner]
        if person.house or person.fixed:
            continue
        table = now.get(winner, seat)[0]
        if table > tables and sitting.get(table) == 1:  # a person who sits out needs no table
            yield _moved_winner_finding(winner, "house")
            continue
        free_to_stay = seat[0] not in fixed_tables and seat[0] <= tables
        claims += [winner] if free_to_stay else []
        if is_seat_kept(seat, now.get(winner, seat), sitting):
            continue
        if free_to_stay:
            moved.append(winner)
        else:
            yield _moved_winner_finding(winner, "fixed" if seat[0] in fixed_tables else "fewer_tables")
    reasons = _reasons(planned, persons, past, claims, fixed_tables)
    for place, winner in enumerate(moved):
        if place < len(reasons):
            yield _moved_winner_finding(winner, reasons[place])
        else:
            yield Finding("winner_moved", True, (winner,))


def _moved_winner_finding(winner: int, why: str) -> Finding:
    return Finding("winner_had_to_move", False, (winner,), {"why": why})


def _reasons(planned: Planned, persons: Persons, past: Past, claims: list[int], fixed: set[int]) -> list[str]:
    """Return one reason for each winner who cannot stay.

    At most one winner can stay at each table without a fixed seat, and none if a person has a bye or meets
    the house player, away from any winner's seat; one at a table of three, whose turn it can be for more.
    """
    before = seats_of(past[-1])
    room = [table for table in planned if table.table not in fixed]
    reasons = ["fewer_tables"] * (len(claims) - len(room))
    house = {person.number for person in persons.values() if person.house}
    for table in room:
        is_special = len(table.seats) == 1 or house & set(table.people)
        holds_a_winner = any(n in claims and before[n] == (table.table, letter) for letter, n in table.seats)
        if is_special and not holds_a_winner and len(claims) >= len(room):
            reasons.append("house")
    return reasons + ["three"] * _winners_due_at_three(planned, persons, past, claims)


def _winners_due_at_three(planned: Planned, persons: Persons, past: Past, claims: list[int]) -> int:
    """Return how many winners may give way because it is their turn at the table of three.

    None if as many of those who never were there could have been found with one winner and two others.
    """
    three = next((table for table in planned if len(table.seats) == 3), None)
    if three is None:
        return 0
    here, winners = set(three.people), set(claims)
    never = never_at_three(persons, past)
    others = {number: person for number, person in persons.items() if number not in winners}
    with_one_winner = min(len(never & winners), 1) + min(len(never & set(others)), 2)
    fixed = {person.fixed[0] for person in persons.values() if person.fixed}
    if never and not fixed and with_one_winner >= max_chosen_at_three(never, persons):
        return 0
    if here & winners:
        return len(here & winners) - (three.table not in fixed)
    return int(len(winners) >= len({table.table for table in planned} - fixed))


def _rematches(planned: Planned, past: Past, *, partners: bool) -> Iterator[Finding]:
    """Yield rematches. If `partners` change, all are met twice; playing together again is reported."""
    met, together = meetings(past), partner_counts(past)
    for table in planned:
        for pair in opponent_pairs(table):
            if met[pair] > partners:
                yield Finding("rematch", False, _pair_in_seat_order(table, pair), {"times": met[pair]})
        sides = table.sides if table.partners else ()
        for pair in (frozenset(two) for side in sides for two in combinations(side, 2)):
            if together[pair]:
                yield Finding(
                    "partners_again", False, _pair_in_seat_order(table, pair), {"times": together[pair]}
                )


def _pair_in_seat_order(table: PlannedTable, pair: frozenset[int]) -> tuple[int, ...]:
    return tuple(number for number in table.people if number in pair)


def _walks(planned: Planned, past: Past) -> Iterator[Finding]:
    before, now = seats_of(past[-1] if past else ()), seats_of(planned)
    for number in sorted(now.keys() & before.keys()):
        walked = abs(now[number][0] - before[number][0])
        if walked > LONG_WALK:
            yield Finding("long_walk", False, (number,), {"tables": walked})


def _apart_findings(planned: Planned, persons: Persons, played: int) -> Iterator[Finding]:
    tagged = {number: person for number, person in persons.items() if person.apart}
    for table in planned if tagged else ():
        for pair in opponent_pairs(table):
            both = [tagged[number] for number in pair if number in tagged]
            if len(both) == 2 and both[0].is_kept_apart(both[1], played):
                yield Finding(
                    "not_apart", both[0].never_meets(both[1], played), _pair_in_seat_order(table, pair)
                )
