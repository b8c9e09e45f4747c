"""An update of a laptop with real bundles: it takes over, goes back when asked, and where it must."""

import http.cookiejar
import re
import shutil
import sqlite3
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

import pytest

import start
from config import bundle, versions
from tests.processes import HOUSE, Process, environment_of_its_own, first_started, free_port

BROKEN = "raise SystemExit('It broke on purpose')\n"
BROKEN_AFTER_ITS_TRIAL = "import os\nif 'CHEVILLE_TRIAL' not in os.environ:\n    " + BROKEN
MIGRATION = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("tournaments", {last!r})]
    operations = [migrations.RunSQL("CREATE TABLE of_the_newer (one INTEGER)")]
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Path:
    """The program as a bundle holds it, to be changed."""
    folder = tmp_path_factory.mktemp("source") / "Cheville"
    for file in bundle.program():
        target = folder / file.relative_to(HOUSE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    (folder / "wheels").mkdir()
    return folder


def made(source: Path, target: Path, version: str, monkeypatch, **extra: str) -> Path:
    """A bundle of that version with further lines at the beginning of files, or with further files."""
    folder = target.with_suffix("")
    shutil.copytree(source, folder)
    project = folder / "pyproject.toml"
    project.write_text(re.sub(r'(?m)^version = ".*"', f'version = "{version}"', project.read_text()))
    for name, lines in extra.items():
        file = folder / name
        file.write_text(lines + (file.read_text() if file.exists() else ""))
    monkeypatch.setattr(start, "HERE", folder)
    bundle.write(target, folder / "wheels")
    monkeypatch.setattr(start, "HERE", HOUSE)
    return target


class Laptop:
    """A folder of Cheville that is double-clicked, and the browser on it."""

    def __init__(self, folder: Path, empty_database: Path) -> None:
        self.folder, self.port = folder, free_port()
        first_started(folder / "data", empty_database)
        self.libraries = environment_of_its_own(folder.parent / "libraries")
        self.browser = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        )

    def begin(self) -> None:
        environment = {
            "CHEVILLE_VENV": str(self.libraries),
            "CHEVILLE_LANG": "en",
            "CHEVILLE_DATA": str(self.folder / "data"),
        }
        options = ("--host", "127.0.0.1", "--port", str(self.port))
        self.cheville = Process(
            str(self.folder / "start.py"), *options, cwd=self.folder.parent, **environment
        )
        self.cheville.wait_for("Ctrl-C")

    def get(self, address: str) -> str:
        return self.browser.open(f"http://localhost:{self.port}{address}", timeout=60).read().decode()

    def post(self, address: str, **fields: str) -> str:
        token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', self.get("/laptop/"))
        assert token
        posted = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        return self.browser.open(f"http://localhost:{self.port}{address}", posted, timeout=60).read().decode()

    def until_said(self, word: str) -> str:
        """The page once it says so; nobody answers while one program follows another."""
        latest, page = time.monotonic() + 180, ""
        while time.monotonic() < latest:
            try:
                page = self.get("/laptop/update/")
            except urllib.error.HTTPError as error:
                page = error.read().decode()
            except OSError:
                page = ""
            if word in page:
                return page
            time.sleep(0.3)
        raise AssertionError(f"{word} in time:\n{self.cheville.output}\n{page}")

    def sql(self, question: str) -> list[Any]:
        with sqlite3.connect(self.folder / "data" / "cheville.sqlite3") as database:
            return database.execute(question).fetchall()


def test_it_takes_over_goes_back_and_a_program_that_does_not_come_up_gives_way(
    source, tmp_path, empty_database, monkeypatch
):
    last = sorted((HOUSE / "tournaments/migrations").glob("0*.py"))[-1].stem
    newer = {"tournaments/migrations/0999_of_the_newer.py": MIGRATION.format(last=last)}
    with zipfile.ZipFile(made(source, tmp_path / "a" / "Cheville.zip", "0.1.0", monkeypatch)) as first:
        first.extractall(tmp_path / "L'Écuyer")
    laptop = Laptop(tmp_path / "L'Écuyer" / "Cheville", empty_database)
    keys = tmp_path / "L'Écuyer"
    good = made(source, keys / "Cheville-good.zip", "0.2.0", monkeypatch, **newer)
    broken = made(source, keys / "Cheville-broken.zip", "0.3.0", monkeypatch, **{"manage.py": BROKEN})
    shaky = made(
        source,
        keys / "Cheville-shaky.zip",
        "0.4.0",
        monkeypatch,
        **newer,
        **{"manage.py": BROKEN_AFTER_ITS_TRIAL},
    )
    laptop.begin()
    try:
        assert 'data-version="0.1.0"' in laptop.get("/laptop/")
        # one that does not start at all changes nothing: what runs went on all the while
        laptop.post("/laptop/update/begin/", file=str(broken))
        assert "broke on purpose" in laptop.until_said('data-code="update_does_not_start"')
        assert versions.state(laptop.folder) == {}
        # one that starts takes over, migrations and all
        laptop.post("/laptop/update/begin/", file=str(good))
        laptop.until_said('data-news="update"')
        assert 'data-version="0.2.0"' in laptop.get("/laptop/")
        assert laptop.sql("SELECT COUNT(*) FROM of_the_newer") == [(0,)]
        # back to the version before, with the database of before, as it cannot read this one
        page = laptop.get("/laptop/update/")
        assert 'data-open="back-sure"' in page
        laptop.post("/laptop/update/back/")
        laptop.until_said('data-news="update_back"')
        assert 'data-version="0.1.0"' in laptop.get("/laptop/")
        with pytest.raises(sqlite3.OperationalError):
            laptop.sql("SELECT * FROM of_the_newer")
        (kept,) = {str(one) for one in (laptop.folder / "data/before").glob("*.sqlite3")}
        with sqlite3.connect(kept) as newest:
            newest.execute("SELECT * FROM of_the_newer")
        # one that came up in its trial and does not afterwards gives way by itself
        laptop.post("/laptop/update/begin/", file=str(shaky))
        laptop.until_said('data-news="update_failed"')
        assert 'data-version="0.1.0"' in laptop.get("/laptop/")
        with pytest.raises(sqlite3.OperationalError):
            laptop.sql("SELECT * FROM of_the_newer")
        assert laptop.cheville.end() == 0
        assert "Traceback" not in laptop.cheville.output
    finally:
        laptop.cheville.end()
