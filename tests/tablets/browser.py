"""What a page of the desk is held against in a browser: axe, targets that can be hit, nothing too wide."""

from axe_playwright_python.sync_playwright import Axe

SIZES = {"phone": (390, 844), "tablet": (1024, 768), "projector": (1920, 1080)}
SMALL_TARGETS = """() => ["a", "button", "input:not([type=hidden])", "summary"]
  .flatMap((what) => [...document.querySelectorAll("main " + what)])
  .filter((one) => one.offsetParent && !one.matches("p a"))
  .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 48 || box.height < 48; })
  .map((one) => one.outerHTML.slice(0, 120))"""


def sound(page) -> list:
    """What is wrong with the page as it stands."""
    faults = [
        (one["id"], [node["target"] for node in one["nodes"]])
        for one in Axe().run(page).response["violations"]
    ]
    faults += page.evaluate(SMALL_TARGETS)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [*faults, *([f"{wide} pixels too wide"] if wide > 0 else [])]
