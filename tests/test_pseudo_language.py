"""Pages, papers and scripts in a made-up language: each sentence of the catalogue stands between two marks.

What is outside of the marks was never offered for translation, unless it is data of the tournament. One
tournament is read whole, the others by turns: what its director reads of one, a visitor reads of the next.
"""

import ast
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import django
import polib
import pytest
from django.apps import apps
from django.conf import settings
from django.db import models, transaction
from django.test import override_settings
from django.utils import translation

from tests import databases, factories, samples
from tests.golden import reading, tournaments, walking
from tests.golden.fixed import fixed
from tests.page_reader import Element, parse
from tournaments.common.catalogue import translate
from tournaments.games import GAMES
from tournaments.publishing.papers import paper_types, registry
from tournaments.registration.names import fold
from tournaments.web.desk import words as desk_words
from tournaments.web.tablet_app.words import WORDS

LANGUAGE = "eo"
"""Esperanto: Django knows its name, and Cheville has no catalogue of it."""
OPEN, CLOSE = "‹", "›"
ROOT = Path(__file__).resolve().parent.parent
GUIDE = [ROOT / "docs" / name for name in ("guide.en.md", "errata.en.md")]
OWN_CATALOGUE = ROOT / "locale" / "fr_CA" / "LC_MESSAGES" / "django.po"
DJANGO_CATALOGUE = Path(django.__file__).parent / "conf" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
CHOSEN_TOURNAMENTS = ("prepared", "tablets", "league", "published", "gin-three")
HELP = ("/help/", "/help/trouble/", "/help/?q=table")
"""The guide is in French and English alone: on its pages its English words are data."""
SAME_EVERYWHERE = {"Cheville", "Esc", "am", "pm", "iframe", "python3", "manage", "changepassword"}
SAME_EVERYWHERE |= {"FADOQ", "Région", "Richelieu", "Yamaska"}
"""Names, a key, the time of day by `time_of_day`, the code of a web page, and a command."""
NAME_FIELDS = {"name", "club", "place", "text", "title", "label", "username", "address", "slug"}
NAME_FIELDS |= {"first_name", "last_name"}
BLOCK_TAGS = {"td", "th", "option", "a", "button", "label"}
"""Inline elements that are sentences of their own, as is a label that is read aloud only."""
WORD = re.compile(r"[^\W\d_]{2,}")
CODE = re.compile(r"[A-Z]{2,4}$|.*[\d/@_=]")
"""PDF, a code of a table, a file, an address: no word of a language."""
GLUED_TEXT = re.compile(r"\0 [\w ’'-]*\w[\w ’'-]* \0")
"""A value between two translated pieces with nothing but spaces: another language has another order."""


def marked(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


def catalogue() -> polib.POFile:
    """Return all sentences of Cheville and Django, marked."""
    made = polib.POFile()
    plural = "nplurals=2; plural=(n != 1);"
    made.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": plural}
    known = set()
    for source in (OWN_CATALOGUE, DJANGO_CATALOGUE):
        for one in polib.pofile(str(source)):
            if one.obsolete or (one.msgctxt, one.msgid) in known:
                continue
            known.add((one.msgctxt, one.msgid))
            new = polib.POEntry(msgid=one.msgid, msgctxt=one.msgctxt, msgid_plural=one.msgid_plural)
            if one.msgid_plural:
                new.msgstr_plural = {0: marked(one.msgid), 1: marked(one.msgid_plural)}
            else:
                new.msgstr = marked(one.msgid)
            made.append(new)
    return made


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Add the made-up language to the others."""
    folder = tmp_path_factory.mktemp("locale")
    target = folder / LANGUAGE / "LC_MESSAGES"
    target.mkdir(parents=True)
    catalogue().save_as_mofile(str(target / "django.mo"))
    languages = [*settings.LANGUAGES, (LANGUAGE, "Esperanto")]
    # Modules that read the languages when they are imported read the real ones.
    import_module(settings.ROOT_URLCONF)
    with override_settings(LANGUAGES=languages, LOCALE_PATHS=[folder, *settings.LOCALE_PATHS]):
        yield


@pytest.fixture(params=CHOSEN_TOURNAMENTS)
def walked_tournament(
    request, made_up, empty_database, tmp_path, django_db_blocker
) -> Iterator[tuple[Any, Any, Any]]:
    """Yield a tournament, its row of the golden data, and its director."""
    golden = next(one for one in tournaments.TOURNAMENTS if one.name == request.param)
    copied = Path(shutil.copy(empty_database, tmp_path / "cheville.sqlite3"))
    with django_db_blocker.unblock(), databases.opened(copied), fixed() as clock:
        director = factories.director()
        yield golden.make(director, clock), golden, director


def unmarked(text: str) -> str:
    """Return the text without what is between marks, of which a zero byte is left; marks may be nested."""
    depth, left = 0, []
    for sign in text:
        if sign == CLOSE:
            depth = max(0, depth - 1)
            left += [] if depth else ["\0"]
        elif sign == OPEN:
            depth += 1
        elif not depth:
            left.append(sign)
    return "".join(left)


def untranslated(text: str, known: set[str]) -> list[str]:
    """Return the words outside of the marks that are no data."""
    tokens = unmarked(text).replace("\0", " ").split()
    words = [
        word for token in tokens if not CODE.match(token.strip("(),;:.")) for word in WORD.findall(token)
    ]
    return [word for word in words if word not in known]


def sentences(whole: Element) -> Iterator[str]:
    """Yield the text of each block of a page, and what is read aloud or shown by a script."""
    line: list[str] = []

    def end() -> Iterator[str]:
        yield " ".join(" ".join(line).split())
        line.clear()

    def walk(one: Element) -> Iterator[str]:
        if one.tag in reading.HIDDEN_TAGS or one.get("lang") not in (None, LANGUAGE):
            return
        block = (
            one.tag not in reading.INLINE_TAGS
            or one.tag in BLOCK_TAGS
            or "visually-hidden" in (one.get("class") or "")
            or (one.tag == "kbd" and OPEN in one.words)  # the name of a key
        )
        if block:
            yield from end()
        yield from (one[name] for name in reading.SPOKEN_ATTRIBUTES if one.get(name))
        for name, value in one.attributes.items():
            if name.startswith("data-") and " " in value and value[0] not in "{[":
                yield value
        for part in one.inside:
            if isinstance(part, str):
                line.append(part)
            else:
                yield from walk(part)
        if block:
            yield from end()

    yield from walk(whole)


def words_of_data() -> set[str]:
    """Return the words of names and texts in the database, and of those that its maker has written."""
    found = set(SAME_EVERYWHERE)
    texts = [translation.get_language_info(code)["name_local"] for code, _name in settings.LANGUAGES]
    for model in apps.get_app_config("tournaments").get_models():
        for field in model._meta.get_fields():
            if field.name in NAME_FIELDS and isinstance(field, models.CharField | models.TextField):
                texts += model.objects.values_list(field.name, flat=True)
    source = Path(tournaments.__file__).read_text(encoding="utf-8")
    constants = [one.value for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Constant)]
    texts += [one for one in constants if isinstance(one, str)]
    for text in filter(None, texts):
        found |= {*WORD.findall(text), *WORD.findall(text.capitalize()), *WORD.findall(fold(text))}
    return found


def answers(browser: Any, addresses: list[str]) -> Iterator[tuple[str, str]]:
    for address in addresses:
        with transaction.atomic():
            answer = browser.get(address)
            transaction.set_rollback(True)
        assert answer.status_code < 500, address
        if "text/html" in answer.headers.get("Content-Type", ""):
            yield address, answer.content.decode()


@pytest.mark.long
def test_pages_and_papers_have_no_untranslated_text(walked_tournament):
    tournament, golden, director = walked_tournament
    known, found = words_of_data(), {}
    of_help = known.union(*(WORD.findall(file.read_text(encoding="utf-8")) for file in GUIDE))
    addresses = walking.addresses(tournament, whole=golden.whole)
    browsers = {"director": walking.client(LANGUAGE, director), "visitor": walking.client(LANGUAGE)}
    pages = 0
    for at, (who, browser) in enumerate(browsers.items(), CHOSEN_TOURNAMENTS.index(golden.name)):
        read = [*addresses, *HELP] if golden.whole else samples.turn(addresses, at % 2)
        for address, html in answers(browser, read):
            pages += OPEN in html
            for text in sentences(parse(html)):
                if untranslated(text, of_help if address.startswith("/help/") else known):
                    found.setdefault(f"not translated: {text[:160]}", f"{address} {who}")
                if glued := GLUED_TEXT.search(unmarked(text)):
                    found.setdefault(f"glued together: {glued[0]!r} of {text[:160]}", f"{address} {who}")
    assert pages > 60, "they were in the made-up language"
    for key, args in walking.wanted(tournament):
        for text in text_of_paper(tournament, key, args | {"language": LANGUAGE}):
            if untranslated(text, known):
                found.setdefault(f"not translated: {unmarked(text)[:160]}", f"paper {key}")
    assert found == {}


def text_of_paper(tournament: Any, key: str, args: dict[str, Any]) -> list[str]:
    """Return the text of each page of a paper: a sentence may go on in the next line."""
    with transaction.atomic(), translation.override(LANGUAGE):
        drawn = registry.PAPER_TYPES[key].draw(paper_types.Paper(tournament, args, lambda _done: None))
        transaction.set_rollback(True)
    return re.split(r"^page \d+$", "\n".join(reading.of_paper(drawn)), flags=re.MULTILINE)


def catalogues() -> dict[str, Any]:
    found = {"tablet": WORDS, "desk": desk_words.SCRIPT, "two cards": desk_words.SCRIPT_OF_TWO_CARDS}
    return found | {
        f"desk {key}": game.desk.WORDS for key, game in GAMES.items() if hasattr(game.desk, "WORDS")
    }


def test_every_sentence_of_a_script_can_be_translated(made_up):
    with translation.override(LANGUAGE):
        for name, one in catalogues().items():
            for code, words in translate(one).items():
                for text in words if isinstance(words, list) else [words]:
                    assert WORD.search(unmarked(text)) is None, f"{name}: {code}"


SENTENCE = re.compile(r'(?<!Error\()"[A-ZÀ-Ý][a-zà-ÿ’]+(?: [a-zà-ÿ’]+)+[.!?…]?"')


def test_scripts_have_no_hard_coded_sentence():
    scripts = [path for path in (ROOT / "static").rglob("*.js") if path.parent.name != "vendor"]
    assert len(scripts) > 40
    found = {
        path.name: result
        for path in scripts
        if (result := SENTENCE.findall(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("text", "words", "glued"),
    [
        ("‹Game ‹three›› Huguette", [], False),
        ("‹Game› Untold Huguette", ["Untold"], False),
        ("‹Game› 3 ‹of› 15", [], True),
        ("‹Game› 3 · ‹Table› 4", [], False),
    ],
)
def test_unmarked_words_and_glued_values_are_detected(text, words, glued):
    assert untranslated(text, {"Huguette"}) == words
    assert bool(GLUED_TEXT.search(unmarked(text))) is glued
