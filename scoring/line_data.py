"""What the data of every line has in common, whatever the game: a version, and no key that means nothing.

| rule                                          | source                                        |
|-----------------------------------------------|-----------------------------------------------|
| equal results are written in one way only     | rules.md §4: unlike results go to the desk    |

>>> check_keys({"v": 1, "pegged": [121, 88]}, frozenset({"v", "pegged"}))
"""

from collections.abc import Mapping, Set
from typing import Any

from scoring.refusal import Refusal

VERSION = 1
LONGEST_SHOWN = 40
"""How much of something unreadable is shown again in a sentence."""


def check_keys(data: Mapping[str, Any], known: Set[str], wanted: int = VERSION) -> None:
    """Refuse line data of another version than `wanted`, or with a key that is not `known` (rules.md §4).

    Two equal results with something unknown beside one of them would look like a dispute.
    Raises `Refusal` (`unknown_result_version`, `unknown_key`).
    """
    version = data.get("v")
    if type(version) is not int or version != wanted:
        raise Refusal("unknown_result_version", version=str(version)[:LONGEST_SHOWN])
    for key in data:
        if key not in known:
            raise Refusal("unknown_key", key=key[:LONGEST_SHOWN])
