"""The declarations in a rehearsal of a format, in which no organiser is asked."""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.file import ALL_MEETINGS, FULL_TABLES, PAIRS, Format
from tournaments.formats.stage_rules import usual_breaks, usual_rules
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.pairing.round_robin import full_rounds

MISSED_POINTS: dict[str, Any] = {"missed": 0, "forfeit": {"present": 121, "absent": 0}}
"""The declarations of every rehearsal; the forfeit is that of cribbage."""


def rehearsal_rules(shipped: Format, players: int, odd: str | None = None, fixed: int = 0) -> dict[str, Any]:
    """Return the rules that a rehearsal of so many players declares.

    `odd` is the way chosen for an odd field; one that the format does not have is not used. `fixed` is how
    many keep a seat, each at a table of their own.
    """
    rules, rehearsal = usual_rules(shipped.rules) | shipped.rules, shipped.rehearsal
    declared = MISSED_POINTS | rehearsal.rules | _odd_field_rules(rules, players, odd, rehearsal.odd)
    if rehearsal.tables:
        declared["tables"] = _table_count(rules, players, fixed, rehearsal.tables)
    if rehearsal.rounds == ALL_MEETINGS:
        people = players + (declared.get("odd") == "house")
        rounds = people - fixed if fixed > 1 else full_rounds(people)  # those with fixed seats do not meet
        declared |= {"rounds": rounds, "breaks": usual_breaks(rounds)}
    return declared


def _odd_field_rules(rules: Mapping[str, Any], players: int, odd: str | None, usually: str) -> dict[str, Any]:
    """Return how an odd field is handled; `usually` is the way if `odd` is none of the format."""
    ways = rules["odd_ways"]
    if rules["odd"] == "bye":
        return {"bye_credit": 0}
    if players % 2 == 0 or not ways:
        return {}
    way = odd if odd in ways else usually or ways[0]
    if way == "three":
        return {"odd": way, "tables": max(players // 2, 1)}
    return {"odd": way} | ({"bye_credit": 0} if way == "bye" else {})


def _table_count(rules: Mapping[str, Any], players: int, fixed: int, count: str) -> int:
    """Return how many tables there are; `count` is FULL_TABLES or PAIRS."""
    sizes = PAIRING_SYSTEMS[rules["movement"]].sizes(players, size=rules["at_table"])
    full = sum(size > 1 for size in sizes)
    known = {FULL_TABLES: fixed, PAIRS: max(full + fixed, players // 2)}
    return max(known[count], len(sizes), 1)
