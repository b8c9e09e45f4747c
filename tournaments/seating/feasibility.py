"""Before the day: what so many players at so many tables come to, what cannot be, and what would solve it.

>>> day = feasibility(31, tables=16, rounds=15, odd="bye", bye_credit=60)
>>> day.games_least, day.games_most, day.sit_out_once_more, day.possible
(14, 15, 15, True)
>>> [(way.field, way.value) for way in feasibility(32, tables=12, rounds=15, odd=None).problems[0].ways]
[('tables', 16), ('expected', 24)]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.seating import movements
from tournaments.seating.places import tables_needed

NEAR = 5  # another number of games is worth offering when it is within so many of the one wished for
DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Way:
    """A choice that solves a problem: set `field` of the set-up to `value`."""

    field: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Problem:
    """What stands in the way (`hard`: it cannot be), as a code and its numbers, and the ways out."""

    code: str
    hard: bool
    args: dict[str, Any] = field(default_factory=dict)
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True)
class Feasibility:
    """What a day comes to.

    `games_least` and `games_most` are what each player plays, `sit_out_once_more` how many play the least
    where those two differ; `sits_out` says whether somebody does in each round; a house player is counted in
    `people`.
    """

    players: int
    people: int
    tables_needed: int
    sits_out: bool
    games_least: int
    games_most: int
    sit_out_once_more: int
    problems: tuple[Problem, ...]

    @property
    def possible(self) -> bool:
        """Whether nothing stands in the way."""
        return not any(problem.hard for problem in self.problems)


def feasibility(
    players: int,
    *,
    tables: int,
    rounds: int,
    odd: str | None,
    bye_credit: int | None = None,
    movement: str = "winners_stay",
) -> Feasibility:
    """What a day with `players` at `tables` over `rounds` comes to (rules.md §4).

    `movement` is how they are seated, by its name.
    `odd` is what is done with an odd field: a `house` player evens it, a `bye` lets one sit out each round;
    None is not decided yet. Byes go round: nobody twice before everybody once.
    """
    house = players % 2 == 1 and odd == "house"
    people = players + house
    sits_out = people % 2 == 1
    turns, once_more = divmod(rounds if sits_out else 0, players)
    return Feasibility(
        players=players,
        people=people,
        tables_needed=tables_needed(people),
        sits_out=sits_out,
        games_least=rounds - turns - (1 if once_more else 0),
        games_most=rounds - turns,
        sit_out_once_more=once_more,
        problems=(
            *_problems(players, people, tables, rounds, odd, bye_credit),
            *movements.movement(movement).problems(people, rounds),
        ),
    )


def _problems(
    players: int, people: int, tables: int, rounds: int, odd: str | None, bye_credit: int | None
) -> Iterator[Problem]:
    if tables_needed(people) > tables:
        numbers = {"players": players, "tables": tables, "needed": tables_needed(people)}
        ways = (Way("tables", tables_needed(people)), Way("expected", 2 * tables))
        yield Problem("too_few_tables", True, numbers, ways)
    if people % 2:
        yield from _odd_field(players, rounds, odd, bye_credit)


def _odd_field(players: int, rounds: int, odd: str | None, bye_credit: int | None) -> Iterator[Problem]:
    numbers = {"players": players, "rounds": rounds}
    fair = tuple(Way("rounds", count) for count in fair_rounds(players, rounds) if count != rounds)
    if odd is None:
        yield Problem("odd_undecided", True, numbers, (Way("odd", "house"), Way("odd", "bye"), *fair))
        return
    if bye_credit is None:
        yield Problem("bye_credit_missing", True, numbers)
    if rounds % players:
        yield Problem("byes_unequal", False, numbers, (Way("odd", "house"), *fair))


def fair_rounds(players: int, rounds: int) -> list[int]:
    """The numbers of rounds near `rounds` after which everybody of an odd field has sat out equally often.

    >>> fair_rounds(15, 15), fair_rounds(13, 15), fair_rounds(31, 15)
    ([15], [13], [])
    """
    return [count for count in range(max(1, rounds - NEAR), rounds + NEAR + 1) if count % players == 0]


def least_rematches(people: int, rounds: int) -> tuple[int, int]:
    """How many games must be rematches even in the best of days, of how many in all.

    >>> least_rematches(8, 15), least_rematches(16, 15), least_rematches(7, 15)
    ((32, 60), (0, 120), (24, 45))
    """
    games = people // 2 * rounds
    return max(0, games - people * (people - 1) // 2), games


def rematches(people: int, rounds: int) -> Iterator[Problem]:
    """Winners who stay meet few: 15 games without rematch want 24 people."""
    games = rounds - (rounds // people if people % 2 else 0)  # each plays so many at the most
    others = people - 1
    least, played = least_rematches(people, rounds)
    numbers = {"people": people, "others": others, "games": games, "least": least, "played": played}
    if 0 < others < games:
        everybody_once = people if people % 2 else others
        yield Problem("rematches_certain", False, numbers, (Way("rounds", everybody_once),))
    elif 5 * people < 8 * games:
        yield Problem("rematches_likely", False, numbers)


def games_end(rules: Mapping[str, Any]) -> int:
    """The minute, counted from midnight, at which the last game is over; breaks lie between the games."""
    between = sum(pause["minutes"] for pause in rules["breaks"] if 0 < pause["after"] < rules["rounds"])
    return int(rules["start"] + rules["rounds"] * rules["minutes"] + between)


def rounds_before_midnight(rules: Mapping[str, Any]) -> int:
    """How many of the rounds are over by midnight."""
    counts = range(1, rules["rounds"] + 1)
    return max((count for count in counts if games_end({**rules, "rounds": count}) <= DAY), default=0)
