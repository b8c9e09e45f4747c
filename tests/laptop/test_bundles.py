"""Files that somebody offers as an update, and what becomes of a change that the power cut short."""

import hashlib
import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from config import bundle, versions
from scoring import DomainError
from tests import factories
from tests.laptop.test_laptop_page import HERE
from tournaments.laptop import update
from tournaments.laptop.update import bundles
from tournaments.models import Tournament
from tournaments.web.update import views as page

pytestmark = pytest.mark.django_db
SYMLINK = 0o120777 << 16


@pytest.fixture
def home(tmp_path) -> Path:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / "start.py").touch()
    return tmp_path


def packed(path: Path, change=None, *, more: dict[str, bytes] | None = None, mode: int = 0) -> Path:
    """A small bundle of version 1.3.0 as `config.bundle` lists one; `change` edits its list."""
    migrations = {f"tournaments/migrations/{name}.py": b"" for name in bundles.applied_migrations()}
    files = dict.fromkeys(bundles.NEEDED, b"x" * 50) | migrations
    seals = {name: [len(content), hashlib.sha256(content).hexdigest()] for name, content in files.items()}
    listed = {"cheville_bundle": 1, "version": "1.3.0", "made": "2026-11-23T01:00:00+00:00", "files": seals}
    if change:
        change(listed)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in (files | (more or {})).items():
            info = zipfile.ZipInfo(f"Cheville/{name}")
            info.external_attr = mode if more and name in more else 0
            file.writestr(info, content)
        file.writestr("Cheville/bundle.json", json.dumps(listed))
    return path


def listed_too(name: str, content: bytes = b"x"):
    seal = [len(content), hashlib.sha256(content).hexdigest()]
    return {"change": lambda listed: listed["files"].update({name: seal}), "more": {name: content}}


def version(said: str, made: str = "2026-11-23T01:00:00+00:00"):
    return {"change": lambda listed: listed.update(version=said, made=made)}


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({}, ""),
        (listed_too("../outside.py"), "update_unsafe"),
        (listed_too("config/../../outside.py"), "update_unsafe"),
        (listed_too("/etc/passwd"), "update_unsafe"),
        (listed_too("C:/outside.py"), "update_unsafe"),
        (listed_too("..\\outside.py"), "update_unsafe"),
        (listed_too("config/aux.py"), "update_unsafe"),
        (listed_too("Start.py"), "update_unsafe"),
        (listed_too("link.py", b"/etc/passwd") | {"mode": SYMLINK}, "update_unsafe"),
        ({"more": {"not-listed.py": b"x"}}, "update_incomplete"),
        ({"change": lambda listed: listed["files"].update({"lacking.py": [1, "0"]})}, "update_incomplete"),
        ({"change": lambda listed: listed["files"].update({"start.py": [10**10, "0"]})}, "update_too_big"),
        ({"change": lambda listed: listed["files"].update({"start.py": [-1, "0"]})}, "update_no_list"),
        ({"change": lambda listed: listed.pop("files")}, "update_no_list"),
        (version("1.3; rm"), "update_no_list"),
        (version("../../1"), "update_no_list"),
        (version("1.3.0", "yesterday"), "update_no_list"),
        (version("1.1.9"), "update_not_newer"),
        (version("1.10.0"), ""),
    ],
)
def test_what_a_bundle_may_be(home, how, code):
    path = packed(home / "Cheville.zip", **how)
    if code:
        with pytest.raises(DomainError) as refused:
            update.read_bundle(path, home)
        assert refused.value.code == code
        assert not (home.parent / "outside.py").exists()
    else:
        assert update.read_bundle(path, home).size > 200


@pytest.mark.parametrize("content", [b"", b"PK", b"%PDF-1.4", b"PK\x05\x06" + bytes(18)])
def test_another_file_is_refused(home, content):
    (home / "Cheville.zip").write_bytes(content)
    with pytest.raises(DomainError) as refused:
        update.read_bundle(home / "Cheville.zip", home)
    assert refused.value.code in ("update_unreadable", "update_no_list")


def test_one_that_does_not_know_the_database_is_refused(home):
    path = packed(home / "Cheville.zip", lambda listed: None)
    with zipfile.ZipFile(path) as whole:
        names = [one for one in whole.namelist() if "0017" not in one]
        listed = json.loads(whole.read("Cheville/bundle.json"))
        listed["files"] = {name: seal for name, seal in listed["files"].items() if "0017" not in name}
        contents = {name: whole.read(name) for name in names}
    with zipfile.ZipFile(path, "w") as older:
        for name, content in (contents | {"Cheville/bundle.json": json.dumps(listed)}).items():
            older.writestr(name, content)
    with pytest.raises(DomainError, match="update_backward"):
        update.read_bundle(path, home)


@pytest.mark.parametrize("how", ["another", "longer", "torn"])
def test_a_damaged_file_is_noticed_before_anything_runs(home, how):
    path = packed(home / "Cheville.zip")
    if how == "another":  # same size, other content, correct for the ZIP
        path = packed(path, lambda listed: listed["files"].update({"manage.py": [50, "0" * 64]}))
    if how == "longer":  # a list of zeros that would fill the disk
        path = packed(path, **listed_too("config/big.py", bytes(5_000_000)))
        small = [10, hashlib.sha256(bytes(10)).hexdigest()]
        path = packed(
            path,
            lambda listed: listed["files"].update({"config/big.py": small}),
            more={"config/big.py": bytes(5_000_000)},
        )
    found = update.read_bundle(path, home)
    if how == "torn":
        content = bytearray(path.read_bytes())
        content[60:90] = bytes(30)
        path.write_bytes(bytes(content))
    with pytest.raises((DomainError, OSError)):
        bundles.unpack(found, home / "versions" / found.name, lambda done: None)
    written = [one.stat().st_size for one in (home / "versions").rglob("*") if one.is_file()]
    assert max(written, default=0) < 2_000_000


def test_the_list_that_is_made_is_the_list_that_is_read(home, monkeypatch):
    monkeypatch.setattr("start.HERE", home)
    for name in (*bundles.NEEDED, "static/icons/Café.svg"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
    every = {name: home / name for name in ("pyproject.toml", "start.py")}
    listed = bundle.manifest(every)
    found = bundles.parse_manifest(home / "x.zip", listed)
    assert found.version == "1.2.0" and set(found.files) == set(every)


def test_every_file_of_this_program_has_a_name_that_is_taken():
    for file in bundle.program():
        for part in file.relative_to(bundle.start.HERE).parts:
            assert bundles.NAME.fullmatch(part), file


# A power cut, a full disk


def database(path: Path, word: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE said (word TEXT)")
        made.execute("INSERT INTO said VALUES (?)", (word,))
    made.close()
    return path


def word(data: Path) -> str:
    with sqlite3.connect(data / versions.DATABASE) as found:
        said = found.execute("SELECT word FROM said").fetchone()[0]
    found.close()
    return str(said)


@pytest.fixture
def data(home) -> Path:
    database(home / "data" / versions.DATABASE, "now")
    newer = home / "versions" / "1.3.0-1"
    newer.mkdir(parents=True)
    (newer / "start.py").touch()
    (newer / "pyproject.toml").write_text('[project]\nversion = "1.3.0"\n')
    return home / "data"


def test_a_start_that_was_cut_short_goes_back_with_its_database_also_twice(home, data):
    kept = database(data / "before" / "k.sqlite3", "before")
    said = {"program": "1.3.0-1", "before": "", "kept": str(kept), "trying": 1, "news": {"to": "1.3.0"}}
    versions.write(home, said)
    (data / f"{versions.DATABASE}-wal").write_bytes(b"of the newer")
    versions.settle(home, data)
    assert (word(data), versions.state(home).get("program")) == ("before", "")
    assert versions.state(home)["news"]["code"] == "update_failed"
    versions.write(home, said)  # the power went before the last step: the database is there already
    versions.settle(home, data)
    assert (word(data), versions.state(home).get("program")) == ("before", "")


def test_a_change_keeps_the_database_and_is_done_once(home, data):
    versions.request_program(home, "1.3.0-1")
    versions.settle(home, data)
    said = versions.state(home)
    assert (said["program"], said["before"], said["trying"]) == ("1.3.0-1", "", 0)
    assert sqlite3.connect(said["kept"]).execute("SELECT word FROM said").fetchone() == ("now",)
    assert "wanted" not in said


def test_without_room_for_its_copy_nothing_changes(home, data):
    versions.request_program(home, "1.3.0-1")
    (data / "before").touch()  # a file where the folder should be
    versions.settle(home, data)
    said = versions.state(home)
    assert (said.get("program", ""), said["news"]["code"]) == ("", "update_failed")
    assert word(data) == "now"


def test_whoever_unpacks_a_newer_one_over_the_folder_gets_that(home, data):
    versions.write(home, {"program": "1.3.0-1"})
    (home / "pyproject.toml").write_text('[project]\nversion = "1.4.0"\n')
    versions.settle(home, data)
    assert versions.state(home).get("program", "") == ""


@pytest.mark.parametrize("content", ["", "{", "[]", "null"])
def test_a_torn_note_is_no_note(home, content):
    (home / "versions").mkdir()
    (home / "versions" / "state.json").write_text(content)
    assert versions.state(home) == {}


# The page


@pytest.fixture
def here(client, home, monkeypatch, settings):
    monkeypatch.setenv("CHEVILLE_PORT", "80")
    monkeypatch.setenv(versions.HOME, str(home))
    monkeypatch.setattr(page, "home", lambda: home)
    settings.DATA_DIR = home / "data"
    return client


def test_a_game_that_is_being_played_asks_first(here, home, monkeypatch):
    begun: list[bundles.Bundle] = []
    monkeypatch.setattr(update, "begin", lambda bundle, home, end: begun.append(bundle))
    file = str(packed(home / "Cheville.zip").resolve())
    day = factories.tournament(4, by=factories.director())
    factories.open_round(day)
    shown = here.get("/laptop/update/", {"file": file}, **HERE).content.decode()
    assert 'data-playing="1"' in shown
    refused = here.post("/laptop/update/begin/", {"file": file}, **HERE)
    assert refused.status_code == 422 and "update_not_sure" in refused.content.decode()
    assert here.post("/laptop/update/begin/", {"file": file, "sure": "1"}, **HERE).status_code == 302
    assert [bundle.version for bundle in begun] == ["1.3.0"]


def test_only_a_file_that_is_offered_is_taken(here, home, tmp_path_factory):
    elsewhere = packed(tmp_path_factory.mktemp("elsewhere") / "Cheville.zip")
    answer = here.post("/laptop/update/begin/", {"file": str(elsewhere)}, **HERE)
    assert answer.status_code == 422 and "update_gone" in answer.content.decode()


def test_a_file_goes_over_in_slices_and_one_that_does_not_follow_is_refused(here, home):
    from django.core.files.uploadedfile import SimpleUploadedFile

    whole = packed(home / "elsewhere.zip").read_bytes()

    def send(at: int, to: int):
        piece = SimpleUploadedFile("x.zip", whole[at:to])
        return here.post("/laptop/update/slice/", {"at": at, "slice": piece}, **HERE)

    assert send(0, 1000).status_code == 200
    assert send(1500, 2000).json()["said"]
    assert send(1000, len(whole)).status_code == 200
    assert bundles.chosen_file().read_bytes() == whole


def test_an_address_that_is_not_https_is_never_asked(here, settings):
    settings.UPDATE_URL = "http://127.0.0.1:9/Cheville.zip"
    answer = here.post("/laptop/update/fetch/", **HERE)
    assert answer.status_code == 422 and "update_not_fetched" in answer.content.decode()


def test_it_is_said_in_the_list_of_acts():
    day = factories.tournament(4, by=factories.director())
    update.tell({"code": "update", "from": "1.2.0", "to": "1.3.0"})
    act = Tournament.objects.get(pk=day.pk).acts.get(kind="update")
    assert (act.args["text"], act.by) == ("1.3.0", None)
