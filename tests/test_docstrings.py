"""Docstrings say what a thing is or does: no questions as nouns, no unnamed people."""

from tests.lab.measure import ROOT, docstrings_to_reword


def test_docstrings_start_with_verb_or_noun_and_name_people():
    """`make measure` counts them: "Return whether …" instead of "Whether …", "the player" for "somebody"."""
    found = [
        line
        for top in ("config", "docs", "scoring", "tournaments", "start.py")
        for line in docstrings_to_reword(ROOT, top)
    ]
    assert not found, "\n".join(found)
