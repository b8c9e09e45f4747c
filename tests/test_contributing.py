"""The worked examples of CONTRIBUTING.md, applied in a copy of the program."""

import re
from pathlib import Path
from typing import NamedTuple

import polib
import pytest

from tests.left_out import run, without

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Worked examples\n")[2]
STEP = re.compile(
    r"^`(?P<path>[^`]+)`, (?P<where>a new file|at the end|after (?P<quote>`+)(?P<line>[^\n]+)(?P=quote)):\n\n"
    r"```\w*\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
WALKED_TESTS = [
    "tests/test_extension_points.py::test_format_names_known_game_and_pairing_system",
    "tests/test_extension_points.py::test_paper_types_are_listed_under_their_own_key",
    "tests/test_translations.py",
    "tests/formats/test_shipped.py::test_shipped_files_are_offered_and_translated",
    "tests/formats/test_shipped.py::test_shipped_file_can_be_read_as_an_own_format[speed-crib]",
    "tests/formats/test_systems.py::test_docs_list_every_format",
    "tests/formats/test_systems.py::"
    "test_documented_systems_are_played_to_standings[--format speed-crib --players 10]",
    "tests/pairing/test_movements.py",
    "tests/common/test_jobs.py::test_every_paper_prints_or_names_what_is_missing[es]",
    "tests/web/papers/test_papers.py::test_every_paper_has_an_icon",
    "tests/publishing/test_ranked_and_counted.py::test_everything_that_shows_a_day_ranks_and_counts_the_same_people[False]",
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


def test_every_example_block_names_its_file_and_place():
    assert TEXT.count("\n```") == 2 * len(STEPS)
    assert len(re.findall("^### ", TEXT, re.MULTILINE)) == 6


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program with all examples applied."""
    copy = without(target=tmp_path_factory.mktemp("contributing"))
    for step in STEPS:
        step.apply(copy)
    for catalogue in copy.glob("locale/*/LC_MESSAGES/django.po"):  # what `make messages` does with gettext
        polib.pofile(str(catalogue)).save_as_mofile(str(catalogue.with_suffix(".mo")))
    return copy


@pytest.mark.long
def test_examples_pass_ruff(copy: Path):
    python = sorted({step.path for step in STEPS if step.path.endswith(".py")})
    for check in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        done = run(copy, "-m", "ruff", *check, *python)
        assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_examples_respect_import_contracts(copy: Path):
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = run(copy, "-c", lint, "--no-cache")
    assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_examples_pass_their_tests(copy: Path):
    chosen = "draw_then_swiss or not test_movements"
    done = run(
        copy, "-m", "pytest", "-q", "-x", "-p", "no:playwright", "-k", chosen, "--durations=15", *WALKED_TESTS
    )
    assert done.returncode == 0, done.stdout[-4000:]
