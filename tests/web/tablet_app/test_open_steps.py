"""A step that was left open does not hide where to go in the next game; what is being typed stays.

The cases are in tests/scripts/test_situation.py.
"""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import Tablet
from tournaments import rounds
from tournaments.rounds import stages

REDRAW = "Cheville.show()"
ROUND_NUMBER = "Cheville.tournament.member.told.round.number"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def played(tournament, opened, tablet) -> Tablet:
    """Return a tablet whose game is received; the other tables are in."""
    one = tablet(tournament, 1)
    one.sit_down()
    one.enter(0, 88)
    one.received()
    for table in (2, 3, 4):
        factories.enter(factories.meeting_at(opened, table), [121, 90])
    rounds.close_round(opened, by=None)
    return one


def test_open_step_closes_when_a_round_begins(tournament, played):
    played.touch("judge", "call")
    played.title("A judge is on the way")
    rounds.seat(stages.qualifying(tournament), 2, by=None)
    played.title(sentence("who_sits_here"))
    played.sees("stays here, in seat A.")
    assert played.errors == []


def test_typed_digits_stay_when_a_round_begins(tournament, played):
    one = played
    for number, left, shown in ((2, "code", sentence("type_code")), (3, "seek", sentence("seek"))):
        one.touch("menu", left)
        one.title(shown)
        one.touch("key-1", "key-2")
        typed = one.page.locator(".screen").inner_text()
        factories.play_round(tournament, number)
        one.until(lambda number=number: one.page.evaluate(ROUND_NUMBER) == number)
        one.page.evaluate(REDRAW)
        expect(one.page.get_by_role("heading", level=1)).to_have_text(shown)
        assert one.page.locator(".screen").inner_text() == typed
        one.touch("back")
    assert one.errors == []
