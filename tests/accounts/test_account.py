"""Users change their own password and end their own sessions without a terminal."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.accounts import helpers
from tournaments.models import Role, SignIn, User

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
OLD_PASSWORD, NEW_PASSWORD = "crible-121", "écart-de-onze-points"


@pytest.fixture
def lise() -> User:
    return factories.director()


def signed_in(user: User, password: str = OLD_PASSWORD) -> Client:
    browser = Client(headers=ENGLISH)
    answer = browser.post("/sign-in/", {"username": user.username, "password": password})
    assert answer.status_code == 302
    return browser


def is_signed_in(browser: Client) -> bool:
    return browser.get("/account/").status_code == 200


def change_password(browser: Client, **typed):
    return browser.post(
        "/account/", {"old": OLD_PASSWORD, "new": NEW_PASSWORD, "again": NEW_PASSWORD, **typed}
    )


def test_password_change_ends_other_sessions(lise):
    laptop, phone = signed_in(lise), signed_in(lise)
    assert change_password(laptop).status_code == 302
    assert (is_signed_in(laptop), is_signed_in(phone)) == (True, False)
    assert is_signed_in(signed_in(lise, NEW_PASSWORD))
    old = Client().post("/sign-in/", {"username": lise.username, "password": OLD_PASSWORD})
    assert old.status_code == 200 and old.context["form"].errors
    assert lise.sign_ins.count() == 2


@pytest.mark.parametrize(
    ("typed", "field"),
    [({"old": "wrong"}, "old"), ({"again": "another"}, "again"), ({"new": "short", "again": "short"}, "new")],
)
def test_invalid_password_is_refused(lise, typed, field):
    browser = signed_in(lise)
    page = change_password(browser, **typed)
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    lise.refresh_from_db()
    assert lise.check_password(OLD_PASSWORD)


def test_guessing_the_old_password_is_rate_limited(lise):
    browser = signed_in(lise)
    for _turn in range(11):
        change_password(browser, old="wrong")
    assert change_password(browser).status_code == 429  # even the right password
    lise.refresh_from_db()
    assert lise.check_password(OLD_PASSWORD)


def test_user_can_end_one_or_all_other_sessions(lise):
    here, there, elsewhere = signed_in(lise), signed_in(lise), signed_in(lise)
    key = there.session.session_key
    here.post(f"/account/sessions/{SignIn.objects.get(session_key=key).pk}/end/")
    assert [is_signed_in(browser) for browser in (here, there, elsewhere)] == [True, False, True]
    here.post("/account/sessions/end/")
    assert [is_signed_in(browser) for browser in (here, elsewhere)] == [True, False]
    own = SignIn.objects.get(session_key=here.session.session_key)
    here.post(f"/account/sessions/{own.pk}/end/")
    assert is_signed_in(here)


def test_user_cannot_end_sessions_of_others(lise):
    mine, others = signed_in(lise), signed_in(factories.director("gérard"))
    theirs = SignIn.objects.get(session_key=others.session.session_key)
    mine.post(f"/account/sessions/{theirs.pk}/end/")
    assert is_signed_in(others)


def test_sign_out_removes_the_session(lise):
    browser = signed_in(lise)
    browser.post("/sign-out/")
    assert not lise.sign_ins.exists()


def test_helper_can_choose_a_user_name_and_password(lise):
    tournament = factories.tournament(2, by=lise)
    invited = helpers.invite(tournament, "judge", lasts="week", uses=1, by=lise)
    browser = Client(headers=ENGLISH)
    browser.post(f"/join/{invited.token}/", {"name": "Françoise D’Amour"})
    taken = browser.post("/account/", {"username": "LISE", "new": NEW_PASSWORD, "again": NEW_PASSWORD})
    assert list(taken.context["form"].errors) == ["username"]
    assert (
        browser.post(
            "/account/", {"username": "francoise", "new": NEW_PASSWORD, "again": NEW_PASSWORD}
        ).status_code
        == 302
    )
    francoise = User.objects.get(username="francoise")
    assert is_signed_in(browser)
    assert signed_in(francoise, NEW_PASSWORD).get(f"/t/{tournament.slug}/desk/").status_code == 200
    browser.post("/sign-out/")
    assert Role.objects.filter(user=francoise).exists()  # the role is kept for the next sign-in


def test_account_page_takes_constant_queries(lise):
    browser = signed_in(lise)

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert is_signed_in(browser)
        return len(seen)

    one = queries()
    signed_in(lise), signed_in(lise)
    assert queries() == one
