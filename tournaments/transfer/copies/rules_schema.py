"""Shapes of the rules of a stage in a copy (tournaments/formats/)."""

from typing import Any

from scoring import boards, criteria
from scoring import match as matches
from scoring.errors import DomainError
from scoring.penalties import MAX_POINTS
from tournaments import formats
from tournaments.common.schema import (
    Shape,
    between,
    boolean,
    either,
    exact_object,
    list_of,
    mapping_of,
    natural,
    null,
    object_with,
    one_of,
    plain_data,
    string,
    tuple_of,
    up_to,
)
from tournaments.games import GAMES
from tournaments.pairing import bracket_kinds, knock_out, pairing_systems, seats_file_parser, seats_from_file

MOVEMENTS = (*pairing_systems.PAIRING_SYSTEMS, "tie_break", "knock_out")
MAX_SIDES = 6
short = string(200)

PAUSE = exact_object({"after": up_to(60), "minutes": up_to(1440), "code": string(20)})
POINTS = between(-9999, 9999)
REQUIRED_RULES: dict[str, Shape] = {
    "v": natural,
    "format": string(60),
    "game": one_of(GAMES),
    "movement": one_of(MOVEMENTS),
    "rounds": up_to(60),
    "target": up_to(9999),
    "first_deal": string(20),
    "rank_by": one_of(("pegged", "match_points", "won")),
    "tables": up_to(2000),
    "minutes": up_to(1440),
    "breaks": list_of(PAUSE, 50),
    "match_points": null,
    "odd": either(null, one_of(("house", "bye", "three"))),
    "bye_credit": either(null, POINTS),
    "missed": either(null, POINTS),
    "forfeit": exact_object({"present": either(null, POINTS), "absent": either(null, POINTS)}),
    "ties": string(30),
    "medals": up_to(99),
    "start": up_to(1440),
    "keep_clubs_apart": boolean,
}
PENALTY = either(
    exact_object({"fault": string(80), "points": between(1, MAX_POINTS)}),
    exact_object({"fault": string(80), "deal": boolean}),
)
RANKING = ("pegged", "match_points", "won", "spread", "value")
CRITERIA_CODES = list_of(one_of(tuple(criteria.CRITERIA)), criteria.MAX_CRITERIA)


def is_criteria_order(value: Any) -> bool:
    """Return whether a value is an order of criteria that a tournament can be ranked by."""
    try:
        if not CRITERIA_CODES(value):
            return False
        criteria.check_order(value, tuple(criteria.CRITERIA))
    except DomainError:
        return False
    return True


def is_match(value: Any) -> bool:
    """Return whether a value declares a match of one table in one round."""
    try:
        return value is not None and bool(matches.read_match({"match": value}))
    except (DomainError, TypeError):
        return False


def is_boards_rule(value: Any) -> bool:
    """Return whether a value declares a match of teams on boards, or None."""
    try:
        return value is None or boards.read_boards({"boards": value}) is not None
    except DomainError:
        return False


MAX_NAME_LENGTH = 80
OWN_FORMAT = exact_object(
    {"uid": string(36), "version": between(1, 2**31 - 1), "name": string(MAX_NAME_LENGTH)}
)
SEATS_LINE = list_of(up_to(seats_file_parser.MAX_NUMBER), 1 + MAX_SIDES)
SEATS_FILE = exact_object(
    {
        "name": string(MAX_NAME_LENGTH),
        "like": one_of([name for name in pairing_systems.PAIRING_SYSTEMS if name != seats_from_file.NAME]),
        "rounds": list_of(
            list_of(lambda line: SEATS_LINE(line) and len(line) > 1, seats_file_parser.MAX_TABLES),
            seats_file_parser.MAX_ROUNDS,
        ),
    }
)
OPTIONAL_RULES: dict[str, Shape] = {
    "own": either(null, OWN_FORMAT),
    "seats_file": either(null, SEATS_FILE),
    "penalties": list_of(PENALTY, 40),
    "clock": boolean,
    "criteria": is_criteria_order,
    "order": either(null, is_criteria_order),
    "match": is_match,
    "boards": is_boards_rule,
    "playoffs": either(
        null,
        object_with(
            {
                "who": one_of(formats.PLAYOFF_FIELDS),
                "count": either(null, between(knock_out.MIN_ENTRIES, knock_out.MAX_ENTRIES)),
                "games": lambda value: value in formats.PLAYOFF_GAMES and type(value) is int,
                "third_place": boolean,
                "double": boolean,
                "consolation": one_of(formats.CONSOLATIONS),
                "seeds": one_of((formats.BY_REGISTRATION,)),
            },
            needed=("who", "count", "games", "third_place"),
        ),
    ),
    "equal_games": boolean,
    "apart_for": up_to(60),
    "apart_at_any_price": boolean,
    "made_up": boolean,
    "protest_minutes": up_to(1440),
    "withdrawn": one_of(formats.WITHDRAWN),
    "byes_as": one_of(criteria.BYES_AS),
    "forfeits_as": one_of(criteria.FORFEITS_AS),
    "running": one_of(RANKING),
    "penalised": one_of(RANKING),
    "credited": one_of(RANKING),
    "odd_ways": list_of(one_of(("house", "bye", "three")), 3),
    "rounds_allowed": tuple_of(up_to(60), up_to(60)),
    "most_at_table": between(1, MAX_SIDES),
    "at_table": between(2, MAX_SIDES),
    "in_a_match": mapping_of(short, either(null, boolean, string(20), natural)),
}


def is_seed_order(value: Any) -> bool:
    """Return whether a value lists the seeds of a bracket from top to bottom.

    See tournaments/pairing/knock_out.py.
    """
    if not list_of(up_to(knock_out.MAX_ENTRIES), knock_out.MAX_ENTRIES)(value):
        return False
    return bool(knock_out.is_order(value))


BRACKET_SHAPE = object_with(
    {
        "order": is_seed_order,
        "third_place": boolean,
        "double": boolean,
        "consolation": one_of(formats.CONSOLATIONS),
        "rest": is_seed_order,
    },
    needed=("order", "third_place"),
)


def is_bracket(value: Any) -> bool:
    """Return whether a value is a bracket as a stage of playoffs keeps it.

    See tournaments/pairing/bracket_kinds.py.
    """
    return BRACKET_SHAPE(value) and bracket_kinds.is_possible(value)


MATCH_RULES: dict[str, Shape] = {"games": between(1, 99), "first_rank": natural, "bracket": is_bracket}


def are_valid_rules(value: Any) -> bool:
    """Return whether a value is the rules of a stage, with all that its format declares."""
    game = value.get("game") if isinstance(value, dict) else None
    if not isinstance(game, str) or game not in GAMES:
        return False
    known, needed = shapes_of(game)
    return object_with(known, needed=needed)(value) and _are_consistent(value)


def shapes_of(game: str) -> tuple[dict[str, Shape], tuple[str, ...]]:
    """Return the shape of each rule of a stage of `game`, and the names of those that are always there."""
    own = GAMES[game].rules
    known = {**REQUIRED_RULES, **OPTIONAL_RULES, **own.shapes, **MATCH_RULES}
    return known, (*REQUIRED_RULES, *own.needed)


def are_rules_of_any_game(value: Any) -> bool:
    """Return whether a value is some rules, as an action names them: those known here have their shapes."""
    return mapping_of(short, plain_data)(value) and all(
        any(shape(rule) for shape in SHAPES_BY_RULE[name]) or (rule is None and name not in REQUIRED_RULES)
        for name, rule in value.items()
        if name in SHAPES_BY_RULE
    )


def _shapes_by_rule() -> dict[str, list[Shape]]:
    found: dict[str, list[Shape]] = {}
    for game in GAMES:
        for name, shape in shapes_of(game)[0].items():
            found.setdefault(name, []).append(shape)
    return found


SHAPES_BY_RULE = _shapes_by_rule()
"""The shapes that each rule has in one game or another."""


def _are_consistent(value: dict[str, Any]) -> bool:
    if value["movement"] == seats_from_file.NAME and not value.get("seats_file"):
        return False
    shipped = formats.FORMATS.get(value["format"])
    own = {name: rule for name, rule in value.items() if name not in MATCH_RULES}
    if "bracket" in value:  # its match is not that of the qualifying games, whose criteria it takes over
        own["match"] = {"kind": "best_of", "games": formats.MEDAL_MATCH_GAMES}
    try:
        formats.complete_rules(own)
    except (KeyError, ValueError):  # a `DomainError` is one
        return False
    return shipped is None or shipped.game == value["game"]
