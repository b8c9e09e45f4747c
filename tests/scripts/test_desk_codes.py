"""Codes of finished games typed at the desk, and a hand scanner known by its speed."""

import pytest

from tests.scripts.engine import load

SEAL = "a1B2c3D4e5F6g7H8"
CODE = f"CHV1.eyJ2IjoxfQ.{SEAL}"


def codes(name, *arguments):
    return load("desk/codes.js")(f"Cheville.codes.{name}", *arguments)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", []),
        ("   ", []),
        ("12", ["12"]),
        (CODE, [CODE]),
        (f"http://192.168.1.4:8000/carry/#{CODE}", [CODE]),
        (f"http>&&192.168.1.4>8000&carry&#{CODE}", [CODE]),  # the keyboard is another than the scanner’s
        (f"{CODE}\n{CODE} x", [CODE, CODE]),
    ],
)
def test_codes_are_found_in_typed_text(typed, found):
    assert codes("extract", typed) == found


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        (CODE, True),
        (f"http://x/{CODE}", True),
        (CODE[:-1], False),
        ("CHV1.", False),
        ("12", False),
        (CODE + " ", False),
    ],
)
def test_code_is_complete_with_its_seal(typed, whole):
    assert codes("isComplete", typed) is whole


def scanner_position(keys):
    """Keys with the milliseconds at which each came; at which of them a scanner was seen."""
    before, seen = None, []
    for key, at in keys:
        before = codes("nextBurst", before, key, at)
        seen.append(before["isScanner"])
    return seen.index(True) if True in seen else None


@pytest.mark.parametrize(
    ("text", "pause", "at"),
    [
        ("http://", 5, 2),
        ("HTTP", 59, 2),
        ("CHV1.x", 5, 2),
        ("chv1", 5, 2),
        ("http://", 60, None),  # a person
        ("cha", 5, None),
        ("88b12", 5, None),
        ("1chv", 5, None),
    ],
)
def test_fast_burst_is_recognised_as_scanner(text, pause, at):
    assert scanner_position([(key, number * pause) for number, key in enumerate(text)]) == at


def test_burst_begins_again_after_a_pause():
    keys = [("8", 0), ("8", 200), ("h", 1000), ("t", 1005), ("t", 1010)]
    assert scanner_position(keys) == 4
    assert codes("nextBurst", {"text": "8", "time": 0}, "h", 1000)["isFirst"]
    assert not codes("nextBurst", {"text": "h", "time": 1000}, "t", 1005)["isFirst"]


@pytest.mark.parametrize(
    ("status", "json", "outcome"),
    [
        (200, {"answers": []}, "heard"),
        (200, {"error": "method"}, "lost"),
        (503, None, "lost"),
        (502, {"answers": []}, "lost"),
        (200, None, "out"),
        (403, None, "out"),
    ],
)
def test_outcome_by_status_and_body(status, json, outcome):
    assert codes("outcome", status, json) == outcome


@pytest.mark.parametrize(
    ("cookies", "token"),
    [
        ("", "own"),
        ("csrftoken=new", "new"),
        ("django_language=en; csrftoken=new; a=b", "new"),
        ("xcsrftoken=no", "own"),
    ],
)
def test_csrf_token_of_newer_sign_in_is_used(cookies, token):
    assert codes("csrfToken", cookies, "own") == token
