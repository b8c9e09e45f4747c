"""Count what the set-up page shows a new director, and the clicks: `python -m tests.lab.figures.visible`.

Prints the clicks from the first page of an empty program to a tournament that is ready for registration, then
the fields and words that each kind of tournament shows before anything is unfolded (`tests/browser.py` says
what counts), in French and English, on a laptop. Ends with 1 where a page shows more than MAX_FIELDS or
MAX_WORDS.
"""

import sys
import tempfile

from django.utils import translation
from playwright.sync_api import Page, sync_playwright

from tests.browser import seen_at_first
from tests.lab.figures.clicks import SIZE, Director
from tests.prepare import find_browser
from tests.processes import Process
from tournaments.web.setup import kinds

MAX_FIELDS, MAX_WORDS = 14, 260
PLAYERS = 32


def check_kinds(page: Page, url: str) -> bool:
    """Print the fields and words of each kind in each language; return whether all are few."""
    few = True
    for language in ("fr-ca", "en"):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": url}])
        for kind in kinds.KINDS:
            page.goto(f"{url}/new/?kind={kind}")
            fields, words = seen_at_first(page)
            few &= fields <= MAX_FIELDS and words <= MAX_WORDS
            print(f"{language:6} {kind:7} {fields:3} fields {words:4} words")
    return few


def main() -> int:
    """Set a tournament up in an empty program, then look at each kind."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as driver, translation.override("fr-ca"):
        environment = {"CHEVILLE_DATA": data, "CHEVILLE_LANG": "fr", "BROWSER": "true"}
        cheville = Process(
            "manage.py", "serve", "--host", "127.0.0.1", "--port", "0", "--open", **environment
        )
        browser = driver.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        try:
            url = cheville.wait_for(r"http://localhost:\d+").group()
            cheville.wait_for("Ctrl-C")
            page = browser.new_context(viewport=SIZE, locale="fr-CA").new_page()  # type: ignore[arg-type]
            lise = Director(page, url, None)
            lise.first_account()
            lise.set_up(PLAYERS)
            print(f"{len(lise.clicks)} clicks:", " · ".join(lise.clicks))
            return 0 if check_kinds(page, url) else 1
        finally:
            browser.close()
            cheville.end()


if __name__ == "__main__":
    sys.exit(main())
