"""What is said aloud on the page of papers."""

import pytest

from tests.scripts.engine import load


@pytest.mark.parametrize(
    ("before", "now", "said"),
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
def test_what_has_ended_since_the_last_look_is_said_once(before, now, said):
    assert load("papers_said.js")("Cheville.papers.said", before, now) == said
