"""`make server-page`: do what docs/server.md says on an empty Debian, and ask the server that comes of it.

As root, with debootstrap, on Python 3.11; some five minutes. The blocks of commands of the sections *Install*
to *Backups* are executed as they stand, in a root of its own. It has no systemd, no name on the Internet and
nobody who types, so the commands of `STAND_INS` do what can be done of it.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
NAME = "crible.example.org"
STAND_INS = {
    # Debian starts what it installs
    "apt-get": """
        /usr/bin/apt-get "$@"
        for service in postgresql redis-server nginx; do
            [ ! -e "/etc/init.d/$service" ] || service "$service" start
        done
        """,
    "systemctl": """
        case "$1" in
        enable) shift 2; for unit in "$@"; do start-unit "$unit"; done;;
        reload) nginx -s reload;;
        esac
        """,
    # by the command, the user and the settings of the unit
    "start-unit": """
        case "$1" in *.timer|*.socket) exit 0;; esac
        file=/etc/systemd/system/$(echo "$1" | sed 's/@.*/@/').service
        command=$(sed -n 's/^ExecStart=//p' "$file" | sed "s/%i/${1#*@}/g")
        install --directory --owner=cheville --group=cheville /run/cheville
        set -a; . /etc/cheville/cheville.env; set +a
        cd /srv/cheville
        echo "exec $command" > "/tmp/$1.sh"
        runuser --user cheville -- setsid sh "/tmp/$1.sh" > "/var/log/$1.log" 2>&1 &
        """,
    "certbot": f"""
        mkdir --parents /etc/letsencrypt/live/{NAME}
        cd /etc/letsencrypt/live/{NAME}
        openssl req -x509 -nodes -newkey rsa:2048 -subj /CN={NAME} -keyout privkey.pem -out fullchain.pem
        """,
    "editor": "true",
    "cheville-manage-answered": 'cheville-manage "$@" --noinput',
}
BEFORE = """
mount -t proc proc /proc; mkdir --parents /dev/shm; mount -t tmpfs tmpfs /dev/shm
export DEBIAN_FRONTEND=noninteractive PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels
export DJANGO_SUPERUSER_USERNAME=zoe DJANGO_SUPERUSER_EMAIL=zoe@example.org
export DJANGO_SUPERUSER_PASSWORD=crible-121
apt-get update --quiet=2
apt-get install --quiet=2 --yes --no-install-recommends curl openssl >/dev/null
"""
AFTER = f"""
ask() {{ curl --silent --show-error --fail --insecure --resolve {NAME}:443:127.0.0.1 "https://{NAME}$1"; }}
for second in $(seq 60); do ask /healthz && break; sleep 1; done
ask / | grep --quiet '<main'
ask /sign-in/ | grep --quiet csrfmiddlewaretoken
curl --silent --show-error --fail http://127.0.0.1:8000/readyz
cheville-manage check --deploy --fail-level WARNING
for part in worker beat; do cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep --quiet "config $part"; done
"""


def script() -> str:
    """Return the commands of the page, with what a root of its own needs before and after."""
    page = (HOUSE / "docs" / "server.md").read_text(encoding="utf-8")
    sections = page[page.index("\n## 1.") : page.index("\n## 7.")]
    blocks = re.findall(r"^```\n(.*?)^```$", sections, re.MULTILINE | re.DOTALL)
    commands = "".join(blocks).replace("manage createsuperuser", "manage-answered createsuperuser")
    return f"set -eux\n{BEFORE}\n{commands}\n{AFTER}"


def prepare(root: Path) -> None:
    """Make an empty Debian with the program in its place and the commands that stand in for others."""
    subprocess.run(["debootstrap", "--variant=minbase", "bookworm", str(root)], check=True)
    program = root / "srv" / "cheville"
    program.mkdir(parents=True)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=HOUSE, check=True, capture_output=True).stdout
    packed = ["tar", "--create", "--null", "--files-from=-"]
    archive = subprocess.run(packed, cwd=HOUSE, input=files, check=True, capture_output=True).stdout
    subprocess.run(["tar", "--extract", "--directory", str(program)], input=archive, check=True)
    for name, commands in STAND_INS.items():
        path = root / "usr" / "local" / "sbin" / name
        path.write_text(f"#!/bin/sh\nset -eu\n{commands}")
        path.chmod(0o755)
    wheels = ["pip", "download", "--quiet", "--require-hashes", "--dest", str(root / "wheels")]
    subprocess.run([sys.executable, "-m", *wheels, "-r", str(HOUSE / "requirements.txt")], check=True)


def main() -> int:
    """Follow the page; return 1 where a command of it fails."""
    if os.geteuid() != 0:
        sys.exit("This needs root: it makes a root of its own.")
    with tempfile.TemporaryDirectory(prefix="cheville-server-") as folder:
        root = Path(folder) / "root"
        prepare(root)
        (root / "page.sh").write_text(script())
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        # What was started ends with the shell, and what was mounted goes with it.
        apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        command = [*apart, "chroot", str(root), "bash", "/page.sh"]
        done = subprocess.run(command, env={"PATH": path, "HOME": "/root", "LANG": "C.UTF-8"})
    print("The page can be followed." if done.returncode == 0 else "A command of the page failed.")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
