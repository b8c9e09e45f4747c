"""The clock of the round on a tablet: counted on from what the desk told, whatever its own clock says."""

import re

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.web.tablet_app.hands import day_of, seated
from tests.web.tablet_app.said import said
from tests.web.tablet_app.served import english
from tests.web.tablet_app.tablet import Tablet

pytestmark = [pytest.mark.machine_clock, pytest.mark.django_db(transaction=True)]

AN_HOUR_WRONG = "const now = Date.now; Date.now = () => now() + 3600000"
MINUTE = 60_000
ALL, SOME = re.compile(r"^(180|1[67]\d) minutes left$"), re.compile(r"^(80|[67]\d) minutes left$")


def clock(one: Tablet, text: str | re.Pattern) -> None:
    """What it says; a machine that has much to do may be some minutes late."""
    expect(one.page.locator(".clock")).to_have_text(text)


def test_it_counts_down_by_itself_and_says_when_the_time_is_up(tablet, hall):
    day = english(4, clock=True, minutes=180)
    factories.open_round(day)
    one = tablet()
    one.page.add_init_script(AN_HOUR_WRONG)
    one.open(hall.sheet(day, 1))
    one.tap(said("this_is_us"))
    clock(one, ALL)
    one.page.context.set_offline(True)
    one.later(100 * MINUTE)
    clock(one, SOME)
    one.later(80 * MINUTE)
    clock(one, "Time is up: finish this deal")
    assert one.page.locator(".clock").get_attribute("aria-live") is None
    assert one.faults() == []
    one.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # who knows how long it slept
    expect(one.page.locator(".clock")).to_have_count(0)  # before anybody answers
    one.page.context.set_offline(False)
    clock(one, ALL)
    one.page.reload()
    clock(one, ALL)


def test_it_stands_above_a_sheet_of_gin(transactional_db, tablet):
    one = tablet(day_of(seated(clock=True, minutes=180)), 1)
    one.sit_down()
    one.touch("hands")
    expect(one.page.locator(".of-day.is-clock")).to_have_text(ALL)
    one.page.set_viewport_size({"width": 390, "height": 844})
    expect(one.page.locator(".of-day.is-clock")).to_be_visible()
    assert one.faults() == []
