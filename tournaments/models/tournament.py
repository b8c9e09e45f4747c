"""A tournament, its entries, when they are present, and the tables of the hall."""

import uuid
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Organisation, Player
from tournaments.models.rows import (
    update,
)


class Tournament(models.Model):
    """A tournament.

    Locking its row serialises all writes to it; `version` numbers lines and audit entries in one sequence.
    """

    class Paper(models.TextChoices):
        LETTER = "letter", _("Letter")
        A4 = "a4", "A4"

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("everybody")
        LINK = "link", _("those who have the link")
        DESK = "desk", _("organisers only")

    class StandingsShown(models.TextChoices):
        """The standings that the public sees while a round is being played."""

        CLOSED = "closed", _("after each closed game")
        LIVE = "live", _("live")

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    epoch = models.PositiveIntegerField(default=1)
    live = models.BooleanField(default=True)
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="tournaments")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=200)
    date = models.DateField()
    place = models.CharField(max_length=200, blank=True)
    language = models.CharField(max_length=10, default="fr-ca")
    paper = models.CharField(max_length=10, choices=Paper.choices, default=Paper.LETTER)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    link_token = models.CharField(max_length=40, blank=True, default="", editable=False)
    standings_shown = models.CharField(
        max_length=10, choices=StandingsShown.choices, default=StandingsShown.CLOSED
    )
    settings = models.JSONField(default=dict)
    notice = models.CharField(max_length=160, blank=True, default="")
    notice_until = models.DateTimeField(null=True, blank=True)
    example = models.BooleanField(default=False)  # a rehearsal: nothing of it counts elsewhere
    hidden = models.BooleanField(default=False)  # off the lists of tournaments
    version = models.PositiveIntegerField(default=0)
    last_line = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-date", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["uid", "epoch"], name="tournament_uid_epoch"),
            models.UniqueConstraint(fields=["slug"], condition=Q(live=True), name="tournament_slug_live"),
            models.UniqueConstraint(fields=["uid"], condition=Q(live=True), name="tournament_uid_live"),
            models.UniqueConstraint(
                fields=["link_token"], condition=Q(live=True) & ~Q(link_token=""), name="tournament_link_live"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def living(cls, uid: object) -> "Tournament | None":
        """Return the life of a tournament that can be changed; None if it was deleted."""
        return cls.objects.filter(uid=uid, live=True).first()

    def save_settings(self, **settings: Any) -> None:
        """Store these settings; only under the lock."""
        self.settings = self.settings | settings
        self.save(update_fields=["settings"])

    def next_version(self) -> int:
        """Return the next version, which numbers lines and audit entries; only under the lock."""
        self.version += 1
        update(self, "version")
        return self.version


class Logo(models.Model):
    """The logo of the organiser of a tournament: a PNG file in base64, as copies have it.

    It is a table of its own, as the row of the tournament is read with each request. The rest of the identity
    is in the settings of the tournament (`publishing/identity.py`).
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="logo")
    png = models.TextField()


class Removal(models.Model):
    """A life of a tournament that is being deleted, or in which a person is erased, by its key.

    It lasts as long as the transaction. Only while this row exists do the triggers of `models/triggers.py`
    allow lines and actions of it to be deleted, and words of actions to be changed.
    """

    tournament = models.PositiveBigIntegerField(primary_key=True)


class Entry(models.Model):
    """A competitor under one number: a player or a team. A house player plays and is not ranked.

    `team` are the names of those who play in a team now, in their order; it is empty for a person, whose
    name is `name`, and so for all entries of a tournament in which people play alone.
    """

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        TEAM = "team", _("team")
        HOUSE = "house", _("house player")
        FLOATER = "floater", _("floater")

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PLAYER)
    name = models.CharField(max_length=120)
    sort_name = models.CharField(max_length=120)
    team = models.JSONField(default=list, blank=True)
    club = models.CharField(max_length=120, blank=True)
    region = models.CharField(max_length=120, blank=True)
    member_number = models.CharField(max_length=40, blank=True)
    fixed_seat = models.JSONField(null=True, blank=True)
    apart = models.CharField(max_length=60, blank=True)
    fee_cents = models.PositiveIntegerField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    categories = models.JSONField(default=list, blank=True)  # by their numbers
    consented_at = models.DateTimeField(null=True, blank=True)  # to the full name on the Internet
    checked_in_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number"),
            models.UniqueConstraint(fields=["tournament", "uid"], name="entry_uid"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_house(self) -> bool:
        return self.kind == self.Kind.HOUSE


class Member(models.Model):
    """A player of an entry, with the rounds that they play in it (a substitute keeps the number).

    The consent of a team's player to their full name on the Internet is stored here; that of a person, in the
    entry, until another person takes the number over. `came_as` is the data that the entry had of them before
    that, or before they were drawn together: it is restored when that is undone.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    position = models.PositiveSmallIntegerField(default=1)
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)
    consented_at = models.DateTimeField(null=True, blank=True)
    came_as = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["entry__number", "position", "from_round"]


class Presence(models.Model):
    """An interval of rounds in which an entry is present. Late, withdrawn and returned are such rows."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="presences")
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    act = models.ForeignKey("Act", on_delete=models.PROTECT, null=True, blank=True)

    class Meta:
        ordering = ["entry__number", "from_round"]


class Place(models.Model):
    """A numbered table of the hall."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="places")
    number = models.PositiveIntegerField()
    label = models.CharField(max_length=40, blank=True)
    x = models.IntegerField(null=True, blank=True)
    y = models.IntegerField(null=True, blank=True)
    accessible = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="place_number")]

    def __str__(self) -> str:
        return self.label or str(self.number)
