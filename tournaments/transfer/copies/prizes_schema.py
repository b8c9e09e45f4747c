"""Shapes of categories, prizes and the cash box in a copy: in settings, in acts, and in entries."""

from typing import Any

from scoring.club_teams import TIE_BREAKS
from tournaments import registration
from tournaments.common.schema import (
    Shape,
    between,
    either,
    exactly,
    nothing,
    number,
    one_of,
    several,
    up_to,
    whole,
    with_at_least,
    words,
    yes_or_no,
)
from tournaments.publishing import cash_box, prizes, qualification
from tournaments.registration import categories
from tournaments.standings import club_teams

CATEGORY: dict[str, Shape] = {
    "id": number,
    "name": words(categories.MAX_NAME_LENGTH),
    "public": yes_or_no,
}
PRIZE: dict[str, Shape] = {
    "id": number,
    "kind": one_of(prizes.KINDS),
    "category": number,
    "rank": up_to(prizes.LAST_RANK),
    "thing": words(prizes.MAX_THING_LENGTH),
    "cents": up_to(registration.MAX_CENTS),
}
PRIZE_RULES: dict[str, Shape] = {
    "list": several(exactly(PRIZE), prizes.MAX_PRIZES),
    "one_each": yes_or_no,
}
HAND: dict[str, Shape] = {
    "entry": number,
    "points": between(1, prizes.MAX_POINTS),
    "game": up_to(99),
    "table": up_to(9999),
    "cards": words(prizes.MAX_CARDS_LENGTH),
    "witness": words(prizes.MAX_WITNESS_LENGTH),
}
LINE: dict[str, Shape] = {
    "text": words(cash_box.MAX_TEXT_LENGTH),
    "cents": between(-registration.MAX_CENTS, registration.MAX_CENTS),
}

CLUB_TEAMS: dict[str, Shape] = {
    "best": between(1, club_teams.MAX_COUNTED),
    "least": between(1, club_teams.MAX_COUNTED),
    "several": yes_or_no,
    "level": one_of(TIE_BREAKS),
    "without_club": yes_or_no,
}

QUALIFICATION: dict[str, Shape] = {
    "places": between(1, qualification.MAX_PLACES),
    "per": one_of(qualification.WAYS),
}

held = several(number, 2 * categories.MAX_CATEGORIES)


def is_lot(value: Any) -> bool:
    """Return whether a value lists the numbers of a lot: at least one, each once and in order."""
    return bool(value) and several(number)(value) and value == sorted(set(value))


def fairly_drawn(kind: str, args: dict[str, Any]) -> bool:
    """Return whether the winner of a lot is the one that its seed draws; true for any other act."""
    return kind != prizes.DRAW or args["entry"] == prizes.drawn(args["in_lot"], args["seed"])


# The arguments, by kind of act
ACT_ARGS: dict[str, dict[str, Shape]] = {
    categories.KEY: {"categories": several(with_at_least(CATEGORY), categories.MAX_CATEGORIES)},
    prizes.KEY: {"prizes": several(with_at_least(PRIZE), prizes.MAX_PRIZES), "one_each": yes_or_no},
    prizes.HAND: HAND,
    prizes.DRAW: {
        "prize": number,
        "seed": up_to(prizes.MAX_SEED),
        "in_lot": is_lot,
        "entry": number,
    },
    club_teams.KEY: {"wanted": yes_or_no},
    cash_box.KEY: {},
    qualification.KEY: {"places": up_to(qualification.MAX_PLACES)},
    qualification.DECIDED: {
        "entry": number,
        "category": whole,
        "answer": one_of(qualification.ANSWERS),
    },
}
SETTINGS: dict[str, Shape] = {
    categories.KEY: several(exactly(CATEGORY), categories.MAX_CATEGORIES),
    prizes.KEY: either(nothing, exactly(PRIZE_RULES)),
    club_teams.KEY: either(nothing, exactly(CLUB_TEAMS)),
    cash_box.KEY: several(exactly(LINE), cash_box.MAX_LINES),
    qualification.KEY: either(nothing, exactly(QUALIFICATION)),
}
