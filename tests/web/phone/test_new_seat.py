"""A player's own page in Chromium sounds at a new seat, once a finger has asked for it."""

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import violations
from tournaments import devices, rounds

pytestmark = pytest.mark.django_db(transaction=True)

COUNT_NOTES = """window.notes = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) {
  window.notes += 1;
  return start.apply(this, given);
};
window.shaken = [];
Navigator.prototype.vibrate = (pattern) => Boolean(window.shaken.push(pattern));"""


@pytest.fixture
def own_page(page: Page, live_server):
    """Return the page of player 1 before the first game, in English, and how many notes it has played."""
    tournament = factories.tournament(8)
    invited = next(one for one in devices.invite_players(tournament) if one.entry.number == 1)
    page.set_viewport_size({"width": 390, "height": 844})
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    page.add_init_script(COUNT_NOTES)
    page.goto(f"{live_server.url}/me/{invited.secret}/")
    return tournament


def reload_rows(page: Page) -> None:
    """Read the page again, as its timer does."""
    with page.expect_response(lambda response: "/rows/" in response.url):
        page.evaluate("htmx.trigger(document, 'visibilitychange')")


def note_count(page: Page) -> int:
    return int(page.evaluate("window.notes"))


def vibration_count(page: Page) -> int:
    return int(page.evaluate("window.shaken.length"))


def test_phone_sounds_only_at_a_new_seat(page: Page, own_page):
    button = page.locator("[data-ring] button")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    heard = note_count(page)
    assert heard > 0, "one hears at once how it sounds"
    round_ = factories.open_round(own_page)
    reload_rows(page)
    expect(page.locator("[data-seat]")).to_be_visible()
    assert note_count(page) == 2 * heard
    assert vibration_count(page) == 2, "at the touch, and at the seat"
    expect(button).to_have_attribute("aria-pressed", "true")
    meeting = round_.meetings.get(seats__entry__number=1)
    factories.enter(meeting, [121, 90])
    reload_rows(page)
    expect(page.locator("[data-state=entered]")).to_be_visible()
    assert (note_count(page), vibration_count(page)) == (2 * heard, 2)
    assert list(violations(page)) == []


def test_phone_is_silent_while_sound_is_off(page: Page, own_page):
    factories.open_round(own_page)
    reload_rows(page)
    expect(page.locator("[data-seat]")).to_be_visible()
    assert (note_count(page), vibration_count(page)) == (0, 0)
    button = page.locator("[data-ring] button")
    button.click()
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    before = note_count(page)
    for meeting in own_page.stages.get(order=1).rounds.get(number=1).meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(own_page.stages.get(order=1).rounds.get(number=1), by=None)
    factories.open_round(own_page, 2)
    reload_rows(page)
    expect(page.locator("[data-seat^='2 ']")).to_be_visible()
    assert note_count(page) == before


@pytest.mark.parametrize("blocked", [("setItem",), ("getItem", "setItem")])
def test_sound_works_without_storage(page: Page, own_page, blocked):
    for method in blocked:
        page.add_init_script(f"Storage.prototype.{method} = () => {{ throw new Error('blocked'); }}")
    page.reload()
    button = page.locator("[data-ring] button")
    for pressed in ("true", "false", "true"):
        button.click()
        expect(button).to_have_attribute("aria-pressed", pressed)
    before = note_count(page)
    factories.open_round(own_page)
    reload_rows(page)
    expect(page.locator("[data-seat]")).to_be_visible()
    assert note_count(page) > before > 0


def test_sound_setting_stays_and_resumes_at_first_touch(page: Page, own_page):
    button = page.locator("[data-ring] button")
    button.click()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    other = page.context.new_page()
    other.goto(page.url)
    for pressed in ("false", "true"):
        other.locator("[data-ring] button").click()
        expect(button).to_have_attribute("aria-pressed", pressed)
    other.close()
    asleep = page.locator("[data-ring] [role=status]").inner_text()
    page.locator("h1").click()
    expect(page.locator("[data-ring] [role=status]")).not_to_have_text(asleep)
    factories.open_round(own_page)
    reload_rows(page)
    expect(page.locator("[data-seat]")).to_be_visible()
    assert note_count(page) > 0
