"""Longer timeouts for whole tournaments, which are slow on a busy machine; no test sleeps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

EXPECT_TIMEOUT, DEFAULT_TIMEOUT = 20_000, 5_000


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    expect.set_options(timeout=EXPECT_TIMEOUT)
    yield
    expect.set_options(timeout=DEFAULT_TIMEOUT)
