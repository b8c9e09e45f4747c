"""Tablets on tables and phones in pockets: invitations, devices that joined, calls for a judge."""

import uuid
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import User
from tournaments.models.tournament import Entry, Place, Tournament

ONE_SCOPE = Q(place=None, entry__isnull=False) | Q(place__isnull=False, entry=None)
KIOSK = Q(place=None, entry=None)
"""A device, or an invitation, of no table and of no player: people check themselves in on it."""


class Invitation(models.Model):
    """The secret on the sheet of a table, or on a player's card: its holder may join there.

    That of a kiosk is shown on a page only, and is deleted by the one device that joins by it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="invitations")
    place = models.OneToOneField(
        Place, on_delete=models.CASCADE, null=True, blank=True, related_name="invitation"
    )
    entry = models.OneToOneField(
        Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="invitation"
    )
    secret = models.CharField(max_length=40)
    code = models.CharField(max_length=10)

    class Meta:
        ordering = ["place__number", "entry__number"]
        constraints = [
            models.CheckConstraint(condition=ONE_SCOPE | KIOSK, name="invitation_one_scope"),
            models.UniqueConstraint(fields=["tournament", "secret"], name="invitation_secret"),
            models.UniqueConstraint(fields=["tournament", "code"], name="invitation_code"),
        ]

    @property
    def is_kiosk(self) -> bool:
        return self.place_id is None and self.entry_id is None


class Device(models.Model):
    """A tablet that writes for one table, a phone for one entry, or a kiosk. Its token is not stored.

    `waits`: it joined a table where another one writes, and was not let in yet.
    `earlier_places` are the numbers of tables it was moved from: results it stored for them are still
    accepted.
    A token is recognised by `token_hash`, the hash of its fingerprint. The fingerprint itself is the key of
    the seals of offline codes: in `seal_keys` by that hash, and never in a copy. `earlier_tokens` are the
    hashes of its former tokens: they open nothing, but a code drawn with one of them is still accepted.
    """

    class State(models.TextChoices):
        ACTIVE = "active", _("in use")
        REVOKED = "revoked", _("shut out")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="devices")
    uid = models.UUIDField(default=uuid.uuid4)
    place = models.ForeignKey(Place, on_delete=models.PROTECT, null=True, blank=True, related_name="devices")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="devices")
    earlier_places = models.JSONField(default=list)
    earlier_tokens = models.JSONField(default=list)
    seal_keys = models.JSONField(default=dict)
    label = models.CharField(max_length=60, blank=True)
    token_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ACTIVE)
    waits = models.BooleanField(default=False)
    joined_at = models.DateTimeField()
    last_seen = models.DateTimeField()
    queued = models.PositiveIntegerField(default=0)
    visible = models.BooleanField(default=True)
    epoch_seen = models.PositiveIntegerField(default=0)
    meeting_rows: Mapping[uuid.UUID, list[tuple[Any, ...]]] = MappingProxyType({})
    """The rows of `raw_sql.MEETINGS` for a uid, if they were read with the device."""

    class Meta:
        ordering = ["place__number", "joined_at"]
        constraints = [
            models.CheckConstraint(condition=ONE_SCOPE | KIOSK, name="device_one_scope"),
            models.UniqueConstraint(fields=["tournament", "uid"], name="device_uid"),
            models.UniqueConstraint(fields=["tournament", "token_hash"], name="device_token"),
        ]
        indexes = [models.Index(fields=["token_hash"], name="device_by_token")]

    @property
    def is_kiosk(self) -> bool:
        return self.place_id is None and self.entry_id is None


class OfferedToken(models.Model):
    """A token that a device received when it joined again and has not used yet, with its table or entry.

    The newest one that it uses becomes its token; until it uses one, the previous token remains valid.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="offered_tokens")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="offered_tokens")
    token_hash = models.CharField(max_length=64)
    place = models.ForeignKey(Place, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=ONE_SCOPE, name="offered_one_scope"),
            models.UniqueConstraint(fields=["tournament", "token_hash"], name="offered_token"),
        ]
        indexes = [models.Index(fields=["token_hash"], name="offered_by_token")]


class Call(models.Model):
    """A request of a device to the desk, open until the desk marks it as answered.

    `who` are the entry numbers, by side, of those who claim to sit at the table (`OTHERS`); none if they
    withdraw it. A device that was shut out and scanned a sheet again has knocked there (`KNOCK`); one that
    joined a table where another was is new there (`NEW`). A result on which the desk decides (`RESULT`) is
    in `said`: `result` as it was sent, `why` it was not taken, `round`, `game`, the `points` of each side,
    and those in `counts`, which apply now. A side, in `who`, protests the result of the `round` of the
    `stage` in `said` (`PROTEST`). A person in `who` who is not expected came to a kiosk (`ARRIVAL`).
    `answered_by` answered it at the desk; None: the table itself did.
    """

    class What(models.TextChoices):
        JUDGE = "judge", _("a judge")
        OTHERS = "others", _("others sit there")
        KNOCK = "knock", _("wants to be let in")
        RESULT = "result", _("a result to be looked at")
        NEW = "new", _("a new device")
        PROTEST = "protest", _("protests a result")
        ARRIVAL = "arrival", _("arrived at a kiosk")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="calls")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="calls")
    place = models.ForeignKey(Place, on_delete=models.PROTECT, null=True, blank=True, related_name="calls")
    what = models.CharField(max_length=10, choices=What.choices, default=What.JUDGE)
    who = models.JSONField(default=list)
    said = models.JSONField(null=True, blank=True)
    nonce = models.CharField(max_length=64)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["at"]
        constraints = [models.UniqueConstraint(fields=["tournament", "nonce"], name="call_nonce")]
