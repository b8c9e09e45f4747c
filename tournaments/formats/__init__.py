"""Formats are data: one file, one format. Shipped formats are templates; a stage keeps its own frozen copy."""

from typing import Any

from tournaments.formats import fadoq

FORMATS = {fadoq.KEY: fadoq}


def rules(key: str, **choices: Any) -> dict[str, Any]:
    """A full set of rules of the format `key`, with `choices` in place of its defaults."""
    return FORMATS[key].rules(**choices)
