"""The parts of a format, and how they make the rules of a stage: whole, so that a stage needs no others."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring import boards, criteria, match
from scoring.games import GAMES
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS, Tables
from tournaments.pairing.round_robin import full_rounds

Rehearsal = Callable[[int, str | None, int], dict[str, Any]]
"""The declarations of a rehearsal: (players, choice for an odd field, fixed seats) in, rules out."""

VERSION = 3

WITHDRAWN = ("stand", "removed")
"""The treatment of people who leave before the last game: ranked with their results so far, or removed."""

DEFAULTS: dict[str, Any] = {
    "v": VERSION,
    "match": match.ONE_GAME,
    "boards": None,
    "match_points": None,
    "odd": None,
    "odd_ways": ["house", "bye"],
    "at_table": 2,
    "rounds_allowed": [1, 60],
    "bye_credit": None,
    "equal_games": False,
    "missed": None,
    "made_up": False,
    "protest_minutes": 0,
    "withdrawn": WITHDRAWN[0],
    "forfeit": {"present": None, "absent": None},
    "ties": "best_of_three",
    "medals": 3,
    "playoffs": None,
    "own": None,
    "start": 9 * 60,
    "keep_clubs_apart": False,
    "apart_for": 1,
    "apart_at_any_price": False,
    "seats_file": None,
    "clock": False,
    "penalties": [],
    "order": None,
    "byes_as": "own",
    "forfeits_as": "byes",
}
"""The defaults of every format.

`match` is what is played at a table in one round (`scoring/match.py`), `boards` how teams meet on
several of them (`scoring/boards.py`; None: they do not), `odd_ways` how an odd field can be handled,
`equal_games` whether all have to play equally many, `at_table` how many sit at a full table,
`rounds_allowed` the least and the most rounds, `order` the criteria as the organiser has put them in order
(None: those of the game), `byes_as` and `forfeits_as` how games not played count in the opponents' criteria
(`scoring/criteria/field.py`), `playoffs` what follows the rounds (`formats.playoffs`; None:
nothing), `made_up` whether a missed game can be made up later (`rounds/make_up.py`), `protest_minutes` how
long results can be protested after their round is closed (0: not declared), `withdrawn` how those who leave
are treated (WITHDRAWN), `apart_for` in how many rounds people are kept apart (0: all), `apart_at_any_price`
whether a round in which two of one word meet is not seated, `own` the organisation's own format that
the rules are of: its `uid`, `version` and `name` (None: a shipped one), `seats_file` the seats that the
organiser has uploaded (`pairing/seats_from_file.py`): `name` of the file, `like`, the pairing system that it
replaces, and `rounds`, of each its lines: a table, then the numbers of those who sit there.
"""

OF_A_FORMAT = {"format", "game", "movement", "rounds", "tables", "minutes", "breaks"}
"""The rules that every format has."""

DECIDED = ("criteria", "running", "penalised")
"""Rules that follow from the others (`decided` of a game) and are never declared."""


def rehearsing(present: int, absent: int, *, odd: str, **more: Any) -> Rehearsal:
    """Return a rehearsal that declares the points of a forfeit, the credit in an odd field, and `more`.

    It has the house player or a bye as chosen; `odd` if neither is.
    """

    def declared(players: int, asked: str | None, fixed: int) -> dict[str, Any]:
        said = {"missed": 0, "forfeit": {"present": present, "absent": absent}} | more
        if not players % 2:
            return said
        if (asked if asked in ("house", "bye") else odd) == "house":
            return said | {"odd": "house"}
        return said | {"odd": "bye", "bye_credit": 0}

    return declared


house_or_byes = rehearsing(121, 0, odd="house")


@dataclass(frozen=True)
class Format:
    """A shipped format: a template, of which each stage keeps a copy.

    `rules` are those in which it differs from its game and from `DEFAULTS`, without the usual `breaks`;
    `asks` the fields of its game that the set-up shows (None: all of them). `name` and `note` are translated
    where they are shown. Raises `TypeError` when the program starts if a part or a rule of `OF_A_FORMAT` is
    missing.
    """

    key: str
    name: str
    note: str
    source: str
    rules: Mapping[str, Any]
    rehearsal: Rehearsal = house_or_byes
    asks: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        lacks = sorted(OF_A_FORMAT - {"format", "breaks"} - set(self.rules))
        lacks += [part for part in ("key", "name", "note") if not getattr(self, part)]
        if lacks:
            raise TypeError(f"the format {self.key or self.name!r} lacks {', '.join(lacks)}")

    @property
    def game(self) -> str:
        return str(self.rules["game"])


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation; it is translated where it is shown."""
    return text


def breaks(rounds: int, *, dinner: int | None = None) -> list[dict[str, Any]]:
    """Return the usual breaks; dinner is after half of the rounds unless `dinner` is given."""
    return [
        {"after": 0, "minutes": 30, "code": "welcome"},
        {"after": dinner or (rounds + 1) // 2, "minutes": 60, "code": "dinner"},
        {"after": rounds, "minutes": 30, "code": "medals"},
    ]


def at_full_tables(movement: str, *, size: int = 0, **declared: Any) -> Rehearsal:
    """Return a rehearsal with more than two at a table, and as many tables as that takes.

    `size` is how many sit at a full one if a `movement` has several sizes.
    """

    def with_tables(players: int, _odd: str | None, fixed: int) -> dict[str, Any]:
        tables = len(PAIRING_SYSTEMS[movement].sizes(players, size=size))
        return {"missed": 0, **declared, "tables": max(tables, fixed, 1)}

    return with_tables


def each_meets_each(rehearsal: Rehearsal) -> Rehearsal:
    """Extend a rehearsal to as many rounds as all meetings take; several with fixed seats do not meet."""

    def declared(players: int, odd: str | None, fixed: int) -> dict[str, Any]:
        said = rehearsal(players, odd, fixed)
        people = players + (said.get("odd") == "house")
        rounds = people - fixed if fixed > 1 else full_rounds(people)
        return said | {"rounds": rounds, "breaks": breaks(rounds)}

    return declared


def copied(value: Any) -> Any:
    """Copy plain data deeply; faster than `deepcopy`, which handles any object.

    >>> copied({"criteria": ["points"], "breaks": ()})
    {'criteria': ['points'], 'breaks': ()}
    """
    if isinstance(value, dict):
        return {key: copied(one) for key, one in value.items()}
    if isinstance(value, list):
        return [copied(one) for one in value]
    if isinstance(value, tuple):
        return tuple([copied(one) for one in value])
    return value


def whole(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return `rules` of a stage with all that follows from them, and rules added since they were frozen.

    Raises `KeyError` for a rule that no format of the game has, and what the game's `decided` raises.
    """
    game = GAMES[rules["game"]]
    defaults = DEFAULTS | game.DEFAULTS
    unknown = set(rules) - set(defaults) - set(DECIDED) - OF_A_FORMAT
    if unknown:
        raise KeyError(f"not a rule of {rules['format']}: {', '.join(sorted(unknown))}")
    filled: dict[str, Any] = copied(defaults | dict(rules) | {"v": VERSION})
    match.check(filled)
    boards.check(filled)
    if not Tables.of(filled).possible or filled["at_table"] > filled["most_at_table"]:
        raise KeyError(f"not a rule of {filled['movement']}: {filled['at_table']} at a table")
    decided: dict[str, Any] = game.decided(filled)
    criteria.check_match(decided["criteria"], filled)
    return filled | decided
