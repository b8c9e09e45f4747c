"""The data folder. If it cannot be used, the program ends with a sentence instead of a traceback."""

import ctypes
import gettext
import locale
import os
import re
import secrets
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from tournaments.system import program_files

DATABASE = "cheville.sqlite3"


def terminal_language() -> str:
    """Return the language that start.py found, else that of the machine, in the same way."""
    names = ("CHEVILLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    spoken = next((os.environ[name] for name in names if os.environ.get(name)), "")
    if not spoken and sys.platform == "win32":
        spoken = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return "fr-ca" if re.split(r"[-_.@]", spoken.lower())[0] in {"", "c", "posix", "fr"} else "en"


def translations() -> gettext.NullTranslations:
    """Return the sentences in the language of the terminal, for what is said before there are settings."""
    language = "fr_CA" if terminal_language() == "fr-ca" else "en"
    return gettext.translation(
        "django", program_files.folder() / "locale", languages=[language], fallback=True
    )


def default_folder() -> Path:
    """Return the data folder where none is named.

    It is `data` in the repository. Of an installed program it is where the system keeps the data of a user,
    so that versions that lie side by side have the same.
    """
    if not program_files.is_installed():
        return program_files.PROJECT_FOLDER / "data"
    import platformdirs  # an old laptop starts faster without it

    return platformdirs.user_data_path("Cheville", appauthor=False)


def create_folder(folder: Path) -> Path:
    """Create `folder` if needed and return it. Exits with a sentence if it cannot be created."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(_unusable_sentence(folder, error)) from None
    return folder


def read_or_create_secret(path: Path) -> str:
    """Return the secret in `path`, created on first use. Exits with a sentence if it cannot be written."""
    try:
        if not path.exists():
            with suppress(FileExistsError), open(path, "x", opener=partial(os.open, mode=0o600)) as file:
                file.write(secrets.token_urlsafe(50))
                file.flush()
                os.fsync(file.fileno())
        latest = time.monotonic() + 1
        while not path.stat().st_size and time.monotonic() < latest:
            time.sleep(0.02)  # another start has made the file and is about to write it
        if not path.read_bytes().strip(b"\0 \n"):  # power was cut before it was written
            path.write_text(secrets.token_urlsafe(50))
        return path.read_text().strip()
    except OSError as error:
        raise SystemExit(_unusable_sentence(path.parent, error)) from None


def _unusable_sentence(folder: Path, error: OSError) -> str:
    """Return the sentence; Django cannot translate it before there are settings."""
    _ = translations().gettext
    sentence = _(
        "Cheville cannot write to its folder %(folder)s (%(why)s). Make room on that disk, or put the "
        "folder of Cheville elsewhere, in your documents for instance; nothing was changed."
    )
    return sentence % {"folder": folder, "why": os.strerror(error.errno or 0)}
