"""Password attempts are limited by network, for any name and any IPv6 address."""

import pytest
from django.test import Client

from tests import factories

pytestmark = pytest.mark.django_db
RIGHT_PASSWORD = "crible-121"
HALL_ADDRESS = "203.0.113.9"


def sign_in_status(name: str, address: str, password: str = "wrong") -> int:
    return (
        Client().post("/sign-in/", {"username": name, "password": password}, REMOTE_ADDR=address).status_code
    )


@pytest.fixture
def spray(settings):
    settings.SIGN_IN_FAILURES_OF_ADDRESS = 12
    return lambda address: {sign_in_status(f"name{number}", address) for number in range(12)}


def test_ipv6_network_counts_as_one_address():
    lise = factories.director().username
    for host in range(1, 11):
        sign_in_status(lise, f"2001:db8::{host:x}")
    assert sign_in_status(lise, "2001:db8::ffff", RIGHT_PASSWORD) == 429
    assert sign_in_status(lise, "2001:db8:0:1::1", RIGHT_PASSWORD) == 302


def test_guessing_many_names_from_one_address_is_blocked(spray):
    lise = factories.director().username
    assert 200 in spray(HALL_ADDRESS)
    assert sign_in_status(lise, HALL_ADDRESS, RIGHT_PASSWORD) == 429
    assert sign_in_status(lise, "203.0.113.10", RIGHT_PASSWORD) == 302


def test_user_known_at_address_can_still_sign_in(spray):
    lise = factories.director().username
    assert sign_in_status(lise, HALL_ADDRESS, RIGHT_PASSWORD) == 302
    spray(HALL_ADDRESS)
    assert sign_in_status(lise, HALL_ADDRESS, RIGHT_PASSWORD) == 302
    for _time in range(10):
        sign_in_status(lise, HALL_ADDRESS)
    assert sign_in_status(lise, HALL_ADDRESS, RIGHT_PASSWORD) == 429, "the limit for one user holds"
