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
