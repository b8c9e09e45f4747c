"""The systems in the documentation are played once, from registration to the standings."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.formats.structure import watched
from tests.samples import SWEEP_FACTOR
from tournaments.formats import FORMATS
from tournaments.publishing import export_check

pytestmark = pytest.mark.django_db
PAGE = Path(__file__).resolve().parents[2] / "docs" / "systems.md"
COMMANDS = re.findall(r"`(--format [^`]+)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_docs_list_every_format():
    assert {re.match(r"--format (\S+)", command)[1] for command in COMMANDS} == set(FORMATS)


def sampled_commands() -> list[str]:
    """Return the first commands with each format and with each option; all in `make figures`."""
    chosen, known = [], set()
    for command in COMMANDS:
        has = {command.split()[1], *re.findall(r"--[\w-]+", command)}
        if SWEEP_FACTOR > 1 or has - known:
            chosen.append(command)
        known |= has
    return chosen


@pytest.mark.parametrize("command", sampled_commands())
def test_documented_systems_are_played_to_standings(command, tmp_path):
    """`simulate` itself checks each seating and each line, and fails where one is wrong."""
    export = tmp_path / "day.json"
    with watched() as faults:
        call_command("simulate", *command.split(), "--seed", "3", "--export", str(export))
    assert not faults, "\n".join(faults)
    assert list(export_check.faults(export.read_bytes())) == []
    tournament = json.loads(export.read_text(encoding="utf-8"))
    people = {entry["entry"] for entry in tournament["entries"] if entry["kind"] != "house"}
    assert {row["entry"] for row in tournament["standings"]} == people
    assert min(row["rank"] for row in tournament["standings"]) == 1
    for stage in tournament["stages"]:
        for round_ in stage["rounds"]:
            assert all(table["results"] for table in round_["tables"] if len(table["sides"]) > 1)
