"""Pages of a director show at most 300 words before anything is unfolded, besides lists and texts to read.

They are read in French, which needs more words, and in the tournaments by turns; `make figures` reads all of
them in English too.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import transaction

from tests import databases, factories, samples
from tests.golden import tournaments, walking
from tests.golden.fixed import fixed
from tests.page_reader import Element, parse

MAX_WORDS = 300
WORD = re.compile(r"[^\W_]+(?:['’.:-][^\W_]+)*")
"""Letters or figures between spaces, as in `tests/browser.py`, which counts what Chromium shows."""
HIDDEN_TAGS = {"head", "script", "style", "template", "noscript", "svg", "datalist", "dialog"}
LIST_TAGS = {"table", "dl", "select", "textarea"}
"""Rows, pairs of a heading and its value as the rules of a format, and what can be chosen or was typed.

Other lists count: in a hall of twelve they are short, and explanations can be lists as well."""
TEXT_ADDRESSES = re.compile(r"/judge/|/aloud/$|^/help/|^/formats/$")
"""Pages that are a text to be read, whose length is limited elsewhere, or a list of all formats."""
LANGUAGES = walking.LANGUAGES if samples.SWEEP_FACTOR > 1 else ("fr-ca",)
CHOSEN_TOURNAMENTS = ("prepared", "tablets", "judged", "boards", "published", "league", "gin-hollywood")


def visible_texts(one: Element) -> Iterator[str]:
    """Yield the pieces of text that are shown."""
    hidden = "hidden" in one or "visually-hidden" in (one.get("class") or "").split()
    if hidden or one.tag in HIDDEN_TAGS or one.tag in LIST_TAGS:
        return
    folded = one.tag == "details" and "open" not in one
    for part in one.inside:
        if isinstance(part, Element):
            if not folded or part.tag == "summary":
                yield from visible_texts(part)
        elif not folded:
            yield part


def word_count(shown: str) -> int:
    return sum(len(WORD.findall(text)) for text in visible_texts(parse(shown)))


def pages_too_long(addresses: list[str], director, language: str) -> tuple[dict[str, int], int]:
    """Return the pages with more words than MAX_WORDS, and how many were read."""
    found, read = {}, 0
    browser = walking.client(language, director)
    for address in addresses:
        if TEXT_ADDRESSES.search(address):
            continue
        with transaction.atomic():
            answer = browser.get(address)
            transaction.set_rollback(True)
        shown = (
            answer.content.decode() if answer.headers.get("Content-Type", "").startswith("text/html") else ""
        )
        if answer.status_code == 200 and "<body" in shown:
            read += 1
            if (count := word_count(shown)) > MAX_WORDS:
                found[f"{address} {language}"] = count
    return found, read


@pytest.mark.long
@pytest.mark.parametrize("name", CHOSEN_TOURNAMENTS)
def test_director_pages_show_at_most_300_words(name, empty_database, tmp_path, django_db_blocker):
    golden = next(one for one in tournaments.TOURNAMENTS if one.name == name)
    copied = Path(shutil.copy(empty_database, tmp_path / "cheville.sqlite3"))
    with django_db_blocker.unblock(), databases.opened(copied), fixed() as clock:
        director = factories.director()
        tournament = golden.make(director, clock)
        addresses = walking.addresses(tournament, whole=golden.whole)
        if not golden.whole:
            addresses = samples.turn(addresses, CHOSEN_TOURNAMENTS.index(name) % 2)
        for language in LANGUAGES:
            found, read = pages_too_long(addresses, director, language)
            assert read > 25
            assert found == {}


def test_only_visible_words_are_counted():
    shown = """<head><title>No</title></head><body><h1>One two</h1><ul><li>three</li></ul>
      <table><tr><td>no</td></tr></table><p class="visually-hidden">no</p><p hidden>no</p>
      <details><summary>four</summary>no</details><details open><summary>five</summary>six</details>
      <select><option>no</option></select> <p>l’année 121–88</p></body>"""
    assert word_count(shown) == 9
