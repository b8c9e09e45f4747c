"""The folder of the files that are no Python: templates, static files, translations, documentation."""

import tomllib
from functools import cache
from pathlib import Path

PROJECT_FOLDER = Path(__file__).resolve().parents[2]


def folder() -> Path:
    """Return the folder that holds them: the repository, or `config/files` of an installed program."""
    installed = PROJECT_FOLDER / "config" / "files"
    return installed if installed.is_dir() else PROJECT_FOLDER


@cache
def version() -> str:
    """Return the version of this program."""
    with (folder() / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def command_line(arguments: str) -> str:
    """Return what a user types in a terminal: options of the server, or another command with its own."""
    if is_installed():
        return f"cheville {arguments}"
    return f"python3 {'start.py' if arguments.startswith('-') else 'manage.py'} {arguments}"


def is_installed() -> bool:
    """Return whether the program was installed, rather than started from its repository."""
    return folder() != PROJECT_FOLDER
