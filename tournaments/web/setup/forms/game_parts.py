"""The rules of all games on the set-up page (`games/rule_table.py`), put together."""

from typing import Any

from tournaments import formats
from tournaments.games import GAMES

TABLES = {key: game.rules for key, game in GAMES.items()}
NAMES = tuple(name for table in TABLES.values() for name in table.names)
SECTIONS: dict[str, tuple[str, ...]] = {
    section: names for table in TABLES.values() for section, names in table.sections.items()
}
MAX_DECLARED = max(table.max_declared for table in TABLES.values())


def initial(rules: dict[str, Any], *, new: bool = False) -> dict[str, Any]:
    """Return the initial values of all games: from `rules` for their game, else from a shipped format."""
    filled: dict[str, Any] = {}
    for game, table in TABLES.items():
        filled |= table.initial(formats.first_rules_of_game(game), new=new)
    return filled | TABLES[rules["game"]].initial(rules, new=new)


def not_asked(key: str, game: str) -> set[str]:
    """Return the fields of a game whose answers a format declares; none if it is no longer shipped."""
    asks = formats.FORMATS[key].asks if key in formats.FORMATS else None
    return set() if asks is None else set(TABLES[game].names) - set(asks)
