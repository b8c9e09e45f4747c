"""Formats of an organisation's own: a change is a new version, tournaments keep what they were made with."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from scoring import DomainError
from tournaments import formats
from tournaments.models import Organisation, OwnFormat, Tournament, User
from tournaments.publishing import names
from tournaments.rounds import stages

MAX_FORMATS = 200
"""How many formats an organisation keeps at the most."""
Rules = dict[str, Any]


@dataclass(frozen=True)
class Draft:
    """A format before it is kept: how it is called, its rules, and those of which it was made."""

    name: str
    note: str
    rules: Rules
    original: Rules
    original_name: str
    uid: UUID = field(default_factory=uuid4)


def shipped(key: str) -> Draft:
    """A copy of a shipped format. Raises `KeyError` where there is none of this key."""
    rules = formats.rules(key)
    name = names.format_name(key)
    # Its note says what it is, and the copy will be something else.
    return Draft(name, "", rules, deepcopy(rules), name)


def of_tournament(tournament: Tournament) -> Draft:
    """The format of a tournament that exists, as its rules stand."""
    rules = formats.whole(stages.qualifying(tournament).rules)
    called = names.name_of_format(rules)
    rules |= {"own": None}
    return Draft(called, "", rules, deepcopy(rules), f"{called} · {tournament.name}"[:200])


def offered(organisations: Collection[Organisation] | QuerySet[Organisation]) -> QuerySet[OwnFormat]:
    """The formats of these organisations that can be chosen, in their newest versions."""
    return _newest().filter(organisation__in=organisations, removed=False).select_related("organisation")


def taken_away(organisations: Collection[Organisation] | QuerySet[Organisation]) -> QuerySet[OwnFormat]:
    """The formats that somebody has taken away; they can be put back."""
    return _newest().filter(organisation__in=organisations, removed=True).select_related("organisation", "by")


def _newest() -> QuerySet[OwnFormat]:
    later = OwnFormat.objects.filter(uid=OuterRef("uid"), version__gt=OuterRef("version"))
    return OwnFormat.objects.filter(~Exists(later))


def versions(one: OwnFormat) -> QuerySet[OwnFormat]:
    """All versions of a format, the newest first."""
    return OwnFormat.objects.filter(uid=one.uid).select_related("by").order_by("-version")


def rules_to_play(one: OwnFormat) -> Rules:
    """The rules of a tournament that is played by it; they say by which version."""
    own = {"uid": str(one.uid), "version": one.version, "name": one.name}
    return formats.whole(deepcopy(one.rules) | {"own": own})


def keep(draft: Draft, organisation: Organisation, *, by: User | None) -> OwnFormat:
    """Keep a format for an organisation; one that it has under the same `uid` has a new version.

    Raises `DomainError` where another is called so, where there are too many, or where it is there as it is.
    """
    with _held(organisation):
        if OwnFormat.objects.filter(uid=draft.uid).exclude(organisation=organisation).exists():
            draft = replace(draft, uid=uuid4())  # the same file, brought into another organisation
        known = _newest().filter(uid=draft.uid).first()
        if known and not known.removed and _says(known) == _says(draft):
            raise DomainError("format_is_here", name=known.name)
        return _append(draft, organisation, known, by)


def change(one: OwnFormat, draft: Draft, *, by: User | None) -> OwnFormat:
    """The next version of a format. Raises `DomainError` where somebody else has made one since `one`."""
    with _held(one.organisation):
        newest = _still_newest(one)
        if _says(newest) == _says(draft):
            return newest
        return _append(draft, one.organisation, newest, by)


def remove(one: OwnFormat, *, by: User | None) -> None:
    """Take a format away from those that can be chosen."""
    _set_removed(one, True, by)


def put_back(one: OwnFormat, *, by: User | None) -> None:
    """Offer a format again. Raises `DomainError` where another is called so meanwhile."""
    _set_removed(one, False, by)


def _set_removed(one: OwnFormat, removed: bool, by: User | None) -> None:
    with _held(one.organisation):
        newest = _still_newest(one)
        if newest.removed != removed:
            draft = Draft(one.name, one.note, one.rules, one.original, one.original_name, one.uid)
            _append(draft, one.organisation, newest, by, removed=removed)


@contextmanager
def _held(organisation: Organisation) -> Iterator[None]:
    """A transaction that holds the organisation: two who write at once would each find the name free."""
    with transaction.atomic():
        Organisation.objects.select_for_update().get(pk=organisation.pk)
        yield


def _still_newest(one: OwnFormat) -> OwnFormat:
    newest = versions(one)[0]
    if newest.version != one.version:
        raise DomainError("format_changed_meanwhile")
    return newest


def _append(
    draft: Draft,
    organisation: Organisation,
    known: OwnFormat | None,
    by: User | None,
    *,
    removed: bool = False,
) -> OwnFormat:
    if not removed:
        _check_name(draft, organisation)
    return OwnFormat.objects.create(
        uid=draft.uid,
        version=known.version + 1 if known else 1,
        organisation=organisation,
        name=draft.name,
        note=draft.note,
        rules=formats.whole(draft.rules | {"own": None}),
        original=draft.original,
        original_name=draft.original_name,
        removed=removed,
        by=by,
    )


def _check_name(draft: Draft, organisation: Organisation) -> None:
    others = [one for one in offered([organisation]) if one.uid != draft.uid]
    if any(one.name.casefold() == draft.name.casefold() for one in others):
        raise DomainError("format_name_taken", name=draft.name)
    if len(others) >= MAX_FORMATS:
        raise DomainError("format_too_many", most=MAX_FORMATS)


def _says(one: OwnFormat | Draft) -> tuple[Any, ...]:
    return one.name, one.note, one.rules
