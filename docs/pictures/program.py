"""An empty program in a hall for the pictures of the guide, its screens, and how a picture is kept."""

import io
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

import pypdfium2
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests import prepare
from tests.processes import Process

TABLET, PHONE, PROJECTOR = (1024, 768), (390, 844), (1920, 1080)
HALL = "http://192.168.1.20:8000"  # the address on papers and in QR codes
HERE = Path(__file__).resolve().parent
LANGUAGES = {"fr": "fr-ca", "en": "en"}
LANGUAGE = next((word for word in sys.argv[1:] if word in LANGUAGES), "fr")
COLOURS = 256


@contextmanager
def cheville(data: Path) -> Iterator[tuple[str, str]]:
    """Serve the program; yield its address and the organiser's password."""
    program = Process(
        "manage.py",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        CHEVILLE_DATA=str(data),
        CHEVILLE_LANG=LANGUAGE,
    )
    try:
        port = program.wait_for(r"http://localhost:(\d+)").group(1)
        yield f"127.0.0.1:{port}", program.wait_for(r"(?:[a-z]{4}-){3}\d{4}").group()
    finally:
        program.end()


@contextmanager
def browser_of_the_hall(server: str) -> Iterator[Browser]:
    """Start a browser for which the address of the hall leads to the program."""
    rule = f"MAP {HALL.removeprefix('http://')} {server}"
    with sync_playwright() as playwright:
        options = ["--no-sandbox", f"--host-resolver-rules={rule}", "--no-proxy-server"]
        browser = playwright.chromium.launch(
            executable_path=prepare.find_browser(),
            args=options,
            env=os.environ | {"LANGUAGE": f"{LANGUAGE}_CA"},
        )
        yield browser
        browser.close()


def look(browser: Browser, size: tuple[int, int], **options: Any) -> Page:
    """Open a screen of that size."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=f"{LANGUAGE}-CA",
        timezone_id="America/Toronto",
        reduced_motion="reduce",
        base_url=HALL,
        **options,
    )
    return context.new_page()


@contextmanager
def empty_program() -> Iterator[tuple[Browser, str]]:
    """Start Cheville with an empty data folder, here too; yield a browser and the organiser's password."""
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


def keep(name: str, image: Image.Image) -> None:
    """Write a picture with few colours, as small as a page needs."""
    small = image.convert("RGB").quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    file = HERE / LANGUAGE / f"{name}.png"
    small.save(file, optimize=True)
    print(file.relative_to(HERE), image.size, file.stat().st_size // 1024, "KB", flush=True)


def shoot(page: Page, name: str, *, element: str = "", tall: int = 0, width: int = 0) -> None:
    """Take the screen, at another height if `tall`, or one element; `width` makes the picture smaller."""
    size = page.viewport_size
    assert size
    if tall:
        page.set_viewport_size({"width": size["width"], "height": tall})
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(300)
    taken = page.locator(element).first.screenshot() if element else page.screenshot()
    page.set_viewport_size(size)
    image = Image.open(io.BytesIO(taken))
    if width:
        image = image.resize((width, image.height * width // image.width), Image.Resampling.LANCZOS)
    keep(name, image)


def keep_paper(name: str, pdf: bytes, width: int) -> None:
    """Keep the first page of a paper, with a thin frame where the sheet ends."""
    sheet = pypdfium2.PdfDocument(pdf)[0].render(scale=3).to_pil().convert("RGB")
    sheet = sheet.resize((width, sheet.height * width // sheet.width), Image.Resampling.LANCZOS)
    framed = Image.new("RGB", (sheet.width + 2, sheet.height + 2), (150, 145, 135))
    framed.paste(sheet, (1, 1))
    keep(name, framed)


def sign_in(page: Page, password: str) -> None:
    """Sign in as the organiser."""
    page.goto("/sign-in/")
    page.fill("input[name=username]", "organisateur")
    page.fill("input[name=password]", password)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(f"{HALL}/")


def paper(tournament: Any, kind: str, width: int) -> None:
    """Draw a paper with the address of the hall, for the newest game where it needs one; keep page 1."""
    from django.utils import translation

    from tournaments.publishing.papers.paper_types import Paper
    from tournaments.publishing.papers.registry import PAPER_TYPES, resolve_merged
    from tournaments.rounds import stages

    newest = stages.qualifying(tournament).rounds.exclude(state="void").order_by("number").last()
    kept = kind
    kind, asked = resolve_merged(kind, {"base": HALL, "round": newest.number})
    with translation.override(LANGUAGES[LANGUAGE]):
        drawn = PAPER_TYPES[kind].draw(Paper(tournament, asked, lambda done: None))
    keep_paper(f"paper-{kept.replace('_', '-')}", drawn, width)
