"""The kinds of tournament with which a set-up begins: each is a format, some with other hours."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments import formats
from tournaments.games import GAMES

EVENING_TIMES: dict[str, Any] = {"start": time(19), "dinner": 0}
"""The hours of an evening: after supper, without a lunch."""
AFTERNOON_TIMES: dict[str, Any] = {"start": time(12), "dinner": 0}
CLUB_DEFAULTS: dict[str, Any] = {"rounds": 7, "tables": 10, "expected": 20}


@dataclass(frozen=True)
class Kind:
    """A kind of tournament: its card, its format, and the fields in which it differs from that."""

    key: str
    name: str | Promise
    note: str | Promise
    icon: str
    format: str
    differs: Mapping[str, Any] = field(default_factory=dict)


LEAGUE = "league"
OTHER = "other"
KINDS = {
    one.key: one
    for one in (
        Kind(
            "fadoq",
            _("FADOQ regional day"),
            _("15 games of cribbage, winners keep their seat"),
            "medal",
            "fadoq-15",
        ),
        Kind(
            "club",
            _("Club evening"),
            _("7 games of cribbage by lot, from 7 pm"),
            "house",
            "cribbage-draw",
            EVENING_TIMES | CLUB_DEFAULTS,
        ),
        Kind("acc", _("ACC qualifying"), _("12 to 22 games of cribbage, Swiss"), "list-ordered", "acc-swiss"),
        Kind(
            LEAGUE,
            _("League or season evening"),
            _("Evenings added up into one table"),
            "trophy",
            "cribbage-draw",
            EVENING_TIMES | CLUB_DEFAULTS,
        ),
        Kind(OTHER, _("Another game"), _("Gin, 500, hearts…"), "spade", "gin-round-robin", AFTERNOON_TIMES),
    )
}


def kind_of(asked: str, format_key: str) -> Kind | None:
    """Return the kind that was asked for, else the one of a format; None if no card stands for it."""
    if asked in KINDS:
        return KINDS[asked]
    own = next((one for one in KINDS.values() if one.format == format_key), None)
    known = formats.FORMATS.get(format_key)
    is_other = known is not None and known.game != formats.FORMATS[formats.FIRST].game
    return own or (KINDS[OTHER] if is_other else None)


def other_games() -> list[tuple[str, Any]]:
    """Return the first format of each game that is not the first one, and the name of the game."""
    first: dict[str, str] = {}
    for key, one in formats.FORMATS.items():
        first.setdefault(one.game, key)
    return [(key, GAMES[game].words.NAME) for game, key in list(first.items())[1:]]
