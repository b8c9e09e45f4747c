"""Decide which program of this folder runs: its own, or one that an update has put into `versions/`.

start.py, as it is double-clicked, stays and starts the current one as its child. A running program never
overwrites itself. `state.json` has the request and its outcome; it is replaced whole, so that a
power cut leaves the old or the new. If a program does not come up, the previous one starts with its database:

| key      | meaning                                                                             |
|----------|-------------------------------------------------------------------------------------|
| program  | the folder in `versions/` that runs; nothing: this folder's own program             |
| before   | the one that ran before it, as `program`; absent: there is no way back              |
| kept     | the database as the program before left it, a path                                  |
| wanted   | the change to make between two programs: `program`, and `database` to restore       |
| trying   | the program is not known to come up: 0 not started yet, 1 it was; absent: it does   |
| news     | the last outcome, for the page and the audit log: `code`, `from`, `to`, `why`       |

Only the standard library is used here, as in start.py.
"""

import contextlib
import ctypes
import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

HOME, PYTHON, TRIAL = "CHEVILLE_HOME", "CHEVILLE_PYTHON", "CHEVILLE_TRIAL"
AGAIN = 75  # exit code of a program that asks to be started anew, perhaps as another one
COMES_UP = 300.0  # seconds; the slowest part was done in the trial
MANIFEST = "bundle.json"
DATABASE = "cheville.sqlite3"
BESIDE = ("-wal", "-shm", "-journal")


# State


def home() -> Path | None:
    """Return the folder that is double-clicked, if start.py started this program from there; else None."""
    return Path(os.environ[HOME]) if os.environ.get(HOME) else None


def state(home: Path) -> dict[str, Any]:
    """Read `state.json`; return an empty dict if there never was a request."""
    try:
        found = json.loads((home / "versions" / "state.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write(home: Path, said: dict[str, Any]) -> None:
    """Replace `state.json`, so that a power cut leaves the old one or this one."""
    folder = home / "versions"
    folder.mkdir(exist_ok=True)
    part = folder / "state.part"
    with part.open("w", encoding="utf-8") as file:
        json.dump(said, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, folder / "state.json")


def folder_of(home: Path, program: str) -> Path:
    """Return the folder of a program."""
    return home / "versions" / program if program else home


def number(program: Path) -> tuple[str, str]:
    """Return the version of the program in a folder, and when its bundle was made ("" without a bundle)."""
    with (program / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    with contextlib.suppress(OSError, ValueError, KeyError):
        return version, json.loads((program / MANIFEST).read_text(encoding="utf-8"))["made"]
    return version, ""


def order(number: tuple[str, str]) -> tuple[tuple[int, ...], str]:
    """Return the key by which versions are compared."""
    version, made = number
    return tuple(int(part) for part in version.split(".") if part.isdigit()), made


# Between two programs: no process has the database open then


def settle(home: Path, data: Path) -> None:
    """Carry out the requested change, or return to the previous program if the new one did not come up."""
    said = state(home)
    program = said.get("program", "")
    beside = folder_of(home, program)
    if program and (not (beside / "start.py").exists() or order(number(home)) > order(number(beside))):
        write(home, {"news": said.get("news")})  # a newer one was unpacked over this folder
    elif "wanted" in said:
        _change(home, data, said)
    elif said.get("trying"):
        # nothing was entered since, as the new program never came up; each step may be done twice
        put_back(data, Path(said["kept"]))
        news = {**said.get("news", {}), "code": "update_failed", "why": ""}
        write(home, {"program": said.get("before", ""), "news": news})


def _change(home: Path, data: Path, said: dict[str, Any]) -> None:
    wanted, before = said["wanted"], said.get("program", "")
    told = {"from": number(folder_of(home, before))[0], "to": number(folder_of(home, wanted["program"]))[0]}
    try:
        kept = keep_database(data)
        if wanted.get("database"):
            put_back(data, Path(wanted["database"]))
    except (OSError, sqlite3.Error) as error:
        write(home, _without(said, "wanted") | {"news": told | {"code": "update_failed", "why": str(error)}})
        return
    if wanted.get("back"):
        way_back, news = {}, {"code": "update_back", "kept": str(kept)}
    else:
        way_back, news = {"before": before, "kept": str(kept), "trying": 0}, {"code": "update"}
    write(home, {"program": wanted["program"], **way_back, "news": told | news})


def _without(said: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in said.items() if name not in names}


def keep_database(data: Path) -> Path:
    """Copy the database into `before/` and return its path. Raises `OSError`, `sqlite3.Error`."""
    folder = data / "before"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}.sqlite3"
    copy_database(data / DATABASE, path)
    return path


def copy_database(source: Path, path: Path) -> None:
    """Copy a database with its journal, whole or not at all. Raises `OSError`, `sqlite3.Error`."""
    part = path.with_suffix(".part")
    try:
        with closing(sqlite3.connect(source)) as now, closing(sqlite3.connect(part)) as copy:
            now.backup(copy)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, path)
    except (OSError, sqlite3.Error):
        part.unlink(missing_ok=True)
        raise


def put_back(data: Path, kept: Path) -> None:
    """Replace the present database by a kept one. It is moved: a full disk has room for that.

    May be done twice, as after a power cut.
    """
    if kept.exists():
        for end in BESIDE:  # a journal of another database must never meet this one
            (data / f"{DATABASE}{end}").unlink(missing_ok=True)
        os.replace(kept, data / DATABASE)


# Starting


class Launcher:
    """A launcher of the current program, and of another if an update asks for it, until a user ends it."""

    def __init__(self, home: Path, arguments: list[str]) -> None:
        self.home, self.arguments = home, arguments
        self.data = Path(os.environ.get("CHEVILLE_DATA", home / "data"))
        self.child: subprocess.Popen[bytes] | None = None
        self.ended = False

    def run(self) -> int:
        """Run programs until one ends by itself or is ended; return its exit code."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._pass_on)
        while True:
            try:
                settle(self.home, self.data)
                settled = True
            except (OSError, sqlite3.Error):  # a full disk: the present program starts unchanged
                settled = False
            code = self._run_one()
            if self.ended or not settled or (code != AGAIN and "trying" not in state(self.home)):
                return code

    def _pass_on(self, number: int, _frame: Any) -> None:
        """Pass a signal on to the child, which ends at the first one; Ctrl-C reaches it by itself as well."""
        self.ended = True
        if self.child is None:
            raise SystemExit(130)
        if os.name != "nt" and self.child.poll() is None:  # on Windows a signal would kill
            self.child.send_signal(number)

    def _run_one(self) -> int:
        """Run the current program until it ends. One on trial that does not come up in time is ended."""
        said = state(self.home)
        program = said.get("program", "")
        on_trial = "trying" in said
        if on_trial:
            with contextlib.suppress(OSError):
                write(self.home, said | {"trying": 1})
        self.child = subprocess.Popen(
            [sys.executable, str(folder_of(self.home, program) / "start.py"), *self.arguments],
            env=os.environ | environment(self.home, program),
        )
        latest = time.monotonic() + COMES_UP
        while on_trial and self.child.poll() is None and time.monotonic() < latest:
            time.sleep(0.2)
            on_trial = "trying" in state(self.home)
        if on_trial:
            end(self.child)
        return self.child.wait()


def environment(home: Path, program: str) -> dict[str, str]:
    """Return the environment variables for a program that is started."""
    own = os.environ.get("CHEVILLE_VENV") or str(home / ".venv")
    there = folder_of(home, program)
    shared = (
        there == home
        or _stamped(Path(own)) == hashlib.sha256((there / "requirements.txt").read_bytes()).hexdigest()
    )
    venv = own if shared else str(there / ".venv")
    data = os.environ.get("CHEVILLE_DATA", str(home / "data"))
    return {HOME: str(home), PYTHON: sys.executable, "CHEVILLE_VENV": venv, "CHEVILLE_DATA": data}


def _stamped(venv: Path) -> str:
    """Return the fingerprint of the libraries in an environment; "" if it is not of this Python."""
    try:
        stamp = json.loads((venv / "cheville.json").read_text(encoding="utf-8"))
        line = f"{sys.version_info.major}.{sys.version_info.minor} {venv}"
        return str(stamp["files"]["requirements.txt"]) if stamp["identity"] == line else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def end(child: "subprocess.Popen[Any]") -> None:
    """End a program and the processes that it started, and wait."""
    if child.poll() is None:
        if os.name == "nt":
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(child.pid)], capture_output=True, check=False)
        else:
            child.terminate()
        try:
            child.wait(30)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def die_with_parent() -> None:
    """Linux: let this process end with start.py, so that closing the window ends both."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


# Called by the running program


def confirm_start() -> dict[str, str]:
    """Confirm that this program came up. Return the news since the last start, each only once."""
    here = home()
    if here is None or os.environ.get(TRIAL):
        return {}
    said = state(here)
    if "trying" in said or (said.get("news") and not said["news"].get("told")):
        news = said.get("news") or {}
        write(here, _without(said, "trying") | {"news": news | {"told": True}})
        return dict(news)
    return {}


def request_program(home: Path, program: str, *, database: str = "", back: bool = False) -> None:
    """Ask for another program; it takes over once this one has ended."""
    wanted = {"program": program, "database": database, "back": back}
    write(home, state(home) | {"wanted": wanted})


def is_wanted() -> bool:
    """Return whether this program is to end so that another one starts."""
    here = home()
    return here is not None and "wanted" in state(here)


def unused_programs(home: Path) -> Iterator[Path]:
    """Yield folders in `versions/` that are no longer needed."""
    said = state(home)
    needed = {said.get("program"), said.get("before"), (said.get("wanted") or {}).get("program")}
    if (home / "versions").is_dir():
        yield from (one for one in (home / "versions").iterdir() if one.is_dir() and one.name not in needed)
