"""Fixtures of the account tests."""

import pytest
from django.test import Client


@pytest.fixture
def client() -> Client:
    """Return a client that asks for English."""
    return Client(headers={"accept-language": "en"})
