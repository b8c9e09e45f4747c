"""Prepare a tournament in French by the labels of the pages: set-up, list, check-in, partners, clubs.

Every page on the way is checked: refusals of the server, messages of the console, text in red and text that
is not in French end the walk with a sentence (`Fault`).
"""

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from tests.e2e.organiser import Organiser, begins, pressable, starting
from tournaments.web.setup.forms.form import SetupForm

GIVEN_NAMES = (
    "Réal",
    "Noëlla",
    "Zéphirin",
    "Huguette",
    "Jean-Guy",
    "Françoise",
    "Normand",
    "Marie-Claude",
    "Œdipe",
)
FAMILY_NAMES = ("O'Brien", "L'Écuyer", "Saint-Hilaire", "D’Amour", "Côté", "Gagné", "Lefebvre", "N'Guyen")
CLUBS = ("FADOQ Saint-Hyacinthe", "FADOQ Beloeil", "FADOQ Mont-Saint-Hilaire", "L'Érablière")
LAPTOP, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
IGNORED_MESSAGES = ("htmx:afterRequest", "htmx:sendAbort")
"""Messages of htmx about a request that a newer one has replaced, as `hx-sync` asks."""
COMMON_PAGES = {
    "import",
    "registration",
    "games",
    "not-ticked",
    "check-in",
    "games-running",
    "who-sits-where",
    "desk",
}
"""Pages that look the same in any tournament: one picture of each is enough."""
PICTURED_PAGES: set[str] = set()
ENGLISH_WORDS = re.compile(
    r"\b(the|of|and|with|is|are|was|were|this|that|who|which|from|your|their|not)\b", re.IGNORECASE
)
PAGE_TEXTS = """() => {
    const said = [];
    if (!document.body) return said;  // between two pages
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const one = walk.currentNode.parentElement, text = walk.currentNode.textContent.trim();
        const other = "script, style, [lang]:not(html):not([lang^=fr])";
        if (text && one.checkVisibility() && !one.closest(other)) said.push(text);
    }
    return said;
}"""
ERROR_TEXTS = """() => [
    ...document.querySelectorAll(".error, .error-box, .has-error, .paper-error, .impossible")]
    .filter((one) => one.checkVisibility()).map((one) => one.innerText.trim()).filter(Boolean)"""


class Fault(Exception):
    """The reason that ends a walk, as a sentence."""


def people(count: int) -> list[str]:
    """Return different names, typical of the region."""
    most = len(GIVEN_NAMES) * len(FAMILY_NAMES)
    assert count <= most, f"{most} names at the most"
    given, family = len(GIVEN_NAMES), len(FAMILY_NAMES)
    return [f"{GIVEN_NAMES[at % given]} {FAMILY_NAMES[(at + at // given) % family]}" for at in range(count)]


def first_line(words: str | Promise) -> str:
    """Return the name of a choice, without its explanation."""
    return str(words).split("\n")[0]


def choice_name(field: Any, value: Any) -> str:
    """Return the name of the choice `value` of a field."""
    return next(str(words) for key, words in field.choices if str(key) == str(value))


@cache
def setup_field(name: str) -> forms.Field:
    """Return a field of the set-up page; its labels are in the active language."""
    form = SetupForm()
    return next(one.fields[name] for one in (form, *form.parts.values()) if name in one.fields)


class Preparation(Organiser):
    """One organiser, one tournament. `seen` has the pictures that were taken."""

    def __init__(self, page: Page, url: str, pictures: Path | None, row: str) -> None:
        super().__init__(page, url)
        self.pictures, self.row = pictures, row
        self.chance = random.Random(row)
        self.messages: list[str] = []
        self.seen: set[str] = set()
        page.on("console", self._record_console)
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.on("response", lambda answer: self._record_response(answer.status, answer.url))

    def _record_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(IGNORED_MESSAGES):
            self.messages.append(message.text)

    def _record_response(self, status: int, url: str) -> None:
        if status >= 400:
            self.messages.append(f"{status} {url.removeprefix(self.url)}")

    # Checks of every page

    def look(self, kind: str, *, full: bool = False) -> None:
        """Check the page for faults of any page; the first of its kind is saved as a picture."""
        self._save_picture(kind, full=full)
        if self.messages:
            raise Fault(f"{kind}: {self.messages[0]}")
        red = self.page.evaluate(ERROR_TEXTS)
        if red:
            raise Fault(f"{kind}: in red: {' '.join(red[0].split())[:300]}")
        foreign = [text for text in self.page.evaluate(PAGE_TEXTS) if ENGLISH_WORDS.search(text)]
        if foreign:
            raise Fault(f"{kind}: not in French: {foreign[0][:200]}")

    def _save_picture(self, kind: str, *, full: bool) -> None:
        if kind in self.seen | PICTURED_PAGES or not self.pictures:
            return
        PICTURED_PAGES.update({kind} & COMMON_PAGES)
        self.seen.add(kind)
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(
            path=self.pictures / f"{self.row}-{len(self.seen):02}-{kind}.png", full_page=full
        )

    def failed(self) -> None:
        """Save a picture of the page where a walk has ended."""
        self.seen.discard("failed")
        self._save_picture("failed", full=True)

    def press(self, words: str, **args: object) -> None:
        """Press the button or link that begins with these words of the catalogue."""
        pressable(self.page, words, **args).click()

    def step(self, page: str) -> None:
        """Go to the step of the tournament that begins with the page at this address."""
        self.page.locator(f".board .steps a[href$='/{page}/']").click()

    # The set-up page

    def declare(self, name: str, value: Any) -> None:
        """Answer a question of the set-up page by its label."""
        field, page = setup_field(name), self.page
        label = str(field.label)
        if isinstance(field.widget, forms.RadioSelect):
            words = first_line(choice_name(field, value))
            box = page.get_by_role("group", name=starting(label), include_hidden=True)
            found = box.get_by_role("radio", name=starting(words), include_hidden=True)
            self._unfold(found)
            found.locator("xpath=ancestor::label").click()
        elif isinstance(field, forms.BooleanField):
            found = page.get_by_role("checkbox", name=label, exact=True, include_hidden=True)
            self._unfold(found)
            found.set_checked(bool(value))
        else:
            found = page.get_by_label(re.compile(rf"^{re.escape(label)}\s*(\(|$)"))
            self._unfold(found)
            found = found.locator("visible=true")
            if isinstance(field, forms.ChoiceField):
                found.select_option(label=choice_name(field, value))
            else:
                found.click()
                page.keyboard.press("Control+a")
                page.keyboard.type(str(value))

    def _unfold(self, found: Locator) -> None:
        """Open the sections around a field, from the outside in."""
        for _depth in range(3):
            closed = found.locator("xpath=ancestor::details[not(@open)]")
            if not closed.count():
                break
            closed.first.locator("> summary").click()
        try:
            expect(
                found.locator("visible=true").or_(found.locator("xpath=ancestor::label[1]")).first
            ).to_be_visible()
        except AssertionError as never:
            raise Fault(f"set-up: a question is not asked: {found}") from never

    def fill_missing_fields(self, **numbers: int) -> None:
        """Fill in what only the organiser can decide, where the field is visible and empty."""
        if self.page.locator("[name=points_as]").first.is_visible():
            self.declare("points_as", "own")
        for name, value in numbers.items():
            box = self.page.locator(f"[name={name}]")
            if box.is_visible() and not box.input_value():
                self.declare(name, value)

    def set_up_tournament(self, name: str, answers: Sequence[tuple[str, Any]], **numbers: int) -> None:
        """Set a tournament up, from the first page, with the answers in their order."""
        self.page.goto(self.url)
        self.press("New tournament")
        if "sign-in" in self.page.url:
            raise Fault("signed out")
        self.declare("name", name)
        for question, value in answers:
            if question == "format":
                self.press("Another format")
                self.page.locator(f"a[data-format='{value}']").click()
                self.page.wait_for_url("**/new/**")
            else:
                self.declare(question, value)
        self.fill_missing_fields(**numbers)
        if (box := self.page.get_by_label(str(setup_field("game_name").label), exact=True)).is_visible():
            box.click()
            self.page.keyboard.type("500")
        with self.page.expect_response(lambda answer: "feasib" in answer.url):
            self.declare("place", "Salle Saint-Hilaire")
        expect(self.page.locator("form.htmx-request")).to_have_count(0)
        if self.page.locator("#feasibility [data-code=bye_credit_missing]").count():
            self.declare("bye_credit", numbers["bye_credit"])
            expect(self.page.locator("#feasibility [data-code=bye_credit_missing]")).to_have_count(0)
        self.look("set-up", full=True)
        self.press("Create the tournament")
        self.page.wait_for_load_state()
        if "/registration/" not in self.page.url:
            self.look("set-up-refused", full=True)
            raise Fault(f"the set-up leads to {self.page.url.removeprefix(self.url)}")
        self.tournament = re.sub(r"registration/.*", "", self.page.url)

    # Registration

    def paste(self, rows: Sequence[str]) -> None:
        """Paste a list out of a spreadsheet."""
        self.press("Import or paste")
        self.page.get_by_label(_("One person per line: name, club")).click()
        self.page.keyboard.insert_text("\n".join(rows))
        self.press("Check the list")
        self.page.wait_for_url("**/preview/**")
        self.look("import", full=True)
        for somebody_else in self.page.locator(".pair input[value=enter]").all():
            somebody_else.check()
        self.page.locator("button[value=enter]").click()
        self.page.wait_for_url("**/registration/")
        self.look("registration")

    def draw_partners(self, how: str) -> None:
        """Draw people who came alone into pairs, by lot or balanced."""
        from tournaments.web.registration.forms import DRAW_METHODS

        self.check_in_all()
        self.step("registration")
        self.press("Pairs and teams")
        self.look("teams")
        self.press("Draw partners")
        self.page.get_by_label(_("Partners are drawn"), exact=True).select_option(
            label=str(dict(DRAW_METHODS)[how])
        )
        if how == "balanced":
            self.page.get_by_text(_("How strong everybody is, for a balanced draw")).click()
            for at, box in enumerate(self.page.locator("details .fields.tight input").all(), start=1):
                box.click()
                self.page.keyboard.type(str(at))
        self.look("partners", full=True)
        self.press("Draw")
        self.look("partners-drawn", full=True)
        self.press("Enter these teams")
        self.look("partners-entered")

    def check_in_all(self) -> None:
        """Check in all people in the hall, one by one."""
        self.step("registration")
        self.press("Check-in")
        self.look("check-in")
        for tap in self.page.locator("[id^=tap-]").all():
            tap.click()
            expect(tap).to_have_attribute("aria-pressed", "true")

    def upload_seats(self, file: Path) -> None:
        """Upload a file of seats."""
        self.step("setup")
        self._unfold(self.page.get_by_role("link", name=begins("Seats from a file"), include_hidden=True))
        self.press("Seats from a file")
        self.page.get_by_label(_("Excel, LibreOffice or CSV file")).set_input_files(file)
        self.press("Check the seats in the file")
        self.look("seats-file", full=True)
        self.press("Seat the games like this")
        self.look("seats-file-used")

    def rank_clubs(self, best: int) -> None:
        """Let the best few of each club be added up."""
        self.step("medals")
        self.press("Prizes")
        self.look("prizes")
        self.press("Categories and prizes")
        form = self.page.locator("form").filter(
            has=self.page.get_by_role("heading", name=_("Clubs"), exact=True)
        )
        form.get_by_role("checkbox").first.check()
        form.get_by_label(_("People who count for a club"), exact=True).click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(str(best))
        self.press("Save the clubs")
        self.look("clubs", full=True)


def rows_to_paste(players: int, members: int) -> Iterator[str]:
    """Yield lines of people with their clubs, or of teams with their members."""
    if not members:
        yield "Nom\tClub"
        yield from (f"{name}\t{CLUBS[at % len(CLUBS)]}" for at, name in enumerate(people(players)))
        return
    known = people(players * members)
    yield "\t".join([*(f"Joueur {at}" for at in range(1, members + 1)), "Équipe"])
    for at in range(players):
        yield "\t".join([*known[at * members : (at + 1) * members], f"L'équipe {at + 1} de Saint-Hilaire"])
