"""Simulate a tournament many times before it is played: seats and drawn results alone, every round validated.

| drawn                  | rule                                                                      |
|------------------------|---------------------------------------------------------------------------|
| strength               | an order by lot each time; the best wins 6 games of 10 against a middling |
|                        | player, 3 of 4 against the weakest                                        |
| a game                 | the winner has 121 points, a loser 61 to 120; 2 match points, 3 for a     |
|                        | skunk (under 91)                                                          |
| the lots of the seats  | from the seed of the simulation, as in a real tournament                  |

The same plan and seed give the same report on every machine.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tournaments.pairing import apart, pairing_systems
from tournaments.pairing.draw import Draw
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.pairing.seating_cost import meetings, opponent_pairs, seats_of
from tournaments.pairing.seats_from_file import FromFile
from tournaments.pairing.validation import validate
from tournaments.pairing.values import NoSeating, Person, PlannedTable, PlayedTable, SideScore

MAX_DAYS, MIN_DAYS = 300, 10
SEAT_BUDGET = 120_000
"""The approximate number of seats computed in all: fewer days for a large field, up to `MAX_DAYS`."""
MAX_REPORTED_FAULTS = 5

TARGET, MIN_MARGIN, MARGIN_RANGE, SKUNK_LINE = 121, 1, 60, 91


@dataclass(frozen=True)
class Plan:
    """The tournament to simulate.

    `people` are those to be seated, with the house player if there is one; `by` is the field of
    `SideScore` that ranks first, `bye` the credit for sitting out there; `three`: three of an odd field at
    one table; `size` is how many sit at a full one; `file` gives the seats if they come from a file.
    """

    people: tuple[Person, ...]
    tables: int
    rounds: int
    movement: str
    three: bool = False
    by: str = "points"
    bye: int = 0
    size: int = 2
    file: FromFile | None = None

    @property
    def days(self) -> int:
        """Return how often it is simulated."""
        seats = max(1, len(self.people) * self.rounds)
        return max(MIN_DAYS, min(MAX_DAYS, SEAT_BUDGET // seats))


@dataclass
class Report:
    """The outcome of the simulated days; counts, no sentences.

    `faults` are (day, round, code) of the validation's hard faults, the first few; `faulty` is on how many
    days there were any. `refused` is how many days a code of NoSeating ended before their last round. `again`
    are meetings of two who had met, on the best and on the worst day, `again_bound` the fewest
    that arithmetic allows, `met_most` how often two met at most. `sat_out` and `at_three` give how many
    people had so many turns, on day 1, and `sat_out_most` the most on any day. `opponents` are different
    opponents of a person: fewest, most, and the bound of arithmetic. `walk_most` is in tables, `walks` how
    many walks there were and `walked` their sum. `first`, `first_three`: on how many days the best player
    came first, or among the first three.
    """

    days: int = 0
    rounds: int = 0
    people: int = 0
    faulty: int = 0
    faults: list[tuple[int, int, str]] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    again_least: int = 0
    again_most: int = 0
    again_bound: int = 0
    met_most: int = 0
    sat_out: dict[str, int] = field(default_factory=dict)
    sat_out_most: int = 0
    at_three: dict[str, int] = field(default_factory=dict)
    opponents_least: int = 0
    opponents_most: int = 0
    opponents_bound: int = 0
    walk_most: int = 0
    walks: int = 0
    walked: int = 0
    first: int = 0
    first_three: int = 0

    def as_data(self) -> dict[str, Any]:
        """Return plain JSON data."""
        return asdict(self)


Past = list[tuple[PlayedTable, ...]]


def rehearse(
    plan: Plan,
    *,
    seed: int,
    days: int | None = None,
    progress: Callable[[int], None] = lambda _done: None,
    enough: Callable[[], bool] = lambda: False,
) -> Report:
    """Simulate so many days and add up the findings of the validation.

    `progress` is called with the number of days done; no further day begins once `enough` returns true.
    Raises ValueError for more than MAX_PEOPLE.
    """
    if len(plan.people) > MAX_PEOPLE:
        raise ValueError(f"more than {MAX_PEOPLE} people")
    report = Report(rounds=plan.rounds, people=sum(not person.house for person in plan.people))
    for at in range(plan.days if days is None else days):
        _add_simulation(report, plan, Simulation(plan, seed * 10_000 + at), at + 1)
        progress(at + 1)
        if enough():
            break
    return report


class Simulation:
    """A simulated day: its rounds, hard faults, the code that ended it, and the strengths of the players."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan, self.draw = plan, Draw(seed)
        order = self.draw.shuffled(person.number for person in plan.people if not person.house)
        self.best = order[0]
        spread = max(1, len(order) - 1)
        self.strength = {number: 1500 - 1000 * at // spread for at, number in enumerate(order)}
        self.past: Past = []
        self.faults: list[tuple[int, str]] = []
        self.ended = ""
        movement = plan.file or pairing_systems.PAIRING_SYSTEMS[plan.movement]
        for number in range(1, plan.rounds + 1):
            lot = seed * 1000 + (1 if movement.ONE_LOT else number)
            request = PairingRequest(plan.tables, lot, plan.three, plan.by, plan.size)
            try:
                planned = movement.next_round(plan.people, self.past, request)
                apart.check_forbidden_pairs(planned, plan.people, self.past)
            except NoSeating as none:
                self.ended = none.code
                return
            found = validate(planned, plan.people, self.past, movement.seating_rules(request))
            found = plan.file.soften_findings(found, number) if plan.file else found
            self.faults += [(number, one.code) for one in found if one.hard]
            self.past.append(tuple(self._play_table(table) for table in planned))

    def _play_table(self, table: PlannedTable) -> PlayedTable:
        sides = table.sides
        if len(sides) == 1:
            bye = (SideScore(points=self.plan.bye),)
            return PlayedTable(table.table, table.seats, None, bye, partners=table.partners)
        weights = [sum(self.strength.get(number, 1000) for number in side) for side in sides]
        lot, won = self.draw.below(sum(weights)), 0
        while lot >= weights[won]:
            lot -= weights[won]
            won += 1
        lost = [TARGET - MIN_MARGIN - self.draw.below(MARGIN_RANGE) for _side in sides]
        skunked = min(points for at, points in enumerate(lost) if at != won) < SKUNK_LINE
        scores = [SideScore(points=points) for points in lost]
        scores[won] = SideScore(TARGET, 3 if skunked else 2, 1)
        return PlayedTable(table.table, table.seats, sides[won][0], tuple(scores), partners=table.partners)

    def ranked(self) -> list[int]:
        """Return entry numbers, best first; between equals games won, points, then the lot."""
        had: dict[int, tuple[int, int, int]] = {}
        for table in (table for tables in self.past for table in tables):
            for side, score in zip(table.sides, table.scores, strict=True):
                own = (getattr(score, self.plan.by), score.won, score.points)
                for number in side:
                    before = had.get(number, (0, 0, 0))
                    had[number] = (before[0] + own[0], before[1] + own[1], before[2] + own[2])
        drawn = self.draw.shuffled(sorted(self.strength))
        return sorted(drawn, key=lambda number: had.get(number, (0, 0, 0)), reverse=True)


def _add_simulation(report: Report, plan: Plan, simulation: Simulation, number: int) -> None:
    first = report.days == 0
    report.days += 1
    report.faulty += bool(simulation.faults)
    room = MAX_REPORTED_FAULTS - len(report.faults)
    report.faults += [(number, round_, code) for round_, code in simulation.faults[:room]]
    if simulation.ended:
        report.refused[simulation.ended] = report.refused.get(simulation.ended, 0) + 1
    _add_meetings(report, plan, simulation, first=first)
    _add_turns(report, simulation, first=first)
    for before, after in zip(simulation.past, simulation.past[1:], strict=False):
        was, now = seats_of(before), seats_of(after)
        walks = [abs(now[one][0] - was[one][0]) for one in now.keys() & was.keys() if now[one] != was[one]]
        report.walk_most = max(report.walk_most, *walks, 0)
        report.walks += len(walks)
        report.walked += sum(walks)
    ranked = simulation.ranked()
    report.first += ranked[:1] == [simulation.best]
    report.first_three += simulation.best in ranked[:3]


def _add_meetings(report: Report, plan: Plan, simulation: Simulation, *, first: bool) -> None:
    met = meetings(simulation.past)
    again = sum(met.values()) - len(met)
    opponents = Counter(number for pair in met for number in pair)
    own = [opponents[number] for number in simulation.strength]
    fewest, most = min(own, default=0), max(own, default=0)
    report.again_least = again if first else min(report.again_least, again)
    report.opponents_least = fewest if first else min(report.opponents_least, fewest)
    report.again_most = max(report.again_most, again)
    report.met_most = max(report.met_most, *met.values(), 0)
    report.opponents_most = max(report.opponents_most, most)
    if first:
        report.again_bound, report.opponents_bound = bounds(plan, simulation.past)


def bounds(plan: Plan, past: Sequence[Sequence[PlayedTable]]) -> tuple[int, int]:
    """Return the fewest rematches, and the most different opponents of a person, by arithmetic.

    Two with fixed seats at different tables never meet. `past` gives how many sit together.
    """
    people = len(plan.people)
    fixed = sum(person.fixed is not None for person in plan.people)
    can_meet = people * (people - 1) // 2 - fixed * (fixed - 1) // 2
    met: Counter[int] = Counter()
    for table in (table for tables in past for table in tables):
        for pair in opponent_pairs(table):
            met.update(pair)
    again = sum(met.values()) // 2 - can_meet
    return max(0, again), min(people - 1, max(met.values(), default=0))


def _add_turns(report: Report, simulation: Simulation, *, first: bool) -> None:
    out: Counter[int] = Counter()
    three: Counter[int] = Counter()
    for table in (table for tables in simulation.past for table in tables):
        if len(table.seats) == 1:
            out.update(table.people)
        elif len(table.seats) == 3:
            three.update(table.people)
    report.sat_out_most = max(report.sat_out_most, *out.values(), 0)
    if first:
        everybody = list(simulation.strength)
        report.sat_out = _people_by_turns(out, everybody) if out else {}
        report.at_three = _people_by_turns(three, everybody) if simulation.plan.three and three else {}


def _people_by_turns(turns: Counter[int], people: Sequence[int]) -> dict[str, int]:
    """Count how many people had so many turns, by that number as text (JSON has no other keys)."""
    counted = Counter(turns[number] for number in people)
    return {str(times): counted[times] for times in sorted(counted)}
