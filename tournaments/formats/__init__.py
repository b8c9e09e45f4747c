"""Formats are data: one file, one format. What is shipped is a template; a stage keeps a frozen copy."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from tournaments.formats import fadoq, gin

FORMATS: dict[str, ModuleType] = {fadoq.KEY: fadoq, gin.KEY: gin}


def of(rules: Mapping[str, Any]) -> ModuleType:
    """The format that the frozen `rules` of a stage are of."""
    return FORMATS[rules["format"]]


def rules(key: str, **choices: Any) -> dict[str, Any]:
    """A full set of rules of the format `key`, with `choices` in place of its defaults."""
    chosen: dict[str, Any] = FORMATS[key].rules(**choices)
    return chosen


def of_a_match(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of medal matches on a day under `rules`: best of three, what only one game has left out."""
    left_out: dict[str, Any] = of(rules).IN_A_MATCH
    return {**rules, "movement": "tie_break", "first_deal": "loser", "games": 3, **left_out}
