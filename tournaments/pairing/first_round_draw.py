"""Draw round 1 by lot (rules.md §4): a seed draws everything; people who share an `apart` tag are kept apart.

Mending moves as few people as it can: the draw is kept wherever it does no harm.
"""

from collections.abc import Sequence

from tournaments.pairing.apart import MUST_FACTOR
from tournaments.pairing.draw import Draw
from tournaments.pairing.matching import cheapest_pairs
from tournaments.pairing.preconditions import check_places, people_to_seat, tables_needed
from tournaments.pairing.values import LETTERS, Person, PlannedTable, other_letter

Pair = tuple[Person, Person | None]
"""Two who meet; None is a bye."""

NOISE = 1 << 30


def first_round(
    people: Sequence[Person], *, tables: int, seed: int, three: bool = False
) -> tuple[PlannedTable, ...]:
    """Seat all people by lot at tables 1, 2, 3 ... (and at fixed seats).

    `people` are those present, `tables` the number of tables, `seed` the lot: the same seed gives the same
    seats everywhere. An odd field has one table with one seat, the bye, or with `three` one table of three;
    a house player evens the field.
    People who share an `apart` tag do not meet if possible, else as few as possible.
    Raises NoSeating (see `preconditions.check_places`).
    """
    present = people_to_seat(people)
    check_places(present, tables, three=three)
    draw = Draw(seed)
    if three and len(present) % 2:
        movers = [person for person in present if not person.fixed]
        third = movers[draw.below(len(movers))]
        pairs = _resolve_clashes(
            _draw_pairs([person for person in present if person is not third], draw), draw
        )
        return _add_third_person(_place_pairs(pairs, tables, draw), third, present, draw)
    pairs = _resolve_clashes(_draw_pairs(present, draw), draw)
    return _place_pairs(pairs, tables, draw)


def _add_third_person(
    planned: tuple[PlannedTable, ...], third: Person, present: Sequence[Person], draw: Draw
) -> tuple[PlannedTable, ...]:
    """Draw the table at which three meet: one without anyone who asked not to meet `third`, if there is one.

    Its letters are drawn anew, fixed seats aside.
    """
    persons = {person.number: person for person in present}

    def clashes(table: PlannedTable) -> int:
        return sum(_clash_cost(third, persons[number]) for number in table.people)

    host = min(draw.shuffled(planned), key=clashes)
    fixed = {letter: number for letter, number in host.seats if persons[number].fixed}
    movers = [number for number in (*host.people, third.number) if number not in fixed.values()]
    letters = [letter for letter in LETTERS[:3] if letter not in fixed]
    seats = {**fixed, **dict(zip(letters, draw.shuffled(movers), strict=True))}
    return tuple(
        PlannedTable(table.table, tuple(sorted(seats.items()))) if table is host else table
        for table in planned
    )


def _draw_pairs(present: list[Person], draw: Draw) -> list[Pair]:
    """Draw the pairs by plain lot, without regard to `apart` tags."""
    pairs: list[Pair] = list(_fixed_pairs(present))
    paired = {person for pair in pairs for person in pair}
    fixed = [person for person in present if person.fixed and person not in paired]
    movers = draw.shuffled(person for person in present if not person.fixed)
    if len(present) % 2:
        pairs.append((_draw_bye(fixed, movers, draw), None))
    pairs += [(person, movers.pop()) for person in fixed]
    return pairs + list(zip(movers[::2], movers[1::2], strict=True))


def _fixed_pairs(present: list[Person]) -> list[tuple[Person, Person]]:
    seen: dict[int, Person] = {}
    pairs = []
    for person in present:
        if person.fixed and person.fixed[0] in seen:
            pairs.append((seen[person.fixed[0]], person))
        elif person.fixed:
            seen[person.fixed[0]] = person
    return pairs


def _draw_bye(fixed: list[Person], movers: list[Person], draw: Draw) -> Person:
    """Draw the person who sits out, and remove them from their list.

    If there are more fixed seats than movers it must be one of those.
    """
    hats = fixed if len(fixed) > len(movers) else fixed + movers
    out = hats[draw.below(len(hats))]
    (fixed if out in fixed else movers).remove(out)
    return out


def _clash_cost(one: Person | None, other: Person | None) -> int:
    if not one or not other or not one.is_kept_apart(other, 0):
        return 0
    return MUST_FACTOR if one.never_meets(other, 0) else len(one.apart & other.apart)


def _resolve_clashes(pairs: list[Pair], draw: Draw) -> list[Pair]:
    """Swap people of clashing pairs with others while it helps; if clashes are left, solve it exactly."""
    for place, (one, other) in enumerate(pairs):
        if _clash_cost(one, other):
            _swap_clashing_pair(pairs, place, draw)
    return _least_clashing_pairs(pairs, draw) if any(_clash_cost(*pair) for pair in pairs) else pairs


def _swap_clashing_pair(pairs: list[Pair], place: int, draw: Draw) -> None:
    for candidate in draw.shuffled(range(len(pairs))):
        if candidate == place:
            continue
        for mine, theirs in alternative_pairings(pairs[place], pairs[candidate]):
            if not _clash_cost(*mine) and _clash_cost(*theirs) <= _clash_cost(*pairs[candidate]):
                pairs[place], pairs[candidate] = mine, theirs
                return


def alternative_pairings(mine: Pair, theirs: Pair) -> list[tuple[Pair, Pair]]:
    """Return the two other ways to pair these four, as far as fixed seats allow."""
    if _is_locked(mine) or _is_locked(theirs):
        return []
    (a, b), (c, d) = mine, theirs
    ways = [((a, d), (c, b)), ((a, c), (b, d))] if b is not None else [((a, d), (c, b))]
    return [(one, other) for one, other in ways if can_be_paired(*one) and can_be_paired(*other)]


def _is_locked(pair: Pair) -> bool:
    """Return whether both have fixed seats at one table: these two always meet."""
    return all(person and person.fixed for person in pair)


def can_be_paired(one: Person | None, other: Person | None) -> bool:
    if one is None:
        return False
    if other is None or not one.fixed or not other.fixed:
        return True
    return one.fixed[0] == other.fixed[0]


def _least_clashing_pairs(pairs: list[Pair], draw: Draw) -> list[Pair]:
    """Return the pairing with the fewest clashes, and among those one that keeps many drawn pairs."""
    people = [person for pair in pairs for person in pair]
    locked = {person for pair in pairs if _is_locked(pair) for person in pair}
    edges = []
    for one in range(len(people)):
        for other in range(one + 1, len(people)):
            drawn = one // 2 == other // 2
            mine, theirs = (people[one], people[other]) if people[one] else (people[other], people[one])
            if not can_be_paired(mine, theirs) or (not drawn and locked & {mine, theirs}):
                continue
            noise = draw.below(NOISE) + (0 if drawn else NOISE)
            edges.append((one, other, _clash_cost(mine, theirs) * NOISE * 4 * len(people) + noise))
    found = cheapest_pairs(len(people), edges) or []
    return [person_first(people[one], people[other]) for one, other in found]


def person_first(one: Person | None, other: Person | None) -> Pair:
    if one is None:
        one, other = other, one
    assert one is not None
    return one, other


def _place_pairs(pairs: list[Pair], tables: int, draw: Draw) -> tuple[PlannedTable, ...]:
    """Place fixed seats where they are, the others at the lowest tables that are left, the bye last."""
    fixed_tables = {person.fixed[0] for pair in pairs for person in pair if person and person.fixed}
    free = [table for table in range(1, tables + 1) if table not in fixed_tables]
    at_home = [pair for pair in pairs if any(person and person.fixed for person in pair)]
    loose = [pair for pair in pairs if not any(person and person.fixed for person in pair)]
    byes = [pair for pair in loose if pair[1] is None]
    order = draw.shuffled(pair for pair in loose if pair[1] is not None) + byes
    planned = [_table(free[place], LETTERS[0], *pair, draw) for place, pair in enumerate(order)]
    planned += [_fixed_table(*pair) for pair in at_home]
    assert len(planned) == tables_needed(sum(person is not None for pair in pairs for person in pair))
    return tuple(sorted(planned, key=lambda table: table.table))


def _table(table: int, letter: str, one: Person, other: Person | None, draw: Draw) -> PlannedTable:
    if other is None:
        return PlannedTable(table, ((letter, one.number),))
    first, second = draw.shuffled((one, other))
    return PlannedTable(table, ((LETTERS[0], first.number), (LETTERS[1], second.number)))


def _fixed_table(one: Person, other: Person | None) -> PlannedTable:
    if not one.fixed:
        assert other is not None
        one, other = other, one
    assert one.fixed
    table, letter = one.fixed
    seats = [(letter, one.number)]
    if other is not None:
        seats.append((other.fixed[1] if other.fixed else other_letter(letter), other.number))
    return PlannedTable(table, tuple(sorted(seats)))
