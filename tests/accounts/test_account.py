"""One's own password and sessions, without a terminal."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.accounts import staff
from tournaments.models import Role, SignIn, User

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
OLD, NEW = "crible-121", "écart-de-onze-points"


@pytest.fixture
def lise() -> User:
    return factories.director()


def signed_in(user: User, password: str = OLD) -> Client:
    browser = Client(headers=ENGLISH)
    answer = browser.post("/sign-in/", {"username": user.username, "password": password})
    assert answer.status_code == 302
    return browser


def is_in(browser: Client) -> bool:
    return browser.get("/account/").status_code == 200


def change(browser: Client, **typed):
    return browser.post("/account/", {"old": OLD, "new": NEW, "again": NEW, **typed})


def test_another_password_ends_every_other_session(lise):
    laptop, phone = signed_in(lise), signed_in(lise)
    assert change(laptop).status_code == 302
    assert (is_in(laptop), is_in(phone)) == (True, False)
    assert is_in(signed_in(lise, NEW))
    old = Client().post("/sign-in/", {"username": lise.username, "password": OLD})
    assert old.status_code == 200 and old.context["form"].errors
    assert lise.sign_ins.count() == 2


@pytest.mark.parametrize(
    ("typed", "field"),
    [({"old": "wrong"}, "old"), ({"again": "another"}, "again"), ({"new": "short", "again": "short"}, "new")],
)
def test_a_password_that_cannot_be_is_refused(lise, typed, field):
    browser = signed_in(lise)
    page = change(browser, **typed)
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    lise.refresh_from_db()
    assert lise.check_password(OLD)


def test_the_old_password_is_not_guessed_on_an_open_laptop(lise):
    browser = signed_in(lise)
    for _turn in range(11):
        change(browser, old="wrong")
    assert change(browser).status_code == 429  # the right one comes too late
    lise.refresh_from_db()
    assert lise.check_password(OLD)


def test_one_session_is_ended_or_all_the_others(lise):
    here, there, elsewhere = signed_in(lise), signed_in(lise), signed_in(lise)
    key = there.session.session_key
    here.post(f"/account/sessions/{SignIn.objects.get(session_key=key).pk}/end/")
    assert [is_in(browser) for browser in (here, there, elsewhere)] == [True, False, True]
    here.post("/account/sessions/end/")
    assert [is_in(browser) for browser in (here, elsewhere)] == [True, False]
    own = SignIn.objects.get(session_key=here.session.session_key)
    here.post(f"/account/sessions/{own.pk}/end/")
    assert is_in(here)


def test_nobody_ends_the_sessions_of_others(lise):
    mine, others = signed_in(lise), signed_in(factories.director("gérard"))
    theirs = SignIn.objects.get(session_key=others.session.session_key)
    mine.post(f"/account/sessions/{theirs.pk}/end/")
    assert is_in(others)


def test_whoever_signs_out_is_off_the_list(lise):
    browser = signed_in(lise)
    browser.post("/sign-out/")
    assert not lise.sign_ins.exists()


def test_a_helper_chooses_a_name_and_a_password(lise):
    day = factories.tournament(2, by=lise)
    invited = staff.invite(day, "judge", lasts="week", uses=1, by=lise)
    browser = Client(headers=ENGLISH)
    browser.post(f"/join/{invited.token}/", {"name": "Françoise D’Amour"})
    taken = browser.post("/account/", {"username": "LISE", "new": NEW, "again": NEW})
    assert list(taken.context["form"].errors) == ["username"]
    assert browser.post("/account/", {"username": "francoise", "new": NEW, "again": NEW}).status_code == 302
    francoise = User.objects.get(username="francoise")
    assert is_in(browser)
    assert signed_in(francoise, NEW).get(f"/t/{day.slug}/desk/").status_code == 200
    browser.post("/sign-out/")
    assert Role.objects.filter(user=francoise).exists()  # she can come back


def test_the_page_costs_the_same_for_one_session_and_for_three(lise):
    browser = signed_in(lise)

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert is_in(browser)
        return len(seen)

    one = queries()
    signed_in(lise), signed_in(lise)
    assert queries() == one
