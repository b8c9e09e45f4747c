"""What is said aloud on the page of papers."""

import pytest

from tests.scripts.engine import load


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ({"a": ""}, {"a": ""}, ""),
        ({"a": ""}, {"a": "Slips: ready"}, "Slips: ready"),
        (
            {"a": "", "b": ""},
            {"a": "Slips: ready", "b": "Cards: failed. Full."},
            "Slips: ready Cards: failed. Full.",
        ),
        ({"a": "Slips: ready"}, {"a": "Slips: ready"}, ""),
        ({}, {"a": "Slips: ready"}, ""),
        ({"a": "Cards: failed."}, {"a": ""}, ""),
    ],
)
def test_finished_jobs_are_announced_once(before, now, expected):
    assert load("papers_announcements.js")("Cheville.papers.announcement", before, now) == expected
