"""A tournament, its entries, when they are present, and the tables of the hall."""

import threading
import uuid
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cache
from typing import Any, TypeVar, overload

from django.db import connection, models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring import DomainError
from tournaments.models.people import Organisation, Player
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
    update,
)
from tournaments.system import metrics


class Tournament(models.Model):
    """A tournament.

    Locking its row serialises all writes to it; `version` numbers lines and audit entries in one sequence.
    """

    class Paper(models.TextChoices):
        LETTER = "letter", _("Letter")
        A4 = "a4", "A4"

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("everybody")
        LINK = "link", _("those who have the link")
        DESK = "desk", _("organisers only")

    class StandingsShown(models.TextChoices):
        """The standings that the public sees while a round is being played."""

        CLOSED = "closed", _("after each closed game")
        LIVE = "live", _("live")

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    epoch = models.PositiveIntegerField(default=1)
    live = models.BooleanField(default=True)
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="tournaments")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=200)
    date = models.DateField()
    place = models.CharField(max_length=200, blank=True)
    language = models.CharField(max_length=10, default="fr-ca")
    paper = models.CharField(max_length=10, choices=Paper.choices, default=Paper.LETTER)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    link_token = models.CharField(max_length=40, blank=True, default="", editable=False)
    standings_shown = models.CharField(
        max_length=10, choices=StandingsShown.choices, default=StandingsShown.CLOSED
    )
    settings = models.JSONField(default=dict)
    notice = models.CharField(max_length=160, blank=True, default="")
    notice_until = models.DateTimeField(null=True, blank=True)
    example = models.BooleanField(default=False)  # a rehearsal: nothing of it counts elsewhere
    hidden = models.BooleanField(default=False)  # off the lists of tournaments
    version = models.PositiveIntegerField(default=0)
    last_line = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-date", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["uid", "epoch"], name="tournament_uid_epoch"),
            models.UniqueConstraint(fields=["slug"], condition=Q(live=True), name="tournament_slug_live"),
            models.UniqueConstraint(fields=["uid"], condition=Q(live=True), name="tournament_uid_live"),
            models.UniqueConstraint(
                fields=["link_token"], condition=Q(live=True) & ~Q(link_token=""), name="tournament_link_live"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def living(cls, uid: object) -> "Tournament | None":
        """Return the life of a tournament that can be changed; None if it was deleted."""
        return cls.objects.filter(uid=uid, live=True).first()

    def save_settings(self, **settings: Any) -> None:
        """Store these settings; only under the lock."""
        self.settings = self.settings | settings
        self.save(update_fields=["settings"])

    def next_version(self) -> int:
        """Return the next version, which numbers lines and audit entries; only under the lock."""
        self.version += 1
        update(self, "version")
        return self.version


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


class Logo(models.Model):
    """The logo of the organiser of a tournament: a PNG file in base64, as copies have it.

    It is a table of its own, as the row of the tournament is read with each request. The rest of the identity
    is in the settings of the tournament (`publishing/identity.py`).
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="logo")
    png = models.TextField()


class Removal(models.Model):
    """A life of a tournament that is being deleted, or in which a person is erased, by its key.

    It lasts as long as the transaction. Only while this row exists do the triggers of `models/triggers.py`
    allow lines and actions of it to be deleted, and words of actions to be changed.
    """

    tournament = models.PositiveBigIntegerField(primary_key=True)


class Entry(models.Model):
    """A competitor under one number: a player or a team. A house player plays and is not ranked.

    `team` are the names of those who play in a team now, in their order; it is empty for a person, whose
    name is `name`, and so for all entries of a tournament in which people play alone.
    """

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        TEAM = "team", _("team")
        HOUSE = "house", _("house player")
        FLOATER = "floater", _("floater")

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PLAYER)
    name = models.CharField(max_length=120)
    sort_name = models.CharField(max_length=120)
    team = models.JSONField(default=list, blank=True)
    club = models.CharField(max_length=120, blank=True)
    region = models.CharField(max_length=120, blank=True)
    member_number = models.CharField(max_length=40, blank=True)
    fixed_seat = models.JSONField(null=True, blank=True)
    apart = models.CharField(max_length=60, blank=True)
    fee_cents = models.PositiveIntegerField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    categories = models.JSONField(default=list, blank=True)  # by their numbers
    consented_at = models.DateTimeField(null=True, blank=True)  # to the full name on the Internet
    checked_in_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number"),
            models.UniqueConstraint(fields=["tournament", "uid"], name="entry_uid"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_house(self) -> bool:
        return self.kind == self.Kind.HOUSE


class Member(models.Model):
    """A player of an entry, with the rounds that they play in it (a substitute keeps the number).

    The consent of a team's player to their full name on the Internet is stored here; that of a person, in the
    entry, until another person takes the number over. `came_as` is the data that the entry had of them before
    that, or before they were drawn together: it is restored when that is undone.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    position = models.PositiveSmallIntegerField(default=1)
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)
    consented_at = models.DateTimeField(null=True, blank=True)
    came_as = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["entry__number", "position", "from_round"]


class Presence(models.Model):
    """An interval of rounds in which an entry is present. Late, withdrawn and returned are such rows."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="presences")
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    act = models.ForeignKey("Act", on_delete=models.PROTECT, null=True, blank=True)

    class Meta:
        ordering = ["entry__number", "from_round"]


class Place(models.Model):
    """A numbered table of the hall."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="places")
    number = models.PositiveIntegerField()
    label = models.CharField(max_length=40, blank=True)
    x = models.IntegerField(null=True, blank=True)
    y = models.IntegerField(null=True, blank=True)
    accessible = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="place_number")]

    def __str__(self) -> str:
        return self.label or str(self.number)
