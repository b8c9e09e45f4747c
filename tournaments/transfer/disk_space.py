"""Delete copies and papers that are older than needed, where the disk is full.

The newest of each kind always stays. Results are in the database, which is not touched, and a paper can be
drawn again at any time.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tournaments.models import Job, Snapshot
from tournaments.transfer import copies

MIN_COPIES = 3  # of each tournament: the newest, and two more in case it cannot be read
MIN_PAPERS = 3  # of each tournament


@dataclass(frozen=True)
class OldFiles:
    """Files that are older than needed, and their total size in bytes."""

    files: list[Path]
    size: int


def old_files(what: str) -> OldFiles:
    """Return the `copies` or the `papers` that are older than needed. Raises `KeyError` for anything else."""
    files = {"copies": _old_copies, "papers": _old_papers}[what]()
    return OldFiles(files, sum(_size(path) for path in files))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _old_copies() -> list[Path]:
    """Return old copies in our folder and in the configured one, each by itself: a key may be pulled out."""
    folders = {copies.own_folder(), copies.folder()}
    return [
        path
        for folder in folders
        for paths in copies.find_copies([folder])
        # else the newest copy that is readable may be among the older ones
        if copies.first_readable(paths[:MIN_COPIES])
        for path in paths[MIN_COPIES:]
    ]


def _old_papers() -> list[Path]:
    folder = Path(settings.MEDIA_ROOT)
    made = Job.objects.filter(state=Job.State.DONE, result__endswith=".pdf")  # others, as publications, stay
    results: dict[int | None, list[str]] = {}
    for tournament, result in made.order_by("-pk").values_list("tournament", "result"):
        results.setdefault(tournament, []).append(result)
    needed = {name for names in results.values() for name in names[:MIN_PAPERS]}
    return sorted(path for path in folder.glob("*.pdf") if path.name not in needed)


def free_space(what: Iterable[str]) -> int:
    """Delete these kinds of old files, and return how many are gone.

    The rows about them are deleted afterwards: writing needs the space first.
    """
    gone = []
    for kind in what:
        for path in old_files(kind).files:
            try:
                path.unlink()
            except OSError:  # another process was faster, or that disk is read-only
                continue
            gone.append(str(path))
    for at in range(0, len(gone), 500):
        Snapshot.objects.filter(file__in=gone[at : at + 500]).delete()
    return len(gone)
