"""Fill in rules that stages frozen before version 2 left to the file of their format.

Old copies are read with it; migration 0019 has a copy of its own. It describes the past, so it never changes.
"""

from collections.abc import Mapping
from typing import Any

CRIBBAGE: dict[str, Any] = {
    "credited": "pegged",
    "odd_ways": ["house", "bye", "three"],
    "most_at_table": 6,
    "in_a_match": {},
}
GIN: dict[str, Any] = {
    "criteria": ["won", "value"],
    "running": "value",
    "penalised": "value",
    "credited": "value",
    "odd_ways": ["house", "bye"],
    "most_at_table": 2,
    "in_a_match": {"hollywood": False, "hollywood_open": False, "hollywood_letter": False},
}


def complete_frozen_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of a stage completed from its format at the time; whole ones stay as they are."""
    if "criteria" in rules:
        return dict(rules)
    if rules["game"] == "gin":
        return {**rules, **GIN, "v": 2}
    ranks = rules["rank_by"] == "match_points"
    follows = {
        "criteria": [rules["rank_by"], *(rules.get("then", []) if ranks else [])],
        "running": rules["rank_by"],
        "penalised": "match_points" if ranks else "pegged",
    }
    return {**rules, **CRIBBAGE, **follows, "v": 2}
