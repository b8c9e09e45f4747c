"""Every catalogue has the codes that its scripts ask for, and no other."""

import re

import pytest
from django.utils import translation

from tests.scripts.engine import STATIC
from tournaments.common.catalogue import Catalogue, merge, translate
from tournaments.games import GAMES
from tournaments.web.desk import views as desk
from tournaments.web.desk.words import script_words
from tournaments.web.kiosk.words import WORDS as KIOSK
from tournaments.web.tablet_app.scripts import SCRIPTS
from tournaments.web.tablet_app.words import WORDS

PAGES: dict[str, tuple[list[str], Catalogue]] = {
    "tablet": ([*SCRIPTS["table"], *SCRIPTS["carry"], "js/tablet_app/qr.js"], WORDS),
    "kiosk": (SCRIPTS["kiosk"], KIOSK),
} | {
    f"desk of {key}{', two cards' * two_cards}": (
        [*desk.FIRST_SCRIPTS, *(f"games/{key}/{name}.js" for name in game.desk.SCRIPTS), *desk.LAST_SCRIPTS],
        script_words(game.desk, two_cards=two_cards),
    )
    for key, game in GAMES.items()
    for two_cards in (False, True)
}
"""The scripts and the catalogue of each page."""
CODE_CALL = re.compile(
    r"\bC\.tn?\(|\bcode: |\bboard\.words\.|\bshowMessage\((?:board, s, )?\"(?:error|warning|wait)\", "
    r"|\bhandleFailure\("
)
"""Where a script asks for a sentence: its code follows, a choice of codes, or the beginning of a code."""
RESULT_CODE = re.compile(r'(?<!= )"(\w+)"(?! [=!])')
"""A string in an expression that is not only compared with another."""
QUOTED_CODE = re.compile(r'"(\w+)"')


@pytest.mark.parametrize("page", PAGES)
def test_catalogue_has_exactly_the_codes_used_by_scripts(page: str):
    scripts, catalogue = PAGES[page]
    source = "".join((STATIC / path).read_text(encoding="utf-8") for path in scripts)
    asked = {code for place in CODE_CALL.finditer(source) for code in codes(source, place)}
    assert {code for code in asked if code not in catalogue and not is_code_prefix(code, catalogue)} == set()
    quoted = asked | set(QUOTED_CODE.findall(source))
    assert {code for code in catalogue if not is_built(code, quoted, catalogue)} == set()


def codes(source: str, place: re.Match[str]) -> list[str]:
    """Return the codes that a script asks for at a place; none if a function or a variable says which."""
    if place[0].endswith("words."):
        return re.findall(r"\w+", source[place.end() : source.index("\n", place.end())])[:1]
    expression, depth = "", 0
    for letter in source[place.end() :]:
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0 or (not depth and letter == ","):
            break
        expression += letter
    if source[place.end() + len(expression) :].startswith((", text:", ", text }")):
        return []  # the sentence of an error stands beside its code
    if " + " in expression:
        return re.findall(r'^"(\w+)"', expression)
    return RESULT_CODE.findall(expression)


def is_code_prefix(start: str, catalogue: Catalogue) -> bool:
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
def test_placeholders_are_the_same_in_every_language(page: str, language: str):
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
