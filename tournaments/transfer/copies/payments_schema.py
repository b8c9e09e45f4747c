"""Payments in a copy: what older programs noted with each entry is read as lines."""

from collections import Counter
from typing import Any
from uuid import UUID

from scoring import DomainError
from tournaments.common.schema import either, mapping_of, matching, null, object_with, string, up_to
from tournaments.models import Entry, Member, Payment
from tournaments.registration import fees
from tournaments.registration.payments import FREE, PAID_HOW, PAYMENT_METHODS
from tournaments.registration.questions import MAX_CHOICE_LENGTH

Row = dict[str, Any]
digits, amount = matching("[0-9]{1,9}"), up_to(fees.MAX_CENTS)
FEES = either(
    null,
    object_with(
        {
            "amount": either(null, amount),
            "categories": mapping_of(digits, amount),
            "answers": mapping_of(digits, mapping_of(string(MAX_CHOICE_LENGTH), amount)),
            "how_to_pay": string(fees.MAX_HOW_TO_PAY),
        }
    ),
)
OLD_PAID_FIELD = "paid_how"
"""The former column, and the former name in the data of people who were drawn into a team."""


def read_older(given: dict[str, Any], parts: dict[Any, list[Row]]) -> None:
    """Write the payments of an older copy into its parts, as lines; `given` are its parts as they came.

    Raises `DomainError`.
    """
    lines: list[Row] = []
    for at, (row, how) in enumerate(zip(parts[Entry], _payment_notes(given), strict=False), start=1):
        if how not in ("", *PAID_HOW):
            value = str(how)[:40]
            raise DomainError(
                "copy_part_wrong", part=Entry.__name__, row=at, field=OLD_PAID_FIELD, value=value
            )
        row["fee_cents"] = _add_payment_line(lines, row, row["uid"], row["fee_cents"], how)
    for row in parts[Member]:
        if row["came_as"] and OLD_PAID_FIELD in row["came_as"]:
            came_as = dict(row["came_as"])
            how, entry = came_as.pop(OLD_PAID_FIELD), parts[Entry][row["entry"]]
            came_as["fee_cents"] = _add_payment_line(
                lines, entry, UUID(came_as["uid"]), came_as["fee_cents"], how
            )
            row["came_as"] = came_as
    if Payment.__name__ not in given:
        parts[Payment] = lines


def _payment_notes(given: dict[str, Any]) -> list[Any]:
    """Return how each entry was paid, in a copy that still has that column."""
    part = given.get(Entry.__name__) or {"fields": [], "rows": []}
    if OLD_PAID_FIELD not in part["fields"]:
        return []
    at = part["fields"].index(OLD_PAID_FIELD)
    return [row[at] for row in part["rows"]]


def _add_payment_line(lines: list[Row], entry: Row, uid: UUID, cents: int | None, how: str) -> int | None:
    """Add the line of a payment, and return the fee: 0 for who was free."""
    if how == FREE:
        return 0
    if how:
        lines.append(
            {
                "number": len(lines) + 1,
                "entry_uid": uid,
                "cents": cents,
                "how": how if how in PAYMENT_METHODS else Payment.How.PAID.value,
                "at": entry["checked_in_at"] or entry["created_at"],
                "by": None,
                "corrects": None,
            }
        )
    return cents


def first_misfit(lines: list[Row]) -> tuple[int, str] | None:
    """Return the row and the column of a payment that cannot be among the others; None if all can."""
    seen: set[int] = set()
    corrections = Counter(line["corrects"] for line in lines)
    for at, line in enumerate(lines, start=1):
        if line["number"] in seen:
            return at, "number"
        seen.add(line["number"])
        if line["corrects"] is None:
            continue
        before = lines[line["corrects"]]
        opposite = None if before["cents"] is None else -before["cents"]
        same = all(line[name] == before[name] for name in ("entry_uid", "how"))
        again = before["corrects"] is not None or corrections[line["corrects"]] > 1
        if not same or line["cents"] != opposite or again:
            return at, "corrects"
    return None
