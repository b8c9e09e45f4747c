"""The organisation of a restored copy: always one in which whoever restores it may create tournaments."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid5

from tournaments import rights
from tournaments.copies.file import Copy
from tournaments.copies.rows import Rows
from tournaments.models import Organisation, Player, User


def belonging(copy: Copy, by: User | None, to: Organisation | None = None) -> Copy:
    """`copy` as `by` may write it: in the organisation `to`, else in its own, or else in that of `by`."""
    known = to or Organisation.objects.filter(uid=copy.rows["organisation"]["uid"]).first()
    if known and by and not rights.organisations_of(by, "restore").filter(pk=known.pk).exists():
        known = rights.home_of(by)
    described = {"uid": str(known.uid), "name": known.name} if known else copy.rows["organisation"]
    parts = {**copy.rows["parts"], "Player": _people(copy.rows, UUID(described["uid"]))}
    return replace(copy, rows={**copy.rows, "organisation": described, "parts": parts})


def _people(rows: Rows, organisation: UUID) -> dict[str, Any]:
    """The players; who is one of another organisation here gets a uid of this one, the same every time."""
    part = rows["parts"]["Player"]
    at = part["fields"].index("uid")
    elsewhere = {
        str(uid)
        for uid in Player.objects.exclude(organisation__uid=organisation).values_list("uid", flat=True)
    }
    return {
        **part,
        "rows": [
            [*row[:at], str(uuid5(organisation, row[at])), *row[at + 1 :]] if row[at] in elsewhere else row
            for row in part["rows"]
        ],
    }
