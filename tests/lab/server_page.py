"""Follow docs/server.md on an empty Debian, and test the resulting server: `make server-page`.

As root, with debootstrap and systemd-nspawn, on Python 3.11; some eight minutes. Debian is booted in a
container with its own systemd and the network of this machine: the ports 80, 443, 5432, 6379, 8000, 8001,
14000 and 15000 must be free. The blocks of commands of the sections *Install* to *Backups* are executed as
they stand, then the restarts of *Update*. The container has no name on the Internet, so certbot asks pebble,
an authority for tests. The commands of `STAND_INS` give the answers that a person would type.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVER_NAME = "crible.example.org"
FAILED_STATUS = 7  # the exit status of the container, which systemd-nspawn never has by itself
STAND_INS = {
    "certbot": """
        export REQUESTS_CA_BUNDLE=/acme/certificate.pem
        exec /usr/bin/certbot --server https://localhost:14000/dir --non-interactive --agree-tos \\
            --register-unsafely-without-email "$@"
        """,
    "editor": "true",
    "cheville-manage-answered": 'cheville-manage "$@" --noinput',
}
UNIT = f"""
[Unit]
Description=Follow docs/server.md
SuccessAction=exit
FailureAction=exit
FailureActionExitStatus={FAILED_STATUS}
[Service]
Type=oneshot
Environment=LANG=C.UTF-8 HOME=/root
ExecStart=/bin/bash /page.sh
StandardOutput=file:/page.log
StandardError=file:/page.log
"""
SETUP_COMMANDS = f"""
export DEBIAN_FRONTEND=noninteractive PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels
export DJANGO_SUPERUSER_USERNAME=zoe DJANGO_SUPERUSER_EMAIL=zoe@example.org
export DJANGO_SUPERUSER_PASSWORD=crible-121
apt-get update --quiet=2
apt-get install --quiet=2 --yes --no-install-recommends curl openssl pebble >/dev/null
echo "127.0.0.1 localhost {SERVER_NAME}" > /etc/hosts
mkdir /acme
openssl req -x509 -nodes -newkey rsa:2048 -subj /CN=localhost -addext subjectAltName=DNS:localhost \\
    -keyout /acme/key.pem -out /acme/certificate.pem
cat > /acme/pebble.json <<END
{{"pebble": {{"listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000",
    "certificate": "/acme/certificate.pem", "privateKey": "/acme/key.pem", "httpPort": 80, "tlsPort": 443}}}}
END
pebble -config /acme/pebble.json > /acme/log 2>&1 &
authority=$!
"""
UNITS = "cheville-web@8000 cheville-web@8001 cheville-worker@1 cheville-worker@2 cheville-beat"
CHECK_COMMANDS = f"""
fetch() {{ curl --silent --show-error --fail "$@"; }}
ask() {{ fetch --cacert /acme/root.pem "https://{SERVER_NAME}$1"; }}
shown() {{ openssl s_client -connect {SERVER_NAME}:443 -servername {SERVER_NAME} </dev/null; }}
certificate() {{ shown | openssl x509 -noout -serial; }}
fetch --cacert /acme/certificate.pem --output /acme/root.pem https://localhost:15000/roots/0
all_run() {{
    for unit in {UNITS}; do systemctl is-active "$unit"; done
    for second in $(seq 60); do ask /healthz && return; sleep 1; done
    return 1
}}
rows() {{ runuser --user postgres -- psql --no-align --tuples-only --command "$1" cheville; }}
all_run
ask / | grep --quiet '<main'
ask /sign-in/ | grep --quiet csrfmiddlewaretoken
fetch http://127.0.0.1:8000/readyz
cheville-manage check --deploy --fail-level WARNING

# The certificate is renewed, and nginx takes the new one.
first=$(certificate)
certbot renew --force-renewal --no-random-sleep-on-renew
sleep 2
[ "$(certificate)" != "$first" ]
ask /healthz
kill $authority

# A worker makes a paper.
cheville-manage simulate --players 8 --rounds 2
cheville-manage shell --command "
from tournaments.models import Tournament
from tournaments.publishing import papers
papers.request(Tournament.objects.get(), 'standings', {{'language': 'fr-ca', 'base': 'https://{SERVER_NAME}'}})"
for second in $(seq 60); do
    [ "$(rows "SELECT count(*) FROM tournaments_job WHERE state <> 'done'")" = 0 ] && break
    sleep 1
done
rows "SELECT kind, state, error FROM tournaments_job"
[ "$(rows "SELECT count(*) FROM tournaments_job WHERE state <> 'done'")" = 0 ]

# The backup, by its unit.
systemctl start cheville-backup.service
systemctl --no-pager --lines=3 status cheville-backup.service || true

# Nothing is lost while web processes are started again.
for client in $(seq 8); do
    while [ ! -e /tmp/restarted ]; do
        ask /sign-in/ >/dev/null && outcome=answered || outcome=lost
        echo "$client" >> "/tmp/$outcome"
    done &
done
RESTART
sleep 5
touch /tmp/restarted
wait
[ ! -e /tmp/lost ]
wc --lines /tmp/answered
all_run

# With the web processes stopped.
STOP
all_run
systemd-analyze --no-pager security {UNITS} | grep 'Overall exposure'
[ -z "$(systemctl list-units --failed --no-legend --plain 'cheville-*')" ]
"""


def command_blocks(page: str) -> list[str]:
    """Return the blocks of commands of a part of the page."""
    return re.findall(r"^```\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def script() -> str:
    """Return the commands of the page, with what the container needs before and after."""
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    update = page.index("\n## 7.")
    commands = "".join(command_blocks(page[page.index("\n## 1.") : update]))
    commands = commands.replace("manage createsuperuser", "manage-answered createsuperuser")
    _fetch, restart, stop = command_blocks(page[update : page.index("\n## 8.")])
    after = CHECK_COMMANDS.replace("RESTART\n", restart).replace("STOP\n", stop)
    return f"set -eux\n{SETUP_COMMANDS}\n{commands}\n{after}"


def prepare(root: Path) -> None:
    """Make an empty Debian with the program in its place and the commands that stand in for others."""
    packages = "--include=systemd,systemd-sysv,dbus"
    subprocess.run(["debootstrap", "--variant=minbase", packages, "bookworm", str(root)], check=True)
    program = root / "srv" / "cheville"
    program.mkdir(parents=True)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    packed = ["tar", "--create", "--null", "--files-from=-"]
    archive = subprocess.run(packed, cwd=ROOT, input=files, check=True, capture_output=True).stdout
    subprocess.run(["tar", "--extract", "--directory", str(program)], input=archive, check=True)
    for name, commands in STAND_INS.items():
        path = root / "usr" / "local" / "sbin" / name
        path.write_text(f"#!/bin/sh\nset -eu\n{commands}")
        path.chmod(0o755)
    wheels = ["pip", "download", "--quiet", "--require-hashes", "--dest", str(root / "wheels")]
    subprocess.run([sys.executable, "-m", *wheels, "-r", str(ROOT / "requirements.txt")], check=True)
    units = root / "etc" / "systemd" / "system"
    (units / "page.service").write_text(UNIT)
    wanted = units / "multi-user.target.wants"
    wanted.mkdir(exist_ok=True)
    (wanted / "page.service").symlink_to("../page.service")
    (root / "page.sh").write_text(script())


def main() -> int:
    """Follow the page; return 1 where a command of it fails."""
    if os.geteuid() != 0 or not shutil.which("systemd-nspawn"):
        sys.exit(
            "This needs root and systemd-nspawn (package systemd-container): it boots a Debian of its own."
        )
    with tempfile.TemporaryDirectory(prefix="cheville-server-") as folder:
        root = Path(folder) / "root"
        prepare(root)
        boot = ["systemd-nspawn", "--quiet", "--boot", "--register=no", "--keep-unit", f"--directory={root}"]
        ended = subprocess.run(boot, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode
        print((root / "page.log").read_text(encoding="utf-8", errors="replace"))
    print("A command of the page failed." if ended else "The page can be followed.")
    return 1 if ended else 0


if __name__ == "__main__":
    sys.exit(main())
