"""A tournament in real browsers over a bad network, with a laptop killed and another replaced.

Pages are driven by taps; the director uses the functions of the program. In the end every result that a page
ever saw acknowledged is in the score book once, and the standings are what was played.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from tests.web.tablet_app.bad_network import BadNetwork
from tests.web.tablet_app.tablet import Tablet

if TYPE_CHECKING:
    from tests.processes import Process

TARGET = 121
TIMEOUT = 90  # seconds that a page may need to get an answer, on a busy machine
# as when the Wi-Fi comes back, instead of waiting for 30 s
ONLINE_EVENT = "window.dispatchEvent(new Event('online'))"
ROUND_SCRIPT = """((member) => {
  const round = member && member.told && member.told.round;
  return round && round.state === "open" ? round.number : 0;
})(Cheville.tournament.member)"""
STATE_SCRIPT = (
    "[Cheville.tournament.member.epoch, Cheville.tournament.unsentAnywhere(), Cheville.tournament.online]"
)


@dataclass(frozen=True)
class Size:
    """The size of a tournament; a second tablet is on as many of the tables."""

    tables: int
    rounds: int
    second_tablets: int = 1
    kills: int = 1  # in each round, including the one after which another laptop goes on
    replaced: int = 2  # the round in which the laptop dies for good
    seed: int = 4


class BrowserTournament:
    """One tournament, its pages, and the laptop that they talk to."""

    def __init__(
        self, size: Size, start: Callable[[], Process], page: Callable[[], Any], network: BadNetwork
    ) -> None:
        from tests.web.tablet_app.hall_server import english
        from tournaments import devices
        from tournaments.web.table_status import statuses

        self.size, self._start, self.network = size, start, network
        self.chance = Random(size.seed)
        self.tournament = english(2 * size.tables, rounds=size.rounds, seed=size.seed)
        statuses.allow_both(self.tournament, True, by=None)
        self.truth: dict[tuple[int, int], dict[int, int]] = {}
        self.acknowledged: set[str] = set()
        self.happened: Counter[str] = Counter()
        invited = devices.invite_tables(self.tournament)
        self.sheets = [f"{network.url}{devices.page_of(one)}" for one in invited]
        tables = [*range(1, size.tables + 1), *range(1, size.second_tablets + 1)]
        self.tablets = [(table, Tablet(page(), None)) for table in tables]  # type: ignore[arg-type]
        for _table, one in self.tablets:
            one.page.clock.install()
        self._on()

    # The laptop

    def _on(self) -> None:
        self.server = self._start()
        self.network.behind = self.server.url

    def _die(self) -> None:
        self._note()
        self.server.kill()
        self.happened["killed"] += 1

    def _note(self) -> None:
        """Record the results that every page has seen acknowledged so far."""
        for _table, tablet in self.tablets:
            for result in tablet.kept():
                if result["state"] in ("accepted", "same", "conflict"):
                    self.acknowledged.add(result["body"]["nonce"])

    def _go_on_from(self, copy: bytes) -> None:
        from tournaments.transfer import copies

        before = self.tournament.lines.count()
        self.tournament = copies.restore(copies.open_copy(copy), by=None)
        self.happened["laptops replaced"] += 1
        self.happened["lacked"] += before - self.tournament.lines.count()

    # The tournament

    def play(self) -> None:
        """Play all rounds."""
        for table, tablet in self.tablets:
            tablet.open(self.sheets[table - 1])
        for number in range(1, self.size.rounds + 1):
            self._round(number)

    def _round(self, number: int) -> None:
        from tests import factories
        from tournaments import rounds
        from tournaments.rounds import stages
        from tournaments.transfer import copies

        round_ = factories.open_round(self.tournament, number)
        copy = copies.seal_copy(copies.pack(self.tournament))
        self._deal(round_)
        for _table, tablet in self.tablets:
            tablet.page.evaluate(ONLINE_EVENT)
        ready = [(table, tablet, self._read_back(tablet, number, table)) for table, tablet in self.tablets]
        kills = self.size.kills - (number == self.size.replaced)
        dies_after = {len(ready) * turn // (kills + 1) for turn in range(1, kills + 1)}
        for turn, (_table, tablet, _names) in enumerate(ready, start=1):
            if turn in dies_after:
                self._die()
            tablet.touch("accept")
            if turn in dies_after:
                self._on()
        if number == self.size.replaced:
            self._until_some_are_in(number)
            self._die()
            self._go_on_from(copy)
            self._on()
        self._all_received()
        found = stages.qualifying(self.tournament).rounds.exclude(state="void").get(number=number)
        rounds.close_round(found, by=None)

    def _deal(self, round_: Any) -> None:
        for meeting in round_.meetings.filter(void_act=None):
            seats = list(meeting.seats.select_related("entry").order_by("letter"))
            points = [self.chance.randrange(60, TARGET) for _seat in seats]
            points[self.chance.randrange(2)] = TARGET
            numbers = [seat.entry.number for seat in seats]
            self.truth[round_.number, meeting.place.number] = dict(zip(numbers, points, strict=True))

    def _read_back(self, tablet: Tablet, number: int, table: int) -> list[str]:
        """Enter a game up to the read-back; all tables get there before the first accepts."""
        tablet.until(lambda: self._told(tablet) == number, TIMEOUT)
        tablet.sit_down()
        points = list(self.truth[number, table].values())
        winner = points.index(TARGET)
        return tablet.reach_read_back(winner, points[1 - winner])

    def _told(self, tablet: Tablet) -> int:
        return int(tablet.page.evaluate(ROUND_SCRIPT))

    def _until_some_are_in(self, number: int) -> None:
        """Wait until results are acknowledged that the copy lacks."""
        from tournaments.models import Line

        def some() -> bool:
            self._note()
            now = Line.objects.filter(tournament=self.tournament, meeting__round__number=number)
            return bool(self.acknowledged & set(now.values_list("nonce", flat=True)))

        self.tablets[0][1].until(some, TIMEOUT)

    def _all_received(self) -> None:
        for _table, tablet in self.tablets:
            tablet.page.evaluate(ONLINE_EVENT)
        for _table, tablet in self.tablets:
            tablet.until(lambda tablet=tablet: self._is_received(tablet), TIMEOUT)
        self._note()

    def _is_received(self, tablet: Tablet) -> bool:
        tablet.page.evaluate(ONLINE_EVENT)
        return bool(tablet.page.evaluate(STATE_SCRIPT) == [self.tournament.epoch, 0, True])

    # In the end

    def check(self) -> None:
        """Check that every result is in the book once, as it was entered, nothing else, and the standings."""
        from tournaments.models import Line
        from tournaments.rounds import scores
        from tournaments.standings import standings

        lines = list(Line.objects.filter(tournament=self.tournament))
        kept = [result for _table, tablet in self.tablets for result in tablet.kept()]
        assert sorted(line.nonce for line in lines) == sorted(result["body"]["nonce"] for result in kept)
        assert self.acknowledged == {line.nonce for line in lines}
        by_nonce = {line.nonce: line for line in lines}
        for result in kept:
            line = by_nonce[result["body"]["nonce"]]
            assert result["state"] in ("accepted", "same")
            assert (result["line"], result["body"]["data"]) == (line.number, line.data)
            assert result["body"]["sides"] == line.sides
        assert not any(tablet.errors for _table, tablet in self.tablets)
        assert scores.rebuild(self.tournament, check=True) == []
        totals: Counter[int] = Counter()
        for points in self.truth.values():
            totals.update(points)
        by_number = {row.number: (row.rank, row.points) for row in standings(self.tournament).rows}
        assert by_number == {
            player: (1 + sum(other > total for other in totals.values()), total)
            for player, total in totals.items()
        }
        self.happened["results on pages"] = len(kept)


@contextmanager
def bad_network(seed: int) -> Iterator[BadNetwork]:
    """Yield a bad network, and stop it afterwards."""
    network = BadNetwork(seed)
    try:
        yield network
    finally:
        network.close()
        for thread in threading.enumerate():
            if isinstance(thread, threading.Timer):
                thread.cancel()
