"""The map in a browser: axe, targets, nothing too wide, read again by itself, its code read by a camera."""

import re
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from scoring import DomainError
from tests import factories, samples
from tests.browser import OVERFLOW_WIDTH, SIZES, SMALL_TARGETS, resize, sound, sound_at
from tests.web.tablets.device_clients import Phone, Tablet
from tournaments import devices
from tournaments.devices import calls, table_layout

pytestmark = pytest.mark.django_db(transaction=True)

POLL_INTERVAL = 6_000  # milliseconds, a little more than the map waits before it reads itself again
BADGES_OUTSIDE = """() => [...document.querySelectorAll(".device .badge")].filter((one) =>
  one.getBoundingClientRect().right > one.closest(".device").lastElementChild.getBoundingClientRect().left)
  .map((one) => one.textContent)"""


@pytest.fixture
def hall():
    """Return a round in which every part has something wrong."""
    tournament = factories.tournament(16)
    round_ = factories.open_round(tournament)
    tablets = {table: Tablet(tournament, table) for table in (1, 2, 3, 5)}
    tablets[1].says(round_, [121, 88])
    Tablet(tournament, 1, "L'Écuyer & <b>fils</b>").says(round_, [88, 121])
    tablets[2].says(round_, [121, 95])
    tablets[3].stands(minutes=5, queued=3, visible=False)
    tablets[5].calls()
    Phone(tournament, factories.meeting_at(round_, 4).seats.first().entry)
    shut_out = Tablet(tournament, 6)
    devices.revoke(shut_out.device, by=None)
    with pytest.raises(DomainError, match="device_knocked"):
        devices.join(tournament.invitations.get(place__number=6).secret, shut_out.uid)
    calls.report_other_people(tablets[3].device, "others-sit-there", [[1], [2]])
    for table in (4, 6, 7, 8):
        factories.enter(factories.meeting_at(round_, table), [121, 70 + table])
    return tournament, round_, tablets


@pytest.mark.parametrize(("language", "sizes"), [("fr-ca", ("phone", "projector")), ("en", ("tablet",))])
def test_pages_are_accessible_with_large_targets(at, hall, language, sizes):
    tournament, _round, tablets = hall
    show = at(tournament, language)
    paths = ("tablets/", "tablets/1/", f"tablets/devices/{tablets[2].uid}/", "desk/")
    seen = paths if language == "fr-ca" else samples.turn(paths, 0)  # its words are longer
    found = {path: sound_at(show(path), *sizes) for path in seen}
    assert {path: faults for path, faults in found.items() if faults} == {}


@pytest.mark.parametrize("language", samples.turn(["fr-ca", "en"], 0))
def test_own_page_is_accessible_and_leads_to_reporting(page, live_server, hall, language):
    tournament, round_, _tablets = hall
    entry = factories.meeting_at(round_, 3).seats.select_related("entry").first().entry
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    page.goto(f"{live_server.url}/me/{tournament.invitations.get(entry=entry).secret}/")
    expect(page.locator("h1")).to_have_text(entry.name)
    assert sound_at(page) == []
    page.locator('.seat-now a[href^="/table/"]').click()
    expect(page.locator("main")).to_contain_text(entry.name, timeout=20_000)


def test_map_updates_itself_and_keeps_the_focus(at, hall):
    tournament, round_, tablets = hall
    at.page.clock.install()
    page = at(tournament, "fr-ca")("tablets/", "phone")
    assert page.locator(".device .badge").count() > 3
    assert page.evaluate(BADGES_OUTSIDE) == []
    tile = page.locator("#spot-5")
    expect(tile).to_have_class(re.compile("is-playing"))
    tile.focus()
    tablets[5].says(round_, [121, 55])
    page.clock.fast_forward(POLL_INTERVAL)
    expect(tile).to_have_class(re.compile("is-entered"))
    expect(tile).to_be_focused()


def test_answering_calls_at_the_desk_keeps_typed_values(at, hall):
    tournament, _round, tablets = hall
    page = at(tournament)("desk/")
    page.locator("#d-table").fill("3")
    page.get_by_role("button", name="Seen to : Table 5").click()
    expect(page.locator(".judge-call", has_text="Table 5")).to_have_count(0)
    expect(page.locator("#d-table")).to_have_value("3")
    assert not tablets[5].device.calls.filter(answered_at=None).exists()

    knocks = page.locator("[data-call=knock][data-table='6']")
    knocks.locator("button.primary").click()
    expect(page.locator("#messages [data-code=device_let_in]")).to_contain_text("6")
    expect(knocks).to_have_count(0)
    assert page.url.endswith("/desk/")
    assert not tournament.devices.filter(state="revoked").exists()


def test_tablet_is_revoked_in_two_clicks_and_undone_by_a_third(at, hall):
    tournament, _round, tablets = hall
    page = at(tournament)("tablets/")
    page.locator(f"#device-{tablets[2].uid}").click()
    page.get_by_role("button", name="Shut it out").click()
    expect(page.locator("#messages [data-code]")).to_have_attribute("data-code", "device_shut_out")
    assert tablets[2].device.state == "revoked"
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#messages [data-code]")).to_have_attribute("data-code", "device_undone")
    assert tablets[2].device.state == "active"


def test_qr_code_on_the_screen_is_readable_by_camera(at, hall, page):
    tournament, _round, _tablets = hall
    at(tournament)("tablets/2/", "projector")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        (found,) = zxingcpp.read_barcodes(Image.open(BytesIO(page.screenshot())))
        assert found.text.endswith(f"/table/{tournament.invitations.get(place__number=2).secret}/"), scheme


def test_table_layout_fits_with_large_targets(at):
    tournament = factories.tournament(8, tables=200)
    table_layout.arrange(tournament, [20], serpentine=True, by=None)
    page = at(tournament, "fr-ca")("tablets/", "phone")
    page.locator(".table-layout > summary").click()
    assert sound(page) == []
    for size in SIZES:
        resize(page, size)
        assert page.evaluate(SMALL_TARGETS) == []
        assert page.evaluate(OVERFLOW_WIDTH) <= 0
        if size == "phone":
            continue
        tiles = page.locator(".layout")
        assert tiles.evaluate("one => one.scrollWidth - one.parentElement.clientWidth") <= 0
        box = tiles.bounding_box()
        assert box
        assert box["height"] <= SIZES["tablet"][1] - 100


def test_table_can_be_moved_by_mouse_and_keyboard(at):
    tournament = factories.tournament(8)
    page = at(tournament)("hall/arrange/", "tablet")
    box = page.locator("[data-thing='2']").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0], middle[1] + 1.2 * box["height"] * 40 / 30, steps=3)
    page.mouse.up()
    page.keyboard.press("ArrowDown")
    page.locator("[data-door]").click()
    assert sound(page) == []
    page.locator("button.primary").click()
    expect(page).to_have_url(re.compile("/hall/$"))
    tournament.refresh_from_db()
    where = {place.number: (place.x, place.y) for place in tournament.places.all()}
    assert where == {1: (1, 1), 2: (2, 3), 3: (1, 2), 4: (2, 1)}, "the fourth gave way"
    assert tournament.settings["door"] == [3, 1]
