"""A tablet, or a player's phone, in use: joins, sends results, falls silent."""

import base64
import hashlib
import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from tests import factories
from tournaments import devices
from tournaments.devices import calls
from tournaments.models import Call, Device, Entry, Invitation, Meeting, Round, Tournament
from tournaments.rounds import scores
from tournaments.web.table_status import statuses


class Tablet:
    """A device at a table; beside another one, the desk admits it (`Newcomer`: not yet)."""

    let_in = True

    def __init__(self, tournament: Tournament, table: int, label: str = "") -> None:
        invited = next(
            one for one in devices.invite_tables(tournament) if one.place and one.place.number == table
        )
        self._join(invited, label)

    def _join(self, invited: Invitation, label: str) -> None:
        self.uid, self.pk = uuid4(), 0
        joined = devices.join(invited.secret, self.uid, label)
        self.pk, self.token = joined.device.pk, joined.token
        if self.let_in:
            devices.let_in(joined.device, by=None)

    @property
    def device(self) -> Device:
        """Return the device from the database."""
        return Device.objects.select_related("tournament", "place", "entry").get(pk=self.pk)

    def says(self, round_: Round, pegged: list[int], table: int = 0) -> scores.SubmissionResult:
        """Send the result of its table, or of another one."""
        place = self.device.place
        return self.says_of(factories.meeting_at(round_, table or (place.number if place else 0)), pegged)

    def says_of(self, meeting: Meeting, pegged: list[int]) -> scores.SubmissionResult:
        """Send the result of a meeting."""
        submission = scores.Submission(
            nonce=uuid4().hex,
            meeting=meeting.uid,
            game=1,
            kind="claim",
            data={"v": 1, "pegged": pegged},
            sides=scores.sides_of(meeting),
            basis=0,
        )
        return scores.submit(self.device, submission)

    def code_of(self, meeting: Meeting, pegged: list[int], nonce: str = "") -> str:
        """Return the code by which a finished game is carried to the desk (docs/protocol.md)."""
        result = {
            "nonce": nonce or uuid4().hex,
            "meeting": str(meeting.uid),
            "game": 1,
            "basis": 0,
            "kind": "claim",
            "sides": scores.sides_of(meeting),
            "data": {"v": 1, "pegged": pegged},
        }
        text = json.dumps({"d": devices.name_in_code(self.uid), "r": result}, separators=(",", ":"))
        body = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
        return f"CHV1.{body}.{devices.seal(body, hashlib.sha256(self.token.encode()).hexdigest())}"

    def stands(self, **fields: Any) -> None:
        """Change its last report: `minutes` ago, `queued`, `visible`."""
        if "minutes" in fields:
            fields["last_seen"] = timezone.now() - timedelta(minutes=fields.pop("minutes"))
        Device.objects.filter(pk=self.pk).update(**fields)

    def calls(self) -> Call:
        """Call a judge."""
        return calls.call_judge(self.device, uuid4().hex)


class Newcomer(Tablet):
    """A device whose admission to its table is not decided yet."""

    let_in = False


class Phone(Tablet):
    """A player's own phone, which may report."""

    def __init__(self, tournament: Tournament, entry: Entry) -> None:
        statuses.allow_phones(tournament, True, by=None)
        self._join(next(one for one in devices.invite_players(tournament) if one.entry == entry), "")
