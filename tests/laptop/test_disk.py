"""On a disk that is really full, users are shown which disk it is, and nothing is lost."""

import errno
import http.cookiejar
import json
import os
import re
import sqlite3
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client

from tests import factories
from tests.accounts.addresses import Address, every
from tests.devices.test_api import result
from tests.laptop import small_disk
from tests.processes import ANY_PORT, Process
from tests.samples import turn
from tests.server.parts import until, words
from tests.web.device_api.client import offline_code
from tournaments.common import jobs
from tournaments.models import Job, Line, Snapshot, Tournament, User
from tournaments.system import disk
from tournaments.transfer import copies, disk_space

WARNING = re.compile(r'data-warning="(\w+)"')


class Person:
    """A browser, by the forms that a page would send."""

    def __init__(self, url: str) -> None:
        self.url, self.jar = url, http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.opener.addheaders = [("Accept-Language", "en")]

    def ask(self, path: str, body: bytes | None = None, **headers: str) -> tuple[int, str]:
        """Return status and text of an answer."""
        request = urllib.request.Request(
            self.url + path, body, {name.replace("_", "-"): value for name, value in headers.items()}
        )
        try:
            with self.opener.open(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def post(self, path: str, fields: dict[str, object], **headers: str) -> tuple[int, str]:
        """Send a form, with the token that its page carries."""
        token = next((cookie.value for cookie in self.jar if cookie.name == "csrftoken"), "")
        form = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token})
        return self.ask(path, form.encode(), **headers)

    def say(self, what: str, **fields: object) -> tuple[int, dict]:
        """Send a request of a device, and return status and answer."""
        status, text = self.ask(f"/api/1/{what}", json.dumps(fields).encode(), Content_Type="text/plain")
        return status, json.loads(text)


@pytest.fixture
def laptop(data: Path) -> Iterator[Process]:
    """Yield the program on the folder of a running tournament, on a disk of 24 MB."""
    cheville = Process(
        *("-m", "tests.laptop.small_disk", str(data), "24m", "manage.py", "serve", *ANY_PORT),
        CHEVILLE_DATA=str(data),
        CHEVILLE_LANG="en",
    )
    cheville.url = cheville.wait_for(r"http://localhost:\d+").group().replace("localhost", "127.0.0.1")
    cheville.wait_for("Ctrl-C")
    yield cheville
    cheville.end()


def signed_in(url: str) -> Person:
    person = Person(url)
    person.ask("/sign-in/")
    status, _page = person.post("/sign-in/", {"username": "lise", "password": "crible-121"})
    assert status == 200
    return person


def test_writes_to_full_disk_name_the_folder_and_lose_nothing(laptop, data, tmp_path):
    values = json.loads((data / "told.json").read_text())
    lise, tablet = signed_in(laptop.url), Person(laptop.url)
    tournament, inside = f"/t/{values['slug']}", small_disk.seen_by(laptop.pid, data)
    meeting = tablet.say("here", token=values["token"])[1]["meetings"][0]
    sent = result(meeting, [121, 97])
    assert WARNING.findall(lise.ask("/")[1]) == ["disk_scarce"]
    pictures = small_disk.fill(inside)

    person = {"name": "Réal O'Brien fils"}
    for path, fields in (
        (f"{tournament}/registration/", person),
        (f"{tournament}/check-in/1/", {"here": "1"}),
    ):
        status, page = lise.post(path, fields)
        assert status == 507, (path, page)
        assert str(data) in words(page).replace("&#x27;", "'"), page
    status, text = lise.post(f"{tournament}/registration/", person, HX_Request="true")
    assert status == 507 and 'id="messages"' in text and "hx-swap-oob" in text
    status, text = lise.post(f"{tournament}/registration/", person, Accept="application/json")
    assert status == 507 and str(data) in json.loads(text)["sentence"]
    slip = {"table": "1", "do": "void", "game": "1", "nonce": "of-the-desk", "seen": "9"}
    code = offline_code(values["device"], values["token"], sent)
    for path, fields in (
        (f"{tournament}/desk/write/", slip),
        (f"{tournament}/desk/carried/", {"codes": code}),
    ):
        status, text = lise.post(path, fields, Accept="application/json")
        assert (status, json.loads(text)["error"]) == (507, "disk_full"), path
        assert str(data) in json.loads(text)["sentence"]
    status, heard = tablet.say("submit", token=values["token"], epoch=1, results=[sent])
    assert (status, heard["error"]) == (503, "disk_full")
    assert str(data) in heard["sentence"]
    assert tablet.say("here", token=values["token"], queued=1)[0] == 200  # reading still works
    for path in ("/", f"{tournament}/", f"{tournament}/desk/", f"{tournament}/rounds/", "/room/"):
        status, page = lise.ask(path)
        assert status == 200, (path, page)
        assert "disk_scarce" in WARNING.findall(page)

    pictures.unlink()
    again = lise.post(f"{tournament}/desk/write/", slip, Accept="application/json")  # like the script
    assert json.loads(again[1])["ok"]
    heard = [tablet.say("submit", token=values["token"], epoch=1, results=[sent])[1] for _ in range(2)]
    assert [one["answers"][0]["answer"] for one in heard] == ["accepted", "same"]
    assert lise.post(f"{tournament}/rounds/1/close/", {})[0] == 200
    for end in ("", "-wal"):
        (tmp_path / f"seen{end}").write_bytes((inside / f"cheville.sqlite3{end}").read_bytes())
    with sqlite3.connect(tmp_path / "seen") as whole:
        assert whole.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert whole.execute("SELECT COUNT(*) FROM tournaments_line").fetchone() == (5,)
    whole.close()


def test_start_on_full_disk_fails_with_a_message(tmp_path):
    fill = (
        "import sys\n"
        "from pathlib import Path\n"
        "from tests.laptop import small_disk\n"
        "small_disk.fill(Path(sys.argv[1]))\n"
        "import os; os.execv(sys.executable, [sys.executable, 'manage.py', 'serve', '--port', '0'])\n"
    )
    cheville = Process(
        *("-m", "tests.laptop.small_disk", str(tmp_path), "1m", "-c", fill, str(tmp_path)),
        CHEVILLE_DATA=str(tmp_path),
        CHEVILLE_LANG="en",
    )
    assert cheville.wait() == 1
    assert str(tmp_path) in cheville.output and "Traceback" not in cheville.output


# Every address that writes


@pytest.fixture
def read_only(transactional_db) -> Iterator[Callable[[], None]]:
    """Yield a function that makes SQLite refuse every write, as on a disk that can only be read."""
    yield lambda: connection.cursor().execute("PRAGMA query_only = ON")
    connection.cursor().execute("PRAGMA query_only = OFF")


def page_addresses(tournament: Tournament) -> list[Address]:
    """Return all addresses but those of devices and the one to sign out."""
    pages = [one for one in every(tournament) if not one.path.startswith("/api/") and one.name != "logout"]
    return sorted(pages, key=lambda one: one.name == "room")  # the page that frees room comes last


FORM_DATA = {"name": "L'Écuyer" * 9, "here": "1", "what": "papers", "label": "x" * 60}


def test_no_address_gets_500_on_read_only_database(read_only):
    lise = User.objects.create_superuser("lise", password="crible-121")
    tournament = factories.tournament(8, by=lise)
    factories.open_round(tournament)
    browser = Client(raise_request_exception=False)
    browser.force_login(lise)
    read_only()
    data = {}
    for address in page_addresses(tournament):
        for fields in turn(
            ({}, {"name": "L'Écuyer" * 9, "here": "1", "what": "papers", "label": "x" * 60}), 1
        ):
            answer = browser.post(address.path, fields)
            data[address.name, len(fields)] = answer.status_code
    assert not {name: status for name, status in data.items() if status == 500}
    refused = {name for (name, _fields), status in data.items() if status in (503, 507)}
    assert {"example", "check_in_tick", "registration", "entry"} <= refused, refused


@pytest.mark.parametrize(
    ("error", "found"),
    [
        (OSError(28, "No space left on device"), disk.FULL),
        (OSError(27, "File too large"), disk.FULL),
        (OSError(30, "Read-only file system"), disk.READ_ONLY),
        (OSError(5, "Input/output error"), disk.FAILING),
        (OSError(2, "No such file or directory"), ""),
        (ValueError("28"), ""),
        (None, ""),
    ],
)
def test_disk_fault_is_recognised_from_its_error(tmp_path, error, found):
    assert disk.fault(error, tmp_path) == found
    if error:
        around = RuntimeError("a paper failed")
        around.__cause__ = error
        assert disk.fault(around, tmp_path) == found


def test_write_to_dev_full_is_a_full_disk(tmp_path):
    with pytest.raises(OSError) as full, open("/dev/full", "wb", buffering=0) as device:
        device.write(b"x")
    assert disk.fault(full.value, tmp_path) == disk.FULL


def test_disk_is_named_by_its_mount_point(tmp_path):
    assert disk.disk_of("/proc/self").name == "/proc"
    assert disk.disk_of(tmp_path / "gone") is None
    assert Path(disk.disk_of(tmp_path).name).is_mount()
    assert disk.can_write(tmp_path) and not disk.can_write(tmp_path / "gone")
    assert not list(tmp_path.iterdir())


# What may be deleted


@pytest.fixture
def lise(db) -> User:
    return User.objects.create_superuser("lise", password="crible-121")


@pytest.fixture
def folders(settings, tmp_path) -> Path:
    """Return a data folder of the test's own."""
    settings.DATA_DIR, settings.MEDIA_ROOT, settings.COPIES_DIR = tmp_path, tmp_path / "papers", ""
    (tmp_path / "papers").mkdir()
    return tmp_path


def tournament_with_copies(count: int) -> Tournament:
    tournament = factories.tournament(4)
    for _turn in range(count):
        Tournament.objects.get(pk=tournament.pk).next_version()
        copies.write_copy(tournament.pk)
    return tournament


def make_paper(tournament: Tournament, name: str, state: str = Job.State.DONE) -> Path:
    made = Path(django_settings.MEDIA_ROOT) / f"{uuid4().hex}-1-{name}.pdf"
    made.write_bytes(b"%PDF" + bytes(1000))
    Job.objects.create(tournament=tournament, kind="rules", state=state, result=made.name)
    return made


def test_free_space_deletes_older_copies_and_papers(folders, lise, client):
    days = [tournament_with_copies(5), tournament_with_copies(2)]
    papers = [make_paper(days[0], f"rules-{turn}") for turn in range(5)]
    (folders / "copies" / "holiday.txt").write_text("not ours")
    client.force_login(lise)
    page = client.get("/room/").content.decode()
    assert re.findall(r'name="what" value="(\w+)"', page) == ["copies", "papers"]
    assert len(disk_space.old_files("copies").files) == 2 and disk_space.old_files("papers").files == sorted(
        papers[:2]
    )
    lines = Line.objects.count()
    assert client.post("/room/", {"what": ["copies", "papers", "cheville.sqlite3"]}).status_code == 302
    assert [path.exists() for path in papers] == [False, False, True, True, True]
    assert Snapshot.objects.filter(tournament=days[0]).count() == 3
    assert copies.first_readable([Path(copies.latest(days[0]).file)])
    assert len(list((folders / "copies").glob("*.cheville"))) == 5
    assert (folders / "copies" / "holiday.txt").exists()
    assert Line.objects.count() == lines
    page = client.get("/room/").content.decode()
    assert not re.findall(r'name="what"', page)
    assert disk_space.free_space(["copies", "papers"]) == 0


@pytest.mark.django_db
def test_publications_do_not_count_as_papers(folders):
    tournament = factories.tournament(4)
    paper = make_paper(tournament, "rules")
    for number in range(3):
        Job.objects.create(
            tournament=tournament, kind=jobs.PUBLISH, state=Job.State.DONE, result=f"{number}-site.zip"
        )
    assert disk_space.free_space(["papers"]) == 0 and paper.exists()


def test_old_copies_stay_when_newer_ones_are_unreadable(folders, lise):
    tournament = tournament_with_copies(5)
    for one in Snapshot.objects.filter(tournament=tournament).order_by("-version")[:3]:
        Path(one.file).write_bytes(b"torn")
    assert disk_space.old_files("copies").files == []


def test_opening_a_deleted_paper_shows_an_error(folders, lise, client):
    tournament = tournament_with_copies(1)
    papers = [make_paper(tournament, f"rules-{turn}") for turn in range(4)]
    disk_space.free_space(["papers"])
    client.force_login(lise)
    job = Job.objects.get(result=papers[0].name)
    answer = client.get(f"/t/{tournament.slug}/papers/{job.uid}/", follow=True)
    assert answer.redirect_chain and [str(one.level_tag) for one in answer.context["messages"]] == ["error"]


# The key that was pulled out


def warnings(client: Client, path: str = "/") -> list[str]:
    return WARNING.findall(client.get(path).content.decode())


def run_waiting_copies() -> None:
    for job in Job.objects.filter(key="copy", state=Job.State.WAITING):
        copies.write_copy_job(job.pk)


@pytest.fixture
def roomy(monkeypatch) -> None:
    """Allow any amount of free space on this machine."""
    monkeypatch.setattr(disk, "SCARCE", 0)


@pytest.mark.usefixtures("roomy")
def test_warning_stays_until_missing_usb_key_has_the_copy(folders, lise, client, settings, tmp_path_factory):
    key = tmp_path_factory.mktemp("key")
    settings.COPIES_DIR = str(key)
    tournament = factories.tournament(4, by=lise)
    copies.write_copy(tournament.pk)
    client.force_login(lise)
    assert warnings(client) == warnings(client, f"/t/{tournament.slug}/rounds/") == []
    key.rename(pulled := key.with_name("pulled"))
    assert warnings(client) == warnings(client, f"/t/{tournament.slug}/rounds/") == ["copies_missing"]
    copies.requeue_failed()
    Tournament.objects.get(pk=tournament.pk).next_version()
    copies.write_copy(tournament.pk)
    assert Path(copies.latest(tournament).file).parent == folders / "copies"
    pulled.rename(key)
    assert warnings(client) == ["copies_elsewhere"]
    Job.objects.all().delete()
    copies.requeue_failed()
    run_waiting_copies()
    assert warnings(client) == []
    assert Path(copies.latest(tournament).file).parent == key
    copies.requeue_failed()
    assert not Job.objects.filter(state=Job.State.WAITING).exists()


def pull_out(monkeypatch, key: Path, *, is_there: bool) -> None:
    """Let every look at a key fail, as after it was pulled out while mounted; perhaps not at its folder."""

    def failing(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(path: Any = ".", *more: Any, **options: Any) -> Any:
            is_on_key = isinstance(path, str | Path) and Path(path).is_relative_to(key)
            if is_on_key and not (is_there and function is real_stat and Path(path) == key):
                raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
            return function(path, *more, **options)

        return called

    real_stat = os.stat
    for name in ("stat", "scandir", "listdir"):
        monkeypatch.setattr(os, name, failing(getattr(os, name)))


@pytest.mark.usefixtures("roomy")
@pytest.mark.parametrize(("is_there", "warned"), [(False, ["copies_missing"]), (True, [])])
def test_key_pulled_out_while_mounted_stops_no_page(
    folders, lise, client, settings, tmp_path_factory, monkeypatch, is_there: bool, warned: list[str]
):
    key = tmp_path_factory.mktemp("key")
    settings.COPIES_DIR = str(key)
    tournament = factories.tournament(4, by=lise)
    copies.write_copy(tournament.pk)
    pull_out(monkeypatch, key, is_there=is_there)
    client.force_login(lise)
    for path in ("/", f"/t/{tournament.slug}/copies/", "/room/", "/restore/"):
        answer = client.get(path)
        assert (answer.status_code, WARNING.findall(answer.content.decode())) == (200, warned), path
    written = Snapshot.objects.count()
    copies.write_copy(tournament.pk)
    assert Snapshot.objects.count() == written + 1


@pytest.mark.usefixtures("roomy")
def test_copy_goes_elsewhere_when_usb_key_refuses_it(folders, lise, client, settings):
    settings.COPIES_DIR = "/proc/self"  # a folder that is there, and refuses every file
    tournament = factories.tournament(4, by=lise)
    copies.write_copy(tournament.pk)
    assert copies.first_readable([Path(copies.latest(tournament).file)])
    assert Path(copies.latest(tournament).file).parent == folders / "copies"
    client.force_login(lise)
    assert warnings(client) == ["copies_elsewhere"]
    before = Job.objects.count()
    copies.requeue_failed()  # no job is made where nothing can be written
    assert Job.objects.count() == before


@pytest.mark.usefixtures("roomy")
def test_failed_copy_warns_until_it_is_repeated(folders, lise, client, settings):
    tournament = factories.tournament(4, by=lise)
    Job.objects.filter(tournament=tournament).update(state=Job.State.FAILED, error="disk_full")
    client.force_login(lise)
    assert warnings(client) == ["copies_failed"]
    copies.requeue_failed()
    run_waiting_copies()
    assert warnings(client) == []


@pytest.mark.parametrize("who", ["director", "desk", "visitor"])
@pytest.mark.parametrize("lan", [True, False])
def test_disk_warning_is_for_director_or_superuser(folders, lise, client, settings, monkeypatch, who, lan):
    """The director gets it on a laptop, a superuser everywhere."""
    monkeypatch.setattr(disk, "SCARCE", 2**62)
    settings.LAN_HTTP = lan
    tournament = factories.tournament(4, by=lise)
    if who != "visitor":
        client.force_login(factories.helper(tournament, who, who))
    assert warnings(client, f"/t/{tournament.slug}/") == (
        ["disk_scarce"] if who == "director" and lan else []
    )
    client.force_login(lise)
    assert warnings(client, f"/t/{tournament.slug}/") == ["disk_scarce"]


def test_full_usb_key_gets_the_copy_once_it_has_room(data, tmp_path):
    """On the real program: copies are kept elsewhere until then, and reach the key without further action."""
    values = json.loads((data / "told.json").read_text())
    key = tmp_path / "key"
    key.mkdir()
    cheville = Process(
        *("-m", "tests.laptop.small_disk", str(key), "64k", "manage.py", "serve", *ANY_PORT),
        *("--copies", str(key)),
        CHEVILLE_DATA=str(data),
        CHEVILLE_LANG="en",
        JOB_SWEEP="0.3",
        JOB_RESEND="1",
    )
    cheville.url = cheville.wait_for(r"http://localhost:\d+").group().replace("localhost", "127.0.0.1")
    try:
        lise, inside = signed_in(cheville.url), small_disk.seen_by(cheville.pid, key)
        until(lambda: list(inside.glob("*.cheville")))  # the copies that the key lacked
        pictures = small_disk.fill(inside)
        tournament, token = f"/t/{values['slug']}", values["token"]
        before = set((data / "copies").glob("*.cheville"))
        meeting = lise.say("here", token=token)[1]["meetings"][0]
        lise.say("submit", token=token, epoch=1, results=[result(meeting, [121, 97])])
        assert lise.post(f"{tournament}/rounds/1/close/", {})[0] == 200
        until(lambda: set((data / "copies").glob("*.cheville")) - before)
        until(lambda: "copies_elsewhere" in WARNING.findall(lise.ask("/")[1]))
        pictures.unlink()
        until(lambda: "copies_elsewhere" not in WARNING.findall(lise.ask("/")[1]))
    finally:
        cheville.end()
