"""The program answers about the tournaments of the golden data as before (README.md)."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import databases, factories
from tests.golden import kept
from tests.golden.fixed import fixed
from tests.golden.tournaments import TOURNAMENTS, Golden
from tests.golden.walking import questions

SHARES = 5  # odd: director and visitor come by turns


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Use the small tournaments; all of them with `--golden`."""
    every = metafunc.config.getoption("golden")
    if "golden" in metafunc.fixturenames:
        chosen = [one for one in TOURNAMENTS if every or one.small]
        metafunc.parametrize("golden", chosen, ids=[one.name for one in chosen])


@pytest.fixture
def alone(empty_database: Path, tmp_path: Path, django_db_blocker) -> Iterator[None]:
    """Use a database of this test alone: keys count from 1, and writes are committed."""
    copied = shutil.copy(empty_database, tmp_path / "cheville.sqlite3")
    with django_db_blocker.unblock(), databases.opened(Path(copied)):
        yield


@pytest.mark.long
@pytest.mark.usefixtures("alone")
def test_answers_match_golden_data(golden: Golden, pytestconfig: pytest.Config):
    every, write = (pytestconfig.getoption(name) for name in ("golden", "write"))
    with fixed() as clock:
        director = factories.director()
        tournament = golden.make(director, clock)
        asked = questions(golden, tournament, director)
        if not every:  # another share of each small tournament
            small = [one.name for one in TOURNAMENTS if one.small]
            asked = asked[small.index(golden.name) :: SHARES]
        now = kept.written((one.name, one.answer()) for one in asked)
    file = kept.path(golden.name)
    if write:
        file.write_text(now, encoding="utf-8", newline="\n")
        return
    before = kept.read(file.read_text(encoding="utf-8"))
    if not every:
        before = {one.name: before.get(one.name, []) for one in asked}
    if found := list(kept.differences(golden.name, before, kept.read(now))):
        pytest.fail("\n".join(found), pytrace=False)
