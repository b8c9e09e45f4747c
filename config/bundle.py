"""The bundle: the program with every library as one file for a USB key (`python3 start.py bundle [FILE]`)."""

import re
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import start

PLATFORMS = {  # as uv calls them, and the names of wheels that pip takes there
    "x86_64-manylinux_2_28": [f"manylinux_2_{minor}_x86_64" for minor in (28, 27, 26, 24, 17, 12, 5)]
    + ["manylinux2014_x86_64", "manylinux2010_x86_64", "manylinux1_x86_64"],
    "x86_64-pc-windows-msvc": ["win_amd64"],
}
NOT_BUNDLED = {"data", "tests", "build", "test-results", "wheels"}


def bundle(target: Path) -> None:
    """Pack the program and the wheels of all libraries, each checked by its hash, into one file."""
    with tempfile.TemporaryDirectory() as folder:
        wheels = Path(folder) / "wheels"
        wheels.mkdir()
        fetched = all(fetch(wheels, line, platform) for line in start.BUNDLED for platform in PLATFORMS)
        if not fetched or not fetch_pip(wheels):
            start.give_up("failed")
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
            for file in sorted(program()):
                pack(packed, file, Path("Cheville") / file.relative_to(start.HERE))
            for file in sorted(wheels.iterdir()):
                packed.write(file, f"Cheville/wheels/{file.name}", zipfile.ZIP_STORED)
    size = -(-target.stat().st_size // 1_000_000)
    print(f"Prêt : {target} ({size} Mo)" if start.language() == "fr" else f"Ready: {target} ({size} MB)")


def fetch(wheels: Path, line: str, platform: str) -> bool:
    """The wheels that a line of Python needs on a platform; whether all are there."""
    needed = wheels.parent / "needed.txt"
    where = ("--python-version", line, "--python-platform", platform)
    read = ("--no-deps", "--generate-hashes", "--no-annotate", "--no-header", "-q", "-o", needed)
    if not start.run(start.in_venv("uv"), "pip", "compile", *where, *read, "requirements.txt", quiet=True):
        return False
    abis = [word for abi in (f"cp{line.replace('.', '')}", "abi3", "none") for word in ("--abi", abi)]
    names = [word for name in PLATFORMS[platform] for word in ("--platform", name)]
    target = ("--python-version", line, "--implementation", "cp", *abis, *names)
    options = ("-q", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:", "--require-hashes")
    return start.run(
        start.in_venv("python"), "-m", "pip", "download", *options, *target, "-d", wheels, "-r", needed
    )


def fetch_pip(wheels: Path) -> bool:
    """The installer itself, by the hash that is locked."""
    locked = (start.HERE / "requirements-start.txt").read_text(encoding="utf-8")
    of_pip = re.search(r"^pip==.*?(?=^\S|\Z)", locked, re.M | re.S)
    only = wheels.parent / "pip.txt"
    only.write_text(of_pip[0] if of_pip else "", encoding="utf-8")
    options = ("-q", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:", "--require-hashes")
    return start.run(start.in_venv("python"), "-m", "pip", "download", *options, "-d", wheels, "-r", only)


def program() -> Iterator[Path]:
    """The files of the program, without what was made here."""
    for entry in start.HERE.iterdir():
        if entry.name.startswith((".", "test_")) or entry.name in NOT_BUNDLED or entry.suffix == ".zip":
            continue
        files = entry.rglob("*") if entry.is_dir() else [entry]
        yield from (file for file in files if file.is_file() and "__pycache__" not in file.parts)


def pack(packed: zipfile.ZipFile, file: Path, name: Path) -> None:
    """A file of the program; what is double-clicked on Linux may be run."""
    info = zipfile.ZipInfo.from_file(file, name.as_posix())
    mode = 0o755 if file.suffix in (".sh", ".desktop") else 0o644
    info.external_attr, info.compress_type = mode << 16, zipfile.ZIP_DEFLATED
    packed.writestr(info, file.read_bytes())


if __name__ == "__main__":
    bundle(Path(sys.argv[1] if len(sys.argv) > 1 else "Cheville.zip").absolute())
