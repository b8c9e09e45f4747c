"""These pages are read in English."""

import pytest
from django.core.cache import cache
from django.test import Client


@pytest.fixture
def client() -> Client:
    """A browser that asks for English."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture(autouse=True)
def _nobody_has_guessed_before() -> None:
    cache.clear()
