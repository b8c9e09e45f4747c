"""An answer that comes when something else has been asked since belongs to what was asked first."""

import json

import pytest
from playwright.sync_api import expect

from tests.web.tablet_app.said import said
from tests.web.tablet_app.tablet import DRAWN

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_calls_again_is_heard_though_the_first_call_is_answered_late(day, opened, tablet):
    one = tablet(day, 1)
    one.sit_down()
    held = one.holds("**/api/1/call")
    nonces: list[str] = []
    one.page.on(
        "request", lambda it: nonces.append(json.loads(it.post_data)["nonce"]) if "/call" in it.url else None
    )
    one.page.evaluate("Cheville.callJudge()")
    one.until(lambda: held)
    one.page.evaluate("Cheville.callOff(); Cheville.callJudge()")  # a second thought, and a third
    held[0].continue_()
    one.until(lambda: one.page.evaluate("Cheville.called().told"))
    assert len(set(nonces)) == 2


def test_an_offline_code_is_answered_for_itself(day, opened, hall, tablet):
    one, phone = tablet(day, 1), tablet()
    one.sit_down()
    one.page.route("**/api/1/submit", lambda route: route.abort())
    one.enter(0, 88)
    one.sees(said("kept_here"))
    code = one.page.evaluate("Cheville.day.sealed(Cheville.store.results()[0])")
    held = phone.holds("**/api/1/submit")
    phone.open(f"{hall.url}/carry/#{code}")
    phone.until(lambda: held)
    phone.page.evaluate("location.hash = 'CHV1.nothing.nothing'")
    phone.title(said("refused"))
    with phone.page.expect_response("**/api/1/submit") as late:
        held[0].continue_()
    late.value.finished()
    phone.page.evaluate(DRAWN)
    expect(phone.page.get_by_role("heading")).to_have_text(said("refused"))
