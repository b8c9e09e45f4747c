"""Shapes of categories, prizes and the cash box in a copy: in settings, in acts, and in entries."""

from typing import Any

from scoring.club_teams import TIE_BREAKS
from tournaments import registration
from tournaments.common.schema import (
    Shape,
    between,
    boolean,
    either,
    exact_object,
    integer,
    list_of,
    natural,
    null,
    one_of,
    open_object,
    string,
    up_to,
)
from tournaments.publishing import cash_box, prizes, qualification
from tournaments.registration import categories
from tournaments.standings import club_teams

CATEGORY: dict[str, Shape] = {
    "id": natural,
    "name": string(categories.MAX_NAME_LENGTH),
    "public": boolean,
}
PRIZE: dict[str, Shape] = {
    "id": natural,
    "kind": one_of(prizes.KINDS),
    "category": natural,
    "rank": up_to(prizes.LAST_RANK),
    "thing": string(prizes.MAX_THING_LENGTH),
    "cents": up_to(registration.MAX_CENTS),
}
PRIZE_RULES: dict[str, Shape] = {
    "list": list_of(exact_object(PRIZE), prizes.MAX_PRIZES),
    "one_each": boolean,
}
HAND: dict[str, Shape] = {
    "entry": natural,
    "points": between(1, prizes.MAX_POINTS),
    "game": up_to(99),
    "table": up_to(9999),
    "cards": string(prizes.MAX_CARDS_LENGTH),
    "witness": string(prizes.MAX_WITNESS_LENGTH),
}
LINE: dict[str, Shape] = {
    "text": string(cash_box.MAX_TEXT_LENGTH),
    "cents": between(-registration.MAX_CENTS, registration.MAX_CENTS),
}

CLUB_TEAMS: dict[str, Shape] = {
    "best": between(1, club_teams.MAX_COUNTED),
    "least": between(1, club_teams.MAX_COUNTED),
    "several": boolean,
    "level": one_of(TIE_BREAKS),
    "without_club": boolean,
}

QUALIFICATION: dict[str, Shape] = {
    "places": between(1, qualification.MAX_PLACES),
    "per": one_of(qualification.WAYS),
}

held = list_of(natural, 2 * categories.MAX_CATEGORIES)


def is_lot(value: Any) -> bool:
    """Return whether a value lists the numbers of a lot: at least one, each once and in order."""
    return bool(value) and list_of(natural)(value) and value == sorted(set(value))


def fairly_drawn(kind: str, args: dict[str, Any]) -> bool:
    """Return whether the winner of a lot is the one that its seed draws; true for any other act."""
    return kind != prizes.DRAW or args["entry"] == prizes.drawn(args["in_lot"], args["seed"])


# The arguments, by kind of act
ACT_ARGS: dict[str, dict[str, Shape]] = {
    categories.KEY: {"categories": list_of(open_object(CATEGORY), categories.MAX_CATEGORIES)},
    prizes.KEY: {"prizes": list_of(open_object(PRIZE), prizes.MAX_PRIZES), "one_each": boolean},
    prizes.HAND: HAND,
    prizes.DRAW: {
        "prize": natural,
        "seed": up_to(prizes.MAX_SEED),
        "in_lot": is_lot,
        "entry": natural,
    },
    club_teams.KEY: {"wanted": boolean},
    cash_box.KEY: {},
    qualification.KEY: {"places": up_to(qualification.MAX_PLACES)},
    qualification.DECIDED: {
        "entry": natural,
        "category": integer,
        "answer": one_of(qualification.ANSWERS),
    },
}
SETTINGS: dict[str, Shape] = {
    categories.KEY: list_of(exact_object(CATEGORY), categories.MAX_CATEGORIES),
    prizes.KEY: either(null, exact_object(PRIZE_RULES)),
    club_teams.KEY: either(null, exact_object(CLUB_TEAMS)),
    cash_box.KEY: list_of(exact_object(LINE), cash_box.MAX_LINES),
    qualification.KEY: either(null, exact_object(QUALIFICATION)),
}
