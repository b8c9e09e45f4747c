"""Copies are checked like typed input: impossible values are refused with their place.

The copy is a file of an earlier version, read once: nothing here asks a database.
"""

import json

import pytest

from scoring import DomainError
from tests.transfer.tampered import column
from tournaments import devices
from tournaments.models import Entry
from tournaments.transfer.copies import file
from tournaments.transfer.copies import validation as reading

checked = reading.checked_rows
TOKENS = ["token_hash", "earlier_tokens"]


def cell(packed, part, name, at=0):
    there = packed["parts"][part]
    return there["rows"][at][there["fields"].index(name)]


def cell_change(part, name, value, at=0):
    return lambda packed: column(packed, part, name, value, at)


def part_change(part, **given):
    return lambda packed: packed["parts"][part].update(given)


def copy_change(**given):
    return lambda packed: packed.update(given)


def tournament_change(**given):
    return lambda packed: packed["tournament"].update(given)


def organisation_change(**given):
    return lambda packed: packed["organisation"].update(given)


def field_removal(name, part=""):
    def leave_out(packed):
        if not part:
            del packed[name]
            return
        there = packed["parts"][part]
        at = there["fields"].index(name)
        del there["fields"][at]
        for row in there["rows"]:
            del row[at]

    return leave_out


def column_duplication(part, name):
    """Return the copy with a column twice, in every row too."""

    def add(packed):
        there = packed["parts"][part]
        at = there["fields"].index(name)
        there["fields"].append(name)
        for row in there["rows"]:
            row.append(row[at])

    return add


def assert_refused(packed, code, **where):
    with pytest.raises(DomainError) as refusal:
        checked(packed)
    assert refusal.value.code == code
    assert {name: refusal.value.args_.get(name) for name in where} == where


def test_validated_copy_validates_unchanged(whole):
    assert checked(json.loads(json.dumps(whole))) == whole
    assert file.open_copy(file.seal_copy(whole)).rows == whole


def test_first_version_tokens_are_hashed(whole):
    column(whole, "Device", "earlier_tokens", ["0a" * 32, "0b" * 32])
    read = file.open_copy(file.sealed(file.NAME, 1, whole)).rows
    for at in range(len(whole["parts"]["Device"]["rows"])):
        token, earlier = (cell(whole, "Device", name, at) for name in ("token_hash", "earlier_tokens"))
        assert cell(read, "Device", "token_hash", at) == devices.fingerprint(token)
        assert cell(read, "Device", "earlier_tokens", at) == [devices.fingerprint(one) for one in earlier]


@pytest.mark.parametrize(
    ("names", "row"), [(TOKENS, ["0a", None]), (TOKENS, [7, []]), (TOKENS, ["0a"]), (TOKENS, None), ([], [])]
)
def test_malformed_first_version_tokens_are_refused(whole, names, row):
    whole["parts"]["Device"] = {"fields": names, "rows": [row]}
    with pytest.raises(DomainError, match=r"^copy_part_broken") as refusal:
        file.open_copy(file.sealed(file.NAME, 1, whole))
    assert refusal.value.args_ == {"part": "Device", "row": "–"}


@pytest.mark.parametrize("packed", [None, [], "parts", {}, {"parts": None}, {"parts": []}])
def test_copy_without_parts_is_refused(packed):
    assert_refused(packed, "copy_part_missing", part="parts")


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        (field_removal("tournament"), "copy_part_missing", {"part": "tournament"}),
        (copy_change(tournament=["a"]), "copy_part_missing", {"part": "tournament"}),
        (tournament_change(owner="x"), "copy_part_wrong", {"part": "tournament", "row": 1, "field": "owner"}),
        (cell_change("Stage", "order", 2), "copy_part_missing", {"part": "Stage"}),
        (
            lambda packed: packed["parts"].update(User={}, Group={}),
            "copy_part_unknown",
            {"part": "Group"},
        ),
        (lambda packed: packed["parts"].update(Seat=[]), "copy_part_broken", {"part": "Seat", "row": "–"}),
        (part_change("Seat", rows={}), "copy_part_broken", {"part": "Seat", "row": "–"}),
        (part_change("Seat", fields=None), "copy_part_broken", {"part": "Seat", "row": "–"}),
        (part_change("Seat", fields=[1, 2, 3, 4, 5]), "copy_part_broken", {"part": "Seat", "row": "–"}),
        (column_duplication("Seat", "side"), "copy_part_broken", {"part": "Seat", "row": "–"}),
        (
            lambda packed: packed["parts"]["Seat"]["rows"][2].pop(),
            "copy_part_broken",
            {"part": "Seat", "row": 3},
        ),
        (
            lambda packed: packed["parts"]["Seat"]["rows"].__setitem__(
                1, dict.fromkeys(packed["parts"]["Seat"]["fields"])
            ),
            "copy_part_broken",
            {"part": "Seat", "row": 2},
        ),
        (
            lambda packed: packed["parts"]["Entry"]["fields"].__setitem__(slice(0, 2), ["pk", "is_staff"]),
            "copy_part_wrong",
            {"part": "Entry", "row": 1, "field": "is_staff", "value": "?"},
        ),
        (
            field_removal("number", "Entry"),
            "copy_part_wrong",
            {"part": "Entry", "row": 1, "field": "number", "value": "None"},
        ),
        (
            cell_change("Entry", "kind", "é\u202e" + "x" * 60),
            "copy_part_wrong",
            {"part": "Entry", "row": 1, "field": "kind", "value": "é" + "x" * 39},
        ),
        (
            cell_change("Seat", "entry", 9, at=4),
            "copy_part_points",
            {"part": "Seat", "row": 5, "field": "entry", "value": 9},
        ),
        (
            cell_change("Publication", "replaced_by", 1, at=1),
            "copy_part_points",
            {"part": "Publication", "row": 2, "field": "replaced_by", "value": 1},
        ),
        (cell_change("Stage", "movement", "round_robin"), "copy_part_misfit", {"part": "Stage", "row": 1}),
        (
            cell_change("Stage", "game", "gin"),
            "copy_part_misfit",
            {"part": "Stage", "row": 1, "field": "rules"},
        ),
        (
            cell_change("Stage", "kind", "playoff"),
            "copy_part_misfit",
            {"part": "Stage", "row": 1, "field": "rules"},
        ),
        (
            cell_change("Act", "kind", "undo_undo_seat", at=2),
            "copy_part_misfit",
            {"part": "Act", "row": 3, "field": "args"},
        ),
        (tournament_change(version=38), "copy_part_misfit", {"part": "Tournament", "field": "version"}),
        (tournament_change(last_line=13), "copy_part_misfit", {"part": "Tournament", "field": "last_line"}),
        (
            tournament_change(last_line=40),
            "copy_part_misfit",
            {"part": "Tournament", "row": 1, "field": "last_line"},
        ),
        (
            tournament_change(version=reading.LAST_VERSION + 1),
            "copy_part_misfit",
            {"part": "Tournament", "row": 1, "field": "version"},
        ),
        (cell_change("Line", "number", 40), "copy_part_misfit", {"part": "Tournament", "field": "last_line"}),
        (
            cell_change("Publication", "version", 40),
            "copy_part_misfit",
            {"part": "Tournament", "row": 1, "field": "version"},
        ),
        (
            cell_change("Line", "sides", [], at=2),
            "copy_part_misfit",
            {"part": "Line", "row": 3, "field": "sides"},
        ),
        (
            cell_change("Line", "sides", [[6], [6]]),
            "copy_part_misfit",
            {"part": "Line", "row": 1, "field": "sides"},
        ),
        (
            cell_change("Line", "sides", [[6], [10]]),
            "copy_part_misfit",
            {"part": "Line", "row": 1, "field": "sides"},
        ),
        (cell_change("Line", "game", 0), "copy_part_misfit", {"part": "Line", "row": 1, "field": "game"}),
        (cell_change("Line", "game", 2), "copy_part_misfit", {"part": "Line", "row": 1, "field": "game"}),
        (
            cell_change("Line", "data", {"v": 1}),
            "copy_part_misfit",
            {"part": "Line", "row": 1, "field": "data"},
        ),
        (
            cell_change("Line", "data", [], at=13),
            "copy_part_misfit",
            {"part": "Line", "row": 14, "field": "data"},
        ),
        (
            lambda packed: cell(packed, "Publication", "rows", 1)[0].update(number=10),
            "copy_part_misfit",
            {"part": "Publication", "row": 2, "field": "rows"},
        ),
    ],
)
def test_invalid_value_is_refused_with_its_location(whole, change, code, where):
    change(whole)
    assert_refused(whole, code, **where)


def test_several_stages_are_accepted(whole):
    stages = whole["parts"]["Stage"]["rows"]
    stages.append(list(stages[0]))
    column(whole, "Stage", "order", 2, at=1)
    assert len(checked(whole)["parts"]["Stage"]["rows"]) == 2


@pytest.mark.parametrize("epoch", [None, True, "1", 1.0, -1, reading.LAST_EPOCH + 1])
def test_invalid_epoch_is_refused(whole, epoch):
    whole["epoch"] = epoch
    assert_refused(whole, "copy_part_wrong", part="epoch", row="–", field="epoch", value=str(epoch))


def test_largest_values_are_accepted(whole):
    whole["epoch"] = reading.LAST_EPOCH
    whole["tournament"]["version"] = reading.LAST_VERSION
    whole["organisation"]["name"] = "É" * 200
    read = checked(whole)
    assert (read["epoch"], read["tournament"]["version"]) == (reading.LAST_EPOCH, reading.LAST_VERSION)
    assert read["organisation"]["name"] == "É" * 200


def test_last_version_leaves_space_for_a_million_more():
    assert reading.LAST_VERSION + 1_000_000 <= 2**31


def test_counters_may_equal_highest_version(whole):
    versions = [
        cell(whole, part, "version", at)
        for part in ("Act", "Line", "Publication")
        for at in range(len(whole["parts"][part]["rows"]))
    ]
    whole["tournament"] |= {"version": max(versions), "last_line": max(versions)}
    assert checked(whole)["tournament"]["last_line"] == max(versions)


@pytest.mark.parametrize(
    "change",
    [
        copy_change(organisation=None),
        organisation_change(name="É" * 201),
        organisation_change(name=" \n"),
        organisation_change(name=7),
        organisation_change(uid="7"),
        organisation_change(uid=7),
        organisation_change(uid=None),
    ],
)
def test_organisation_without_uid_or_name_is_refused(whole, change):
    change(whole)
    assert_refused(whole, "copy_part_wrong", part="organisation", row="–", field="uid, name")


def test_rows_of_a_part_are_limited(whole, monkeypatch):
    most = max(len(part["rows"]) for part in whole["parts"].values())
    monkeypatch.setattr(reading, "MAX_ROWS", most)
    assert checked(whole)
    monkeypatch.setattr(reading, "MAX_ROWS", most - 1)
    assert_refused(whole, "copy_part_broken", part="Seat", row="–")


# Columns and parts that an older program did not have yet


def test_missing_part_becomes_empty(whole):
    del whole["parts"]["Call"]
    assert checked(whole)["parts"]["Call"]["rows"] == []


@pytest.mark.parametrize(
    ("part", "name", "usual"),
    [("Entry", "fee_cents", None), ("Entry", "club", ""), ("Meeting", "code", ""), ("Line", "basis", 0)],
)
def test_missing_column_takes_default(whole, part, name, usual):
    field_removal(name, part)(whole)
    assert cell(checked(whole), part, name, 1) == usual


# Values


LONGEST = Entry._meta.get_field("club").max_length


@pytest.mark.parametrize(
    ("part", "name", "given", "read"),
    [
        ("Entry", "club", "L'Écuyer\u202e\n et  fils", "L'Écuyer et fils"),
        ("Entry", "club", "É" * LONGEST, "É" * LONGEST),
        ("Line", "seen_at", "2026-11-21T09:00:00+00:00", "2026-11-21T09:00:00+00:00"),
        ("Line", "seen_at", "2026-11-21T09:00:00", None),
        ("Line", "seen_at", "9999-12-31T09:00:00+00:00", None),
        ("Line", "seen_at", "soon", None),
        ("Line", "seen_at", 7, None),
        ("Line", "user", "o'brien", "o'brien"),
        ("Line", "user", None, None),
        ("Line", "basis", 2**31 - 1, 2**31 - 1),
        ("Round", "closed_at", "1900-01-01T00:00:00+00:00", "1900-01-01T00:00:00+00:00"),
        ("Device", "visible", False, False),
    ],
)
def test_values_are_cleaned_like_typed_input(whole, part, name, given, read):
    column(whole, part, name, given)
    assert cell(checked(whole), part, name) == read


@pytest.mark.parametrize(
    ("part", "name", "given"),
    [
        ("Entry", "club", "É" * (LONGEST + 1)),
        ("Entry", "club", 7),
        ("Entry", "club", None),
        ("Entry", "name", ""),
        ("Entry", "name", "\u202e \n"),
        ("Entry", "kind", "ghost"),
        ("Entry", "uid", "7"),
        ("Entry", "uid", 7),
        ("Entry", "number", True),
        ("Entry", "number", 1.0),
        ("Entry", "number", -1),
        ("Entry", "number", 2**31),
        ("Entry", "created_at", None),
        ("Entry", "created_at", "2026-11-21T09:00:00"),
        ("Entry", "created_at", "2026-02-30T09:00:00+00:00"),
        ("Entry", "created_at", "1899-12-31T00:00:00+00:00"),
        ("Entry", "created_at", "2200-01-02T00:00:00+00:00"),
        ("Entry", "created_at", 7),
        ("Device", "visible", 1),
        ("Seat", "letter", "Z"),
        ("Device", "visible", "yes"),
        ("Seat", "entry", True),
        ("Seat", "entry", -1),
        ("Seat", "entry", "1"),
        ("Seat", "entry", None),
        ("Line", "user", ""),
        ("Line", "user", "o" * 151),
        ("Line", "user", 7),
    ],
)
def test_invalid_column_value_is_refused(whole, part, name, given):
    column(whole, part, name, given)
    assert_refused(whole, "copy_part_wrong", part=part, row=1, field=name)


@pytest.mark.parametrize("day", ["1899-12-31", "2200-01-02", "2026-02-30", "2026-11-21T09:00", "", 7, None])
def test_invalid_date_is_refused(whole, day):
    whole["tournament"]["date"] = day
    assert_refused(whole, "copy_part_wrong", part="tournament", field="date")


@pytest.mark.parametrize("day", ["1900-01-01", "2200-01-01"])
def test_first_and_last_dates_are_accepted(whole, day):
    whole["tournament"]["date"] = day
    assert checked(whole)["tournament"]["date"] == day


@pytest.mark.parametrize(
    ("slug", "read"),
    [
        ("o-brien", "o-brien"),
        ("O'Brien", ""),
        ("../x", ""),
        (7, ""),
        (None, ""),
        ("x" * 999, ""),
        ("x" * 80, "x" * 80),
        ("x" * 81, ""),
    ],
)
def test_invalid_slug_becomes_empty(whole, slug, read):
    whole["tournament"]["slug"] = slug
    assert checked(whole)["tournament"]["slug"] == read
