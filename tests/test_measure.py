"""`make measure` in a small project that is made here."""

from pathlib import Path

import pytest

from tests.lab import measure

FILES = {
    "tournaments/__init__.py": "",
    "tournaments/models.py": '"""Tables."""\n',
    "tournaments/rounds/__init__.py": '"""Whether seated."""\nfrom tournaments import models\n',
    "tournaments/rounds/seats.py": (
        "from ..models import Seat\n\n\n"
        'def _seat():\n    """Seat `told` people."""\n    from tournaments import pages\n\n\n'
        "def seats():\n    _seat()\n"
    ),
    "tournaments/pages.py": 'import tournaments.rounds\n\n\ndef told():\n    """Tell somebody."""\n',
    "tournaments/migrations/0001.py": "from tournaments import pages\n",
    "tests/test_rounds.py": '"""What is tested."""\n',
    "docs/house.md": "## Packages\n\n| package | what |\n|---|---|\n| a | b |\n| c | d |\n\n## Words\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_report_counts_structure_of_a_project(project: Path):
    lines = [" ".join(line.split()) for line in measure.report(project)]
    for expected in (
        "entries at the top 4",
        "folders 2",
        "components (without migrations) 3",
        "layers 3",
        "dependencies 3",
        "upward, by imports after load 1 rounds -> pages",
        "cycles 1 pages rounds",
        "rows of packages in docs/house.md 2",
        "glossary entries in docs/house.md 0",
        "files 5",
        "private functions of modules 1",
        "with one caller 1",
        "that start with a clause 1",
        "with somebody, nobody, whoever, anybody or told 1",
        "tournaments/rounds 2 files 12 lines",
    ):
        assert expected in lines


def test_docstrings_to_reword_are_listed(project: Path):
    assert list(measure.docstrings_to_reword(project, "tournaments")) == [
        "tournaments/pages.py:5: Tell somebody.",
        "tournaments/rounds/__init__.py:1: Whether seated.",
    ]
    assert not list(measure.docstrings_to_reword(project, "tournaments/round"))
