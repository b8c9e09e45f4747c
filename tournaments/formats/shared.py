"""What every format declares alike, and how the rules of a day are made of a format's defaults."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

VERSION = 1

DEFAULTS: dict[str, Any] = {
    "v": VERSION,
    "match_points": None,
    "odd": None,
    "bye_credit": None,
    "missed": None,
    "forfeit": {"present": None, "absent": None},
    "ties": "best_of_three",
    "medals": 3,
    "start": 9 * 60,
    "keep_clubs_apart": False,
    "clock": False,
    "penalties": [],
}


def breaks(dinner: int, rounds: int) -> list[dict[str, Any]]:
    """The usual breaks of a day: welcome, dinner after round `dinner`, the medals after the last."""
    return [
        {"after": 0, "minutes": 30, "code": "welcome"},
        {"after": dinner, "minutes": 60, "code": "dinner"},
        {"after": rounds, "minutes": 30, "code": "medals"},
    ]


def chosen(defaults: Mapping[str, Any], choices: Mapping[str, Any]) -> dict[str, Any]:
    """`defaults` of a format with `choices` in place of them.

    Raises `KeyError` for a rule that the format does not have.
    """
    unknown = set(choices) - set(defaults)
    if unknown:
        raise KeyError(f"not a rule of {defaults['format']}: {', '.join(sorted(unknown))}")
    return deepcopy(dict(defaults)) | deepcopy(dict(choices))
