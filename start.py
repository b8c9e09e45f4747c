#!/usr/bin/env python3
"""Set Cheville up and serve it on the local network: `python3 start.py`.

`test` also sets up what the tests need and runs the suite; further arguments go to pytest. `setup` stops
before the suite. Any other argument goes to the server (`--port 8080`, `--https`).

Only the standard library is used: nothing else is installed yet. Libraries are installed into `.venv`, pinned
and hashed by the requirements files; a second start finds them there.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

OLDEST = (3, 11)
HERE = Path(__file__).resolve().parent
VENV = Path(os.environ.get("CHEVILLE_VENV") or HERE / ".venv")
STAMP = VENV / "cheville.json"
OPTIONS = "--host H --port N --https --https-port N --copies FOLDER --organiser NAME --open --recover"
SENTENCES = {
    "old_python": (
        "Cheville demande Python {oldest} ou plus récent ; celui-ci est {found}.",
        "Cheville needs Python {oldest} or newer; this one is {found}.",
    ),
    "environment": ("Préparation de l’environnement (.venv)…", "Making the environment (.venv)…"),
    "libraries": (
        "Installation des bibliothèques (une seule fois, Internet nécessaire)…",
        "Installing the libraries (once only, needs the Internet)…",
    ),
    "slowly": ("Deuxième essai avec pip, plus lent…", "Trying again with pip, which is slower…"),
    "package": ("Installation de {package}…", "Installing {package}…"),
    "missing": (
        "Il manque {what} sur cet ordinateur. Tapez cette commande, puis recommencez :  {command}",
        "This computer lacks {what}. Type this command, then try again:  {command}",
    ),
    "missing_plain": (
        "Il manque {what} sur cet ordinateur. Installez-le, puis recommencez.",
        "This computer lacks {what}. Install it, then try again.",
    ),
    "failed": (
        "L’installation n’a pas abouti (voir ci-dessus). La première fois, Internet est nécessaire. "
        "Recommencez avec la même commande.",
        "The installation did not succeed (see above). The first time, the Internet is needed. "
        "Try again with the same command.",
    ),
    "read_only": (
        "Cheville ne peut pas écrire dans {folder}. "
        "Placez son dossier ailleurs, dans vos documents par exemple.",
        "Cheville cannot write to {folder}. Put its folder elsewhere, in your documents for instance.",
    ),
    "stopped": ("Interrompu.", "Interrupted."),
    "help": (
        "Prépare Cheville, puis le sert. Options : {options}\nAussi : start.py test ou setup.",
        "Set Cheville up, then serve it. Options: {options}\nAlso: start.py test or setup.",
    ),
}


def language() -> str:
    """Return `fr` or `en`: the language of CHEVILLE_LANG, else of the machine; `fr` if neither is set."""
    names = ("CHEVILLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    spoken = next((os.environ[name] for name in names if os.environ.get(name)), "")
    if not spoken and sys.platform == "win32":
        import locale

        spoken = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return "fr" if re.split(r"[-_.@]", spoken.lower())[0] in {"", "c", "posix", "fr"} else "en"


def sentence(name: str, **values: object) -> str:
    """Return the sentence of that name in the language of the machine."""
    french, english = SENTENCES[name]
    return (french if language() == "fr" else english).format(**values)


def say(name: str, **values: object) -> None:
    """Print a sentence; a terminal that lacks a character shows another instead of ending the program."""
    text = sentence(name, **values)
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)


def give_up(name: str, **values: object) -> NoReturn:
    """Print a sentence with advice, and exit with 1."""
    say(name, **values)
    raise SystemExit(1)


def venv_program(program: str) -> Path:
    """Return the path of a program of the virtual environment."""
    return VENV / "Scripts" / f"{program}.exe" if os.name == "nt" else VENV / "bin" / program


def run(*command: object, quiet: bool = False, **environment: str) -> bool:
    """Run a command here and wait; return whether it succeeded. `quiet` drops its output."""
    output = subprocess.DEVNULL if quiet else None
    words = [str(word) for word in command]
    variables = {**os.environ, **environment}
    done = subprocess.run(words, cwd=HERE, env=variables, stdout=output, stderr=output, check=False)
    return done.returncode == 0


# Packages of the system


def install_system_packages(*packages: str) -> None:
    """Install packages of Debian or Ubuntu as root; other users see the exact command."""
    what = ", ".join(packages)
    if not shutil.which("apt-get"):
        give_up("missing_plain", what=what)
    command = f"apt-get update && apt-get install -y --no-install-recommends {' '.join(packages)}"
    if os.geteuid() != 0:
        give_up("missing", what=what, command=as_root(command))
    say("package", package=what)
    steps = (("update",), ("install", "-y", "--no-install-recommends", *packages))
    if not all(run("apt-get", "-qq", *step, quiet=True, DEBIAN_FRONTEND="noninteractive") for step in steps):
        give_up("missing", what=what, command=command)


def as_root(command: str) -> str:
    """Return the command for a user who is not root, with the tools of this machine."""
    if shutil.which("sudo"):
        return " && ".join(f"sudo {part}" for part in command.split(" && "))
    return f'su -c "{command}"'


# The virtual environment


def identity() -> str:
    """Return the identity of a virtual environment: the line of Python (3.11, 3.12), and its folder."""
    return f"{sys.version_info.major}.{sys.version_info.minor} {VENV}"


def installed_fingerprints() -> dict[str, str]:
    """Return fingerprints of the requirements files that the environment holds; empty if it is unusable."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    usable = stamp["identity"] == identity() and venv_program("python").exists()
    return stamp["files"] if usable else {}


def fingerprint(name: str) -> str:
    """Return the SHA-256 of a requirements file."""
    return hashlib.sha256((HERE / name).read_bytes()).hexdigest()


def stamp(files: dict[str, str]) -> None:
    """Write down what the environment holds, once it is complete."""
    STAMP.write_text(json.dumps({"identity": identity(), "files": files}, indent=1), encoding="utf-8")


def make_environment() -> None:
    """Create a fresh environment, with what installs the libraries fast."""
    if importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        install_system_packages(f"python{version}-venv")
    if not os.access(HERE, os.W_OK):
        give_up("read_only", folder=HERE)
    say("environment")
    if not run(sys.executable, "-m", "venv", "--clear", VENV):
        give_up("failed")
    install_with_pip("requirements-start.txt", quiet=True)
    stamp({"requirements-start.txt": fingerprint("requirements-start.txt")})


def install_with_pip(name: str, *, quiet: bool) -> bool:
    """Install a requirements file with pip; return whether it succeeded."""
    options = ("--disable-pip-version-check", "--require-hashes", "-r", name)
    return run(venv_program("python"), "-m", "pip", "-q", "install", *options, quiet=quiet)


def install_with_uv(name: str) -> bool:
    """Install a requirements file with uv, which is much faster; return whether it succeeded."""
    uv = venv_program("uv")
    options = ("--python", venv_program("python"), "--require-hashes", "-r", name)
    return uv.exists() and run(uv, "-q", "pip", "install", *options, quiet=True)


def set_up(*names: str) -> None:
    """Make sure that the environment holds these requirements files as they are now."""
    files = installed_fingerprints()
    wanted = {name: fingerprint(name) for name in names}
    if wanted.items() <= files.items():
        return
    if not files:
        make_environment()
    say("libraries")
    for name in names:
        if not install_with_uv(name):
            say("slowly")
            if not install_with_pip(name, quiet=False):
                give_up("failed")
    stamp({**installed_fingerprints(), **wanted})


# The commands


def exec_python(*arguments: str) -> NoReturn:
    """Continue as the Python of the environment, which then gets Ctrl-C and SIGTERM itself."""
    os.chdir(HERE)
    command = [str(venv_program("python")), *arguments]
    environment = {**os.environ, "CHEVILLE_LANG": language()}
    if os.name != "nt":
        sys.stdout.flush()
        os.execve(command[0], command, environment)  # noqa: S606
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server has it as well, and ends by itself
    raise SystemExit(subprocess.run(command, env=environment, check=False).returncode)


def main(arguments: list[str]) -> None:
    """Set up, then serve or test."""
    if sys.version_info < OLDEST:
        give_up("old_python", oldest="{}.{}".format(*OLDEST), found=sys.version.split()[0])
    try:
        if arguments[:1] == ["test"] or arguments == ["setup"]:
            set_up("requirements.txt", "requirements-dev.txt")
            exec_python("-m", "tests.prepare", *arguments)
        elif {"-h", "--help"} & set(arguments):
            say("help", options=OPTIONS)
        else:
            set_up("requirements.txt")
            exec_python("manage.py", "serve", *arguments)
    except PermissionError as error:
        give_up("read_only", folder=error.filename or HERE)
    except KeyboardInterrupt:
        say("stopped")
        raise SystemExit(130) from None


def raise_interrupt(*_: object) -> NoReturn:
    """End like Ctrl-C on SIGTERM during the set-up, so that child processes end as well."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, raise_interrupt)
    main(sys.argv[1:])
