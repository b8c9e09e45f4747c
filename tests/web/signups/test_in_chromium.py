"""The own pages of a family that registers on one phone lead to one another, in its window alone."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tournaments.models import Signup
from tournaments.registration.signup_settings import SignupSettings, save_settings

pytestmark = pytest.mark.django_db(transaction=True)
HOSTILE = "Zoé <img src=x onerror=alert(1)> L'Écuyer"


@pytest.fixture
def tournament():
    made = factories.tournament(0)
    save_settings(made, SignupSettings(on=True), by=None)
    return made


def register(page, name: str) -> str:
    """Register a person with the form of the page; return the address of the own page."""
    page.locator("input[name=name_1]").fill(name)
    page.locator("main form button.primary").click()
    expect(page.locator("#own-pages")).to_have_count(1)
    return str(page.url)


def listed_names(page) -> list[str]:
    return [" ".join(words.split()) for words in page.locator("#own-pages:visible a").all_inner_texts()]


def test_own_pages_of_one_window_link_to_one_another(page, context, live_server, tournament):
    asked = []
    page.on("request", lambda request: asked.append(request))
    form = live_server.url + reverse("signup", args=[tournament.slug])
    page.goto(form)
    first = register(page, HOSTILE)
    assert listed_names(page) == []
    page.locator("[data-another]").click()
    second = register(page, "Réal O'Brien")
    assert listed_names(page) == [HOSTILE]
    page.locator("[data-another]").click()
    third = register(page, "Luc Roy")
    assert listed_names(page) == [HOSTILE, "Réal O'Brien"]
    page.get_by_role("link", name="Réal O'Brien").click()
    expect(page).to_have_url(second)
    assert listed_names(page) == [HOSTILE, "Luc Roy"]
    assert Signup.objects.count() == 3
    token = first.rstrip("/").rpartition("/")[2]
    sent = [one.url + (one.post_data or "") + str(one.headers.get("cookie", "")) for one in asked]
    assert all(token not in one or one.startswith(first) for one in sent)
    other = context.new_page()
    other.goto(third)
    assert listed_names(other) == [], "another window knows nothing of it"
    other.goto(form)
    register(other, "Ève Dubé")
    assert listed_names(other) == [], "nor does an own page know the people that another one has registered"
