"""A whole tournament is slow on a busy machine: tests wait longer for what may come late, and never sleep."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

EXPECT_TIMEOUT, DEFAULT_TIMEOUT = 20_000, 5_000


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    expect.set_options(timeout=EXPECT_TIMEOUT)
    yield
    expect.set_options(timeout=DEFAULT_TIMEOUT)
