"""Rows read and written by SQL that is put together once: for what every table of a hall asks at once.

Django works each query out anew, which takes longer than the database does. Values go through the fields of
the models either way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)
EVERY_COLUMN = 'SELECT {} FROM "{}"'


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


def whole(model: type[Row], key: int, *, lock: bool = False) -> Row:
    """The row of that key, with all its columns, locked where the database can. Raises `IndexError`."""
    return all_of(model, "WHERE id = %s FOR UPDATE" if lock else "WHERE id = %s", key)[0]


def all_of(model: type[Row], which: str, *values: Any) -> list[Row]:
    """The rows that a condition (and an order) in SQL names, with all their columns."""
    query, names, converted = _selection(model, connection.vendor)
    found = [list(row) for row in read(f"{query} {which}", *values)]
    for row in found:
        for at, expression, converters in converted:
            for convert in converters:
                row[at] = convert(row[at], expression, connection)
    return [model.from_db(connection.alias, names, row) for row in found]


@cache
def _selection(
    model: type[models.Model], vendor: str
) -> tuple[str, list[str], list[tuple[int, Any, list[Any]]]]:
    """The query, its columns, and which of them a database of that vendor keeps in a form of its own."""
    fields, table = model._meta.concrete_fields, model._meta.db_table
    converted = []
    for at, field in enumerate(fields):
        column = field.get_col(table)
        converters = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
        if converters:
            converted.append((at, column, converters))
    query = EVERY_COLUMN.format(", ".join(f'"{field.column}"' for field in fields), table)
    return query, [field.attname for field in fields], converted


def moment(value: datetime) -> datetime:
    """A time as `read` found it: SQLite keeps it in UTC without saying so."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def insert(rows: Sequence[models.Model]) -> None:
    """Insert rows of one model and give them their keys; without signals."""
    if not rows:
        return
    fields, start, one = _insertion(type(rows[0]))
    values = [prepare(getattr(row, name)) for row in rows for name, prepare in fields]
    keys = read(f"{start} {', '.join([one] * len(rows))} RETURNING id", *values)
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding, row._state.db = False, connection.alias


@cache
def _insertion(model: type[models.Model]) -> tuple[list[tuple[str, Callable[[Any], Any]]], str, str]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    names = ", ".join(f'"{field.column}"' for field in fields)
    one = f"({', '.join(['%s'] * len(fields))})"
    written = [(field.attname, _written_as(field)) for field in fields]
    return written, f'INSERT INTO "{model._meta.db_table}" ({names}) VALUES', one


def _written_as(field: models.Field[Any, Any]) -> Callable[[Any], Any]:
    """How a value of a field goes into the database: most as they are."""
    if isinstance(field, models.ForeignKey):
        return lambda value: value
    if isinstance(field, models.IntegerField):
        return lambda value: None if value is None else int(value)
    if isinstance(field, models.CharField):
        return str
    return lambda value: field.get_db_prep_save(value, connection)
