"""Two web hosts in networks of their own: `python -m tests.lab.machines` (`make machines`).

Each host is a network namespace with a web process, a worker and a beat. PostgreSQL and Valkey are in a third
one, reached over one bridge; tablets ask either host over another. A cable is pulled by taking a host off a
bridge, so packets disappear without an error. First a host is cut off while it holds the lock of a
tournament, then between the commit of a result and its answer. Then tournaments are played while each host is
cut off from everything, from the tablets, and from the databases, and processes are killed.
Prints one table; fails where a result was lost or doubled, took too long, or where the hosts differ.
"""

import argparse
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from uuid import uuid4

from tests.lab.load import LoadClient, Tablet, Tournament, faults, parts, report, say
from tests.processes import Process
from tests.server.parts import Browser, Federation, until

NETWORKS = {"inside": "10.77.0", "outside": "10.77.1"}
"""The bridge of the databases, and that of the tablets."""
PORT = 8000
TABLET_TIMEOUT = 7  # seconds, as static/js/tablet_app/net.js
MAX_WAIT = 45  # seconds that a result may take, with all attempts
MAX_SECONDS = 600
ENTER_NETWORK = (
    "import os, sys; os.execvp('nsenter', ['nsenter', sys.argv[1], sys.executable, *sys.argv[2:]])"
)


def run(*command: str) -> None:
    """Run a command of the system, which must succeed."""
    subprocess.run(command, check=True)


class Host:
    """A computer of its own, as far as its network goes."""

    def __init__(self, number: int, federation: Federation) -> None:
        self.name, self.number, self.federation = f"host{number}", number, federation
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", str(MAX_SECONDS)])
        self.network = f"/proc/{self.holder.pid}/ns/net"
        until(lambda: os.readlink(self.network) != os.readlink("/proc/self/ns/net"))
        for bridge, prefix in NETWORKS.items():
            port = self._port(bridge)
            peer = ("peer", "name", bridge, "netns", str(self.holder.pid))
            run("ip", "link", "add", port, "type", "veth", *peer)
            run("ip", "link", "set", port, "master", bridge, "up")
            enter = ("nsenter", f"--net={self.network}", "ip")
            run(*enter, "address", "add", f"{prefix}.{10 + number}/24", "dev", bridge)
            run(*enter, "link", "set", bridge, "up")
        self.address = f"{NETWORKS['outside']}.{10 + number}"
        at = f"{NETWORKS['inside']}.1"
        self.environment = {
            "DATABASE_URL": f"postgres://postgres@{at}:5432/postgres",
            "REDIS_URL": f"redis://{at}:{federation.valkey.port}/0",
            "WEB_THREADS": "8",
        }
        self.web, self.worker = self._start_web(), self._start_worker()
        self._start_process("-m", "celery", "-A", "config", "beat", "--loglevel=INFO")
        self.web.wait_for("Serving on", federation.patience)
        self.worker.wait_for(r"celery@\S+ ready", federation.patience)

    def _port(self, bridge: str) -> str:
        return f"{self.name}-{bridge}"

    def _start_process(self, *arguments: str) -> Process:
        environment = {**self.federation.environment, **self.environment}
        part = Process("-c", ENTER_NETWORK, f"--net={self.network}", *arguments, **environment)
        self.federation.parts.append(part)
        return part

    def _start_web(self) -> Process:
        return self._start_process("manage.py", "web", f"--host={self.address}", f"--port={PORT}")

    def _start_worker(self) -> Process:
        options = ("--pool=solo", "--loglevel=INFO", f"--hostname=celery@{self.name}")
        return self._start_process("-m", "celery", "-A", "config", "worker", *options)

    def kill_web(self) -> None:
        """Kill the web process, and start another."""
        self.web.kill()
        self.web = self._start_web()

    def kill_worker(self) -> None:
        """Kill the worker, and start another."""
        self.worker.kill()
        self.worker = self._start_worker()

    @contextmanager
    def cut_off(self, *bridges: str) -> Iterator[None]:
        """Pull the cables to these networks, and plug them in again in the end."""
        for bridge in bridges:
            run("ip", "link", "set", self._port(bridge), "nomaster")
        try:
            yield
        finally:
            for bridge in bridges:
                run("ip", "link", "set", self._port(bridge), "master", bridge)

    def end(self) -> None:
        """Let the network go; the processes end with the federation."""
        self.holder.kill()
        self.holder.wait()


@contextmanager
def hosts() -> Iterator[list[Host]]:
    """Yield two hosts, and the databases that they share."""
    run("ip", "link", "set", "lo", "up")
    for bridge, prefix in NETWORKS.items():
        run("ip", "link", "add", bridge, "type", "bridge")
        run("ip", "address", "add", f"{prefix}.1/24", "dev", bridge)
        run("ip", "link", "set", bridge, "up")
    with parts(f"{NETWORKS['inside']}.1") as federation, ExitStack() as ending:
        made = []
        for number in (1, 2):
            made.append(Host(number, federation))
            ending.callback(made[-1].end)
        yield made


class Table:
    """A table of a small tournament, with a tablet that sends its result to the host that it is given."""

    def __init__(self, both: list[Host]) -> None:
        from tests import factories
        from tests.devices.test_api import result
        from tournaments import devices

        self.day = factories.tournament(2, by=factories.director(f"lise-{uuid4().hex[:6]}"))
        factories.open_round(self.day)
        (invited,) = devices.invite_tables(self.day)
        tablet, asking = Tablet(invited.secret), LoadClient([(host.address, PORT) for host in both])
        tablet.join(asking)
        (meeting,) = tablet.say(asking, "here")["meetings"]
        self.sent = {"token": tablet.token, "epoch": 1, "results": [result(meeting, [121, 88])]}

    def submit(self, host: Host, patience: float) -> str:
        """Send the result to one host; return the answer, or nothing where none comes."""
        line = http.client.HTTPConnection(host.address, PORT, timeout=patience)
        try:
            line.request("POST", "/api/1/submit", json.dumps(self.sent).encode())
            return str(json.loads(line.getresponse().read())["answers"][0]["answer"])
        except (OSError, http.client.HTTPException, KeyError):
            return ""
        finally:
            line.close()

    @contextmanager
    def locked(self, host: Host) -> Iterator[None]:
        """Send the result to a host, and keep it waiting for the lock of the tournament."""
        import psycopg

        url = host.federation.postgres.url
        with psycopg.connect(url, autocommit=True) as looking, psycopg.connect(url) as holding:
            holding.execute("SELECT 1 FROM tournaments_tournament WHERE id = %s FOR UPDATE", [self.day.pk])
            sending = threading.Thread(target=self.submit, args=(host, TABLET_TIMEOUT))
            sending.start()
            waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND host(client_addr) = %s"
            inside = f"{NETWORKS['inside']}.{10 + host.number}"
            until(lambda: looking.execute(waits, [inside]).fetchone(), within=TABLET_TIMEOUT)
            yield
        sending.join()

    def lines(self) -> int:
        """Return how many results were written."""
        return int(self.day.lines.count())


def measure_lost_lock(one: Host, other: Host) -> float:
    """Return after how many seconds the other host writes a result whose lock a lost host holds."""
    table = Table([one, other])
    with ExitStack() as cables:
        with table.locked(one):
            cables.enter_context(one.cut_off(*NETWORKS))
        began = time.monotonic()
        assert table.submit(other, MAX_SECONDS) == "accepted"
        seconds = time.monotonic() - began
    again = until(lambda: table.submit(one, TABLET_TIMEOUT))
    assert (again, table.lines()) == ("same", 1), (again, table.lines())
    return seconds


def cut_off_before_answer(one: Host, other: Host) -> None:
    """Cut a host off between the commit of a result and its answer; the result counts once."""
    table = Table([one, other])
    with ExitStack() as cables:
        with table.locked(one):
            cables.enter_context(one.cut_off("outside"))
        until(table.lines)
        assert table.submit(other, TABLET_TIMEOUT) == "same"
    again = until(lambda: table.submit(one, TABLET_TIMEOUT))
    assert (again, table.lines()) == ("same", 1), (again, table.lines())


def disturb(both: list[Host], asking: LoadClient, arguments: argparse.Namespace) -> Counter[str]:
    """Cut off and kill in turn, in a thread of its own; return the counts of what was done."""
    done: Counter[str] = Counter()

    def cut(host: Host, *bridges: str) -> Callable[[], None]:
        def work() -> None:
            with host.cut_off(*bridges):
                asking.ended.wait(arguments.away)

        work.__name__ = f"cut off from {' and '.join(bridges)}"
        return work

    one, other = random.sample(both, 2)
    turns = [
        *(cut(one, *NETWORKS), other.kill_web, one.kill_worker, cut(other, "outside")),
        *(cut(one, "inside"), other.kill_worker, one.kill_web, cut(other, *NETWORKS)),
    ]

    def work() -> None:
        for turn in turns:
            if asking.ended.wait(arguments.between):
                return
            turn()
            done[turn.__name__.replace("_", " ")] += 1

    threading.Thread(target=work, name="disturbances", daemon=True).start()
    return done


def host_differences(both: list[Host], tournaments: list[Tournament]) -> list[str]:
    """Return the addresses whose answer differs between the hosts, and papers that one of them lacks."""
    differing = []
    for tournament in tournaments:
        browsers = [Browser(f"http://{host.address}:{PORT}", tournament.user) for host in both]
        slug = tournament.day.slug
        made = tournament.day.jobs.filter(kind="game_papers", state="done")
        papers = [f"/t/{slug}/papers/{job.uid}/" for job in made]
        pages = [f"/t/{slug}/rows/?language=en", f"/t/{slug}/standings/rows/", *papers]
        for page in pages:
            answers = [browser.get(page) for browser in browsers]
            if {answer.status for answer in answers} != {200} or len({answer.text for answer in answers}) > 1:
                differing.append(f"{page} {[answer.status for answer in answers]}")
    return differing


def play_on_hosts(both: list[Host], arguments: argparse.Namespace) -> None:
    """Play on these hosts; exit with 1 where anything went wrong."""
    from django.db import connections

    asking = LoadClient([(host.address, PORT) for host in both], TABLET_TIMEOUT)
    tournaments = [Tournament(number, arguments) for number in range(arguments.tournaments)]
    base = f"http://{both[0].address}:{PORT}"

    def day(tournament: Tournament) -> None:
        tournament.play(asking, Browser(base, tournament.user), arguments.rounds)
        connections.close_all()

    done = disturb(both, asking, arguments)
    began = time.monotonic()
    players = [threading.Thread(target=day, args=(one,), daemon=True) for one in tournaments]
    for thread in players:
        thread.start()
    for thread in players:
        thread.join(MAX_SECONDS)
    seconds = time.monotonic() - began
    asking.ended.set()
    wrong = report(asking, tournaments, done, seconds)
    waits = sorted(wait for tournament in tournaments for wait in tournament.kept_waiting)
    print(
        f"a result with all its attempts: p50 {waits[len(waits) // 2]:.2f} s, "
        f"p99 {waits[99 * len(waits) // 100]:.1f} s, at most {waits[-1]:.1f} s"
    )
    differing = host_differences(both, tournaments)
    print(f"pages that differ between the hosts: {differing or 0}")
    if wrong or differing or waits[-1] > MAX_WAIT or done.total() < 8:
        sys.exit(1)


def main() -> None:
    """Take a network of our own, cut off, play, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=4)
    parser.add_argument("--players", type=int, default=32, help="players of each")
    parser.add_argument("--tables", type=int, default=14, help="tables of each with a tablet")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--pace", type=float, default=6.0, help="seconds that a game takes at most")
    parser.add_argument("--away", type=float, default=6.0, help="seconds that a host is cut off")
    parser.add_argument("--between", type=float, default=2.0, help="seconds between two disturbances")
    parser.add_argument("--apart", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if not arguments.apart:
        again = [sys.executable, "-m", "tests.lab.machines", "--apart", *sys.argv[1:]]
        os.execvp("unshare", ["unshare", "--net", *again])
    signal.signal(signal.SIGTERM, lambda *_about: sys.exit(143))  # the parts end with it
    with hosts() as both:
        try:
            for one, other in (both, both[::-1]):
                cut_off_before_answer(one, other)
                seconds = measure_lost_lock(one, other)
                say(f"{one.name} lost under the lock: {other.name} writes after {seconds:.1f} s")
            play_on_hosts(both, arguments)
        finally:
            for fault in faults(both[0].federation.parts):
                say(fault)


if __name__ == "__main__":
    main()
