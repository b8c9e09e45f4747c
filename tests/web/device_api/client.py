"""A device at a table, written from docs/protocol.md alone.

`Client` is the whole of a device without a network: it returns the requests it wants to make (`Ask`), and is
given the answers, at once or much later, once or twice, or never. So a test decides what the network does to
it. `post` sends a request to a real server.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

Json = dict[str, Any]

FINAL_ANSWERS = frozenset({"accepted", "same", "conflict", "refused"})
WRITTEN_ANSWERS = frozenset({"accepted", "same", "conflict"})
BATCH_SIZE = 50
PAUSES = (2, 4, 8, 16, 30)
TIMEOUT = 10


class NoAnswer(Exception):
    """The request or its answer was lost; it is unknown which."""


class ClientFault(Exception):
    """The server did not understand the request: this client is wrong."""


@dataclass(frozen=True)
class Answer:
    """The answer of the server: its status, its JSON object, and the pause that it asks for."""

    status: int
    body: Json
    retry_after: int = 0


@dataclass(frozen=True)
class Ask:
    """One request; it remembers the token, the epoch and the results that it went out with."""

    path: str
    body: Json

    @property
    def nonces(self) -> tuple[str, ...]:
        return tuple(result["nonce"] for result in self.body.get("results", ()))


@dataclass
class KeptResult:
    """One result of the tournament: kept before it is sent, and until the tournament is over."""

    result: Json
    answer: Json | None = None
    epoch: int = 0
    answers: list[Json] = field(default_factory=list)

    @property
    def final(self) -> bool:
        return self.answer is not None and self.answer["answer"] in FINAL_ANSWERS


class Client:
    """The memory of a device; `state` and `from_state` carry it through a restart."""

    def __init__(self, invitation: str, *, device: str = "", label: str = "") -> None:
        self.invitation = invitation
        self.device = device or str(uuid.uuid4())
        self.label = label
        self.token = ""
        self.epoch = 0
        self.here: Json = {}
        self.kept: dict[str, KeptResult] = {}
        self.batch = BATCH_SIZE
        self.failures = 0

    # Requests

    def join(self) -> Ask:
        """Return a request for a token; also when the old one no longer opens anything."""
        return Ask("/api/1/join", {"invitation": self.invitation, "device": self.device, "label": self.label})

    def look(self, *, visible: bool = True) -> Ask:
        """Return a request for what should be here."""
        seen = self.here.get("version", 0)
        return Ask(
            "/api/1/here",
            {
                "token": self.token,
                "seen": seen,
                "epoch": self.epoch,
                "queued": len(self.unsent()),
                "visible": visible,
            },
        )

    def send(self) -> Ask | None:
        """Return a request with the unsent results that fit into one; None where there are none."""
        waiting = self.unsent()[: self.batch]
        if not waiting:
            return None
        return Ask(
            "/api/1/submit",
            {"token": self.token, "epoch": self.epoch, "results": [kept.result for kept in waiting]},
        )

    def call(self, what: str = "judge") -> Ask:
        """Return a request for a judge at the table."""
        return Ask("/api/1/call", {"token": self.token, "nonce": new_nonce(), "what": what})

    def let_in(self) -> Ask | None:
        """Return a request to admit the device that waits at the same table; None where none does."""
        waiting = self.here.get("newcomers") or []
        if not waiting:
            return None
        body = {"token": self.token, "epoch": self.epoch, "device": waiting[0]["device"]}
        return Ask("/api/1/let_in", body)

    def next(self) -> Ask:
        """Return the most useful request now: for a token, then unsent results, then what should be here."""
        if not self.token:
            return self.join()
        return self.send() or self.look()

    # Answers

    def receive(self, ask: Ask, answer: Answer) -> None:
        """Handle an answer, however late it is.

        Raises:
            ClientFault: the server did not understand the request.
        """
        self.failures = 0
        if answer.status == 200:
            {"join": self._joined, "here": self._looked, "submit": self._sent}.get(
                ask.path.rsplit("/", 1)[1], lambda ask, body: None
            )(ask, answer.body)
        elif answer.status == 401:
            if ask.body.get("token") == self.token:
                self.token = ""
        elif answer.status == 413:
            self.batch = max(1, self.batch // 2)
        elif answer.status in (400, 404, 405):
            raise ClientFault(f"{ask.path} {answer.status} {answer.body}")
        else:
            self.lost()

    def lost(self) -> None:
        """Note that no answer came: the pause before the next try grows."""
        self.failures += 1

    @property
    def pause(self) -> int:
        """Return the seconds to wait before asking again."""
        return PAUSES[min(self.failures, len(PAUSES)) - 1] if self.failures else 0

    def _joined(self, ask: Ask, body: Json) -> None:
        self.token = body["token"]
        self.device = body["device"]
        self._meet_epoch(body["tournament"]["epoch"])

    def _looked(self, ask: Ask, body: Json) -> None:
        if ask.body["token"] != self.token or body.get("same"):
            return
        if body["epoch"] < self.epoch:
            return  # the answer of a laptop that has been replaced since
        if body["epoch"] == self.epoch and body["version"] < self.here.get("version", 0):
            return  # overtaken by a newer answer
        self._meet_epoch(body["epoch"])
        self.here = body

    def _sent(self, ask: Ask, body: Json) -> None:
        for answer in body["answers"]:
            kept = self.kept.get(answer["nonce"])
            if kept is None:
                continue
            kept.answers.append(answer | {"epoch": body["epoch"]})
            if answer["answer"] == "other_epoch":
                continue
            if body["epoch"] != self.epoch or (kept.final and answer["answer"] not in FINAL_ANSWERS):
                continue
            if kept.final and answer["answer"] == "same":
                continue
            kept.answer, kept.epoch = answer, body["epoch"]
        if body["epoch"] > self.epoch:
            self._meet_epoch(body["epoch"])

    def _meet_epoch(self, epoch: int) -> None:
        """Begin a new epoch: every result is unsent again, and earlier answers are of no use."""
        if epoch <= self.epoch:
            return
        self.epoch = epoch
        self.here = {}
        for kept in self.kept.values():
            kept.answer = None

    # Results

    def keep(self, meeting: Json, data: Json, *, kind: str = "claim", game: int | None = None) -> str:
        """Keep a result of this meeting, as it was on the page, to be sent later; return its nonce."""
        nonce = new_nonce()
        self.kept[nonce] = KeptResult(
            {
                "nonce": nonce,
                "meeting": meeting["uid"],
                "game": game or meeting["game"],
                "basis": meeting["basis"],
                "kind": kind,
                "sides": [[entry["number"] for entry in side["entries"]] for side in meeting["sides"]],
                "data": data,
                "seen_at": "2001-01-01T00:00:00-05:00",  # a device whose battery was flat
            }
        )
        return nonce

    def unsent(self) -> list[KeptResult]:
        """Return the results without a final answer in this epoch, oldest first."""
        return [kept for kept in self.kept.values() if not kept.final]

    def carried(self, nonce: str) -> str:
        """Return the text of a result that is carried by hand, without the address before it."""
        return offline_code(self.device, self.token, self.kept[nonce].result)

    # Through a restart of the device

    def state(self) -> str:
        """Return all that must outlive a flat battery."""
        return json.dumps(
            {
                "invitation": self.invitation,
                "device": self.device,
                "token": self.token,
                "epoch": self.epoch,
                "kept": [[kept.result, kept.answer, kept.epoch, kept.answers] for kept in self.kept.values()],
            }
        )

    @classmethod
    def from_state(cls, text: str) -> Client:
        """Return the device that wrote this state."""
        data = json.loads(text)
        client = cls(data["invitation"], device=data["device"])
        client.token, client.epoch = data["token"], data["epoch"]
        client.kept = {fields[0]["nonce"]: KeptResult(*fields) for fields in data["kept"]}
        return client


def new_nonce() -> str:
    return uuid.uuid4().hex


def plain64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def offline_code(device: str, token: str, result: Json) -> str:
    """Return a result as a code that is carried by hand."""
    data = {"d": hashlib.sha256(device.encode()).hexdigest()[:32], "r": result}
    body = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    start = f"CHV1.{plain64(body.encode())}"
    key = hashlib.sha256(token.encode()).hexdigest().encode("ascii")
    return f"{start}.{plain64(hmac.digest(key, start.encode(), 'sha256'))[:16]}"


def carry(codes: Iterable[str]) -> Ask:
    """Return a request with codes that a player carried here from a device without a network."""
    return Ask("/api/1/submit", {"carried": list(codes)})


def post(address: str, ask: Ask) -> Answer:
    """Send a request to a server.

    Raises:
        NoAnswer: no whole answer came in time.
    """
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=TIMEOUT)
    try:
        body = json.dumps(ask.body).encode()
        connection.request("POST", ask.path, body, {"Content-Type": "text/plain"})
        response = connection.getresponse()
        data = json.loads(response.read())
        return Answer(response.status, data, int(response.headers.get("Retry-After", 0)))
    except (OSError, http.client.HTTPException, ValueError) as problem:
        raise NoAnswer(str(problem)) from problem
    finally:
        connection.close()
