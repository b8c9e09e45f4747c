"""`make containers`: build the images of the Dockerfile, start compose.yaml without root, and use the server.

With podman and podman-compose of Debian 12, as a user with lines in /etc/subuid and /etc/subgid who may open
ports from 80 (`sysctl net.ipv4.ip_unprivileged_port_start=80`); some three minutes. Where no registry is
reached, `--base FILE` is the archive of a root made by debootstrap: it stands for debian:bookworm-slim, and
with PostgreSQL and Redis of Debian for the other two images. Let's Encrypt is pebble of Debian, an authority
for tests, which asks the proxy for the proof of certbot.

podman-compose starts services without waiting for what they depend on, and without systemd podman checks no
health by itself: the order of `depends_on` and the health checks are followed here.
"""

import argparse
import os
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests import installed

ROOT = Path(__file__).resolve().parents[2]
PROJECT = "cheville-trial"
TIMEOUT = 90.0
USERNAME, PASSWORD = "zoe", "crible-121"
BASE_IMAGE = "docker.io/library/debian:bookworm-slim"
SERVER = "crible.example.org"
AUTHORITY_BUILD = r"""
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends openssl pebble
WORKDIR /srv
RUN openssl req -x509 -nodes -newkey rsa:2048 -subj /CN=authority -addext subjectAltName=DNS:authority \
    -keyout key.pem -out certificate.pem
RUN printf '%s' '{"pebble": {"listenAddress": "0.0.0.0:14000", "managementListenAddress": "0.0.0.0:15000", \
    "certificate": "certificate.pem", "privateKey": "key.pem", \
    "httpPort": 8080, "tlsPort": 8443}}' > pebble.json
EXPOSE 14000 15000
CMD ["pebble", "-config", "pebble.json"]
"""
STAND_IN_IMAGES = {
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
    variables = os.environ | {"BUILDAH_FORMAT": "docker", "ALLOWED_HOSTS": f"{SERVER},localhost"}
    command = ["podman-compose", "--project-name", PROJECT, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True)
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


def build(image: str, lines: str) -> None:
    """Build an image of these lines."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "Containerfile").write_text(lines)
        podman("build", "--pull=missing", "--format=docker", f"--tag={image}", folder)


def build_stand_ins(base: Path) -> None:
    """Make the images of other projects from an archive of Debian."""
    podman("import", str(base), BASE_IMAGE)
    for image, lines in STAND_IN_IMAGES.items():
        build(image, lines)
    print("Debian's PostgreSQL and Redis stand for the images of their projects.")


def container(service: str) -> str:
    """Return the name of the container of a service."""
    return f"{PROJECT}_{service}_1"


def wait_for(what: str, holds: Callable[[], bool]) -> None:
    """Wait until something holds. Exits with its name, and the end of all logs, after `TIMEOUT` seconds."""
    latest = time.monotonic() + TIMEOUT
    while not holds():
        if time.monotonic() > latest:
            for name in podman("ps", "--all", "--format={{.Names}}").stdout.split():
                print(f"== {name}", podman("logs", "--tail=20", name, check=False).stderr, sep="\n")
            sys.exit(f"{what}: not within {TIMEOUT:.0f} seconds")
        time.sleep(0.5)
    print(f"{what}: yes")


def is_answering(browser: installed.Browser) -> bool:
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


def check_isolation() -> None:
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


def use_program(browser: installed.Browser) -> str:
    """Sign in, read a simulated tournament and have a paper made; return the tournament's address."""
    manage("createsuperuser", "--noinput", f"--username={USERNAME}", "--email=zoe@example.org")
    manage("simulate", "--format=fadoq-15", "--players=8", "--seed=7")
    browser.post("/sign-in/", "/sign-in/", username=USERNAME, password=PASSWORD)
    tournament = installed.tournament_of(browser.get("/").decode())
    installed.print_paper(browser, tournament)
    print("a tournament, its pages and a paper of the worker: yes")
    return tournament


def certify() -> ssl.SSLContext:
    """Have a certificate made and renewed by an authority; return a context that trusts this authority."""
    build("authority", AUTHORITY_BUILD)
    network = f"{PROJECT}_outside"
    where = f'{{{{(index .NetworkSettings.Networks "{network}").IPAddress}}}}'
    address = podman("inspect", f"--format={where}", container("proxy")).stdout.strip()
    authority = [
        f"--network={network}",
        "--publish=15000:15000",
        "--name=authority",
        f"--add-host={SERVER}:{address}",
    ]
    podman("run", "--rm", "--detach", *authority, "localhost/authority")
    try:
        known = podman("exec", "authority", "cat", "/srv/certificate.pem").stdout
        root = installed.Browser("https://localhost:15000", unverified_context()).get("/roots/0").decode()
        typed = "--non-interactive --agree-tos --register-unsafely-without-email"
        run_in_proxy(f"cat > /tmp/authority.pem <<END\n{known}\nEND")
        run_in_proxy(f"sh proxy.sh certificate --server=https://authority:14000/dir {typed}")
        trusting = ssl.create_default_context(cadata=root)
        wait_for("a certificate", lambda: certificate_serial(trusting) != 0)
        first = certificate_serial(trusting)
        run_in_proxy("sh proxy.sh renew --force-renewal --no-random-sleep-on-renew")
        wait_for("the certificate is renewed", lambda: certificate_serial(trusting) != first)
    finally:
        podman("kill", "authority")
    return trusting


def run_in_proxy(command: str) -> None:
    """Run a command of the shell in the container of the proxy, which trusts the authority for tests."""
    trust = "--env=REQUESTS_CA_BUNDLE=/tmp/authority.pem"
    podman("exec", trust, container("proxy"), "sh", "-c", command)


def certificate_serial(context: ssl.SSLContext) -> int:
    """Return the serial number of the certificate of the server, 0 where it is not to be trusted."""
    try:
        with (
            socket.create_connection(("localhost", 443), TIMEOUT) as plain,
            context.wrap_socket(plain, server_hostname=SERVER) as secure,
        ):
            return int(str((secure.getpeercert() or {})["serialNumber"]), 16)
    except ssl.SSLCertVerificationError:
        return 0


def unverified_context() -> ssl.SSLContext:
    """Return a context that accepts every certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def trial() -> None:
    """Start everything, use it, kill the web process, and start everything again with the same data."""
    browser = installed.Browser("https://localhost", unverified_context())
    start_all()
    check_isolation()
    trusting = certify()
    tournament = use_program(browser)
    kill("web")
    wait_for("the web process comes back after a kill", lambda: is_answering(browser))
    compose("down")
    start_all()
    wait_for("everything answers after another start", lambda: is_answering(browser))
    # Neither the tournament nor the secret key that signs the session was in a container.
    assert installed.tournament_of(browser.get("/").decode()) == tournament
    assert certificate_serial(trusting)
    print("data, session and certificate are kept: yes")


def main() -> int:
    """Build, try and take away; the images stay."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, help="archive of a Debian made with debootstrap")
    options = parser.parse_args()
    if os.geteuid() == 0:
        sys.exit("This is tried without root.")
    if options.base:
        build_stand_ins(options.base)
    compose("down", "--volumes")
    built = compose("build")
    if set(re.findall(r"^exit code: (\d+)$", built, re.MULTILINE)) != {"0"}:
        sys.exit(built)
    try:
        trial()
    finally:
        compose("down", "--volumes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
