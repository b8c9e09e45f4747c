"""Find the data of an earlier Cheville, and go on with a copy of them.

Earlier versions kept their data in their own folder. An installed program keeps them where the system keeps
the data of a user. Its first start looks for earlier ones and offers them; the old folder stays as it is, so
that the old program can still be started. No Django: the settings read the secret key that is copied.
"""

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import platformdirs

from tournaments.system import data_folder
from tournaments.system.data_folder import DATABASE
from tournaments.system.database_file import copy_database, open_existing

UNCOPIED_FILES = ("static", "metrics", "trial-*", f"{DATABASE}*", "*.part")
EARLIER_VARIABLE = "CHEVILLE_EARLIER"
"""The environment variable with the folder that could not be offered."""
MAX_DEPTH = 2  # folders below a place that are looked into


class EarlierData(NamedTuple):
    """A data folder of an earlier program: when it was last used, and how many tournaments it has."""

    last: datetime
    folder: Path
    tournaments: int


def find(places: list[Path]) -> list[EarlierData]:
    """Return the data folders in and below these places that can be read, the last used first."""
    files = {file.resolve() for place in places for file in _databases(place, MAX_DEPTH)}
    return sorted((found for file in files for found in _read(file)), reverse=True)


def _databases(folder: Path, depth: int) -> Iterator[Path]:
    """Yield the databases in the `data` of a folder and of those below it.

    What cannot be read is skipped, such as a disk of the network that is away: `Path.glob` raises an error.
    """
    if os.path.isfile(file := folder / "data" / DATABASE):
        yield file
    below: list[os.DirEntry[str]] = []
    if depth:
        with suppress(OSError):
            below = [entry for entry in os.scandir(folder) if entry.is_dir()]
    for entry in below:
        yield from _databases(Path(entry.path), depth - 1)


def _read(file: Path) -> Iterator[EarlierData]:
    try:
        found = [path.stat() for path in (file, *file.parent.glob(f"{DATABASE}-wal"))]
        last = max(one.st_mtime for one in found if one.st_size)  # reading leaves an empty journal
        with open_existing(file) as database:
            count = database.execute("SELECT COUNT(*) FROM tournaments_tournament").fetchone()[0]
        yield EarlierData(datetime.fromtimestamp(last).astimezone(), file.parent, count)
    except (OSError, ValueError, sqlite3.Error):  # ValueError: all of it is empty
        return


def usual_places() -> list[Path]:
    """Return where a user may have unpacked Cheville."""
    of_user = (
        platformdirs.user_desktop_path(),
        platformdirs.user_documents_path(),
        platformdirs.user_downloads_path(),
    )
    beside = Path(sys.executable).resolve().parent.parent
    places = (Path.home(), *of_user, beside, Path.cwd(), Path.cwd().parent)
    return [place for place in dict.fromkeys(places) if os.path.isdir(place) and place != Path(place.anchor)]


def copy_data_folder(source: Path, target: Path) -> None:
    """Copy a data folder. The database comes last: without it the next start offers the copy again.

    Exits with a sentence where there is no database, or the copy cannot be written.
    """
    _ = data_folder.translations().gettext
    if not (source / DATABASE).is_file():
        raise SystemExit(_("There is no Cheville data in %(folder)s.") % {"folder": source})
    if (target / DATABASE).exists():
        sentence = _(
            "Cheville has data already, in %(folder)s. Rename that folder first; nothing was changed."
        )
        raise SystemExit(sentence % {"folder": target})
    try:
        shutil.copytree(source, target, ignore=shutil.ignore_patterns(*UNCOPIED_FILES), dirs_exist_ok=True)
        copy_database(source / DATABASE, target / DATABASE)
    except (OSError, sqlite3.Error) as error:  # shutil.Error is an OSError
        sentence = _("The data of %(folder)s could not be copied (%(why)s). They are as before.")
        raise SystemExit(sentence % {"folder": source, "why": error}) from None


def offer(target: Path, places: list[Path]) -> None:
    """Offer data found in these places to a program without a database, and copy the one that is chosen.

    Where no terminal can answer, the first page says where they are (`settings.EARLIER_DATA`).
    """
    if (target / DATABASE).exists():
        return
    found = find(places)
    if not found:
        return
    sentences = data_folder.translations()
    _, ngettext = sentences.gettext, sentences.ngettext
    sentence = _("Cheville keeps its data in %(folder)s now. Data of an earlier Cheville were found in:")
    _print_line(sentence % {"folder": target})
    for number, one in enumerate(found, start=1):
        count = ngettext("%(count)s tournament", "%(count)s tournaments", one.tournaments)
        sentence = _("last used %(day)s") % {"day": one.last.strftime("%Y-%m-%d")}
        _print_line(f"    {number}  {one.folder}  ({sentence}, {count % {'count': one.tournaments}})")
    if not sys.stdin.isatty():
        os.environ[EARLIER_VARIABLE] = str(found[0].folder)
        _print_line(_("To go on with a copy of one of them: cheville take_over FOLDER"))
        return
    question = _("Enter: go on with a copy of 1. Another number: of that one. 0: start empty. ")
    if typed := _ask(question, len(found)):
        copy_data_folder(found[typed - 1].folder, target)
        _print_line(_("Copied. The old folder stays as it is: delete it once you no longer need it."))


def _ask(question: str, most: int) -> int:
    """Ask until the answer is a number up to `most`; Enter alone is 1."""
    while True:
        try:
            typed = input(question).strip() or "1"
        except EOFError:
            return 0
        if typed.isdecimal() and int(typed) <= most:
            return int(typed)


def _print_line(text: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)
