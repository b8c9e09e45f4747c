"""A league: a season with fixtures, of which each evening is a tournament with its own score book."""

import uuid
from datetime import date

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring import league
from tournaments.models.people import Player
from tournaments.models.seasons import Season


class League(models.Model):
    """The settings by which the fixtures of a season were made, and the points of a game (rules.md §12).

    `dates` are those of the evenings in their order, as in ISO 8601; the first of them play the rounds that
    were drawn, `per_evening` each, those after them what was postponed. `format` is preselected in the
    set-up of the first evening; without `medals` an evening has no medal matches.
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="league")
    seed = models.BigIntegerField()
    double = models.BooleanField(default=False)
    per_evening = models.PositiveSmallIntegerField(default=1)
    dates = models.JSONField(default=list)
    win = models.PositiveSmallIntegerField(default=2)
    draw = models.PositiveSmallIntegerField(default=1)
    loss = models.PositiveSmallIntegerField(default=0)
    as_played = models.BooleanField(default=False)
    criteria = models.JSONField(default=list)
    format = models.CharField(max_length=80, blank=True)
    medals = models.BooleanField(default=False)
    made_at = models.DateTimeField(default=timezone.now)

    @property
    def rules(self) -> league.Rules:
        """Return the points of a game, and the criteria between sides that are level."""
        return league.Rules(self.win, self.draw, self.loss, self.as_played, tuple(self.criteria))

    @property
    def days(self) -> list[date]:
        """Return the dates of the evenings."""
        return [date.fromisoformat(one) for one in self.dates]


class LeagueSide(models.Model):
    """A side of a league: a person, or a team under its name with those who began it."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    team = models.CharField(max_length=120, blank=True)
    club = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="league_side_number")]


class LeaguePlayer(models.Model):
    """A person of a side, known to the organisation: the name is stored with the player."""

    side = models.ForeignKey(LeagueSide, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="league_sides")
    position = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [models.UniqueConstraint(fields=["side", "player"], name="league_player_once")]


class Fixture(models.Model):
    """A meeting of two sides, at home for one, in a round of the league; its evening as it was drawn."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField()
    evening = models.PositiveSmallIntegerField()
    home = models.ForeignKey(LeagueSide, on_delete=models.CASCADE, related_name="at_home")
    away = models.ForeignKey(LeagueSide, on_delete=models.CASCADE, related_name="away")

    class Meta:
        ordering = ["round", "pk"]


class FixtureAct(models.Model):
    """A decision about a fixture, by whom and why; taken back by a date, never deleted.

    The newest that is not taken back applies: postponed without an evening, moved to the evening `evening`,
    or awarded to `to` (home, away, neither).
    """

    class Kind(models.TextChoices):
        POSTPONED = "postponed", _("postponed")
        MOVED = "moved", _("put on another evening")
        AWARDED = "awarded", _("awarded")

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    evening = models.PositiveSmallIntegerField(null=True, blank=True)
    to = models.CharField(max_length=10, blank=True)
    reason = models.CharField(max_length=160, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["pk"]


class LeagueTable(models.Model):
    """The final table of a league when it was declared official: rank and figures by number of the side.

    A later one replaces it; none is deleted.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="tables")
    rows = models.JSONField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]
