"""Posts that a page of another origin sends with the cookies of whoever reads it."""

import re

import pytest
from django.test import Client
from django.urls import resolve

from tests import factories
from tests.accounts.addresses import Address, day_with_league, every
from tests.walk import queries_counted
from tournaments.models import Tournament, User
from tournaments.publishing import snapshot

pytestmark = pytest.mark.django_db
ELSEWHERE = {"origin": "https://evil.example", "referer": "https://evil.example/"}
EXEMPT = {"mail_stop", "take_over"}  # beside what devices and readers of data ask
WRITES = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
TRIES = "tournaments_wrongguess"  # how often something was asked for or guessed
MADE_WHEN_SHOWN = "tournaments_invitation"  # a table has its code once a page shows it


@pytest.fixture
def day() -> Tournament:
    day = day_with_league()
    factories.play_round(day, 1)
    snapshot.publish(day, official=False, by=None)
    return day


@pytest.fixture
def chief() -> Client:
    """Whoever may do everything, in a browser that checks nothing by itself."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.create_superuser("patronne"))
    return browser


def is_exempt(address: Address) -> bool:
    return getattr(resolve(address.path).func, "csrf_exempt", False)


def written(asked: list[str]) -> set[str]:
    """The tables in which something was written."""
    return {found[1] for sql in asked if (found := WRITES.match(sql))}


def test_only_what_has_its_own_token_is_asked_without_that_of_a_form(day):
    exempt = {address.name for address in every(day) if is_exempt(address)}
    assert {name for name in exempt if not name.startswith(("api_", "data"))} == EXEMPT


def test_every_other_post_of_a_foreign_page_is_refused(day, chief):
    answered = []
    for address in every(day):
        if not is_exempt(address):
            with queries_counted() as asked:
                answer = chief.post(address.path, {"x": "1"}, headers=ELSEWHERE)
            if answer.status_code != 403 or written(asked):
                answered.append((address.path, answer.status_code))
    assert answered == []


@pytest.mark.parametrize("kind", ["text/plain", "application/json"])
def test_a_session_opens_nothing_where_a_token_is_asked_for(day, chief, kind):
    for address in every(day):
        if not is_exempt(address):
            continue
        stranger = Client().post(address.path, b"{}", kind, headers=ELSEWHERE)
        with queries_counted() as asked:
            answer = chief.post(address.path, b"{}", kind, headers=ELSEWHERE)
        assert written(asked) == set(), address.path
        assert answer.status_code == stranger.status_code in (400, 401, 404, 405), address.path


def test_looking_at_an_address_changes_nothing(day, chief):
    changed = {}
    for address in every(day):
        with queries_counted() as asked:
            chief.get(address.path, headers=ELSEWHERE)
        if tables := written(asked) - {TRIES, MADE_WHEN_SHOWN}:
            changed[address.path] = tables
    assert changed == {}
