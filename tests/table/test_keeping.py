"""A browser that has no room, or never answers, and a screen that goes wrong: results go out all the same."""

import pytest

from tournaments.models import Line

pytestmark = pytest.mark.django_db(transaction=True)

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


def test_a_database_that_never_answers_holds_nobody_up(day, opened, hall, tablet):
    one = tablet()
    one.page.add_init_script(NEVER_WRITTEN)
    one.open(hall.sheet(day, 1))
    one.sit_down()
    one.page.evaluate("window.hangs = true")
    one.enter(0, 88)
    one.title("Thank you, it is received")
    one.received()
    assert Line.objects.count() == 1


@pytest.mark.parametrize("fault", [NEVER_READ, NOT_READ])
def test_nor_one_that_cannot_be_read(day, opened, tablet, fault):
    one = tablet(day, 1)
    one.sit_down()
    one.page.add_init_script(fault)
    one.page.reload()
    one.title("Good game!")
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
    one.status("This tablet cannot keep results. Please write this game on paper.")
    one.title("Thank you, it is received")
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


def test_read_again_the_page_says_who_is_still_playing(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.enter(0, 88)
    one.sees("Still playing: tables 2, 3 and 4.")
    one.page.reload()
    one.title("Thank you, it is received")
    one.sees("Still playing: tables 2, 3 and 4.")
