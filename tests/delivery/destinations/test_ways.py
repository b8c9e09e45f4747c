"""Every way to a destination, spoken with a real server: files arrive whole and once, faults told apart."""

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

ABOUT = {
    "uid": "1",
    "folder": "jour",
    "name": "Journée L'Écuyer",
    "date": "2026-11-23",
    "place": "",
    "said": "lundi",
}
NETWORK = [kind for kind, way in PROTOCOLS.items() if way.over_network]


def publication(pages: int = 3, **about: str) -> dict[str, bytes]:
    """A small site."""
    said = json.dumps(ABOUT | {"language": "fr-ca"} | about).encode()
    made = {f"fr/people/{at}.html": b"<p>Saint-Hilaire %d" % at * 40 for at in range(pages)}
    return made | {
        "site.css": b"p {}",
        "index.html": b"<p>",
        "fr/index.html": b"<p>",
        "publication.json": said,
    }


def folder_of(destination, top: Path) -> Path:
    return Path(destination.path) if destination.kind == "folder" else top / destination.path


def lying(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def sent(made, destination, known=None, **options):
    """A publication sent, and what was noted of it."""
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
def test_a_publication_arrives_and_a_changed_one_sends_what_changed(kind, set_up, top):
    destination = set_up(kind)
    made = publication()
    sending, notes = sent(made, destination)
    there = lying(folder_of(destination, top))
    assert {path.removeprefix("jour/") for path in there if path != "index.html"} == set(made)
    assert all(there[f"jour/{path}"] == content for path, content in made.items())
    assert b'href="jour/index.html"' in there["index.html"]
    assert sending.sent == len(made) == len(notes)
    assert notes[-1][0] == "publication.json"

    changed = publication(2) | {"site.css": b"b {}"}
    sending, notes = sent(changed, destination, known=dict(notes))
    assert notes == [("site.css", sha256(b"b {}")), ("fr/people/2.html", None)]
    there = lying(folder_of(destination, top))
    assert "jour/fr/people/2.html" not in there
    assert there["jour/site.css"] == b"b {}"


@pytest.mark.parametrize("kind", PROTOCOLS)
def test_what_was_begun_on_another_key_is_sent_whole(kind, set_up, top):
    destination = set_up(kind)
    made = publication()
    begun = {path: sha256(made[path]) for path in ("site.css", "fr/people/0.html")}
    sending, _notes = sent(made, destination, known=begun)  # it ended there, before publication.json
    assert sending.sent == len(made)
    begun = {path: sha256(content) for path, content in made.items() if path.endswith(".html")}
    assert sent(publication(name="Une autre"), destination, known=begun)[0].sent == len(made)
    there = lying(folder_of(destination, top))
    assert {path.removeprefix("jour/") for path in there if path != "index.html"} == set(made)


@pytest.mark.parametrize("kind", PROTOCOLS)
def test_a_destination_can_be_tried_out_and_keeps_nothing_of_it(kind, set_up, top):
    destination = set_up(kind)
    check_storage(open_storage(destination))
    assert lying(folder_of(destination, top)) == {}


@pytest.mark.parametrize("kind", NETWORK)
@pytest.mark.parametrize("path", ["/", "jour d'été"])
def test_the_top_of_a_server_and_a_folder_with_a_space_are_folders_too(kind, path, set_up, top):
    (top / "jour d'été").mkdir(exist_ok=True)
    before = set(lying(top))
    check_storage(open_storage(set_up(kind, path=path)))
    assert set(lying(top)) == before


@pytest.mark.parametrize("host", ["::1", "écuyer.example", "o\u2019brien-Łukasz.example"])
def test_a_server_of_webdav_is_named_as_addresses_name_it(host, set_up, top, monkeypatch):
    destination = set_up("webdav_plain", host=host)
    here = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", int(destination.port)))]
    with monkeypatch.context() as resolver:
        resolver.setattr(socket, "getaddrinfo", lambda *asked, **more: here)
        sent(publication(), destination)
    assert b'href="jour/index.html"' in lying(folder_of(destination, top))["index.html"]


@pytest.mark.parametrize("kind", ["webdav", "webdav_plain", "ftp", "sftp"])
@pytest.mark.parametrize("host", ["é" * 80, "a..b"])
def test_what_is_no_name_of_a_server_is_not_found(kind, host, set_up):
    with pytest.raises(TransferError) as trouble:
        open_storage(set_up(kind, host=host))
    assert trouble.value.code == "host_not_found"


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, b"jour\rDELE a") for kind in NETWORK]
    + [(kind, b"\xc9t\xe9") for kind in ("sftp", "ftp", "ftps")],  # that of WebDAV here lists none like it
)
def test_folders_of_any_name_may_lie_beside_ours(kind, name, set_up, top):
    destination = set_up(kind)
    os.mkdir(os.fsencode(folder_of(destination, top)) + b"/" + name)
    sending, _notes = sent(publication(), destination)
    assert sending.sent == len(sending.made)


def test_a_server_of_ftp_may_speak_any_alphabet(set_up):
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
def test_the_front_page_of_somebody_else_stays_and_so_does_another_tournament(kind, set_up, top):
    destination = set_up(kind)
    folder = folder_of(destination, top)
    (folder / "index.html").write_bytes(b"<h1>Club O'Brien")
    sending, _notes = sent(publication(), destination)
    assert sending.years_left_alone
    assert (folder / "index.html").read_bytes() == b"<h1>Club O'Brien"
    with pytest.raises(TransferError) as trouble:
        sent(publication(uid="2"), destination)
    assert (trouble.value.code, trouble.value.passing) == ("folder_of_another", False)


@pytest.mark.parametrize("kind", NETWORK)
def test_a_wrong_password_is_told_from_a_bad_connection(kind, set_up):
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


@pytest.mark.parametrize("kind", NETWORK)
def test_on_a_server_no_address_of_its_own_network_is_reached(kind, set_up, settings):
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
def test_a_certificate_that_nobody_vouches_for_is_refused(kind, set_up, monkeypatch):
    destination = set_up(kind)
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(TransferError) as trouble:
        open_storage(destination)
    assert (trouble.value.code, trouble.value.passing) == ("certificate_refused", False)


def test_a_server_is_known_by_its_key_and_another_one_gets_no_password(set_up, sftp):
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


def test_a_key_that_was_pulled_out_is_waited_for_and_never_made(set_up, tmp_path):
    destination = set_up("folder")
    (tmp_path / "key").rmdir()
    with pytest.raises(TransferError) as trouble:
        sent(publication(), destination)
    assert (trouble.value.code, trouble.value.passing) == ("folder_gone", True)
    assert not (tmp_path / "key").exists()


@pytest.mark.parametrize("kind", ["sftp", "ftp", "webdav_plain"])
def test_a_hundred_files_over_a_connection_that_drops_and_dies_twice(kind, set_up, top, sftp):
    """Of five files one loses its connection, somewhere; twice nobody answers for a while."""
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
    assert sorted(times) == sorted(made)  # each is noted once
    there = lying(folder_of(destination, top))
    assert there.keys() == {"index.html", *(f"jour/{path}" for path in made)}
    assert all(there[f"jour/{path}"] == content for path, content in made.items())
    if kind == "sftp":
        here = {path: count for path, count in sftp.renamed.items() if destination.path in path}
        assert set(here.values()) == {1}
