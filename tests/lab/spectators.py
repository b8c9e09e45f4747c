"""Spectators behind the proxy: `python -m tests.lab.spectators` (`make spectators`).

Tablets send their results through nginx with docs/deploy/nginx.conf to two web processes on PostgreSQL, while
wrk offers 0, 1 000 and 10 000 polls a second of the public standings of the same tournaments, one game each.
Prints for each how much processor time the web processes took, and how long results waited. All parts run on
this machine, wrk too.
"""

import argparse
import http.client
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.lab.load import LoadClient, Tournament, parts
from tests.processes import Process, free_port
from tests.server.parts import Federation
from tests.server.proxy import PROXY_SETTINGS, SERVER_NAME, Proxy

RATES = (0, 1_000, 10_000)  # polls a second
# Seconds between two polls of one connection, as wrk cannot hold a connection for each phone.
POLL_SECONDS = 0.02
MAX_CONNECTIONS = 200
POLL_SCRIPT = """
local paths = {{ {paths} }}
local turn = 0
wrk.headers["Host"] = "{name}"
request = function()
    turn = turn % #paths + 1
    return wrk.format("GET", paths[turn])
end
delay = function()
    return {milliseconds}
end
"""


class ProxyClient(LoadClient):
    """Requests of tablets through the proxy."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__([("127.0.0.1", proxy.port)])
        self.proxy, self.headers = proxy, {"Host": SERVER_NAME}

    def connection(self, host: str, port: int) -> http.client.HTTPConnection:
        """Return a new connection to the proxy."""
        return self.proxy.connection()


@contextmanager
def run_polls(proxy: Proxy, tournaments: list[Tournament], rate: int, seconds: int) -> Iterator[list[str]]:
    """Let wrk offer so many polls a second meanwhile; its report is in the list afterwards."""
    report: list[str] = []
    if not rate:
        yield report
        return
    connections = max(1, min(MAX_CONNECTIONS, round(rate * POLL_SECONDS)))
    paths = [
        f"/t/{one.day.slug}/rows/?language={language}" for one in tournaments for language in ("en", "fr-ca")
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(
            POLL_SCRIPT.format(
                paths=", ".join(f'"{path}"' for path in paths),
                name=SERVER_NAME,
                milliseconds=round(1000 * connections / rate),
            )
        )
        script.flush()
        options = ("-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--latency", "-s", script.name)
        wrk = subprocess.Popen(
            ["wrk", *options, f"https://127.0.0.1:{proxy.port}/"], stdout=subprocess.PIPE, text=True
        )
        try:
            yield report
        finally:
            report.append(wrk.communicate()[0])


def play_game(
    number: int, rate: int, proxy: Proxy, tournaments: list[Tournament], webs: list[Process], seconds: int
) -> str:
    """Play one game of each tournament under so many polls; return the row of the table."""
    asking = ProxyClient(proxy)
    for one in tournaments:
        one.open(number)
    tablets = [(one, tablet) for one in tournaments for tablet in one.tablets]
    waits = [one.kept_waiting for one in tournaments]
    for kept in waits:
        kept.clear()
    before = processor_time(webs)
    with run_polls(proxy, tournaments, rate, seconds) as report:
        tables = [threading.Thread(target=one.table, args=(asking, tablet)) for one, tablet in tablets]
        for table in tables:
            table.start()
        for table in tables:
            table.join()
    taken = processor_time(webs) - before
    for one in tournaments:
        one.close(number)
    kept = sorted(wait for some in waits for wait in some)
    answered = re.search(r"Requests/sec:\s+([\d.]+)", report[0])[1] if report else "0"
    slow = re.search(r"99%\s+(\S+)", report[0])[1] if report else ""
    other = re.findall(r"Non-2xx.*: (\d+)|Socket errors: (.*)", report[0]) if report else []
    assert len(kept) == len(tablets), (len(kept), len(tablets))
    middle, most = (1000 * kept[len(kept) * part // 100] for part in (50, 99))
    return (
        f"| {rate} | {float(answered):.0f} | {slow} | {other or ''} | {taken:.1f} s | {len(kept)} | "
        f"{middle:.0f} | {most:.0f} |"
    )


def processor_time(webs: list[Process]) -> float:
    """Return the seconds of processor time that the web processes have taken."""
    about = [Path(f"/proc/{one.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2] for one in webs]
    return sum(int(ticks) for one in about for ticks in one.split()[11:13]) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Play a game at each rate, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=4)
    parser.add_argument("--players", type=int, default=200, help="players of each")
    parser.add_argument("--seconds", type=int, default=60, help="of a game, within which all tables end")
    arguments = parser.parse_args()
    arguments.tables, arguments.pace = arguments.players // 2, arguments.seconds * 0.9
    if not shutil.which("wrk"):
        sys.exit("wrk was not found (package wrk of Debian).")
    random.seed(7)
    with parts() as federation, tempfile.TemporaryDirectory(prefix="cheville-proxy-") as folder:
        measure_rates(federation, Path(folder), arguments)


def measure_rates(federation: Federation, folder: Path, arguments: argparse.Namespace) -> None:
    """Measure each rate on these parts."""
    webs = [federation.web(free_port(), **PROXY_SETTINGS) for _turn in range(2)]
    proxy = Proxy(folder, [int(web.url.rpartition(":")[2]) for web in webs])
    try:
        tournaments = [Tournament(number, arguments) for number in range(arguments.tournaments)]
        for one in tournaments:
            for tablet in one.tablets:
                tablet.join(ProxyClient(proxy))
        print("| polls offered | a second | p99 | errors | web processes | results | p50 ms | p99 ms |")
        print(f"|{'---|' * 8}")
        for number, rate in enumerate(RATES, 1):
            print(play_game(number, rate, proxy, tournaments, webs, arguments.seconds), flush=True)
    finally:
        proxy.end()


if __name__ == "__main__":
    main()
