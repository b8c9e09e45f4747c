"""Browsers without storage, screens that fail, results that a laptop cannot read: the others go out."""

import re

import pytest
from playwright.sync_api import Request, Route

from tests import factories
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import Tablet
from tournaments import rounds
from tournaments.models import Line
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db(transaction=True)

TIMEOUT = 3_000  # milliseconds that the page waits for its database
WRITE_HANGS = """
const real = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (names, mode) {
  if (mode !== "readwrite" || !window.hangs) return real.apply(this, arguments);
  return { objectStore: () => ({ put() {} }) };
};"""
READ_HANGS = "IDBObjectStore.prototype.openCursor = () => ({})"
READ_FAILS = (
    "IDBDatabase.prototype.transaction = () => { throw new DOMException('lost', 'InvalidStateError'); }"
)
STORAGE_FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
SHOWN_BEFORE_STORAGE_IS_READ = """
const request = {}, slow = { open: () => { setTimeout(() => request.onerror(), 500); return request; } };
Object.defineProperty(window, "indexedDB", { value: slow });
addEventListener("DOMContentLoaded", () => {
  setTimeout(() => document.dispatchEvent(new Event("visibilitychange")), 50);
});"""


def wait_until_received(one: Tablet) -> None:
    """Let time pass while the page waits for its database, again and again, until the result is received."""
    title = one.page.get_by_role("heading", level=1)
    one.until(lambda: one.later(TIMEOUT) or title.inner_text() == sentence("after_received"))


def test_hanging_browser_database_does_not_block_results(tournament, opened, hall, tablet):
    one = tablet()
    one.page.add_init_script(WRITE_HANGS)
    one.open(hall.sheet(tournament, 1))
    one.sit_down()
    one.page.evaluate("window.hangs = true")
    one.enter(0, 88)
    wait_until_received(one)
    one.received()
    assert Line.objects.count() == 1


def test_page_shown_before_its_storage_is_read_joins_as_its_device(tournament, opened, hall, tablet):
    one = tablet()
    one.page.add_init_script(SHOWN_BEFORE_STORAGE_IS_READ)
    asked: list[Request] = []
    one.page.on("request", lambda request: request.url.endswith("/join") and asked.append(request))
    one.open(hall.sheet(tournament, 1))
    one.title(sentence("who_sits_here"))
    assert [request.post_data_json["device"] for request in asked] == [str(tournament.devices.get().uid)]


def test_unreadable_browser_database_does_not_block_results(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    for game, fault in enumerate((READ_HANGS, READ_FAILS)):
        one.page.add_init_script(fault)
        one.page.reload()
        if fault == READ_HANGS:
            one.page.wait_for_function("Cheville.store")
            one.later(TIMEOUT)
        one.title("Good game!" if game == 0 else "Thank you, it has been received")
        if game == 0:
            one.enter(0, 88)
            one.received()
    assert one.errors == []


def test_result_is_sent_with_a_warning_if_it_cannot_be_stored(tournament, opened, hall, tablet):
    one = tablet()
    one.page.add_init_script(WRITE_HANGS + STORAGE_FULL)
    one.open(hall.sheet(tournament, 1))
    one.sit_down()
    one.page.evaluate("window.hangs = true")
    one.enter(0, 88)
    wait_until_received(one)
    one.status(sentence("cannot_keep"))
    assert Line.objects.count() == 1


def test_error_in_a_screen_does_not_stop_sending(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    one.page.evaluate("Cheville.screens.after = () => { throw new Error('a fault'); }; null")
    one.page.route("**/api/1/submit", lambda route: route.abort())
    one.enter(0, 88)
    one.until(lambda: len(one.errors) > 1)  # when it was accepted, and when it could not be sent
    one.page.unroute("**/api/1/submit")
    one.until(lambda: one.kept()[0]["state"] == "accepted")
    assert Line.objects.count() == 1


SUBMIT_PATH = "**/api/1/submit"


def open_next_round(tournament, opened) -> None:
    """Enter every game of the round from paper, and open the next one."""
    for table in (1, 2, 3, 4):
        factories.enter(factories.meeting_at(opened, table), [121, 90])
    rounds.close_round(opened, by=None)
    rounds.open_round(rounds.seat(stages.qualifying(tournament), 2, by=None), by=None)


def test_result_that_causes_server_errors_does_not_block_others(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    one.reach_read_back(0, 88)
    bad = one.page.evaluate("Cheville.draft().nonce")
    sent: list[int] = []

    def stumble(route: Route) -> None:
        body = route.request.post_data or ""
        sent.append(body.count('"nonce"'))
        if bad in body:
            route.fulfill(status=500, body="a fault")
        else:
            route.continue_()

    def nobody(route: Route) -> None:
        route.abort()

    one.page.route(SUBMIT_PATH, stumble)
    one.tap(re.compile("yes, this is right"))
    one.sees("Please tell the desk.")
    one.status(sentence("status_sending", 1))
    open_next_round(tournament, opened)
    one.sit_down()
    one.page.route(SUBMIT_PATH, nobody)
    one.enter(1, 77)
    one.sees(sentence("kept_here"))
    one.page.unroute(SUBMIT_PATH, nobody)
    one.sees(sentence("received"))
    assert [result["state"] for result in one.kept()] == ["kept", "accepted"]
    assert 2 in sent
    one.status(sentence("status_sending", 1))
    one.page.unroute(SUBMIT_PATH, stumble)
    one.until(lambda: one.kept()[0]["state"] == "later")
    assert one.errors == []


def test_page_continues_while_results_cannot_be_sent(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    one.page.route(SUBMIT_PATH, lambda route: route.abort())
    one.enter(0, 88)
    one.sees(sentence("kept_here"))
    open_next_round(tournament, opened)
    one.sit_down()
