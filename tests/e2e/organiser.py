"""Lise at her laptop: the steps of her tournament by mouse and keyboard, and the pages she expects."""

import json
import re
from collections import Counter
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from playwright.sync_api import Browser, Locator, Page, expect

from tests.processes import Process


def begins(words: str, **args: object) -> re.Pattern:
    """Return a pattern for texts that begin with these words of the catalogue, in the active language."""
    return starting(_(words) % args if args else _(words))


def starting(text: str) -> re.Pattern:
    """Return a pattern for texts that begin with a text; a browser makes all white space of a name plain."""
    return re.compile(r"^\s*" + r"\s+".join(map(re.escape, text.split())))


def pressable(page: Page, words: str, **args: object) -> Locator:
    """Return the first visible button or link that begins with these words of the catalogue."""
    name = begins(words, **args)
    either = page.get_by_role("button", name=name).or_(page.get_by_role("link", name=name))
    return either.filter(visible=True).first


@dataclass
class Organiser:
    """A signed-in user who runs one tournament in one window. `totals` are her sums on paper."""

    page: Page
    url: str
    tournament: str = ""
    totals: Counter = field(default_factory=Counter)

    # The page and its elements

    def see(self, role: str, name: str | re.Pattern) -> Locator:
        """Return a heading, button or link by its text."""
        return self.page.get_by_role(role, name=name, exact=isinstance(name, str))

    def click(self, role: str, name: str | re.Pattern) -> None:
        """Press a heading, button or link."""
        self.see(role, name).click()

    def go(self, step: str) -> None:
        """Follow a step of the tournament in the navigation."""
        self.page.locator(".board").get_by_role("link", name=step, exact=True).click()

    def open(self, path: str) -> None:
        """Open a page of the tournament by its address."""
        self.page.goto(f"{self.tournament}{path}")

    def expect_message(self, text: str | re.Pattern) -> None:
        """Expect a message above the page."""
        expect(self.page.locator("#messages")).to_contain_text(text)

    # Before game 1

    def sign_in(self, name: str, password: str) -> None:
        """Type the name and the password that the window showed."""
        expect(self.page.get_by_label("Name", exact=True)).to_be_focused()
        self.page.keyboard.type(name)
        self.page.keyboard.press("Tab")
        self.page.keyboard.type(f"{password}\n")

    def set_up(self, name: str, players: int, games: int) -> None:
        """Fill in the set-up page; the second click of a double click makes no second tournament."""
        self.page.get_by_label("Name of the tournament").fill(name)
        self.page.get_by_label("Place (optional)").fill("Salle Saint-Hilaire")
        self.page.get_by_label("Players expected").fill(str(players))
        self.page.get_by_label("Tables in the hall").fill(str(players // 2))
        self.page.locator("details.the-rest > summary").click()
        self.page.locator("summary", has_text="Games and schedule").click()
        self.page.get_by_label("Games for each").fill(str(games))
        self.page.get_by_label("Other points").check()
        self.page.get_by_label("Points for a missed game").fill("60")
        self.page.get_by_label("Forfeit: points for the side that is there").fill("121")
        self.page.get_by_label("Forfeit: points for the side that is missing").fill("0")
        self.see("button", "Create the tournament").dblclick()
        self.page.wait_for_url("**/registration/")
        self.tournament = self.page.url.removesuffix("registration/")

    def enter_players(self, names: list[str]) -> None:
        """Type one name after the other, Enter after each."""
        for number, name in enumerate(names, start=1):
            expect(self.page.get_by_label("Name", exact=True)).to_be_focused()
            self.page.keyboard.type(f"{name}\n")
            expect(self.page.locator("#add-answer")).to_contain_text(f"{number} · {name}")

    def check_everybody_in(self, count: int) -> None:
        """Tap every name on the check-in list."""
        for number in range(1, count + 1):
            self.page.locator(f"#tap-{number}").click()
        expect(self.page.locator("main")).to_contain_text(f"Here: {count} of {count}")

    # A game

    def seat(self, number: int) -> None:
        """Look at the seating and accept it."""
        self.open("rounds/")
        self.click("link", f"Seat game {number}")
        self.click("button", "Seat only, start later")
        expect(self.see("heading", f"Game {number}: who sits where")).to_be_visible()

    def begin(self, number: int) -> dict[int, dict[str, str]]:
        """Seat and open a game; return the names at each table, by letter."""
        self.seat(number)
        self.click("button", f"Start game {number}")
        return self.sit_down(number)

    def sit_down(self, number: int) -> dict[int, dict[str, str]]:
        """Wait for the desk of a game, and return its tables, ready for the first key."""
        expect(self.see("heading", f"Results of game {number}")).to_be_visible()
        return self.tables()

    def tables(self) -> dict[int, dict[str, str]]:
        """Return the tables on the desk with the names at them, by letter."""
        expect(self.page.locator("form.has-script #d-table")).to_be_focused()
        slots = json.loads(self.page.locator("#desk-data").text_content())["slots"]
        return {slot["table"]: {side["letter"]: side["name"] for side in slot["sides"]} for slot in slots}

    def type_result(self, table: int, winner: str, loser: int, *, enter: bool = True) -> None:
        """Type table, winner's seat, loser's points, Enter: by keyboard, without looking up."""
        self.page.keyboard.type(f"{table}{winner.lower()}{loser}" + "\n" * enter)

    def answered(self, text: str | re.Pattern) -> None:
        """Expect the answer of the score book to the last entry."""
        expect(self.page.locator("#desk-answer")).to_contain_text(text)

    def in_so_far(self, tables: int) -> None:
        """Expect this number of tables in the grid."""
        self.counted("1 table is in" if tables == 1 else f"{tables} tables are in")

    def counted(self, words: str) -> None:
        """Expect these words of the counter above the grid."""
        expect(self.page.locator("#desk-status")).to_contain_text(words)

    def write_down(self, seats: dict[str, str], winner: str, loser: int) -> None:
        """Add a game up on paper."""
        for letter, name in seats.items():
            self.totals[name] += 121 if letter == winner else loser

    def close(self, number: int) -> None:
        """Close the game when every table is in."""
        self.click("button", re.compile(rf"^Close game {number}\b"))
        self.expect_message(f"Game {number} is closed.")

    def go_on(self, number: int) -> dict[int, dict[str, str]]:
        """Close a game and start the next in two clicks; return the names at each table."""
        self.click("button", f"Close game {number} and show the seats of game {number + 1}")
        self.click("button", f"Seat and start game {number + 1}")
        return self.sit_down(number + 1)

    def lines_of(self, table: int) -> Locator:
        """Return the lines of one table, old ones struck; its result must be in."""
        self.page.keyboard.press("Escape")
        self.page.keyboard.type(f"{table}\n")
        self.answered("A result is already in")
        return self.page.locator("#desk-panel .history li")


def begin_tournament(page: Page, cheville: Process) -> Organiser:
    """Open the first page of an empty database, in English, and sign in on the way to the set-up."""
    lise = Organiser(page, cheville.url)
    page.goto(cheville.url)
    expect(page.locator("html")).to_have_attribute("lang", "fr-ca")
    lise.click("button", "English")
    expect(lise.see("heading", "Welcome to Cheville")).to_be_visible()
    lise.click("link", "New tournament")
    lise.sign_in(cheville.wait_for(r"name:\s+(\S+)")[1], cheville.wait_for(r"password:\s+(\S+)")[1])
    expect(lise.see("heading", "New tournament")).to_be_visible()
    return lise


def second_desk(browser: Browser, lise: Organiser) -> Organiser:
    """Return another laptop at the desk, signed in as well, with the same game on its screen."""
    context = browser.new_context(storage_state=lise.page.context.storage_state())
    other = Organiser(context.new_page(), lise.url, lise.tournament)
    other.open("desk/")
    return other
