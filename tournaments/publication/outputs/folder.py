"""A publication as files: a folder of the tournament, an index of years beside it, a ZIP of the folder."""

import io
import json
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from django.utils import translation

from scoring import Refusal
from tournaments import jobs
from tournaments.models import Job, Tournament, User
from tournaments.publication import names
from tournaments.publication.outputs import EXPORTS, OUTPUTS, File, site
from tournaments.publication.outputs.rows import Day, gather, to_publish, write_down

KIND = "publish"
ABOUT = "publication.json"  # in the folder of each tournament: what the index of years says of it
SHEET = "site.css"


def request(tournament: Tournament, *, by: User) -> Job:
    """Ask for a publication as a ZIP. Raises `Refusal` where nothing may leave the hall yet."""
    gather(tournament)
    return jobs.enqueue(tournament, KIND, {"by": by.pk}, key=KIND, total=len(OUTPUTS))


def publish_job(job_id: int) -> None:
    """Publish what a job asks for and keep the ZIP; nothing where it is done already or by another worker."""
    jobs.work_on(job_id, _publish)


def _publish(job: Job) -> None:
    assert job.tournament is not None
    try:
        day = to_publish(job.tournament)
    except Refusal as refusal:  # something happened in the hall since the button was pressed
        jobs.fail(job, refusal.code)
        return
    content = zipped(files(day, jobs.reporter(job)), day)
    write_down(job.tournament, day, by=User.objects.filter(pk=job.args["by"]).first())
    jobs.finish(job, content, f"{day.slug}-{day.version}.zip")


def files(day: Day, progress: Callable[[int], None] = lambda done: None) -> Iterator[File]:
    """Every file of a publication, by its path inside the folder of the tournament."""
    for done, output in enumerate(OUTPUTS.values()):
        progress(done)
        with translation.override(day.language):
            for path, content in output.files(day):
                yield (f"{output.folder}/{path}" if output.folder else path), content
    yield ABOUT, json.dumps(about(day), ensure_ascii=False).encode()


def about(day: Day) -> dict[str, Any]:
    """What the index of years says of a tournament."""
    return {
        "folder": day.slug,
        "name": day.name,
        "date": day.date.isoformat(),
        "place": day.place,
        "language": day.language,
        "said": names.day(day.date),
        "version": day.version,
    }


def zipped(made: Iterable[File], day: Day) -> bytes:
    """The folder of the tournament as one file.

    An index of years is not in it: unpacked on a web host, it would take the place of one with more of them.
    """
    out = io.BytesIO()
    stamp = day.made_at.timetuple()[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in made:
            archive.writestr(zipfile.ZipInfo(f"{day.slug}/{path}", stamp), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def write(made: Iterable[File], day: Day, to: Path) -> int:
    """Write a publication under `to`, beside other years, and their index anew; how many files.

    Every file takes its place whole: whoever reads the folder meanwhile never sees half a page. Raises
    `Refusal` where the folder cannot be written to.
    """
    count = 0
    try:
        for path, content in made:
            _put(to / day.slug / path, content)
            count += 1
        with translation.override(day.language):
            _put(to / "index.html", site.year_index(_years(to), day.language))
    except OSError as error:
        raise Refusal("folder_not_writable", folder=str(to), why=error.strerror or str(error)) from error
    return count + 1


def export(tournament: Tournament, format_: str, to: Path, *, public: bool = False) -> list[Path]:
    """The organiser's own data as files in `to`: full names, unless they are for the `public`.

    Raises `Refusal`.
    """
    if format_ not in EXPORTS:
        raise Refusal("no_such_format", format=format_)
    day = gather(tournament, full_names=not public)
    written = []
    try:
        with translation.override(day.language):
            for path, content in OUTPUTS[format_].files(day):
                _put(to / path, content)
                written.append(to / path)
    except OSError as error:
        raise Refusal("folder_not_writable", folder=str(to), why=error.strerror or str(error)) from error
    return written


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.part")
    partial.write_bytes(content)
    os.replace(partial, path)


def _years(to: Path) -> list[dict[str, Any]]:
    """What the folders under `to` say of themselves; one that says nothing we know is left out."""
    found = []
    for path in sorted(to.glob(f"*/{ABOUT}")):
        try:
            said = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            continue
        texts = ("name", "date", "place", "said")
        if isinstance(said, dict) and all(isinstance(said.get(name), str) for name in texts):
            found.append(said | {"folder": path.parent.name})
    return found
