"""Every sentence is in French; in each language the compiled catalogue is that of the text.

The sentences are collected here as `makemessages` does, but without gettext, so that it runs anywhere. A call
inside an f-string is seen here and not by gettext: move it out of the f-string.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = {path.parent.parent.name: path for path in ROOT.glob("locale/*/LC_MESSAGES/django.po")}
FOLDERS = ("config", "tournaments", "templates", "scoring")
SINGLE = {"_", "gettext", "gettext_lazy", "gettext_noop"}
PLURAL = {"ngettext", "ngettext_lazy"}
CONTEXT = {"pgettext", "pgettext_lazy"}
CONTEXT_PLURAL = {"npgettext", "npgettext_lazy"}

Message = tuple[str, str, str]  # context, singular, plural


def python_messages(source: str) -> Iterator[Message]:
    """Yield the messages of calls such as `_("Table")` in Python source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            words = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            yield from call_messages(name, words)


def call_messages(name: str, words: list) -> Iterator[Message]:
    """Yield the message of a call, where its words are written out."""
    text = [word if isinstance(word, str) else "" for word in words] + ["", "", ""]
    if name in SINGLE and text[0]:
        yield "", text[0], ""
    elif name in PLURAL and text[0]:
        yield "", text[0], text[1]
    elif name in CONTEXT and text[1]:
        yield text[0], text[1], ""
    elif name in CONTEXT_PLURAL and text[1]:
        yield text[0], text[1], text[2]


def template_messages(source: str, origin: str) -> Iterator[Message]:
    """Yield the messages of a template, from the Python-like text that Django makes of it for xgettext."""
    names = "|".join(sorted(SINGLE | PLURAL | CONTEXT | CONTEXT_PLURAL, key=len, reverse=True))
    string = r"""(?:u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*")"""
    call = re.compile(rf"(?<![\w.])({names})\(\s*({string}(?:\s*,\s*{string})*)", re.DOTALL)
    for found in call.finditer(templatize(source, origin=origin)):
        yield from call_messages(found[1], list(ast.literal_eval(f"({found[2]},)")))


@cache
def used_messages() -> dict[Message, str]:
    """Return every message of the program, and a file that it is in."""
    found: dict[Message, str] = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix == ".py":
                messages = python_messages(path.read_text(encoding="utf-8"))
            elif path.suffix in {".html", ".txt"}:
                messages = template_messages(path.read_text(encoding="utf-8"), name)
            else:
                continue
            found.update(dict.fromkeys(messages, name))
    return found


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    """Return the French catalogue."""
    return read_catalogue("fr_CA")


@cache
def read_catalogue(name: str) -> polib.POFile:
    """Return a catalogue, by the name of its folder."""
    return polib.pofile(str(CATALOGUES[name]))


def test_gettext_is_only_imported_under_known_names():
    """`gettext_lazy as lazy` would hide its sentences from `makemessages`; only `_` is another name."""
    other = re.compile(r"import .*?\b\w*gettext\w* as (?!_\b)\w+")
    hidden = [
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if other.search(path.read_text(encoding="utf-8"))
    ]
    assert not hidden


def message_key(entry: polib.POEntry) -> Message:
    """Return an entry of the catalogue as a message."""
    return (entry.msgctxt or "", entry.msgid, entry.msgid_plural or "")


def is_translated(entry: polib.POEntry) -> bool:
    """Return whether every form of an entry has its French."""
    forms = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
    return bool(forms) and all(forms) and not entry.fuzzy and not entry.obsolete


def test_every_sentence_is_in_french(catalogue):
    there = {message_key(entry)[:2] for entry in catalogue if is_translated(entry)}
    missing = [
        f"{name}: {message[1]!r}" for message, name in used_messages().items() if message[:2] not in there
    ]
    assert not missing, f"{len(missing)} sentences have no French:\n" + "\n".join(missing)


def test_catalogue_has_no_fuzzy_or_unused_entries(catalogue):
    wanted = {message[:2] for message in used_messages()}
    assert not [entry.msgid for entry in catalogue.fuzzy_entries()]
    assert not [entry.msgid for entry in catalogue.untranslated_entries()]
    assert not [
        entry.msgid for entry in catalogue if not entry.obsolete and message_key(entry)[:2] not in wanted
    ]


def test_each_language_but_english_has_a_catalogue():
    assert {to_locale(code) for code, _name in settings.LANGUAGES} - {"en"} == set(CATALOGUES)


@pytest.mark.parametrize("name", CATALOGUES)
def test_translations_keep_the_placeholders(name):
    """`%(name)s` in one is `%(name)s` in the other; a plural form may spell out its number."""
    faults = []
    for entry in read_catalogue(name).translated_entries():
        english = placeholders(entry.msgid + entry.msgid_plural)
        for text in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            same = placeholders(text) <= english if entry.msgid_plural else placeholders(text) == english
            if not same:
                faults.append(f"{entry.msgid!r} and {text!r}")
    assert not faults, "\n".join(faults)


def placeholders(text: str) -> set[str]:
    """Return the placeholders: `%(name)s`, `%s`, `{name}`."""
    return set(re.findall(r"%(?:\(\w+\))?[sd]|\{\w*\}", text))


# docs/words.md: no straight quotes, no three dots, and spaces that cannot break beside ; ! ? : « ».
BAD_TYPOGRAPHY = re.compile(
    r"""['"]|\.\.\."""
    r"|(?<!\u202f)[;!?]"
    r"|(?<!\u00a0):(?!\d)"
    r"|«(?!\u202f)|(?<!\u202f)»"
    r"|\b(?:[Pp]artie|[Tt]able|[Pp]lace|[Nn]uméro|[Ll]igne|[Rr]ang|[Cc]oup)s? (?=%\(|\{\w+\})"  # «partie 9»
)


def test_french_typography(catalogue):
    every = [text for entry in catalogue for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert not [text for text in every if BAD_TYPOGRAPHY.search(text)]


VAGUE_ENGLISH = re.compile(r"\b(?:[Ww]hoever|[Ss]omebody|Prove it|The day fits)\b")
"""Name the player, the organiser, the winner, the person at the desk."""
BAD_FRENCH = re.compile(
    r"Protêt|Mettre à l’épreuve|Les retenir|\bnombre de A\b|\bProduire\b|^Déclarez\b"
    r"|\b(?:de|par|pour|avec) qui (?:perd|gagne|frappe|est présent)\b"
    r"|\bQui (?:perd|gagne|est présent) [^?]*[.;]"
)


@pytest.mark.parametrize("field", ["msgid", "msgid_plural"])
def test_english_sentences_name_the_person(catalogue, field):
    now = [getattr(entry, field) for entry in catalogue if not entry.obsolete]
    assert not [text for text in now if text and VAGUE_ENGLISH.search(text)]


def test_french_has_no_literal_translations(catalogue):
    every = [text for entry in catalogue for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert not [text for text in every if BAD_FRENCH.search(text)]


def test_templates_have_no_punctuation_outside_sentences():
    """`{{ label|labelled:words }}` replaces a colon between two values, as French has a space before it."""
    apart = re.compile(r"[%}]\}\s?[:;!?](?=\s)")
    sentences = r"{% (blocktrans\w*) .*?{% end\1 %}|{% comment.*?endcomment %}|<(style|script).*?</\2>"
    found = {
        path.name: signs
        for path in (ROOT / "templates").rglob("*.html")
        if (signs := apart.findall(re.sub(sentences, "x", path.read_text(encoding="utf-8"), flags=re.DOTALL)))
    }
    assert not found


@pytest.mark.parametrize("name", CATALOGUES)
def test_compiled_catalogue_matches_its_source(name):
    compiled = polib.mofile(str(CATALOGUES[name].with_suffix(".mo")))
    of_text = {
        message_key(entry): entry.msgstr_plural or entry.msgstr
        for entry in read_catalogue(name).translated_entries()
    }
    assert {message_key(entry): entry.msgstr_plural or entry.msgstr for entry in compiled} == of_text
