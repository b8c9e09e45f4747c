"""Files arrive whole and once over every protocol, and faults are distinguished, on real servers."""

import errno
import json
import os
import socket
import threading
from pathlib import Path
from random import Random

import pytest

from tests.delivery.destinations.servers import BadWire
from tournaments.delivery.destinations import encryption
from tournaments.delivery.destinations.queue import check_storage
from tournaments.delivery.destinations.registry import PROTOCOLS, open_storage
from tournaments.delivery.destinations.sending import Sending, sha256
from tournaments.delivery.destinations.storage import TransferError

TOURNAMENT_DATA = {
    "uid": "1",
    "folder": "jour",
    "name": "Journée L'Écuyer",
    "date": "2026-11-23",
    "place": "",
    "said": "lundi",
}
NETWORK_KINDS = [kind for kind, way in PROTOCOLS.items() if way.over_network]


def publication(pages: int = 3, **about: str) -> dict[str, bytes]:
    """Return the files of a small site."""
    content = json.dumps(TOURNAMENT_DATA | {"language": "fr-ca"} | about).encode()
    made = {f"fr/people/{at}.html": b"<p>Saint-Hilaire %d" % at * 40 for at in range(pages)}
    return made | {
        "site.css": b"p {}",
        "index.html": b"<p>",
        "fr/index.html": b"<p>",
        "publication.json": content,
    }


def folder_of(destination, top: Path) -> Path:
    return Path(destination.path) if destination.kind == "folder" else top / destination.path


def stored_files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def send_publication(made, destination, known=None, **options):
    """Send a publication, and return the sending and its notes."""
    notes: list[tuple[str, str | None]] = []
    sending = Sending(
        made,
        lambda: open_storage(destination),
        known=known or {},
        note=lambda path, digest: notes.append((path, digest)),
        **options,
    )
    sending.send()
    return sending, notes


@pytest.mark.parametrize("kind", PROTOCOLS)
def test_only_changed_files_are_sent_again(kind, set_up, top):
    destination = set_up(kind)
    made = publication()
    sending, notes = send_publication(made, destination)
    there = stored_files(folder_of(destination, top))
    assert {path.removeprefix("jour/") for path in there if path != "index.html"} == set(made)
    assert all(there[f"jour/{path}"] == content for path, content in made.items())
    assert b'href="jour/index.html"' in there["index.html"]
    assert sending.sent == len(made) == len(notes)
    assert notes[-1][0] == "publication.json"

    changed = publication(2) | {"site.css": b"b {}"}
    sending, notes = send_publication(changed, destination, known=dict(notes))
    assert notes == [("site.css", sha256(b"b {}")), ("fr/people/2.html", None)]
    there = stored_files(folder_of(destination, top))
    assert "jour/fr/people/2.html" not in there
    assert there["jour/site.css"] == b"b {}"


@pytest.mark.parametrize("kind", PROTOCOLS)
def test_publication_begun_on_another_disk_is_sent_whole(kind, set_up, top):
    destination = set_up(kind)
    made = publication()
    begun = {path: sha256(made[path]) for path in ("site.css", "fr/people/0.html")}
    # The first sending ended here, before publication.json.
    sending, _notes = send_publication(made, destination, known=begun)
    assert sending.sent == len(made)
    begun = {path: sha256(content) for path, content in made.items() if path.endswith(".html")}
    assert send_publication(publication(name="Une autre"), destination, known=begun)[0].sent == len(made)
    there = stored_files(folder_of(destination, top))
    assert {path.removeprefix("jour/") for path in there if path != "index.html"} == set(made)


@pytest.mark.parametrize("kind", PROTOCOLS)
def test_testing_a_destination_leaves_no_files(kind, set_up, top):
    destination = set_up(kind)
    check_storage(open_storage(destination))
    assert stored_files(folder_of(destination, top)) == {}


@pytest.mark.parametrize("kind", NETWORK_KINDS)
@pytest.mark.parametrize("path", ["/", "jour d'été"])
def test_root_and_folder_with_a_space_can_be_used(kind, path, set_up, top):
    (top / "jour d'été").mkdir(exist_ok=True)
    before = set(stored_files(top))
    check_storage(open_storage(set_up(kind, path=path)))
    assert set(stored_files(top)) == before


@pytest.mark.parametrize("host", ["::1", "écuyer.example", "o\u2019brien-Łukasz.example"])
def test_webdav_accepts_ipv6_and_international_host_names(host, set_up, top, monkeypatch):
    destination = set_up("webdav_plain", host=host)
    here = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", int(destination.port)))]
    with monkeypatch.context() as resolver:
        resolver.setattr(socket, "getaddrinfo", lambda *asked, **more: here)
        send_publication(publication(), destination)
    assert b'href="jour/index.html"' in stored_files(folder_of(destination, top))["index.html"]


@pytest.mark.parametrize("kind", ["webdav", "webdav_plain", "ftp", "sftp"])
@pytest.mark.parametrize("host", ["é" * 80, "a..b"])
def test_invalid_host_name_is_not_found(kind, host, set_up):
    with pytest.raises(TransferError) as trouble:
        open_storage(set_up(kind, host=host))
    assert trouble.value.code == "host_not_found"


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, b"jour\rDELE a") for kind in NETWORK_KINDS]
    + [(kind, b"\xc9t\xe9") for kind in ("sftp", "ftp", "ftps")],  # this WebDAV server lists none
)
def test_folders_with_odd_names_do_not_prevent_sending(kind, name, set_up, top):
    destination = set_up(kind)
    os.mkdir(os.fsencode(folder_of(destination, top)) + b"/" + name)
    sending, _notes = send_publication(publication(), destination)
    assert sending.sent == len(sending.made)


def test_ftp_error_in_another_encoding_is_understood(set_up):
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def say() -> None:
            near, _address = listening.accept()
            with near:
                near.sendall("421 Trop occupé, réessayez\r\n".encode("latin-1"))

        speaking = threading.Thread(target=say)
        speaking.start()
        with pytest.raises(TransferError) as trouble:
            open_storage(set_up("ftp", port=listening.getsockname()[1]))
        speaking.join()
    assert (trouble.value.code, trouble.value.passing) == ("destination_busy", True)


@pytest.mark.parametrize("kind", PROTOCOLS)
def test_files_of_other_sites_are_not_overwritten(kind, set_up, top):
    destination = set_up(kind)
    folder = folder_of(destination, top)
    (folder / "index.html").write_bytes(b"<h1>Club O'Brien")
    sending, _notes = send_publication(publication(), destination)
    assert sending.years_left_alone
    assert (folder / "index.html").read_bytes() == b"<h1>Club O'Brien"
    with pytest.raises(TransferError) as trouble:
        send_publication(publication(uid="2"), destination)
    assert (trouble.value.code, trouble.value.passing) == ("folder_of_another", False)


@pytest.mark.parametrize("kind", NETWORK_KINDS)
def test_wrong_password_differs_from_connection_errors(kind, set_up):
    with pytest.raises(TransferError) as trouble:
        open_storage(set_up(kind, sealed=encryption.seal("motdepasse")))
    assert (trouble.value.code, trouble.value.passing) == ("sign_in_refused", False)
    assert "motdepasse" not in trouble.value.why
    with pytest.raises(TransferError) as trouble:
        open_storage(set_up(kind, host="nulle-part.invalid"))
    assert (trouble.value.code, trouble.value.passing) == ("host_not_found", True)
    with pytest.raises(TransferError) as trouble:
        open_storage(set_up(kind, port=1))
    assert (trouble.value.code, trouble.value.passing) == ("host_not_reached", True)


@pytest.mark.parametrize("kind", NETWORK_KINDS)
def test_internal_addresses_are_refused_on_a_server(kind, set_up, settings):
    settings.INTERNAL_ADDRESSES = False
    inside = ("64:ff9b::a9fe:a9fe", "2002:a00:1::", "::127.0.0.1", "::ffff:0:127.0.0.1", "fec0::1", "fd00::1")
    for host in (
        "127.0.0.1",
        "localhost",
        "0.0.0.0",
        "169.254.169.254",
        "::ffff:127.0.0.1",
        "2130706433",
        *inside,
    ):
        with pytest.raises(TransferError) as trouble:
            open_storage(set_up(kind, host=host))
        assert trouble.value.code == "internal_address", host


@pytest.mark.parametrize("kind", ["ftps", "webdav"])
def test_untrusted_certificate_is_refused(kind, set_up, monkeypatch):
    destination = set_up(kind)
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(TransferError) as trouble:
        open_storage(destination)
    assert (trouble.value.code, trouble.value.passing) == ("certificate_refused", False)


def test_unknown_or_changed_host_key_is_refused(set_up, sftp):
    with pytest.raises(TransferError) as trouble:
        open_storage(set_up("sftp", host_key=""))
    assert trouble.value.code == "host_key_new"
    assert trouble.value.why.startswith("SHA256:")
    destination = set_up("sftp")
    open_storage(destination).close()
    sftp.with_another_key()
    with pytest.raises(TransferError) as trouble:
        open_storage(destination)
    assert (trouble.value.code, trouble.value.passing) == ("host_key_changed", False)
    assert trouble.value.why == sftp.key.get_fingerprint()


def test_missing_folder_is_a_temporary_error_and_not_created(set_up, tmp_path):
    destination = set_up("folder")
    (tmp_path / "key").rmdir()
    with pytest.raises(TransferError) as trouble:
        send_publication(publication(), destination)
    assert (trouble.value.code, trouble.value.passing) == ("folder_gone", True)
    assert not (tmp_path / "key").exists()


def test_files_that_a_key_does_not_keep_are_not_noted(set_up, monkeypatch):
    destination, known = set_up("folder"), {}

    def fail(_descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    def note(path: str, digest: str | None) -> None:
        known[path] = digest

    monkeypatch.setattr(os, "fsync", fail)
    sending = Sending(publication(), lambda: open_storage(destination), known={}, note=note)
    with pytest.raises(TransferError) as trouble:
        sending.send()
    assert (trouble.value.code, trouble.value.passing) == ("folder_gone", True)
    assert known == dict.fromkeys(publication())


def test_key_that_is_pulled_before_its_files_are_flushed_is_gone(set_up):
    destination = set_up("folder")
    folder = Path(destination.path)
    place = open_storage(destination)
    place.write("index.html.part", b"<p>")
    place.rename("index.html.part", "index.html")
    folder.rename(folder.with_name("unmounted"))
    with pytest.raises(TransferError) as trouble:
        place.close()
    assert (trouble.value.code, trouble.value.passing) == ("folder_gone", True)


@pytest.mark.parametrize("kind", PROTOCOLS)
def test_tournaments_sent_at_the_same_time_are_both_in_the_index(kind, set_up, top):
    """Another worker sends a tournament of the same event between the write of an index and its rename."""
    destination = set_up(kind)
    other = publication(uid="2", folder="soir", name="Soirée")

    def open_interrupted():
        place = open_storage(destination)
        rename = place.rename

        def rename_late(path: str, to: str) -> None:
            if to == "index.html" and "soir" not in place.folders():
                send_publication(other, destination)
            rename(path, to)

        place.rename = rename_late
        return place

    Sending(publication(), open_interrupted, known={}, note=lambda path, digest: None).send()
    there = stored_files(folder_of(destination, top))
    assert all(f'href="{folder}/index.html"'.encode() in there["index.html"] for folder in ("jour", "soir"))
    assert [path for path in there if path.endswith(".part")] == []


@pytest.mark.parametrize("kind", ["sftp", "ftp", "webdav_plain"])
def test_hundred_files_arrive_over_a_failing_connection(kind, set_up, top, sftp):
    """One file in five loses its connection at some point, and twice the server is away for a while."""
    destination, chance = set_up(kind), Random(7)
    wire = BadWire(destination.port)
    destination.port = wire.port
    made = publication(96)
    assert len(made) == 100
    known: dict[str, str] = {}
    times: list[str] = []
    died = 0

    def note(path: str, digest: str | None) -> None:
        nonlocal died
        assert digest
        known[path] = digest
        times.append(path)
        if len(times) in (30, 70) and died < 2:
            wire.dead, died = True, died + 1

    def drop(_done: int) -> None:
        if chance.random() < 0.2:
            wire.pieces = chance.randint(1, 6)

    while known.keys() != made.keys():
        sending = Sending(made, lambda: open_storage(destination), known=known, note=note, report=drop)
        try:
            sending.send()
        except TransferError as trouble:
            if not trouble.passing:
                raise
            wire.dead = False
    wire.close()
    assert died == 2
    assert wire.dropped > 10
    assert sorted(times) == sorted(made)  # each file is noted once
    there = stored_files(folder_of(destination, top))
    assert there.keys() == {"index.html", *(f"jour/{path}" for path in made)}
    assert all(there[f"jour/{path}"] == content for path, content in made.items())
    if kind == "sftp":
        here = {path: count for path, count in sftp.renamed.items() if destination.path in path}
        assert set(here.values()) == {1}
