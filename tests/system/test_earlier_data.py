"""The data of an earlier Cheville are found, offered and copied whole."""

import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tournaments.system import earlier_data


@pytest.fixture
def home(tmp_path: Path, empty_database: Path) -> Iterator[Path]:
    """Yield a home with three programs; the last change of that used last is in its journal."""
    homes = {"Cheville": 100, "Documents/Cheville 0.2": 300, "Downloads/x/Cheville": 200}
    for name, used in homes.items():
        data = tmp_path / name / "data"
        (data / "copies").mkdir(parents=True)
        (data / "static").mkdir()
        shutil.copy(empty_database, data / earlier_data.DATABASE)
        (data / "secret_key").write_text(name)
        (data / "copies" / "a.cheville").write_text(name)
        os.utime(data / earlier_data.DATABASE, (used, used))
    (tmp_path / "Spoiled" / "data").mkdir(parents=True)
    (tmp_path / "Spoiled" / "data" / earlier_data.DATABASE).write_text("no database")
    running = sqlite3.connect(tmp_path / "Documents/Cheville 0.2/data" / earlier_data.DATABASE)
    running.execute("PRAGMA journal_mode=WAL")
    running.execute("CREATE TABLE typed (one)")
    running.commit()
    yield tmp_path
    running.close()


def tables(data: Path) -> set[str]:
    with sqlite3.connect(data / earlier_data.DATABASE) as database:
        return {name for (name,) in database.execute("SELECT name FROM sqlite_master")}


def places(home: Path) -> list[Path]:
    return [home, home / "Documents", home / "Downloads"]


def test_readable_data_is_found_once_newest_first(home: Path):
    found = earlier_data.find(places(home))
    names = ["Documents/Cheville 0.2", "Downloads/x/Cheville", "Cheville"]
    assert [one.folder for one in found] == [home / name / "data" for name in names]
    assert {one.tournaments for one in found} == {0}


def test_a_disk_of_the_network_that_is_away_is_skipped(home: Path, monkeypatch):
    away = home / "Documents" / "Away"
    away.mkdir()

    def failing(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(path: Any, *more: Any, **options: Any) -> Any:
            if Path(path).is_relative_to(away):
                raise OSError(errno.ENOTCONN, os.strerror(errno.ENOTCONN), str(path))
            return function(path, *more, **options)

        return called

    for name in ("stat", "scandir"):
        monkeypatch.setattr(os, name, failing(getattr(os, name)))
    assert len(earlier_data.find(places(home))) == 3


def test_a_copy_is_whole_and_the_old_folder_stays(home: Path):
    source, target = home / "Documents/Cheville 0.2/data", home / "new"
    target.mkdir()
    (target / "secret_key").write_text("made by a command")
    earlier_data.copy_data_folder(source, target)
    assert sorted(path.name for path in target.iterdir()) == [earlier_data.DATABASE, "copies", "secret_key"]
    assert (target / "secret_key").read_text() == "Documents/Cheville 0.2"
    assert "typed" in tables(target)
    assert "typed" in tables(source)


def test_existing_data_is_never_replaced(home: Path):
    source, target = home / "Cheville/data", home / "Documents/Cheville 0.2/data"
    with pytest.raises(SystemExit, match="Documents"):
        earlier_data.copy_data_folder(source, target)
    assert (target / "secret_key").read_text() == "Documents/Cheville 0.2"
    with pytest.raises(SystemExit, match="nowhere"):
        earlier_data.copy_data_folder(home / "nowhere", home / "new")
    assert not (home / "new").exists()


@pytest.mark.parametrize(
    ("answers", "taken"),
    [
        ([""], "Documents/Cheville 0.2"),
        (["oui", "4", " 3 "], "Cheville"),
        (["0"], None),
        ([EOFError], None),
    ],
)
def test_user_chooses_the_data_to_copy(home: Path, monkeypatch, answers: list, taken: str | None):
    def answer(question: str) -> str:
        given = answers.pop(0)
        if given is EOFError:
            raise EOFError
        return given

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("builtins.input", answer)
    earlier_data.offer(home / "new", places(home))
    assert not answers
    secret = home / "new" / "secret_key"
    assert (secret.read_text() if secret.exists() else None) == taken


def test_without_terminal_data_is_named_and_not_copied(home: Path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: False))
    monkeypatch.setenv(earlier_data.EARLIER_VARIABLE, "")
    earlier_data.offer(home / "new", places(home))
    output = capsys.readouterr().out
    assert os.environ[earlier_data.EARLIER_VARIABLE] == str(home / "Documents/Cheville 0.2/data")
    assert all(str(one.folder) in output for one in earlier_data.find(places(home)))
    assert not (home / "new").exists()


def test_a_program_with_data_asks_nothing(home: Path, capsys):
    earlier_data.offer(home / "Cheville/data", places(home))
    assert not capsys.readouterr().out
