"""Cheville as the guide shows it: an empty program in a hall, and the screens that look at it."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from playwright.sync_api import Browser, Page, sync_playwright

from tests import prepare
from tests.processes import Process

TABLET, PHONE, PROJECTOR = (1024, 768), (390, 844), (1920, 1080)
HALL = "http://192.168.1.20:8000"  # what stands on papers and in QR codes: an address as halls have it


@contextmanager
def cheville(data: Path) -> Iterator[tuple[str, str]]:
    """Serve the program; its address and the organiser's password."""
    program = Process(
        "manage.py",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        CHEVILLE_DATA=str(data),
        CHEVILLE_LANG="fr",
    )
    try:
        port = program.wait_for(r"http://localhost:(\d+)").group(1)
        yield f"127.0.0.1:{port}", program.wait_for(r"(?:[a-z]{4}-){3}\d{4}").group()
    finally:
        program.end()


@contextmanager
def browser_of_the_hall(server: str) -> Iterator[Browser]:
    """A browser for which the address of the hall leads to the program."""
    rule = f"MAP {HALL.removeprefix('http://')} {server}"
    with sync_playwright() as playwright:
        options = ["--no-sandbox", f"--host-resolver-rules={rule}", "--no-proxy-server"]
        browser = playwright.chromium.launch(
            executable_path=prepare.find_browser(), args=options, env={**os.environ, "LANGUAGE": "fr_CA"}
        )
        yield browser
        browser.close()


def look(browser: Browser, size: tuple[int, int], **options: Any) -> Page:
    """A screen of that size, in French."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale="fr-CA",
        timezone_id="America/Toronto",
        reduced_motion="reduce",
        base_url=HALL,
        **options,
    )
    return context.new_page()


@contextmanager
def empty_program() -> Iterator[tuple[Browser, str]]:
    """Cheville with nothing in it, here as well: a browser in its hall, and the organiser's password."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "CHEVILLE_DATA": folder,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
        }
        import django

        with cheville(Path(folder)) as (server, password), browser_of_the_hall(server) as browser:
            django.setup()
            yield browser, password
