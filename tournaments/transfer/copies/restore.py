"""Restore a tournament from a copy.

It keeps its addresses and tablets, and gets the next epoch; the tournament that was here is archived.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from scoring import DomainError
from tournaments.accounts import permissions
from tournaments.common import audit_log
from tournaments.models import Organisation, Role, RoleInvitation, Tournament, User
from tournaments.models.locking import locked
from tournaments.models.people import free_slug
from tournaments.models.seasons import lock_seasons
from tournaments.registration import restored_signups
from tournaments.registration.known_clubs import remember_clubs
from tournaments.transfer import erasure
from tournaments.transfer.copies import erased_list, integrity
from tournaments.transfer.copies.comparison import Comparison
from tournaments.transfer.copies.events import join_event
from tournaments.transfer.copies.file import Copy
from tournaments.transfer.copies.people import uids_here
from tournaments.transfer.copies.rows import Rows, uids_erased, unpack, with_column
from tournaments.transfer.copies.writing import epochs_kept, going_on_filter

RESTORE_LOCK_KEY = 0x63686576  # a number of ours among the advisory locks of the database
OWN_COLUMNS = ("visibility", "link_token", "hidden")
"""Columns that keep their value of here: who may follow is decided here, once the tournament is here."""


def restore(
    copy: Copy, *, by: User | None, seen: Comparison | None = None, to: Organisation | None = None
) -> Tournament:
    """Restore `copy` as a new tournament, in the organisation `to` where one is given, directed by `by`.

    The same tournament, where it is here already, is archived, never deleted. Within its organisation, who
    may follow and who helps stays as it is here. Raises `DomainError` (`copy_does_not_fit`) for rows that are
    right one by one but make no tournament together: then nothing happens. Where the tournament here was
    `seen`, raises `copy_here_changed` if something happened since.
    """
    copy = assign_organisation(copy, by, to)
    kept = epochs_kept(copy.uid)  # those of lives whose rows were deleted as well
    with transaction.atomic():
        for known in Organisation.objects.filter(uid=copy.rows["organisation"]["uid"]):
            lock_seasons(known)  # an erasure writes them
        _wait_for_other_restores()
        lives, listed = Tournament.objects.filter(uid=copy.uid), set(copy.rows["erased"])
        # The rows themselves: an aggregate of them would lock nothing on PostgreSQL. All who write into the
        # live life have finished then, and those who come after them find it archived.
        held = (lives | erasure.tournaments_with_people(listed)).select_for_update().order_by("pk")
        epochs = [epoch for uid, epoch in held.values_list("uid", "epoch") if uid == copy.uid]
        if seen is not None and not lives.filter(live=True, version=seen.version).exists():
            raise DomainError("copy_here_changed")
        last = max([*epochs, *kept, copy.epoch])
        before = lives.filter(live=True).first()
        lives.update(live=False)
        with integrity.wrap_errors(_("the rows")):
            tournament = unpack(copy.rows, epoch=last + 1, slug=_free_slug(copy))
        if before is not None and before.organisation_id == tournament.organisation_id:
            _keep_access(tournament, before)
        _erase_again(tournament, copy)
        integrity.check_integrity(tournament)
        remember_clubs(tournament)
        if before is None:  # else what was decided here about its event stays
            join_event(tournament, copy.rows["event"])
        restored_signups.relink_restored_signups(tournament, before)
        if by is not None:
            permissions.make_director(by, tournament)
        args = {"epoch": copy.epoch, "version": copy.version, "reached": list(copy.reached)}
        audit_log.record(tournament, "restore", args, by=by)
        return tournament


def begin_next_epochs() -> None:
    """Give each tournament that goes on the next epoch, after an older state of the database was restored.

    Its versions count on from an earlier number. In the same epoch, copies written in the meantime would
    seem newer than those to come, and tablets would not send the missing results again.
    """
    for tournament in Tournament.objects.filter(going_on_filter(), live=True):
        kept = epochs_kept(tournament.uid)
        with locked(tournament) as current:
            args = {"epoch": current.epoch, "version": current.version, "reached": []}
            lives = Tournament.objects.filter(uid=current.uid)
            current.epoch = max([*lives.values_list("epoch", flat=True), *kept]) + 1
            current.save(update_fields=["epoch"])
            audit_log.record(current, "restore", args, by=None)


def _wait_for_other_restores() -> None:
    """Hold the right to restore until the transaction ends.

    Two at once would draw the same epoch, or the same address: rows that are not there yet cannot be
    locked. On SQLite the transaction itself (IMMEDIATE) is the lock.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [RESTORE_LOCK_KEY])


def _keep_access(tournament: Tournament, before: Tournament) -> None:
    """Let those follow and help who could before: the copy may be older than what was decided here."""
    for name in OWN_COLUMNS:
        setattr(tournament, name, getattr(before, name))
    tournament.save(update_fields=OWN_COLUMNS)
    for model in (Role, RoleInvitation):
        model.objects.filter(tournament=before).update(tournament=tournament)


def _erase_again(tournament: Tournament, copy: Copy) -> None:
    """Erase the people of a copy who were erased since it was made, here or where it comes from."""
    organisation = tournament.organisation
    part = copy.rows["parts"]["Player"]
    uid, name = (part["fields"].index(column) for column in ("uid", "name"))
    erasure.erase_restored(tournament, {row[uid]: row[name] for row in part["rows"]})
    listed = {*copy.rows["erased"], *erased_list.listed_people(organisation), *uids_erased(organisation)}
    erased_list.erase_in(organisation, listed)


def _free_slug(copy: Copy) -> str:
    """Return the address in the copy, so that printed links keep working, or a free one if it is taken."""
    base = copy.rows["tournament"]["slug"] or slugify(copy.name)[:60] or str(copy.date)
    return free_slug(base, lambda slug: Tournament.objects.filter(live=True, slug=slug))


def assign_organisation(copy: Copy, by: User | None, to: Organisation | None = None) -> Copy:
    """Return `copy` as `by` may write it: in the organisation `to`, else in its own, or else in that of `by`.

    Users may restore in that organisation in any case; only superusers have one created that is not here yet.
    """
    known = to or Organisation.objects.filter(uid=copy.rows["organisation"]["uid"]).first()
    if by and not by.is_superuser and not (known and permissions.may(by, "restore", known)):
        known = permissions.organisation_for(by)
    described = {"uid": str(known.uid), "name": known.name} if known else copy.rows["organisation"]
    parts = {**copy.rows["parts"], "Player": _players_part(copy.rows, UUID(described["uid"]))}
    return replace(copy, rows={**copy.rows, "organisation": described, "parts": parts})


def _players_part(rows: Rows, organisation: UUID) -> dict[str, Any]:
    """Return the players by the uids that they have here."""
    part = rows["parts"]["Player"]
    at_uid = list(part["fields"]).index("uid")
    here = uids_here(organisation, [row[at_uid] for row in part["rows"]])
    return part | {"rows": with_column(part["fields"], part["rows"], "uid", here.__getitem__)}
