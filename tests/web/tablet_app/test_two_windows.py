"""A sheet that is scanned again opens another window of the browser: the last goes on, others stand still."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import Tablet
from tournaments.models import Device, Line

pytestmark = pytest.mark.django_db(transaction=True)

ELSEWHERE = "This page is open in another window"
IS_THIS_RIGHT = re.compile("is this right")
STORAGE_FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"


@pytest.fixture
def windows(tournament, opened, hall, tablet):
    """Return two windows of one tablet: the first at table 1, and another at the given table."""

    def open_at(table: int) -> tuple[Tablet, Tablet]:
        first = tablet(tournament, 1)
        first.sit_down()
        second = Tablet(first.page.context.new_page(), hall)
        second.open(hall.sheet(tournament, table))
        return first, second

    return open_at


def test_opening_another_table_moves_the_tablet_once(windows):
    first, second = windows(2)
    second.title(sentence("who_sits_here"))
    first.title(ELSEWHERE)
    joined: list[str] = []
    for page in (first.page, second.page):
        page.on("request", lambda it: joined.append(it.url) if it.url.endswith("/join") else None)
    with second.page.expect_response("**/api/1/here"):  # the next turn of its loop
        second.later(30_000)
    first.later(30_000)
    device = Device.objects.get()
    assert (joined, device.place.number, device.earlier_places) == ([], 2, [1])
    assert first.page.locator("#plate").inner_text() == "Cheville"
    for name in ("menu", "judge"):
        expect(first.page.locator(f"#{name}")).to_be_hidden()
    assert first.faults() == []


def test_first_window_continues_where_the_closed_one_stopped(windows):
    first, second = windows(1)
    names = second.reach_read_back(0, 88)
    second.page.context.set_offline(True)
    second.tap(sentence("accept", name=names[1]))
    second.sees(sentence("kept_here"))
    second.page.close()
    first.title(ELSEWHERE)
    first.tap(sentence("elsewhere_here"))
    first.title(sentence("after_kept"))
    first.status("1 result kept here.")
    first.page.context.set_offline(False)
    first.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [121, 88]}
    assert (first.errors, second.errors) == ([], [])


def test_unfinished_result_moves_to_the_active_window(windows):
    first, second = windows(1)
    second.reach_read_back(0, 88)
    first.tap(sentence("elsewhere_here"))
    first.title(IS_THIS_RIGHT)
    second.title(ELSEWHERE)
    first.touch("accept")
    first.received()
    second.tap(sentence("elsewhere_here"))
    second.title(sentence("after_received"))
    first.title(ELSEWHERE)
    assert Line.objects.count() == 1


def test_page_works_without_local_storage(tournament, opened, hall, tablet):
    one = tablet(tournament, 1)
    one.title(sentence("who_sits_here"))
    one.page.add_init_script(STORAGE_FULL)
    one.page.reload()
    one.sit_down()
    one.enter(0, 88)
    one.received()
    one.page.reload()
    one.title(sentence("after_received"))
