"""The page of a table as an app in Chromium opens without a server, and takes a new version."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.processes import ROOT, Process, first_started
from tests.web.tablet_app.tablet import Tablet

if TYPE_CHECKING:
    from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

EXPECT_TIMEOUT, DEFAULT_TIMEOUT = 20_000, 5_000
WORKER_READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
CACHE_NAMES = "caches.keys()"
CACHED_ADDRESSES = """caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name))))
  .then((shelves) => Promise.all(shelves.map((shelf) => shelf.keys())))
  .then((kept) => kept.flat().map((request) => request.url))"""


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    expect.set_options(timeout=EXPECT_TIMEOUT)
    yield
    expect.set_options(timeout=DEFAULT_TIMEOUT)


class Hall:
    """The program with https on the database of the test; it comes back under the same addresses."""

    def __init__(self, begin: Callable[..., Process], database_url: str) -> None:
        self._begin, self._database = begin, database_url
        self.process = begin(DATABASE_URL=database_url)
        self.url, self.https = self.process.url, self.process.https

    def kill(self) -> None:
        """Kill the process, as a power cut does."""
        self.process.kill()

    def restart(self) -> None:
        """Start again under the same addresses."""
        ports = [str(urlsplit(url).port) for url in (self.url, self.https)]
        options = ("--host", "127.0.0.1", "--port", ports[0], "--https", "--https-port", ports[1])
        self.process = self._begin(*options, DATABASE_URL=self._database)

    def sheet(self, tournament: "Tournament", table: int) -> str:
        """Return the address in the QR code on the sheet of a table, printed over https."""
        from tournaments import devices

        return f"{self.https}/table/{devices.invite_tables(tournament)[table - 1].secret}/"


@pytest.fixture
def hall(serve_https: Callable[..., Process], database_url: str) -> Hall:
    return Hall(serve_https, database_url)


def until(page: Page, script: str) -> None:
    """Wait until the page shows this."""
    for _time in range(EXPECT_TIMEOUT // 100):
        if page.evaluate(script):
            return
        page.wait_for_timeout(100)
    raise AssertionError(script)


def open_tablet(context: BrowserContext, hall: Hall, address: str) -> Tablet:
    tablet = Tablet(context.new_page(), hall)
    tablet.open(address)
    return tablet


def test_installed_app_opens_offline_and_keeps_a_result(hall, app):
    from tests import factories
    from tests.web.tablet_app.hall_server import english
    from tournaments.models import Line

    tournament = english(match_points="acc")
    factories.open_round(tournament)
    context = app()
    one = open_tablet(context, hall, hall.sheet(tournament, 1))
    assert one.page.evaluate("isSecureContext")
    names = one.sit_down()
    until(one.page, WORKER_READY)
    kept = one.page.evaluate(CACHED_ADDRESSES)
    assert not [address for address in kept if "/api/" in address]
    assert f"{hall.https}/table/" in kept and hall.sheet(tournament, 1) in kept

    hall.kill()
    one.page.close()
    installed = open_tablet(context, hall, f"{hall.https}/table/")
    installed.title("Good game!")
    assert installed.page.evaluate("document.fonts.ready.then((fonts) => fonts.size > 0)")
    installed.enter(0, 88)
    installed.sees("Kept on this tablet")
    installed.page.reload()
    installed.sees(f"{names[0]} beats {names[1]}, 121 to 88.")
    installed.status("1 result kept here.")
    again = open_tablet(context, hall, hall.sheet(tournament, 1))
    again.sees("Kept on this tablet")
    again.page.close()
    installed.tap("Continue here")
    installed.sees("Kept on this tablet")
    assert not Line.objects.exists()
    assert not installed.errors

    hall.restart()
    installed.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [121, 88]}
    assert all(
        url.startswith("https:") for url in installed.page.evaluate("Cheville.tournament.member.addresses")
    )


def test_the_app_can_be_installed(shared, app):
    context = app(shared.authority)
    page = context.new_page()
    page.goto(f"{shared.https}/table/")
    until(page, WORKER_READY)
    devtools = context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


def test_app_files_are_not_loaded_over_http(page: Page, shared):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{shared.url}/table/")
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if re.search(r"installed\.js|worker\.js|webmanifest", url)]


def test_certificate_page_offers_the_download(page: Page, shared):
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{shared.url}/https/")
    tablet = Tablet(page, shared)
    assert not tablet.faults()
    with page.expect_download() as download:
        page.locator("main a[href$='cheville.crt']").click()
    assert download.value.suggested_filename == "cheville.crt"
    page.set_viewport_size({"width": 390, "height": 844})
    assert not tablet.faults()


def test_new_version_replaces_cached_app(tmp_path: Path, app, kept, empty_database):
    first_started(kept.parent, empty_database)
    house = tmp_path / "house"
    house.mkdir()
    for name in ("config", "docs", "scoring", "tournaments", "templates", "static", "locale"):
        shutil.copytree(ROOT / name, house / name)
    for name in ("manage.py", "start.py", "pyproject.toml"):
        shutil.copy(ROOT / name, house)

    def begin(*ports: str) -> Process:
        options = ("--host", "127.0.0.1", "--port", ports[0], "--https", "--https-port", ports[1])
        data = {"CHEVILLE_DATA": str(kept.parent), "CHEVILLE_LANG": "en"}
        cheville = Process("manage.py", "serve", *options, cwd=house, **data)
        cheville.wait_for("Ctrl-C")
        return cheville

    old = begin("0", "0")
    url, https = (old.wait_for(pattern).group() for pattern in (r"http://localhost:\d+", r"https://\S+:\d+"))
    page = app().new_page()
    page.goto(f"{https}/table/")
    until(page, WORKER_READY)
    before = page.evaluate(CACHE_NAMES)
    assert len(before) == 1
    old.end()

    with (house / "static" / "css" / "tablet_app.css").open("a") as sheet:
        sheet.write("body { --of-the-new-version: 1; }\n")
    with (house / "static" / "js" / "tablet_app" / "dom.js").open("a") as script:
        script.write("window.ofTheNewVersion = true;\n")
    new = begin(*(str(urlsplit(address).port) for address in (url, https)))
    page.goto(f"{https}/table/")
    until(page, f"{CACHE_NAMES}.then((names) => names.length === 1 && names[0] !== '{before[0]}')")
    new.end()
    page.goto(f"{https}/table/")
    assert page.evaluate("window.ofTheNewVersion")
    style = "getComputedStyle(document.body).getPropertyValue('--of-the-new-version')"
    assert page.evaluate(style) == "1"
