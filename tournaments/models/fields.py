"""Columns that are read with more care than Django's own."""

from typing import Any

from django.db import models

EARLIEST, LATEST = "1900-01-01", "2200-01-01"
"""What every program of a hall can show in its own time zone; Python itself ends in the years 1 and 9999."""


class Remark(models.DateTimeField):
    """A time as somebody else's clock said it. What lies beyond all calendars is read as none.

    Lines are never changed: whatever a line holds, pages that read it must not fail.
    """

    def select_format(self, compiler: Any, sql: str, params: Any) -> tuple[str, Any]:
        """The column where it can be shown."""
        return f"CASE WHEN {sql} BETWEEN '{EARLIEST}' AND '{LATEST}' THEN {sql} END", [*params, *params]

    def deconstruct(self) -> Any:
        """For migrations the column is what it was: only how it is read is special."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.DateTimeField", args, kwargs
