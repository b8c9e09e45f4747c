"""An answer that comes after another request belongs to the earlier request."""

import json

import pytest
from playwright.sync_api import expect

from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import DRAWING_DONE

pytestmark = pytest.mark.django_db(transaction=True)


def test_second_judge_call_is_sent_despite_a_late_answer(tournament, opened, tablet):
    one = tablet(tournament, 1)
    one.sit_down()
    held = one.holds("**/api/1/call")
    nonces: list[str] = []
    one.page.on(
        "request", lambda it: nonces.append(json.loads(it.post_data)["nonce"]) if "/call" in it.url else None
    )
    one.page.evaluate("Cheville.callJudge()")
    held.route()
    one.page.evaluate("Cheville.cancelCall(); Cheville.callJudge()")  # a second thought, and a third
    held.route().continue_()
    one.until(lambda: one.page.evaluate("Cheville.currentCall().delivered"))
    assert len(set(nonces)) == 2


def test_late_answer_does_not_replace_that_of_another_code(tournament, opened, hall, tablet):
    one, phone = tablet(tournament, 1), tablet()
    one.sit_down()
    one.page.route("**/api/1/submit", lambda route: route.abort())
    one.enter(0, 88)
    one.sees(sentence("kept_here"))
    code = one.page.evaluate("Cheville.tournament.offlineCode(Cheville.store.results()[0])")
    held = phone.holds("**/api/1/submit")
    phone.open(f"{hall.url}/carry/#{code}")
    held.route()
    phone.page.evaluate("location.hash = 'CHV1.nothing.nothing'")
    phone.title(sentence("refused"))
    with phone.page.expect_response("**/api/1/submit") as late:
        held.route().continue_()
    late.value.finished()
    phone.page.evaluate(DRAWING_DONE)
    expect(phone.page.get_by_role("heading")).to_have_text(sentence("refused"))
