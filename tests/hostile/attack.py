"""Hostile requests, one after the other, and their outcome."""

from __future__ import annotations

import io
import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from django.core.management import call_command

from tests import all_addresses
from tests.hostile.asking import Program, RawRequest, fault_of
from tests.hostile.hostile_requests import RandomRequests
from tests.hostile.outside import Watch
from tests.hostile.world import STATES, Person, World, faults_of_pages, quiet
from tournaments.common import jobs
from tournaments.delivery.destinations import connections
from tournaments.models import Job, Tournament, User


class Attack:
    """A series of requests that depends on the seed; `faults` has one example of each fault."""

    def __init__(
        self, seed: int, watch: Watch, states: Sequence[Callable[[User], Tournament]] = STATES
    ) -> None:
        self.seed, self.watch, self.states = seed, watch, states
        self.chance = Random(seed)
        self.program = Program()
        self.asked = self.pages = self.days = 0
        self.faults: dict[str, str] = {}
        self.kinds: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.slowest = (0.0, "")
        quiet(True)
        self.patience = connections.TIMEOUT
        connections.TIMEOUT = 1  # no server answers at random hosts

    def go_on(self, requests: int) -> None:
        """Send so many more in a new world, and look at all of its pages."""
        world = World(self.program, self.chance, self.seed, self.states)
        world.begin()
        tries = RandomRequests(world, self.chance).requests()
        self.watch.on = True
        for _ in range(requests):
            self._try(next(tries), world.person())
        self.watch.on = False

    def _try(self, asked: RawRequest, person: Person) -> None:
        asked.who = person.name
        began = time.perf_counter()
        address = f"10.{self.chance.randrange(256)}.{self.chance.randrange(256)}.7"
        answer = self.program.ask(asked, person.cookies, address)
        seconds = time.perf_counter() - began
        self.slowest = max(self.slowest, (seconds, str(asked)))
        self.asked += 1
        self.kinds[asked.kind] += 1
        self.statuses[answer.status] += 1
        if fault := fault_of(asked, answer):
            self.faults.setdefault(fault, f"request {self.asked}: {asked}\n{answer.trace}")
        if person.user and answer.header("location").startswith("/sign-in/"):
            person.sign_in()

    def look_at_everything(self, papers: int = 30, *, by_turns: bool = False) -> None:
        """Check every page of all tournaments, the score book by its lines, so many papers and copies.

        By turns: each page of one tournament only.
        """
        days = list(Tournament.objects.filter(live=True))
        pages: dict[str, list[str]] = {}
        for tournament in days:
            for page in all_addresses.pages_of(tournament):
                pages.setdefault(page.replace(tournament.slug, "", 1), []).append(page)
        chosen = [
            page
            for turn, same in enumerate(pages.values())
            for page in (same[turn % len(same) :][:1] if by_turns else same)
        ]
        self.days, self.pages = len(days), len(chosen)
        self._note(faults_of_pages(self.program, days, chosen))
        output = io.StringIO()
        try:
            call_command("rebuild", "--check", stdout=output, stderr=output)
        except (SystemExit, Exception) as error:
            self.faults["the score book is not what its lines say"] = f"{error!r}\n{output.getvalue()[:3000]}"
        self.watch.on = True
        waiting = list(Job.objects.filter(state__in=jobs.UNFINISHED).order_by("pk"))
        for job in self.chance.sample(waiting, min(papers, len(waiting))):
            self._run_job(job)
        self.watch.on = False
        for seen in self.watch.seen:
            self.faults.setdefault(f"written outside the data folder: {seen}", "")

    def end(self) -> None:
        """Restore the logging, and the patience with other hosts."""
        quiet(False)
        connections.TIMEOUT = self.patience
        self.program.end()

    def _run_job(self, job: Job) -> None:
        from tournaments import tasks
        from tournaments.transfer import copies

        work = tasks.import_string(tasks.JOB_FUNCTIONS.get(job.kind, tasks.PRINT_JOB).replace(":", "."))
        try:
            (copies.write_copy_job if job.kind == jobs.COPY else work)(job.pk)
        except Exception as error:
            self.faults.setdefault(f"a job of {job.kind}: {error!r}"[:300], str(job.args))

    def _note(self, faults: list[str]) -> None:
        for fault in faults:
            self.faults.setdefault(fault[:200], fault)
