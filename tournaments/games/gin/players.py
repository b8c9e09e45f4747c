"""Labels for the players of a game of gin: their seats, or their places in a team (rules.md §6)."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.gin.book import people_per_entry, rules_of
from scoring.gin.meetings import Meeting
from scoring.gin.meetings import sides as sides_of
from tournaments.pairing.values import LETTERS


def labels(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """Return one label per player, in the order of `scoring.gin.meetings`; `rules` are those of a stage.

    Partners sit opposite, A and C against B and D; of a team the first is A1.

    >>> labels({"mode": "teams", "a_side": 2, "at_table": 4}), labels({"mode": "teams", "a_side": 2})
    (('A', 'C', 'B', 'D'), ('A1', 'A2', 'B1', 'B2'))
    """
    sides = sides_of(rules_of(rules))
    if people_per_entry(rules) > 1:
        return tuple(
            f"{letter}{place}"
            for letter, side in zip(LETTERS, sides, strict=False)
            for place in range(1, len(side) + 1)
        )
    if rules_of(rules).mode == "teams":
        return tuple(
            LETTERS[place]
            for side in range(len(sides))
            for place in range(side, sum(map(len, sides)), len(sides))
        )
    return LETTERS[: sum(map(len, sides))]


def letters_of(meeting: Meeting, players: Sequence[str]) -> tuple[str, ...]:
    """Return the letters typed for the two who play a hand: those of their seats or of their teams."""
    return tuple(players[player][0] for player in meeting.players)
