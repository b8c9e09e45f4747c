"""Convert every row of a tournament to plain data and back; new fields of a table are included by default.

A row is a list of values; a reference to another row of the same tournament is the position of that row in
its own list, as the keys of a database are not copied. Results are left out: they follow from the lines.
Data with which a result could be forged is left out too: of the token of a device there is only the hash by
which it is recognised.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import chain, takewhile
from typing import Any
from uuid import UUID

from django.db import models

from tournaments import devices
from tournaments.formats.legacy import complete_frozen_rules
from tournaments.models import (
    Act,
    Call,
    Device,
    Entry,
    Invitation,
    Line,
    Logo,
    Meeting,
    Member,
    MergedPlayer,
    OfferedToken,
    Organisation,
    Payment,
    Place,
    Player,
    Presence,
    Publication,
    Round,
    Seat,
    Stage,
    StageEntry,
    Tournament,
    User,
)
from tournaments.models.locking import consistent_read
from tournaments.models.rows import prepared
from tournaments.transfer.copies.events import packed_event

Rows = dict[str, Any]
Pointers = dict[type[models.Model], dict[Any, Any]]

# In an order in which every row comes after those that it refers to, with the path to its tournament.
PARTS: dict[type[models.Model], str] = {
    Player: "memberships__entry__tournament",
    Place: "tournament",
    Entry: "tournament",
    Payment: "tournament",
    Member: "entry__tournament",
    Act: "tournament",
    Presence: "entry__tournament",
    Stage: "tournament",
    StageEntry: "stage__tournament",
    Round: "stage__tournament",
    Meeting: "round__stage__tournament",
    Seat: "meeting__round__stage__tournament",
    Invitation: "tournament",
    Device: "tournament",
    OfferedToken: "tournament",
    Line: "tournament",
    Publication: "tournament",
    Call: "tournament",
    Logo: "tournament",
}
LIFE_COLUMNS = {"epoch", "live", "hidden"}  # the columns of a life on a server, not of the tournament
EXCLUDED_COLUMNS = {"id", "tournament", "organisation", "on_list", "snapshot", "seal_keys", *LIFE_COLUMNS}


def pack(tournament: Tournament) -> Rows:
    """Return the whole of `tournament` from the database as plain data for JSON."""
    with consistent_read(tournament.pk, archived=True) as standing:
        return pack_rows(standing)


def pack_rows(tournament: Tournament) -> Rows:
    """Return the whole of a tournament whose row was just read, inside `consistent_read`."""
    pointers: Pointers = {User: dict(User.objects.values_list("pk", "username"))}
    organisation = tournament.organisation
    packed: Rows = {
        "organisation": {"uid": str(organisation.uid), "name": organisation.name},
        "tournament": {
            field.name: plain(field.value_from_object(tournament)) for field in columns(Tournament)
        },
        "epoch": tournament.epoch,
        "event": packed_event(tournament),
        "erased": uids_erased(organisation),
        "parts": {},
    }
    for model, way in PARTS.items():
        rows = query_rows(model, way)(tournament.pk)
        pointers[model] = {row.pk: at for at, row in enumerate(rows)}
        fields = columns(model)
        packed["parts"][model.__name__] = {
            "fields": [field.name for field in fields],
            "rows": [[_packed_value(field, row, pointers) for field in fields] for row in rows],
        }
    return packed


def uids_erased(organisation: Organisation) -> list[str]:
    """Return the uids of the people whom an organisation has erased: older copies still have their names."""
    erased = organisation.players.exclude(erased_at=None)
    merged = MergedPlayer.objects.filter(player__in=erased)
    return sorted(str(uid) for rows in (erased, merged) for uid in rows.values_list("uid", flat=True))


@cache
def query_rows(model: type[models.Model], way: str) -> Callable[[int], list[models.Model]]:
    """Return a query for the rows of a part of a copy; `way` leads from the part to the tournament."""

    @prepared
    def rows(tournament: int) -> models.QuerySet[models.Model]:
        return model._default_manager.filter(**{way: tournament}).order_by("pk").distinct()

    return rows


def columns(model: type[models.Model]) -> list[models.Field]:
    """Return the columns of a table that are in a copy."""
    fields = model._meta.concrete_fields
    return [field for field in fields if not (field.generated or field.name in EXCLUDED_COLUMNS)]


def _packed_value(field: models.Field, row: models.Model, pointers: Pointers) -> Any:
    value = field.value_from_object(row)
    if value is not None and field.is_relation:
        return pointers[target_of(field)][value]
    return plain(value)


def target_of(field: models.Field) -> type[models.Model]:
    """Return the table that a column refers to."""
    target = field.related_model
    assert isinstance(target, type)
    return target


def plain(value: Any) -> Any:
    """Return a value as JSON represents it."""
    if isinstance(value, date):  # a datetime is a date too
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def unpack(packed: Rows, *, epoch: int, slug: str) -> Tournament:
    """Write the rows of `packed`, as `checked` made them, as a new, live tournament.

    The caller has checked that no live tournament has the same uid. Users who are unknown here are created
    without a password. The secrets of tables of another tournament that is played here are not taken from it.
    """
    organisation, _made = Organisation.objects.get_or_create(
        uid=packed["organisation"]["uid"], defaults={"name": packed["organisation"]["name"]}
    )
    described = {
        field.name: field.to_python(packed["tournament"][field.name]) for field in columns(Tournament)
    }
    tournament = Tournament.objects.create(
        **{**described, "slug": slug}, organisation=organisation, epoch=epoch, live=True
    )
    pointers: Pointers = {User: UserKeys()}
    for model in PARTS:
        part = packed["parts"][model.__name__]
        rows = _with_new_secrets(model, part["fields"], part["rows"])
        if model is Stage:
            # with the rules that an earlier version left to the file of their format
            rows = with_column(part["fields"], rows, "rules", complete_frozen_rules)
        pointers[model] = _write(model, part["fields"], rows, tournament, pointers)
    return tournament


def _with_new_secrets(
    model: type[models.Model], names: Sequence[str], rows: list[list[Any]]
) -> list[list[Any]]:
    """Return the rows, with new secrets for those that another tournament uses: its sheets stay valid."""
    for name, new in NEW_VALUES.get(model, {}).items():
        at = list(names).index(name)
        held = (
            holder._default_manager.filter(tournament__live=True).values_list(name, flat=True)
            for holder in TOKEN_TABLES.get(model, (model,))
        )
        taken = set(chain(*held))
        rows = [[*row[:at], new(), *row[at + 1 :]] if row[at] in taken else row for row in rows]
    return rows


def with_column(
    names: Sequence[str], rows: list[list[Any]], name: str, change: Callable[[Any], Any]
) -> list[list[Any]]:
    """Return the rows with another value in one of their columns."""
    at = list(names).index(name)
    return [[*row[:at], change(row[at]), *row[at + 1 :]] for row in rows]


NEW_VALUES: dict[type[models.Model], dict[str, Callable[[], str]]] = {
    Invitation: {"secret": devices.new_secret, "code": devices.free_code},
    Device: {"token_hash": devices.unused_fingerprint},
    OfferedToken: {"token_hash": devices.unused_fingerprint},
}
TOKEN_TABLES: dict[type[models.Model], tuple[type[models.Model], ...]] = dict.fromkeys(
    (Device, OfferedToken), (Device, OfferedToken)
)
"""The tables that may hold a secret which must not be taken from another tournament."""


class UserKeys(dict[str, int]):
    """The keys of users by name; an unknown user is created."""

    def __missing__(self, name: str) -> int:
        user, made = User.objects.get_or_create(username=name, defaults={"is_active": False})
        if made:
            user.set_unusable_password()
            user.save()
        self[name] = user.pk
        return user.pk


def _write(
    model: type[models.Model],
    names: Sequence[str],
    rows: Sequence[Sequence[Any]],
    tournament: Tournament,
    pointers: Pointers,
) -> dict[int, int]:
    """Insert the rows of one table, and return the new key of each by its position in the file."""
    fields = {field.name: field for field in columns(model)}
    own = [at for at, name in enumerate(names) if fields[name].related_model is model]
    keys: dict[int, int] = {}
    pointers[model] = keys
    if model is Player:
        keys.update(_known_players(names, rows, tournament))
    written = [at for at in range(len(rows)) if at not in keys]
    forward = {(at, o) for at in written for o in own if rows[at][o] is not None and rows[at][o] > at}
    for batch in in_creation_order(rows, own, keys):
        made = [
            _row(model, fields, names, _without_forward_refs(rows[at], at, forward), tournament, pointers)
            for at in batch
        ]
        for at, row in zip(batch, model._default_manager.bulk_create(made), strict=True):
            keys[at] = row.pk
    for at, o in forward:
        pointing = model._default_manager.filter(pk=keys[at])
        pointing.update(**{fields[names[o]].attname: keys[rows[at][o]]})
    return keys


def _without_forward_refs(row: Sequence[Any], at: int, forward: set[tuple[int, int]]) -> list[Any]:
    """Return the row without references to rows that are written after it; they are filled in later."""
    return [None if (at, o) in forward else value for o, value in enumerate(row)]


def _known_players(
    names: Sequence[str], rows: Sequence[Sequence[Any]], tournament: Tournament
) -> dict[int, int]:
    """Return the keys of players who are here already: an organisation's tournaments share its people."""
    at_uid = list(names).index("uid")
    players = Player.objects.filter(organisation=tournament.organisation_id)
    known = {str(uid): pk for uid, pk in players.values_list("uid", "pk")}
    return {at: known[row[at_uid]] for at, row in enumerate(rows) if row[at_uid] in known}


def in_creation_order(
    rows: Sequence[Sequence[Any]], own: Sequence[int], keys: dict[int, int]
) -> Iterator[list[int]]:
    """Yield batches of rows in the order of their creation: no row refers to another in its own batch."""

    def is_ready(at: int) -> bool:
        return all(rows[at][o] is None or rows[at][o] > at or rows[at][o] in keys for o in own)

    left = [at for at in range(len(rows)) if at not in keys]
    while left:
        ready = list(takewhile(is_ready, left))
        if not ready:
            raise ValueError("a row that points to itself")
        yield ready
        left = left[len(ready) :]


def _row(
    model: type[models.Model],
    fields: dict[str, models.Field],
    names: Sequence[str],
    values: Sequence[Any],
    tournament: Tournament,
    pointers: Pointers,
) -> models.Model:
    given: dict[str, Any] = {}
    for name, value in zip(names, values, strict=True):
        field = fields[name]
        if field.is_relation:
            given[field.attname] = None if value is None else pointers[target_of(field)][value]
        else:
            given[name] = field.to_python(value)
    every = {field.name for field in model._meta.concrete_fields}
    if "tournament" in every:
        given["tournament"] = tournament
    if "organisation" in every:
        given["organisation"] = tournament.organisation
    return model(**given)
