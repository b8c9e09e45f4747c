"""Use a tablet in Firefox and WebKit: `python -m tests.lab.figures.browsers [--only firefox]`.

Two players scan their sheet, sit down, enter a game, read it back, accept and correct it, while the desk
opens round 1; both lines must be in the score book. Firefox is driven over Marionette, WebKitGTK (the engine
of an iPad) by Debian's `webkit2gtk-driver` under Xvfb: neither package downloads a browser of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from tests.processes import free_port, served

TIMEOUT = 60
# Seconds: a tap sooner on a pad or a read-back that has just appeared is ignored.
TREMOR_SECONDS, READING_SECONDS = (
    0.35,
    1.6,
)

OFFLINE_PREFS = {  # a browser under test contacts only the program
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.region.network.url": "",
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.connection.enabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.server": "",
}


class Browser(Protocol):
    """The interface of a browser in the flow."""

    def go(self, address: str) -> None:
        """Open an address."""

    def tap(self, selector: str) -> None:
        """Tap the first element that the selector finds; an error where there is none yet."""

    def ask(self, script: str) -> Any:
        """Return what a script returns on the page."""


class Firefox:
    """Firefox without a screen, over Marionette."""

    def __init__(self, port: int) -> None:
        from marionette_driver.by import By
        from marionette_driver.marionette import Marionette

        self._css = By.CSS_SELECTOR
        self._firefox = Marionette(host="127.0.0.1", port=port)
        until(lambda: self._firefox.start_session() or True)

    def go(self, address: str) -> None:
        self._firefox.navigate(address)

    def tap(self, selector: str) -> None:
        self._firefox.find_element(self._css, selector).click()

    def ask(self, script: str) -> Any:
        return self._firefox.execute_script(script, sandbox=None)


class WebKit:
    """WebKitGTK, over WebDriver."""

    def __init__(self) -> None:
        from selenium import webdriver
        from selenium.webdriver.webkitgtk.options import Options
        from selenium.webdriver.webkitgtk.service import Service

        options = Options()
        browsers = Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")
        options.binary_location = str(next(browsers))
        options.add_argument("--automation")
        service = Service(executable_path=shutil.which("WebKitWebDriver") or "")
        self._webkit = webdriver.WebKitGTK(options=options, service=service)

    def go(self, address: str) -> None:
        self._webkit.get(address)

    def tap(self, selector: str) -> None:
        self._webkit.find_element("css selector", selector).click()

    def ask(self, script: str) -> Any:
        return self._webkit.execute_script(script)

    def close(self) -> None:
        """End the browser and its driver."""
        self._webkit.quit()


@contextmanager
def firefox(folder: Path) -> Iterator[Browser]:
    """Yield a Firefox with an empty profile."""
    port = free_port()
    profile = folder / "firefox"
    profile.mkdir()
    prefs = {**OFFLINE_PREFS, "marionette.port": port}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in prefs.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "Firefox is not here: apt-get install firefox-esr"
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    environment = {**os.environ, "HOME": str(folder)}
    silent = subprocess.DEVNULL
    process = subprocess.Popen(command, env=environment, stdout=silent, stderr=silent)
    try:
        yield Firefox(port)
    finally:
        process.terminate()
        process.wait()


@contextmanager
def webkit(folder: Path) -> Iterator[Browser]:
    """Yield a WebKitGTK on a virtual screen."""
    assert shutil.which("WebKitWebDriver"), "WebKit is not here: apt-get install webkit2gtk-driver xvfb"
    display = f":{os.getpid() % 1000 + 100}"
    screen = subprocess.Popen(["Xvfb", display, "-screen", "0", "1024x768x24"], stderr=subprocess.DEVNULL)
    os.environ.update(DISPLAY=display, HOME=str(folder), WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1")
    try:
        until(lambda: Path(f"/tmp/.X11-unix/X{display[1:]}").exists())
        with closing(WebKit()) as browser:
            yield browser
    finally:
        screen.terminate()
        screen.wait()


ENGINES = {"firefox": firefox, "webkit": webkit}


def until(so: Callable[[], Any], seconds: float = TIMEOUT) -> Any:
    """Wait until `so` returns a true value, and return it.

    Raises:
        TimeoutError: it never did, or never without an error.
    """
    last: Exception | None = None
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if found := so():
                return found
        except Exception as error:
            last = error
        time.sleep(0.05)
    raise TimeoutError(f"It never came: {last}") from last


def tap(browser: Browser, *names: str) -> None:
    """Tap buttons by their names in the scripts, each as soon as it is there."""
    for name in names:
        if name == "accept":
            until(lambda: browser.ask("return Boolean(document.querySelector('[data-id=accept]'))"))
            time.sleep(READING_SECONDS)
        until(lambda name=name: browser.tap(f"[data-id='{name}'], #{name}") or True)


def enter(browser: Browser, winner: int, low: str) -> None:
    """Enter a game of cribbage to 121, from the winner to accepting the read-back."""
    tap(browser, f"won-{winner}")
    time.sleep(TREMOR_SECONDS)
    tap(browser, *(f"key-{digit}" for digit in low), "accept")


def flow(browser: Browser, url: str) -> None:
    """Join, sit, enter, read back, accept, correct; then check the score book."""
    from tests import factories
    from tests.web.tablet_app.hall_server import english
    from tournaments import devices
    from tournaments.models import Line

    tournament = english()
    invitation = devices.invite_tables(tournament)[0]
    browser.go(f"{url}{devices.page_of(invitation)}")
    until(
        lambda: browser.ask("return Boolean(Cheville.tournament.member && Cheville.tournament.member.told)")
    )
    factories.open_round(tournament)
    tap(browser, "us")
    enter(browser, 0, "88")
    until(lambda: browser.ask("return Cheville.tournament.unsentAnywhere()") == 0)
    assert Line.objects.get(tournament=tournament).data == {"v": 1, "pegged": [121, 88]}
    tap(browser, "correct")
    enter(browser, 1, "99")
    until(lambda: Line.objects.filter(tournament=tournament).count() == 2)
    claim, correction = Line.objects.filter(tournament=tournament).order_by("number")
    assert (claim.kind, correction.kind) == ("claim", "correction")
    assert correction.data == {"v": 1, "pegged": [99, 121]}
    until(lambda: browser.ask("return Cheville.store.results().map((one) => one.state)") == ["accepted"] * 2)


def play(engine: str) -> None:
    """Run the flow in one browser against a server of its own."""
    with tempfile.TemporaryDirectory(prefix="cheville-engine-") as folder:
        url = f"sqlite:///{Path(folder) / 'day.sqlite3'}"
        os.environ.update(CHEVILLE_DATA=folder, DATABASE_URL=url, DJANGO_SETTINGS_MODULE="config.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        server = served(Path(folder), TABLET_SECONDS="1", DATABASE_URL=url)
        try:
            with ENGINES[engine](Path(folder)) as browser:
                flow(browser, server.url)
                print(
                    f"{engine}: the whole flow works; {browser.ask('return navigator.userAgent')}", flush=True
                )
        finally:
            server.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=ENGINES, help="one browser alone")
    if only := parser.parse_args().only:
        play(only)
        return 0
    # The settings are read once a process, so each browser has its own.
    again = [sys.executable, "-m", "tests.lab.figures.browsers", "--only"]
    return max(subprocess.call([*again, engine]) for engine in ENGINES)


if __name__ == "__main__":
    sys.exit(main())
