"""Registrations through the public form and the sheets of clubs, and where they are fetched from.

No part of any copy: contacts and tokens must not travel on USB keys. A row names its tournament and its entry
by their uids, so that it stays valid where a copy is restored.
"""

import uuid

from django.db import models
from django.utils import timezone


class ClubSheet(models.Model):
    """The sheet on which the representative of a club registers its people, opened by an invitation link.

    The token in the address follows from `nonce` and the secret key of the installation; without a nonce
    there is no link now, and a new one makes another address.
    """

    tournament_uid = models.UUIDField()
    club = models.CharField(max_length=120)
    nonce = models.UUIDField(null=True, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)

    class Meta:
        ordering = ["tournament_uid", "club"]
        constraints = [
            models.UniqueConstraint(fields=["tournament_uid", "club"], name="one_sheet_for_a_club"),
        ]

    def __str__(self) -> str:
        return self.club


class Signup(models.Model):
    """One registration of a person or a team, in the order in which they came; never deleted by itself.

    One without names was erased.

    Without `entry_uid` it is on the waiting list. A place is an entry of the roster, and what the roster says
    of it counts; `names`, `club`, `member_number` and `answers` are what was typed. `token_hash` is that of
    the token in the address of the registrant's own page. `confirmed_at` is when its e-mail address was
    confirmed by the link in a letter; another contact is confirmed anew. `request` is what they asked the
    organiser for after registration had closed. `sheet` is that of the club whose representative typed it.
    `received_from` is the uid of the tournament in whose list it was fetched from another computer
    (docs/protocol.md), where its registrant changes it: here is what that list said last, and in `paid` how
    much was paid there, as cents by how.
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    tournament_uid = models.UUIDField()
    received_from = models.UUIDField(null=True, blank=True)
    group_uid = models.UUIDField(null=True, blank=True, db_index=True)
    number = models.PositiveIntegerField()
    token_hash = models.CharField(max_length=64, unique=True)
    sheet = models.ForeignKey(
        ClubSheet, on_delete=models.SET_NULL, null=True, blank=True, related_name="signups"
    )
    names = models.JSONField(default=list)
    club = models.CharField(max_length=120, blank=True)
    member_number = models.CharField(max_length=40, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    paid = models.JSONField(default=dict, blank=True)
    consented_at = models.DateTimeField(null=True, blank=True)  # to the full name on the Internet
    language = models.CharField(max_length=10)
    entry_uid = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    placed_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    request = models.TextField(blank=True)
    requested_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament_uid", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament_uid", "number"], name="signup_number"),
            models.UniqueConstraint(fields=["tournament_uid", "uid"], name="signup_uid"),
        ]

    def __str__(self) -> str:
        return " / ".join(self.names) or "–"

    @property
    def place_uid(self) -> uuid.UUID:
        """Return the uid of the entry that is or will be made of it, on every computer."""
        return self.entry_uid or self.uid


class SignupTransfer(models.Model):
    """The two ends of the transfer of registrations from a server to a laptop.

    On the server `token_hash` is that of the token in the address that gives the list. On the laptop `source`
    is that address, encrypted. `given_at` and `fetched_at` are when either was last done.
    """

    tournament_uid = models.UUIDField(unique=True)
    token_hash = models.CharField(max_length=64, blank=True, db_index=True)
    given_at = models.DateTimeField(null=True, blank=True)
    source = models.TextField(blank=True)
    fetched_at = models.DateTimeField(null=True, blank=True)
