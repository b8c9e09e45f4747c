"""Copies that write themselves: after every act of the director, a closed game included, into a folder."""

import contextlib
import hashlib
import os
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.text import slugify

from config import certificates, spare
from config.lan import links
from tournaments import jobs
from tournaments.copies.file import SUFFIX, seal_copy
from tournaments.copies.rows import pack
from tournaments.models import Job, Snapshot, Tournament
from tournaments.models.tournament import locked

KEPT = 40  # copies of one life of a tournament: a day of 15 games writes about fifty


def folder() -> Path:
    """Where copies go: the folder that was asked for (a USB key), else one in the data folder.

    A key that was pulled out is missed at the next copy, not at the next start.
    """
    asked = settings.COPIES_DIR
    if asked and Path(asked).is_dir():
        return Path(asked)
    own = Path(settings.DATA_DIR) / "copies"
    own.mkdir(parents=True, exist_ok=True)
    return own


def keep(tournament_id: int, reason: str = "") -> Snapshot | None:
    """Write a copy of the tournament as it stands; None where this version has one already in that folder."""
    with locked(tournament_id) as tournament:
        path = _path(tournament)
        if path.exists():
            return None
        rows = pack(tournament) | {"reached": links()}
    content = seal_copy(rows)
    _put(path, content)
    _lay_authority_beside(path.parent)
    kept = Snapshot.objects.create(
        tournament=tournament,
        version=tournament.version,
        file=str(path),
        sha256=hashlib.sha256(content).hexdigest(),
        reason=reason,
        at=timezone.now(),
    )
    _clear(tournament)
    return kept


def keep_job(job_id: int) -> None:
    """Write the copy that a job asks for."""

    def write(job: Job) -> None:
        assert job.tournament_id is not None
        keep(job.tournament_id)
        jobs.done(job)

    jobs.work_on(job_id, write)


def _lay_authority_beside(copies: Path) -> None:
    """Only where somebody asked for a folder: in its own data folder this laptop has it already."""
    if settings.COPIES_DIR and copies == Path(settings.COPIES_DIR):
        with contextlib.suppress(OSError):  # the copy is written; https is an extra
            spare.lay_beside(copies, certificates.of_this_laptop())


def is_kept(tournament_id: int) -> bool:
    """Whether the tournament as it stands has its copy: then there is nothing left to write."""
    return _path(Tournament.objects.get(pk=tournament_id)).exists()


def _path(tournament: Tournament) -> Path:
    """The file of a version of one life, by its numbers; the address in front of them is for people."""
    numbers = f"{tournament.uid}-{tournament.epoch}-{tournament.version:05}"
    return folder() / f"{slugify(tournament.slug)[:60]}-{numbers}{SUFFIX}"


def _put(path: Path, content: bytes) -> None:
    partial = path.with_suffix(".part")
    try:
        with partial.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


def _clear(tournament: Tournament) -> None:
    """Take the oldest copies away, and forget those that are gone."""
    snapshots = list(Snapshot.objects.filter(tournament=tournament).order_by("-version", "-pk"))
    for old in snapshots[KEPT:]:
        Path(old.file).unlink(missing_ok=True)
        old.delete()


def latest(tournament: Tournament) -> Snapshot | None:
    """The newest copy that was written."""
    return Snapshot.objects.filter(tournament=tournament).order_by("-version", "-pk").first()
