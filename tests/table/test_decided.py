"""A dispute as the tablet tells it: what the desk has, what was told here, and what the desk has decided."""

from uuid import uuid4

import pytest

from tests import factories
from tournaments.models import Line
from tournaments.scorebook import desk as book

pytestmark = pytest.mark.django_db(transaction=True)


def test_both_results_and_then_the_decision_in_words(day, opened, tablet):
    meeting = factories.meeting_at(opened, 1)
    one = tablet(day, 1)
    names = one.sit_down()
    one.enter(0, 88)
    one.received()
    factories.enter(meeting, [90, 121], basis=0, nonce=uuid4().hex)
    one.title("Please wait for a judge")
    one.sees("The desk has two different results for this game.")
    one.sees(f"{names[0]} beats {names[1]}, 121 to 88.")
    assert "Told on this tablet" not in one.page.locator("main").inner_text()  # its own counts
    line = Line.objects.get(meeting=meeting, by=Line.By.DESK)
    book.rule(meeting, game=1, line=line.number, nonce=uuid4().hex, seen=line.number, user=None)
    one.sees("The desk has decided")
    one.sees(f"{names[1]} beats {names[0]}, 121 to 90.")


def test_a_tablet_that_comes_late_shows_both(day, opened, tablet):
    meeting = factories.meeting_at(opened, 2)
    one = tablet(day, 2)
    names = one.sit_down()
    one.page.context.set_offline(True)
    one.enter(0, 88)
    factories.enter(meeting, [90, 121])
    one.page.context.set_offline(False)
    one.title("Please wait for a judge")
    one.sees(f"{names[1]} beats {names[0]}, 121 to 90.")
    one.sees(f"Told on this tablet: {names[0]} beats {names[1]}, 121 to 88.")
    assert one.faults() == []
