"""A kiosk at the door, as docs/protocol.md describes it."""

import hashlib
from typing import Any
from uuid import uuid4

from django.test import Client

from tournaments import devices
from tournaments.models import Device, Tournament


class Kiosk:
    """A paired kiosk; its client has neither cookies nor a signed-in user."""

    def __init__(self, tournament: Tournament) -> None:
        self.client, self.tournament, self.uid = Client(), tournament, str(uuid4())
        self.secret = devices.invite_kiosk(tournament).secret
        paired = self.ask("pair", {"invitation": self.secret, "device": self.uid})
        assert paired.status_code == 200, paired.content
        self.token = paired.json()["token"]

    @property
    def device(self) -> Device:
        """Return the device from the database."""
        return Device.objects.select_related("tournament").get(uid=self.uid)

    def ask(self, what: str, body: dict[str, Any]) -> Any:
        """Send a request and return the response."""
        return self.client.post(f"/api/1/{what}", body, content_type="application/json")

    def listed(self, **more: Any) -> dict[str, Any]:
        """Return the list of people to check in, as the kiosk receives it."""
        return dict(self.ask("door", {"token": self.token, **more}).json())

    def person(self, number: int) -> dict[str, Any]:
        """Return a person as listed."""
        uid = str(self.tournament.entries.get(number=number).uid)
        return next(one for one in self.listed()["people"] if one["entry"] == uid)

    def arrives(self, number: int, nonce: str = "", epoch: int = 1) -> dict[str, Any]:
        """Report the arrival of a person, and return the answer."""
        uid = str(self.tournament.entries.get(number=number).uid)
        arrival = {"nonce": nonce or uuid4().hex, "entry": uid}
        body = self.ask("arrive", {"token": self.token, "epoch": epoch, "arrivals": [arrival]}).json()
        return dict(body["answers"][0])

    def key(self, text: str) -> str:
        """Return the fingerprint by which the page recognises a number or the code of a card."""
        return hashlib.sha256(f"{self.tournament.uid} {text}".encode()).hexdigest()[:32]
