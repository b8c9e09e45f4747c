"""These pages are read in English."""

import pytest
from django.test import Client


@pytest.fixture
def client() -> Client:
    """A browser that asks for English."""
    return Client(headers={"accept-language": "en"})
