"""The names of the exchange format, and what its first version called the same things (docs/export.md).

Files and API are written in the newest version; `rename_for_version` gives back the names of an earlier one.
"""

from typing import Any

VERSIONS = (1, 2)
NEWEST_VERSION = VERSIONS[-1]

FIGURES = {"pegged": "points", "won": "games_won"}
"""Figures of the score book, which are criteria as well, that the exchange format calls otherwise."""

VERSION_1_NAMES: dict[str, dict[str, str]] = {
    "boards": {"team_points": "points"},
    "corrections": {"round": "game"},
    "counted": {"entry": "number"},
    "entries": {"entry": "number"},
    "entry": {"entry": "number"},
    "export": {"entries": "persons"},
    "games": {"entry": "number", "round": "game", "game": "part", "skunks": "skunk"},
    "hands": {"entry": "number", "round": "game"},
    "lot": {"entries": "numbers"},
    "match": {"match_points": "points"},
    "medal_games": {"rank": "place"},
    "person": {"entry": "person"},
    "prizes": {"entries": "numbers"},
    "results": {"points": "scores", "value": "values", "award": "how"},
    "round": {"round": "number"},
    "rounds": {"round": "number"},
    "seats": {"entry": "number"},
    "sides": {"entry": "number"},
    "stages": {"pairing_system": "movement"},
    "standing": {"entry": "number", "points": "pegged", "games_won": "won"},
    "standings": {"entry": "number", "points": "pegged", "games_won": "won"},
    "state": {"last_round": "through_game", "rounds": "games"},
    "tables": {"results": "games"},
    "version": {"last_round": "through_game"},
    "versions": {"last_round": "through_game"},
}
"""By the name under which an object stands, or its kind at the top: names of today and those of version 1."""

CODED_KINDS = ("by", "criteria", "values")
"""Names whose texts are codes of criteria."""

UNTRANSLATED_KINDS = ("from", "rules", "why")
"""Names of data that are written as they are stored, the same in every version."""

_CODES = {name: code for code, name in FIGURES.items()}


def figure(code: str) -> str:
    """Return the name of a figure or criterion in the exchange format."""
    return FIGURES.get(code, code)


def name_for_version(version: int, kind: str, name: str) -> str:
    """Return what a version calls a name of an object of some kind."""
    return name if version == NEWEST_VERSION else VERSION_1_NAMES.get(kind, {}).get(name, name)


def rename_for_version(version: int, content: Any, kind: str) -> Any:
    """Return an object of the exchange format, or a list of them, with the names of a version.

    `kind` is the name under which it stands; of a whole file "export", of an answer of the API its kind.
    """
    if version == NEWEST_VERSION or kind in UNTRANSLATED_KINDS:
        return content
    if isinstance(content, dict):
        return {
            name_for_version(version, kind, name): rename_for_version(version, value, name)
            for name, value in content.items()
        }
    if isinstance(content, list):
        return [rename_for_version(version, one, kind) for one in content]
    return _CODES.get(content, content) if kind in CODED_KINDS and isinstance(content, str) else content
