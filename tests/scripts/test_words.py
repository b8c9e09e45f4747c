"""Every catalogue has the codes that its scripts ask for, and no other."""

import re

import pytest
from django.utils import translation

from tests.scripts.engine import STATIC
from tournaments.common.catalogue import Catalogue, merge, translate
from tournaments.games import GAMES
from tournaments.web.desk import views as desk
from tournaments.web.desk.words import script_words
from tournaments.web.tablet_app.scripts import SCRIPTS
from tournaments.web.tablet_app.words import WORDS

PAGES: dict[str, tuple[list[str], Catalogue]] = {
    "tablet": ([*SCRIPTS["table"], *SCRIPTS["carry"], "js/tablet_app/qr.js"], WORDS),
} | {
    f"desk of {key}{', two cards' * two_cards}": (
        [*desk.BEFORE, *(f"games/{key}/{name}.js" for name in game.desk.SCRIPTS), *desk.AFTER],
        script_words(game.desk, two_cards=two_cards),
    )
    for key, game in GAMES.items()
    for two_cards in (False, True)
}
"""The scripts and the catalogue of each page."""
ASKED = re.compile(
    r"""
    \bC\.tn?\("(\w+)"                                    # C.t("back") of a tablet
    | \bcode:\ "(\w+)"(?!,\ text)                        # { code: "hint", values: … }, without its sentence
    | \bboard\.words\.(\w+)                              # board.words.correct of the desk
    | \bsay\((?:\w+,\ )*"(?:error|warning|wait)",\ "(\w+)"   # say(board, s, "error", "which")
    """,
    re.X,
)
"""Where a script asks for a sentence; a code that ends in `_` is the beginning of several."""
QUOTED = re.compile(r'"(\w+)"')


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_the_words_that_its_scripts_ask_for_and_no_other(page: str):
    scripts, catalogue = PAGES[page]
    source = "".join((STATIC / path).read_text(encoding="utf-8") for path in scripts)
    asked = {next(filter(None, found)) for found in ASKED.findall(source)}
    assert {code for code in asked if code not in catalogue and not begins_one(code, catalogue)} == set()
    quoted = asked | set(QUOTED.findall(source))
    assert {code for code in catalogue if not is_built(code, quoted, catalogue)} == set()


def begins_one(start: str, catalogue: Catalogue) -> bool:
    return start.endswith("_") and any(code.startswith(start) for code in catalogue)


def is_built(code: str, quoted: set[str], catalogue: Catalogue) -> bool:
    """Return whether a script has a code whole, its beginning, or its parts, as in `code + "_short"`."""
    starts = [code[: at + 1] for at, letter in enumerate(code) if letter == "_"]
    built = code in quoted or any(start in quoted for start in starts)
    return built or any(
        f"_{rest}" in quoted and first in catalogue
        for first, rest in ((start[:-1], code[len(start) :]) for start in starts)
    )


@pytest.mark.parametrize("language", ["fr-ca", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_every_language_fills_in_the_same(page: str, language: str):
    catalogue = PAGES[page][1]
    with translation.override("en"):
        source = translate(catalogue)
    with translation.override(language):
        translated = translate(catalogue)
    assert {code: places(text) for code, text in translated.items()} == {
        code: places(text) for code, text in source.items()
    }


def places(text: str | list[str]) -> list[set[str]]:
    """Return what is filled in, text by text; a count need not be said in the singular."""
    texts = text if isinstance(text, list) else [text]
    return [set(re.findall(r"\{(\w+)\}", one)) - ({"count"} if len(texts) > 1 else set()) for one in texts]


def test_two_catalogues_with_one_code_are_refused():
    with pytest.raises(ValueError, match="same code"):
        merge(WORDS, GAMES["gin"].tablet.WORDS)
