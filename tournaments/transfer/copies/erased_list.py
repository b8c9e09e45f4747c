"""The uids of the people who were erased, in a file beside the copies: it outlasts the database."""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from uuid import UUID

from django.db import transaction

from tournaments.models import Organisation
from tournaments.models.locking import writer_lock
from tournaments.system import disk
from tournaments.transfer import erasure
from tournaments.transfer.copies.rows import uids_erased
from tournaments.transfer.copies.writing import folder, own_folder, write_beside

FILE_NAME = "erased.json"
MAX_SIZE = 10_000_000

Listed = dict[str, set[str]]


def write_beside_copies() -> None:
    """Add the people who were erased here to the files beside the copies."""
    write_beside(FILE_NAME, _file_content(read(own_folder(), folder())))


def write_into(backups: Path) -> None:
    """Add the people who were erased here to the file in a folder of backups, if there are any."""
    listed = _file_content(read(backups))
    if listed != b"{}":
        disk.write_atomically(backups / FILE_NAME, listed)


def _file_content(listed: Listed) -> bytes:
    for organisation in Organisation.objects.all():
        listed.setdefault(str(organisation.uid), set()).update(uids_erased(organisation))
    return json.dumps({uid: sorted(people) for uid, people in sorted(listed.items()) if people}).encode()


def read(*folders: Path) -> Listed:
    """Return the people whom the files in these folders list, by organisation; what is no uid is skipped."""
    listed: Listed = {}
    for path in dict.fromkeys(where / FILE_NAME for where in folders):
        for organisation, person in _read(path):
            listed.setdefault(organisation, set()).add(person)
    return listed


def listed_people(organisation: Organisation) -> set[str]:
    """Return the people of an organisation whom the files beside the copies list."""
    return read(own_folder(), folder()).get(str(organisation.uid), set())


def erase_in(organisation: Organisation, uids: Iterable[str]) -> None:
    """Erase people whom a copy or file lists; after the commit the files beside the copies list them too."""
    erasure.erase_listed(organisation, uids)
    if not listed_people(organisation).issuperset(uids_erased(organisation)):
        transaction.on_commit(write_beside_copies)


def _read(path: Path) -> Iterator[tuple[str, str]]:
    with suppress(OSError, ValueError, RecursionError):
        if path.stat().st_size > MAX_SIZE:
            return
        found = json.loads(path.read_bytes())
        for organisation, people in found.items() if isinstance(found, dict) else ():
            for person in people if isinstance(people, list) else ():
                with suppress(ValueError, TypeError, AttributeError):
                    yield str(UUID(organisation)), str(UUID(person))


def erase_again(*folders: Path) -> None:
    """Erase whom the files beside the copies, and in these folders, list, as a database may be an old one."""
    listed = read(own_folder(), folder(), *folders)
    for organisation in Organisation.objects.filter(uid__in=listed):
        with writer_lock(), transaction.atomic():
            erasure.erase_listed(organisation, listed[str(organisation.uid)])
