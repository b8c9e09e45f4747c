"""Open the pages of a tournament in a browser: signing in, sizes, and the checks of a page."""

from collections.abc import Callable, Iterator
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, Route

from tests import contrast, samples

SIZES = {"phone": (390, 844), "tablet": (1024, 768), "projector": (1920, 1080)}
SMALL_TARGETS = """() => ["a", "button", "input:not([type=hidden])", "select", "summary"]
  .flatMap((what) => [...document.querySelectorAll("main " + what)])
  .filter((one) => one.offsetParent && !one.matches("p a"))
  .map((one) => one.matches("[type=radio], [type=checkbox]") ? one.closest("label") : one)
  .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 48 || box.height < 48; })
  .map((one) => one.outerHTML.slice(0, 120))"""
AXE = """(options) => axe.run(document, options).then((found) =>
  found.violations.map((one) => [one.id, one.nodes.map((node) => node.target)]))"""
# Only a rule that is off by default needs the style sheets, and fetching them takes a third of a check.
AXE_OPTIONS = {
    "rules": {contrast.CONTRAST_RULE: {"enabled": False}},
    "resultTypes": ["violations"],
    "preload": False,
}
FIELDS_AND_WORDS = r"""() => {
  const aside = ".visually-hidden, noscript";
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(aside);
  const every = [...document.querySelectorAll("input:not([type=hidden]), select, textarea")];
  const fields = every.filter(seen).length;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let words = 0;
  while (walk.nextNode()) {
    const around = walk.currentNode.parentElement;
    if (!seen(around) || around.closest("script, style, select")) continue;
    words += (walk.currentNode.textContent.match(/[\p{L}\p{N}]+(?:['’.:-][\p{L}\p{N}]+)*/gu) || []).length;
  }
  return [fields, words];
}"""
ANIMATION_COUNT = "() => document.getAnimations().length"
OVERFLOW_WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class HeldRequest:
    """Hold back the first request of a page to an address (a glob); later ones get through."""

    def __init__(self, page: Page, address: str, method: str = "") -> None:
        self._page, self._method = page, method
        self._routes: list[Route] = []
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        if self._routes or (self._method and route.request.method != self._method):
            route.fallback()
        else:
            self._routes.append(route)

    def route(self, seconds: int = 20) -> Route:
        """Wait until the request was made, and return its route, to answer or to continue it."""
        for _time in range(seconds * 40):
            if self._routes:
                return self._routes[0]
            self._page.wait_for_timeout(25)  # a sleep would not let the route be called
        raise AssertionError("the page made no such request")


def sign_in(page: Page, url: str, tournament: Any, language: str = "en") -> None:
    """Sign the browser in as a director of a tournament, in that language."""
    from django.test import Client

    from tests import factories

    client = Client()
    client.force_login(factories.organiser(tournament))
    cookies = {"sessionid": client.cookies["sessionid"].value, "django_language": language}
    page.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])


def directing(page: Page, live_server: Any) -> Iterator[Callable[..., Any]]:
    """Yield `at` for a fixture: `show = at(day)` signs in, `show(path, size)` opens a page.

    The console must stay silent.
    """
    announced = heard(page)

    def at(tournament: Any, language: str = "en") -> Callable[..., Page]:
        sign_in(page, live_server.url, tournament, language)

        def show(path: str, size: str = "tablet") -> Page:
            resize(page, size)
            page.goto(f"{live_server.url}/t/{tournament.slug}/{path}")
            return page

        return show

    at.page = page  # type: ignore[attr-defined] # for its clock, which is set before a page is opened
    at.announced = announced  # type: ignore[attr-defined] # for a test in which the network fails on purpose
    yield at
    assert announced == []


def heard(page: Page) -> list[str]:
    """Return a list to which the console messages are added from now on."""
    received: list[str] = []
    page.on("console", lambda message: received.append(message.text))
    page.on("pageerror", lambda error: received.append(str(error)))
    return received


def resize(page: Page, size: str) -> None:
    """Resize the page to one of SIZES."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


def violations(page: Page, *, rule: str = contrast.CONTRAST_RULE) -> list[Any]:
    """Return what axe finds, and where: `(rule, places)`; of colours by the `rule` for AA or AAA.

    Documents opened later in the same page have its script from the start: sending half a megabyte for each
    check takes a sixth of its time.
    """
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
        page.add_init_script(AXE_SCRIPT)
    found = [tuple(one) for one in page.evaluate(AXE, AXE_OPTIONS)]
    faint = contrast.faults(page, rule)
    return [*found, (rule, faint)] if faint else found


def seen_at_first(page: Page) -> tuple[int, int]:
    """Return how many fields and words the page shows before anything is unfolded, from head to foot.

    Each radio button is a field, the choices of a list are not; a word is letters or figures between spaces.
    """
    fields, words = page.evaluate(FIELDS_AND_WORDS)
    return fields, words


def in_the_dark(page: Page) -> list[str]:
    """Return what is too faint in the dark; nothing else depends on the colours.

    The page is not reloaded: the style sheet alone decides what is dark (`prefers-color-scheme`).
    """
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert page.evaluate(ANIMATION_COUNT) == 0
    found = contrast.faults(page)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return found


def sound_at(page: Page, *sizes: str) -> list[Any]:
    """Return the faults of the page as it is, drawn at each of these SIZES (none given: at all).

    Axe looks at the largest, where most is visible; in `make figures` at each.
    """
    found = []
    in_order = sorted(sizes or SIZES, key=SIZES.__getitem__)
    for size in in_order:
        resize(page, size)
        faults = sound(page) if size == in_order[-1] or samples.SWEEP_FACTOR > 1 else does_not_fit(page)
        found += [(size, fault) for fault in faults]
    return found


def sound(page: Page) -> list[Any]:
    """Return the faults of the page as it is: of axe, targets too small, wider than the screen."""
    return [*violations(page), *does_not_fit(page)]


def does_not_fit(page: Page) -> list[Any]:
    """Return targets that are too small, and by how much the page is wider than the screen."""
    wide = page.evaluate(OVERFLOW_WIDTH)
    return [*page.evaluate(SMALL_TARGETS), *([f"{wide} pixels too wide"] if wide > 0 else [])]
