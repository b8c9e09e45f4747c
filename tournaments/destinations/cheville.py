"""Another Cheville server, which takes over whole tournaments, after each closed game or on demand.

It answers with JSON: `outcome` (`taken`, or `known` where it has the day as it is), or `error`, a code, with
a `sentence` in the language of the tournament.
"""

import json
from typing import Any
from urllib.parse import quote

from tournaments.destinations.over_http import connection_to, faults
from tournaments.destinations.place import Account, Trouble

PATH = "/take-over/"
PATIENCE = 180  # seconds: a day of 400 people is written into its database before it answers
LONGEST = 20_000  # bytes of an answer
PASSING = ("copy_here_changed",)


class Cheville:
    """A connection to a Cheville server, with the upload key that it has issued."""

    def __init__(self, account: Account, key: str, *, tls: bool) -> None:
        self._http = connection_to(account, tls=tls)
        self._path = quote(account.path.strip("/"))
        self._headers = {"Authorization": f"Bearer {key}", "User-Agent": "Cheville"}

    def try_out(self) -> None:
        """Check that the server accepts the key. Raises `Trouble`."""
        self._asked("GET")

    def take(self, content: bytes, language: str) -> str:
        """Send a copy and return the outcome. Raises `Trouble`."""
        headers = {"Content-Type": "application/octet-stream", "Accept-Language": language}
        outcome: str = self._asked("POST", content, headers)["outcome"]
        return outcome

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def _asked(self, method: str, body: bytes = b"", headers: dict[str, str] | None = None) -> dict[str, Any]:
        address = f"/{self._path}{PATH}" if self._path else PATH
        with faults():
            self._http.connect()
            self._http.sock.settimeout(PATIENCE)
            self._http.request(method, address, body or None, self._headers | (headers or {}))
            answer = self._http.getresponse()
            content = answer.read(LONGEST)
        self.close()
        try:
            said = json.loads(content)
        except ValueError:
            said = None
        if answer.status == 200 and isinstance(said, dict) and isinstance(said.get("outcome"), str):
            return said
        raise _trouble(answer.status, answer.reason, said if isinstance(said, dict) else {})


def _trouble(status: int, reason: str, said: dict[str, Any]) -> Trouble:
    code, sentence = said.get("error"), str(said.get("sentence", ""))
    if code == "key_unknown":
        return Trouble("key_refused")
    if isinstance(code, str) and code not in PASSING and 400 <= status < 500 and status != 429:
        return Trouble("day_not_taken", sentence or code)
    if code in PASSING or status in (408, 425, 429) or status >= 500:
        return Trouble("destination_busy", sentence or f"{status} {reason}", passing=True)
    return Trouble("not_that_protocol", f"{status} {reason}")


opened = Cheville
