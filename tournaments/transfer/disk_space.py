"""What may be deleted where the disk is full: copies and papers that are older than needed.

Never the newest of anything, and nothing of a result: those are in the database, which is not touched. A
paper can be made again at any time.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tournaments.models import Job, Snapshot
from tournaments.transfer import copies

COPIES_STAY = 3  # of each tournament: the newest, and two in case that one cannot be read
PAPERS_STAY = 3  # of each tournament


@dataclass(frozen=True)
class Old:
    """Files that are older than needed, and how many bytes they have together."""

    files: list[Path]
    size: int


def old(what: str) -> Old:
    """The `copies` or the `papers` that are older than needed. Raises `KeyError` for anything else."""
    files = {"copies": _copies, "papers": _papers}[what]()
    return Old(files, sum(_size(path) for path in files))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _copies() -> list[Path]:
    """In our own folder and in the one that was asked for, each by itself: a key may be pulled out."""
    folders = {copies.own_folder(), copies.folder()}
    return [
        path
        for folder in folders
        for paths in copies.lying_in([folder])
        if copies.readable(paths[:COPIES_STAY])  # else the newest that is of use may be among the older ones
        for path in paths[COPIES_STAY:]
    ]


def _papers() -> list[Path]:
    folder = Path(settings.MEDIA_ROOT)
    made = Job.objects.filter(state=Job.State.DONE).exclude(result="")
    results: dict[int | None, list[str]] = {}
    for tournament, result in made.order_by("-pk").values_list("tournament", "result"):
        results.setdefault(tournament, []).append(result)
    needed = {name for names in results.values() for name in names[:PAPERS_STAY]}
    return sorted(path for path in folder.glob("*.pdf") if path.name not in needed)


def free_space(what: Iterable[str]) -> int:
    """Delete these kinds of old files; how many are gone. What is written down follows: first comes room."""
    gone = []
    for kind in what:
        for path in old(kind).files:
            try:
                path.unlink()
            except OSError:  # somebody else was faster, or that disk takes nothing
                continue
            gone.append(str(path))
    for at in range(0, len(gone), 500):
        Snapshot.objects.filter(file__in=gone[at : at + 500]).delete()
    return len(gone)
