"""The two commands: a first start, a second one, an end; and messages where something is missing."""

import json
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.parse
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from types import SimpleNamespace

import django
import pytest
import zxingcpp
from PIL import Image

import start
from tests.processes import ROOT, UNFINISHED_FILES, Process, environment_of_its_own
from tournaments.management.commands import serve


def page_status(url: str) -> int:
    with urllib.request.urlopen(url, timeout=20) as response:
        return response.status


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a copy of the program with a ready `.venv`: the libraries of the tests, and start.py's stamp."""
    copy = tmp_path / "L'Écuyer + filles #2"  # a folder as people have them
    copy.mkdir()
    for name in ("config", "docs", "locale", "scoring", "static", "templates", "tournaments"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns(UNFINISHED_FILES))
    for file in (*ROOT.glob("*.py"), *ROOT.glob("requirements*.txt"), ROOT / "pyproject.toml"):
        shutil.copy(file, copy)
    environment_of_its_own(copy / ".venv")
    return copy


def begin(house: Path, *options: str, **environment: str) -> Process:
    """Run `python3 start.py` from another folder, until it serves."""
    environment = {"CHEVILLE_DATA": str(house / "data"), "CHEVILLE_LANG": "en", **environment}
    options = options or ("--port", "0", "--host", "127.0.0.1")
    cheville = Process(str(house / "start.py"), *options, cwd=house.parent, **environment)
    cheville.url = cheville.wait_for(r"http://localhost:\d+").group().replace("localhost", "127.0.0.1")
    cheville.wait_for("Ctrl-C")
    return cheville


# The starter on a desktop

COMMAND_WORD = r'(?:[\w%./-]+|"(?:[^"`$\\]|\\\\["`$\\])*")'


def test_desktop_file_runs_the_script_beside_it(tmp_path: Path):
    """By the Desktop Entry Specification a word with other signs is in double quotes, twice escaped."""
    folder = tmp_path / "L'Écuyer et filles"
    folder.mkdir()
    script = folder / "Cheville.sh"
    script.write_text("#!/bin/sh\necho started\n")
    script.chmod(0o755)
    starter = (ROOT / "Cheville.desktop").read_text().splitlines()
    (command,) = (line.removeprefix("Exec=") for line in starter if line.startswith("Exec="))
    assert re.fullmatch(f"{COMMAND_WORD}(?: {COMMAND_WORD})*", command)
    quoted = r"\\\\(.)"
    words = [
        re.sub(quoted, r"\1", word[1:-1]) if word.startswith('"') else word
        for word in re.findall(COMMAND_WORD, command)
    ]
    started = [str(folder / "Cheville.desktop") if word == "%k" else word for word in words]
    assert subprocess.run(started, capture_output=True, check=True).stdout == b"started\n"


# The whole of it


def sign_in(url: str, name: str, password: str) -> str:
    """Sign in as a browser does, and return the address it is led to."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    page = browser.open(f"{url}/sign-in/", timeout=20).read().decode()
    hidden = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert hidden
    fields = {"csrfmiddlewaretoken": hidden[1], "username": name, "password": password}
    return browser.open(f"{url}/sign-in/", urllib.parse.urlencode(fields).encode(), timeout=20).url


def test_program_restarts_after_power_cut_and_signals(house: Path):
    """A first start ends by a power cut, a second by SIGTERM, a third, on a port that is taken, by Ctrl-C."""
    first = begin(house)
    name = first.wait_for(r"name:\s+(\S+)")[1]
    password = first.wait_for(r"password:\s+(\S+)")[1]
    assert name == "organisateur"
    assert first.output.count(password) == 1
    assert sign_in(first.url, name, password) == f"{first.url}/"
    assert sign_in(first.url, name, password + "x") == f"{first.url}/sign-in/"
    first.kill()

    second = begin(house)
    assert "Installing" not in second.output
    assert sign_in(second.url, name, password) == f"{second.url}/"
    assert "password" not in second.output
    assert second.end(signal.SIGTERM) == 0
    assert "Traceback" not in second.output

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        third = begin(house, "--host", "127.0.0.1", "--port", str(taken))
        assert f"Port {taken} is taken" in third.output
        assert third.url != f"http://127.0.0.1:{taken}"
        assert page_status(f"{third.url}/sign-in/") == 200
        assert third.end(signal.SIGINT) == 0
    assert "Traceback" not in third.output

    with sqlite3.connect(house / "data" / "cheville.sqlite3") as database:
        assert database.execute("SELECT username FROM tournaments_user").fetchall() == [("organisateur",)]
        assert database.execute("PRAGMA journal_mode").fetchall() == [("wal",)]


def test_manage_py_finds_the_environment_made_by_start(house: Path):
    """`python3 manage.py changepassword` is what the sign-in page advises, to any Python."""
    bare = [sys._base_executable, "-S", str(house / "manage.py"), "version"]  # -S: nothing installed
    done = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.returncode) == (django.get_version(), 0), done.stderr


def test_serve_refuses_a_foreign_host_address(tmp_path: Path):
    wrong = Process("manage.py", "serve", "--host", "198.51.100.7", CHEVILLE_DATA=str(tmp_path))
    assert wrong.wait() == 1
    assert "198.51.100.7" in wrong.output
    assert "Traceback" not in wrong.output
    assert not list(tmp_path.glob("*.sqlite3")), "said before anything is made"


# Questions and output of the terminal


@pytest.mark.django_db
@pytest.mark.parametrize(("typed", "name"), [(" Huguette Côté ", "Huguette Côté"), ("", "organisateur")])
def test_terminal_asks_for_name_of_first_organiser(monkeypatch, capsys, typed: str, name: str):
    from django.contrib.auth import get_user_model

    from tournaments.management.commands.serve import Command

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("builtins.input", lambda question: typed)
    Command(stdout=sys.stdout).first_organiser(None)
    Command(stdout=sys.stdout).first_organiser(None)
    output = capsys.readouterr().out
    password = re.search(r"(\w+-\w+-\w+-\d+)", output)[1]
    organiser = get_user_model().objects.get()
    assert organiser.username == name
    assert organiser.check_password(password)
    assert output.count(password) == 1


def test_terminal_language_follows_cheville_lang(monkeypatch):
    from tournaments.system.data_folder import terminal_language

    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    spoken = []
    for asked in ("en", "en_CA.UTF-8", "fr", ""):
        monkeypatch.setenv("CHEVILLE_LANG", asked)
        spoken.append(terminal_language())
    assert spoken == ["en", "en", "fr-ca", "fr-ca"]


def test_terminal_qr_code_holds_the_address():
    from tournaments.laptop.welcome import qr_for_terminal

    address = "http://192.168.40.7:8000/"
    halves = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    lines = [line for line in qr_for_terminal(address, "utf-8").splitlines() if line]
    image = Image.new("L", (len(lines[0]), 2 * len(lines)), 255)
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            for half in (0, 1):
                image.putpixel((column, 2 * row + half), halves[character][half])
    size = [side * 6 for side in image.size]
    assert zxingcpp.read_barcodes(image.resize(size, Image.Resampling.NEAREST))[0].text == address


def test_no_qr_code_where_the_terminal_cannot_draw_it():
    from tournaments.laptop.welcome import qr_for_terminal

    assert qr_for_terminal("http://192.168.40.7:8000/", "cp1252") == ""


def test_passwords_can_be_read_aloud():
    from tournaments.accounts.login_sessions import readable_password

    made = {readable_password() for _ in range(200)}
    assert len(made) == 200
    assert all(re.fullmatch(r"([b-z][aeiou]){2}(-([b-z][aeiou]){2}){2}-\d{4}", word) for word in made)


def test_lan_addresses_exclude_loopback():
    from tournaments.system.lan import lan_addresses

    assert not [address for address in lan_addresses() if address.startswith("127.")]


# start.py itself


@pytest.mark.parametrize(
    ("variables", "spoken"),
    [
        ({}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "POSIX"}, "fr"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "en_CA.UTF-8"}, "en"),
        ({"LANG": "fr_CA.UTF-8", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "en_CA.UTF-8", "CHEVILLE_LANG": "fr"}, "fr"),
        ({"LANG": "de_DE@euro"}, "en"),
    ],
)
def test_start_language_follows_the_environment(monkeypatch, variables: dict, spoken: str):
    for name in ("CHEVILLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert start.language() == spoken


@pytest.mark.parametrize("name", start.SENTENCES)
def test_sentences_have_same_placeholders_in_both_languages(name: str):
    french, english = (set(re.findall(r"\{(\w+)\}", text)) for text in start.SENTENCES[name])
    assert french == english


@pytest.mark.parametrize("asked", [["--help"], ["-h"], ["--port", "80", "--help"]])
def test_help_installs_nothing_and_names_every_option(system, capsys, asked: list[str]):
    start.main(asked)
    assert not system
    printed = re.findall(r"--[\w-]+", capsys.readouterr().out)
    options = ArgumentParser(add_help=False)
    serve.Command().add_arguments(options)
    assert options._actions and all(action.option_strings[0] in printed for action in options._actions)


def test_python_that_is_too_old_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(start, "OLDEST", (99, 1))
    monkeypatch.setenv("CHEVILLE_LANG", "en")
    with pytest.raises(SystemExit, match="1"):
        start.main([])
    assert "needs Python 99.1 or newer" in capsys.readouterr().out


@pytest.fixture
def system(monkeypatch, tmp_path: Path) -> list[tuple]:
    """Write commands of the system down instead of running them, and return the list."""
    done: list[tuple] = []
    monkeypatch.setattr(start, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(start, "STAMP", tmp_path / ".venv" / "cheville.json")
    monkeypatch.setattr(start, "run", lambda *command, **options: not done.append(command))
    monkeypatch.setattr(start.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setenv("CHEVILLE_LANG", "en")
    return done


def test_root_installs_missing_debian_packages(monkeypatch, system):
    monkeypatch.setattr(start.os, "geteuid", lambda: 0)
    start.install_system_packages("chromium", "libatomic1")
    assert [command[:3] for command in system] == [
        ("apt-get", "-qq", "update"),
        ("apt-get", "-qq", "install"),
    ]
    assert system[1][-2:] == ("chromium", "libatomic1")


@pytest.mark.parametrize(
    ("tools", "expected"),
    [
        (
            {"apt-get", "sudo"},
            "sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium libatomic1",
        ),
        (
            {"apt-get"},
            'su -c "apt-get update && apt-get install -y --no-install-recommends chromium libatomic1"',
        ),
        (set(), "This computer lacks chromium, libatomic1. Install it, then try again."),
    ],
)
def test_other_users_are_shown_the_install_command(monkeypatch, system, capsys, tools: set, expected: str):
    monkeypatch.setattr(start.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(start.shutil, "which", lambda name: name if name in tools else None)
    with pytest.raises(SystemExit, match="1"):
        start.install_system_packages("chromium", "libatomic1")
    output = capsys.readouterr().out
    assert expected in output
    assert output.count("\n") == 1
    assert not system


def prepare_environment(*names: str) -> None:
    """Make an environment that has these requirements."""
    start.venv_program("python").parent.mkdir(parents=True)
    start.venv_program("python").touch()
    start.venv_program("uv").touch()
    start.stamp({name: start.fingerprint(name) for name in names})


def test_a_second_start_installs_nothing(system):
    prepare_environment("requirements.txt")
    start.set_up("requirements.txt")
    assert not system


def test_new_requirements_go_into_existing_environment(system):
    prepare_environment("requirements-start.txt")
    start.set_up("requirements.txt")
    assert len(system) == 1
    assert system[0][0] == start.venv_program("uv")
    assert "--require-hashes" in system[0]
    assert start.installed_fingerprints() == {
        name: start.fingerprint(name) for name in ("requirements-start.txt", "requirements.txt")
    }


def test_pip_installs_when_uv_fails(monkeypatch, system):
    prepare_environment("requirements-start.txt")
    monkeypatch.setattr(start, "run", lambda *command, **options: not system.append(command))
    monkeypatch.setattr(start, "install_with_uv", lambda name: False)
    start.set_up("requirements.txt")
    assert system[0][:3] == (start.venv_program("python"), "-m", "pip")
    assert "--require-hashes" in system[0]


def test_failed_installation_is_not_recorded(monkeypatch, system, capsys):
    prepare_environment("requirements-start.txt")
    monkeypatch.setattr(start, "run", lambda *command, **options: False)
    with pytest.raises(SystemExit, match="1"):
        start.set_up("requirements.txt")
    assert "Internet" in capsys.readouterr().out
    assert "requirements.txt" not in start.installed_fingerprints()


@pytest.mark.parametrize("spoil", ["moved", "other_python", "torn", "gone"])
def test_unusable_environment_counts_as_not_installed(monkeypatch, system, spoil: str):
    prepare_environment("requirements.txt")
    stamp = json.loads(start.STAMP.read_text())
    if spoil == "gone":
        start.venv_program("python").unlink()
    else:
        identity = {
            "moved": f"{start.identity()} elsewhere",
            "other_python": f"3.9 {start.VENV}",
            "torn": "",
        }[spoil]
        start.STAMP.write_text(json.dumps({**stamp, "identity": identity}) if identity else '{"iden')
    assert start.installed_fingerprints() == {}


def test_cmd_file_is_ascii_with_crlf_lines():
    content = (ROOT / "Cheville.cmd").read_bytes()
    assert content.count(b"\n") == content.count(b"\r\n") > 5
    assert content.isascii()
    assert b"start.py --open" in content
