"""A tablet, and what the two players at it see and tap."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, Page, expect

from tests import contrast
from tests.browser import OVERFLOW_WIDTH, HeldRequest, violations
from tests.web.tablet_app.sentences import sentence

if TYPE_CHECKING:
    from tests.web.tablet_app.hall_server import Hall

ONLINE_EVENT = "window.dispatchEvent(new Event('online'))"
TREMOR_DELAY, READING_DELAY = 320, 1_520  # milliseconds
DRAWING_DONE = (
    "() => Promise.all([document.fonts.ready, ...document.getAnimations().map((one) => one.finished)])"
)
READ_BACK_BUTTON = re.compile("yes, this is right|yes, send my report|no, change it", re.I)


class Tablet:
    """One tablet on one table; counts the taps, digits apart."""

    def __init__(self, page: Page, hall: "Hall") -> None:
        self.page, self.hall = page, hall
        self.taps = 0
        self.leaving: list[str] = []
        self.errors: list[str] = []
        page.on("dialog", self._leave)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _leave(self, dialog: Any) -> None:
        self.leaving.append(dialog.type)
        dialog.accept()

    def open(self, address: str) -> None:
        """Open the address of the QR code on a sheet."""
        self.page.goto(address)

    # Expectations

    def above(self, text: str) -> None:
        """Expect this text beside the heading."""
        expect(self.page.locator(".above")).to_have_text(text)

    def title(self, text: str | re.Pattern) -> None:
        """Expect this heading of the step; it has the focus, so that it is read aloud."""
        expect(self.page.locator("h1:focus")).to_have_text(text)

    def sees(self, text: str | re.Pattern) -> None:
        """Expect this text somewhere on the screen."""
        expect(self.page.locator("main")).to_contain_text(text)

    def status(self, text: str | re.Pattern) -> None:
        """Expect this text in the line at the bottom."""
        expect(self.page.locator("#status")).to_contain_text(text)

    def button(self, name: str | re.Pattern) -> Locator:
        """Return a button by its text."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def names(self) -> list[str]:
        """Return the names shown, A first."""
        expect(self.page.locator(".sides .name")).to_have_count(2)
        return self.page.locator(".sides .name").all_inner_texts()

    # Actions

    def tap(self, name: str | re.Pattern) -> None:
        """Tap a button."""
        if READ_BACK_BUTTON.search(name if isinstance(name, str) else name.pattern):
            self.reads()
        self.button(name).tap()
        self.taps += 1

    def touch(self, *ids: str) -> None:
        """Tap buttons by their names in the scripts, in any language."""
        for name in ids:
            if name == "accept":
                self.reads()
            elif name.startswith("key-"):
                self.steady()
            self.page.locator(f"[data-id={name}], #{name}").first.tap()

    def later(self, milliseconds: int) -> None:
        """Let so much time pass on the tablet; what is due by then happens now."""
        self.page.clock.fast_forward(milliseconds)

    @contextmanager
    def time_stands_still(self) -> Iterator[None]:
        """Stop the time on the tablet, except for what `later` lets pass, however slow the machine is."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)
        yield
        self.page.clock.resume()

    def loses_the_network(self) -> None:
        """Cut the Wi-Fi, and wait until the page shows it."""
        self.page.context.set_offline(True)
        self.at_once()
        self.status("No connection")

    def finds_the_network(self) -> None:
        """Restore the Wi-Fi; the browser reports it, and the page asks at once."""
        self.page.context.set_offline(False)

    def at_once(self) -> None:
        """Let the page ask for news now, as when its Wi-Fi comes back."""
        self.page.evaluate(ONLINE_EVENT)

    def steady(self) -> None:
        """Wait as long as a steady hand needs: an earlier tap is ignored as unmeant."""
        self.later(TREMOR_DELAY)

    def reads(self) -> None:
        """Wait as long as it takes to read a result: before that it cannot be accepted."""
        self.later(READING_DELAY)

    def won(self, side: int) -> None:
        """Tap the winner."""
        self.page.locator(f"[data-id=won-{side}]").tap()
        self.taps += 1

    def key(self, digits: str) -> None:
        """Tap digits on the keypad."""
        self.steady()
        for digit in digits:
            self.page.get_by_role("group", name="Digits").get_by_role("button", name=digit, exact=True).tap()

    def key_by_id(self, digits: str) -> None:
        """Tap digits on the keypad in any language."""
        self.touch(*(f"key-{digit}" for digit in digits))

    def sit_down(self) -> list[str]:
        """Confirm who sits here, and return the names."""
        self.title(sentence("who_sits_here"))
        names = self.names()
        self.tap(sentence("this_is_us"))
        self.title(sentence("play"))
        return names

    def reach_read_back(self, winner: int, low: int, high: int | None = None) -> list[str]:
        """Enter a game from the tap on the winner to the read-back for the other side; return the names."""
        names = self.names()
        self.taps = 0
        self.won(winner)
        self.title(sentence("how_many_pegged", name=names[1 - winner]))
        self.key(str(low))
        if high is not None:
            self.tap(sentence("next"))
            self.title(sentence("how_many_pegged", name=names[winner]))
            self.key(str(high))
        self.title(sentence("please_read", name=names[1 - winner]))
        return names

    def enter(self, winner: int, low: int, high: int | None = None) -> None:
        """Enter a whole game, accepted by the loser."""
        names = self.reach_read_back(winner, low, high)
        self.tap(sentence("accept", name=names[1 - winner]))

    def received(self) -> None:
        """Expect that everything has arrived."""
        self.status(sentence("status_received"))

    # Measurements

    def kept(self) -> list[dict]:
        """Return the results on the tablet, as its scripts have them."""
        return self.page.evaluate("Cheville.store.results()")

    def holds(self, address: str) -> HeldRequest:
        """Hold back the next request to this address until it is released; later ones get through."""
        return HeldRequest(self.page, address)

    def until(self, so: Callable[[], object], seconds: int = 20) -> None:
        """Wait for a state that only the scripts know."""
        for _time in range(seconds * 40):
            if so():
                return
            self.page.wait_for_timeout(25)  # lets the handlers of this test answer, too
        raise AssertionError(self.kept())

    def faults(self, *, axe: bool = True) -> list[str]:
        """Return what axe finds, AAA contrast included, and whether the page is too wide."""
        self.page.evaluate(DRAWING_DONE)
        found = violations(self.page, rule=contrast.ENHANCED_RULE) if axe else []
        faults = [f"{name} at {targets}" for name, targets in found]
        if (over := self.page.evaluate(OVERFLOW_WIDTH)) > 0:
            faults.append(f"{over} pixels too wide")
        return faults
