"""Count the clicks of a tournament, in Chromium and in French: `python -m tests.lab.figures.clicks`.

From the page of the laptop after a first double click to the web site, with 32 and with 23 players.
Names and results are typed, with the keys that the pages name; a field that a Tab or two do not reach costs a
click. Ticking people off is no click of the director's. At the end every total of the public page is compared
with a sum of the slips that was made here, and the standings must be on paper. Ends with 1 where a total
differs, or where a tournament up to its paper, or one of its TASKS, took too many clicks. The last row counts
the clicks from the end of online registration to game 1 seated, with people who registered themselves:
MAX_CLICKS_TO_GAME_1 at most.
"""

import argparse
import io
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CHEVILLE_DATA", tempfile.mkdtemp(prefix="cheville-figures-"))

import django

django.setup()

from django.utils import translation  # noqa: E402
from django.utils.translation import gettext as _  # noqa: E402
from playwright.sync_api import Locator, Page, expect, sync_playwright  # noqa: E402
from pypdf import PdfReader  # noqa: E402

from tests.e2e.organiser import pressable  # noqa: E402
from tests.prepare import find_browser  # noqa: E402
from tests.processes import Process  # noqa: E402

MAX_CLICKS, MAX_CLICKS_TO_GAME_1 = 45, 10
TASKS = {"game 1": 20, "a round": 2, "official": 4, "paper": 4, "web site": 4}
"""The most clicks from the empty program to game 1, from one game to the next, from the last result to
official standings, then to these on paper, and to the web site as a file."""
CSRF = "c" * 32
GAMES = 15
TABS = 2
SIZE = {"width": 1366, "height": 768}
GIVEN_NAMES = ("Réal", "Noëlla", "Zéphirin", "Huguette", "Jean-Guy", "Françoise", "Normand", "Marie-Claude")
FAMILY_NAMES = ("O'Brien", "L'Écuyer", "Saint-Hilaire", "D’Amour", "Côté")
CLUBS = ("FADOQ Saint-Hyacinthe", "FADOQ Beloeil", "FADOQ Mont-Saint-Hilaire")


def people(count: int) -> list[str]:
    """Return different names, typical of the region."""
    given, family = len(GIVEN_NAMES), len(FAMILY_NAMES)
    return [f"{GIVEN_NAMES[at % given]} {FAMILY_NAMES[(at + at // given) % family]}" for at in range(count)]


class Director:
    """A new director at the laptop.

    `clicks` lists the buttons pressed, `tasks` how many each of TASKS took, `sums_by_wins` sums of the slips.
    """

    def __init__(self, page: Page, url: str, pictures: Path | None) -> None:
        self.page, self.url, self.pictures = page, url, pictures
        self.clicks: list[str] = []
        self.tasks: dict[str, int] = {}
        self.sums_by_wins: Counter[str] = Counter()
        self.tournament = ""

    def press(self, found: Locator, *, counts: bool = True) -> None:
        """Click, and count it."""
        words = found.inner_text().split("\n")[0] or found.get_attribute("name") or "?"
        found.click()
        if counts:
            self.clicks.append(words)

    @contextmanager
    def task(self, name: str) -> Iterator[None]:
        """Count the clicks of one of TASKS; of rounds the longest."""
        before = len(self.clicks)
        yield
        self.tasks[name] = max(self.tasks.get(name, 0), len(self.clicks) - before)

    def button(self, words: str, **args: object) -> Locator:
        """Return a button or link that begins with these words of the catalogue."""
        return pressable(self.page, words, **args)

    def type_into(self, field: Locator, text: str) -> None:
        """Type into a field; one that is neither focused nor the next or the one after it costs a click."""
        for _key in range(TABS):
            if field.evaluate("(one) => document.activeElement === one"):
                break
            self.page.keyboard.press("Tab")
        if field.evaluate("(one) => document.activeElement !== one"):
            field.click()
            self.clicks.append(f"[{field.get_attribute('name')}]")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def seen(self, name: str) -> None:
        """Save a picture of the page."""
        if self.pictures:
            self.page.screenshot(path=self.pictures / f"{name}.png")

    # The tournament, in order

    def first_account(self) -> None:
        """Create the account, with a name and the password to write down; its user is signed in."""
        page = self.page
        page.goto(f"{self.url}/laptop/")
        self.type_into(page.locator("#id_name"), "lise")
        page.keyboard.press("Enter")
        password = page.locator("dd.typed").nth(1).inner_text()
        assert password.count("-") == 3

    def set_up(self, players: int) -> None:
        """Set up a tournament of the region, with the suggested points of games that are not played."""
        page = self.page
        self.press(self.button("New tournament"))
        self.press(page.locator("button.kind").first)
        self.type_into(page.locator("[name=name]"), f"Journée de crible ({players})")
        self.type_into(page.locator("[name=expected]"), str(players))
        self.press(page.locator(".choice:has([name=points_as][value=suggested])"))
        self.press(self.button("Create the tournament"))
        page.wait_for_url("**/registration/**")
        self.tournament = re.sub(r"registration/.*", "", page.url)

    def register(self, players: int) -> None:
        """Paste a list out of a spreadsheet."""
        page = self.page
        self.press(self.button("Import or paste"))
        rows = "\n".join(
            f"{name}\t{club}" for name, club in zip(people(players), CLUBS * players, strict=False)
        )
        self.type_into(page.locator("[name=pasted]"), f"Nom\tClub\n{rows}")
        self.press(self.button("Check the list"))
        self.seen("import")
        for somebody_else in page.locator(".pair input[value=enter]").all():
            self.press(somebody_else)
        self.press(page.locator("button[value=enter]"))
        page.wait_for_url("**/registration/**")

    def offer_registration(self, *, is_open: bool) -> None:
        """Open or close online registration."""
        self.page.goto(f"{self.tournament}registration/online/")
        self.page.locator("[name=on]").set_checked(is_open)
        self.page.locator("button.primary").filter(has_text=_("Save")).click()
        self.page.wait_for_url("**/online/")

    def first_game(self, players: int, *, ticking_counts: bool = False) -> None:
        """Tick all people off at once, and begin game 1."""
        self.press(self.page.locator(".board .steps a[href$='/rounds/']"))
        self.press(self.button("Seat game %(number)s", number=1))
        everybody = self.page.locator("button").filter(has_text=re.compile(rf"\b{players}\b")).first
        self.press(everybody, counts=ticking_counts)
        self.seen("seats")
        self.press(self.button("Seat and start game %(number)s", number=1))

    def play(self, number: int) -> None:
        """Type every slip of a game at the desk: the table, the winner's seat and the loser's points."""
        page = self.page
        expect(page.locator("form.has-script #d-table")).to_be_focused()
        slots = json.loads(page.locator("#desk-data").text_content() or "")["slots"]
        chance = random.Random(number)
        for slot in slots:
            seats = {side["letter"]: side["name"] for side in slot["sides"]}
            winner, loser = chance.choice(sorted(seats)), chance.randrange(52, 120)
            page.keyboard.type(f"{slot['table']}{winner.lower()}{loser}\n")
            expect(page.locator("#desk-answer")).to_contain_text(re.compile(rf"121\D+{loser}\b"))
            for letter, name in seats.items():
                self.sums_by_wins[name] += 121 if letter == winner else loser
        self.seen(f"desk-{number}")
        if number < GAMES:
            words = "Close game %(number)s and show the seats of game %(next)s"
            self.press(self.closing(words, number))
            self.press(self.button("Seat and start game %(number)s", number=number + 1))
        else:
            self.press(self.closing("", number))

    def closing(self, words: str, number: int) -> Locator:
        """Return the button that ends a game."""
        return (
            self.page.locator("#desk-status button.primary, [data-close-game], form button.primary")
            .filter(has_text=re.compile(rf"\b{number}\b"))
            .filter(visible=True)
            .first
        )

    def medals(self) -> None:
        """Play off ties for a medal, confirm that the cards agree, and make the standings official."""
        page = self.page
        self.seen("medals")
        self.press(self.button("All of these were read aloud and agree"))
        self.press(self.button("Make the standings official"))
        expect(page.locator("#official")).to_be_visible()
        self.seen("official")

    def print_standings(self) -> str:
        """Print the standings, and return the text of the paper."""
        page = self.page
        self.press(self.button("Print"))
        self.press(page.locator("button").filter(has_text=_("Standings")).first)
        made = page.locator(".paper-job.is-done a").first
        made.wait_for(timeout=60_000)
        content = page.context.request.get(f"{self.url}{made.get_attribute('href')}").body()
        self.clicks.append("Ouvrir")
        reader = PdfReader(io.BytesIO(content))
        return " ".join("".join(sheet.extract_text() for sheet in reader.pages).split())

    def publish(self) -> int:
        """Make the web site, and return the bytes of its ZIP."""
        page = self.page
        self.press(page.locator(".board .steps a[href$='/medals/']"))
        self.press(page.locator("[data-step-row] a[href$='/publish/']"))
        self.seen("publish")
        self.press(self.button("Make the site"))
        made = page.locator("#jobs a[href*='/publish/']").first
        made.wait_for(timeout=60_000)
        with page.expect_download() as download:
            self.press(made)
        return download.value.path().stat().st_size

    def shown(self) -> dict[str, int]:
        """Return the points by name that a phone without sign-in is shown."""
        page = self.page.context.browser.new_context(locale="fr-CA").new_page()  # type: ignore[union-attr]
        page.goto(self.tournament)
        rows = page.locator("table.standings tbody tr[data-explain]").evaluate_all(
            "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText))"
        )
        heads = page.locator("table.standings thead th").all_inner_texts()
        page.context.close()
        column = next(at for at, head in enumerate(heads) if _("Points") in head)
        named = {}
        for row in rows:
            name = next(one for one in self.sums_by_wins if one in " ".join(row))
            named[name] = int(re.sub(r"\D", "", row[column].split("\n")[0]))
        return named


@contextmanager
def new_director(pictures: Path | None) -> Iterator[Director]:
    """Start the program with no data, and yield a director with an account of her own."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as driver:
        environment = {"CHEVILLE_DATA": data, "CHEVILLE_LANG": "fr", "BROWSER": "true"}
        cheville = Process(
            "manage.py", "serve", "--host", "127.0.0.1", "--port", "0", "--open", **environment
        )
        browser = driver.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        try:
            url = cheville.wait_for(r"http://localhost:\d+").group()
            cheville.wait_for("Ctrl-C")
            page = browser.new_context(viewport=SIZE, locale="fr-CA").new_page()  # type: ignore[arg-type]
            lise = Director(page, url, pictures)
            try:
                lise.first_account()
                yield lise
            except Exception:
                lise.seen("failed")
                raise
        finally:
            browser.close()
            cheville.end()


def tournament(players: int, pictures: Path | None) -> tuple[int, list[str]]:
    """Run a tournament with so many players; return the clicks it took, and the faults."""
    with new_director(pictures) as lise:
        begun = time.monotonic()
        with lise.task("game 1"):
            lise.set_up(players)
            lise.register(players)
            lise.first_game(players)
        for number in range(1, GAMES):
            with lise.task("a round"):
                lise.play(number)
        with lise.task("official"):
            lise.play(GAMES)
            lise.medals()
        with lise.task("paper"):
            paper = lise.print_standings()
        clicks = len(lise.clicks)
        with lise.task("web site"):
            assert lise.publish() > 100_000
        shown = lise.shown()
        faults = find_faults(players, lise.sums_by_wins, shown, paper)
        faults += [f"{name}: {took} clicks" for name, took in lise.tasks.items() if took > TASKS[name]]
        print(f"{players} players: {clicks} clicks, {time.monotonic() - begun:.0f} s")
        print(
            "   ", " · ".join(f"{name} {took} (at most {TASKS[name]})" for name, took in lise.tasks.items())
        )
        print("   ", " · ".join(lise.clicks))
        return clicks, faults


def clicks_to_game_1(players: int, pictures: Path | None) -> int:
    """Let people register themselves; return the clicks from the end of registration to game 1."""
    with new_director(pictures) as lise:
        lise.set_up(players)
        lise.offer_registration(is_open=True)
        for name in people(players):
            register_on_a_phone(f"{lise.tournament}register/", name)
        lise.offer_registration(is_open=False)
        lise.clicks.clear()
        lise.first_game(players, ticking_counts=True)
        print(f"{players} registered themselves: {len(lise.clicks)} clicks to game 1")
        print("   ", " · ".join(lise.clicks))
        return len(lise.clicks)


def register_on_a_phone(url: str, name: str) -> None:
    """Fill the public form in as another visitor does."""
    headers = {"Cookie": f"csrftoken={CSRF}"}
    with urlopen(Request(url, headers=headers)) as form:
        (nonce,) = re.findall(r'name="nonce" value="([^"]+)"', form.read().decode())
    typed = {"csrfmiddlewaretoken": CSRF, "nonce": nonce, "name_1": name, "club": CLUBS[0]}
    with urlopen(Request(url, urlencode(typed).encode(), headers)) as own_page:
        assert own_page.url != url, f"{name} is not registered"


def find_faults(players: int, sums: Counter[str], shown: dict[str, int], paper: str) -> list[str]:
    """Return every total that differs from the sum of the slips, and the people who are not on paper."""
    faults = [f"{name}: {shown[name]} for {sums[name]}" for name in shown if shown[name] != sums[name]]
    if len(shown) != players:
        faults.append(f"{len(shown)} of {players} are shown")
    return faults + [f"{name} is not on paper" for name in shown if name.split()[-1] not in paper]


def main() -> int:
    """Run the tournaments, then the start of one whose players registered themselves."""
    wanted = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    wanted.add_argument("players", type=int, nargs="*", default=[32, 23])
    wanted.add_argument("--pictures", type=Path, help="a folder for pictures of the pages")
    asked = wanted.parse_args()
    expect.set_options(timeout=30_000)
    bad = 0
    with translation.override("fr-ca"):
        for players in asked.players:
            clicks, faults = tournament(players, asked.pictures)
            bad += bool(faults) or clicks > MAX_CLICKS
            print(
                "\n".join(faults) or "    every total is the sum of its slips, no task took more than it may"
            )
        bad += clicks_to_game_1(asked.players[0], asked.pictures) > MAX_CLICKS_TO_GAME_1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
