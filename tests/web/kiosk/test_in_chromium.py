"""A kiosk in real Chromium: found, checked in, without a network, and back at the start by itself."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import OVERFLOW_WIDTH, heard, violations
from tests.contrast import ENHANCED_RULE
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.test_browser_faults import SHOWN_BEFORE_STORAGE_IS_READ
from tournaments import devices, registration, rounds
from tournaments.models import Device
from tournaments.rounds import stages
from tournaments.web.kiosk.words import WORDS

pytestmark = pytest.mark.django_db(transaction=True)
DOOR_CONTEXT = {"viewport": {"width": 1024, "height": 768}, "locale": "en-CA", "reduced_motion": "reduce"}
SIZES = ((320, 600), (390, 844), (1920, 1080))
HITS, FIELD, TITLE, STATUS = ".hit", "input#typed", "h1", "#status"


def kiosk_words(code: str, **values: Any) -> str:
    with translation.override("en"):
        return str(WORDS[code]).format(**values)


@pytest.fixture
def tournament():
    return english()


@pytest.fixture
def door(browser: Browser, hall: Any, tournament: Any) -> Iterator[Page]:
    """Yield a paired kiosk with its list, and its clock held by the test; its console stays silent."""
    context = browser.new_context(**DOOR_CONTEXT)
    context.clock.install()
    page = context.new_page()
    errors = heard(page)
    page.goto(hall.url + devices.kiosk_page_of(devices.invite_kiosk(tournament)))
    expect(page.locator(FIELD)).to_be_focused()
    yield page
    context.close()
    assert [error for error in errors if not error.startswith("Failed to load resource")] == []


def sync_now(page: Page) -> None:
    page.evaluate("window.dispatchEvent(new Event('online'))")


def is_checked_in(tournament: Any, number: int) -> bool:
    return tournament.entries.get(number=number).checked_in_at is not None


def name_of(tournament: Any, number: int) -> str:
    return str(tournament.entries.get(number=number).name)


def test_check_in_by_name_shows_the_seat_then_resets(tournament, door):
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    sync_now(door)
    seat = tournament.entries.get(number=2).seats.get()
    door.keyboard.type("co")
    expect(door.locator(".hits")).to_have_text(kiosk_words("found_short"))
    door.keyboard.type("te")
    expect(door.locator(HITS)).to_have_count(1)
    expect(door.locator(".who")).to_have_text(name_of(tournament, 2))
    assert "FADOQ" not in door.locator("main").inner_text()
    door.locator(HITS).click()
    place = kiosk_words("seat", table=seat.meeting.place.number, letter=seat.letter)
    expect(door.locator(TITLE)).to_have_text(place)
    expect(door.locator("main")).to_contain_text(name_of(tournament, 2))
    assert is_checked_in(tournament, 2)
    door.locator("#language").click()
    expect(door.locator("html")).to_have_attribute("lang", "fr-ca")
    door.clock.fast_forward(15_000)
    expect(door.locator(FIELD)).to_be_focused()
    expect(door.locator(FIELD)).to_have_value("")
    expect(door.locator("html")).to_have_attribute("lang", "en")  # for the next person


def test_pairing_is_repeated_as_the_same_device_after_a_reload(browser, hall, tournament):
    context = browser.new_context(**DOOR_CONTEXT)
    page, asked = context.new_page(), []
    page.add_init_script(SHOWN_BEFORE_STORAGE_IS_READ)

    def lose(route: Route) -> None:
        asked.append(route.request.post_data_json["device"])
        route.abort()

    page.route("**/api/1/pair", lose)
    page.goto(hall.url + devices.kiosk_page_of(devices.invite_kiosk(tournament)))
    for _load in range(2):
        before = len(asked)
        while len(asked) == before:
            page.wait_for_timeout(25)
        page.reload()
    context.close()
    assert len(set(asked)) == 1


def test_hand_scanner_works_wherever_the_focus_is(tournament, door, hall):
    secret = next(one.secret for one in devices.invite_players(tournament) if one.entry.number == 3)
    registration.add_entry(tournament, "Line Ste-Marie")  # a new list, with the codes
    sync_now(door)
    door.locator("#language").focus()
    door.keyboard.type(f"{hall.url}/me/{secret}/\n")
    expect(door.locator(".who")).to_have_text(name_of(tournament, 3))
    door.locator(HITS).click()
    expect(door.locator(TITLE)).to_have_text(kiosk_words("checked_in"))
    assert is_checked_in(tournament, 3)


DETECTOR_SCRIPT = """window.BarcodeDetector = class {
  detect(video) {
    const shows = video.videoWidth > 0 && !video.paused && video.isConnected;
    return Promise.resolve(shows ? [{ rawValue: "SECRET" }] : []);
  }
};"""
"""A reader of codes, which Chromium has on some systems alone; the camera is one that Chromium makes up."""


def with_reader(door: Page, code: str) -> None:
    """Open the kiosk again in a browser that reads `code` as soon as the camera shows a picture."""
    door.add_init_script(DETECTOR_SCRIPT.replace("SECRET", code))
    door.reload()
    expect(door.locator("[data-id=scan]")).to_be_visible()


def test_camera_that_is_allowed_too_late_is_not_switched_on(door):
    with_reader(door, "")
    door.evaluate("""() => {
      const media = navigator.mediaDevices, ask = media.getUserMedia.bind(media);
      media.getUserMedia = (what) => new Promise((resolve) => {
        window.allow = () => ask(what).then((stream) => { window.stream = stream; resolve(stream); });
      });
    }""")
    door.locator("[data-id=scan]").click()
    door.evaluate("Cheville.camera.stop()")
    door.evaluate("window.allow()")
    assert door.evaluate("window.stream.getTracks().map((track) => track.readyState)") == ["ended"]
    assert not door.evaluate("Cheville.camera.isOn()")
    expect(door.locator("video")).to_have_count(0)


def test_camera_reads_the_card_code_or_leaves_the_name_field(tournament, door, hall):
    secret = next(one.secret for one in devices.invite_players(tournament) if one.entry.number == 3)
    registration.add_entry(tournament, "Line Ste-Marie")  # a new list, with the codes
    with_reader(door, f"{hall.url}/me/{secret}/")
    sync_now(door)
    door.locator("[data-id=scan]").click()
    expect(door.locator(".who")).to_have_text(name_of(tournament, 3))
    expect(door.locator("video")).to_have_count(0)
    assert not door.evaluate("Cheville.camera.isOn()")
    door.locator(HITS).click()
    expect(door.locator(TITLE)).to_have_text(kiosk_words("checked_in"))
    assert is_checked_in(tournament, 3)

    with_reader(door, "")  # a camera that may not be used
    door.evaluate(
        "() => { navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('denied')); }"
    )
    door.locator("[data-id=scan]").click()
    expect(door.locator("main")).to_contain_text(kiosk_words("no_camera"))
    door.locator(FIELD).fill("cote")
    expect(door.locator(HITS)).to_have_count(1)


def test_offline_check_in_is_sent_when_the_network_returns(tournament, door, hall):
    door.context.set_offline(True)
    sync_now(door)
    expect(door.locator(STATUS)).to_contain_text(kiosk_words("status_off"))
    door.keyboard.type("cote")
    door.locator(HITS).click()
    expect(door.locator(TITLE)).to_have_text(kiosk_words("checked_in"))
    door.locator("[data-id=done]").click()
    expect(door.locator(FIELD)).to_be_focused()
    assert not is_checked_in(tournament, 2)
    stored = door.evaluate("JSON.stringify(localStorage)")
    assert str(tournament.entries.get(number=2).uid) in stored
    assert "Huguette" not in stored
    assert "cote" not in stored
    door.context.set_offline(False)
    sync_now(door)
    expect(door.locator(STATUS)).to_have_text(kiosk_words("status_on"))
    assert is_checked_in(tournament, 2)
    door.reload()  # the address has no invitation any more, and the kiosk knows who it is
    expect(door.locator(FIELD)).to_be_focused()
    assert Device.objects.count() == 1


def test_revoked_kiosk_shows_no_names(tournament, door):
    door.clock.install()
    door.locator(FIELD).fill("cote")
    devices.revoke(Device.objects.get(), by=None)
    sync_now(door)
    expect(door.locator(TITLE)).to_have_text(kiosk_words("shut"))
    expect(door.locator("main input")).to_have_count(0)
    assert door.evaluate("Cheville.desk.list") is None
    door.locator("[data-id=again]").click()
    door.clock.run_for(31_000)  # the timer that empties the search for the next person
    door.locator("input#code").fill(devices.invite_kiosk(tournament).code)
    door.locator("[data-id=pair]").click()
    expect(door.locator(FIELD)).to_be_focused()


def test_search_is_paused_when_names_are_listed_one_by_one(tournament, door):
    for number in range(20):
        registration.add_entry(tournament, f"Personne Xx{chr(97 + number)}")
    sync_now(door)
    door.locator(FIELD).fill("xxa")
    expect(door.locator(HITS)).to_have_count(1)  # the new list is there
    for number in range(16):
        door.locator(FIELD).fill(f"xx{chr(97 + number)}")
    expect(door.locator(".hits")).to_have_text(kiosk_words("found_paused"))
    expect(door.locator(HITS)).to_have_count(0)
    door.clock.fast_forward(31_000)
    door.locator(FIELD).fill("cote")
    expect(door.locator(HITS)).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "fr-ca"])
def test_every_screen_is_accessible_and_fits(tournament, door, language):
    if language != "en":
        door.locator("#language").click()
    registration.withdraw(tournament.entries.get(number=3), from_round=1, by=None)
    sync_now(door)
    expect(door.locator("html")).to_have_attribute("lang", language)

    def looks() -> None:
        for width, height in SIZES:
            door.set_viewport_size({"width": width, "height": height})
            assert door.evaluate(OVERFLOW_WIDTH) <= 0, width
        assert violations(door, rule=ENHANCED_RULE) == []

    looks()
    door.locator(FIELD).fill("joueuse")
    looks()
    door.locator(FIELD).fill("cote")
    expect(door.locator(HITS)).to_have_count(1)
    looks()
    door.locator(HITS).click()
    expect(door.locator("[data-id=done]")).to_be_visible()
    looks()
