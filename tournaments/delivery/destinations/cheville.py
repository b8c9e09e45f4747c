"""Another Cheville server, which imports whole tournaments, after each closed game or on demand.

It answers with JSON: `outcome` (`taken`, or `known` where it has the same state already), or `error`, a code,
with a `sentence` in the language of the tournament.
"""

import json
from typing import Any
from urllib.parse import quote

from tournaments.delivery.destinations.connections import connection_to, read_limited, wrap_network_errors
from tournaments.delivery.destinations.storage import Account, ConnectionLost, TransferError
from tournaments.transfer.copies.receiving import KNOWN, TAKEN

PATH = "/take-over/"
TIMEOUT = 180  # seconds: it writes a tournament of 400 people into its database before it answers
MAX_ANSWER_SIZE = 20_000  # bytes of an answer
OUTCOMES = (TAKEN, KNOWN)
TEMPORARY_ERRORS = ("copy_here_changed",)


class Cheville:
    """A connection to a Cheville server, with the upload key that it has issued."""

    def __init__(self, account: Account, key: str, *, tls: bool) -> None:
        self._http = connection_to(account, tls=tls)
        self._key = key
        self._path = quote(account.path.strip("/"))
        self._headers = {"Authorization": f"Bearer {key}", "User-Agent": "Cheville"}

    def try_out(self) -> None:
        """Check that the server accepts the key. Raises `TransferError`."""
        self._request("GET")

    def take(self, content: bytes, language: str) -> str:
        """Send a copy and return the outcome. Raises `TransferError`."""
        headers = {"Content-Type": "application/octet-stream", "Accept-Language": language}
        outcome: str = self._request("POST", content, headers)["outcome"]
        return outcome

    def close(self) -> None:
        self._http.close()

    def _request(
        self, method: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> dict[str, Any]:
        address = f"/{self._path}{PATH}" if self._path else PATH
        with wrap_network_errors(self._http):
            self._http.connect()
            self._http.sock.settimeout(TIMEOUT)
            self._http.request(method, address, body or None, self._headers | (headers or {}))
            answer = self._http.getresponse()
            content = read_limited(answer, MAX_ANSWER_SIZE)
            if answer.status == 200 and not content:  # it was cut in its headers
                raise ConnectionLost(answer.reason)
        self.close()
        content_read = _parse_answer(content)
        if answer.status == 200 and content_read.get("outcome") in OUTCOMES:
            return content_read
        trouble = _transfer_error(answer.status, answer.reason, content_read)
        trouble.why = trouble.why.replace(self._key, "…")  # some servers repeat what they were sent
        raise trouble


def _parse_answer(content: bytes) -> dict[str, Any]:
    """Parse the body of an answer; return an empty dict if it is not a JSON object."""
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return answer if isinstance(answer, dict) else {}


def _transfer_error(status: int, reason: str, answer: dict[str, Any]) -> TransferError:
    code, sentence = answer.get("error"), str(answer.get("sentence", ""))
    if code == "key_unknown":
        return TransferError("key_refused")
    if status == 413:  # mostly from a proxy before it, whose answer is not ours
        return TransferError("day_not_taken", f"{status} {reason}")
    if isinstance(code, str) and code not in TEMPORARY_ERRORS and 400 <= status < 500 and status != 429:
        return TransferError("day_not_taken", sentence or code)
    if code in TEMPORARY_ERRORS or status in (408, 425, 429) or status >= 500:
        return TransferError("destination_busy", sentence or f"{status} {reason}", passing=True)
    return TransferError("not_that_protocol", f"{status} {reason}")


opened = Cheville
