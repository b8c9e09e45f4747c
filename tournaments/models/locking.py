"""The one lock of a tournament, its row, and what is read under it."""

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cache
from typing import Any, TypeVar, overload

from django.db import connection, models, transaction

from scoring import DomainError
from tournaments.models.rows import (
    Statement,
    all_of,
    database_snapshot,
    fetch_each,
    is_in_snapshot,
    padded,
    placeholders,
    prepared,
    row_from_columns,
    select_query,
)
from tournaments.models.tournament import Entry, Tournament
from tournaments.system import metrics

# Taken before the transaction begins, never inside one: a thread that held the database and waited here
# would deadlock with one that holds this and waits for the database.
WRITER_LOCK = threading.RLock()


class _WriterState(threading.local):
    """The depth of this thread in `writer_lock`, and the functions to call after it."""

    def __init__(self) -> None:
        self.depth = 0
        self.after: dict[Hashable, Callable[[], object]] = {}


_writer_state = _WriterState()


@contextmanager
def writer_lock() -> Iterator[None]:
    """Let the threads of this process write to SQLite one after the other.

    SQLite itself lets waiting threads sleep for longer and longer, some of them for seconds.
    """
    database = transaction.get_connection()
    alone = database.vendor == "sqlite" and not database.in_atomic_block
    _writer_state.depth += 1
    try:
        with WRITER_LOCK if alone else nullcontext():
            yield
    finally:
        _writer_state.depth -= 1
        _call_when_released()


def is_writing() -> bool:
    """Return whether this thread holds `writer_lock`, or a transaction.

    It must not wait for another thread that writes, as that one may wait for it.
    """
    return _writer_state.depth > 0 or transaction.get_connection().in_atomic_block


def call_after_writer_lock(key: Hashable, do: Callable[[], object]) -> None:
    """Call `do` after a commit, once for each `key`, when other writers can go on.

    For `on_commit`, whose functions run while this thread still blocks all other writers. It is
    called at once if none is blocked.
    """
    _writer_state.after[key] = do
    _call_when_released()


def _call_when_released() -> None:
    while _writer_state.after and not _writer_state.depth:
        _writer_state.after.pop(next(iter(_writer_state.after)))()


REPLACED, GONE = "tournament_replaced", "tournament_gone"
REPLACED_CODES = (REPLACED, GONE)
"""The codes by which `locked` refuses a life of a tournament that can no longer be changed."""


Row = TypeVar("Row", bound=models.Model)


@overload
def locked(row: int, *, archived: bool = ...) -> AbstractContextManager[Tournament]: ...
@overload
def locked(row: Row, *, archived: bool = ...) -> AbstractContextManager[Row]: ...
def locked(row: Any, *, archived: bool = False) -> AbstractContextManager[Any]:
    """Hold the one lock of a tournament, its row, for the length of a transaction; yield `row` as it is then.

    `row` is the tournament, its key, or any row that leads to it, such as a round. Data read before may
    be out of date once the lock is held: only the row yielded here, and what is read from it, is valid under
    it (`tests/test_locks.py`). On SQLite the transaction itself (IMMEDIATE) is the lock.
    Raises `DomainError` if the row is gone, and if a copy was restored meanwhile, as everything written
    into the life that it archived is lost; with `archived` that life too can be held, to be read.
    """
    return _locked(row, archived)


@contextmanager
def _locked(row: Any, archived: bool) -> Iterator[Any]:
    of_tournament = isinstance(row, int | Tournament)
    key = row if isinstance(row, int) else _tournament_key(row)
    with locked_and_read(key, archived=archived) as (tournament, _found):
        yield tournament if of_tournament else reload(row, tournament)


@contextmanager
def consistent_read(key: int, *, archived: bool = False) -> Iterator[Tournament]:
    """Yield the row of a tournament, and let all that is read in this block be of one moment.

    No writer waits for it: outside a transaction the database shows one state of itself. Inside one that
    writes, on PostgreSQL other transactions are seen between two queries, and a device added then would be
    referred to by one table and be missing in another: there the tournament is locked. Raises `DomainError`
    as `locked` does.
    """
    if connection.in_atomic_block and not is_in_snapshot():
        with locked(key, archived=archived) as tournament:
            yield tournament
        return
    with database_snapshot():
        found = all_of(Tournament, "WHERE id = %s", key)
        if not found:
            raise DomainError(GONE)
        if not (found[0].live or archived):
            raise DomainError(REPLACED)
        yield found[0]


@contextmanager
def locked_together(keys: Iterable[int]) -> Iterator[list[Tournament]]:
    """Hold the locks of several tournaments in one transaction; yield them as they are then, by their keys.

    They are always taken in the order of the keys: two who took the same ones in different orders would wait
    for each other for ever. What is refused in one tournament leaves nothing in the others.
    """
    with ExitStack() as held:
        yield [held.enter_context(locked(key)) for key in sorted(set(keys))]


def reload(row: Row, tournament: Tournament) -> Row:
    """Read a row of a tournament again under its lock; `tournament` is the row yielded by the lock.

    Raises `DomainError` if it is gone.
    """
    found: Row | None = next(iter(_reload_query(type(row))(row.pk)), None)
    if found is None:
        raise (
            DomainError("struck_off", name=row.name) if isinstance(row, Entry) else DomainError("look_again")
        )
    _owner(found).tournament = tournament
    return found


def reload_all(rows: Sequence[Row], tournament: Tournament) -> list[Row]:
    """Read several rows again, as `reload` does."""
    return [reload(row, tournament) for row in rows]


PARENT_COLUMNS = ("tournament", "stage", "round", "meeting", "entry")
"""The columns by which a row leads to its tournament, the shortest way first."""


@cache
def _columns_to_tournament(model: type[models.Model]) -> tuple[str, ...]:
    """Return the columns that lead from a table to the one with the key of the tournament."""
    names = {field.name for field in model._meta.concrete_fields}
    lead = next(name for name in PARENT_COLUMNS if name in names)
    if lead == "tournament":
        return ()
    target = model._meta.get_field(lead).related_model
    assert isinstance(target, type)
    return lead, *_columns_to_tournament(target)


def _owner(row: models.Model) -> Any:
    """Return the row that holds the key of the tournament: `row` itself or one that it leads to."""
    for name in _columns_to_tournament(type(row)):
        row = getattr(row, name)
    return row


def _tournament_key(row: models.Model) -> int:
    key: int = row.pk if isinstance(row, Tournament) else _owner(row).tournament_id
    return key


@cache
def _reload_query(model: type[Row]) -> Callable[[int], list[Row]]:
    @prepared
    def rows(key: int) -> models.QuerySet[Row]:
        found = model._default_manager.filter(pk=key)
        return (
            found.select_related("__".join(_columns_to_tournament(model)))
            if _columns_to_tournament(model)
            else found
        )

    return rows


@contextmanager
def locked_and_read(
    tournament_id: int, *queries: Statement, archived: bool = False
) -> Iterator[tuple[Tournament, list[list[tuple[Any, ...]]]]]:
    """Hold the lock and run queries under it, in one exchange with the database.

    Raises `DomainError` as `locked` does.
    """
    which = "WHERE id = %s FOR UPDATE" if connection.features.has_select_for_update else "WHERE id = %s"
    row: Statement = (f"{select_query(Tournament)} {which}", (tournament_id,))
    with ExitStack() as held:
        with metrics.lock_wait():
            # In this order: our own queue, then the transaction, then the row. Data read before the row
            # is locked may be out of date when it is written.
            held.enter_context(writer_lock())
            held.enter_context(transaction.atomic())
            locked_row, *others = fetch_each(row, *queries)
            if not locked_row:
                raise DomainError(GONE)
            (found,) = locked_row
        tournament = row_from_columns(Tournament, found)
        if not (tournament.live or archived):
            raise DomainError(REPLACED)
        yield tournament, others


@contextmanager
def locked_if_free(keys: Sequence[int]) -> Iterator[dict[int, Tournament]]:
    """Hold the locks of those tournaments that no other transaction holds, and yield them by their keys.

    It waits for none of them, so the order does not matter; on SQLite for the one lock of all. Lives that are
    over are left out.
    """
    lock = "FOR UPDATE SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""
    asked = padded(list(keys))
    with ExitStack() as held:
        with metrics.lock_wait():
            held.enter_context(writer_lock())
            held.enter_context(transaction.atomic())
            found = all_of(Tournament, f"WHERE live AND id IN ({placeholders(asked)}) {lock}", *asked)
        yield {tournament.pk: tournament for tournament in found}


Done = TypeVar("Done")


def retry_if_replaced(do: Callable[[], Done]) -> Done:
    """Call `do`, which looks up the live tournament itself, and return its result.

    If a copy was restored, or the tournament deleted, while it waited for the lock, call it once more.
    """
    try:
        return do()
    except DomainError as refusal:
        if refusal.code not in REPLACED_CODES:
            raise
    return do()
