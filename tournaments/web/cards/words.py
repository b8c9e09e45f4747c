"""Two cards of one game in words: why they are looked at, rule 12.2, and the rulings that are offered."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.words import signed
from tournaments.rounds.scores import TableState, two_cards

REASONS: dict[str, Any] = {
    two_cards.DIFFER: gettext_lazy("The cards differ"),
    two_cards.UNFIT: gettext_lazy("Match points and spread do not agree"),
    two_cards.AT_SKUNK_LINE: gettext_lazy("At a skunk line: %(one)s or %(more)s"),
}
RULE_TEXTS: dict[str, Any] = {
    "b": gettext_lazy(
        "Rule 12.2 b: each card to its own disadvantage. The winner has the lower spread, the loser the "
        "higher one."
    ),
    "c": gettext_lazy("Rule 12.2 c: a spread written on only one card counts for both."),
    "d": gettext_lazy("Rule 12.2 d: in different columns, the one in the plus column has won."),
    "e": gettext_lazy("Rule 12.2 e: both in the same column, and both won or both lost: a loss for both."),
    "f": gettext_lazy("Rule 12.2 f: one card alone says won: the win stands, the other changes its column."),
    "g": gettext_lazy("Rule 12.2 g: the spread stands, and match points follow from it."),
}
"""Rule 12.2 in short, by its letters (rules.md §4.1)."""
RULINGS: dict[str, Any] = {
    "as_written": gettext_lazy("It stands as written"),
    "by_rule": gettext_lazy("As rule 12.2 says"),
    "card_is_right": gettext_lazy("Card %(letter)s is right"),
    "spread": gettext_lazy("A spread of %(size)s"),
}
STATE_NOTES: dict[str, Any] = {
    "ruled": gettext_lazy("Ruled"),
    "decided": gettext_lazy("Decided"),
    "listed": gettext_lazy("To look at"),
    "one_is_in": gettext_lazy("%(letter)s is in"),
}
"""The words of a tile for the cards of a table."""


def game_label(table: TableState) -> str:
    """Return the name of the game at a table."""
    words = {"game": table.meeting.round.number, "table": table.number}
    return _("Game %(game)s, table %(table)s") % words


def ruling_title(title: str, cards: Sequence[tuple[str, int, int]]) -> str:
    """Return a ruling with the letter, spread and match points of each card after it."""
    words = {"label": title, "result": _(", ").join(_card_value(*card) for card in cards)}
    return _("%(label)s: %(result)s") % words


def _card_value(letter: str, spread: int, points: int) -> str:
    """Format the spread and match points of a card: `A +16 (2)`, `B −17`."""
    words = f"{letter} {signed(spread)}"
    return f"{words} ({points})" if points else words
