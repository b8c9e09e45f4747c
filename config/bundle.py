"""Write the bundle: the program with every library as one file for a USB key (`start.py bundle [FILE]`)."""

import hashlib
import json
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import start
from config import versions

PLATFORMS = {  # as uv calls them, and the names of wheels that pip takes there
    "x86_64-manylinux_2_28": [f"manylinux_2_{minor}_x86_64" for minor in (28, 27, 26, 24, 17, 12, 5)]
    + ["manylinux2014_x86_64", "manylinux2010_x86_64", "manylinux1_x86_64"],
    "x86_64-pc-windows-msvc": ["win_amd64"],
}
NOT_BUNDLED = {"data", "tests", "build", "test-results", "wheels", "versions"}
TOP = "Cheville"  # the folder that is unpacked


def bundle(target: Path) -> None:
    """Pack the program and the wheels of all libraries, each checked by its hash, into one file."""
    with tempfile.TemporaryDirectory() as folder:
        wheels = Path(folder) / "wheels"
        wheels.mkdir()
        fetched = all(fetch(wheels, line, platform) for line in start.BUNDLED for platform in PLATFORMS)
        if not fetched or not fetch_pip(wheels):
            start.give_up("failed")
        write(target, wheels)
    size = -(-target.stat().st_size // 1_000_000)
    print(f"Prêt : {target} ({size} Mo)" if start.language() == "fr" else f"Ready: {target} ({size} MB)")


def write(target: Path, wheels: Path) -> None:
    """Pack the program and these wheels, and last the list by which an update checks that it is whole."""
    files = {file.relative_to(start.HERE).as_posix(): file for file in sorted(program())}
    files |= {f"wheels/{file.name}": file for file in sorted(wheels.iterdir())}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, file in files.items():
            pack(packed, file, f"{TOP}/{name}")
        packed.writestr(f"{TOP}/{versions.MANIFEST}", json.dumps(manifest(files), indent=1))


def manifest(files: dict[str, Path]) -> dict[str, object]:
    """Return the content of a bundle: its version, when it was made, and size and SHA-256 of every file."""
    return {
        "cheville_bundle": 1,
        "version": versions.number(start.HERE)[0],
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "files": {
            name: [file.stat().st_size, hashlib.sha256(file.read_bytes()).hexdigest()]
            for name, file in files.items()
        },
    }


def fetch(wheels: Path, line: str, platform: str) -> bool:
    """Download the wheels for a line of Python on a platform; return whether all are there."""
    needed = wheels.parent / "needed.txt"
    where = ("--python-version", line, "--python-platform", platform)
    read = ("--no-deps", "--generate-hashes", "--no-annotate", "--no-header", "-q", "-o", needed)
    if not start.run(start.in_venv("uv"), "pip", "compile", *where, *read, "requirements.txt", quiet=True):
        return False
    abis = [word for abi in (f"cp{line.replace('.', '')}", "abi3", "none") for word in ("--abi", abi)]
    names = [word for name in PLATFORMS[platform] for word in ("--platform", name)]
    target = ("--python-version", line, "--implementation", "cp", *abis, *names)
    return _download(wheels, needed, *target)


def fetch_pip(wheels: Path) -> bool:
    """Download the installer itself, checked by the hash that is locked."""
    locked = (start.HERE / "requirements-start.txt").read_text(encoding="utf-8")
    of_pip = re.search(r"^pip==.*?(?=^\S|\Z)", locked, re.M | re.S)
    only = wheels.parent / "pip.txt"
    only.write_text(of_pip[0] if of_pip else "", encoding="utf-8")
    return _download(wheels, only)


def _download(wheels: Path, needed: Path, *target: str) -> bool:
    options = ("-q", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:", "--require-hashes")
    pip = (start.in_venv("python"), "-m", "pip", "download", *options, *target)
    return start.run(*pip, "-d", wheels, "-r", needed)


def program() -> Iterator[Path]:
    """Yield the files of the program, without generated ones."""
    for entry in start.HERE.iterdir():
        if entry.name.startswith((".", "test_")) or entry.name in NOT_BUNDLED or entry.suffix == ".zip":
            continue
        if entry.name == versions.MANIFEST:  # this folder was itself unpacked from a bundle
            continue
        files = entry.rglob("*") if entry.is_dir() else [entry]
        yield from (file for file in files if file.is_file() and "__pycache__" not in file.parts)


def pack(packed: zipfile.ZipFile, file: Path, name: str) -> None:
    """Pack a file of the program or a wheel; files to double-click on Linux become executable."""
    info = zipfile.ZipInfo.from_file(file, name)
    mode = 0o755 if file.suffix in (".sh", ".desktop") else 0o644
    info.external_attr = mode << 16
    info.compress_type = zipfile.ZIP_STORED if file.suffix == ".whl" else zipfile.ZIP_DEFLATED
    packed.writestr(info, file.read_bytes())


if __name__ == "__main__":
    bundle(Path(sys.argv[1] if len(sys.argv) > 1 else "Cheville.zip").absolute())
