"""A whole tournament is slow on a busy machine: tests wait longer for what may come late, and never sleep."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

PATIENCE, USUAL = 20_000, 5_000


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=USUAL)
