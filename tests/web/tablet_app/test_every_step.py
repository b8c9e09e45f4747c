"""Every step of the tablet's page, in both languages, all sizes and contrasts, without faults by axe."""

import json
from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import Request, expect
from py_mini_racer import MiniRacer

from tests import factories, samples
from tests.scripts.test_syntax import ACORN, ECMA
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import Tablet
from tournaments.models import Call
from tournaments.web.tablet_app import scripts

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = {"tablet": {"width": 1024, "height": 768}, "phone": {"width": 390, "height": 844}}


@pytest.mark.parametrize(
    ("language", "size", "wishes"),
    [
        ("fr-ca", "tablet", []),
        ("en", "phone", ["contrast", "size-larger", "left"]),
    ],
)
def test_every_step_is_accessible(
    hall, tablet, tournament, opened, language: str, size: str, wishes: list[str]
):
    one = tablet()
    one.page.set_viewport_size(SIZES[size])
    faults: list[str] = []
    step = make_look(
        one, faults, by_axe=[True] if size == "tablet" or samples.SWEEP_FACTOR > 1 else [True, False]
    )

    one.open(f"{hall.url}/table/")
    step("code", language=None)
    one.key_by_id("000000")
    one.touch("join")
    step("code that is wrong", ".consequence.is-wrong", language=None)
    one.open(hall.sheet(tournament, 1))
    expect(one.page.locator("[data-id=us]")).to_be_visible()
    one.touch("menu", f"say-{language}", *wishes)
    expect(one.page.locator("html")).to_have_attribute("lang", language)
    step("menu")
    one.touch("back")
    step("seats", "[data-id=us]")
    one.touch("others")
    step("others by number", ".keys")
    one.touch("by-name")
    step("others by letter", ".others-letters")
    one.page.locator(".others-letters button").first.tap()
    step("others by name", ".others-names")
    one.page.locator(".others-names button").first.tap()
    one.key_by_id("8")
    one.touch("next")
    if one.page.locator(".is-wrong").count():  # a player chosen by name has that number
        step("somebody twice", ".is-wrong")
        one.touch("key-clear", "key-7", "next")
    step("others read back", "[data-id=tell]")
    one.touch("tell")
    step("others told", ".box.received")
    one.touch("back", "us")
    step("playing", "[data-id=won-0]")
    one.touch("won-0")
    step("points", ".keys")
    one.key_by_id("121")
    step("points that cannot be", ".consequence.is-wrong")
    one.touch("key-clear", "key-1", "key-2")
    step("points with a skunk")
    one.touch("key-clear", "key-8", "key-8")
    step("read back", "[data-id=accept]")
    one.touch("judge")
    step("judge")
    one.touch("back")
    one.page.context.set_offline(True)
    one.touch("accept")
    step("kept", ".box.kept")
    one.touch("qr")
    step("code to carry", ".qr")
    one.page.locator("summary").tap()
    step("code to carry as text")
    one.touch("back", "menu", "list")
    step("list", ".list")
    one.touch("back")
    one.page.context.set_offline(False)
    step("received", ".box.received")
    factories.enter(factories.meeting_at(opened, 1), [90, 121], basis=0, nonce="another-nonce-here")
    step("dispute", ".box.dispute")
    one.open(hall.sheet(english(4, seed=2), 1))
    step("another day", "[data-id=rejoin]")
    one.open(f"{hall.url}/carry/#CHV1.no.code")
    step("carried", ".box.dispute", language=None)
    assert faults == []
    assert one.errors == []
    calls = [(call.what, bool(call.who)) for call in Call.objects.order_by("pk")]
    assert calls == [("others", True), ("others", False)], "reported, and taken back"


def make_look(one: Tablet, faults: list[str], *, by_axe: list[bool]) -> Callable[..., None]:
    """Return a function that looks at a step once it is there: its language, its width, and some by axe."""
    chosen: list[str] = []
    tried = cycle(by_axe)

    def look(name: str, wait_for: str = "h1", language: str | None = "") -> None:
        expect(one.page.locator(wait_for).first).to_be_visible()
        spoken = one.page.locator("html").get_attribute("lang") or ""
        if language is not None:
            chosen.append(spoken)
            if spoken != chosen[0]:
                faults.append(f"{name}: speaks {spoken}")
        faults.extend(f"{name}: {fault}" for fault in one.faults(axe=next(tried)))

    return look


def test_language_can_be_changed_offline(tablet, tournament, opened):
    one = tablet(tournament, 1)
    one.sit_down()
    one.loses_the_network()
    one.touch("language")
    expect(one.page.locator("html")).to_have_attribute("lang", "fr-ca")
    expect(one.page.locator("#language-word")).to_have_text("English")
    one.touch("language")
    expect(one.page.get_by_role("heading", level=1)).to_have_text(sentence("play"))
    expect(one.page.locator("#language")).to_be_focused()


TOKENS = """(text) => {
  const found = [];
  acorn.parse(text, {ecmaVersion: %d, onToken: (token) => {
    const value = token.type.label === "regexp" ? String(token.value.value) : token.value;
    found.push([token.type.label, value === undefined ? null : String(value)]);
  }});
  return JSON.stringify(found);
}"""


@pytest.mark.parametrize("name", sorted(scripts.SCRIPTS))
def test_minified_script_keeps_every_token(name):
    engine = MiniRacer()
    engine.eval(ACORN.read_text(encoding="utf-8"))
    written, sent = scripts.source(name), scripts.bundle(name).plain.decode()
    assert len(sent) < len(written)
    tokens = [engine.eval(f"({TOKENS % ECMA})({json.dumps(text)})") for text in (written, sent)]
    assert tokens[0] == tokens[1]


def test_first_load_of_a_tablet_is_below_150_kb(hall, tablet, tournament, opened):
    one, loaded = tablet(), {}
    one.page.on("requestfinished", lambda request: loaded.update({request.url: size_of(request)}))
    one.open(hall.sheet(tournament, 1))
    expect(one.page.locator("[data-id=us]")).to_be_visible()
    kinds = {address.partition("?")[0].rpartition(".")[2] for address in loaded}
    assert {"js", "css", "woff2"} <= kinds
    assert sum(loaded.values()) < 150_000, loaded


def size_of(request: Request) -> int:
    """Return how many bytes the body of the response had, as it was sent."""
    return request.sizes()["responseBodySize"]


def test_scripts_are_cached_by_version(client):
    version = scripts.bundle("table").version
    kept = client.get(f"/table/scripts/table.js?v={version}", headers={"accept-encoding": "gzip"})
    assert "immutable" in kept["Cache-Control"]
    assert kept["Content-Encoding"] == "gzip"
    assert "immutable" not in client.get("/table/scripts/table.js?v=older")["Cache-Control"]
