"""The shipped formats: files as an organisation has them, and rules that never change."""

import hashlib
import json

import pytest

from tournaments import formats
from tournaments.formats import names
from tournaments.formats.file import SHIPPED, load
from tournaments.organisations import own_formats

FROZEN_HASHES = {
    "fadoq-15": "60e15989bccc42fd",
    "cribbage-draw": "1b778284aad96496",
    "cribbage-ladder": "a12bdb4c488bf5a5",
    "cribbage-two-lines": "83d1f45384dce520",
    "acc-swiss": "3275c6e6aaa7cfc5",
    "acc-consolation": "0f6a3ed1d165620d",
    "acc-grass-roots": "05f9daa3eb61e25a",
    "cribbage-knock-out": "b6c1520aeb249c10",
    "set-of-five": "24b0287c5f7443b5",
    "points-left": "706af644ab1b8981",
    "timed-round-robin": "73d45f2b82100ba0",
    "cribbage-tables": "f0ec08b51cc4b0e6",
    "cribbage-partners": "0c2bfd9677f9ade4",
    "cribbage-three-pairs": "ee20d45675793aac",
    "cribbage-two-threes": "b3d86961c09a436c",
    "cribbage-two-against-three": "2db27d511a5699da",
    "cribbage-teams": "9c5ad5b6a9606929",
    "cribbage-teams-swiss": "3d0e1f5e34695a37",
    "gin-round-robin": "f115f352338b4c54",
    "gin-swiss": "2889f0dc57de0865",
    "gin-oklahoma": "0bc19d6ca57ecd99",
    "gin-hollywood": "0f9b8674a35db5f8",
    "gin-three": "7ebe3d501050e6d4",
    "gin-captain": "2f6f0579176013b1",
    "gin-four": "5acd526ffa6a26e6",
    "gin-teams": "fc5f0bbc930b4b5c",
    "points-round-robin": "b5fa797bc11be8b8",
    "points-swiss": "9e81d10ef8796db3",
    "points-partners": "ea3bf804d102cee2",
    "points-tables": "7e28fbb11a279fc8",
    "points-teams": "c90576a79fc900f8",
    "points-teams-swiss": "7c31260a2b0d54e8",
    "euchre-partners": "7a7d9608581b13e1",
}
"""The first digits of the SHA-256 of the rules of each format: tournaments, copies and files rely on them."""


def test_shipped_files_are_offered_and_translated():
    assert {path.stem for path in SHIPPED.iterdir()} == set(formats.KEYS)
    shipped = [text for one in formats.FORMATS.values() for text in (one.name, one.note)]
    assert shipped == list(names.NAMES_AND_NOTES)


@pytest.mark.parametrize("key", formats.KEYS)
def test_rules_of_shipped_formats_are_unchanged(key):
    whole = json.dumps(formats.rules(key), sort_keys=True)
    assert {key: FROZEN_HASHES.get(key)} == {key: hashlib.sha256(whole.encode()).hexdigest()[:16]}


@pytest.mark.parametrize("key", formats.KEYS)
def test_format_file_contains_only_unusual_rules(key):
    usual = formats.usual_rules(formats.FORMATS[key].rules)
    assert [name for name, rule in formats.FORMATS[key].rules.items() if usual.get(name, ...) == rule] == []
    kept = formats.file_rules(formats.rules(key))
    assert kept | formats.FORMATS[key].rules == kept
    assert formats.complete_rules(usual | kept) == formats.rules(key)


@pytest.mark.parametrize("key", formats.KEYS)
def test_shipped_file_can_be_read_as_an_own_format(key):
    draft = own_formats.parse_format((SHIPPED / f"{key}.json").read_bytes())
    shipped = formats.FORMATS[key]
    assert (draft.name, draft.note, draft.original_name) == (shipped.name, shipped.note, shipped.name)
    assert draft.rules == draft.original == formats.rules(key)


@pytest.mark.parametrize(
    ("change", "given"),
    [
        ({"kind": "cheville-season"}, "format_file_unreadable"),
        ({"version": 3}, "format_file_version"),
        ({"note": ...}, "note"),
        ({"asked": []}, "asked"),
        ({"rehearsal": {"table": "full"}}, "table"),
        ({"rules": {"game": "gin", "movement": "swiss", "format": "wrong"}}, "lacks rounds, tables, minutes"),
        ({"rules__roundz": 9}, "roundz"),
        ({"rules__format": "gin-swiss"}, "'gin-swiss'"),
        ({"rules__at_table": 3}, "3 at a table"),
    ],
    ids=str,
)
def test_invalid_format_file_is_named_in_the_error(tmp_path, change, given):
    content = json.loads((SHIPPED / "points-left.json").read_text(encoding="utf-8"))
    content["rules"]["format"] = "wrong"
    for name, value in change.items():
        *within, last = name.split("__")
        where = content[within[0]] if within else content
        where[last] = value
        if value is ...:
            del where[last]
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(TypeError, match=f"wrong.json: .*{given}"):
        load(path)


BYE, HOUSE = {"odd": "bye", "bye_credit": 0}, {"odd": "house"}
NO_BYE_RULES = {"odd": None, "bye_credit": None}
CRIBBAGE, GIN, FIVE_HUNDRED = (
    {"forfeit": {"present": present, "absent": 0}, "missed": 0} for present in (121, 0, 500)
)


@pytest.mark.parametrize(
    ("key", "players", "odd", "fixed", "declared"),
    [
        ("fadoq-15", 8, None, 0, CRIBBAGE | NO_BYE_RULES),
        ("fadoq-15", 9, None, 0, CRIBBAGE | HOUSE),
        ("fadoq-15", 9, "bye", 0, CRIBBAGE | BYE),
        ("fadoq-15", 9, "three", 0, CRIBBAGE | {"odd": "three", "tables": 4}),
        ("cribbage-draw", 9, "three", 0, CRIBBAGE | HOUSE),
        ("cribbage-knock-out", 9, "bye", 0, CRIBBAGE | NO_BYE_RULES),
        ("timed-round-robin", 9, None, 0, CRIBBAGE | HOUSE | {"rounds": 9}),
        ("cribbage-tables", 10, None, 0, CRIBBAGE | {"tables": 3}),
        ("cribbage-tables", 10, None, 6, {"tables": 6}),
        ("cribbage-partners", 10, None, 0, CRIBBAGE | BYE | {"tables": 5}),
        ("cribbage-partners", 12, None, 4, {"tables": 7}),
        ("cribbage-teams", 5, None, 0, CRIBBAGE | BYE | {"rounds": 5}),
        ("cribbage-teams-swiss", 5, "house", 0, CRIBBAGE | HOUSE),
        ("gin-round-robin", 10, None, 0, GIN | NO_BYE_RULES | {"rounds": 9}),
        ("gin-round-robin", 10, None, 2, {"rounds": 8}),
        ("gin-swiss", 9, "house", 0, GIN | HOUSE),
        ("gin-three", 9, None, 0, GIN | BYE | {"tables": 4}),
        ("gin-four", 9, None, 0, GIN | BYE | {"tables": 3}),
        ("gin-teams", 5, None, 0, GIN | BYE | {"rounds": 5}),
        ("points-swiss", 9, None, 0, FIVE_HUNDRED | BYE | {"game_name": "500", "least": -990, "target": 500}),
        (
            "points-tables",
            9,
            None,
            0,
            {"game_name": "Hearts", "higher_wins": False, "tables": 3} | NO_BYE_RULES,
        ),
    ],
)
def test_rehearsal_rules_of_formats(key, players, odd, fixed, declared):
    rules = formats.rules(key, **formats.rehearsal_rules(formats.FORMATS[key], players, odd, fixed))
    assert {name: rules[name] for name in declared} == declared
