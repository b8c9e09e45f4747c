"""From the server to the laptop: the address and the file, the preview, and servers that answer badly.

The test is the laptop; the server is the same program, another process, or a socket that answers anything.
"""

import json
import socket
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import factories, page_reader
from tests.all_addresses import queries_counted
from tests.processes import Process, first_started, served
from tests.registration.test_signups import come, on_roster, opened
from tournaments import registration
from tournaments.delivery import signup_transfer
from tournaments.models import Role, Signup, SignupTransfer, Tournament
from tournaments.organisations import erasure
from tournaments.registration import payments, signup_list, signups
from tournaments.registration.signups import PLACED, SignupInput

pytestmark = pytest.mark.django_db
TOKEN = "A" * 32


@pytest.fixture
def server() -> Tournament:
    return opened()


@pytest.fixture
def here() -> Tournament:
    return factories.tournament(0)


@pytest.fixture
def laptop(client, here) -> Client:
    client.force_login(factories.organiser(here))
    return client


def transfer_url(tournament: Tournament, page: str = "") -> str:
    return f"/t/{tournament.slug}/registration/online/transfer/{page}"


def upload(laptop: Client, here: Tournament, content: bytes):
    return laptop.post(transfer_url(here), {"do": "file", "file": SimpleUploadedFile("liste.json", content)})


def suggested(page) -> dict[str, str]:
    """Return what the form sends where nothing is chosen."""
    shown = page_reader.parse(page)
    ticked = [one for one in shown.all("input") if one.get("type") != "hidden" and "checked" in one]
    hidden = {one["name"]: one["value"] for one in shown.all("[name=seal]")}
    return hidden | {one["name"]: one["value"] for one in ticked}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_file_in_another_encoding_is_read_or_refused(laptop, here, server, encoding):
    come(server, "Zoé Roy")
    answer = upload(laptop, here, signup_list.write(server).decode().encode(encoding))
    read = encoding == "utf-8-sig"
    assert answer.status_code == (302 if read else 422)
    assert laptop.get(transfer_url(here, "preview/")).status_code == (200 if read else 302)


def test_erasure_drops_a_waiting_list_in_escaped_json(laptop, here, server):
    come(server, "Zoé Roy")
    content = json.dumps(json.loads(signup_list.write(server))).encode()
    assert b"Zo\\u00e9" in content
    upload(laptop, here, content)
    person = registration.add_entry(factories.tournament(0), "Zoé Roy").members.get().player
    erasure.erase(person, by=None)
    assert laptop.get(transfer_url(here, "preview/")).status_code == 302


def preview_groups(page) -> dict[str, str]:
    found = page_reader.parse(page).all("[data-group]")
    return {one["data-group"]: one.words for one in found}


def error_code(answer) -> str:
    return page_reader.parse(answer).one("[role=alert]").one("[data-code]")["data-code"]


def test_file_is_imported_after_a_preview(server, here, laptop):
    made = come(server, "<b>Gras</b> & fils", club="Sorel")
    answer = upload(laptop, here, signup_list.write(server))
    assert answer["Location"] == transfer_url(here, "preview/")
    page = laptop.get(transfer_url(here, "preview/"))
    assert set(preview_groups(page)) == {"new"}
    assert "<b>Gras</b>" not in page.content.decode()
    assert on_roster(here) == []
    laptop.post(transfer_url(here, "preview/"), suggested(page))
    assert on_roster(here) == ["<b>Gras</b> & fils"]
    again = upload(laptop, here, signup_list.write(server))
    assert again["Location"] == transfer_url(here)
    signups.correct(made, SignupInput(("Gras & fils",), club="Sorel"))
    upload(laptop, here, signup_list.write(server))
    assert set(preview_groups(laptop.get(transfer_url(here, "preview/")))) == {"changed"}


def test_preview_sent_twice_imports_once(server, here, laptop):
    come(server, "Zoé Roy")
    upload(laptop, here, signup_list.write(server))
    sent = suggested(laptop.get(transfer_url(here, "preview/")))
    for _tap in range(2):
        assert laptop.post(transfer_url(here, "preview/"), sent).status_code == 302
    assert on_roster(here) == ["Zoé Roy"]


def test_change_since_the_preview_is_reported_and_choices_stay(server, here, laptop):
    come(server, "Zoé Roy")
    pat = come(server, "Pat O'Brien")
    left = f"new-{pat.entry_uid}"
    upload(laptop, here, signup_list.write(server))
    sent = suggested(laptop.get(transfer_url(here, "preview/")))
    del sent[left]
    registration.add_entry(here, "Zoe Roy")
    answer = laptop.post(transfer_url(here, "preview/"), sent)
    assert (answer.status_code, error_code(answer), on_roster(here)) == (422, "roster_changed", ["Zoe Roy"])
    assert left not in suggested(answer)


def test_erasure_of_a_player_drops_the_waiting_list(server, here, laptop):
    come(server, "Zoé L'Écuyer")
    upload(laptop, here, signup_list.write(server))
    erasure.erase(server.entries.get().members.get().player, by=None)
    assert laptop.get(transfer_url(here, "preview/"))["Location"] == transfer_url(here)


def test_payments_of_the_server_are_shown_and_imported(server, here, laptop):
    made = come(server, "Zoé Roy")
    entry = server.entries.get(uid=made.entry_uid)
    for cents in (1500, 250):
        payments.record(entry, cents, "transfer", by=None)
        upload(laptop, here, signup_list.write(server))
        page = laptop.get(transfer_url(here, "preview/"))
        laptop.post(transfer_url(here, "preview/"), suggested(page))
    assert "17,50" in page.content.decode() and "15,00" in page.content.decode()
    assert payments.account_of(here.entries.get()).paid == 1750


def test_preview_shows_every_group(server, here, laptop):
    first, second, third = (come(server, name) for name in ("Un Roy", "Deux Roy", "Trois Roy"))
    upload(laptop, here, signup_list.write(server))
    laptop.post(transfer_url(here, "preview/"), suggested(laptop.get(transfer_url(here, "preview/"))))
    registration.add_entry(here, "Aline Porte")
    entry = here.entries.get(name="Un Roy")
    registration.edit_entry(entry, entry.name, club="Sorel")
    signups.correct(first, SignupInput(("Une Roy",), club="Beloeil"))
    signups.withdraw_signup(second)
    come(server, "Aline Porte")
    come(server, "Nouvelle Venue")
    upload(laptop, here, signup_list.write(server))
    page = laptop.get(transfer_url(here, "preview/"))
    assert set(preview_groups(page)) == {"new", "alike", "changed", "both", "withdrawn"}
    laptop.post(transfer_url(here, "preview/"), suggested(page))
    assert on_roster(here) == ["Une Roy", "Trois Roy", "Aline Porte", "Nouvelle Venue"]
    assert here.entries.get(name="Une Roy").club == "Sorel"
    assert third.entry_uid in signups.uids_entered_by_form(here)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "signup_list_unreadable"),
        (b"PK\x03\x04", "signup_list_unreadable"),
        (b"{" * 50_000, "signup_list_unreadable"),
        (b'{"kind": "cheville-registrations", "version": 99}', "signup_list_newer"),
        (b"1" * 4_000_001, "signup_list_too_big"),
    ],
    ids=["empty", "zip", "deep", "newer", "big"],
)
def test_invalid_file_is_refused(here, laptop, content, expected):
    answer = upload(laptop, here, content)
    assert (answer.status_code, error_code(answer)) == (422, expected)
    assert laptop.get(transfer_url(here, "preview/"))["Location"] == transfer_url(here)


def test_address_is_shown_once_and_can_be_revoked(server, client):
    come(server, "Zoé Roy", contact="zoe@example.org")
    client.force_login(factories.organiser(server))
    answer = client.post(transfer_url(server, "addresses/"), {"do": "give"})
    address = page_reader.parse(answer).one("[data-made]").one("textarea").words
    assert "no-store" in answer["Cache-Control"]
    path = "/" + address.split("/", 3)[3]
    token = path.strip("/").split("/")[1]
    assert len(token) * 6 >= 128
    assert token not in client.get(transfer_url(server)).content.decode()
    assert token not in [str(value) for value in vars(SignupTransfer.objects.get()).values()]
    given = Client().get(path)
    assert ("no-store" in given["Cache-Control"], given["X-Robots-Tag"]) == (True, "noindex")
    assert [row["names"] for row in given.json()["registrations"]] == [["Zoé Roy"]]
    assert "example.org" not in given.content.decode()
    assert SignupTransfer.objects.get().given_at
    assert Client().get(path[:-2] + "/").status_code == 404
    client.post(transfer_url(server, "addresses/"), {"do": "end"})
    assert Client().get(path).status_code == 404
    assert Client().get("/registrations//").status_code == 404


def test_downloaded_file_has_the_same_list(server, client):
    come(server, "Zoé Roy")
    client.force_login(factories.organiser(server))
    answer = client.get(transfer_url(server, "file/"))
    assert answer["Content-Disposition"].startswith("attachment")
    assert signup_list.read(answer.content) == signup_list.gather(server)


def test_registration_role_can_import_but_not_set_the_address(server, here, client):
    client.force_login(factories.helper(here, Role.Kind.REGISTRATION, "aline"))
    come(server, "Zoé Roy")
    assert upload(client, here, signup_list.write(server))["Location"] == transfer_url(here, "preview/")
    assert client.post(transfer_url(here, "addresses/"), {"do": "source", "address": "x"}).status_code == 403
    assert not page_reader.parse(client.get(transfer_url(here))).all("[name=address]")
    answer = client.post(transfer_url(here), {"do": "fetch"})
    assert (answer.status_code, error_code(answer)) == (422, "signup_address_unclear")


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "http://",
        "cartes.example",
        "https://cartes.example/",
        f"ftp://cartes.example/registrations/{TOKEN}/",
        f"file:///registrations/{TOKEN}/",
        f"https://user:pass@cartes.example/registrations/{TOKEN}/",
        f"https://cartes.example/registrations/{TOKEN}/?next=/admin",
        f"https://cartes.example/registrations/{TOKEN}/#x",
        f"https://cartes.example/registrations/{TOKEN}/more",
        f"https://cartes.example/registrations/{TOKEN[:-1]}é/",
        f"https://cartes.example:99999/registrations/{TOKEN}/",
        f"https://[::1/registrations/{TOKEN}/",
        f"https://{'x' * 400}/registrations/{TOKEN}/",
        "javascript:alert(1)",
    ],
)
def test_invalid_source_address_is_refused(here, laptop, typed):
    answer = laptop.post(transfer_url(here, "addresses/"), {"do": "source", "address": typed})
    assert (answer.status_code, error_code(answer)) == (422, "signup_address_unclear")
    assert page_reader.parse(answer).one("[name=address]")["value"] == typed.strip()
    assert not SignupTransfer.objects.exists()


def test_internal_addresses_are_refused_on_a_server(here, laptop, settings):
    settings.INTERNAL_ADDRESSES = False
    for host in ("127.0.0.1", "localhost", "169.254.169.254", "[::1]", "10.0.0.1", "0x7f000001"):
        address = f"http://{host}:9/registrations/{TOKEN}/"
        answer = laptop.post(transfer_url(here, "addresses/"), {"do": "source", "address": address})
        assert (answer.status_code, error_code(answer)) == (422, "internal_address"), host


def test_own_address_is_refused_as_source(server, laptop, here):
    address = f"http://127.0.0.1/registrations/{signup_transfer.issue_token(server)}/"
    answer = laptop.post(transfer_url(here, "addresses/"), {"do": "source", "address": address})
    assert error_code(answer) == "signup_source_here"


class FixedServer:
    """A server that gives the same answer to everyone, and counts who asks."""

    def __init__(self, answer: bytes, every: float = 0) -> None:
        """Answer; then go on with a space `every` so many seconds, if any."""
        self.answer, self.every, self.asked = answer, every, []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/registrations/{TOKEN}/"

    def _listen(self) -> None:
        while True:
            try:
                connection, _address = self._listening.accept()
            except OSError:
                return
            self.asked.append(connection.recv(4000))
            try:
                connection.sendall(self.answer)
                while self.every:
                    time.sleep(self.every)
                    connection.sendall(b" ")
                connection.close()
            except OSError:
                continue

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)  # it is being listened to
        self._listening.close()


def ok_response(body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body


INCOMPLETE_LIST = {
    "kind": "cheville-registrations",
    "version": 1,
    "until": None,
    "tournament": {"uid": "x", "name": "x"},
}
REDIRECT = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:%d/registrations/\r\nContent-Length: 0\r\n\r\n"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (b"", "connection_lost"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "not_that_protocol"),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "signup_address_ended"),
        (b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", "destination_busy"),
        (b"HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n", "not_that_protocol"),
        (ok_response(b"<!doctype html>"), "signup_list_unreadable"),
        (ok_response(json.dumps(INCOMPLETE_LIST).encode()), "signup_list_unreadable"),
        (ok_response(b"[" + b"1," * 2_100_000 + b"1]"), "signup_list_too_big"),
        (
            ok_response(b'{"kind": "cheville-registrations", "version": 1' + b"0" * 5_000 + b"}"),
            "signup_list_unreadable",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{}", "connection_lost"),
    ],
    ids=["nothing", "ssh", "ended", "busy", "refused", "a page", "rows", "endless", "number", "cut"],
)
def test_invalid_answer_of_a_server_changes_nothing(here, laptop, answer, expected):
    bad = FixedServer(answer)
    refused = laptop.post(transfer_url(here, "addresses/"), {"do": "source", "address": bad.address})
    bad.close()
    assert (refused.status_code, error_code(refused)) == (422, expected)
    assert not Signup.objects.exists()
    assert bad.asked[0].startswith(f"GET /registrations/{TOKEN}/ ".encode())


def test_redirects_are_not_followed(here, laptop):
    other = FixedServer(ok_response(b"{}"))
    first = FixedServer(REDIRECT % other.port)
    refused = laptop.post(transfer_url(here, "addresses/"), {"do": "source", "address": first.address})
    assert (error_code(refused), other.asked) == ("not_that_protocol", [])


def test_slow_server_times_out(here, laptop, monkeypatch):
    monkeypatch.setattr(signup_transfer, "FETCH_TIMEOUT_SECONDS", 0.6)
    slow = FixedServer(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", every=0.2)
    began = time.monotonic()
    refused = laptop.post(transfer_url(here, "addresses/"), {"do": "source", "address": slow.address})
    assert (refused.status_code, error_code(refused)) == (422, "connection_lost")
    assert time.monotonic() - began < 10
    assert not Signup.objects.exists()


def test_stored_address_is_encrypted_and_can_be_deleted(server, here, laptop):
    come(server, "Zoé Roy")
    given = FixedServer(ok_response(signup_list.write(server)))
    laptop.post(transfer_url(here, "addresses/"), {"do": "source", "address": given.address})
    page = laptop.get(transfer_url(here))
    assert TOKEN not in page.content.decode()
    assert TOKEN not in SignupTransfer.objects.get(tournament_uid=here.uid).source
    assert laptop.post(transfer_url(here), {"do": "fetch"})["Location"] == transfer_url(here, "preview/")
    laptop.post(transfer_url(here, "addresses/"), {"do": "forget"})
    assert error_code(laptop.post(transfer_url(here), {"do": "fetch"})) == "signup_address_unclear"


def test_query_count_of_the_preview_does_not_grow(server, here, laptop):
    counts = []
    for at in range(3):
        come(server, f"Personne {at:03d}")
        upload(laptop, here, signup_list.write(server))
        with queries_counted() as asked:
            laptop.get(transfer_url(here, "preview/"))
        counts.append(len(asked))
    assert counts[0] == counts[2]


PREPARE_SCRIPT = """
from tests import factories
from tests.registration.test_signups import come, opened
from tournaments.delivery import signup_transfer
tournament = opened(1)
come(tournament, "Zoé L'Écuyer", club="Sorel", contact="450 555-0199")
print("PATH", f"/registrations/{signup_transfer.issue_token(tournament)}/", tournament.slug, flush=True)
"""


@pytest.fixture
def running(tmp_path: Path, empty_database: Path) -> Iterator[tuple[str, str]]:
    """Yield the address of the list and that of the form on a server of its own."""
    data = first_started(tmp_path / "server", empty_database)
    made = Process("manage.py", "shell", "-v", "0", "-c", PREPARE_SCRIPT, CHEVILLE_DATA=str(data))
    path, slug = made.wait_for(r"PATH (\S+) (\S+)").groups()
    process = served(data)
    yield process.url + path, f"{process.url}/t/{slug}/register/"
    process.kill()


def test_laptop_fetches_registrations_from_a_server(running, here, laptop):
    address, form = running
    laptop.post(transfer_url(here, "addresses/"), {"do": "source", "address": address})
    laptop.post(transfer_url(here, "preview/"), suggested(laptop.get(transfer_url(here, "preview/"))))
    assert on_roster(here) == ["Réal O'Brien", "Zoé L'Écuyer"]
    assert here.entries.get(name="Zoé L'Écuyer").club == "Sorel"
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    page = page_reader.parse(browser.open(form).read().decode())
    fields = {name: page.all(f"[name={name}]")[0]["value"] for name in ("csrfmiddlewaretoken", "nonce")}
    sent = urllib.parse.urlencode(fields | {"name_1": "Pat O'Brien"}).encode()
    browser.open(urllib.request.Request(form, sent, {"Referer": form}))
    assert laptop.post(transfer_url(here), {"do": "fetch"})["Location"] == transfer_url(here, "preview/")
    laptop.post(transfer_url(here, "preview/"), suggested(laptop.get(transfer_url(here, "preview/"))))
    assert on_roster(here) == ["Réal O'Brien", "Zoé L'Écuyer", "Pat O'Brien"]
    assert [one.state for one in signups.listed_signups(here)] == [PLACED] * 3
    assert laptop.post(transfer_url(here), {"do": "fetch"})["Location"] == transfer_url(here)


def test_unreachable_server_gets_a_message(here, laptop):
    gone = FixedServer(b"")
    gone.close()
    answer = laptop.post(transfer_url(here, "addresses/"), {"do": "source", "address": gone.address})
    assert (answer.status_code, error_code(answer)) == (422, "host_not_reached")
    # The address is kept for later.
    assert laptop.post(transfer_url(here), {"do": "fetch"}).status_code == 422


def shown_news(laptop: Client, here: Tournament) -> list[str]:
    return [
        one["data-news"]
        for one in page_reader.parse(laptop.get(transfer_url(here, "news/"))).all("[data-news]")
    ]


def test_registration_page_shows_new_registrations_on_server(server, here, laptop):
    page = f"/t/{here.slug}/registration/"
    assert transfer_url(here, "news/") not in laptop.get(page).content.decode()
    come(server, "Zoé Roy")
    come(server, "Pat O'Brien")
    given = FixedServer(ok_response(signup_list.write(server)))
    laptop.post(transfer_url(here, "addresses/"), {"do": "source", "address": given.address})
    assert transfer_url(here, "news/") in laptop.get(page).content.decode()
    assert shown_news(laptop, here) == ["2"]
    asked = len(given.asked)
    assert shown_news(laptop, here) == ["2"]
    assert len(given.asked) == asked  # not again within a minute
    laptop.post(transfer_url(here, "preview/"), suggested(laptop.get(transfer_url(here, "preview/"))))
    assert len(on_roster(here)) == 2
    assert shown_news(laptop, here) == []


def test_news_are_empty_without_internet(server, here, laptop):
    come(server, "Zoé Roy")
    given = FixedServer(ok_response(signup_list.write(server)))
    laptop.post(transfer_url(here, "addresses/"), {"do": "source", "address": given.address})
    given.close()
    answer = laptop.get(transfer_url(here, "news/"))
    assert (answer.status_code, shown_news(laptop, here)) == (200, [])
