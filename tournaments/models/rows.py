"""Read and write rows with SQL that is built once: by hand for queries of a whole hall, else by Django.

Django compiles each query anew, which takes longer than the database does. Values go through the fields of
the models either way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import UTC, date, datetime, timedelta
from functools import cache, wraps
from threading import local
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, models, transaction

from tournaments.models.django_private import PreparedQuery, mark_stored

Row = TypeVar("Row", bound=models.Model)
Found = TypeVar("Found")
Statement = tuple[str, Sequence[Any]]
MAX_VALUES = 10_000  # of one statement: SQLite takes 32 766
MAX_PREPARED_VALUES = 1024  # values of one query: so many can be marked within the smallest column
MAX_INTEGER = 2**31 - 1  # the most that any column takes; queries for more are left to Django
WITHOUT_ROWS = ("UPDATE", "DELETE")  # all else that runs here is a query, or an insertion that returns keys
EVERY_ROW = 'SELECT {} FROM "{}"'
_block = local()
INSERT_AS_JSON = """
INSERT INTO "{0}" ({1}) SELECT {1} FROM json_populate_recordset(NULL::"{0}", %s) RETURNING id
"""
UPDATE = 'UPDATE "{}" SET {} WHERE "id" = %s'


@contextmanager
def database_snapshot() -> Iterator[None]:
    """Let all queries of this block, which only reads, see the database as it is at the first one.

    No lock is taken, and writers do not wait: both databases keep the earlier state while it is read. A
    block inside another one, or in a transaction, sees what that one sees.
    """
    outside = is_in_snapshot()
    with nullcontext() if connection.in_atomic_block else _transaction_without_a_lock():
        _block.reads = True
        try:
            yield
        finally:
            _block.reads = outside


def is_in_snapshot() -> bool:
    """Return whether this is inside `database_snapshot`."""
    return getattr(_block, "reads", False)


@contextmanager
def _transaction_without_a_lock() -> Iterator[None]:
    connection.ensure_connection()
    database: Any = connection
    if database.vendor == "postgresql":
        owner, name = database.connection, "isolation_level"
        mode = database.Database.IsolationLevel.REPEATABLE_READ
    else:
        # The usual mode, IMMEDIATE, is the lock of all tournaments.
        owner, name, mode = database, "transaction_mode", "DEFERRED"
    usual = getattr(owner, name)
    setattr(owner, name, mode)
    try:
        with transaction.atomic():
            yield
    finally:
        if not getattr(owner, "closed", False):
            setattr(owner, name, usual)


def fetch(query: str, *values: Any) -> list[tuple[Any, ...]]:
    """Run a query and return its rows."""
    return _execute(query, values)


def fetch_value(query: str, *values: Any) -> Any:
    """Run a query and return its only value, such as a count."""
    ((value,),) = _execute(query, values)
    return value


def prepared(build: Callable[..., models.QuerySet[Any, Found]]) -> Callable[..., list[Found]]:
    """Decorate `build`, which makes a queryset of keys, words, uids and times, to compile it only once.

    Several values at once are a list; an empty one finds nothing. `build` receives marks in place
    of the values, so it can depend neither on them nor on the time, only on whether a value is None or true.
    """
    known: dict[Any, PreparedQuery[Found]] = {}

    @wraps(build)
    def run_prepared(*args: Any) -> list[Found]:
        several = [padded(one) if isinstance(one, list) else one for one in args]
        if [] in several:
            return []
        values = [query_value(one) for one in _values(several)]
        if len(values) > MAX_PREPARED_VALUES or any(
            isinstance(one, int) and abs(one) > MAX_INTEGER for one in values
        ):
            return list(build(*args))
        shape = (connection.vendor, *map(_shape, several))
        if shape not in known:
            known[shape] = _prepare(build, several)
        return known[shape].rows(values)

    return run_prepared


def attach_related(found: list[Row], **related: models.Model) -> list[Row]:
    """Attach known related rows to rows, so that their tournament is not fetched again."""
    for row in found:
        for name, one in related.items():
            setattr(row, name, one)
    return found


def padded(values: list[Any]) -> list[Any]:
    """Extend the list to a power of two by repeating the last one: few lengths, so few queries to compile."""
    return values + values[-1:] * ((1 << (len(values) - 1).bit_length()) - len(values)) if values else []


def _shape(one: Any) -> Any:
    """Return the parts of a value on which a query depends: its kind, or how many they are."""
    if isinstance(one, list):
        return len(one), type(one[0])
    return one if _is_plain(one) else type(one)


def _is_plain(one: Any) -> bool:
    return one is None or isinstance(one, bool)


def _values(given: Sequence[Any]) -> list[Any]:
    """Return all values that are marked, one after the other."""
    found: list[Any] = []
    for one in given:
        found += one if isinstance(one, list) else [] if _is_plain(one) else [one]
    return found


def query_value(value: Any) -> Any:
    """Convert a value for a query: SQLite stores uids and times as text."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    native = connection.features.has_native_uuid_field
    return value.hex if isinstance(value, UUID) and not native else value


def _prepare(build: Callable[..., models.QuerySet[Any, Found]], given: Sequence[Any]) -> PreparedQuery[Found]:
    marks: list[Any] = []

    def mark(one: Any) -> Any:
        if isinstance(one, list):
            return [mark(each) for each in one]
        if not _is_plain(one):
            marks.append(_mark(one, 30_000 + len(marks)))
            return marks[-1]
        return one

    return PreparedQuery(build(*map(mark, given)), [query_value(one) for one in marks])


def _mark(one: Any, number: int) -> Any:
    if isinstance(one, UUID):
        return UUID(int=number)
    if isinstance(one, datetime):
        return datetime(1, 1, 1, tzinfo=UTC) + timedelta(days=number)
    return number if isinstance(one, int) else f"mark {number}"


def placeholders(values: Sequence[Any]) -> str:
    """Return the placeholders of a query for so many values.

    >>> placeholders("abc")
    '%s, %s, %s'
    """
    return ", ".join(["%s"] * len(values))


@contextmanager
def statement_pipeline() -> Iterator[None]:
    """Send PostgreSQL the statements of this block together: only a query whose rows are read is waited for.

    An error of the database is raised with the next rows that are read, or at the end.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def fetch_each(*statements: Statement) -> list[list[tuple[Any, ...]]]:
    """Run several statements in order and return the rows of each; PostgreSQL gets all in one exchange.

    Each sees what those before it wrote. An empty list for one without rows.
    """
    if connection.vendor != "postgresql":
        return [_execute(query, values) for query, values in statements]
    with ExitStack() as open_cursors:
        cursors = [open_cursors.enter_context(connection.cursor()) for _ in statements]
        with statement_pipeline():
            for cursor, (query, values) in zip(cursors, statements, strict=True):
                cursor.execute(query, values)
        return [_rows(cursor, query) for cursor, (query, _values) in zip(cursors, statements, strict=True)]


def _execute(query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return _rows(cursor, query)


def _rows(cursor: Any, query: str) -> list[tuple[Any, ...]]:
    """Return the rows of a statement; the first word says whether it has any, as psycopg takes long to."""
    found: list[tuple[Any, ...]] = [] if query.startswith(WITHOUT_ROWS) else cursor.fetchall()
    return found


def partial_row(model: type[Row], **values: Any) -> Row:
    """Return a row with only these values; Django fetches the others on access."""
    names = [field.attname for field in model._meta.concrete_fields if field.attname in values]
    row: Row = model.from_db(connection.alias, names, [values[name] for name in names])
    return row


def all_of(model: type[Row], which: str, *values: Any, only: tuple[str, ...] = ()) -> list[Row]:
    """Return the rows that match a condition (and an order) in SQL, with all their columns.

    With `only` these, and Django fetches the others on access; the key is always among them.
    """
    return [
        row_from_columns(model, row, only) for row in fetch(f"{select_query(model, only)} {which}", *values)
    ]


def one_of(model: type[Row], which: str, *values: Any) -> Row:
    """Return the only row that matches a condition in SQL. Raises `ObjectDoesNotExist` if there is none."""
    found = all_of(model, which, *values)
    if not found:
        raise ObjectDoesNotExist(model.__name__)
    (row,) = found
    return row


def locked_row(model: type[Row], which: str, *values: Any) -> Row | None:
    """Return the first row that matches a condition and an order in SQL, locked until the transaction ends.

    On SQLite the transaction itself (IMMEDIATE) is the lock.
    """
    lock = "FOR UPDATE" if connection.features.has_select_for_update else ""
    return next(iter(all_of(model, f"{which} LIMIT 1 {lock}", *values)), None)


def key_share_lock() -> str:
    """Return the end of a query of rows that others may change, but not delete, until the transaction ends.

    Foreign keys are only checked at its end, when it is too late to take another row.
    """
    return " FOR KEY SHARE" if connection.features.has_select_for_update else ""


@cache
def select_query(model: type[models.Model], only: tuple[str, ...] = ()) -> str:
    """Return the query of all rows of a model, with all their columns or `only` these."""
    return EVERY_ROW.format(columns(model, only), model._meta.db_table)


@cache
def columns(model: type[models.Model], only: tuple[str, ...] = ()) -> str:
    """Return all the columns of a model, or `only` these, as SQL."""
    table = model._meta.db_table
    return ", ".join(f'"{table}"."{field.column}"' for field in _fields(model, only))


def _fields(model: type[models.Model], only: tuple[str, ...]) -> list[models.Field[Any, Any]]:
    fields = model._meta.concrete_fields
    return [field for field in fields if not only or field.primary_key or field.name in only]


def row_from_columns(model: type[Row], values: Sequence[Any], only: tuple[str, ...] = ()) -> Row:
    """Return the row for which a query returned these `columns`."""
    names, converted = _columns_with_converters(model, connection.vendor, only)
    row = list(values)
    for at, expression, converters in converted:
        for convert in converters:
            row[at] = convert(row[at], expression, connection)
    return model.from_db(connection.alias, names, row)


@cache
def _columns_with_converters(
    model: type[models.Model], vendor: str, only: tuple[str, ...]
) -> tuple[list[str], list[tuple[int, Any, list[Any]]]]:
    """Return the columns, and those that a database of that vendor stores in a form of its own."""
    fields, table = _fields(model, only), model._meta.db_table
    converted = []
    for at, field in enumerate(fields):
        column = field.get_col(table)
        converters = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
        if converters:
            converted.append((at, column, converters))
    return [field.attname for field in fields], converted


def aware_time(value: datetime) -> datetime:
    """Convert a time from `fetch`: SQLite stores it in UTC without a time zone."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def update(row: models.Model, *names: str) -> None:
    """Write these fields of a stored row; without signals."""
    query, written = _update_statement(type(row), names)
    fetch(query, *(prepare(getattr(row, name)) for name, prepare in written), row.pk)


def write(row: models.Model, *names: str) -> None:
    """Write these fields (without names: all) of a stored row, or insert a new one whole; without signals."""
    if row.pk is None:
        insert([row])
    else:
        update(row, *names)


def _written_fields(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """Return the fields that a row is written with; the database makes its key and generated columns."""
    fields = model._meta.concrete_fields
    return [field for field in fields if not (field.primary_key or field.generated)]


@cache
def _update_statement(
    model: type[models.Model], names: tuple[str, ...]
) -> tuple[str, list[tuple[str, Callable[[Any], Any]]]]:
    every = _written_fields(model)
    fields = [field for field in every if field.name in names] if names else every
    columns_ = ", ".join(f'"{field.column}" = %s' for field in fields)
    written = [(field.attname, _value_converter(field)) for field in fields]
    return UPDATE.format(model._meta.db_table, columns_), written


def insert(rows: Sequence[models.Model]) -> None:
    """Insert rows of one model and give them their keys; without signals."""
    if not rows:
        return
    put = _insert_as_json if connection.vendor == "postgresql" else _insert_as_values
    for row, (key,) in zip(rows, put(type(rows[0]), rows), strict=True):
        row.pk = key
        mark_stored(row, connection.alias)


def _insert_as_json(model: type[models.Model], rows: Sequence[models.Model]) -> list[tuple[Any, ...]]:
    """Insert rows by one value with all of them, and return their keys.

    The statement is the same for any number of rows, so it is planned once for each connection.
    """
    fields, query = _insertion_as_json(model)
    written = [{column: prepare(getattr(row, name)) for name, column, prepare in fields} for row in rows]
    return fetch(query, json.dumps(written, default=_as_text))


@cache
def _insertion_as_json(
    model: type[models.Model],
) -> tuple[list[tuple[str, str | None, Callable[[Any], Any]]], str]:
    fields = _written_fields(model)
    names, table = ", ".join(f'"{field.column}"' for field in fields), model._meta.db_table
    written = [
        (
            field.attname,
            field.column,
            _as_is if isinstance(field, models.JSONField) else _value_converter(field),
        )
        for field in fields
    ]
    return written, INSERT_AS_JSON.format(table, names)


def _insert_as_values(model: type[models.Model], rows: Sequence[models.Model]) -> list[tuple[Any, ...]]:
    """Insert rows by a value for each of their columns, and return their keys."""
    fields, start, one = _insertion(model)
    values = [[prepare(getattr(row, name)) for name, prepare in fields] for row in rows]
    keys, most = [], MAX_VALUES // len(fields)
    for at in range(0, len(rows), most):
        some = values[at : at + most]
        query = f"{start} {', '.join([one] * len(some))} RETURNING id"
        keys += fetch(query, *(value for row in some for value in row))
    return keys


def create(row: Row) -> Row:
    """Insert a new row and return it; without signals."""
    insert([row])
    return row


@cache
def _insertion(model: type[models.Model]) -> tuple[list[tuple[str, Callable[[Any], Any]]], str, str]:
    fields = _written_fields(model)
    names = ", ".join(f'"{field.column}"' for field in fields)
    one = f"({', '.join(['%s'] * len(fields))})"
    written = [(field.attname, _value_converter(field)) for field in fields]
    return written, f'INSERT INTO "{model._meta.db_table}" ({names}) VALUES', one


def _as_is(value: Any) -> Any:
    return value


def _as_text(value: Any) -> str:
    """Return a uid, a date or a time as PostgreSQL reads it; JSON has no form for them.

    Raises TypeError for all else, as on SQLite.
    """
    if isinstance(value, UUID | date):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be inserted")


def _value_converter(field: models.Field[Any, Any]) -> Callable[[Any], Any]:
    """Return a function that converts a value of a field for the database; most stay as they are."""
    if isinstance(field, models.ForeignKey):
        return _as_is
    if isinstance(field, models.IntegerField):
        return lambda value: None if value is None else int(value)
    if isinstance(field, models.BooleanField):
        return lambda value: None if value is None else bool(value)
    if isinstance(field, models.CharField):
        return lambda value: None if value is None else str(value)
    return lambda value: None if value is None else field.get_db_prep_save(value, connection)
