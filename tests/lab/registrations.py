"""Hundreds of people register while the parts are killed: `make registrations ARGS=postgresql`.

Forty people at a time open the form and send it, in waves, some of them twice; some withdraw again. During
each wave a web process or a worker is killed and started again. With `--event` each registers for two of
three tournaments with one form; the first of them, in which all are, is looked at. PostgreSQL: two web
processes, two workers and beat. SQLite: the one process of a laptop, whose worker dies with it. In the end
every registration that a person has seen is looked up. Prints one table; fails where one was lost or doubled,
or is in one tournament alone, where there were more people than places, where the waiting list was not in
order, or where a letter is missing.
"""

import argparse
import http.client
import os
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from aiosmtpd.controller import Controller

from tests.delivery.mail.conftest import Inbox, signed_in
from tests.lab.load import FAULT_PATTERN, parts, say
from tests.processes import Process, free_port, served
from tests.server.parts import until

CAPACITY, PER_CLUB, CLUBS = 250, 40, 8
CSRF = "c" * 32
NO_ANSWER = 0  # no answer at all
TIMEOUT = 120  # seconds until everything that was queued has to be done
Kill = Callable[[], None]
Typed = dict[str, str | Sequence[str]]


class Visitor:
    """A person with a telephone of their own, who tries again until there is an answer."""

    def __init__(self, number: int, path: str, hall: "Hall", ticks: Sequence[str] = ()) -> None:
        self.number, self.path, self.hall, self.ticks = number, path, hall, ticks
        self.name = f"Personne Numéro{number:04}"
        self.club = f"Club {0 if number % 10 < 3 else 1 + number % (CLUBS - 1)}"
        self.contact = f"p{number}@example.org" if number % 2 else ""
        self.own = ""

    def register(self) -> None:
        """Register; one in four sends the form once more, one in ten withdraws."""
        form = self._until(lambda: self._ask("GET", self.path), {200})[1]
        nonce = re.findall(r'name="nonce" value="([^"]+)"', form)[0]
        typed: Typed = {"nonce": nonce, "name_1": self.name, "club": self.club, "contact": self.contact}
        typed |= {"tournaments": self.ticks}
        self.own = self._until(lambda: self._ask("POST", self.path, typed), {302})[2]
        if self.number % 4 == 0:
            again = self._until(lambda: self._ask("POST", self.path, typed), {302})[2]
            assert again == self.own, f"{self.name} has two pages: {self.own} and {again}"
        if self.number % 10 == 9:
            self._until(lambda: self._ask("POST", self.own, {"do": "withdraw"}), {302})
        shown = self._until(lambda: self._ask("GET", self.own), {200})[1]
        assert self.name in shown, f"The page of {self.name} shows another one."

    def _until(self, ask: Callable[[], tuple[int, str, str]], wanted: set[int]) -> tuple[int, str, str]:
        while True:
            answer = ask()
            if answer[0] in wanted:
                return answer
            assert answer[0] in (NO_ANSWER, 502, 503), f"{self.name}: {answer[0]} {answer[1][:2000]}"
            time.sleep(random.uniform(0.2, 0.8))

    def _ask(self, method: str, path: str, fields: Typed | None = None) -> tuple[int, str, str]:
        """Send one request; return status, body, and where it leads."""
        body = urlencode({**fields, "csrfmiddlewaretoken": CSRF}, doseq=True) if fields is not None else None
        headers = {"Cookie": f"csrftoken={CSRF}", "Accept-Language": "fr-ca"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        began = time.perf_counter()
        status, text, to = NO_ANSWER, "", ""
        for port in random.sample(self.hall.ports, len(self.hall.ports)):
            # Each has an address of their own on the loopback, as the limits count addresses.
            mine = (f"127.0.{1 + self.number // 200}.{1 + self.number % 200}", 0)
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=mine)
            try:
                line.connect()
            except OSError:
                continue
            try:
                line.request(method, path, body, headers)
                answer = line.getresponse()
                status, text = answer.status, answer.read().decode(errors="replace")
                to = answer.getheader("Location", "")
            except (OSError, http.client.HTTPException):
                pass  # it may have been done or not: it is sent again
            finally:
                line.close()
            break
        self.hall.count(method, status, time.perf_counter() - began)
        return status, text, to


class Hall:
    """The program under load: its ports, the ways to kill its parts, and what it answered."""

    def __init__(self, ports: list[int], kills: dict[str, Kill], parts: list[Process]) -> None:
        self.ports, self.kills, self.parts = ports, kills, parts
        self.statuses: dict[str, Counter[int]] = {"GET": Counter(), "POST": Counter()}
        self.waits: dict[str, list[float]] = {"GET": [], "POST": []}
        self.killed: Counter[str] = Counter()
        self._one = threading.Lock()

    def count(self, method: str, status: int, seconds: float) -> None:
        """Count an answer."""
        with self._one:
            self.statuses[method][status] += 1
            if status != NO_ANSWER:
                self.waits[method].append(seconds)

    def kill(self, turn: int) -> None:
        """Kill the part whose turn it is, and start it again."""
        name = list(self.kills)[turn % len(self.kills)]
        self.kills[name]()
        self.killed[name] += 1


@contextmanager
def postgresql_hall() -> Iterator[Hall]:
    """Yield a server: two web processes, two workers and beat."""
    with parts() as federation:
        federation.environment |= {"INTERNAL_ADDRESSES": "true", "PUBLIC_URL": "https://crible.example"}
        ports = [free_port(), free_port()]
        webs = {port: federation.web(port) for port in ports}
        workers = [federation.worker() for _turn in range(2)]
        federation.beat()

        def web() -> None:
            port = random.choice(ports)
            webs[port].kill()
            webs[port] = federation.web(port)

        def worker() -> None:
            workers.pop(0).kill()
            workers.append(federation.worker())

        yield Hall(ports, {"web process": web, "worker": worker}, federation.parts)


@contextmanager
def sqlite_hall() -> Iterator[Hall]:
    """Yield a laptop: one process with everything in it."""
    with tempfile.TemporaryDirectory(prefix="cheville-registrations-") as folder:
        os.environ.update(CHEVILLE_DATA=folder, DJANGO_SETTINGS_MODULE="config.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        port = free_port()
        quick = {"JOB_SWEEP": "3", "JOB_LEASE": "6", "PUBLIC_URL": "https://crible.example"}

        def begun() -> Process:
            options = ("--host", "127.0.0.1", "--port", str(port))
            return served(Path(folder), *options, DJANGO_SETTINGS_MODULE="config.settings", **quick)

        started = [begun()]

        def laptop() -> None:
            started[-1].kill()
            started.append(begun())

        try:
            yield Hall([port], {"laptop with its worker": laptop}, started)
        finally:
            started[-1].kill()


def main() -> None:
    """Register, kill, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", choices=["sqlite", "postgresql"])
    parser.add_argument("--people", type=int, default=400)
    parser.add_argument("--at-once", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=600.0, help="in which they come")
    parser.add_argument("--event", action="store_true", help="one form for several tournaments")
    arguments = parser.parse_args()
    mail = Controller(
        Inbox(),
        "127.0.0.1",
        free_port(),
        authenticator=signed_in,
        auth_required=True,
        auth_require_tls=False,
    )
    mail.start()
    try:
        with sqlite_hall() if arguments.database == "sqlite" else postgresql_hall() as hall:
            registered(hall, arguments, mail)
    finally:
        mail.stop()


def registered(hall: Hall, arguments: argparse.Namespace, mail: Controller) -> None:
    """Let everybody register on this program."""
    from tests import event_tournaments, factories
    from tests.delivery.mail.senders import sends_through
    from tournaments.registration.signup_settings import SignupSettings, save_settings

    tournament = factories.tournament(0)
    chosen = SignupSettings(on=True, capacity=CAPACITY * arguments.people // 400, per_club=PER_CLUB)
    save_settings(tournament, chosen, by=None)
    sends_through(mail, tournament.organisation)
    path, others = f"/t/{tournament.slug}/register/", []
    if arguments.event:
        others = event_tournaments.days(2, tournament.organisation)
        path = f"/events/{event_tournaments.event(tournament, *others, most=2).uid}/register/"
    visitors = [
        Visitor(
            at, path, hall, [str(one.uid) for one in [*others[at % 2 :][:1], tournament]] if others else []
        )
        for at in range(arguments.people)
    ]
    most = PeakCounts(tournament)
    began, failed = time.monotonic(), []

    def come(visitor: Visitor) -> None:
        try:
            visitor.register()
        except BaseException as error:
            failed.append(f"{visitor.name}: {error!r}")

    waves = [
        visitors[at :: arguments.people // arguments.at_once]
        for at in range(arguments.people // arguments.at_once)
    ]
    for turn, wave in enumerate(waves):
        time.sleep(max(0.0, began + turn * arguments.seconds / len(waves) - time.monotonic()))
        threads = [threading.Thread(target=come, args=(one,)) for one in wave]
        for thread in threads:
            thread.start()
        time.sleep(random.uniform(0, 1.5))
        hall.kill(turn)
        for thread in threads:
            thread.join()
        say(f"{time.monotonic() - began:.0f} s: wave {turn + 1} of {len(waves)}, killed {dict(hall.killed)}")
    seconds = time.monotonic() - began
    try:
        report(tournament, hall, visitors, most, mail.handler, failed, seconds)
    finally:
        most.ended.set()
        for part in hall.parts:
            for fault in FAULT_PATTERN.finditer(part.output):
                say(fault[0])


class PeakCounts:
    """The most people who had a place at once, in all and of one club, looked up all the time."""

    def __init__(self, tournament: Any) -> None:
        self.tournament, self.ended = tournament, threading.Event()
        self.people = self.of_a_club = self.looks = 0
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        from django.db import DatabaseError, connection

        from tournaments.registration.places import clubs_of_places

        while not self.ended.wait(0.2):
            try:
                clubs = Counter(clubs_of_places(self.tournament))
            except DatabaseError:
                connection.close()
                continue
            self.looks += 1
            self.people = max(self.people, clubs.total())
            self.of_a_club = max(self.of_a_club, *clubs.values(), 0)


def report(
    tournament: Any,
    hall: Hall,
    visitors: list[Visitor],
    most: PeakCounts,
    inbox: Inbox,
    failed: list[str],
    seconds: float,
) -> None:
    """Print the table; exit with 1 where anything went wrong."""
    from tournaments.common import jobs
    from tournaments.models import Job, Letter
    from tournaments.registration.event_signups import same_form_signups
    from tournaments.registration.signup_settings import settings_of
    from tournaments.registration.signup_tokens import signup_by_token
    from tournaments.registration.signups import PLACED, listed_signups

    until(lambda: not Job.objects.filter(state__in=jobs.UNFINISHED).exists(), within=TIMEOUT)
    rows = listed_signups(tournament)
    tournament.refresh_from_db()
    names = Counter(str(one.signup) for one in rows)
    owns = [signup_by_token(one.own.strip("/").rpartition("/")[2]) for one in visitors]
    chosen = settings_of(tournament)
    sent = Counter(mail["Message-ID"] for mail in inbox.letters)
    letters = Counter(Letter.objects.values_list("state", flat=True))
    print(f"| kind | requests | p50 ms | p99 ms | no answer | 503 | other 5xx |\n|{'---|' * 7}")
    for method, statuses in hall.statuses.items():
        waits = sorted(hall.waits[method])
        middle, late = (1000 * waits[min(len(waits) - 1, len(waits) * part // 100)] for part in (50, 99))
        others = sum(many for status, many in statuses.items() if status >= 500 and status != 503)
        numbers = (
            sum(statuses.values()),
            f"{middle:.0f}",
            f"{late:.0f}",
            statuses[NO_ANSWER],
            statuses[503],
            others,
        )
        print(f"| {method} | {' | '.join(map(str, numbers))} |")
    states = Counter(one.state for one in rows)
    print(f"{len(rows)} registrations in {seconds:.0f} s, killed {dict(hall.killed)}; {dict(states)}")
    print(
        f"at most {most.people} of {chosen.capacity} places, {most.of_a_club} of {chosen.per_club} of a club"
    )
    print(
        f"letters: {dict(letters)}; {sent.total()} came in, {sent.total() - len(sent)} of them a second time"
    )
    wrong = {
        "failed": failed,
        "lost": [
            one.name for one, own in zip(visitors, owns, strict=True) if own is None or str(own) != one.name
        ],
        "doubled": [name for name, many in names.items() if many > 1],
        "numbers": [one.signup.number for at, one in enumerate(rows, 1) if one.signup.number != at],
        "too many": [most.people] * (most.people > chosen.capacity)
        + [most.of_a_club] * (most.of_a_club > chosen.per_club),
        "without an entry": [
            one.signup.number for one in rows if (one.state == PLACED) != (one.entry is not None)
        ],
        "entries": [tournament.entries.count()] * (tournament.entries.count() != states[PLACED]),
        "overtaken": overtaken(rows, chosen.per_club),
        "in one alone": [
            str(one.signup) for one in rows if one.signup.group_uid and not same_form_signups(one.signup)
        ],
        "letters that wait": list(Letter.objects.filter(state="waiting").values_list("address", flat=True)),
        "without a letter": [one.contact for one in visitors if one.contact and one.contact not in inbox.to],
    }
    for name, found in wrong.items():
        print(f"{name}: {len(found)}{f' {found[:5]}' if found else ''}")
    sys.exit(any(wrong.values()))


def overtaken(rows: list[Any], per_club: int) -> list[int]:
    """Return the numbers of those who wait although a person behind them was given the place.

    Within a club the first always comes first; between clubs, where neither is full.
    """
    ever = [one.signup for one in rows if one.signup.placed_at]
    waits = [one.signup for one in rows if one.state == "waiting"]
    last = {club: max(one.number for one in ever if one.club == club) for club in {one.club for one in ever}}
    many = Counter(one.club for one in ever)
    behind = [one.number for one in waits if one.number < last.get(one.club, 0)]
    free = [club for club, count in many.items() if count < per_club]
    newest = max((last[club] for club in free), default=0)
    between = [one.number for one in waits if one.club in free and one.number < newest]
    return sorted({*behind, *between})


if __name__ == "__main__":
    main()
