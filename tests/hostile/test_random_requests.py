"""A fixed sample of `python -m tests.lab.figures.hostile`; test_regressions.py has requests that did harm."""

import tempfile
from pathlib import Path

import pytest

from tests.hostile.attack import Attack
from tests.hostile.outside import Watch
from tests.hostile.world import of_gin, online, with_everything

SAMPLE_SIZES = {"sqlite": 120, "postgresql": 40}


@pytest.mark.both_databases
def test_hostile_requests_cause_no_fault_or_outside_write(database, transactional_db, settings, monkeypatch):
    uploads = Path(settings.DATA_DIR, "uploads")
    uploads.mkdir(exist_ok=True)
    monkeypatch.setattr(tempfile, "tempdir", str(uploads))  # nothing else may be written beside it
    watch = Watch(Path(settings.DATA_DIR))
    attack = Attack(7, watch, states=(with_everything, of_gin, online))
    try:
        attack.go_on(SAMPLE_SIZES[database])
        attack.look_at_everything(papers=1, by_turns=True)
    finally:
        attack.end()
    assert attack.faults == {}
    assert attack.asked == SAMPLE_SIZES[database]
    assert attack.statuses.keys() >= {200, 302, 400, 403, 404}
