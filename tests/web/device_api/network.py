"""A hall's bad Wi-Fi, and a server whose plug is pulled now and then."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.processes import Process
from tests.web.device_api.client import Answer, Ask, Client, NoAnswer, post

LATE_SHARE = 0.25  # share of the answers on the way that stay there for another while
RESTART_SECONDS = 0.05


@dataclass
class ServerPower:
    """The server, at one address throughout, and its plug."""

    start: Callable[[int], Process]
    server: Process | None = None
    port: int = 0
    kills: int = 0

    def on(self) -> None:
        """Start it, the first time at any free port, then always at the same."""
        self.server = self.start(self.port)
        self.port = int(self.server.url.rsplit(":", 1)[1])

    def trip(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Kill the server by `kill -9`, and start it again; `meanwhile` the laptop may be replaced."""
        assert self.server
        self.server.kill()
        self.kills += 1
        meanwhile()
        self.on()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@dataclass
class Network:
    """Loses a fifth of all exchanges (the question or the answer), doubles a tenth, and mixes up the rest."""

    power: ServerPower
    lost: float = 0.2
    doubled: float = 0.1
    happened: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, ask: Ask, chance: Random) -> Answer | None:
        """Send a request; return None where the question or the answer was lost."""
        fate = chance.random()
        if fate < self.lost / 2:
            self._count("questions lost")
            return None
        begun = time.perf_counter()
        try:
            answer = post(self.power.address, ask)
        except NoAnswer:
            self._count("unanswered")
            time.sleep(RESTART_SECONDS)
            return None
        with self._lock:
            self.waits.append(time.perf_counter() - begun)
        self._count("answered")
        if answer.status >= 500:
            self._count(f"status {answer.status}")
        if fate < self.lost:
            self._count("answers lost")
            return None
        return answer

    def doubles(self, chance: Random) -> bool:
        """Return whether a question arrives a second time, later."""
        twice = chance.random() < self.doubled
        if twice:
            self._count("doubled")
        return twice

    def _count(self, what: str) -> None:
        with self._lock:
            self.happened[what] += 1


@dataclass
class Tablet:
    """A client on that network: answers reach it late, in another order, or not at all."""

    client: Client
    network: Network
    chance: Random
    in_the_air: list[tuple[Ask, Answer]] = field(default_factory=list)
    doubles: list[Ask] = field(default_factory=list)

    def exchange(self, ask: Ask) -> None:
        """Send a request; then receive some of the answers so far, in any order."""
        self._send(ask)
        if self.doubles and self.chance.random() < 0.5:
            self._send(self.doubles.pop(self.chance.randrange(len(self.doubles))), again=False)
        self.hear()

    def _send(self, ask: Ask, *, again: bool = True) -> None:
        if again and self.network.doubles(self.chance):
            self.doubles.append(ask)
        answer = self.network.ask(ask, self.chance)
        if answer is None:
            self.client.lost()
        else:
            self.in_the_air.append((ask, answer))

    def hear(self, *, everything: bool = False) -> None:
        """Receive answers that are on the way."""
        self.chance.shuffle(self.in_the_air)
        stays = []
        for ask, answer in self.in_the_air:
            if not everything and self.chance.random() < LATE_SHARE:
                stays.append((ask, answer))
            else:
                self.client.receive(ask, answer)
        self.in_the_air = stays

    def switched_off_and_on(self) -> None:
        """Restart as after a flat battery: answers on the way are gone, what was kept is not."""
        self.in_the_air = []
        self.client = Client.from_state(self.client.state())
