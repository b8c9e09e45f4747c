"""`make power-cut`: cut the power of a computer while results arrive, and look for every acknowledged one.

As root on Linux, with debootstrap and qemu-system-x86, which emulates the processor too; 15 minutes. A
virtual machine serves a tournament whose data is on a disk of its own. When qemu is killed, all is lost that
the machine had in its memory and had not written to the disk: killing a process does not lose that.

Some tables at a time send their results, and the power is cut when half of these are acknowledged. After the
next start, all tablets must be known, and each acknowledged result is sent a second time: the answer must be
`same`, as `accepted` would mean that it had been lost. The first run is on SQLite, as on a laptop, the second
on PostgreSQL. The third has an fsync that does nothing, and fails unless results are lost: it proves that the
cut can lose something, or damage the database.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.lab.load import LoadClient, Tablet, UnknownToken
from tests.processes import free_port

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = "python3,iproute2,linux-image-cloud-amd64,eatmydata"
TIMEOUT = 1800  # seconds for all of one run
UNSAFE_TIMEOUT = 300  # the same, where the database may be damaged, and the program rightly does not start
DISK_SIZE = "2G"
COMPILED_FOLDERS = ("config", "scoring", "tournaments")
START_SCRIPT = f"""#!/bin/bash
# The first process of the machine.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/data LANG=C.UTF-8 CHEVILLE_DATA=/data/cheville
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t tmpfs tmpfs /tmp
mount -t tmpfs tmpfs /run
mkdir -p /dev/shm
mount -t tmpfs tmpfs /dev/shm
mount /dev/vdb /data
chmod 1777 /tmp /dev/shm
ip link set lo up
ip link set eth0 up
ip address add 10.0.2.15/24 dev eth0
cd {ROOT}
chown --recursive cheville /data
as() {{ setpriv --reuid=cheville --regid=cheville --init-groups "$@"; }}
[ "$without_fsync" ] && export LD_PRELOAD=/usr/lib/x86_64-linux-gnu/libeatmydata.so
if [ -e /data/pg ]; then
    rm -f /data/pg/postmaster.pid   # its number is that of another process now
    chmod 700 /data/pg
    as /data/programs/pg_ctl --pgdata=/data/pg --wait --options="-k /tmp -h ''" --log=/data/pg.log start
    export DATABASE_URL="postgres://postgres@/postgres?host=/tmp"
fi
as .venv/bin/python manage.py serve --host 0.0.0.0 --port 8000 < /dev/null
sleep infinity
"""


def make_disk(folder: Path, file: Path, size: str) -> None:
    """Make a disk with the content of a folder."""
    command = ["mke2fs", "-q", "-F", "-t", "ext4", "-d", str(folder), str(file), size]
    subprocess.run(command, check=True)


class Computer:
    """A virtual machine with two disks, to be cut off from its power."""

    def __init__(self, folder: Path) -> None:
        """Use the disks `system.img` and `data.img` of a folder, and the kernel there."""
        self.folder, self.port = folder, free_port()
        self.running: subprocess.Popen[bytes] | None = None

    @classmethod
    def made(cls, folder: Path) -> "Computer":
        """Make a Debian with the program and its libraries."""
        root = folder / "root"
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", str(root)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["chroot", str(root), "useradd", "cheville"], check=True)
        program = root / ROOT.relative_to("/")
        program.parent.mkdir(parents=True, exist_ok=True)
        files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
        for name in files.decode().split("\0"):
            if name and not name.startswith("tests/"):
                (program / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, program / name)
        shutil.copytree(ROOT / ".venv", program / ".venv", symlinks=True)
        compiles = ["python3", "-m", "compileall", "-q", *(str(ROOT / one) for one in COMPILED_FOLDERS)]
        subprocess.run(["chroot", str(root), *compiles], check=True)
        (root / "data").mkdir()
        start = root / "start.sh"
        start.write_text(START_SCRIPT)
        start.chmod(0o755)
        for name in ("vmlinuz", "initrd.img"):
            shutil.copy(next((root / "boot").glob(f"{name}-*")), folder / name)
        make_disk(root, folder / "system.img", "6G")
        shutil.rmtree(root)
        return cls(folder)

    def switch_on(self, *, without_fsync: bool) -> None:
        """Start it; `system.img` stays as it is."""
        words = "root=/dev/vda ro init=/start.sh net.ifnames=0 console=ttyS0"
        boot = ["-kernel", "vmlinuz", "-initrd", "initrd.img"]
        line = words + " without_fsync=1" * without_fsync
        disks = []
        for name, how in (("system.img", "snapshot=on"), ("data.img", "cache=writeback")):
            disks += ["-drive", f"file={name},format=raw,if=virtio,{how}"]
        network = f"user,model=virtio,hostfwd=tcp:127.0.0.1:{self.port}-:8000"
        machine = "qemu-system-x86_64 -accel tcg -cpu max -m 1024 -smp 2 -no-reboot"
        without_window = "-display none -monitor none -serial file:console.log"
        command = [*machine.split(), *boot, "-append", line, *disks, "-nic", network]
        command += without_window.split()
        self.running = subprocess.Popen(command, cwd=self.folder)

    def cut(self) -> None:
        """Take its power away."""
        assert self.running
        self.running.kill()
        self.running.wait()


def tournament(folder: Path, players: int, database: str) -> list[Tablet]:
    """Open the first game of a tournament, put the data on a disk, and return the tablets of its tables."""
    data = folder / "data"
    shutil.rmtree(data, ignore_errors=True)
    (data / "cheville" / "static").mkdir(parents=True)
    os.environ.update(CHEVILLE_DATA=str(data / "cheville"), DJANGO_SETTINGS_MODULE="config.settings")
    postgres = None
    if database == "postgresql":
        from tests.server.parts import Postgres

        postgres = Postgres()
        os.environ["DATABASE_URL"] = postgres.url
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from tests import factories
    from tournaments import devices

    call_command("migrate", verbosity=0)
    hall = factories.tournament(players, by=factories.director("lise"), seed=7)
    tablets = [Tablet(invited.secret) for invited in devices.invite_tables(hall)]
    factories.open_round(hall)
    connections.close_all()
    if postgres:
        postgres.kill()
        running = shutil.ignore_patterns(".s.*", "postmaster.pid")
        shutil.copytree(postgres.folder / "pg", data / "pg", ignore=running)
        (data / "programs").symlink_to(postgres.programs)
        postgres.end()
    make_disk(data, folder / "data.img", DISK_SIZE)
    return tablets


class Hall:
    """The tablets of the tables, and what was acknowledged to each."""

    def __init__(self, computer: Computer, tablets: list[Tablet]) -> None:
        self.asking = LoadClient([("127.0.0.1", computer.port)], patience=20)
        self.tablets = tablets
        self.results: dict[str, tuple[Tablet, dict[str, Any]]] = {}  # by nonce
        self.acknowledged: list[str] = []

    def join(self) -> None:
        """Let all tablets join, which also waits until the computer has started."""
        for tablet in self.tablets:
            tablet.join(self.asking)

    def send(self, tablet: Tablet) -> None:
        """Send the result of a table in the next two seconds, again until it is acknowledged."""
        from tests.devices.test_api import result

        (meeting,) = self.asking.insist("here", "here", {"token": tablet.token})["meetings"]
        sent = result(meeting, [121, random.randint(70, 119)])
        self.results[sent["nonce"]] = (tablet, sent)
        time.sleep(random.uniform(0, 2))
        with suppress(UnknownToken):  # then its result is missing in the end
            while self.answer(sent["nonce"]) not in ("accepted", "same"):
                time.sleep(0.2)
            self.acknowledged.append(sent["nonce"])

    def answer(self, nonce: str) -> str:
        """Send a result and return the kind of the answer."""
        tablet, sent = self.results[nonce]
        asked = {"token": tablet.token, "epoch": 1, "results": [sent]}
        (heard,) = self.asking.insist("submit", "submit", asked)["answers"]
        return str(heard["answer"])

    def lost(self, nonces: list[str]) -> list[str]:
        """Return the results that the computer has lost, or whose tablet it has lost."""
        missing = []
        for nonce in nonces:
            try:
                if self.answer(nonce) != "same":
                    missing.append(nonce)
            except UnknownToken:
                missing.append(nonce)
        return missing


def cut_repeatedly(computer: Computer, hall: Hall, cuts: int, *, without_fsync: bool) -> int:
    """Cut the power so many times while results arrive; return how many are missing."""
    computer.switch_on(without_fsync=without_fsync)
    hall.join()
    lost = 0
    for cut in range(cuts):
        group = hall.tablets[cut::cuts]
        awaited = len(hall.acknowledged) + (len(group) + 1) // 2
        tables = [threading.Thread(target=hall.send, args=[one], daemon=True) for one in group]
        for table in tables:
            table.start()
        while len(hall.acknowledged) < awaited:
            if hall.asking.ended.wait(0.001):
                raise TimeoutError
        computer.cut()
        before = list(hall.acknowledged)
        computer.switch_on(without_fsync=without_fsync)
        missing = hall.lost(before)
        print(f"  cut {cut + 1}: {len(missing)} lost of {len(before)}", flush=True)
        lost += len(missing)
        if lost and without_fsync:
            return lost
        for table in tables:
            table.join()
    return lost + len(hall.tablets) - len(hall.acknowledged)


def run(folder: Path, arguments: argparse.Namespace) -> int:
    """Run one of the three, in a process of its own: Django has one database; return 1 where it fails."""
    computer = Computer(folder)
    tablets = tournament(folder, arguments.players, arguments.on)
    hall = Hall(computer, tablets)
    limit = threading.Timer(UNSAFE_TIMEOUT if arguments.without_fsync else TIMEOUT, hall.asking.ended.set)
    limit.start()
    try:
        lost = cut_repeatedly(computer, hall, arguments.cuts, without_fsync=arguments.without_fsync)
    except TimeoutError:
        if not (arguments.without_fsync and hall.acknowledged):
            raise
        print("  the program does not start any more", flush=True)
        lost = len(tablets)
    finally:
        hall.asking.ended.set()
        limit.cancel()
        computer.cut()
    return int(bool(lost) is not arguments.without_fsync)


def main() -> int:
    """Make the computer and run all three; return 1 where one fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=160)
    parser.add_argument("--cuts", type=int, default=8)
    parser.add_argument("--on", choices=["sqlite", "postgresql"], default="sqlite", help=argparse.SUPPRESS)
    parser.add_argument("--without-fsync", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--computer", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.computer:
        return run(arguments.computer, arguments)
    if os.geteuid() != 0 or not shutil.which("qemu-system-x86_64"):
        sys.exit("This needs root, debootstrap and qemu-system-x86: it starts a computer of its own.")
    if ROOT.parts[1] in ("tmp", "run"):
        sys.exit("The computer has a /tmp and a /run of its own: clone the project elsewhere, such as /opt.")
    with tempfile.TemporaryDirectory(prefix="cheville-power-") as folder:
        Computer.made(Path(folder))
        failed = 0
        for run_of in (["--on=sqlite"], ["--on=postgresql"], ["--on=sqlite", "--without-fsync"]):
            print(*run_of, flush=True)
            again = [*sys.argv[1:], *run_of, f"--computer={folder}"]
            failed |= subprocess.run([sys.executable, "-m", "tests.lab.power_cut", *again]).returncode
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
