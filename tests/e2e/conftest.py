"""A whole day takes its time on a busy machine: what is waited for may come late, and is never slept for."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

PATIENCE, USUAL = 20_000, 5_000


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=USUAL)
