"""Passwords that are tried from one place, whatever the name and whatever the address of version 6."""

import pytest
from django.test import Client

from tests import factories

pytestmark = pytest.mark.django_db
RIGHT = "crible-121"
HALL = "203.0.113.9"


def tries(name: str, address: str, password: str = "wrong") -> int:
    return (
        Client().post("/sign-in/", {"username": name, "password": password}, REMOTE_ADDR=address).status_code
    )


@pytest.fixture
def spray(settings):
    settings.SIGN_IN_FAILURES_OF_ADDRESS = 12
    return lambda address: {tries(f"name{number}", address) for number in range(12)}


def test_a_network_of_version_6_is_one_address():
    lise = factories.director().username
    for host in range(1, 11):
        tries(lise, f"2001:db8::{host:x}")
    assert tries(lise, "2001:db8::ffff", RIGHT) == 429
    assert tries(lise, "2001:db8:0:1::1", RIGHT) == 302


def test_many_names_from_one_address_are_stopped(spray):
    lise = factories.director().username
    assert 200 in spray(HALL)
    assert tries(lise, HALL, RIGHT) == 429
    assert tries(lise, "203.0.113.10", RIGHT) == 302


def test_who_signed_in_from_the_hall_before_still_does(spray):
    lise = factories.director().username
    assert tries(lise, HALL, RIGHT) == 302
    spray(HALL)
    assert tries(lise, HALL, RIGHT) == 302
    for _time in range(10):
        tries(lise, HALL)
    assert tries(lise, HALL, RIGHT) == 429, "their own ten count as ever"
