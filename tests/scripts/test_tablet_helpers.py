"""Hashes and seals, addresses, the clock of a round, tools: small rules of the tablet, asked directly."""

import base64
import hashlib
import hmac
import json

import pytest

from tests.scripts.engine import load

HASHES = load("tablet_app/sha256.js")
SCRIPTS = load("tablet_app/addresses.js", "tablet_app/clock_model.js", "tablet_app/tool_model.js")
TEXTS = [
    "",
    "abc",
    "é" * 27,
    "œuf 🥚",
    "%41",
    *("a" * length for length in (54, 55, 56, 63, 64, 65, 119, 1000)),
]


@pytest.mark.parametrize("text", TEXTS)
def test_hashes_equal_those_of_hashlib(text: str):
    assert HASHES("Cheville.sha256", text) == hashlib.sha256(text.encode()).hexdigest()
    for key in ("", "Jefe", "k" * 64, "k" * 131):
        assert (
            HASHES("Cheville.hmac", key, text)
            == hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()
        )


def base64_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.mark.parametrize("nonce", ["L’Écuyer", "x", "xy", "xyz", "?>~ÿ"])
def test_offline_code_is_sealed_with_hash_of_token(nonce: str):
    code = HASHES("Cheville.offlineCode", "a-device", "tükén", {"nonce": nonce})
    found, seal = code.rsplit(".", 1)
    version, body = found.split(".")
    assert version == "CHV1"
    assert json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))) == {
        "d": hashlib.sha256(b"a-device").hexdigest()[:32],
        "r": {"nonce": nonce},
    }
    key = hashlib.sha256("tükén".encode()).hexdigest()
    assert seal == base64_text(hmac.new(key.encode(), found.encode(), hashlib.sha256).digest())[:16]


@pytest.mark.parametrize(
    ("typed", "protocol", "base"),
    [
        ("127.0.0.1", "http:", "http://127.0.0.1:8000"),
        ("192.168.0.23", "https:", "https://192.168.0.23:8443"),
        ("10.0.0.7:8080", "http:", "http://10.0.0.7:8080"),
        ("255.255.255.255:65535", "http:", "http://255.255.255.255:65535"),
        *(
            (wrong, "http:", None)
            for wrong in ("", "10.0.0", "10.0.0.256", "10.0.0.1:", "10.0.0.1:0", "10.0.0.1:99999")
        ),
        ("1.2.3.4.5", "http:", None),
        ("127.0.0", "http:", None),
    ],
)
def test_typed_addresses_are_recognised(typed: str, protocol: str, base: str | None):
    assert SCRIPTS("Cheville.addresses.toUrl", typed, protocol) == base


@pytest.mark.parametrize(
    ("base", "beginning"),
    [
        ("http://192.168.0.23:8000", "192.168.0."),
        ("https://10.0.0.7:8443", "10.0.0."),
        ("http://127.0.0.1:8000", ""),
        ("http://desk.local:8000", ""),
    ],
)
def test_network_prefix_of_an_address(base: str, beginning: str):
    assert SCRIPTS("Cheville.addresses.prefix", base) == beginning


@pytest.mark.parametrize(
    ("online", "minutes", "lost"), [(False, 3, True), (False, 2.9, False), (True, 9, False), (None, 9, False)]
)
def test_laptop_counts_as_lost_after_three_minutes(online, minutes: float, lost: bool):
    assert SCRIPTS("Cheville.addresses.isLost", online, minutes * 60_000) is lost


@pytest.mark.parametrize(
    ("left", "passed", "code", "count"),
    [
        (600, 0, "minutes_left", 10),
        (600, 0.5, "minutes_left", 10),
        (600, 540, "minutes_left", 1),
        (600, 599.9, "minutes_left", 1),
        (600, 600, "time_is_up", None),
        (600, 9000, "time_is_up", None),
        (-5, 0, "time_is_up", None),
    ],
)
def test_clock_counts_down(left: float, passed: float, code: str, count: int | None):
    result = SCRIPTS("Cheville.clockModel.message", left, passed)
    assert (result["code"], result.get("count")) == (code, count)


def test_round_without_clock_shows_none():
    assert SCRIPTS("Cheville.clockModel.hasClock", {"left": 0}) is True
    for round_ in (None, {}, {"left": None}):
        assert SCRIPTS("Cheville.clockModel.hasClock", round_) is False


# What is open beside a game

FOUND_GAME = {"meeting": {"uid": "m1"}, "next": 2, "mode": "playing"}
TOOL = {"name": "board", "meeting": "m1", "game": 2, "away": False, "taps": [[0, 5]]}
OWN_RESULT = {"body": {"nonce": "n1"}}


@pytest.mark.parametrize(
    ("changes", "found", "own", "state"),
    [
        ({}, {}, None, "shown"),
        ({"away": True}, {}, None, "away"),
        ({}, {"mode": "wait"}, None, "away"),
        ({"meeting": "m0"}, {}, None, "gone"),
        ({"game": 1}, {}, None, "gone"),
        ({}, {"next": None, "mode": "after"}, None, "gone"),
        ({"game": 1, "corrects": "n1"}, {"mode": "after"}, OWN_RESULT, "shown"),
        ({"game": 1, "corrects": "n1", "away": True}, {}, OWN_RESULT, "away"),
        ({"game": 1, "corrects": "n0"}, {}, OWN_RESULT, "gone"),
        ({"game": 1, "corrects": "n1"}, {}, None, "gone"),
    ],
)
def test_tool_lasts_as_long_as_its_game(changes: dict, found: dict, own, state: str):
    assert SCRIPTS("Cheville.toolModel.state", TOOL | changes, FOUND_GAME | found, own) == state


def test_tool_stays_stored_after_its_game():
    """The game may come back: the desk had typed the slip of another table, or moved this tablet."""
    left = SCRIPTS("Cheville.toolModel.leave", TOOL)
    assert left == TOOL | {"left": True}
    assert SCRIPTS("Cheville.toolModel.state", left, FOUND_GAME, None) == "shown"
    correction = TOOL | {"corrects": "n1", "under": TOOL}
    assert SCRIPTS("Cheville.toolModel.leave", correction) == TOOL
    assert SCRIPTS("Cheville.toolModel.leave", correction | {"under": None}) is None


def test_tool_state_is_restored_only_in_the_same_game():
    fresh = {"taps": []}
    left = TOOL | {"away": True}
    assert SCRIPTS("Cheville.toolModel.open", left, "board", "m1", 2, fresh) == TOOL
    empty = {"name": "board", "away": False, "taps": []}
    for meeting, game in (("m2", 2), ("m1", 3)):
        opened = SCRIPTS("Cheville.toolModel.open", left, "board", meeting, game, fresh)
        assert opened == empty | {"meeting": meeting, "game": game}
    assert SCRIPTS("Cheville.toolModel.open", left, "hands", "m1", 2, fresh)["taps"] == []
