"""Tablets at the end of a round, on the laptop's settings: a real `serve` process on a SQLite file.

| goal                                                                    | measured against           |
|-------------------------------------------------------------------------|----------------------------|
| 50 clients: the whole path of a result at 0.60 of a bare insert or more | the same server, one insert |
| its p99 at most twice that of the bare insert                           |                            |
| 200 tables post within 10 s while they ask every 5 s: p99 under 1 s     | 1 s                        |
| 16 stalled half-sent requests delay another table by 0.1 s at the most  | 0.1 s                      |
| 1 000 phones watch, 1 050 connections of one address stall: p99 under 1 s | 1 s                      |

If anything is refused in any of them, the bench fails.
"""

import random
import statistics
from collections.abc import Callable, Iterator
from datetime import date
from uuid import uuid4

from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from tests.lab.bench import clients
from tests.lab.bench.compare import Row
from tests.processes import Process
from tests.web.device_api.client import Ask

TABLES, CLIENTS, STALLED_REQUESTS = 200, 50, 16
PHONES, HALF_REQUESTS = 1000, 1050
POST_SECONDS, POLL_SECONDS = 10.0, 5.0
PATH_GOAL, P99_GOAL = 1 / 0.60, 2.0
WARM_UP = 3  # each connection of PostgreSQL plans a statement anew until it was sent about ten times
GAMES = 20  # single games of a quarter of a second scatter by a half


def rows() -> Iterator[Row]:
    """Yield the rows of the table above."""
    call_command("migrate", verbosity=0)
    hall = Hall()
    ours = _start_server("manage.py", "serve", "--host", "127.0.0.1", "--port", "0")
    bare = _start_server("-m", "tests.lab.bench.bare_insert", "serve", "0")
    try:
        yield from bare_insert_rows(hall, [ours.url], [bare.url])
        yield from _round_end_rows(hall, ours.url)
        yield from _stalled_rows(hall, ours.url)
        yield from _crowd_rows(hall, ours.url)
    finally:
        ours.kill()
        bare.kill()


def _start_server(*arguments: str) -> Process:
    process = Process(*arguments, CHEVILLE_DATA=str(settings.DATA_DIR), CHEVILLE_LANG="en")
    process.url = process.wait_for(r"http://localhost:\d+").group().replace("localhost", "127.0.0.1")
    if arguments[0] == "manage.py":
        process.wait_for("Ctrl-C")  # the address is printed before requests are answered
    return process


class Hall:
    """Tables with a tablet each, and one open game after the other without results."""

    def __init__(self, tables: int = TABLES) -> None:
        from tournaments import devices, rounds
        from tournaments.rounds import stages
        from tournaments.transfer import simulated_tournament

        self.tournament = simulated_tournament.set_up(
            2 * tables, seed=1, by=None, name="bench", house_name="house", day=date(2026, 11, 21)
        )
        self.stage = stages.qualifying(self.tournament)
        self.round = rounds.open_round(rounds.seat(self.stage, 1, by=None), by=None)
        invited = devices.invite_tables(self.tournament)
        self.tokens = {
            it.place_id: devices.join(it.secret, uuid4()).token for it in invited[:tables] if it.place
        }

    def next_game(self) -> list[Ask]:
        """Open a game, and return a result of every table."""
        from tournaments.models import Meeting, Round, Seat

        last = self.stage.rounds.order_by("-number").first()
        round_ = Round.objects.create(
            stage=self.stage, number=last.number + 1, state=Round.State.OPEN, uid=uuid4()
        )
        seated = list(self.round.meetings.filter(void_act=None).prefetch_related("seats__entry"))
        made = Meeting.objects.bulk_create(
            Meeting(round=round_, place_id=meeting.place_id, uid=uuid4(), games_planned=1)
            for meeting in seated
        )
        seats, asks = [], []
        for meeting, old in zip(made, seated, strict=True):
            sitting = sorted(old.seats.all(), key=lambda seat: seat.side)
            seats += [
                Seat(
                    meeting=meeting,
                    entry=seat.entry,
                    letter=seat.letter,
                    side=seat.side,
                    order_in_side=seat.order_in_side,
                )
                for seat in sitting
            ]
            asks.append(self.result(meeting, [[seat.entry.number] for seat in sitting]))
        Seat.objects.bulk_create(seats)
        return asks

    def result(self, meeting, sides: list[list[int]]) -> Ask:
        """Return what the tablet of that table sends."""
        data = {
            "nonce": uuid4().hex,
            "meeting": str(meeting.uid),
            "game": 1,
            "basis": 0,
            "kind": "claim",
            "sides": sides,
            "data": {"v": 1, "pegged": [121, 88]},
            "seen_at": timezone.now().isoformat(),
        }
        token = self.tokens[meeting.place_id]
        return Ask("/api/1/submit", {"token": token, "epoch": 1, "results": [data]})


def check_all_accepted(outcome: clients.Answers, count: int) -> clients.Answers:
    assert outcome.answers == ["accepted"] * count, outcome.answers
    assert set(outcome.statuses) == {200}, outcome.statuses
    return outcome


def bare_insert_rows(hall: Hall, ours: list[str], bare: list[str], where: str = "") -> Iterator[Row]:
    """Yield rows of results of all tables by so many clients, beside bare inserts by as many processes."""

    def measured(urls: list[str]) -> clients.Answers:
        return check_all_accepted(clients.send_at_once(urls, hall.next_game(), clients=CLIENTS), TABLES)

    for _ in range(WARM_UP):
        measured(ours), measured(bare)
    pairs = [(measured(ours), measured(bare)) for _ in range(GAMES)]
    columns = list(zip(*pairs, strict=True))

    def median(of: Callable[[clients.Answers], float]) -> list[float]:
        return [statistics.median(of(outcome) for outcome in column) for column in columns]

    whole, one = median(lambda outcome: outcome.seconds)
    yield Row(f"{TABLES} results, {CLIENTS} clients{where}", whole, one, "bare inserts", PATH_GOAL)
    whole, one = median(lambda outcome: outcome.wait(99))
    yield Row(f"their p99{where}", whole, one, "bare inserts", P99_GOAL)


def _crowd_rows(hall: Hall, url: str) -> Iterator[Row]:
    page = f"{url}/t/{hall.tournament.slug}/"
    crowd = Process("-m", "tests.lab.bench.crowd", page, str(PHONES), str(HALF_REQUESTS))
    try:
        crowd.wait_for("watching")
        yield from _round_end_rows(hall, url, f", {PHONES} phones watch, {HALF_REQUESTS} stall")
    finally:
        crowd.end()
    assert "refused 0" in crowd.output, crowd.output


def _round_end_rows(hall: Hall, url: str, beside: str = "") -> Iterator[Row]:
    chance = random.Random(4)
    plan = [(chance.random() * POST_SECONDS, ask) for ask in hall.next_game()]
    for token in hall.tokens.values():
        first = chance.random() * POLL_SECONDS
        looks = {"token": token, "seen": 0, "epoch": 1, "queued": 0, "visible": True}
        plan += [
            (first + turn * POLL_SECONDS, Ask("/api/1/here", looks))
            for turn in range(int(POST_SECONDS / POLL_SECONDS))
        ]
    results, polls = clients.send_on_schedule(url, plan)
    check_all_accepted(results, TABLES)
    assert set(polls.statuses) == {200}, polls.statuses
    yield Row(
        f"{TABLES} tables post within {POST_SECONDS:.0f} s{beside}: p99",
        results.wait(99),
        1.0,
        "the limit",
        1.0,
    )
    yield Row("what they ask meanwhile: p99", polls.wait(99), 1.0, "the limit", 1.0)


def _stalled_rows(hall: Hall, url: str) -> Iterator[Row]:
    quiet = check_all_accepted(clients.send_one_by_one(url, hall.next_game()), TABLES)
    delayed = check_all_accepted(
        clients.send_one_by_one(url, hall.next_game(), stalled=STALLED_REQUESTS), TABLES
    )
    delay = max(delayed.waits) - statistics.median(quiet.waits)
    yield Row(f"delay by {STALLED_REQUESTS} stalled requests, the worst", delay, 0.1, "the limit", 1.0)
