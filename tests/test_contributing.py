"""The worked examples of CONTRIBUTING.md, applied in a copy of the program."""

import re
from pathlib import Path
from typing import NamedTuple

import polib
import pytest

from tests.left_out import run, without

HOUSE = Path(__file__).resolve().parent.parent
TEXT = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Worked examples\n")[2]
STEP = re.compile(
    r"^`(?P<path>[^`]+)`, (?P<where>a new file|at the end|after (?P<quote>`+)(?P<line>[^\n]+)(?P=quote)):\n\n"
    r"```\w*\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
WALKED = [
    "tests/test_shelves.py::test_a_format_names_a_game_and_a_movement_that_are_there",
    "tests/test_shelves.py::test_a_paper_stands_under_its_own_key",
    "tests/test_translations.py",
    "tests/formats/test_shipped.py::test_every_file_is_offered_and_every_name_translated",
    "tests/formats/test_shipped.py::test_an_organisation_reads_the_file_of_a_shipped_format[speed-crib]",
    "tests/formats/test_systems.py::test_every_format_is_on_the_page",
    "tests/formats/test_systems.py::"
    "test_a_system_is_played_to_its_standings[--format speed-crib --players 10]",
    "tests/pairing/test_movements.py",
    "tests/common/test_jobs.py::test_every_paper_of_a_day_prints_or_says_what_it_lacks[es]",
    "tests/web/papers/test_papers.py::test_every_paper_has_its_picture_or_a_plain_sheet",
    "tests/publishing/test_who_counts.py::test_everything_that_shows_a_day_ranks_and_counts_the_same_people[False]",
    "tests/scoring/test_criteria.py",
    "tests/scoring/test_doctests.py",
    "tests/standings/test_own_order.py::test_every_criterion_has_its_words",
]
"""The tests that go through a list of which an example is a part."""


class Step(NamedTuple):
    """Lines that an example adds to a file: a new one, at its end, or after one of its lines."""

    path: str
    where: str
    line: str
    text: str

    def apply(self, copy: Path) -> None:
        """Change the file in a copy of the program."""
        path = copy / self.path
        if self.where == "a new file":
            assert not path.exists(), f"{self.path} is there already"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.text, encoding="utf-8")
            return
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        found = [at for at, line in enumerate(lines, 1) if line.strip() == self.line]
        if self.where != "at the end":
            assert len(found) == 1, f"{self.path} has {len(found)} lines: {self.line}"
        at = found[0] if found else len(lines)
        path.write_text("".join([*lines[:at], self.text, *lines[at:]]), encoding="utf-8")


STEPS = [Step(one["path"], one["where"], one["line"] or "", one["text"]) for one in STEP.finditer(TEXT)]


def test_every_block_of_an_example_says_where_its_lines_go():
    assert TEXT.count("\n```") == 2 * len(STEPS)
    assert len(re.findall("^### ", TEXT, re.MULTILINE)) == 6


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with all examples applied."""
    copy = without(target=tmp_path_factory.mktemp("contributing"))
    for step in STEPS:
        step.apply(copy)
    for catalogue in copy.glob("locale/*/LC_MESSAGES/django.po"):  # what `make messages` does with gettext
        polib.pofile(str(catalogue)).save_as_mofile(str(catalogue.with_suffix(".mo")))
    return copy


@pytest.mark.long
def test_the_examples_are_well_written(copy: Path):
    python = sorted({step.path for step in STEPS if step.path.endswith(".py")})
    for check in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        done = run(copy, "-m", "ruff", *check, *python)
        assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_the_examples_import_only_what_they_may(copy: Path):
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = run(copy, "-c", lint, "--no-cache")
    assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_the_examples_work(copy: Path):
    chosen = "draw_then_swiss or not test_movements"
    done = run(
        copy, "-m", "pytest", "-q", "-x", "-p", "no:playwright", "-k", chosen, "--durations=15", *WALKED
    )
    assert done.returncode == 0, done.stdout[-4000:]
