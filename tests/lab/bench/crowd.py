"""Phones that watch a page, each from its own address, and connections that stall within a request.

    python -m tests.lab.bench.crowd URL PHONES HALVES

Prints «watching» once every phone has had its first answer, and at the end how many were refused.
"""

import asyncio
import contextlib
import random
import signal
import sys
from urllib.parse import urlsplit

from tournaments.laptop.http_server import raise_file_limit

POLL_SECONDS = 5.0
ATTACKER = "127.0.0.2"


class Crowd:
    """The state of the phones: how many there are, and how they were answered so far."""

    def __init__(self, url: str, phones: int) -> None:
        parts = urlsplit(url)
        self.host, self.port, self.path = parts.hostname, parts.port, parts.path
        self.phones, self.first, self.answered, self.refused = phones, 0, 0, 0

    async def watch(self, number: int, chance: random.Random) -> None:
        """Let one phone ask every five seconds, over the same connection as long as it lasts."""
        source = f"127.1.{number // 250}.{number % 250 + 1}"
        tag = ""
        await asyncio.sleep(chance.random() * POLL_SECONDS)
        seen = False
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(source, 0))
                while True:
                    asked = f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: {tag}\r\n\r\n"
                    writer.write(asked.encode())
                    status, tag = await read_answer(reader, tag)
                    self.answered += 1
                    self.refused += status not in (200, 304)
                    self.first += not seen
                    if not seen and self.first == self.phones:
                        print("watching", flush=True)
                    seen = True
                    await asyncio.sleep(POLL_SECONDS)
            await asyncio.sleep(POLL_SECONDS)


async def read_answer(reader: asyncio.StreamReader, tag: str) -> tuple[int, str]:
    """Read an answer; return its status, and the ETag to ask with next."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
    if length := int(headers.get("content-length", 0)):
        await reader.readexactly(length)
    return int(head[0].split()[1]), headers.get("etag", tag)


async def hold_half_request(crowd: Crowd) -> None:
    """Keep one connection with half a request, opening it again when it is closed."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(crowd.host, crowd.port, local_addr=(ATTACKER, 0))
            writer.write(b"POST /api/1/submit HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n{")
            await reader.read(1)
        await asyncio.sleep(POLL_SECONDS)


async def run(url: str, phones: int, halves: int) -> None:
    """Run until the signal comes."""
    raise_file_limit()
    crowd, chance = Crowd(url, phones), random.Random(8)
    tasks = [asyncio.create_task(hold_half_request(crowd)) for _ in range(halves)]
    tasks += [asyncio.create_task(crowd.watch(number, chance)) for number in range(phones)]
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    await ended.wait()
    print(f"answered {crowd.answered}, refused {crowd.refused}", flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
