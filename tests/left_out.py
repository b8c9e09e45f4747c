"""Test the program without an optional package: `python -m tests.left_out https [OPTIONS OF PYTEST]`.

A package is left out by deleting its files and its lines, one in `config/settings.py` and one in
`config/urls.py`. Its tests go with it; all others have to pass, except the one that finds its sentences
left over in the French catalogue.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LISTING_FILES = ("config/settings.py", "config/urls.py")
PACKAGE_PATHS = {
    "https": ("tournaments/https", "templates/https", "static/https", "tests/https"),
    "judge": ("tournaments/judge", "templates/judge", "static/judge", "tests/judge"),
}
"""The files of each optional package; `tournaments.NAME` is in its two lines."""
TRANSLATION_TEST = "tests/test_translations.py::test_catalogue_has_no_fuzzy_or_unused_entries"
PROGRAM_FOLDERS = (
    ".ci",
    "config",
    "docs",
    "locale",
    "scoring",
    "static",
    "templates",
    "tests",
    "tournaments",
)
"""The folders of the program. Compiled files are copied too: they stay valid, and a start takes 1 s less."""


def without(*packages: str, target: Path) -> Path:
    """Copy the program with its tests to `target`, without the files and the lines of `packages`.

    Raises:
        ValueError: one of the two files does not name a package exactly once.
    """
    for name in PROGRAM_FOLDERS:
        shutil.copytree(ROOT / name, target / name)
    for path in (path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"):
        shutil.copy2(path, target)
    for package in packages:
        for path in PACKAGE_PATHS[package]:
            shutil.rmtree(target / path)
        for name in LISTING_FILES:
            lines = (target / name).read_text(encoding="utf-8").splitlines(keepends=True)
            kept = [line for line in lines if f"tournaments.{package}" not in line]
            if len(kept) != len(lines) - 1:
                raise ValueError(f"{name} has {len(lines) - len(kept)} lines for {package}, not one")
            (target / name).write_text("".join(kept), encoding="utf-8")
    # Tests ask git which files are the project's: their names are enough.
    subprocess.run(["git", "init", "-q"], cwd=target, check=True)
    subprocess.run(["git", "add", "--all", "--intent-to-add"], cwd=target, check=True)
    return target


def run(project_copy: Path, *command: str) -> subprocess.CompletedProcess:
    """Run this Python with a command in another copy of the program, capturing its output."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "CHEVILLE"))
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=project_copy,
        env={**environment, "PYTHONPATH": str(project_copy), "CHEVILLE_DATA": str(project_copy / "data")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def main() -> int:
    """Run the tests without the package, and print their output."""
    package, *options = sys.argv[1:]
    options = ["-q", "--deselect", TRANSLATION_TEST, *options]
    with tempfile.TemporaryDirectory() as folder:
        done = run(without(package, target=Path(folder)), "-m", "pytest", *options)
    print(done.stdout)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
