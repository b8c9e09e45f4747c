"""Walk a tournament of any system by hand, as an organiser in French, to the medals and the papers."""

import json
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.organiser import pressable
from tests.lab.figures.preparing import PHONE, Fault, Preparation

MAX_STEPS = 200
"""A limit against endless walks: no tournament of the list has as many matches after its games."""
MAX_HANDS = 40
WAITING_TABLES = """() => [
    ...document.querySelectorAll("#desk-status .tile:is(.missing, .waiting, .disputed)")]
    .map((one) => one.querySelector(".tile-number"))
    .map((one) => one.lastChild.textContent.trim())"""
VISIBLE_SIDES = """() => [...document.querySelectorAll("#desk-form .desk-sides [data-of]")]
    .filter((one) => !one.hidden).map((one) => one.dataset.of)"""


class Walker(Preparation):
    """The games of a tournament, its medals, and its public pages."""

    # Games

    def first_game(self) -> None:
        """Tick all people off, and begin game 1."""
        self.step("rounds")
        self.look("games")
        self.press("Seat game %(number)s", number=1)
        everybody = self.page.locator("[data-absent] button").first
        if everybody.is_visible():
            self.look("not-ticked")
            everybody.click()
        self._start_game(1)

    def _start_game(self, number: int) -> None:
        start = pressable(self.page, "Seat and start game %(number)s", number=number)
        try:
            start.wait_for()
        except Exception as never:
            self.look("no-seats", full=True)
            raise Fault(
                f"game {number} cannot be seated: {self.page.url.removeprefix(self.tournament)}"
            ) from never
        self.look("seats", full=True)
        start.click()
        self.page.wait_for_url("**/desk/**")

    def games(self, *, two_cards: bool = False) -> int:
        """Play all games, closing each when all results are in; return how many there were."""
        for number in range(1, MAX_STEPS):
            if two_cards:
                self.enter_cards()
            self.play_desk()
            if number == 1:
                self.look_at_game_pages()
            self.page.locator(".desk-close form button.primary").first.click()
            self.page.wait_for_load_state()
            if "/medals/" in self.page.url:
                return number
            self._start_game(number + 1)
        raise Fault("the games have no end")

    def look_at_game_pages(self) -> None:
        """Look at the wall and the sheet of a game, and go back."""
        self.step("rounds")
        self.look("games-running")
        self.press("Who sits where")
        self.look("who-sits-where")
        self.step("rounds")
        self.press("For the projector")
        self.look("wall")
        self.open("desk/")

    @cached_property
    def asked(self) -> dict[str, Any]:
        """Return the data of the desk: its game, how winners are written."""
        data: dict[str, Any] = json.loads(self.page.locator("#desk-data").text_content() or "{}")
        return data

    def play_desk(self) -> int:
        """Type results until the desk waits for no table; return how many were typed."""
        vars(self).pop("asked", None)
        typed = 0
        while waits := self._waiting_tables():
            for table in waits:
                self.type_table_result(int(table), by_hand=not typed)
                typed += 1
                if typed > MAX_STEPS * 4:
                    raise Fault("the desk waits without end")
        return typed

    def _waiting_tables(self) -> list[str]:
        self.page.locator("#desk-status").wait_for()
        found: list[str] = self.page.evaluate(WAITING_TABLES)
        return found

    def type_table_result(self, table: int, *, by_hand: bool = False) -> None:
        """Type a result of this table with the keys of the desk, and check that the score book has it."""
        page = self.page
        box = page.locator("form.has-script #d-table")
        expect(page.locator("form.has-script :focus")).to_be_visible()
        if box.input_value() != str(table):  # otherwise the button that led here has chosen it already
            expect(box).to_be_focused()
            if "desk" not in self.seen:
                self.look("desk")
            page.keyboard.type(f"{table}\n")
            expect(box).not_to_be_focused()
        letters = page.evaluate(VISIBLE_SIDES)
        ENTRY_BY_GAME[self.asked["game"]](self, letters, by_hand)
        if "desk-typed" not in self.seen:
            self.look("desk-typed")
        page.keyboard.press("Enter")
        answer = page.locator("#desk-answer [data-code]:not([data-code=not_saved], [data-code=saving])")
        answer.wait_for()
        if answer.get_attribute("data-code") != "entered":
            self.failed()
            raise Fault(f"desk, table {table}: {answer.inner_text()}")
        expect(page.locator("#d-table")).to_be_focused()
        if "desk-entered" not in self.seen:
            self.look("desk-entered", full=True)

    def enter_cards(self) -> None:
        """Enter the card of each player, winners first."""
        self.press("Enter cards")
        tables = self.page.locator(".tiles [data-table], .tiles .tile").count()
        for letter, points, sign in (("A", 2, ""), ("B", 0, "")):
            for table in range(1, tables + 1):
                box = self.page.get_by_label(_("Card"), exact=True)
                expect(box).to_be_focused()
                self.page.keyboard.type(f"{table}{letter} {points} {sign}{10 + table}\n")
                self.page.wait_for_load_state()
                self.expect_message(re.compile("."))
        self.look("cards", full=True)
        self.press("Results")

    # The end of the tournament

    def finish_tournament(self) -> int:
        """Play ties and playoffs, make the standings official; return how many results were typed."""
        typed = 0
        for _step in range(MAX_STEPS):
            if "/medals/" not in self.page.url:
                self.step("medals")
            self.look("medals", full=True)
            official = pressable(self.page, "Make the standings official")
            on_the_way = (
                "Draw the bracket and seat the first matches",
                "Create the best-of-three matches",
                "Create the best of three match",
                "Seat the next match",
            )
            create = self._first_pressable(*on_the_way)
            desk = pressable(self.page, "Enter at the desk")
            if desk.count():
                self.look("matches", full=True)
                desk.click()
                self.page.wait_for_url("**/desk/**")
                if not (now := self.play_desk()):
                    raise Fault("a match is at the desk, and the desk waits for nothing")
                typed += now
            elif create:
                create.click()
                self.page.wait_for_load_state()
            elif official.count():
                break
            else:
                self.failed()
                raise Fault("medals: nothing to press, and not official")
        self.press_if_there("All of these were read aloud and agree")
        if pressable(self.page, "Make the standings official").get_attribute("aria-disabled"):
            self.failed()
            raise Fault(f"not official: {self.page.locator('#against').inner_text()}")
        self.press("Make the standings official")
        expect(self.page.locator("#official .box.ok")).to_be_visible()
        self.look("official", full=True)
        return typed

    def _first_pressable(self, *words: str) -> Locator | None:
        for one in words:
            found = pressable(self.page, one)
            if found.count() and not found.get_attribute("aria-disabled"):
                return found
        return None

    def press_if_there(self, words: str) -> None:
        """Press a button that only some tournaments offer."""
        found = pressable(self.page, words)
        if found.count():
            found.click()
            self.page.wait_for_load_state()

    def bracket(self) -> None:
        """Look at the public bracket, where there is one."""
        self.step("medals")
        found = pressable(self.page, "Bracket")
        if found.count():
            found.click()
            self.look("bracket", full=True)

    def standings(self) -> int:
        """Look at the standings, on this screen and on the wall; return how many lines they have."""
        self.page.goto(self.tournament)
        self.look("standings", full=True)
        rows = self.page.locator("table.standings tbody tr[data-explain]").count()
        self.page.locator("footer").get_by_role("link", name=_("For the projector")).click()
        self.look("standings-wall")
        return rows

    def phone(self, browser: Browser) -> None:
        """Look at the standings and at a card as a player in the hall, not signed in."""
        context = browser.new_context(viewport=PHONE, locale="fr-CA")  # type: ignore[arg-type]
        other = Walker(context.new_page(), self.url, self.pictures, self.row)
        other.seen = self.seen
        other.tournament = self.tournament
        other.page.goto(self.tournament)
        other.look("phone-standings")
        other.page.locator("table.standings tbody tr[data-explain]").first.click()
        pressable(other.page, "Game by game").click()
        other.look("phone-card", full=True)
        context.close()

    def papers(self) -> int:
        """Make every paper that is offered; return how many were made."""
        page = self.page
        self.open("papers/")
        self.look("papers", full=True)
        offered = page.locator("#all button[formaction*='/papers/']").all()
        for action in [one.get_attribute("formaction") for one in offered]:
            page.locator("#all > summary").click()  # folded again by each answer
            page.locator(f"#all button[formaction='{action}']").click()
            page.wait_for_load_state()
        expect(page.locator("#jobs")).not_to_have_attribute("aria-busy", "true", timeout=400_000)
        self.look("papers-made")
        bad = page.locator(".paper-job.is-failed, .paper-job.is-cancelled")
        if bad.count():
            raise Fault(f"papers: {bad.first.text_content()}")
        links = page.locator(".paper-job.is-done a").evaluate_all("(all) => all.map((one) => one.href)")
        for link in links:
            answer = page.context.request.get(link)
            if answer.status != 200 or not answer.body().startswith(b"%PDF"):
                raise Fault(f"papers: {link} answers {answer.status}")
            if self.pictures:
                name = link.rstrip("/").rsplit("/", 1)[-1]
                (self.pictures / "papers" / self.row).mkdir(parents=True, exist_ok=True)
                (self.pictures / "papers" / self.row / f"{name}.pdf").write_bytes(answer.body())
        return len(links)


# Typing at the desk, game by game


def cribbage(walker: Walker, letters: Sequence[str], by_hand: bool) -> None:
    """Type the winner and the points of the others, and the winner's where they are written."""
    asked, chance, keys = walker.asked, walker.chance, walker.page.keyboard
    winner = chance.choice(list(letters))
    most = asked["target"] - 1
    points = [
        chance.randrange(1, 60) if asked["left"] else chance.randrange(most // 2, most)
        for _one in letters[1:]
    ]
    keys.type(winner.lower())
    keys.type(" ".join(map(str, points)))
    if asked["as_pegged"]:
        keys.press("Enter" if len(letters) == 2 else " ")
        keys.type(str(max(asked["target"], max(points) + 1) if not asked.get("timed") else max(points) + 1))


def gin(walker: Walker, letters: Sequence[str], by_hand: bool) -> None:
    """Type final totals by side; the first of a game by its sheet, hand by hand."""
    asked, chance, page = walker.asked, walker.chance, walker.page
    if by_hand:
        page.keyboard.press("h")
        expect(page.locator("#d-hands")).to_be_focused()
        line = " / ".join(pair_result(walker, at) for at in range(asked["pairs"]))
        over = page.locator("#desk-sheet [data-over]")
        for at in range(MAX_HANDS):
            with page.expect_response("**/sheet/**"):
                page.keyboard.insert_text(f"{line}\n")  # in one go, as half a line is computed too
            expect(page.locator("#desk-sheet tbody tr, #desk-sheet .error").nth(at)).to_be_visible()
            if page.locator("#desk-sheet .error").is_visible():
                raise Fault(f"hands: {page.locator('#desk-sheet .error').inner_text()}")
            if over.count():
                break
        walker.look("hands", full=True)
        return
    totals = [asked["least"] + chance.randrange(20, 80), *(chance.randrange(0, 60) for _one in letters[1:])]
    chance.shuffle(totals)
    page.keyboard.type(" ".join(map(str, totals)))


def pair_result(walker: Walker, at: int) -> str:
    """Return what one pair plays in a hand: the first side goes gin."""
    teams = walker.asked["teams"] or walker.asked["pairs"] == 1
    return f"{'A' if teams else 'AC'[at]} G {45 + at}"


def points(walker: Walker, letters: Sequence[str], by_hand: bool) -> None:
    """Type a number for each side, the best one first or last by lot."""
    chance = walker.chance
    numbers = chance.sample(range(100, 400), len(letters))
    walker.page.keyboard.type(" ".join(map(str, numbers)))


ENTRY_BY_GAME: dict[str, Callable[[Walker, Sequence[str], bool], None]] = {
    "cribbage": cribbage,
    "gin": gin,
    "points": points,
}
