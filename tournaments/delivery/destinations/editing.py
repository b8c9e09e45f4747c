"""Set up destinations: typed values are checked; a password is never sent to another server."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from django.conf import settings

from scoring import DomainError
from tournaments.common import jobs
from tournaments.delivery.destinations import encryption
from tournaments.delivery.destinations.registry import protocol_of
from tournaments.models import Destination, Job, SentFile, Tournament

MAX_DESTINATIONS = 12  # of one tournament


class Server(NamedTuple):
    """A server with its port and folder, as parsed from typed text."""

    host: str
    port: int | None
    path: str


def parse_server(typed: str, port: int | None, path: str) -> Server:
    """Parse a typed server, port and folder; the server may be a whole URL.

    Raises `DomainError` where it is no name of a server.

    >>> parse_server("https://nuage.example/remote.php/dav/Mes%20documents/", None, "")
    Server(host='nuage.example', port=None, path='/remote.php/dav/Mes documents')
    """
    try:
        parts = urlsplit(typed if "//" in typed else f"//{typed}")
        host, own_port = parts.hostname or "", parts.port
    except ValueError as error:
        raise DomainError("destination_host", host=typed) from error
    if not host or len(host) > 200 or any(sign.isspace() or sign in "/\\@?#%" for sign in host):
        raise DomainError("destination_host", host=typed)
    return Server(host, port or own_port, parse_folder(path or unquote(parts.path.rstrip("/"))))


def parse_folder(typed: str) -> str:
    """Normalise a folder on a server.

    Raises `DomainError` where it contains '..' or characters it cannot have.

    >>> parse_folder("/www/cribbage/"), parse_folder(" public_html "), parse_folder("")
    ('/www/cribbage', 'public_html', '')
    """
    path = typed.strip()
    if not path.isprintable() or ".." in path.split("/"):
        raise DomainError("destination_path", path=typed)
    return "/" if path == "/" else path.rstrip("/")


def clean_own_folder(typed: str) -> str:
    """Check a folder of this computer.

    Raises `DomainError` where it is missing, belongs to Cheville itself, or refuses a file. The units of a
    server, for example, may write in its data folder only.
    """
    path = Path(typed.strip())
    if not typed.strip() or not path.is_absolute() or not path.is_dir():
        raise DomainError("destination_folder", path=typed)
    real = path.resolve()
    for ours in (settings.BASE_DIR, settings.DATA_DIR):
        if real.is_relative_to(Path(ours).resolve()):
            raise DomainError("destination_own_folder", path=typed)
    try:
        TemporaryFile(dir=path).close()
    except OSError as error:
        raise DomainError("destination_read_only", path=typed, why=error.strerror) from error
    return str(path)


def save_destination(
    tournament: Tournament, given: Mapping[str, Any], destination: Destination | None
) -> Destination:
    """Create a destination, or change one, from typed values.

    The values are `name`, `kind`, `host`, `port`, `path`, `user`, `password` and `wide` (for all tournaments
    of the organisation). An empty password leaves the stored one, but never for another server or user: users
    who can change a destination must not be able to have its password sent elsewhere. Raises `DomainError`.
    """
    if destination is None and Destination.for_tournament(tournament).count() >= MAX_DESTINATIONS:
        raise DomainError("destination_too_many", most=MAX_DESTINATIONS)
    kept = destination or Destination(organisation_id=tournament.organisation_id)
    before, path_before = kept.where, kept.path
    kept.name, kept.kind = given["name"], given["kind"]
    if protocol_of(kept).over_network:
        kept.host, kept.port, kept.path = parse_server(given["host"], given["port"], given["path"])
        kept.user = given["user"]
    else:
        kept.host, kept.port, kept.user = "", None, ""
        kept.path = clean_own_folder(given["path"])
    moved = kept.where != before
    if moved:
        kept.sealed = kept.host_key = kept.offered_key = ""
    if given["password"]:
        kept.sealed = encryption.seal(given["password"])
    elif moved and protocol_of(kept).over_network:
        raise DomainError("destination_password")
    kept.tournament_uid = None if given["wide"] else tournament.uid
    kept.save()
    if moved or kept.path != path_before:
        forget_sent_files(kept)
    return kept


def forget_sent_files(destination: Destination) -> None:
    """Forget which files have arrived, so that everything is sent again next time."""
    SentFile.objects.filter(destination=destination).delete()


def accept_key(destination: Destination, key: str) -> bool:
    """Trust the host key that the server showed; return False where it has shown another one since."""
    shown = Destination.objects.filter(pk=destination.pk, offered_key=key).exclude(offered_key="")
    return bool(shown.update(host_key=key, offered_key=""))


def newest_publish_job(tournament: Tournament) -> Job | None:
    """Return the job of the newest finished publication."""
    return tournament.jobs.filter(kind=jobs.PUBLISH, state=Job.State.DONE).first()
