"""A dispute on the tablet: the result of the desk, the result of the table, and the decision."""

from uuid import uuid4

import pytest

from tests import factories
from tests.web.tablet_app.sentences import sentence
from tournaments.models import Line
from tournaments.rounds.scores import desk as book

pytestmark = pytest.mark.django_db(transaction=True)


def test_dispute_shows_the_result_and_then_the_decision(tournament, opened, tablet):
    meeting = factories.meeting_at(opened, 1)
    one = tablet(tournament, 1)
    names = one.sit_down()
    one.enter(0, 88)
    one.received()
    factories.enter(meeting, [90, 121], basis=0, nonce=uuid4().hex)
    one.title(sentence("after_dispute"))
    one.sees(sentence("in_dispute"))
    one.sees(sentence("result", winner=names[0], loser=names[1], high=121, low=88))
    assert sentence("told_here", result="") not in one.page.locator("main").inner_text()  # its own counts
    line = Line.objects.get(meeting=meeting, by=Line.By.DESK)
    book.rule_on_dispute(meeting, game=1, line=line.number, nonce=uuid4().hex, seen=line.number, user=None)
    one.sees(sentence("desk_decided"))
    one.sees(sentence("result", winner=names[1], loser=names[0], high=121, low=90))


def test_late_tablet_shows_both_results(tournament, opened, tablet):
    meeting = factories.meeting_at(opened, 2)
    one = tablet(tournament, 2)
    names = one.sit_down()
    one.page.context.set_offline(True)
    one.enter(0, 88)
    factories.enter(meeting, [90, 121])
    one.page.context.set_offline(False)
    one.title(sentence("after_dispute"))
    one.sees(sentence("result", winner=names[1], loser=names[0], high=121, low=90))
    one.sees(sentence("told_here", result=f"{names[0]} beats {names[1]}, 121 to 88."))
    assert one.faults() == []
