"""The clock of the round on a tablet: counted on from what the desk told, whatever its own clock says."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests import factories
from tests.table.hall import english
from tests.table.tablet import Tablet

pytestmark = pytest.mark.django_db(transaction=True)

AN_HOUR_WRONG = "const now = Date.now; Date.now = () => now() + 3600000"
AHEAD = """window.ahead = 0;
const passed = performance.now.bind(performance);
performance.now = () => passed() + window.ahead"""


def clock(one: Tablet, text: str) -> None:
    expect(one.page.locator(".clock")).to_have_text(text)


def test_it_counts_down_by_itself_and_says_when_the_time_is_up(tablet, hall):
    day = english(4, clock=True, minutes=20)
    round_ = factories.open_round(day)
    round_.opened_at = timezone.now() - timedelta(seconds=30)
    round_.save()
    one = tablet()
    one.page.add_init_script(AN_HOUR_WRONG)
    one.page.add_init_script(AHEAD)
    one.open(hall.sheet(day, 1))
    one.tap("This is us")
    clock(one, "20 minutes left")
    hall.kill()
    one.page.evaluate("window.ahead = 600000")
    clock(one, "10 minutes left")
    one.page.evaluate("window.ahead = 1150000")
    clock(one, "1 minute left")
    one.page.evaluate("window.ahead = 1200000")
    clock(one, "Time is up: finish this deal")
    assert one.page.locator(".clock").get_attribute("aria-live") is None
    assert one.faults() == []
    one.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # who knows how long it slept
    expect(one.page.locator(".clock")).to_have_count(0)
    hall.restart()
    clock(one, "20 minutes left")
    one.page.reload()
    clock(one, "20 minutes left")


def test_no_clock_where_the_day_has_none(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    expect(one.page.locator(".clock")).to_have_count(0)
