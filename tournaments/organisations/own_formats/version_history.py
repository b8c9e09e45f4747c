"""An organisation's own formats: a change is a new version, tournaments keep the one they started with."""

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
"""The most formats that an organisation can keep."""
Rules = dict[str, Any]


@dataclass(frozen=True)
class Draft:
    """A format before it is saved: its name, its rules, and the format that it was made from."""

    name: str
    note: str
    rules: Rules
    original: Rules
    original_name: str
    uid: UUID = field(default_factory=uuid4)


def shipped(key: str) -> Draft:
    """Return a copy of a shipped format. Raises `KeyError` where there is none of this key."""
    rules = formats.rules(key)
    name = names.format_name(key)
    # The note describes the shipped format, and the copy will be another one.
    return Draft(name, "", rules, deepcopy(rules), name)


def draft_from_tournament(tournament: Tournament) -> Draft:
    """Return the format of a tournament that exists, by its current rules."""
    rules = formats.complete_rules(stages.qualifying(tournament).rules)
    called = names.name_of_format(rules)
    rules |= {"own": None}
    return Draft(called, "", rules, deepcopy(rules), f"{called} · {tournament.name}"[:200])


def offered_formats(organisations: Collection[Organisation] | QuerySet[Organisation]) -> QuerySet[OwnFormat]:
    """Return the formats of these organisations that can be chosen, in their newest versions."""
    return _newest().filter(organisation__in=organisations, removed=False).select_related("organisation")


def removed_formats(organisations: Collection[Organisation] | QuerySet[Organisation]) -> QuerySet[OwnFormat]:
    """Return the formats that were removed; they can be put back."""
    return _newest().filter(organisation__in=organisations, removed=True).select_related("organisation", "by")


def _newest() -> QuerySet[OwnFormat]:
    later = OwnFormat.objects.filter(uid=OuterRef("uid"), version__gt=OuterRef("version"))
    return OwnFormat.objects.filter(~Exists(later))


def versions(one: OwnFormat) -> QuerySet[OwnFormat]:
    """Return all versions of a format, the newest first."""
    return OwnFormat.objects.filter(uid=one.uid).select_related("by").order_by("-version")


def rules_to_play(one: OwnFormat) -> Rules:
    """Return the rules for a tournament in this format; they name its version."""
    own = {"uid": str(one.uid), "version": one.version, "name": one.name}
    return formats.complete_rules(deepcopy(one.rules) | {"own": own})


def save_format(draft: Draft, organisation: Organisation, *, by: User | None) -> OwnFormat:
    """Save a format for an organisation; if it has one of the same `uid`, as a new version of that.

    Raises `DomainError` where another has this name, where there are too many, or where nothing changes.
    """
    with _organisation_lock(organisation):
        if OwnFormat.objects.filter(uid=draft.uid).exclude(organisation=organisation).exists():
            draft = replace(draft, uid=uuid4())  # the same file, brought into another organisation
        known = _newest().filter(uid=draft.uid).first()
        if known and not known.removed and _content(known) == _content(draft):
            raise DomainError("format_is_here", name=known.name)
        return _append(draft, organisation, known, by)


def change(one: OwnFormat, draft: Draft, *, by: User | None) -> OwnFormat:
    """Save the next version of a format. Raises `DomainError` where another was saved since `one`."""
    with _organisation_lock(one.organisation):
        newest = _check_newest(one)
        if _content(newest) == _content(draft):
            return newest
        return _append(draft, one.organisation, newest, by)


def remove(one: OwnFormat, *, by: User | None) -> None:
    """Remove a format from those that can be chosen."""
    _set_removed(one, True, by)


def put_back(one: OwnFormat, *, by: User | None) -> None:
    """Offer a format again. Raises `DomainError` where another has taken its name meanwhile."""
    _set_removed(one, False, by)


def _set_removed(one: OwnFormat, removed: bool, by: User | None) -> None:
    with _organisation_lock(one.organisation):
        newest = _check_newest(one)
        if newest.removed != removed:
            draft = Draft(one.name, one.note, one.rules, one.original, one.original_name, one.uid)
            _append(draft, one.organisation, newest, by, removed=removed)


@contextmanager
def _organisation_lock(organisation: Organisation) -> Iterator[None]:
    """Hold the lock of the organisation: two writers at once would each find the name free."""
    with transaction.atomic():
        Organisation.objects.select_for_update().get(pk=organisation.pk)
        yield


def _check_newest(one: OwnFormat) -> OwnFormat:
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
        others = [one for one in offered_formats([organisation]) if one.uid != draft.uid]
        if any(one.name.casefold() == draft.name.casefold() for one in others):
            raise DomainError("format_name_taken", name=draft.name)
        if len(others) >= MAX_FORMATS:
            raise DomainError("format_too_many", most=MAX_FORMATS)
    return OwnFormat.objects.create(
        uid=draft.uid,
        version=known.version + 1 if known else 1,
        organisation=organisation,
        name=draft.name,
        note=draft.note,
        rules=formats.complete_rules(draft.rules | {"own": None}),
        original=draft.original,
        original_name=draft.original_name,
        removed=removed,
        by=by,
    )


def _content(one: OwnFormat | Draft) -> tuple[Any, ...]:
    return one.name, one.note, one.rules
