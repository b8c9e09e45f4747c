"""Send a publication: only changed files, each whole or not at all, the front pages last.

A file is written under another name and renamed, so that no reader gets half a page. Arrivals are recorded
file by file: a connection that ends, or a laptop that is shut, loses only the file on its way. Files of an
earlier publication that this one lacks are deleted, as a person may have been taken off the list.
"""

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import methodcaller
from typing import Any

from django.utils import translation

from tournaments.delivery.destinations.storage import ConnectionLost, RemoteStorage, TransferError
from tournaments.publishing.outputs import site
from tournaments.publishing.outputs.folder import INDEX_ENTRY_FILE
from tournaments.publishing.outputs.season_folder import Folder

INDEX = "index.html"
OWN_INDEX_MARK = b'<ul class="years">'  # in our index of years: a page without it was put there by others
EVENING_LINK = re.compile(rb'<a class="evening" href="\.\./\.\./([^/"]+)/[^"]*"\s*>(.*?)</a>', re.DOTALL)
OWN_PATH = re.compile(r"([\w-]+/)?[\w-]+(\.[\w-]+)+", re.ASCII)
"""The path of a file in the folder of a season; it never leads out of it."""
MAX_YEARS = 200
MAX_ATTEMPTS = 3  # times in a row that a connection may end before a file has arrived

Note = Callable[[str, str | None], None]


def sending_order(paths: Iterable[str]) -> list[str]:
    """Return the paths of a publication in the order of sending: pages follow what they link to.

    >>> sending_order(["index.html", "fr/index.html", "publication.json", "a.css", "fr/a.html"])
    ['a.css', 'fr/a.html', 'fr/index.html', 'index.html', 'publication.json']
    """

    def late(path: str) -> tuple[int, str]:
        if path == INDEX_ENTRY_FILE:
            return 4, path
        if path.endswith(INDEX):
            return (3 if path == INDEX else 2), path
        return int(path.endswith(".html")), path

    return sorted(paths, key=late)


def sha256(content: bytes) -> str:
    """Return the SHA-256 of a file's content in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


class Sending:
    """One publication to one destination. `open_place` is called again whenever the connection has ended."""

    def __init__(
        self,
        made: Mapping[str, bytes],
        open_place: Callable[[], RemoteStorage],
        *,
        known: Mapping[str, str],
        note: Note,
        report: Callable[[int], None] = lambda done: None,
        beside: Sequence[Folder] = (),
    ) -> None:
        """Take the files and callbacks of a transfer.

        `made`: files by their path in the folder of the tournament; `known`: the SHA-256 of those that are
        there; `note` is called with each file that has arrived, or (with None) was deleted; `report` with how
        many are there. `beside` are the folders of its seasons.
        """
        self.beside = beside
        self.made, self.known, self.note, self.report = made, dict(known), note, report
        self._open = open_place
        self._place: RemoteStorage | None = None
        self._beside: tuple[dict[str, Any], Collection[str]] = ({}, ())
        self._folders: set[str] = set()
        self._renaming = ""
        self.about: dict[str, Any] = json.loads(made[INDEX_ENTRY_FILE])
        self.folder: str = self.about["folder"]
        self.sent = 0
        self.years_left_alone = False

    def send(self) -> None:
        """Send what is missing or has changed. Raises `TransferError`; what arrived until then is recorded.

        A season's folder that belongs to others is reported last: nothing else waits for it.
        """
        try:
            self._retry(self._check_folder)
            hashes = {path: sha256(content) for path, content in self.made.items()}
            due = [path for path in sending_order(self.made) if self.known.get(path) != hashes[path]]
            for count, path in enumerate(due):
                self.report(len(self.made) - len(due) + count)
                self._retry(self._put, f"{self.folder}/{path}", self.made[path])
                self.note_sent(path, hashes[path])
                self.sent += 1
            for path in sorted(self.known.keys() - self.made.keys()):
                self._retry(methodcaller("delete", f"{self.folder}/{path}"))
                self.note_sent(path, None)
            taken = [one.name for one in self.beside if not self._send_season_folder(one)]
            self._retry(self._write_year_index)
            if taken:
                raise TransferError("folder_of_another", taken[0])
        finally:
            try:
                self._disconnect()
            except TransferError:
                for path in list(self.known):  # which of the files have arrived is not known
                    self.note_sent(path, None)
                raise

    def _retry(self, do: Callable[..., None], *args: Any) -> None:
        """Call a function, on a new connection if the present one has ended."""
        for _time in range(MAX_ATTEMPTS):
            try:
                if self._place is None:
                    self._place = self._open()
                do(self._place, *args)
                return
            except ConnectionLost as lost:
                last = lost
                self._disconnect()
        raise last

    def _disconnect(self) -> None:
        if self._place is not None:
            self._place.close()
            self._place = None

    def note_sent(self, path: str, digest: str | None) -> None:
        self.note(path, digest)
        if digest is None:
            del self.known[path]
        else:
            self.known[path] = digest

    def _check_folder(self, place: RemoteStorage) -> None:
        """Check that the folder is ours, and forget the recorded files where that publication is gone."""
        found = place.read(f"{self.folder}/{INDEX_ENTRY_FILE}")
        there = _parse_object(found)
        if there.get("uid", self.about["uid"]) != self.about["uid"]:
            raise TransferError("folder_of_another", self.folder)
        if not self._has_recorded_files(place, found):
            for path in list(self.known):
                self.note_sent(path, None)

    def _has_recorded_files(self, place: RemoteStorage, found: bytes | None) -> bool:
        """Return whether the recorded files are there: a key may have been exchanged, or the folder emptied.

        `found` is the last file of a publication. A publication that was interrupted before it is recognised
        by its first file.
        """
        if found is not None or INDEX_ENTRY_FILE in self.known or not self.known:
            return found is not None and sha256(found) == self.known.get(INDEX_ENTRY_FILE)
        return place.exists(f"{self.folder}/{sending_order(self.known)[0]}")

    def _put(self, place: RemoteStorage, path: str, content: bytes) -> None:
        # another worker may be sending another tournament: the index and the pages of a season are theirs too
        partial = f"{path}.{self.about['uid'][:8]}.part"
        if self._renaming == path and not place.exists(partial):
            return  # the answer was lost, not the file
        self._renaming = ""
        self._make_folders(place, path)
        place.write(partial, content)
        self._renaming = path
        place.rename(partial, path)
        self._renaming = ""

    def _make_folders(self, place: RemoteStorage, path: str) -> None:
        parts = path.split("/")[:-1]
        for at in range(1, len(parts) + 1):
            folder = "/".join(parts[:at])
            if folder not in self._folders:
                place.make_folder(folder)
                self._folders.add(folder)

    def _send_season_folder(self, one: Folder) -> bool:
        """Send what changed of a season's folder; return False where the folder belongs to others.

        The folder itself lists its files, as several tournaments write it, perhaps from several machines.
        """
        self._retry(self._read_season_folder, one)
        about, folders = self._beside
        if about and about.get("uid") != one.uid:
            return one.withdrawn
        if one.withdrawn and not about and one.name not in folders:
            return True
        files = {path: _without_dead_links(content, folders) for path, content in one.files.items()}
        hashes = {path: sha256(content) for path, content in files.items()}
        there = about.get("files")
        for path in sending_order(files):
            if not isinstance(there, dict) or there.get(path) != hashes[path]:
                self._retry(self._put, f"{one.name}/{path}", files[path])
        for path in sorted(there.keys() - files.keys()) if isinstance(there, dict) else ():
            if OWN_PATH.fullmatch(path):  # the list was read from the destination
                self._retry(methodcaller("delete", f"{one.name}/{path}"))
        written = json.dumps(one.about | {"files": hashes}, ensure_ascii=False).encode()
        self._retry(self._put, f"{one.name}/{INDEX_ENTRY_FILE}", written)
        return True

    def _read_season_folder(self, place: RemoteStorage, one: Folder) -> None:
        """Read the description in a season's folder, and which folders are there."""
        about = _parse_object(place.read(f"{one.name}/{INDEX_ENTRY_FILE}"))
        self._beside = about, {*place.folders(), self.folder}

    def _write_year_index(self, place: RemoteStorage) -> None:
        """Write the index of years beside the folders; a front page that is not ours stays as it is.

        It is read again afterwards: another worker, which sends another tournament, may have written it too.
        """
        for _time in range(MAX_ATTEMPTS):
            there = place.read(INDEX)
            if there is not None and OWN_INDEX_MARK not in there:
                self.years_left_alone = True
                return
            content = self._year_index(place)
            if content == there:
                return
            self._put(place, INDEX, content)

    def _year_index(self, place: RemoteStorage) -> bytes:
        """Return the index of the tournaments and seasons that are there."""
        years = {self.folder: self.about}
        # a folder beside ours may hold a tournament; a name that would break a line of FTP is refused
        others = [
            name
            for name in place.folders()
            if name not in years and name.isprintable() and not set(name) & set("./")
        ]
        for folder in others[:MAX_YEARS]:
            index = _parse_index(place.read(f"{folder}/{INDEX_ENTRY_FILE}"))
            if index:
                years[folder] = index | {"folder": folder}
        with translation.override(self.about["language"]):
            return site.year_index(years.values(), self.about["language"])


def _without_dead_links(content: bytes, folders: Collection[str]) -> bytes:
    """Return a page of a season without the links to evenings that are not there."""

    def kept(link: re.Match[bytes]) -> bytes:
        return link[0] if link[1].decode() in folders else link[2]

    return EVENING_LINK.sub(kept, content)


def _parse_index(content: bytes | None) -> dict[str, Any]:
    """Return the description of a folder for the index of years, or an empty dict where it is incomplete."""
    index = _parse_object(content)
    texts = ("name", "date", "place", "said")
    return index if all(isinstance(index.get(name), str) for name in texts) else {}


def _parse_object(content: bytes | None) -> dict[str, Any]:
    """Return the description in a folder, above all its owner; an empty dict where it is no JSON object."""
    try:
        found = json.loads(content or b"")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
