"""Winners keep their seat, table and letter; losers move (rules.md §4).

One exact minimum-cost matching a round. Everybody has an anchor, which says how firmly they hold the seat of
the last round; the firmer of two who meet keeps it, the other walks there.

| anchor | who                                                              |
|--------|------------------------------------------------------------------|
| fixed  | a fixed seat, always; a loser too, and then the winner moves      |
| winner | who won                                                          |
| weak   | the house player, who had a bye, a game that nobody won          |
| none   | losers, newcomers, who comes back                                |

What gives way to what, in this order: nobody meets the house player or sits out twice before everybody
once; a winner keeps the seat; no rematch, and rematches spread evenly; short walks.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seating.lot import LETTERS, first_round
from tournaments.seating.values import NoSeating, Person, PlannedTable, PlayedTable

__all__ = ["NoSeating", "next_round"]

FIXED, WINNER, WEAK, NONE = 3, 2, 1, 0
NOBODY = 0
NEAREST = 24
FAIRNESS, SEAT_LOST, WEAK_LOST, REMATCH, WALK = 10**18, 10**14, 10**3, 10**8, 10**2


@dataclass(frozen=True)
class _Anchor:
    strength: int
    seat: tuple[int, str] | None


def next_round(
    people: Sequence[Person], past: Sequence[Sequence[PlayedTable]], *, tables: int, seed: int
) -> tuple[PlannedTable, ...]:
    """Seat the round after `past` for the `people` who are here, at tables 1 to `tables`.

    `seed` decides between seatings of equal cost. Raises `NoSeating` with the reason.
    """
    if not past:
        return first_round(people, tables=tables, seed=seed)
    needed = (len(people) + 1) // 2
    if needed > tables:
        raise NoSeating("too_few_tables", {"tables": tables, "needed": needed})
    room = _Room(people, past, seed)
    return room.seat(tables)


class _Room:
    """The people of one round with what the last rounds say of them."""

    def __init__(self, people: Sequence[Person], past: Sequence[Sequence[PlayedTable]], seed: int) -> None:
        self.people = {person.number: person for person in people}
        self.met = _meetings(past)
        self.alone = Counter(table.people[0] for round_ in past for table in round_ if len(table.seats) == 1)
        self.seats = {number: (table.table, letter) for table in past[-1] for letter, number in table.seats}
        self.anchors = _anchors(self.people, past[-1])
        self.numbers = sorted(self.people)
        random.Random(seed).shuffle(self.numbers)
        if len(self.numbers) % 2:
            self.numbers.append(NOBODY)
        house = next((person.number for person in people if person.house), None)
        self.special = NOBODY if NOBODY in self.numbers else house
        self.least = self._least_special()

    def _least_special(self) -> int:
        return min((self._special_count(number) for number in self.numbers if number != self.special), default=0)

    def _special_count(self, number: int) -> int:
        return self.alone[number] if self.special == NOBODY else self.met[frozenset((number, self.special))]

    def anchor(self, number: int) -> _Anchor:
        return self.anchors.get(number, _Anchor(NONE, None))

    def cost(self, one: int, other: int) -> int | None:
        """What it costs that two meet; None where it cannot be: two fixed seats."""
        anchors = self.anchor(one), self.anchor(other)
        strong, weak = sorted(anchors, key=lambda anchor: anchor.strength, reverse=True)
        if weak.strength == FIXED:
            return None
        cost = 0
        if self.special in (one, other):
            number = other if one == self.special else one
            if self.people.get(number) and self.people[number].house:
                return None
            cost += FAIRNESS * (self._special_count(number) - self.least) ** 2
        cost += {WINNER: SEAT_LOST, WEAK: WEAK_LOST, NONE: 0}[weak.strength]
        times = self.met[frozenset((one, other))]
        return cost + REMATCH * times * times + WALK * self._walk(one, other, strong)

    def _walk(self, one: int, other: int, strong: _Anchor) -> int:
        if strong.seat is None:
            return 4
        table = strong.seat[0]
        return sum(abs(self.seats[number][0] - table) for number in (one, other) if number in self.seats)

    def seat(self, tables: int) -> tuple[PlannedTable, ...]:
        pairs = self._pairs()
        seated: dict[int, dict[str, int]] = {}
        loose = []
        for one, other in pairs:
            strong, guest = sorted((one, other), key=lambda number: -self.anchor(number).strength)
            seat = self.anchor(strong).seat
            if seat is None or seat[0] in seated:
                loose.append([number for number in (one, other) if number != NOBODY])
            else:
                seated[seat[0]] = {seat[1]: strong}
                if guest != NOBODY:
                    seated[seat[0]][LETTERS[1 - LETTERS.index(seat[1])]] = guest
        free = [table for table in range(1, tables + 1) if table not in seated]
        for pair in loose:
            near = min(self.seats.get(number, (1, ""))[0] for number in pair)
            table = min(free, key=lambda table: (abs(table - near), table))
            free.remove(table)
            seated[table] = dict(zip(LETTERS, pair, strict=False))
        return tuple(PlannedTable(table, tuple(sorted(seats.items()))) for table, seats in sorted(seated.items()))

    def _pairs(self) -> list[tuple[int, int]]:
        pairs = self._match(self._near_edges()) if len(self.numbers) > 3 * NEAREST else None
        if pairs is None or self._is_strained(pairs):
            pairs = self._match(self._all_edges())
        if pairs is None:
            raise NoSeating("fixed_seats_meet", {"people": len(self.people)})
        return pairs

    def _is_strained(self, pairs: list[tuple[int, int]]) -> bool:
        return any((self.cost(one, other) or 0) >= REMATCH for one, other in pairs)

    def _all_edges(self) -> list[tuple[int, int, int]]:
        edges = []
        for index, one in enumerate(self.numbers):
            for offset, other in enumerate(self.numbers[index + 1 :], start=index + 1):
                cost = self.cost(one, other)
                if cost is not None:
                    edges.append((index, offset, cost))
        return edges

    def _near_edges(self) -> list[tuple[int, int, int]]:
        """Those who stay against the nearest of those who move whom they have not met."""
        at = {number: index for index, number in enumerate(self.numbers)}
        stay = [number for number in self.numbers if self.anchor(number).strength]
        move = [number for number in self.numbers if not self.anchor(number).strength]
        edges = {}
        for one in stay:
            costs = sorted((cost, other) for other in move if (cost := self.cost(one, other)) is not None)
            for cost, other in costs[:NEAREST]:
                edges[at[one], at[other]] = cost
            if self.special in at and one != self.special and (cost := self.cost(one, self.special)) is not None:
                edges.setdefault((at[one], at[self.special]), cost)
        return [(one, other, cost) for (one, other), cost in edges.items()]

    def _match(self, edges: list[tuple[int, int, int]]) -> list[tuple[int, int]] | None:
        import rustworkx

        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(self.numbers)
        most = max((cost for *_, cost in edges), default=0) + 1
        graph.add_edges_from([(one, other, most - cost) for one, other, cost in edges])
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(matched) < len(self.numbers):
            return None
        return sorted((self.numbers[one], self.numbers[other]) for one, other in matched)


def _meetings(past: Sequence[Sequence[PlayedTable]]) -> Counter:
    return Counter(frozenset(table.people) for round_ in past for table in round_ if len(table.seats) == 2)


def _anchors(people: dict[int, Person], last: Sequence[PlayedTable]) -> dict[int, _Anchor]:
    """The anchor of each who has one: at most one a table, the firmest."""
    best: dict[int, tuple[int, int, tuple[int, str]]] = {}

    def offer(strength: int, number: int, seat: tuple[int, str]) -> None:
        if seat[0] not in best or strength > best[seat[0]][0]:
            best[seat[0]] = (strength, number, seat)

    for person in people.values():
        if person.fixed:
            offer(FIXED, person.number, person.fixed)
    for table in last:
        for letter, number in table.seats:
            if number in people and not people[number].fixed:
                if number == table.winner:
                    offer(WEAK if people[number].house else WINNER, number, (table.table, letter))
                elif table.winner is None:
                    offer(WEAK, number, (table.table, letter))
    return {number: _Anchor(strength, seat) for strength, number, seat in best.values()}
