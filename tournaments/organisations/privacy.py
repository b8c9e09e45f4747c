"""The word of an organisation about the data of people, and the end of contacts and answers."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.db import models, transaction
from django.utils import timezone

from tournaments.models import (
    Entry,
    Letter,
    MailAddress,
    Member,
    Message,
    Organisation,
    OrganisationAct,
    Privacy,
    Signup,
    Tournament,
)
from tournaments.models.locking import locked, writer_lock
from tournaments.system import clock

RETENTION = "retention"
EXPIRED_ENTRY = {"note": "", "answers": {}}
EXPIRED_SIGNUP = {"contact": "", "answers": {}, "request": ""}
"""The details that go with the contacts when the time is over, with the values that stay instead."""


def clear_expired_data() -> None:
    """Delete contacts and answers whose time is over, once a day for each organisation.

    Called with each sweep. A clock that was set forward deletes nothing early.
    """
    today = timezone.localdate(clock.earliest_now())
    cleared = Organisation.objects.exclude(privacy__next_clearing__gt=today)
    for organisation in cleared:
        _clear_organisation(organisation, today)


def expired_tournaments(privacy: Privacy, today: date) -> models.QuerySet[Tournament]:
    """Return the tournaments, archived lives too, of which contacts and answers are kept no longer.

    A tournament that was postponed may have archived lives with its earlier date.
    """
    until = today - timedelta(days=privacy.keep_days)
    kept = Tournament.objects.filter(live=True, date__gte=until).values("uid")
    return Tournament.objects.filter(organisation=privacy.organisation, date__lt=until).exclude(uid__in=kept)


def _clear_organisation(organisation: Organisation, today: date) -> None:
    with writer_lock(), transaction.atomic():
        privacy, _made = Privacy.objects.select_for_update().get_or_create(organisation=organisation)
        if privacy.next_clearing and privacy.next_clearing > today:  # another worker was faster
            return
        privacy.next_clearing = today + timedelta(days=1)
        privacy.save(update_fields=["next_clearing"])
        over = expired_tournaments(privacy, today)
        counts = {"days": privacy.keep_days, "people": 0, "addresses": 0}
        counts["people"] = sum(_clear_entries(key) for key in sorted(_tournaments_with_details(over)))
        letters = Letter.objects.filter(tournament__in=over).exclude(entry_uid=None, signup=None)
        addresses = MailAddress.objects.filter(tournament_uid__in=over.values("uid"))
        online = Signup.objects.filter(tournament_uid__in=over.values("uid")).exclude(**EXPIRED_SIGNUP)
        counts["addresses"] = addresses.count() + online.exclude(contact="").count()
        letters.delete()
        Message.objects.filter(tournament__in=over).delete()
        addresses.delete()
        online.update(**EXPIRED_SIGNUP)
        if counts["people"] or counts["addresses"]:
            OrganisationAct.objects.create(organisation=organisation, kind=RETENTION, args=counts)


def _tournaments_with_details(tournaments: models.QuerySet[Tournament]) -> set[int]:
    """Return the keys of those of `tournaments` in which there are notes or answers."""
    entries = Entry.objects.filter(tournament__in=tournaments).exclude(**EXPIRED_ENTRY)
    members = Member.objects.filter(entry__tournament__in=tournaments).exclude(came_as=None)
    with_partners = [one.entry.tournament_id for one in members.select_related("entry") if _has_details(one)]
    return set(entries.order_by().values_list("tournament", flat=True)) | set(with_partners)


def _has_details(member: Member) -> bool:
    return any((member.came_as or {}).get(name) for name in EXPIRED_ENTRY)


def _clear_entries(key: int) -> int:
    with locked(key, archived=True) as tournament:
        cleared = tournament.entries.exclude(**EXPIRED_ENTRY).update(**EXPIRED_ENTRY)
        members = Member.objects.filter(entry__tournament=tournament).exclude(came_as=None)
        for member in filter(_has_details, members):
            member.came_as = {**(member.came_as or {}), **EXPIRED_ENTRY}
            member.save(update_fields=["came_as"])
            cleared += 1
        tournament.next_version()  # pages are cached by version
        return cleared


def count_expiring_sooner(organisation: Organisation, keep_days: int) -> int:
    """Count the tournaments whose contacts and answers are deleted earlier if they are kept so many days."""
    today = timezone.localdate()
    kept = Privacy.objects.filter(organisation=organisation).first() or Privacy()
    until, before = (today - timedelta(days=days) for days in (keep_days, kept.keep_days))
    return organisation.tournaments.filter(live=True, date__gte=before, date__lt=until).count()


def save_privacy(organisation: Organisation, values: Mapping[str, Any]) -> None:
    """Write what the organisation says. A shorter time applies from the next deletion on."""
    Privacy.objects.update_or_create(organisation=organisation, defaults=dict(values))
