"""Play a tournament with an installed Cheville: `python -m tests.installed COMMAND`.

Only the standard library is used. The test of the wheel calls it, and on each system the script that makes
the folder with Python inside.
"""

import json
import os
import re
import ssl
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path

TIMEOUT = 120.0
ROSTER_FILE = Path(__file__).parent / "registration" / "rosters" / "libre_office.ods"


class Browser:
    """A browser that is signed in and sends forms."""

    def __init__(self, address: str, context: ssl.SSLContext | None = None) -> None:
        self.address = address
        without_proxy = urllib.request.ProxyHandler({})
        secure = urllib.request.HTTPSHandler(context=context)
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(), without_proxy, secure)

    def get(self, path: str) -> bytes:
        """Return the content of a page or file. Raises `OSError` where it is not there."""
        with self.opener.open(self.address + path, timeout=TIMEOUT) as answer:
            return bytes(answer.read())

    def post(self, path: str, page: str, **fields: str) -> None:
        """Send a form of a page."""
        secret = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(page).decode())
        assert secret, page
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": secret[1], **fields}).encode()
        # By https, Django wants to know the page that sends.
        sent = urllib.request.Request(self.address + path, body, {"Referer": self.address + page})
        self.opener.open(sent, timeout=TIMEOUT).close()


def play(command: list[str], environment: dict[str, str]) -> None:
    """Play a whole tournament, serve it, read its pages, print a paper and read a list of players."""
    variables = environment | {"PYTHONIOENCODING": "utf-8", "CHEVILLE_LANG": "fr"}
    simulated = [*command, "simulate", "--format", "fadoq-15", "--players", "8", "--seed", "7"]
    subprocess.run(simulated, env=variables, check=True, timeout=TIMEOUT)
    reads = [*command, "-m", "tournaments.common.spreadsheets", "10", "5000", "50"]
    read = subprocess.run(
        reads, env=variables, input=ROSTER_FILE.read_bytes(), capture_output=True, check=True
    )
    assert json.loads(read.stdout)["sheets"], read.stdout
    serves = [*command, "serve", "--host", "127.0.0.1", "--port", "0"]
    server = subprocess.Popen(serves, env=variables, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    try:
        _visit(server)
    finally:
        server.terminate()
        server.wait(TIMEOUT)
        assert server.stdout
        server.stdout.close()


def _visit(server: "subprocess.Popen[bytes]") -> None:
    text = ""
    for line in server.stdout or ():
        text += line.decode("utf-8", "replace")
        if "Ctrl-C" in text:
            break
    found = re.search(r"(\w+-\w+-\w+-\d{4})\s[\s\S]+http://localhost:(\d+)/", text)
    assert found, text
    browser = Browser(f"http://127.0.0.1:{found[2]}")
    browser.post("/sign-in/", "/sign-in/", username="organisateur", password=found[1])
    home = browser.get("/").decode()
    assert '<html lang="fr' in home
    print_paper(browser, tournament_of(home))


def tournament_of(home: str) -> str:
    """Return the address of the tournament on the front page of its director."""
    found = re.search(r'"(/t/[\w-]+/)', home)
    assert found, home
    return found[1]


def print_paper(browser: Browser, tournament: str) -> None:
    """Read pages of a tournament, have a paper made and fetch it."""
    for page in (f"{tournament}standings/", "/judge/", "/static/icons/papers.svg"):
        assert browser.get(page)
    papers = f"{tournament}papers/"
    browser.post(f"{papers}make/scorecards_blank/", papers, size="large", language="fr-ca")
    latest = time.monotonic() + TIMEOUT
    while not (made := re.search(rf'href="({papers}[\da-f-]{{36}}/)"', browser.get(papers).decode())):
        assert time.monotonic() < latest, "The paper was not made in time."
        time.sleep(0.2)
    assert browser.get(made[1]).startswith(b"%PDF")


if __name__ == "__main__":
    play(sys.argv[1:], dict(os.environ))
    print("A tournament was played, its pages answered, and a paper was printed.")
