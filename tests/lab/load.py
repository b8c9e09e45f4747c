"""A federation's Saturday in scaled time: `python -m tests.lab.load` (`make load`).

Tournaments are played by tablets and watched by spectators against PostgreSQL, Valkey, two web processes, two
workers and beat, all on this machine, while each part is killed in turn and started again. In the end every
acknowledged result is looked up in the score book. Prints one table; fails where a result was lost or
doubled, a paper was not delivered, or any 5xx but 503 was answered. Loopback only, bounded (`--help`).
"""

import argparse
import http.client
import json
import math
import os
import random
import re
import signal
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.processes import Process, free_port
from tests.server.parts import Browser, Federation, Postgres, Valkey, until

LATE_SECONDS = 120
MAX_SECONDS = 1800
REPORT_SECONDS = 30
FAULT_PATTERN = re.compile(
    r"^(?:Internal Server Error: |Exception while serving )(?:.*\n)(?:(?![A-Z][A-Za-z ]+: /).*\n)*",
    re.MULTILINE,
)
"""The output of a web process about a 500: the path and the traceback, up to the next failed request."""
CONNECT_TIMEOUT = 2  # seconds, as docs/deploy/nginx.conf
NO_ANSWER = 0  # no answer at all: the connection was refused, or broke
RECOVERY_SECONDS = 15  # seconds after a kill in which a request does not count as outside kills


class UnknownToken(Exception):
    """Raised where the token of a device is unknown, or no longer valid."""


class LoadClient:
    """Requests with their durations and answers; used from many threads."""

    def __init__(self, servers: list[tuple[str, int]], patience: float = 20) -> None:
        self.servers, self.patience = servers, patience
        self.waits: dict[str, list[float]] = defaultdict(list)
        self.statuses: dict[str, Counter[int]] = defaultdict(Counter)
        self.disturbed_until = 0.0  # 0: no part is killed
        self.ended = threading.Event()
        self.headers: dict[str, str] = {}

    def connection(self, host: str, port: int) -> http.client.HTTPConnection:
        """Return a new connection to a server."""
        return http.client.HTTPConnection(host, port, timeout=CONNECT_TIMEOUT)

    def ask(
        self, kind: str, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, str]:
        """Send one request to any web process, as a proxy does: to another where one is not there.

        Returns the status, the body, and the ETag.
        """
        began = time.perf_counter()
        status, content, tag = NO_ANSWER, b"", ""
        for host, port in random.sample(self.servers, len(self.servers)):
            line = self.connection(host, port)
            try:
                line.connect()
            except OSError:
                continue
            try:
                line.sock.settimeout(self.patience)
                line.request(method, path, body, self.headers | headers)
                answer = line.getresponse()
                status, content, tag = answer.status, answer.read(), answer.getheader("ETag", "")
            except (OSError, http.client.HTTPException):
                pass  # it may have been accepted or not: the client asks again
            finally:
                line.close()
            break
        self.statuses[kind][status] += 1
        if status not in (NO_ANSWER, 503):
            self.waits[kind].append(time.perf_counter() - began)
        if began > self.disturbed_until > 0:
            self.statuses[f"{kind}, outside kills"][status] += 1
            self.waits[f"{kind}, outside kills"].append(time.perf_counter() - began)
        return status, content, tag

    def insist(self, kind: str, path: str, data: dict[str, Any]) -> dict[str, Any]:
        """Repeat a request, as a device does, until there is an answer."""
        while not self.ended.is_set():
            status, body, _tag = self.ask(kind, "POST", f"/api/1/{path}", json.dumps(data).encode())
            if status == 200:
                return dict(json.loads(body))
            if status == 401:
                raise UnknownToken
            time.sleep(random.uniform(0.3, 0.9))
        raise TimeoutError


def retry_database_work(work: Callable[[], Any]) -> Any:
    """Do an organiser's work, again where the database was away."""
    from django.db import InterfaceError, OperationalError, connection

    while True:
        try:
            return work()
        except (OperationalError, InterfaceError):
            connection.close()
            time.sleep(0.5)


class Tournament:
    """One tournament of the Saturday, with its tablets."""

    def __init__(self, number: int, arguments: argparse.Namespace) -> None:
        from tests import factories
        from tournaments import devices

        self.user = factories.director(f"lise-{number}-{uuid4().hex[:6]}")
        self.day = factories.tournament(arguments.players, by=self.user, seed=number)
        tablets = devices.invite_tables(self.day)[: arguments.tables]
        self.with_tablet = {invited.place_id for invited in tablets}
        self.tablets = [Tablet(invited.secret) for invited in tablets]
        self.acknowledged: list[str] = []
        self.pace = arguments.pace
        self.kept_waiting: list[float] = []  # seconds that each result of a tablet took, with all attempts

    def play(self, asking: LoadClient, browser: Browser, rounds: int) -> None:
        """Play every round: seat and open it, order a paper, play at every table at once, close it.

        Tables without a tablet write slips, which the desk enters meanwhile.
        """
        for tablet in self.tablets:
            tablet.join(asking)
        for number in range(1, rounds + 1):
            retry_database_work(lambda number=number: self.open(number))
            form = f"round=1-{number}&language=en&csrfmiddlewaretoken={'c' * 32}".encode()
            path = f"/t/{self.day.slug}/papers/make/game_papers/"
            typed = {**browser.headers, "Content-Type": "application/x-www-form-urlencoded"}
            while asking.ask("paper", "POST", path, form, **typed)[0] not in (200, 302):
                time.sleep(0.5)
            tables = [threading.Thread(target=self.table, args=(asking, tablet)) for tablet in self.tablets]
            for table in tables:
                table.start()
            self._enter_slips(number)
            for table in tables:
                table.join()
            retry_database_work(lambda number=number: self.close(number))

    def _round(self, number: int) -> Any:
        from tournaments.rounds import stages

        return stages.qualifying(self.day).rounds.exclude(state="void").filter(number=number).first()

    def open(self, number: int) -> None:
        """Seat a round if it is not, and open it."""
        from tournaments import rounds
        from tournaments.rounds import stages

        if self._round(number) is None:
            rounds.seat(stages.qualifying(self.day), number, by=self.user)
        rounds.open_round(self._round(number), by=self.user)

    def close(self, number: int) -> None:
        """Close a round."""
        from tournaments import rounds

        rounds.close_round(self._round(number), by=self.user)

    def _enter_slips(self, number: int) -> None:
        meetings = retry_database_work(
            lambda: list(self._round(number).meetings.exclude(place__in=self.with_tablet))
        )
        for meeting in meetings:
            pegged = [121, random.randint(70, 119)]
            retry_database_work(lambda meeting=meeting, pegged=pegged: self._enter(meeting, pegged))

    def _enter(self, meeting: Any, pegged: list[int]) -> None:
        from tournaments.rounds import scores

        nonce = f"slip-{meeting.uid}"
        data, sides = {"v": 1, "pegged": pegged}, scores.sides_of(meeting)
        scores.write_line(meeting, data=data, sides=sides, by="desk", nonce=nonce, basis=0, user=self.user)
        self.acknowledged.append(nonce)

    def table(self, asking: LoadClient, tablet: "Tablet") -> None:
        """Send the result of the table of this tablet within the pace, again until it is accepted."""
        from tests.devices.test_api import result

        time.sleep(random.uniform(0, self.pace))
        answer = tablet.say(asking, "here")
        for meeting in answer["meetings"]:
            sent = result(meeting, [121, random.randint(70, 119)])
            began = time.monotonic()
            while True:
                (heard,) = tablet.say(asking, "submit", epoch=answer["epoch"], results=[sent])["answers"]
                if heard["answer"] in ("accepted", "same"):
                    self.acknowledged.append(heard["nonce"])
                    self.kept_waiting.append(time.monotonic() - began)
                    break
                time.sleep(0.5)  # `later`


class Tablet:
    """The tablet of a table."""

    def __init__(self, secret: str) -> None:
        self.secret, self.device = secret, str(uuid4())
        self.token, self.joins = "", 0

    def join(self, asking: LoadClient) -> None:
        """Join by the code of the table."""
        asked = {"invitation": self.secret, "device": self.device}
        self.token = asking.insist("join", "join", asked)["token"]
        self.joins += 1

    def say(self, asking: LoadClient, what: str, **fields: Any) -> dict[str, Any]:
        """Send something until it is answered; an unknown device reads the code of the table again.

        That happens where an answer to `join` comes too late: the request is repeated, and the one that is
        processed last ends the token of the other.
        """
        while True:
            try:
                return asking.insist(what, what, {"token": self.token, **fields})
            except UnknownToken:
                self.join(asking)


def say(line: str) -> None:
    """Print the progress, apart from the table."""
    print(line, file=sys.stderr, flush=True)


class Spectator:
    """A spectator with a telephone, who reads the page of one tournament again and again."""

    def __init__(self, slug: str) -> None:
        self.path, self.tag = f"/t/{slug}/", ""

    def look(self, asking: LoadClient) -> None:
        """Read the page, if it has changed."""
        known = {"If-None-Match": self.tag} if self.tag else {}
        _status, _said, tag = asking.ask("public", "GET", self.path, **known)
        self.tag = tag or self.tag


def watch(asking: LoadClient, spectators: list[Spectator], every: float) -> None:
    """Let so many spectators each look every so many seconds."""
    while True:
        for spectator in spectators:
            if asking.ended.wait(random.uniform(0, 2 * every / len(spectators))):
                return
            spectator.look(asking)


def kill_in_turn(federation: Federation, asking: LoadClient, kills: int, every: float) -> Counter[str]:
    """Kill a web process, a worker, Valkey and PostgreSQL, and start each again, until it is over."""
    killed: Counter[str] = Counter()
    ports = [port for _host, port in asking.servers]
    webs = {port: federation.web(port) for port in ports}
    workers = [federation.worker() for _turn in range(2)]
    federation.beat()

    def a_web_process() -> None:
        port = random.choice(ports)
        webs[port].kill()
        webs[port] = federation.web(port)

    def a_worker() -> None:
        workers.pop(0).kill()
        workers.append(federation.worker())

    def valkey() -> None:
        federation.valkey.kill()
        time.sleep(2)
        federation.valkey.start()

    def postgresql() -> None:
        federation.postgres.kill()
        time.sleep(2)
        federation.postgres.start()

    asking.disturbed_until = time.perf_counter() + RECOVERY_SECONDS if kills else 0

    def work() -> None:
        for kill in [a_web_process, a_worker, valkey, postgresql] * kills:
            if asking.ended.wait(every):
                return
            asking.disturbed_until = math.inf
            kill()
            asking.disturbed_until = time.perf_counter() + RECOVERY_SECONDS
            killed[kill.__name__.replace("_", " ")] += 1

    threading.Thread(target=work, name="kills", daemon=True).start()
    return killed


@contextmanager
def parts(address: str = "") -> Iterator[Federation]:
    """Yield the parts of a server, with Django on their database; the databases answer at `address` too."""
    with tempfile.TemporaryDirectory(prefix="cheville-load-") as folder:
        postgres, valkey = Postgres(address), Valkey(address or "127.0.0.1")
        (Path(folder) / "static").mkdir()
        os.environ.update(DATABASE_URL=postgres.url, REDIS_URL=valkey.url, CHEVILLE_DATA=folder)
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        federation = Federation(postgres, valkey, Path(folder))
        federation.patience = LATE_SECONDS
        federation.environment |= {"JOB_SWEEP": "3", "JOB_LEASE": "6", "JOB_RESEND": "15"}
        try:
            yield federation
        finally:
            federation.end()
            valkey.kill()
            postgres.end()


def main() -> None:
    """Play, kill, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=20)
    parser.add_argument("--players", type=int, default=200, help="players of each")
    parser.add_argument("--tables", type=int, default=50, help="tables of each with a tablet")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pace", type=float, default=1.5, help="seconds that a game takes at most")
    parser.add_argument("--spectators", type=int, default=5000)
    parser.add_argument("--every", type=float, default=200.0, help="seconds between two looks of each")
    parser.add_argument("--readers", type=int, default=100, help="threads that ask for the spectators")
    parser.add_argument("--kills", type=int, default=5, help="of each part; 0 for none")
    parser.add_argument("--between", type=float, default=6.0, help="seconds between two kills")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_about: sys.exit(143))  # the parts end with it
    with parts() as federation:
        play_tournaments(federation, arguments)


def play_tournaments(federation: Federation, arguments: argparse.Namespace) -> None:
    """Play one Saturday on these parts."""
    from django.db import connections

    asking = LoadClient([("127.0.0.1", free_port()) for _turn in range(2)])
    tournaments = [Tournament(number, arguments) for number in range(arguments.tournaments)]
    say("the tournaments are there")
    killed = kill_in_turn(federation, asking, arguments.kills, arguments.between)
    slugs = [tournament.day.slug for tournament in tournaments]
    base = f"http://127.0.0.1:{asking.servers[0][1]}"

    def day(tournament: Tournament) -> None:
        tournament.play(asking, Browser(base, tournament.user), arguments.rounds)
        connections.close_all()

    began = time.monotonic()
    players = [threading.Thread(target=day, args=(one,), daemon=True) for one in tournaments]
    spectators = [Spectator(slugs[number % len(slugs)]) for number in range(arguments.spectators)]
    shares = [spectators[turn :: arguments.readers] for turn in range(arguments.readers)]
    watching = [
        threading.Thread(target=watch, args=(asking, share, arguments.every), daemon=True)
        for share in shares
        if share
    ]
    for thread in [*players, *watching]:
        thread.start()
    while time.monotonic() - began < MAX_SECONDS:
        playing = [thread for thread in players if thread.is_alive()]
        if not playing:
            break
        playing[0].join(REPORT_SECONDS)
        taken = sum(len(tournament.acknowledged) for tournament in tournaments)
        say(f"{time.monotonic() - began:.0f} s: {taken} results acknowledged, killed {dict(killed)}")
    every = 4 * arguments.kills
    if every:
        until(lambda: sum(killed.values()) >= every, within=every * (arguments.between + 20))
    seconds = time.monotonic() - began
    asking.ended.set()
    try:
        if report(asking, tournaments, killed, seconds):
            sys.exit(1)
    finally:
        for fault in faults(federation.parts):
            say(fault)


def faults(parts: list[Process]) -> list[str]:
    """Return the log entries of all parts about each 500, those of killed web processes too."""
    return [found[0] for part in parts for found in FAULT_PATTERN.finditer(part.output)]


def report(asking: LoadClient, tournaments: list[Tournament], killed: Counter[str], seconds: float) -> bool:
    """Print the table; return whether anything went wrong."""
    from tournaments.common import jobs
    from tournaments.models import Job, Line
    from tournaments.rounds import scores

    retry_database_work(
        lambda: until(
            lambda: not Job.objects.filter(state__in=jobs.UNFINISHED).exists(), within=2 * LATE_SECONDS
        )
    )
    made = list(Job.objects.values_list("state", "created_at", "finished_at"))
    late = sum(
        (done - asked).total_seconds() > LATE_SECONDS for state, asked, done in made if state == "done"
    )
    undone = sum(state != "done" for state, _asked, _done in made)
    acknowledged = [nonce for tournament in tournaments for nonce in tournament.acknowledged]
    days = [tournament.day for tournament in tournaments]
    written = Counter(Line.objects.filter(tournament__in=days).values_list("nonce", flat=True))
    lost = sum(written[nonce] == 0 for nonce in acknowledged)
    doubled = sum(count > 1 for count in written.values()) + sum(written.values()) - len(acknowledged)
    wrong = sum(len(scores.rebuild(tournament.day, check=True)) for tournament in tournaments)
    print(f"| kind | requests | a second | p50 ms | p99 ms | no answer | 503 | other 5xx |\n|{'---|' * 8}")
    others = 0
    for kind, statuses in sorted(asking.statuses.items()):
        waits = sorted(asking.waits[kind]) or [0.0]
        middle, most = (waits[min(len(waits) - 1, len(waits) * part // 100)] * 1000 for part in (50, 99))
        broken = sum(count for status, count in statuses.items() if status >= 500 and status != 503)
        others += broken
        total = sum(statuses.values())
        print(
            f"| {kind} | {total} | {total / seconds:.1f} | {middle:.0f} | {most:.0f} | "
            f"{statuses[NO_ANSWER]} | {statuses[503]} | {broken} |"
        )
    kills = ", ".join(f"{count} x {name}" for name, count in sorted(killed.items()))
    print(f"\n{seconds:.0f} s; disturbances: {kills}")
    print(f"results acknowledged {len(acknowledged)}, lost {lost}, doubled {doubled}, differing {wrong}")
    again = sum(tablet.joins - 1 for one in tournaments for tablet in one.tablets)
    print(f"tablets {sum(len(one.tablets) for one in tournaments)}, joined again {again}")
    print(f"papers and copies {len(made)}, not made {undone}, later than {LATE_SECONDS} s {late}")
    return bool(lost or doubled or wrong or undone or late or others)


if __name__ == "__main__":
    main()
