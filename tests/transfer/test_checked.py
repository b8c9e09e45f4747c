"""Every copy is read as if somebody had typed it: what cannot be is refused with the place where it stands.

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

checked = reading.checked
TOKENS = ["token_hash", "earlier_tokens"]


def cell(packed, part, name, at=0):
    there = packed["parts"][part]
    return there["rows"][at][there["fields"].index(name)]


def put(part, name, value, at=0):
    return lambda packed: column(packed, part, name, value, at)


def of_part(part, **given):
    return lambda packed: packed["parts"][part].update(given)


def of_whole(**given):
    return lambda packed: packed.update(given)


def of_tournament(**given):
    return lambda packed: packed["tournament"].update(given)


def of_organisation(**given):
    return lambda packed: packed["organisation"].update(given)


def without(name, part=""):
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


def twice(part, name):
    """A column that stands there twice, in every row too."""

    def add(packed):
        there = packed["parts"][part]
        at = there["fields"].index(name)
        there["fields"].append(name)
        for row in there["rows"]:
            row.append(row[at])

    return add


def refused(packed, code, **where):
    with pytest.raises(DomainError) as refusal:
        checked(packed)
    assert refusal.value.code == code
    assert {name: refusal.value.args_.get(name) for name in where} == where


def test_what_was_read_is_read_again_as_it_is(whole):
    assert checked(json.loads(json.dumps(whole))) == whole
    assert file.open_copy(file.seal_copy(whole)).rows == whole


def test_of_the_first_version_come_no_keys_of_seals(whole):
    column(whole, "Device", "earlier_tokens", ["0a" * 32, "0b" * 32])
    read = file.open_copy(file.sealed(file.NAME, 1, whole)).rows
    for at in range(len(whole["parts"]["Device"]["rows"])):
        token, earlier = (cell(whole, "Device", name, at) for name in ("token_hash", "earlier_tokens"))
        assert cell(read, "Device", "token_hash", at) == devices.fingerprint(token)
        assert cell(read, "Device", "earlier_tokens", at) == [devices.fingerprint(one) for one in earlier]


@pytest.mark.parametrize(
    ("names", "row"), [(TOKENS, ["0a", None]), (TOKENS, [7, []]), (TOKENS, ["0a"]), (TOKENS, None), ([], [])]
)
def test_tokens_of_the_first_version_that_are_none_are_refused_with_their_place(whole, names, row):
    whole["parts"]["Device"] = {"fields": names, "rows": [row]}
    with pytest.raises(DomainError, match=r"^copy_part_broken") as refusal:
        file.open_copy(file.sealed(file.NAME, 1, whole))
    assert refusal.value.args_ == {"part": "Device", "row": "–"}


@pytest.mark.parametrize("packed", [None, [], "parts", {}, {"parts": None}, {"parts": []}])
def test_without_parts_it_is_no_copy(packed):
    refused(packed, "copy_part_missing", part="parts")


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        (without("tournament"), "copy_part_missing", {"part": "tournament"}),
        (of_whole(tournament=["a"]), "copy_part_missing", {"part": "tournament"}),
        (of_tournament(owner="x"), "copy_part_wrong", {"part": "tournament", "row": 1, "field": "owner"}),
        (put("Stage", "order", 2), "copy_part_missing", {"part": "Stage"}),
        (
            lambda packed: packed["parts"].update(User={}, Group={}),
            "copy_part_unknown",
            {"part": "Group"},
        ),
        (lambda packed: packed["parts"].update(Seat=[]), "copy_part_broken", {"part": "Seat", "row": "–"}),
        (of_part("Seat", rows={}), "copy_part_broken", {"part": "Seat", "row": "–"}),
        (of_part("Seat", fields=None), "copy_part_broken", {"part": "Seat", "row": "–"}),
        (of_part("Seat", fields=[1, 2, 3, 4, 5]), "copy_part_broken", {"part": "Seat", "row": "–"}),
        (twice("Seat", "side"), "copy_part_broken", {"part": "Seat", "row": "–"}),
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
            without("number", "Entry"),
            "copy_part_wrong",
            {"part": "Entry", "row": 1, "field": "number", "value": "None"},
        ),
        (
            put("Entry", "kind", "é\u202e" + "x" * 60),
            "copy_part_wrong",
            {"part": "Entry", "row": 1, "field": "kind", "value": "é" + "x" * 39},
        ),
        (
            put("Seat", "entry", 9, at=4),
            "copy_part_points",
            {"part": "Seat", "row": 5, "field": "entry", "value": 9},
        ),
        (
            put("Publication", "replaced_by", 1, at=1),
            "copy_part_points",
            {"part": "Publication", "row": 2, "field": "replaced_by", "value": 1},
        ),
        (put("Stage", "movement", "round_robin"), "copy_part_misfit", {"part": "Stage", "row": 1}),
        (put("Stage", "game", "gin"), "copy_part_misfit", {"part": "Stage", "row": 1, "field": "rules"}),
        (put("Stage", "kind", "playoff"), "copy_part_misfit", {"part": "Stage", "row": 1, "field": "rules"}),
        (
            put("Act", "kind", "undo_undo_seat", at=2),
            "copy_part_misfit",
            {"part": "Act", "row": 3, "field": "args"},
        ),
        (of_tournament(version=38), "copy_part_misfit", {"part": "Tournament", "field": "version"}),
        (of_tournament(last_line=13), "copy_part_misfit", {"part": "Tournament", "field": "last_line"}),
        (
            of_tournament(last_line=40),
            "copy_part_misfit",
            {"part": "Tournament", "row": 1, "field": "last_line"},
        ),
        (
            of_tournament(version=reading.LAST_VERSION + 1),
            "copy_part_misfit",
            {"part": "Tournament", "row": 1, "field": "version"},
        ),
        (put("Line", "number", 40), "copy_part_misfit", {"part": "Tournament", "field": "last_line"}),
        (
            put("Publication", "version", 40),
            "copy_part_misfit",
            {"part": "Tournament", "row": 1, "field": "version"},
        ),
        (put("Line", "sides", [], at=2), "copy_part_misfit", {"part": "Line", "row": 3, "field": "sides"}),
        (put("Line", "sides", [[6], [6]]), "copy_part_misfit", {"part": "Line", "row": 1, "field": "sides"}),
        (put("Line", "sides", [[6], [10]]), "copy_part_misfit", {"part": "Line", "row": 1, "field": "sides"}),
        (put("Line", "game", 0), "copy_part_misfit", {"part": "Line", "row": 1, "field": "game"}),
        (put("Line", "game", 2), "copy_part_misfit", {"part": "Line", "row": 1, "field": "game"}),
        (put("Line", "data", {"v": 1}), "copy_part_misfit", {"part": "Line", "row": 1, "field": "data"}),
        (put("Line", "data", [], at=13), "copy_part_misfit", {"part": "Line", "row": 14, "field": "data"}),
        (
            lambda packed: cell(packed, "Publication", "rows", 1)[0].update(number=10),
            "copy_part_misfit",
            {"part": "Publication", "row": 2, "field": "rows"},
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(whole, change, code, where):
    change(whole)
    refused(whole, code, **where)


def test_one_stage_comes_first_and_others_after_it(whole):
    stages = whole["parts"]["Stage"]["rows"]
    stages.append(list(stages[0]))
    column(whole, "Stage", "order", 2, at=1)
    assert len(checked(whole)["parts"]["Stage"]["rows"]) == 2


@pytest.mark.parametrize("epoch", [None, True, "1", 1.0, -1, reading.LAST_EPOCH + 1])
def test_the_life_of_a_copy_is_a_number_to_which_others_can_be_added(whole, epoch):
    whole["epoch"] = epoch
    refused(whole, "copy_part_wrong", part="epoch", row="–", field="epoch", value=str(epoch))


def test_what_is_as_large_as_it_may_be_is_taken(whole):
    whole["epoch"] = reading.LAST_EPOCH
    whole["tournament"]["version"] = reading.LAST_VERSION
    whole["organisation"]["name"] = "É" * 200
    read = checked(whole)
    assert (read["epoch"], read["tournament"]["version"]) == (reading.LAST_EPOCH, reading.LAST_VERSION)
    assert read["organisation"]["name"] == "É" * 200


def test_a_day_of_a_million_lines_and_acts_goes_on_from_any_copy():
    assert reading.LAST_VERSION + 1_000_000 <= 2**31


def test_the_counters_may_stand_at_the_last_line_alone(whole):
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
        of_whole(organisation=None),
        of_organisation(name="É" * 201),
        of_organisation(name=" \n"),
        of_organisation(name=7),
        of_organisation(uid="7"),
        of_organisation(uid=7),
        of_organisation(uid=None),
    ],
)
def test_an_organisation_has_a_uid_and_a_name(whole, change):
    change(whole)
    refused(whole, "copy_part_wrong", part="organisation", row="–", field="uid, name")


def test_a_part_has_at_most_so_many_rows(whole, monkeypatch):
    most = max(len(part["rows"]) for part in whole["parts"].values())
    monkeypatch.setattr(reading, "MAX_ROWS", most)
    assert checked(whole)
    monkeypatch.setattr(reading, "MAX_ROWS", most - 1)
    refused(whole, "copy_part_broken", part="Seat", row="–")


# What an older program did not have yet


def test_a_part_that_is_not_there_yet_is_empty(whole):
    del whole["parts"]["Call"]
    assert checked(whole)["parts"]["Call"]["rows"] == []


@pytest.mark.parametrize(
    ("part", "name", "usual"),
    [("Entry", "fee_cents", None), ("Entry", "club", ""), ("Meeting", "code", ""), ("Line", "basis", 0)],
)
def test_a_column_that_is_not_there_yet_has_what_it_has_usually(whole, part, name, usual):
    without(name, part)(whole)
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
def test_a_value_is_read_as_it_would_be_typed(whole, part, name, given, read):
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
def test_a_value_that_its_column_does_not_take_is_refused(whole, part, name, given):
    column(whole, part, name, given)
    refused(whole, "copy_part_wrong", part=part, row=1, field=name)


@pytest.mark.parametrize("day", ["1899-12-31", "2200-01-02", "2026-02-30", "2026-11-21T09:00", "", 7, None])
def test_a_day_that_no_calendar_has_is_refused(whole, day):
    whole["tournament"]["date"] = day
    refused(whole, "copy_part_wrong", part="tournament", field="date")


@pytest.mark.parametrize("day", ["1900-01-01", "2200-01-01"])
def test_the_first_and_the_last_day_that_calendars_have(whole, day):
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
def test_an_address_is_one_or_is_left_out(whole, slug, read):
    whole["tournament"]["slug"] = slug
    assert checked(whole)["tournament"]["slug"] == read
