"""A browser without room, a screen that goes wrong, a result that a laptop stumbles over: others go out."""

import re

import pytest
from playwright.sync_api import Route

from tests import factories
from tests.web.tablet_app.said import said
from tests.web.tablet_app.tablet import Tablet
from tournaments import rounds
from tournaments.models import Line
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 3_000  # milliseconds that the page waits for its database
NEVER_WRITTEN = """
const real = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (names, mode) {
  if (mode !== "readwrite" || !window.hangs) return real.apply(this, arguments);
  return { objectStore: () => ({ put() {} }) };
};"""
NEVER_READ = "IDBObjectStore.prototype.openCursor = () => ({})"
NOT_READ = (
    "IDBDatabase.prototype.transaction = () => { throw new DOMException('lost', 'InvalidStateError'); }"
)
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"


def received_in_spite_of_it(one: Tablet) -> None:
    """The page waits for its database again and again, each time for so long."""
    title = one.page.get_by_role("heading", level=1)
    one.until(lambda: one.later(PATIENCE) or title.inner_text() == said("after_received"))


def test_a_database_that_never_answers_holds_nobody_up(day, opened, hall, tablet):
    one = tablet()
    one.page.add_init_script(NEVER_WRITTEN)
    one.open(hall.sheet(day, 1))
    one.sit_down()
    one.page.evaluate("window.hangs = true")
    one.enter(0, 88)
    received_in_spite_of_it(one)
    one.received()
    assert Line.objects.count() == 1


def test_nor_one_that_cannot_be_read(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    for game, fault in enumerate((NEVER_READ, NOT_READ)):
        one.page.add_init_script(fault)
        one.page.reload()
        if fault == NEVER_READ:
            one.page.wait_for_function("Cheville.store")
            one.later(PATIENCE)
        one.title("Good game!" if game == 0 else "Thank you, it is received")
        if game == 0:
            one.enter(0, 88)
            one.received()
    assert one.errors == []


def test_where_nothing_can_be_kept_it_is_said_and_sent(day, opened, hall, tablet):
    one = tablet()
    one.page.add_init_script(NEVER_WRITTEN + FULL)
    one.open(hall.sheet(day, 1))
    one.sit_down()
    one.page.evaluate("window.hangs = true")
    one.enter(0, 88)
    received_in_spite_of_it(one)
    one.status(said("cannot_keep"))
    assert Line.objects.count() == 1


def test_a_screen_that_goes_wrong_does_not_stop_the_loop(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.page.evaluate("Cheville.screens.after = () => { throw new Error('a fault'); }; null")
    one.page.route("**/api/1/submit", lambda route: route.abort())
    one.enter(0, 88)
    one.until(lambda: len(one.errors) > 1)  # when it was accepted, and when it could not be sent
    one.page.unroute("**/api/1/submit")
    one.until(lambda: one.kept()[0]["state"] == "accepted")
    assert Line.objects.count() == 1


SUBMIT = "**/api/1/submit"


def goes_on(day, opened) -> None:
    """The desk has every game of the round from paper, and opens the next one."""
    for table in (1, 2, 3, 4):
        factories.enter(factories.meeting_at(opened, table), [121, 90])
    rounds.close_round(opened, by=None)
    rounds.open_round(rounds.seat(stages.qualifying(day), 2, by=None), by=None)


def test_a_result_that_a_laptop_stumbles_over_holds_up_nothing_else(day, opened, tablet):
    one = tablet(day, 1)
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

    one.page.route(SUBMIT, stumble)
    one.tap(re.compile("yes, this is right"))
    one.sees("Please tell the desk.")
    one.status(said("status_sending", 1))
    goes_on(day, opened)
    one.sit_down()
    one.page.route(SUBMIT, nobody)
    one.enter(1, 77)
    one.sees(said("kept_here"))
    one.page.unroute(SUBMIT, nobody)
    one.sees(said("received"))
    assert [result["state"] for result in one.kept()] == ["kept", "accepted"]
    assert 2 in sent
    one.status(said("status_sending", 1))
    one.page.unroute(SUBMIT, stumble)
    one.until(lambda: one.kept()[0]["state"] == "later")
    assert one.errors == []


def test_where_no_result_gets_through_the_page_goes_on(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.page.route(SUBMIT, lambda route: route.abort())
    one.enter(0, 88)
    one.sees(said("kept_here"))
    goes_on(day, opened)
    one.sit_down()
