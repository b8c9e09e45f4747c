"""A publication as files, by their path in the folder of the tournament, and as a ZIP of that folder."""

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from django.utils import translation

from scoring import DomainError
from tournaments.common import jobs
from tournaments.models import Destination, Job, Tournament, User
from tournaments.models.locking import REPLACED_CODES, locked
from tournaments.publishing import auto_publish, names
from tournaments.publishing.export_names import NEWEST_VERSION
from tournaments.publishing.outputs import EXPORTS, OUTPUTS, File, json_file, season_folder
from tournaments.publishing.outputs.rows import (
    TournamentData,
    publication_data,
    publishable_data,
    record_publication,
)
from tournaments.publishing.outputs.season_folder import Folder
from tournaments.system import disk

KIND = jobs.PUBLISH
INDEX_ENTRY_FILE = "publication.json"  # in the folder of each tournament: its entry in the index of years


def request(tournament: Tournament, *, by: User, to: Iterable[int] = ()) -> Job:
    """Request a publication as a ZIP, to be sent to these destinations (by their ids).

    Raises `DomainError` where nothing may be published yet.
    """
    publishable_data(tournament)
    with locked(tournament) as current:
        args = {"by": by.pk, "to": sorted(to), "version": current.version}
        return auto_publish.queue_publication(current, args, total=len(OUTPUTS))


@jobs.job_task
def publish_job(job: Job) -> None:
    """Publish what a job requests and keep the ZIP."""
    assert job.tournament is not None
    try:
        tournament = publication_data(job.tournament)
    except DomainError as refusal:
        if refusal.code in REPLACED_CODES:
            raise
        # a result or an act since the button was pressed
        jobs.fail(job, refusal.code)
        return
    content = zipped(
        publication_files(tournament, jobs.reporter(job)), tournament, season_folder.folders(job.tournament)
    )
    record_publication(job.tournament, tournament, by=User.objects.filter(pk=job.args["by"]).first())
    if jobs.finish(job, content, f"{tournament.slug}-{tournament.version}.zip"):
        send(job.tournament, job, job.args.get("to"))


def send(tournament: Tournament, made: Job, to: Iterable[int] | None) -> None:
    """Queue a finished publication for these destinations; None: for all.

    It replaces an older publication that still waits to be sent there.
    """
    with locked(tournament) as current:
        for destination in Destination.for_tournament(current):
            if to is None or destination.pk in to:
                args = {"to": destination.pk, "made": made.pk}
                jobs.enqueue_latest(current, jobs.SEND, args, key=destination.key)


def publication_files(
    data: TournamentData, progress: Callable[[int], None] = lambda done: None
) -> Iterator[File]:
    """Yield every file of a publication, by its path inside the folder of the tournament."""
    for done, output in enumerate(OUTPUTS.values()):
        progress(done)
        with translation.override(data.language):
            for path, content in output.files(data):
                yield (f"{output.folder}/{path}" if output.folder else path), content
    yield INDEX_ENTRY_FILE, json.dumps(about(data), ensure_ascii=False).encode()


def about(data: TournamentData) -> dict[str, Any]:
    """Return the entry of a tournament in the index of years."""
    return {
        "uid": data.uid,
        "folder": data.slug,
        "name": data.name,
        "date": data.date.isoformat(),
        "place": data.place,
        "language": data.language,
        "said": names.date_words(data.date),
        "version": data.version,
    }


def zipped(made: Iterable[File], data: TournamentData, more: Iterable[Folder] = ()) -> bytes:
    """Return the folder of the tournament, and after it those of its seasons, as a ZIP file.

    An index of years is not in it: unpacked on a web host, it would take the place of one with more of them.
    """
    out = io.BytesIO()
    stamp = data.made_at.timetuple()[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in made:
            archive.writestr(zipfile.ZipInfo(f"{data.slug}/{path}", stamp), content, zipfile.ZIP_DEFLATED)
        for folder in more:
            if not folder.withdrawn:
                whole = {
                    **folder.files,
                    INDEX_ENTRY_FILE: json.dumps(folder.about, ensure_ascii=False).encode(),
                }
                for path, content in whole.items():
                    named = zipfile.ZipInfo(f"{folder.name}/{path}", stamp)
                    archive.writestr(named, content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def unzipped(content: Path) -> dict[str, bytes]:
    """Return the files of the tournament from such a ZIP. Raises `OSError` or `BadZipFile` if it is gone."""
    with zipfile.ZipFile(content) as archive:
        paths = archive.namelist()
        own = paths[0].partition("/")[0] + "/"
        return {path.removeprefix(own): archive.read(path) for path in paths if path.startswith(own)}


def data_files(
    tournament: Tournament, format_: str, *, public: bool = False, version: int = NEWEST_VERSION
) -> list[File]:
    """Return the data of a tournament as files: with full names, unless they are for the `public`.

    `version` is that of the JSON. Raises `DomainError`.
    """
    if format_ not in EXPORTS:
        raise DomainError("no_such_format", format=format_)
    data = publishable_data(tournament, full_names=not public)
    with translation.override(data.language):
        return (
            [json_file.json_file(data, version)] if format_ == "json" else list(OUTPUTS[format_].files(data))
        )


def export(made: Iterable[File], to: Path) -> list[Path]:
    """Write files into the folder `to`. Raises `DomainError`."""
    written = []
    try:
        for path, content in made:
            to.mkdir(parents=True, exist_ok=True)
            disk.write_atomically(to / path, content)
            written.append(to / path)
    except OSError as error:
        raise DomainError("folder_not_writable", folder=str(to), why=error.strerror or str(error)) from error
    return written
