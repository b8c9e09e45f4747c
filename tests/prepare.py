"""Prepare the tests' needs besides libraries, and run the whole suite: `python3 start.py test`, `… setup`."""

import ctypes
import os
import shutil
import sys
from pathlib import Path

import start

# A worker that has finished takes over from others. Two workers more than cores: a test waits a third of
# its time for a browser, a server or a worker, and three on two cores leave a third of both idle.
DIST_OPTIONS = ("--dist", "worksteal")
# The headless shell opens a page in a quarter of the time.
BROWSERS = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome-stable", "google-chrome", "chrome", "msedge"),
)


def find_browser() -> str | None:
    """Return the Chromium, Chrome or Edge of this machine, which the tests drive."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    roots = [os.environ.get(name, "") for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
    ends = (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe")
    places = [Path(root) / end for root in roots if root for end in ends]
    return next((str(place) for place in places if place.exists()), None)


def find_proxy() -> str | None:
    """Return nginx, which Debian keeps where only root looks."""
    return shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"]))


def has_library(name: str) -> bool:
    """Return whether the system has a shared library."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def main(arguments: list[str]) -> None:
    """Install the browser, its driver and nginx if missing; with `test`, run pytest with the arguments."""
    missing = []
    if find_browser() is None:
        missing.append("chromium-headless-shell")
    if sys.platform == "linux" and not has_library("libatomic.so.1"):  # the browser's driver needs it
        missing.append("libatomic1")
    if sys.platform == "linux" and find_proxy() is None:
        missing.append("nginx-light")
    if missing:
        start.install_system_packages(*missing)
    if arguments[0] == "test":
        workers = str(min((os.cpu_count() or 1) + 2, 8))
        start.exec_python("-m", "pytest", *(arguments[1:] or ["-n", workers, *DIST_OPTIONS]))


if __name__ == "__main__":
    main(sys.argv[1:])
