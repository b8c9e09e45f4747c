"""A whole tournament on tablets: the truth, what the tablets were sent, and what the book must contain.

The truth is dealt here, before any result is entered. Tablets enter it, or something else, or both; some are
without network for a while and the desk enters their paper. The desk and the director use the functions of
the program. In the end everything is computed anew, from the truth and from what the tablets keep.
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
from tests.web.device_api.book import BookChecks
from tests.web.device_api.client import WRITTEN_ANSWERS, Client, KeptResult, carry
from tests.web.device_api.desk import Desk
from tests.web.device_api.network import Network, ServerPower, Tablet
from tests.web.device_api.played import GAMES, Json, PlayedMeeting, match

THREADS = 8
TIMEOUT = 300

# The ways in which a tablet treats the game of a round, and how often (in hundredths).
HONEST, WRONG, TYPO, AWAY, CARRIED, SILENT = "honest", "wrong", "typo", "away", "carried", "silent"
FIRST_TABLET_CHANCES = {HONEST: 78, TYPO: 8, AWAY: 8, CARRIED: 6}
SECOND_TABLET_CHANCES = {HONEST: 45, WRONG: 15, SILENT: 40}
PHONE_CHANCES = {HONEST: 74, WRONG: 8, AWAY: 6, CARRIED: 6, SILENT: 6}
STALE_PAGE_CHANCE = 0.02  # a page of the round before, still open, is filled in again


@dataclass(frozen=True)
class Size:
    """The size of a tournament, its game and devices, and the rounds in which the laptop dies for good."""

    tables: int
    rounds: int
    kills: int
    seed: int = 4
    second_tablets: float = 0.3
    game: str = "cribbage"
    best_of: int = 1
    phones: bool = False
    replaced: tuple[int, ...] = ()
    three: bool = False  # one more player than seats for two: a table of three in each round


@dataclass
class Seat:
    """One tablet, or a player's phone, and what it is about to do."""

    tablet: Tablet
    first: bool
    chances: dict[str, int]
    task: str = SILENT
    page: Json | None = None
    claim: str = ""  # of the first game
    correction: str = ""
    away_until: int = -1
    code: str = ""

    @property
    def client(self) -> Client:
        return self.tablet.client


class SimulatedTournament(Desk, BookChecks):
    """The tournament, from joining to the last answer."""

    def __init__(self, size: Size, start: Callable[[int], Process]) -> None:
        from tests import factories
        from tournaments.rounds import stages

        self.size = size
        self.game = GAMES[size.game]
        self.chance = Random(size.seed)
        make = factories.tournament if size.game == "cribbage" else factories.gin
        rules: dict[str, Any] = {"odd": "three", "tables": size.tables} if size.three else {}
        if size.best_of > 1:
            rules["match"] = {"kind": "best_of", "games": size.best_of}
        self.tournament = make(2 * size.tables + size.three, rounds=size.rounds, seed=size.seed, **rules)
        self.stage = stages.qualifying(self.tournament)
        self.network = Network(ServerPower(start))
        self.truth: dict[tuple[int, int], PlayedMeeting] = {}
        self.happened: Counter[str] = Counter()
        self.disagreeing: set[tuple[int, int]] = set()
        self.round_of: dict[str, int] = {}  # by nonce
        self.number = 0
        self.copy = b""
        self.seats: list[Seat] = []
        self._hand_out()

    def _hand_out(self) -> None:
        from tournaments import devices
        from tournaments.web.table_status import statuses

        if self.size.phones:
            statuses.allow_phones(self.tournament, True, by=None)
            for invited in devices.invite_players(self.tournament):
                self._give(invited.secret, PHONE_CHANCES)
            return
        for invited in devices.invite_tables(self.tournament):
            if invited.place.number <= self.size.tables:
                self._give(invited.secret, FIRST_TABLET_CHANCES)
                if self.chance.random() < self.size.second_tablets:
                    self._give(invited.code, SECOND_TABLET_CHANCES)

    def _give(self, text: str, chances: dict[str, int]) -> None:
        tablet = Tablet(Client(text), self.network, Random(self.chance.random()))
        self.seats.append(Seat(tablet, chances is not SECOND_TABLET_CHANCES, chances))

    # The tournament

    def play(self) -> None:
        """Play all rounds, killing the server now and then."""
        self.network.power.on()
        self._on_tablets(self._has_come)
        tripped = Counter(self.chance.randrange(1, self.size.rounds + 1) for _ in range(self.size.kills))
        for number in range(1, self.size.rounds + 1):
            self._begin(number)
            self._on_tablets(self._at_work, trips=tripped[number], replaced=number in self.size.replaced)
            self._desk_enters_paper()
            self._desk_decides()
            self._desk_answers()
            self._close()
        self.number += 1
        for seat in self.seats:
            seat.away_until = 0
        self._on_tablets(self._is_told)
        self._desk_answers()
        self._on_tablets(self._quiet)
        self._desk_decides()

    def _begin(self, number: int) -> None:
        self.number = number
        lacks_the_round = bool(number % 2)
        if lacks_the_round:
            self._take_a_copy()
        self._open()
        if not lacks_the_round:
            self._take_a_copy()
        for meeting in self.round.meetings.filter(void_act=None).prefetch_related("seats__entry"):
            seats = sorted(meeting.seats.all(), key=lambda seat: seat.letter)
            games = match(self.game, self.chance, self.stage.rules, self.size.best_of, len(seats))
            players = tuple(seat.entry.number for seat in seats)
            self.truth[number, meeting.place.number] = PlayedMeeting(players, games)
            self.happened["tables of three"] += len(seats) == 3
        self._desk_lets_in()
        for seat in self.seats:
            self._deal_task(seat)

    def _open(self) -> None:
        from tournaments import rounds

        self.round = rounds.open_round(rounds.seat(self.stage, self.number, by=None), by=None)

    def _take_a_copy(self) -> None:
        """Take a copy, as after every act: what tablets send from now on is not in it."""
        from tournaments.transfer import copies

        if self.number in self.size.replaced:
            self.copy = copies.seal_copy(copies.pack(self.tournament))

    def _go_on_from_the_copy(self) -> None:
        """Go on from the copy on another laptop, at the same address, seating a game that it lacks."""
        from tournaments.rounds import stages
        from tournaments.transfer import copies

        before = set(self.round.meetings.values_list("uid", flat=True))
        self.tournament = copies.restore(copies.open_copy(self.copy), by=None)
        self.stage = stages.qualifying(self.tournament)
        found = self.stage.rounds.filter(number=self.number).exclude(state="void").first()
        if found is None:
            self._open()
        else:
            self.round = found
        assert set(self.round.meetings.values_list("uid", flat=True)) == before
        self.happened["laptops replaced"] += 1

    def _deal_task(self, seat: Seat) -> None:
        seat.claim = seat.correction = seat.code = ""
        if seat.away_until >= self.number:
            seat.task = SILENT
            return
        if self.chance.random() < 0.02:
            seat.tablet.switched_off_and_on()
        if self.chance.random() < STALE_PAGE_CHANCE and seat.page:
            self._fill_in(seat, WRONG)
            self.happened["stale pages"] += 1
        seat.page = None
        seat.task = self.chance.choices(list(seat.chances), list(seat.chances.values()))[0]
        self.happened[seat.task] += 1

    def _on_tablets(self, done: Callable[[Seat], bool], *, trips: int = 0, replaced: bool = False) -> None:
        """Let every tablet go on until it is done, several at a time, while the server is killed."""
        waiting = deque(seat for seat in self.seats if not done(seat))
        busy = len(waiting)
        self.chance.shuffle(waiting)
        failures: list[BaseException] = []
        until = time.monotonic() + TIMEOUT

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
        self._trip_over_the_plug(threads, trips, replaced, every=max(1, busy * 2 // (trips + replaced + 1)))
        if failures:
            raise failures[0]
        assert not waiting, [(seat.task, seat.client.here) for seat in waiting]

    def _trip_over_the_plug(
        self, threads: list[threading.Thread], trips: int, replaced: bool, *, every: int
    ) -> None:
        """Kill the server again and again while the tablets are at work, always after so many answers."""
        deaths: list[Callable[[], None]] = [self.network.power.trip] * trips
        if replaced:
            deaths.insert(trips // 2, lambda: self.network.power.trip(self._go_on_from_the_copy))
        for thread in threads:
            thread.start()
        begun = self.network.happened["answered"]
        for turn, die in enumerate(deaths, start=1):
            while self.network.happened["answered"] < begun + turn * every and any(map(alive, threads)):
                time.sleep(0.002)
            die()
        for thread in threads:
            thread.join()

    # A tablet

    def _step(self, seat: Seat) -> None:
        """Do one exchange of one tablet, and what its players do then."""
        client = seat.client
        if seat.away_until >= self.number:
            return
        if client.token and client.unsent() and seat.tablet.chance.random() < 0.7:
            ask = client.send()
        elif client.token and seat.page is not None and seat.tablet.chance.random() < 0.02:
            ask = client.call()
        else:
            ask = client.look() if client.token else client.join()
            if (newcomer := client.let_in()) and seat.tablet.chance.random() < 0.4:
                ask = newcomer
                self.happened["let in by the first tablet"] += 1
        assert ask
        seat.tablet.exchange(ask)
        self._look_at_the_page(seat)
        if seat.code:
            self._carry(seat)

    def _look_at_the_page(self, seat: Seat) -> None:
        """Let the players enter what the page asks for, when it asks."""
        here = seat.client.here
        round_ = here.get("round")
        if not round_ or round_["number"] != self.number or round_["state"] != "open":
            return
        if not here["may_report"]:  # it waits to be let in
            return
        if seat.page is None:
            (seat.page,) = here["meetings"]
            if seat.page["state"] == "playing" and not seat.page["results"]:
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
                (claimed,) = self._results(seat.page, HONEST)[:1]
                seat.correction = seat.client.keep(meeting, claimed, kind="correction", game=1)
                self.round_of[seat.correction] = meeting["round"]

    def _fill_in(self, seat: Seat, how: str) -> None:
        """Enter every game of the match, one after the other; the first is the one with a mistake."""
        assert seat.page
        results = self._results(seat.page, how, seat.tablet.chance)
        nonces = [seat.client.keep(seat.page, data, game=game) for game, data in enumerate(results, start=1)]
        self.round_of |= dict.fromkeys(nonces, seat.page["round"])
        seat.claim = nonces[0]
        if how in (WRONG, TYPO):
            self.disagreeing.add((seat.page["round"], seat.page["table"]))

    def _results(self, page: Json, how: str, chance: Random | None = None) -> list[Json]:
        played = self.truth[page["round"], page["table"]]
        players = [side["entries"][0]["number"] for side in page["sides"]]
        assert players == list(played.players), (page, played)
        first, *others = played.games
        if how in (WRONG, TYPO):
            assert chance
            first = self.game.mistake(first, chance, self.size.best_of == 1)
        return [first, *others]

    def _card_is_right(self, page: Json) -> None:
        """Check that the card so far on the page is what was played, round for round."""
        for side in page["sides"]:
            (entry,) = side["entries"]
            scores = self.scores_of(entry["number"], before=page["round"])
            given = (entry["games"], entry["won"], entry["points"])
            won = sum(score.won for score in scores)
            assert given == (len(scores), won, sum(score.points for score in scores)), (page, scores)

    def _carry(self, seat: Seat) -> None:
        """Carry the code to the desk; the desk's page is on the laptop itself, and has the answer."""
        epoch = self.tournament.epoch
        answer = self.network.ask(carry([seat.code]), seat.tablet.chance)
        if answer is None or answer.status != 200:
            return
        (reply,) = answer.body["answers"]
        if reply["answer"] in WRITTEN_ANSWERS:
            if epoch == self.tournament.epoch:
                seat.client.kept[seat.claim].answers.append(reply | {"epoch": epoch})
        else:  # a laptop that goes on from a copy: the device has to join again, or the game to be seated
            assert self.happened["laptops replaced"], reply
        seat.code = ""

    def _has_come(self, seat: Seat) -> bool:
        """Return whether it has joined, and has been sent what should be here."""
        return bool(seat.client.token and seat.client.here)

    def _at_work(self, seat: Seat) -> bool:
        """Return whether nothing is left to do in this round; older results wait for the desk."""
        if seat.away_until >= self.number or not seat.client.here.get("may_report", True):
            return True
        if any(not self._waits_at_the_desk(kept) for kept in seat.client.unsent()):
            return False
        if (seat.page is None and seat.task != SILENT) or seat.code:
            return False
        return seat.task != TYPO or bool(seat.correction)

    def _waits_at_the_desk(self, kept: KeptResult) -> bool:
        """Return whether it came too late, and was answered so."""
        later = kept.answer is not None and kept.answer["answer"] == "later"
        return later and self.round_of[kept.result["nonce"]] < self.number

    def _is_told(self, seat: Seat) -> bool:
        """Return whether everything that it keeps has reached the present laptop."""
        if seat.client.epoch != self.tournament.epoch or not seat.client.token:
            return False
        return all(self._waits_at_the_desk(kept) for kept in seat.client.unsent())

    def _quiet(self, seat: Seat) -> bool:
        """Return whether every result that it keeps has its answer of this laptop, and none is on the way."""
        if seat.client.unsent() or seat.client.epoch != self.tournament.epoch:
            return False
        seat.tablet.hear(everything=True)
        return not seat.client.unsent() and bool(seat.client.token)


def alive(thread: threading.Thread) -> bool:
    return thread.is_alive()
