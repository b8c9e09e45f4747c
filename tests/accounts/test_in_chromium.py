"""A helper joins from a phone in three taps, and the pages of helpers fit every screen size.

Pages without anything new are checked with axe in tests/e2e.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import factories
from tests.browser import directing, does_not_fit, heard, resize, sound
from tournaments.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at(page, live_server):
    """Yield a function that opens an address as a director, at a size; the console must stay silent."""
    yield from directing(page, live_server)


def test_helper_joins_by_phone_and_role_is_removed(at, page: Page, browser: Browser, live_server):
    tournament = factories.tournament(4)
    show = at(tournament)
    faults = [(size, does_not_fit(show("people/", size))) for size in ("phone", "tablet")]
    page.get_by_label("For whom").fill("Noëlla L'Écuyer")
    page.get_by_role("radio", name="Registration").check()
    page.keyboard.press("Enter")
    token = page.locator(".helper-token").inner_text()
    for size in ("phone", "tablet"):
        resize(page, size)
        faults.append((size, sound(page)))

    context = browser.new_context(locale="fr-CA", viewport={"width": 390, "height": 844})
    phone = context.new_page()
    announced = heard(phone)
    phone.goto(f"{live_server.url}/join/{token}/")  # first tap: the scan
    faults.append(("join", sound(phone)))
    expect(phone.get_by_role("textbox")).to_have_value("Noëlla L'Écuyer")
    phone.keyboard.press("Enter")  # last tap: name and focus are set
    phone.wait_for_url("**/check-in/")
    faults.append(("check-in", does_not_fit(phone)))
    phone.goto(f"{live_server.url}/account/")
    faults.append(("account", does_not_fit(phone)))
    assert announced == []

    show("people/")
    faults.append(("people", sound(page)))
    page.goto(f"{live_server.url}/t/{tournament.slug}/acts/")
    faults.append(("acts", does_not_fit(page)))
    show("people/", "phone")
    page.get_by_role("button", name="Remove the role… Noëlla L'Écuyer").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove the role").click()
    expect(page.get_by_role("status").or_(page.locator("#messages"))).to_contain_text("Noëlla L'Écuyer")
    assert not User.objects.get(first_name="Noëlla L'Écuyer").roles.exists()
    phone.reload()
    expect(phone).to_have_url(f"{live_server.url}/sign-in/?next=/account/")
    context.close()
    assert [fault for fault in faults if fault[1]] == []
