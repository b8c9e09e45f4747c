"""Hide a tournament, or delete it with everything that is known of it here.

Deleting is the one way past the triggers that protect lines and acts (`models/triggers.py`). A copy is kept
first, from which the tournament can be restored.
"""

import logging
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import connection, models, transaction

from scoring import DomainError
from tournaments import registration
from tournaments.accounts import login_sessions
from tournaments.models import (
    ClubSheet,
    Destination,
    EventTournament,
    Job,
    Letter,
    Line,
    MailAddress,
    Message,
    Player,
    Publication,
    Removal,
    Result,
    Role,
    RoleInvitation,
    SeasonEvening,
    SentFile,
    SignIn,
    Signup,
    SignupTransfer,
    Snapshot,
    Tournament,
    User,
    raw_sql,
    rows,
)
from tournaments.models.locking import locked, writer_lock
from tournaments.transfer import copies
from tournaments.transfer.copies.rows import PARTS

log = logging.getLogger(__name__)

BATCH_SIZE = 500  # rows in one statement: SQLite takes 999 parameters
TOURNAMENT_PATHS: dict[type[models.Model], str] = {
    **{model: way for model, way in PARTS.items() if model is not Player},
    Result: "tournament",
    Snapshot: "tournament",
    Job: "tournament",
}
"""The tables with rows of one life of a tournament, each after the tables that it refers to."""


def hide(tournament: Tournament, *, hidden: bool) -> None:
    """Take a tournament off the lists of tournaments, or put it back; its addresses stay as they are."""
    with locked(tournament) as current:
        current.hidden = hidden
        current.save(update_fields=["hidden"])


def is_published(tournament: Tournament) -> bool:
    """Return whether results of a tournament were ever published; always false for the example."""
    return not tournament.example and Publication.objects.filter(tournament__uid=tournament.uid).exists()


def has_signups(tournament: Tournament) -> bool:
    """Return whether people have registered online: no copy contains their registrations."""
    return Signup.objects.filter(tournament_uid=tournament.uid).exists()


def needs_name(tournament: Tournament) -> bool:
    """Return whether the user must type the tournament's name to delete it.

    It has results, or registrations that cannot be restored. The example never needs it.
    """
    if tournament.example:
        return False
    return has_signups(tournament) or Line.objects.filter(tournament__uid=tournament.uid).exists()


def obstacle(tournament: Tournament) -> DomainError | None:
    """Return what has to be done elsewhere before a tournament can be deleted."""
    own = SeasonEvening.objects.filter(season__organisation=tournament.organisation_id)
    counts = own.filter(tournament_uid=tournament.uid).select_related("season").first()
    return DomainError("removal_in_season", name=counts.season.name) if counts else None


def remove(tournament: Tournament, *, published: bool, by: User | None) -> Path:
    """Delete a tournament, in all its lives, and return the copy that was kept first.

    Raises `DomainError` where it counts for a season, where results are published and `published` is false,
    and where something was done in it while the copy was being written.
    """
    tournament.refresh_from_db()
    copies.write_copy(tournament.pk, "removal")
    copy = copies.latest(tournament)
    if copy is None or copies.first_readable([Path(copy.file)]) is None:
        raise DomainError("removal_no_copy")
    # The rows themselves and in the order of `restore`: locked one by one the two could wait for each other.
    with writer_lock(), transaction.atomic():
        lives = list(Tournament.objects.select_for_update().filter(uid=tournament.uid))
        live = next((one for one in lives if one.live), None)
        if live is None or (live.pk, live.version) != (tournament.pk, copy.version):
            raise DomainError("removal_changed")
        against = obstacle(live)
        if against is not None:
            raise against
        if is_published(live) and not published:
            raise DomainError("removal_published")
        results = _delete([one.pk for one in lives], live)
        transaction.on_commit(lambda: _unlink(results))
    log.warning("%s deleted tournament %s (%s); kept: %s", by, live.uid, live.name, copy.file)
    return Path(copy.file)


def _delete(lives: list[int], live: Tournament) -> list[str]:
    """Delete the lives of a tournament under their lock, and return the results of its jobs by file name."""
    results = [
        name for name in Job.objects.filter(tournament__in=lives).values_list("result", flat=True) if name
    ]
    people = list(
        Player.objects.filter(memberships__entry__tournament__in=lives)
        .values_list("pk", flat=True)
        .distinct()
    )
    Role.objects.filter(tournament__in=lives).delete()
    by_link = SignIn.objects.filter(invitation__tournament__in=lives).select_related("user")
    login_sessions.end_sessions_without_role(by_link)
    RoleInvitation.objects.filter(tournament__in=lives).delete()
    Letter.objects.filter(tournament__in=lives).delete()
    Message.objects.filter(tournament__in=lives).delete()
    Destination.objects.filter(tournament_uid=live.uid).delete()
    SentFile.objects.filter(tournament_uid=live.uid).delete()
    MailAddress.objects.filter(tournament_uid=live.uid).delete()
    Signup.objects.filter(tournament_uid=live.uid).delete()
    ClubSheet.objects.filter(tournament_uid=live.uid).delete()
    SignupTransfer.objects.filter(tournament_uid=live.uid).delete()
    EventTournament.objects.filter(tournament_uid=live.uid).delete()
    # The database checks what points where when the transaction ends; its triggers look for these rows.
    Removal.objects.bulk_create(Removal(tournament=key) for key in lives)
    for model, way in reversed(TOURNAMENT_PATHS.items()):
        found = model._default_manager.filter(**{f"{way}__in": lives})
        _delete_rows(model, list(found.order_by().values_list("pk", flat=True)))
    registration.forget_people(people)
    _delete_rows(Tournament, lives)
    Removal.objects.filter(pk__in=lives).delete()
    return results


def _delete_rows(model: type[models.Model], keys: list[int]) -> None:
    """Delete rows by their keys with SQL: Django refuses an act that another one of the same list undoes."""
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        for at in range(0, len(keys), BATCH_SIZE):
            some = keys[at : at + BATCH_SIZE]
            cursor.execute(raw_sql.DELETE_ROWS.format(table, rows.placeholders(some)), some)


def _unlink(results: list[str]) -> None:
    for name in results:
        with suppress(OSError):
            (Path(settings.MEDIA_ROOT) / name).unlink()
