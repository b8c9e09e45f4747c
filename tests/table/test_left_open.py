"""What somebody left open does not hide where to go in the next game; what is being typed stays."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.table.tablet import Tablet
from tournaments import rounds, stages

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def played(day, opened, tablet) -> Tablet:
    """A tablet whose game is received; the other tables are in."""
    one = tablet(day, 1)
    one.sit_down()
    one.enter(0, 88)
    one.received()
    for table in (2, 3, 4):
        factories.enter(factories.meeting_at(opened, table), [121, 90])
    rounds.close_round(opened, by=None)
    return one


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (["menu"], "Settings"),
        (["menu", "list"], "Results of the day on this tablet"),
        (["judge"], "Call a judge to table 1?"),
        (["judge", "call"], "A judge is on the way"),
        (["menu", "code"], "Type the code of the table"),
    ],
)
def test_it_closes_when_a_round_begins(day, played, left, shown):
    played.touch(*left)
    played.title(shown)
    rounds.seat(stages.qualifying(day), 2, by=None)
    played.title("Who sits here?")
    played.sees("stays here, in seat A.")
    assert played.errors == []


def test_also_over_a_result_that_was_received_meanwhile(day, played):
    played.page.evaluate("Cheville.open('qr')")
    played.title("Everything has been received")
    rounds.seat(stages.qualifying(day), 2, by=None)
    played.title("Who sits here?")


def test_and_when_the_first_one_begins(day, tablet):
    one = tablet(day, 1)
    one.title("Welcome")
    one.touch("menu")
    one.title("Settings")
    factories.open_round(day)
    one.title("Who sits here?")


@pytest.mark.parametrize(
    ("left", "shown"),
    [(["code"], "Type the code of the table"), (["seek"], "The desk’s computer")],
)
def test_what_is_being_typed_stays(day, played, left, shown):
    played.touch("menu", *left)
    played.title(shown)
    played.touch("key-1", "key-2")
    typed = played.page.locator(".screen").inner_text()
    rounds.seat(stages.qualifying(day), 2, by=None)
    played.until(lambda: played.page.evaluate("Cheville.day.member.told.round.number") == 2)
    played.page.wait_for_timeout(300)
    expect(played.page.get_by_role("heading", level=1)).to_have_text(shown)
    assert played.page.locator(".screen").inner_text() == typed
