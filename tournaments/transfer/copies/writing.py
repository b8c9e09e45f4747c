"""Write a copy into a folder after every act, including the closing of a round."""

import contextlib
import hashlib
import logging
import os
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django.utils.text import slugify

from tournaments.common import jobs
from tournaments.models import Job, Line, Snapshot, Stage, Tournament
from tournaments.models.locking import consistent_read, locked
from tournaments.models.rows import prepared
from tournaments.system import disk
from tournaments.system.lan import links
from tournaments.transfer.copies.file import NAME_NUMBERS, SUFFIX, seal_copy
from tournaments.transfer.copies.rows import pack_rows
from tournaments.transfer.copies.validation import LAST_EPOCH

log = logging.getLogger(__name__)

copy_written = Signal()
"""Sent after a copy was written, with `folder`, the `Path` that it is in."""

MAX_COPIES = 40  # copies of one life of a tournament: one of 15 games writes about fifty


def folder() -> Path:
    """Return the folder for copies: the configured one (a USB key) if it is there, else our own.

    It is looked up for each copy, so a key that was pulled out is noticed at once.
    """
    return configured_folder() or own_folder()


def configured_folder() -> Path | None:
    """Return the configured folder, or None where none is configured or it is not there."""
    asked = settings.COPIES_DIR
    # `Path.is_dir` raises an error for a key that was pulled out while mounted.
    return Path(asked) if asked and os.path.isdir(asked) else None


def own_folder() -> Path:
    """Return the folder of copies in the data folder."""
    own = Path(settings.DATA_DIR) / "copies"
    own.mkdir(parents=True, exist_ok=True)
    return own


def copy_action(*, tournament: Tournament, **_signal: Any) -> None:
    """Queue a copy: a receiver of `action_recorded`."""
    jobs.enqueue_copy(tournament)


def copy_penalty(*, line: Line, **_signal: Any) -> None:
    """Queue a copy after a penalty, as no tablet and no slip holds it: a receiver of `result_written`."""
    if line.kind == Line.Kind.PENALTY:
        jobs.enqueue_copy(line.tournament)


def write_copy(tournament_id: int, reason: str = "") -> Snapshot | None:
    """Write a copy of the tournament. Return None if this version is already in that folder."""
    with consistent_read(tournament_id, archived=True) as tournament:
        if has_copy(tournament):
            return None
        path = copy_path(tournament)
        rows = pack_rows(tournament) | {"reached": links()}
    content = seal_copy(rows)
    path = write_or_fall_back(path, content)
    copy_written.send_robust(sender=Snapshot, folder=path.parent)
    # Each file has one row, or deleting the oldest rows would delete the copy that is written again every
    # minute while a key has no room for it, and all older ones.
    Snapshot.objects.filter(tournament=tournament, file=str(path)).delete()
    kept = Snapshot.objects.create(
        tournament=tournament,
        version=tournament.version,
        file=str(path),
        sha256=hashlib.sha256(content).hexdigest(),
        reason=reason,
        at=timezone.now(),
    )
    snapshots = list(Snapshot.objects.filter(tournament=tournament).order_by("-version", "-pk"))
    for old in snapshots[MAX_COPIES:]:
        with contextlib.suppress(OSError):  # a read-only key keeps its copies
            Path(old.file).unlink()
        old.delete()
    return kept


@jobs.job_task
def write_copy_job(job: Job) -> None:
    """Write the copy of a job."""
    assert job.tournament_id is not None
    write_copy(job.tournament_id)
    jobs.mark_done(job)


def copy_path(tournament: Tournament) -> Path:
    """Return the path for a version of one life, by its numbers; the slug in front of them is for people."""
    numbers = f"{tournament.uid}-{tournament.epoch}-{tournament.version:05}"
    return folder() / f"{slugify(tournament.slug)[:60]}-{numbers}{SUFFIX}"


def has_copy(tournament: Tournament) -> bool:
    """Return whether the folder has a copy of this version.

    A file of that name is not enough: after a deletion or an older database it may be of another life.
    """
    written = Snapshot.objects.filter(tournament=tournament, version=tournament.version)
    where, paths = folder(), [Path(file) for file in written.values_list("file", flat=True)]
    return any(path.parent == where and os.path.exists(path) for path in paths)


def epochs_kept(uid: UUID) -> set[int]:
    """Return the epochs that names of copies in our folders give for a tournament."""
    found = set()
    for where in dict.fromkeys((own_folder(), folder())):
        with contextlib.suppress(OSError):  # the key may be gone
            for path in where.glob(f"*{uid}-*{SUFFIX}"):
                if named := NAME_NUMBERS.search(path.stem):
                    found.add(int(named[2]))
    return {epoch for epoch in found if epoch < LAST_EPOCH}


def write_beside(name: str, content: bytes) -> None:
    """Write a file that is no copy of a tournament into our folder of copies and the configured one."""
    for where in dict.fromkeys((own_folder(), folder())):
        try:
            disk.write_atomically(where / name, content)
        except OSError:
            log.warning("%s takes no copy", where, exc_info=True)


def remove_beside(pattern: str) -> None:
    """Remove files that are no copies of tournaments from both folders."""
    for where in dict.fromkeys((own_folder(), folder())):
        try:
            for path in where.glob(pattern):
                path.unlink(missing_ok=True)
        except OSError:
            log.warning("%s keeps a file that should be removed", where, exc_info=True)


def write_or_fall_back(path: Path, content: bytes) -> Path:
    """Write a copy, into our own folder where the configured one fails, and return its path."""
    try:
        return write_under_free_name(path, content)
    except OSError:
        log.warning("%s takes no copy", path.parent, exc_info=True)
        return write_under_free_name(own_folder() / path.name, content)


def write_under_free_name(path: Path, content: bytes) -> Path:
    """Write a copy and return its path: another one where a file with other content has that name."""
    slug, *numbers = path.stem.rsplit("-", 7)  # five parts of the uid, the epoch and the version
    turn = 1
    while path.exists() and path.read_bytes() != content:
        turn += 1
        path = path.with_name(f"{'-'.join([f'{slug}_{turn}', *numbers])}{SUFFIX}")  # sorted as the newer one
    disk.write_atomically(path, content)
    return path


# Detect and repair failures of the folder


def copy_fault(*, any_failed: bool | None = None) -> str:
    """Return the fault of the copies: `missing`, `elsewhere`, `failed`, or an empty string.

    `any_failed`: whether there is any in `failed_tournament_keys`, where that is known.
    """
    if settings.COPIES_DIR:
        if configured_folder() is None:
            return "missing"
        newest = Snapshot.objects.order_by("-pk").values_list("file", flat=True).first()
        if newest and Path(newest).parent != Path(settings.COPIES_DIR):
            return "elsewhere"
    return "failed" if (bool(failed_tournament_keys()) if any_failed is None else any_failed) else ""


@prepared
def failed_tournament_keys() -> QuerySet[Job, int]:
    """Return the keys of the tournaments whose copies could not be written."""
    jobs_ = Job.objects.filter(key=jobs.COPY, state=Job.State.FAILED, tournament__live=True)
    return jobs_.values_list("tournament", flat=True)


def requeue_failed() -> None:
    """Queue again the copies that failed, or that the folder lacks; called with every sweep.

    A key that is plugged in again gets the newest copies a moment later, without any action by the user.
    """
    if not copy_fault() or not disk.can_write(folder()):
        return
    for tournament in tournaments_without_copy():
        with locked(tournament, archived=True) as own:
            last = Job.objects.filter(tournament=own, key=jobs.COPY).order_by("-pk").first()
            if last is None or (last.state not in jobs.UNFINISHED and not is_just_now(last.finished_at)):
                jobs.enqueue_copy(own)


def tournaments_without_copy() -> list[Tournament]:
    """Return unfinished tournaments, and that of the newest copy, if the folder lacks their copy."""
    newest = Snapshot.objects.order_by("-pk").values("tournament")[:1]
    broken = set(failed_tournament_keys())
    asked = Q(pk__in=newest) | Q(pk__in=broken) | going_on_filter()
    found = Tournament.objects.filter(asked, live=True)
    return [one for one in found if one.pk in broken or not has_copy(one)]


def going_on_filter() -> Q:
    """Return the filter of tournaments with a stage that has not ended."""
    ended = [Stage.State.FINISHED, Stage.State.WITHDRAWN, Stage.State.VOID]
    return Q(pk__in=Stage.objects.exclude(state__in=ended).values("tournament"))


def is_just_now(moment: datetime | None) -> bool:
    """Return whether a time is less than `JOB_RESEND` seconds from now, before or after it."""
    return moment is not None and abs((timezone.now() - moment).total_seconds()) < settings.JOB_RESEND


def latest(tournament: Tournament) -> Snapshot | None:
    """Return the newest copy that was written."""
    return Snapshot.objects.filter(tournament=tournament).order_by("-version", "-pk").first()
