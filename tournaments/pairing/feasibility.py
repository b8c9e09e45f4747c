"""Check a field, tables and rounds before the tournament: their consequences, problems and solutions.

>>> day = feasibility(FeasibilityRequest(31, tables=16, rounds=15, odd="bye", bye_credit=60))
>>> day.games_least, day.games_most, day.sit_out_once_more, day.possible
(14, 15, 15, True)
>>> day = feasibility(FeasibilityRequest(31, tables=15, rounds=15, odd="three"))
>>> day.games_least, day.three_least, day.three_most, day.possible
(15, 1, 2, True)
>>> day.opponents_least, day.opponents_most, day.again
(16, 17, 0)
>>> small = feasibility(FeasibilityRequest(8, tables=4, rounds=15))
>>> small.opponents_most, small.again, small.again_each
(7, 32, 8)
>>> large = feasibility(FeasibilityRequest(32, tables=12, rounds=15))
>>> [(way.field, way.value) for way in large.problems[0].ways]
[('tables', 16), ('expected', 24)]
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import gcd
from typing import Any

from scoring.boards import each as boards_of
from scoring.criteria import is_undeclared
from tournaments.pairing import pairing_systems
from tournaments.pairing.problems import MAX_ROUNDS_AWAY, Problem, Solution
from tournaments.pairing.seating_cost import opponent_pairs
from tournaments.pairing.seats_from_file import FromFile
from tournaments.pairing.values import LETTERS, PlannedTable

DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class FeasibilityRequest:
    """The field, the tables and the rules whose feasibility is computed.

    No `rounds`: a bracket alone is played, in which an entry left over has a bye and a match waits for a
    table. `movement` is the name of the pairing system, `size` how many people sit at a full table.

    `odd` is how an odd field is handled: a `house` player evens it, a `bye` lets one player sit out each
    round, at one table play `three`; None is not decided yet. Byes and the table of three go round: no second
    turn before each has had one. `odd_ways` are those that the format has. `equal`: all must play equally
    many games. `file` gives the seats if they come from a file. `boards`: players are teams that meet on so
    many, each at a table of its own.
    """

    players: int
    tables: int
    rounds: int
    odd: str | None = None
    bye_credit: int | None = None
    movement: str = "winners_stay"
    odd_ways: tuple[str, ...] = ("house", "bye")
    size: int = 2
    equal: bool = False
    file: FromFile | None = None
    boards: int = 1

    @property
    def system(self) -> pairing_systems.PairingSystem:
        """Return the pairing system; the file if the seats come from one."""
        return self.file or pairing_systems.PAIRING_SYSTEMS[self.movement]

    @property
    def three(self) -> bool:
        """Return whether three meet at one table in each round."""
        return self.players % 2 == 1 and self.odd == "three"

    @property
    def people(self) -> int:
        """Return how many are seated, the house player included."""
        return self.players + (self.players % 2 == 1 and self.odd == "house")

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return how many sit at each table, the most first; 1 is a person who sits out."""
        if not self.rounds:
            return (2,) * (self.people // 2)
        return self.system.sizes(self.people, size=self.size, three=self.three)

    @property
    def named(self) -> int:
        """Return the highest table in the file of seats; 0 without one."""
        return self.file.tables_needed(self.rounds) if self.file else 0

    @property
    def room(self) -> int:
        """Return for how many games at a time there are tables."""
        return self.tables // self.boards


@dataclass(frozen=True, slots=True)
class Feasibility:
    """The consequences of a field, tables and rounds.

    `games_least` and `games_most` are the games of each player, `sit_out_once_more` how many players have
    the least if those two differ; `sits_out` is how many sit out in each round; a house player is counted in
    `people`. `three` says whether three meet at one table in each round, `three_least` and `three_most` how
    often each is one of them. `sizes` is how many sit at each table, the most first.

    Each meets at most `opponents_least` to `opponents_most` people; in all `again` meetings are rematches,
    however the seats are given (those of partners from the third meeting), and at least `again_each` for each
    person.
    """

    players: int
    people: int
    tables_needed: int
    sits_out: int
    games_least: int
    games_most: int
    sit_out_once_more: int
    three: bool
    three_least: int
    three_most: int
    problems: tuple[Problem, ...]
    sizes: tuple[int, ...] = ()
    opponents_least: int = 0
    opponents_most: int = 0
    again: int = 0
    again_each: int = 0

    @property
    def possible(self) -> bool:
        """Return whether there is no hard problem."""
        return not any(problem.hard for problem in self.problems)


def stage_feasibility(rules: Mapping[str, Any], players: int, *, tables: int) -> Feasibility:
    """Return the feasibility of a stage under its rules, for so many players and tables."""
    return feasibility(
        FeasibilityRequest(
            players,
            tables=tables,
            rounds=rules["rounds"],
            odd=rules["odd"],
            bye_credit=None if is_undeclared(rules, "bye_credit") else rules["bye_credit"] or 0,
            movement=rules["movement"],
            odd_ways=tuple(rules["odd_ways"]),
            size=pairing_systems.Tables.from_rules(rules).size,
            equal=rules.get("equal_games", False),
            file=pairing_systems.seats_file_of(rules),
            boards=boards_of(rules),
        )
    )


def feasibility(request: FeasibilityRequest) -> Feasibility:
    """Compute the consequences and the problems of a field at its tables (rules.md §4)."""
    players, people, rounds = request.players, request.people, request.rounds
    sizes, three, partners = request.sizes, request.three, request.system.PARTNERS
    out = sizes.count(1)
    needed = max(len(sizes) - out, request.named)
    turns, once_more = divmod(rounds * out, players)
    at_three, more_at_three = divmod(3 * rounds if three else 0, players)
    least, most = rounds - turns - (1 if once_more else 0), rounds - turns
    met = [_opponent_counts(size, partners) for size in sizes if size > 1]
    fewest, largest = (pick((one for table in met for one in table), default=0) for pick in (min, max))
    at_least, at_most = least * fewest, most * largest
    if three:
        at_least, at_most = rounds + at_three, rounds + at_three + bool(more_at_three)
    once = 2 if partners else 1
    return Feasibility(
        players=players,
        people=people,
        tables_needed=needed * request.boards,
        sits_out=out,
        sizes=sizes,
        games_least=least,
        games_most=most,
        opponents_least=min(at_least, people - 1),
        opponents_most=min(at_most, people - 1),
        again=max(0, rounds * sum(map(sum, met)) // 2 - once * people * (people - 1) // 2),
        again_each=max(0, at_least - once * (people - 1)),
        sit_out_once_more=once_more,
        three=three,
        three_least=at_three,
        three_most=at_three + (1 if more_at_three else 0),
        problems=(
            *(_too_few_tables(request, needed) if rounds else ()),
            *(_left_over_problems(request, out) if out else ()),
            *request.system.problems(people, rounds, three=three, size=request.size),
        ),
    )


def _opponent_counts(size: int, partners: int) -> list[int]:
    """Return how many people each person at a table of `size` meets there."""
    seats = tuple(zip(LETTERS, range(size), strict=False))
    met = Counter(
        number for pair in opponent_pairs(PlannedTable(1, seats, partners=partners)) for number in pair
    )
    return [met[number] for number in range(size)]


def _too_few_tables(request: FeasibilityRequest, needed: int) -> Iterator[Problem]:
    """Yield a problem if there are fewer tables than are `needed`, counted as if each match took one.

    A person who sits out needs no table, and a table of three needs one table less than a house player. Fewer
    people need no fewer tables than a file of seats has.
    """
    players, room = request.players, request.room
    if needed <= room:
        return
    numbers = {"players": players, "tables": request.tables, "needed": needed * request.boards}
    asked = players % 2 and request.odd != "three" and "three" in request.odd_ways
    three = [Solution("odd", "three")] if asked and max(players // 2, request.named) <= room else []
    most = _max_people(request) if request.named <= room else 0
    fewer = [Solution("expected", most)] if most else []
    yield Problem(
        "too_few_tables", True, numbers, (Solution("tables", needed * request.boards), *three, *fewer)
    )


def _max_people(request: FeasibilityRequest) -> int:
    """Return the most people, fewer than asked for, who fit at the tables; 0 if none do.

    As long as the odd field is undecided, numbers that leave a player over are skipped.
    """
    for fewer in range(request.players - 1, 1, -1):
        sizes = replace(request, players=fewer).sizes
        out = sizes.count(1)
        if len(sizes) - out <= request.room and not (out and request.odd is None):
            return fewer
    return 0


def _left_over_problems(request: FeasibilityRequest, out: int) -> Iterator[Problem]:
    """Yield the problems of `out` players sitting out in each round."""
    players, rounds = request.players, request.rounds
    numbers = {"players": players, "rounds": rounds, "out": out}
    fair = tuple(Solution("rounds", count) for count in fair_rounds(players, rounds, out) if count != rounds)
    if request.odd is None:
        decided = (Solution("odd", way) for way in request.odd_ways)
        yield Problem("odd_undecided", True, numbers, (*decided, *fair))
        return
    others = [Solution("odd", way) for way in request.odd_ways if way != "bye"]
    if request.bye_credit is None:
        yield Problem("bye_credit_missing", True, numbers, (Solution("bye_credit", 0), *others))
    if rounds * out % players:
        if not request.equal:
            yield Problem("byes_unequal", False, numbers, (*others, *fair))
            return
        wanted = rounds_for(players, rounds, out)  # the number entered may mean games for each
        whole = () if fair else (Solution("rounds", players // gcd(players, out)),)
        counts = dict.fromkeys([*([Solution("rounds", wanted)] if wanted else []), *fair, *whole])
        yield Problem("games_unequal", True, numbers, (*others, *counts, Solution("equal_games", "")))


def rounds_for(players: int, games: int, out: int = 1) -> int | None:
    """Return in how many rounds all play exactly `games` games if `out` sit out in each, or None.

    >>> rounds_for(13, 12), rounds_for(5, 12), rounds_for(13, 15), rounds_for(12, 11, 0)
    (13, 15, None, 11)
    """
    rounds, left = divmod(games * players, players - out)
    return None if left or rounds * out % players else rounds


def fair_rounds(players: int, rounds: int, out: int = 1) -> list[int]:
    """Return the numbers of rounds near `rounds` after which all have sat out equally often.

    `out` is how many sit out in each round.

    >>> fair_rounds(15, 15), fair_rounds(13, 15), fair_rounds(31, 15), fair_rounds(10, 8, 2)
    ([15], [13], [], [5, 10])
    """
    near = range(max(1, rounds - MAX_ROUNDS_AWAY), rounds + MAX_ROUNDS_AWAY + 1)
    return [count for count in near if count * out % players == 0]


def games_end(rules: Mapping[str, Any]) -> int:
    """Return the minute, counted from midnight, at which the last round is over, with the breaks between."""
    between = sum(pause["minutes"] for pause in rules["breaks"] if 0 < pause["after"] < rules["rounds"])
    return int(rules["start"] + rules["rounds"] * rules["minutes"] + between)


def rounds_before_midnight(rules: Mapping[str, Any]) -> int:
    """Return how many of the rounds are over by midnight."""
    counts = range(1, rules["rounds"] + 1)
    return max((count for count in counts if games_end({**rules, "rounds": count}) <= DAY), default=0)
