"""The clock of the round on a tablet: counted from the time of the desk, whatever its own clock says."""

import re

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.hands import seated, tournament_of
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import Tablet

pytestmark = [pytest.mark.machine_clock, pytest.mark.django_db(transaction=True)]

AN_HOUR_WRONG = "const now = Date.now; Date.now = () => now() + 3600000"
MINUTE = 60_000
FULL_TIME, LESS_TIME = re.compile(r"^(180|1[67]\d) minutes left$"), re.compile(r"^(80|[67]\d) minutes left$")


def expect_clock(one: Tablet, text: str | re.Pattern) -> None:
    """Expect this text of the clock; a pattern allows for a machine that is some minutes late."""
    expect(one.page.locator(".clock")).to_have_text(text)


def test_clock_counts_down_offline_until_time_is_up(tablet, hall):
    tournament = english(4, clock=True, minutes=180)
    factories.open_round(tournament)
    one = tablet()
    one.page.add_init_script(AN_HOUR_WRONG)
    one.open(hall.sheet(tournament, 1))
    one.tap(sentence("this_is_us"))
    expect_clock(one, FULL_TIME)
    one.page.context.set_offline(True)
    one.later(100 * MINUTE)
    expect_clock(one, LESS_TIME)
    one.later(80 * MINUTE)
    expect_clock(one, "Time is up: finish this deal")
    assert one.page.locator(".clock").get_attribute("aria-live") is None
    assert one.faults() == []
    one.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it slept for an unknown time
    expect(one.page.locator(".clock")).to_have_count(0)  # before an answer comes
    one.page.context.set_offline(False)
    expect_clock(one, FULL_TIME)
    one.page.reload()
    expect_clock(one, FULL_TIME)


def test_clock_is_shown_above_a_gin_sheet(transactional_db, tablet):
    one = tablet(tournament_of(seated(clock=True, minutes=180)), 1)
    one.sit_down()
    one.touch("hands")
    expect(one.page.locator(".of-day.is-clock")).to_have_text(FULL_TIME)
    one.page.set_viewport_size({"width": 390, "height": 844})
    expect(one.page.locator(".of-day.is-clock")).to_be_visible()
    assert one.faults() == []
