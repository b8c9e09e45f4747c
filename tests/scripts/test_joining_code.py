"""A code as a tablet takes it from its keys, and what its page says of a second device."""

import pytest

from tests.scripts.engine import load
from tests.scripts.test_situation import answer, page_state
from tournaments.common.codes import ALPHABET, LENGTH, OLD_LENGTH, format_code, normalize_code

SCRIPTS = load("tablet_app/entry_model.js", "tablet_app/code_model.js")
SITUATION = load("tablet_app/results.js", "tablet_app/situation.js", "tablet_app/wording.js")


def typed(*keys: str) -> str:
    text = ""
    for key in keys:
        text = SCRIPTS("Cheville.code.press", text, key)
    return text


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("K7QM2XRT9B", "K7QM2XRT9B"),
        ("k7qm2xrt9bzz", "K7QM2XRT9B"),
        ("oliu", "011V"),
        (["K", "7", "delete", "Q"], "KQ"),
        (["K", "7", "clear"], ""),
    ],
)
def test_typed_keys_are_normalized_as_at_the_desk(keys, text):
    assert typed(*keys) == text
    assert normalize_code(text) == text


def test_keypad_has_every_sign_of_a_code():
    keys = SCRIPTS("() => Cheville.code.KEYS")
    assert "".join(keys[:-2]) == ALPHABET
    assert {typed(*"OILUoilu")} == {normalize_code("OILUoilu")}


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("", False),
        ("12345", False),
        ("1" * OLD_LENGTH, True),
        ("K7QM2X", False),
        ("1" * 7, False),
        ("K" * LENGTH, True),
    ],
)
def test_code_is_complete_at_known_lengths(text, complete):
    assert SCRIPTS("Cheville.code.isComplete", text) is complete


@pytest.mark.parametrize("text", ["123456", "K7QM2XRT9B"])
def test_code_is_shown_in_the_printed_groups(text):
    assert SCRIPTS("Cheville.code.format", text).split() == format_code(text).split()


@pytest.mark.parametrize(
    ("given", "mode"),
    [
        ({"may_report": False, "entry": None}, "waits"),
        ({"may_report": True, "entry": None}, "playing"),
        ({"may_report": False, "entry": 1}, "playing"),
        ({}, "playing"),
        ({"may_report": False, "entry": None, "round": None, "meetings": []}, "waits"),
    ],
)
def test_tablet_that_may_not_report_waits_for_approval(given, mode):
    assert SITUATION("Cheville.situations.derive", page_state(answer() | given))["mode"] == mode


@pytest.mark.parametrize(
    ("newcomers", "turned_away", "asked"),
    [(None, [], None), ([], [], None), ([7, 8], [], 7), ([7, 8], [7], 8), ([7], [7], None)],
)
def test_first_tablet_asks_about_each_newcomer_once(newcomers, turned_away, asked):
    known = None if newcomers is None else [{"device": key, "label": f"{key}B"} for key in newcomers]
    found = SITUATION("Cheville.wording.newcomer", answer() | {"newcomers": known}, turned_away)
    assert (found and found["device"]) == asked
