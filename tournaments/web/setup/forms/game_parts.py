"""The parts of the set-up page that belong to one game, put together."""

from typing import Any

from django import forms

from tournaments import formats
from tournaments.games import GAMES

PARTS = {key: game.setup for key, game in GAMES.items()}
NAMES = tuple(name for part in PARTS.values() for name in part.NAMES)
SECTIONS: dict[str, tuple[str, ...]] = {
    name: fields for part in PARTS.values() for name, fields in part.SECTIONS.items()
}
MAX_DECLARED = max(part.MAX_DECLARED for part in PARTS.values())


def initial(rules: dict[str, Any], *, new: bool = False) -> dict[str, Any]:
    """Return the initial values of all parts: from `rules` for their game, else from a shipped format."""
    filled: dict[str, Any] = {}
    for game in PARTS:
        filled |= PARTS[game].initial(formats.first_rules_of_game(game), new=new)
    return filled | PARTS[rules["game"]].initial(rules, new=new)


def rules_of(game: str, own: forms.Form, given: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of `game` from its fields, even if another game is chosen."""
    return formats.first_rules_of_game(game) | PARTS[game].rules(own, given)


def not_asked(key: str, game: str) -> set[str]:
    """Return the fields of a game whose answers a format declares; none if it is no longer shipped."""
    asks = formats.FORMATS[key].asks if key in formats.FORMATS else None
    return set() if asks is None else set(PARTS[game].NAMES) - set(asks)
