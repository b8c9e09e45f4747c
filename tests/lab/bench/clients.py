"""Many tables at once against a real server: requests are built beforehand, so that sending is cheap."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tests.web.device_api.client import Ask


@dataclass
class Answers:
    """The times of the answers, and their content."""

    waits: list[float] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def wait(self, of_hundred: float) -> float:
        """Return the wait that so many of a hundred answers did not exceed."""
        return sorted(self.waits)[min(len(self.waits) - 1, int(len(self.waits) * of_hundred / 100))]


def request(ask: Ask) -> bytes:
    """Return the bytes of a request."""
    body = json.dumps(ask.body).encode()
    head = f"POST {ask.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
    head += f"Content-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


def send_at_once(urls: Sequence[str], asks: Sequence[Ask], *, clients: int) -> Answers:
    """Let `clients` tablets, shared out over web processes, send all requests, each one after the other."""
    return asyncio.run(_send_at_once(urls, [request(ask) for ask in asks], clients))


async def _send_at_once(urls: Sequence[str], requests: list[bytes], clients: int) -> Answers:
    heard, left = Answers(), list(reversed(requests))

    async def work(url: str) -> None:
        line = await _open(url)
        while left:
            await _ask(line, left.pop(), heard)
        line[1].close()

    begun = time.perf_counter()
    await asyncio.gather(*(work(urls[turn % len(urls)]) for turn in range(clients)))
    heard.seconds = time.perf_counter() - begun
    return heard


def send_on_schedule(url: str, plan: Sequence[tuple[float, Ask]]) -> tuple[Answers, Answers]:
    """Send each request at its second, over a connection of its own; return results and everything else."""
    return asyncio.run(
        _send_on_schedule(url, [(at, ask.path.endswith("submit"), request(ask)) for at, ask in plan])
    )


async def _send_on_schedule(url: str, plan: list[tuple[float, bool, bytes]]) -> tuple[Answers, Answers]:
    results, polls = Answers(), Answers()
    begun = time.perf_counter()

    async def one(at: float, is_result: bool, data: bytes) -> None:
        await asyncio.sleep(max(0.0, at - (time.perf_counter() - begun)))
        asked = time.perf_counter()
        line = await _open(url)
        await _ask(line, data, results if is_result else polls, asked)
        line[1].close()

    await asyncio.gather(*(one(*planned) for planned in plan))
    results.seconds = polls.seconds = time.perf_counter() - begun
    return results, polls


Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _open(url: str) -> Wire:
    parts = urlsplit(url)
    return await asyncio.open_connection(parts.hostname, parts.port)


async def _ask(line: Wire, data: bytes, heard: Answers, asked: float | None = None) -> None:
    reader, writer = line
    begun = asked or time.perf_counter()
    writer.write(data)
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        int(row.split(b":")[1]) for row in head.lower().split(b"\r\n") if row.startswith(b"content-length")
    )
    values: dict[str, Any] = json.loads(await reader.readexactly(length))
    heard.waits.append(time.perf_counter() - begun)
    heard.statuses.append(int(head.split(b" ", 2)[1]))
    heard.answers += [answer["answer"] for answer in values.get("answers", ())]


async def _send_half_requests(url: str, data: bytes, count: int) -> list[Wire]:
    lines = [await _open(url) for _ in range(count)]
    for _reader, writer in lines:
        writer.write(data[: len(data) // 2])
        await writer.drain()
    return lines


def send_one_by_one(url: str, asks: Sequence[Ask], *, stalled: int = 0) -> Answers:
    """Let one table send requests while so many others have sent half of one and nothing more."""

    async def work() -> Answers:
        heard = Answers()
        others = await _send_half_requests(url, request(asks[0]), stalled)
        for ask in asks:
            line = await _open(url)
            await _ask(line, request(ask), heard)
            line[1].close()
        for _reader, writer in others:
            writer.close()
        return heard

    return asyncio.run(work())
