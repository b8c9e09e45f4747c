"""Docstrings say what a thing is or does: no questions as nouns, no unnamed people."""

from tests.lab.measure import HOUSE, to_reword


def test_docstrings_start_with_a_verb_or_noun_and_say_who_is_meant():
    """`make measure` counts them: "Return whether …" instead of "Whether …", "the player" for "somebody"."""
    found = [
        line
        for top in ("config", "docs", "scoring", "tournaments", "start.py")
        for line in to_reword(HOUSE, top)
    ]
    assert not found, "\n".join(found)
