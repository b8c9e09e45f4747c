"""`make containers`: build the images of the Dockerfile, start compose.yaml without root, and use the server.

With podman and podman-compose of Debian 12, as a user with lines in /etc/subuid and /etc/subgid who may open
ports from 80 (`sysctl net.ipv4.ip_unprivileged_port_start=80`); some three minutes. Where no registry is
reached, `--base FILE` is the archive of a root made by debootstrap: it stands for debian:bookworm-slim, and
with PostgreSQL and Redis of Debian for the other two images.

podman-compose starts services without waiting for what they depend on, and without systemd podman checks no
health by itself: the order of `depends_on` and the health checks are followed here.
"""

import argparse
import os
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests import installed

HOUSE = Path(__file__).resolve().parents[2]
PROJECT = "cheville-trial"
PATIENCE = 90.0
NAME, PASSWORD = "zoe", "crible-121"
BASE = "docker.io/library/debian:bookworm-slim"
STAND_INS = {
    "docker.io/library/postgres:15": r"""
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-15 tzdata
ENV PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/data
RUN printf '%s\n' 'set -eu' \
    'chown postgres "$PGDATA" /var/run/postgresql; chmod 700 "$PGDATA"' \
    'as() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }' \
    'if [ ! -e "$PGDATA/PG_VERSION" ]; then' \
    '  as initdb --username="$POSTGRES_USER" --auth="$POSTGRES_HOST_AUTH_METHOD" --encoding=UTF8' \
    '  echo "create database $POSTGRES_DB" | as postgres --single -D "$PGDATA" postgres' \
    'fi' \
    'exec setpriv --reuid=postgres --regid=postgres --init-groups postgres' > /start
VOLUME /var/lib/postgresql/data
CMD ["sh", "/start"]
""",
    "docker.io/valkey/valkey:8": """
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends redis-server
RUN ln -s redis-server /usr/bin/valkey-server && ln -s redis-cli /usr/bin/valkey-cli
USER redis
""",
}


def podman(*arguments: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
    """Call podman and return what it printed. Raises `CalledProcessError` where it fails and is checked."""
    return subprocess.run(["podman", *arguments], check=check, capture_output=True, text=True)


def compose(*arguments: str) -> str:
    """Call podman-compose for this project and return what it printed; it ends with 0 where a step failed."""
    # Images in the format of OCI have no health check.
    variables = os.environ | {"BUILDAH_FORMAT": "docker", "ALLOWED_HOSTS": "localhost"}
    command = ["podman-compose", "--project-name", PROJECT, *arguments]
    done = subprocess.run(command, cwd=HOUSE, env=variables, capture_output=True, text=True)
    return done.stderr + done.stdout


def is_healthy(service: str) -> bool:
    """Run the health check of a service."""
    return podman("healthcheck", "run", container(service), check=False).returncode == 0


def start(*services: str) -> None:
    """Start services, and wait until they are healthy; beat has no health check."""
    compose("up", "--detach", "--no-deps", *services)
    for service in set(services) - {"beat"}:
        wait_for(f"{service} is healthy", partial(is_healthy, service))


def start_all() -> None:
    """Start all services in the order of their dependencies."""
    start("postgres", "valkey")
    prepared = compose("run", "--rm", "--no-deps", "prepare")
    if not prepared.rstrip().endswith("exit code: 0"):
        sys.exit(prepared)
    start("web", "worker", "beat")
    start("proxy")


def stand_in(base: Path) -> None:
    """Make the images of other projects from an archive of Debian."""
    podman("import", str(base), BASE)
    for image, lines in STAND_INS.items():
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "Containerfile").write_text(lines)
            podman("build", "--pull=never", "--format=docker", f"--tag={image}", folder)
    print("Debian's PostgreSQL and Redis stand for the images of their projects.")


def container(service: str) -> str:
    """Return the name of the container of a service."""
    return f"{PROJECT}_{service}_1"


def wait_for(what: str, holds: Callable[[], bool]) -> None:
    """Wait until something holds. Exits with its name, and the end of all logs, after `PATIENCE` seconds."""
    latest = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > latest:
            for name in podman("ps", "--all", "--format={{.Names}}").stdout.split():
                print(f"== {name}", podman("logs", "--tail=20", name, check=False).stderr, sep="\n")
            sys.exit(f"{what}: not within {PATIENCE:.0f} seconds")
        time.sleep(0.5)
    print(f"{what}: yes")


def answers(browser: installed.Browser) -> bool:
    """Return whether the server answers through the proxy."""
    try:
        return browser.get("/healthz").strip() == b"ok"
    except OSError:
        return False


def manage(*arguments: str) -> None:
    """Run a command of the program in the container of the web process."""
    password = f"--env=DJANGO_SUPERUSER_PASSWORD={PASSWORD}"
    podman("exec", password, container("web"), "python", "manage.py", *arguments)


def kill(service: str) -> None:
    """Kill the first process of a container as a crash does; after `podman kill` it would not start again."""
    process = podman("inspect", "--format={{.State.Pid}}", container(service)).stdout.strip()
    podman("unshare", "kill", "-KILL", process)


def is_closed() -> None:
    """Check what the containers cannot do: act as root, write to their files."""
    for service in ("web", "worker", "beat"):
        assert podman("exec", container(service), "id", "-u").stdout.strip() == "10001", service
    assert podman("exec", container("proxy"), "id", "-u").stdout.strip() == "33"
    for service in ("web", "worker", "beat", "proxy"):
        tried = podman(
            "exec", container(service), "sh", "-c", "touch /srv/new || touch /etc/new", check=False
        )
        assert tried.returncode, service
    print("no root, and files that cannot be written: yes")


def use(browser: installed.Browser) -> str:
    """Sign in, read a simulated tournament and have a paper made; return the tournament's address."""
    manage("createsuperuser", "--noinput", f"--username={NAME}", "--email=zoe@example.org")
    manage("simulate", "--format=fadoq-15", "--players=8", "--seed=7")
    browser.post("/sign-in/", "/sign-in/", username=NAME, password=PASSWORD)
    tournament = installed.tournament_of(browser.get("/").decode())
    installed.print_paper(browser, tournament)
    print("a tournament, its pages and a paper of the worker: yes")
    return tournament


def trial() -> None:
    """Start everything, use it, kill the web process, and start everything again with the same data."""
    without_authority = ssl.create_default_context()
    without_authority.check_hostname, without_authority.verify_mode = False, ssl.CERT_NONE
    browser = installed.Browser("https://localhost", without_authority)
    start_all()
    is_closed()
    tournament = use(browser)
    kill("web")
    wait_for("the web process comes back after a kill", lambda: answers(browser))
    compose("down")
    start_all()
    wait_for("everything answers after another start", lambda: answers(browser))
    # Neither the tournament nor the secret key that signs the session was in a container.
    assert installed.tournament_of(browser.get("/").decode()) == tournament
    print("data and session are kept: yes")


def main() -> int:
    """Build, try and take away; the images stay."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, help="archive of a Debian made with debootstrap")
    options = parser.parse_args()
    if os.geteuid() == 0:
        sys.exit("This is tried without root.")
    if options.base:
        stand_in(options.base)
    compose("down", "--volumes")
    built = compose("build")
    if not built.rstrip().endswith("exit code: 0"):
        sys.exit(built)
    try:
        trial()
    finally:
        compose("down", "--volumes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
