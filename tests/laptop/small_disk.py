"""Run a program whose data folder is a small disk of its own.

    python -m tests.laptop.small_disk FOLDER BYTES …

The disk is visible to that program alone, and to others through `seen_by`. Linux allows this for root, and
for all users who may have a user namespace.
"""

import ctypes
import os
import sys
from pathlib import Path

CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
MS_REC, MS_PRIVATE = 0x4000, 0x40000


def seen_by(pid: int, folder: Path) -> Path:
    """Return the folder as a process sees it."""
    return Path(f"/proc/{pid}/root{folder}")


def fill(folder: Path, leave: int = 0) -> Path:
    """Fill the disk of a folder except for so many bytes, and return the file that did it."""
    path = folder / "holiday-pictures"
    with path.open("ab", buffering=0) as file:
        left = os.statvfs(folder)
        size = left.f_bavail * left.f_frsize - leave
        while size > 0:
            try:
                size -= file.write(b"\xa5" * min(size, 1 << 20))
            except OSError:
                break
    return path


def _checked(code: int, what: str) -> None:
    if code:
        raise OSError(ctypes.get_errno(), what)


def main(folder: str, size: str, *program: str) -> None:
    """Mount the disk with the files of the folder, and become the program."""
    lay = [path for path in Path(folder).rglob("*") if path.is_file()]
    content = {path: path.read_bytes() for path in lay}
    libc = ctypes.CDLL(None, use_errno=True)
    uid = os.getuid()
    if uid == 0:
        _checked(libc.unshare(CLONE_NEWNS), "unshare")
    else:
        _checked(libc.unshare(CLONE_NEWNS | CLONE_NEWUSER), "unshare")
        Path("/proc/self/uid_map").write_text(f"0 {uid} 1")
    _checked(libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None), "private")
    _checked(libc.mount(b"none", folder.encode(), b"tmpfs", 0, f"size={size}".encode()), "tmpfs")
    for path, lying in content.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(lying)
    os.execv(sys.executable, [sys.executable, *program])


if __name__ == "__main__":
    main(*sys.argv[1:])
