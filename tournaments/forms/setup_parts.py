"""What each game alone asks on the set-up page: one part a game, all with the same names in them."""

from typing import Any

from tournaments import formats
from tournaments.forms import setup_cribbage, setup_gin

PARTS: dict[str, Any] = {"cribbage": setup_cribbage, "gin": setup_gin}
NAMES = tuple(name for part in PARTS.values() for name in part.NAMES)
SECTIONS: dict[str, tuple[str, ...]] = {
    name: fields for part in PARTS.values() for name, fields in part.SECTIONS.items()
}
MOST_DECLARED = max(part.MOST_DECLARED for part in PARTS.values())


def initial(rules: dict[str, Any]) -> dict[str, Any]:
    """What stands in the fields of every part: `rules` in that of their game, else what is shipped."""
    filled: dict[str, Any] = {}
    for key in reversed(formats.FORMATS):  # the first format of a game is the one whose defaults are shown
        shipped = formats.rules(key)
        filled |= PARTS[shipped["game"]].initial(shipped)
    return filled | PARTS[rules["game"]].initial(rules)


def rules_of(game: str, form: Any, given: dict[str, Any]) -> dict[str, Any]:
    """The rules of a day of `game` as far as the fields tell them, also where another game is chosen."""
    shipped = next(rules for key in formats.FORMATS if (rules := formats.rules(key))["game"] == game)
    return shipped | PARTS[game].rules(form, given)
