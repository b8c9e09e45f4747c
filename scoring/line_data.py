"""Check what the data of all lines have in common: a version, and no unknown key.

The data of a line is JSON, whose keys belong to the game (`scoring.games`):

| data                                                              | meaning                              |
|-------------------------------------------------------------------|--------------------------------------|
| cribbage: `{"v": 1, "pegged": [121, 88]}`                         | a game played, points by side        |
| `{"v": 2, "left": [0, 33]}`                                       | points left (`pegging` is `left`)    |
| `{"v": 2, "pegged": [97, 88]}`                                    | ended by time (`pegging` is `timed`) |
| `{"v": 1, "how": "forfeit", "pegged": [121, 60], "winner": 0}`    | not played out, declared points      |
| gin: `{"v": 1, "totals": [310, 85]}`                              | a game played, its final totals      |
| `{"v": 1, "hands": [{"how": "gin", "winner": 1, "difference": 23}]}` | hand by hand (`gin/figures.py`)   |
| points: `{"v": 1, "points": [520, -140]}`                         | a game played, the number by side    |
| of kind `void`: `{"v": 1}`                                        | the game is open again               |
| of kind `penalty`                                                 | see `scoring/penalties.py`           |

| rule                                          | source                                        |
|-----------------------------------------------|-----------------------------------------------|
| equal results are written in one way only     | rules.md §4: different results are disputed   |

>>> check_keys({"v": 1, "pegged": [121, 88]}, frozenset({"v", "pegged"}))
"""

from collections.abc import Mapping, Set
from typing import Any

from scoring.errors import DomainError

VERSION = 1
MAX_SHOWN_LENGTH = 40
"""The length to which an unreadable value is cut before a sentence shows it."""


def check_keys(data: Mapping[str, Any], known: Set[str], wanted: int = VERSION) -> None:
    """Raise `DomainError` for another version than `wanted` or a key that is not `known` (rules.md §4).

    Two equal results with an unknown key in one of them would look like a dispute. The codes are
    `unknown_result_version` and `unknown_key`.
    """
    version = data.get("v")
    if type(version) is not int or version != wanted:
        raise DomainError("unknown_result_version", version=str(version)[:MAX_SHOWN_LENGTH])
    for key in data:
        if key not in known:
            raise DomainError("unknown_key", key=key[:MAX_SHOWN_LENGTH])
