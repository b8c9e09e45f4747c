"""A whole day on tablets: what was really played, what the tablets were told, and what the book must hold.

The truth is dealt here, before anybody enters anything. Tablets enter it, or something else, or both; some
are without network for a while and the desk enters their paper. What the desk and the director do, they do
by the functions of the day. In the end everything is worked out anew, from the truth and from what the
tablets keep.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.processes import Process
from tests.protocol.book import Book
from tests.protocol.client import WRITTEN, Client, carry
from tests.protocol.desk import Desk
from tests.protocol.network import Network, Power, Tablet

Json = dict[str, Any]
THREADS = 8
TARGET = 121
PATIENCE = 300

# What a tablet does with the game of a round, and how often (in hundredths).
HONEST, WRONG, TYPO, AWAY, CARRIED, SILENT = "honest", "wrong", "typo", "away", "carried", "silent"
FIRST = {HONEST: 78, TYPO: 8, AWAY: 8, CARRIED: 6}
SECOND = {HONEST: 45, WRONG: 15, SILENT: 40}
STALE_PAGE = 0.02  # a page of the round before, still open, is filled in again


@dataclass(frozen=True)
class Size:
    """How large a day is."""

    tables: int
    rounds: int
    kills: int
    seed: int = 4
    second_tablets: float = 0.3


@dataclass
class Seat:
    """One tablet and what it is about to do."""

    tablet: Tablet
    table: int
    first: bool
    task: str = SILENT
    page: Json | None = None
    claim: str = ""
    correction: str = ""
    away_until: int = 0
    code: str = ""

    @property
    def client(self) -> Client:
        return self.tablet.client


class Day(Desk, Book):
    """The day, from joining to the last answer."""

    def __init__(self, size: Size, start: Callable[[int], Process]) -> None:
        from tests import factories
        from tournaments import devices, stages

        self.size = size
        self.chance = Random(size.seed)
        self.tournament = factories.tournament(2 * size.tables, rounds=size.rounds, seed=size.seed)
        self.stage = stages.qualifying(self.tournament)
        self.network = Network(Power(start))
        self.truth: dict[tuple[int, int], dict[int, int]] = {}
        self.happened: Counter[str] = Counter()
        self.disagreeing: set[tuple[int, int]] = set()
        self.number = 0
        self.seats: list[Seat] = []
        for invited in devices.invite_tables(self.tournament):
            if invited.place.number <= size.tables:
                self._hand_out(invited)

    def _hand_out(self, invited: Any) -> None:
        two = self.chance.random() < self.size.second_tablets
        for index in range(1 + two):
            text = invited.secret if index == 0 else invited.code
            tablet = Tablet(Client(text), self.network, Random(self.chance.random()))
            self.seats.append(Seat(tablet, invited.place.number, first=index == 0))

    # The day

    def play(self) -> None:
        """All rounds, with the plug tripped over here and there."""
        self.network.power.on()
        tripped = Counter(self.chance.randrange(1, self.size.rounds + 1) for _ in range(self.size.kills))
        for number in range(1, self.size.rounds + 1):
            self._begin(number)
            self._on_tablets(self._at_work, trips=tripped[number])
            self._desk_enters_paper()
            self._desk_decides()
            self._close()
        self.number += 1
        for seat in self.seats:
            seat.away_until = 0
        self._on_tablets(self._quiet)
        self._desk_decides()

    def _begin(self, number: int) -> None:
        from tournaments import rounds

        self.number = number
        self.round = rounds.open_round(rounds.seat(self.stage, number, by=None), by=None)
        for meeting in self.round.meetings.filter(void_act=None).prefetch_related("seats__entry"):
            players = [
                seat.entry.number for seat in sorted(meeting.seats.all(), key=lambda seat: seat.letter)
            ]
            winner = self.chance.randrange(2)
            points = [self.chance.randrange(60, TARGET) for _ in players]
            points[winner] = TARGET
            self.truth[number, meeting.place.number] = dict(zip(players, points, strict=True))
        for seat in self.seats:
            self._deal_task(seat)

    def _deal_task(self, seat: Seat) -> None:
        seat.claim = seat.correction = seat.code = ""
        if seat.away_until >= self.number:
            seat.task = SILENT
            return
        if self.chance.random() < 0.02:
            seat.tablet.switched_off_and_on()
        if self.chance.random() < STALE_PAGE and seat.page:
            self._fill_in(seat, WRONG)
            self.happened["stale pages"] += 1
            self.disagreeing.add((self.number - 1, seat.table))
        seat.page = None
        choices = FIRST if seat.first else SECOND
        seat.task = self.chance.choices(list(choices), list(choices.values()))[0]
        self.happened[seat.task] += 1

    def _on_tablets(self, done: Callable[[Seat], bool], *, trips: int = 0) -> None:
        """Let every tablet go on until it is done, several at a time, while the server is tripped over."""
        waiting = deque(seat for seat in self.seats if not done(seat))
        busy = len(waiting)
        self.chance.shuffle(waiting)
        failures: list[BaseException] = []
        until = time.monotonic() + PATIENCE

        def work() -> None:
            while not failures and time.monotonic() < until:
                try:
                    seat = waiting.popleft()
                except IndexError:
                    return
                try:
                    self._step(seat)
                    if not done(seat):
                        waiting.append(seat)
                except BaseException as problem:
                    failures.append(problem)

        threads = [threading.Thread(target=work) for _ in range(THREADS)]
        self._trip_over_the_plug(threads, trips, every=max(1, busy * 2 // (trips + 1)))
        if failures:
            raise failures[0]
        assert not waiting, [(seat.table, seat.task, seat.client.here) for seat in waiting]

    def _trip_over_the_plug(self, threads: list[threading.Thread], trips: int, *, every: int) -> None:
        """Kill the server again and again while the tablets are at it, always after so many answers."""
        for thread in threads:
            thread.start()
        begun = self.network.happened["answered"]
        for trip in range(1, trips + 1):
            while self.network.happened["answered"] < begun + trip * every and any(map(alive, threads)):
                time.sleep(0.002)
            self.network.power.trip()
        for thread in threads:
            thread.join()

    # A tablet

    def _step(self, seat: Seat) -> None:
        """One exchange of one tablet, and what its players do then."""
        client = seat.client
        if seat.away_until >= self.number:
            return
        if client.token and client.unsent() and seat.tablet.chance.random() < 0.7:
            ask = client.send()
        elif client.token and seat.page is not None and seat.tablet.chance.random() < 0.02:
            ask = client.call()
        else:
            ask = client.look() if client.token else client.join()
        assert ask
        seat.tablet.exchange(ask)
        self._look_at_the_page(seat)
        if seat.code:
            self._carry(seat)

    def _look_at_the_page(self, seat: Seat) -> None:
        """The players enter what the page asks for, when it asks."""
        here = seat.client.here
        round_ = here.get("round")
        if not round_ or round_["number"] != self.number or round_["state"] != "open":
            return
        if seat.page is None:
            (seat.page,) = here["meetings"]
            if seat.page["state"] == "playing":
                self._card_is_right(seat.page)
            if seat.task == AWAY:
                self._fill_in(seat, HONEST)
                seat.away_until = self.number + seat.tablet.chance.randrange(3)
            elif seat.task == CARRIED:
                self._fill_in(seat, HONEST)
                seat.code = seat.client.carried(seat.claim)
            elif seat.task != SILENT:
                self._fill_in(seat, seat.task)
        elif seat.task == TYPO and not seat.correction and seat.client.kept[seat.claim].final:
            (meeting,) = here["meetings"]
            if any(result["line"] for result in meeting["results"]):
                seat.correction = seat.client.keep(
                    meeting, self._data(seat.page, HONEST), kind="correction", game=1
                )

    def _fill_in(self, seat: Seat, how: str) -> None:
        assert seat.page
        seat.claim = seat.client.keep(seat.page, self._data(seat.page, how, seat.tablet.chance), game=1)
        if how in (WRONG, TYPO):
            self.disagreeing.add((seat.page["round"], seat.table))

    def _data(self, page: Json, how: str, chance: Random | None = None) -> Json:
        players = [side["entries"][0]["number"] for side in page["sides"]]
        points = self.truth[page["round"], page["table"]]
        pegged = [points[number] for number in players]
        if how in (WRONG, TYPO):
            assert chance
            loser = pegged.index(min(pegged))
            if chance.random() < 0.5:
                pegged.reverse()
            else:
                pegged[loser] = (pegged[loser] + chance.randrange(1, 20)) % TARGET
        return {"v": 1, "pegged": pegged}

    def _card_is_right(self, page: Json) -> None:
        """The card so far on the page is what was played, round for round."""
        for side in page["sides"]:
            (entry,) = side["entries"]
            played = [points[entry["number"]] for points in self.truth_before(page["round"], entry["number"])]
            told = (entry["games"], entry["won"], entry["points"])
            assert told == (len(played), played.count(TARGET), sum(played)), (page, played)

    def truth_before(self, number: int, player: int) -> list[dict[int, int]]:
        return [
            points for (round_, _table), points in self.truth.items() if round_ < number and player in points
        ]

    def _carry(self, seat: Seat) -> None:
        """Somebody walks to the desk with the code; the desk's page is on the laptop itself, and knows."""
        answer = self.network.ask(carry([seat.code]), seat.tablet.chance)
        if answer is not None and answer.status == 200:
            (said,) = answer.body["answers"]
            assert said["answer"] in WRITTEN, said
            seat.client.kept[seat.claim].answers.append(said)
            seat.code = ""

    def _at_work(self, seat: Seat) -> bool:
        """Whether nothing is left to do in this round."""
        if seat.away_until >= self.number:
            return True
        if (seat.page is None and seat.task != SILENT) or seat.code or seat.client.unsent():
            return False
        return seat.task != TYPO or bool(seat.correction)

    def _quiet(self, seat: Seat) -> bool:
        """Whether every result that it keeps has its answer, and nothing is in the air."""
        if seat.client.unsent():
            return False
        seat.tablet.hear(everything=True)
        return not seat.client.unsent() and bool(seat.client.token)


def alive(thread: threading.Thread) -> bool:
    return thread.is_alive()
