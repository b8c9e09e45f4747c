"""Rows read and written by SQL that is put together once: for what every table of a hall asks at once.

Django works each query out anew, which takes longer than the database does. Values go through the fields of
the models either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)


def read(query: str, *values: Any) -> list[tuple[Any, ...]]:
    """What a query answers."""
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def known(model: type[Row], **values: Any) -> Row:
    """A row of which only these values have been read: Django fetches the others where somebody asks."""
    names = [field.attname for field in model._meta.concrete_fields if field.attname in values]
    row: Row = model.from_db(connection.alias, names, [values[name] for name in names])
    return row


def moment(value: datetime) -> datetime:
    """A time as `read` found it: SQLite keeps it in UTC without saying so."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def insert(rows: Sequence[models.Model]) -> None:
    """Insert rows of one model and give them their keys; without signals."""
    if not rows:
        return
    fields, start, one = _insertion(type(rows[0]))
    values = [
        field.get_db_prep_save(field.pre_save(row, add=True), connection) for row in rows for field in fields
    ]
    keys = read(f"{start} {', '.join([one] * len(rows))} RETURNING id", *values)
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding, row._state.db = False, connection.alias


@cache
def _insertion(model: type[models.Model]) -> tuple[list[models.Field[Any, Any]], str, str]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    one = f"({', '.join(['%s'] * len(fields))})"
    return fields, f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES', one
