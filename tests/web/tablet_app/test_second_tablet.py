"""A second tablet at a table, in real Chromium: it says that it waits, and one tap lets it in."""

import pytest
from playwright.sync_api import expect

from tests.web.tablet_app.sentences import sentence
from tournaments import devices
from tournaments.models import Device, Line

pytestmark = pytest.mark.django_db(transaction=True)


def test_second_tablet_waits_and_is_admitted_with_one_tap(tournament, opened, tablet):
    first = tablet(tournament, 1)
    first.sit_down()
    second = tablet(tournament, 1)
    second.title(sentence("waits"))
    second.sees(sentence("waits_more", table=1, label="1B"))
    assert not second.faults()
    third = tablet(tournament, 1)
    third.title(sentence("waits"))
    first.sees(sentence("newcomer", label="1B"))
    assert not first.faults()
    first.touch("let-in")
    second.title(sentence("who_sits_here"))
    first.sees(sentence("newcomer", label="1C"))
    first.touch("turn-away")
    expect(first.page.locator(".newcomer")).to_have_count(0)
    second.sit_down()
    second.enter(0, 88)
    second.received()
    first.title(sentence("after_received"))
    assert Line.objects.get().device.label == "1B"
    third.title(sentence("waits"))
    devices.let_in(Device.objects.get(label="1C"), by=None)
    third.title(sentence("after_received"))
