"""Make the folder with Python inside for the system that this runs on, start it once, and pack it.

`python -m release.make_folder` needs uv in its environment (`requirements-start.txt`) and the Internet. The
wheel is built, installed with the locked libraries into an empty environment, and packed from there by
PyInstaller. The result is in `dist/`: `Cheville-VERSION-SYSTEM.zip` on Windows, else `.tar.gz`, as a ZIP does
not keep which files are programs.
"""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from uv import find_uv_bin

from tests import installed
from tournaments.system import program_files

HERE = Path(__file__).resolve().parent
PROJECT_FOLDER, DIST = HERE.parent, HERE.parent / "dist"
IS_WINDOWS = os.name == "nt"


def run(*command: object, cwd: Path = PROJECT_FOLDER) -> None:
    """Run a command. Raises `CalledProcessError` where it fails."""
    subprocess.run([str(word) for word in command], cwd=cwd, check=True)


def build(work: Path) -> Path:
    """Build the folder and return its path."""
    uv = find_uv_bin()
    python = work / "environment" / ("Scripts/python.exe" if IS_WINDOWS else "bin/python")
    run(uv, "build", "--wheel", "--python", sys.executable, "--out-dir", work, PROJECT_FOLDER)
    run(uv, "venv", "--python", sys.executable, work / "environment")
    install = (uv, "pip", "install", "--python", python)
    run(*install, "--require-hashes", "-r", "requirements.txt")
    run(*install, "--constraint", "requirements-dev.txt", "pyinstaller")  # with the hashes of that file
    run(*install, "--no-deps", next(work.glob("*.whl")))
    options = ("--noconfirm", "--log-level", "WARN", "--distpath", DIST, "--workpath", work / "work")
    # Elsewhere than in the repository, where the packages of the sources would be found first.
    run(python, "-m", "PyInstaller", *options, HERE / "cheville.spec", cwd=work)
    folder = DIST / "Cheville"
    shutil.copy(PROJECT_FOLDER / "LICENSE", folder)
    if sys.platform == "linux":
        # Copied with its permission to be started.
        starter = Path(shutil.copy(PROJECT_FOLDER / "Cheville.desktop", folder))
        starter.write_text(starter.read_text().replace("Cheville.sh", "cheville"))
    return folder


def check(folder: Path, data: Path) -> None:
    """Play a tournament with the folder, in a data folder of its own and with nothing of this Python."""
    kept = ("SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "HOME", "USERPROFILE", "LANG")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    installed.play([str(folder / "cheville")], environment | {"CHEVILLE_DATA": str(data)})


def main() -> None:
    """Make, check and pack the folder."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = build(Path(name))
        check(folder, Path(name) / "data")
    system = f"{platform.system()}-{platform.machine()}".lower()
    target = DIST / f"Cheville-{program_files.version()}-{system}"
    print(shutil.make_archive(str(target), "zip" if IS_WINDOWS else "gztar", DIST, folder.name))


if __name__ == "__main__":
    main()
