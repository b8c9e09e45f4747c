"""Posts from a page of another origin, sent with the cookies of a signed-in user, change nothing."""

import re

import pytest
from django.test import Client
from django.urls import resolve

from tests import factories
from tests.accounts.addresses import Address, every, tournament_with_league
from tests.all_addresses import queries_counted
from tournaments.models import Tournament, User
from tournaments.publishing import publications

pytestmark = pytest.mark.django_db
FOREIGN_HEADERS = {"origin": "https://evil.example", "referer": "https://evil.example/"}
EXEMPT_VIEWS = {"mail_stop", "take_over"}  # besides the addresses of devices and of readers of data
WRITE_STATEMENT = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
GUESS_TABLE = "tournaments_wrongguess"  # counts requests and guesses
INVITATION_TABLE = "tournaments_invitation"  # a table has its code once a page shows it


@pytest.fixture
def tournament() -> Tournament:
    tournament = tournament_with_league()
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=False, by=None)
    return tournament


@pytest.fixture
def chief() -> Client:
    """Return the browser of a superuser, with CSRF checks enabled."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.create_superuser("patronne"))
    return browser


def is_exempt(address: Address) -> bool:
    return getattr(resolve(address.path).func, "csrf_exempt", False)


def written_tables(asked: list[str]) -> set[str]:
    """Return the tables in which something was written."""
    return {found[1] for sql in asked if (found := WRITE_STATEMENT.match(sql))}


def test_only_token_addresses_are_csrf_exempt(tournament):
    exempt = {address.name for address in every(tournament) if is_exempt(address)}
    assert {name for name in exempt if not name.startswith(("api_", "data"))} == EXEMPT_VIEWS


def test_cross_origin_posts_are_refused(tournament, chief):
    answered = []
    for address in every(tournament):
        if not is_exempt(address):
            with queries_counted() as asked:
                answer = chief.post(address.path, {"x": "1"}, headers=FOREIGN_HEADERS)
            if answer.status_code != 403 or written_tables(asked):
                answered.append((address.path, answer.status_code))
    assert answered == []


@pytest.mark.parametrize("kind", ["text/plain", "application/json"])
def test_session_grants_nothing_at_token_addresses(tournament, chief, kind):
    for address in every(tournament):
        if not is_exempt(address):
            continue
        stranger = Client().post(address.path, b"{}", kind, headers=FOREIGN_HEADERS)
        with queries_counted() as asked:
            answer = chief.post(address.path, b"{}", kind, headers=FOREIGN_HEADERS)
        assert written_tables(asked) == set(), address.path
        assert answer.status_code == stranger.status_code in (400, 401, 404, 405), address.path


def test_get_requests_write_nothing(tournament, chief):
    changed = {}
    for address in every(tournament):
        with queries_counted() as asked:
            chief.get(address.path, headers=FOREIGN_HEADERS)
        if tables := written_tables(asked) - {GUESS_TABLE, INVITATION_TABLE}:
            changed[address.path] = tables
    assert changed == {}
