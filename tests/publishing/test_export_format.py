"""The exchange format: both versions fit their schemas, and a damaged file is refused field by field."""

import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests import factories
from tests.publishing.tournaments import read_json
from tests.samples import SWEEP_FACTOR
from tournaments import rounds
from tournaments.models import Tournament
from tournaments.publishing import export_check, export_names
from tournaments.publishing.outputs import OUTPUTS, json_file, rows

DOCS = Path(__file__).resolve().parents[2] / "docs"
SCHEMAS = sorted(DOCS.glob("*.schema.json"))
NAME_ROW = re.compile(r"^\| `(\w+)` \| `(\w+)` \| `(\w+)` \|$", re.MULTILINE)
WRONG_VALUES = (None, True, 0, -3, "", "x", [], {}, [1], {"x": 1})


def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DOCS / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


def matches_schema(content: bytes, name: str) -> bool:
    return jsonschema.Draft202012Validator(schema(name)).is_valid(read_json(content))


def gin_tournament() -> Tournament:
    tournament = factories.gin()
    round_ = factories.open_round(tournament, 1)
    for meeting in round_.meetings.all():
        factories.totals(meeting, 310, 85)
    rounds.close_round(round_, by=None)
    return tournament


def medal_tournament() -> Tournament:
    tournament, *_others = factories.medal_match()
    return tournament


@pytest.mark.parametrize("full_names", [False, True])
def test_json_matches_schema_of_its_version(tournament, full_names):
    found = dict(OUTPUTS["json"].files(rows.publishable_data(tournament, full_names=full_names)))
    assert list(found) == [f"{tournament.slug}.json", f"{tournament.slug}-2.json"]
    for version, content in enumerate(found.values(), start=1):
        assert read_json(content)["cheville_export"] == version
        assert matches_schema(content, f"export-{version}")
        assert not matches_schema(
            json.dumps(read_json(content) | {"fee_cents": 1}).encode(), f"export-{version}"
        )


@pytest.mark.django_db
@pytest.mark.parametrize("made", [gin_tournament, medal_tournament])
def test_json_of_gin_and_medals_matches_schema(made):
    for version, (_name, content) in enumerate(OUTPUTS["json"].files(rows.publishable_data(made())), start=1):
        assert matches_schema(content, f"export-{version}")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "command",
    [
        "--format gin-round-robin --players 6 --rounds 2",
        "--format fadoq-15 --players 9 --rounds 3 --playoffs 4",
        "--format fadoq-15 --players 8 --rounds 0",
    ],
)
def test_simulation_exports_match_their_schemas(command, tmp_path):
    for version, name in ((1, "simulate-1"), (2, "export-2")):
        file = tmp_path / f"{version}.json"
        call_command("simulate", *command.split(), "--export", str(file), "--version", str(version))
        assert list(export_check.faults(file.read_bytes())) == []
        assert matches_schema(file.read_bytes(), name)
        call_command("check_export", str(file))


def test_a_figure_has_one_name_everywhere(tournament):
    whole = json_file.full_export(tournament)
    (table, *_others) = whole["stages"][0]["rounds"][0]["tables"]
    by_game = {(one["entry"], one["round"]): one for one in whole["games"]}
    for entry, points in zip(table["sides"], table["results"][0]["points"], strict=True):
        assert by_game[entry, 1]["points"] == points
    for row in whole["standings"]:
        mine = [one for one in whole["games"] if one["entry"] == row["entry"]]
        assert row["points"] == sum(one["points"] for one in mine)
        assert row["games_won"] == sum(one["won"] for one in mine)
        assert row["values"][0] == ["points", row["points"]]


def test_export_docs_list_version_1_names():
    listed = NAME_ROW.findall((DOCS / "export.md").read_text(encoding="utf-8"))
    assert listed == [
        (kind, name, before)
        for kind, names in export_names.VERSION_1_NAMES.items()
        for name, before in names.items()
    ]


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.name)
def test_schema_is_valid_and_uses_supported_keywords(file):
    found = json.loads(file.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    assert set(keywords(found)) <= {
        *("$schema", "title", "description", "type", "const", "enum", "properties", "required"),
        *("additionalProperties", "items", "prefixItems", "minItems", "maxItems", "minimum", "maximum"),
        *("anyOf", "format"),
    }


def keywords(shape: dict[str, Any]) -> Iterator[str]:
    yield from shape
    inner = [*shape.get("properties", {}).values(), *shape.get("anyOf", []), *shape.get("prefixItems", [])]
    inner += [shape[name] for name in ("items", "additionalProperties") if shape.get(name)]
    for one in inner:
        yield from keywords(one)


@pytest.mark.parametrize("version", export_names.VERSIONS)
def test_check_agrees_with_jsonschema_on_damaged_files(tournament, version):
    chance = random.Random(33)
    whole = read_json(json_file.json_file(rows.publishable_data(tournament, full_names=True), version)[1])
    validator = jsonschema.Draft202012Validator(schema(f"export-{version}"))
    refused = 0
    for _ in range(100 * SWEEP_FACTOR):
        damaged = damaged_content(whole, chance)
        faults = list(export_check.schema_faults(damaged, schema(f"export-{version}")))
        if not validator.is_valid(damaged):
            refused += 1
            assert faults
        elif faults:  # only a date that is none may be refused beyond the schema
            assert all("date" in one or "uuid" in one for one in faults), faults
    assert refused > 50 * SWEEP_FACTOR


def damaged_content(whole: Any, chance: random.Random) -> Any:
    """Return a copy in which one value is another, or one field is missing or has another name."""
    found = copy.deepcopy(whole)
    inside, key = chance.choice(list(places(found)))
    what = chance.randrange(4)
    if what == 0:
        del inside[key]
    elif what == 1 and isinstance(inside, dict):
        inside[f"{key}_"] = inside.pop(key)
    else:
        inside[key] = copy.deepcopy(chance.choice(WRONG_VALUES))
    return found


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


def check(file: Path, content: bytes) -> str:
    """Return what `check_export` says about a damaged file."""
    file.write_bytes(content)
    with pytest.raises(CommandError) as refused:
        call_command("check_export", str(file))
    assert refused.value.returncode == 1
    return str(refused.value)


def test_check_command_names_each_wrong_field(tournament, tmp_path):
    whole = json_file.export_content(rows.publishable_data(tournament))
    whole["standings"][3]["points"] = "121"
    whole["standings"][3]["pegged"] = 121
    del whole["games"][0]["table"]
    whole["tournament"]["date"] = "hier"
    whole["names"] = "none"
    whole["state"]["rounds"] = -1
    whole["entries"][1]["presence"] = [[1]]
    content = json.dumps(whole).encode()
    with translation.override("en"):
        data = dict(one.split(": ", 1) for one in export_check.faults(content))
    assert set(data) == {
        "entries[1].presence[0]",
        "games[0].table",
        "names",
        "standings[3].pegged",
        "standings[3].points",
        "state.rounds",
        "tournament.date",
    }
    for field, found in {"names": '"none"', "standings[3].points": '"121"', "state.rounds": "-1"}.items():
        assert data[field].endswith(f" {found}.")
    assert '"by_consent"' in data["names"]
    assert len(set(data.values())) == len(data)
    assert len(check(tmp_path / "day.json", content).splitlines()) == len(data)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"[" * 100_000, b"[]", b"{}", b'{"cheville_export": 3}', b'{"format": 1}']
)
def test_check_command_refuses_other_files(tmp_path, content):
    assert check(tmp_path / "day.json", content)


def test_check_command_reports_missing_file(tmp_path):
    with pytest.raises(CommandError):
        call_command("check_export", str(tmp_path / "nowhere.json"))
