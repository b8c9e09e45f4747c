"""Columns that are read with more care than Django's own."""

from typing import Any

from django.db import models

EARLIEST, LATEST = "1900-01-01", "2200-01-01"
"""The range that every program can show in its own time zone; Python's ends in the years 1 and 9999."""


class ReportedTimeField(models.DateTimeField):
    """A time reported by another computer's clock. A value outside of all calendars is read as none.

    Lines are never changed: whatever a line holds, pages that read it must not fail.
    """

    def select_format(self, compiler: Any, sql: str, params: Any) -> tuple[str, Any]:
        """Return the column if it can be shown, else NULL, in SQL."""
        return f"CASE WHEN {sql} BETWEEN '{EARLIEST}' AND '{LATEST}' THEN {sql} END", [*params, *params]

    def deconstruct(self) -> Any:
        """Describe the column to migrations as a plain one: only how it is read is special."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.DateTimeField", args, kwargs
