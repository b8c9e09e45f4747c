"""What somebody left open does not hide where to go in the next game; what is being typed stays.

Which it is in every case: tests/scripts/test_situation.py.
"""

import re

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.web.tablet_app.said import said
from tournaments import rounds
from tournaments.rounds import stages

DRAWN_AGAIN = "Cheville.show()"
ROUND = "Cheville.day.member.told.round.number"

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_being_typed_stays_and_the_rest_closes_when_a_round_begins(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    one.enter(0, 88)
    one.received()
    for table in (2, 3, 4):
        factories.enter(factories.meeting_at(opened, table), [121, 90])
    rounds.close_round(opened, by=None)
    for number, left, shown in ((2, "code", said("type_code")), (3, "seek", said("seek"))):
        one.touch("menu", left)
        one.title(shown)
        one.touch("key-1", "key-2")
        typed = one.page.locator(".screen").inner_text()
        factories.play_round(day, number)
        one.until(lambda number=number: one.page.evaluate(ROUND) == number)
        one.page.evaluate(DRAWN_AGAIN)
        expect(one.page.get_by_role("heading", level=1)).to_have_text(shown)
        assert one.page.locator(".screen").inner_text() == typed
        one.touch("back")
    one.touch("judge", "call")
    one.title("A judge is on the way")
    rounds.seat(stages.qualifying(day), 4, by=None)
    one.title(said("who_sits_here"))
    one.sees(re.compile("stays here, in seat|goes to table"))
    assert one.errors == []
