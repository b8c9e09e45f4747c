"""The score book: lines and actions, which are never changed, and the cache derived from the lines."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.devices import Device
from tournaments.models.fields import ReportedTimeField
from tournaments.models.people import User
from tournaments.models.play import Meeting, Stage
from tournaments.models.tournament import Entry, Tournament


class Line(models.Model):
    """A line of the score book: inserted, never updated, never deleted (triggers refuse it)."""

    class Kind(models.TextChoices):
        CLAIM = "claim", _("result")
        CORRECTION = "correction", _("correction")
        RULING = "ruling", _("ruling")
        AWARD = "award", _("award")
        VOID = "void", _("void")
        PENALTY = "penalty", _("penalty")

    class By(models.TextChoices):
        SIDE = "side", _("one side")
        TABLE = "table", _("the table together")
        DESK = "desk", _("the desk")
        JUDGE = "judge", _("a judge")
        IMPORT = "import", _("an import")

    tournament = models.ForeignKey(  # an index of its own would only mislead the database: all others have it
        Tournament, on_delete=models.PROTECT, related_name="lines", db_index=False
    )
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    meeting = models.ForeignKey(Meeting, on_delete=models.PROTECT, related_name="lines")
    game = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    sides = models.JSONField()
    data = models.JSONField()
    by = models.CharField(max_length=10, choices=By.choices)
    by_entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    user = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    nonce = models.CharField(max_length=64)
    content_hash = models.CharField(max_length=64)
    basis = models.PositiveIntegerField(default=0)
    corrects = models.PositiveIntegerField(null=True, blank=True)
    note = models.CharField(max_length=300, blank=True)
    seen_at = ReportedTimeField(null=True, blank=True)
    written_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="line_number"),
            models.UniqueConstraint(fields=["tournament", "version"], name="line_version"),
            models.UniqueConstraint(fields=["tournament", "nonce"], name="line_nonce"),
        ]
        indexes = [
            models.Index(fields=["meeting", "game", "number"], name="line_game"),
            models.Index(fields=["nonce"], name="line_by_nonce"),
            models.Index(
                fields=["tournament", "number"], name="line_penalty", condition=models.Q(kind="penalty")
            ),
        ]


class Result(models.Model):
    """A cached result, rewritten from the lines in their transaction; `manage.py rebuild --check` checks it.

    There is one for each entry of each game.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="results")
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="results")
    meeting = models.ForeignKey(Meeting, on_delete=models.PROTECT, related_name="results")
    game = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="results")
    side = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10)
    how = models.CharField(max_length=12)
    pegged = models.IntegerField(default=0)
    against = models.IntegerField(default=0)
    played = models.PositiveSmallIntegerField(default=1)
    won = models.PositiveSmallIntegerField(default=0)
    skunk = models.SmallIntegerField(default=0)
    match_points = models.IntegerField(default=0)
    spread = models.IntegerField(default=0)
    value = models.IntegerField(default=0)
    figures = models.JSONField(default=dict)
    line = models.ForeignKey(Line, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["meeting", "game", "entry"], name="result_once")]
        indexes = [
            models.Index(
                fields=[
                    "stage",
                    "entry",
                    "pegged",
                    "match_points",
                    "won",
                    "skunk",
                    "spread",
                    "value",
                    "played",
                ],
                name="result_standings",
            ),
        ]


class Act(models.Model):
    """An action of the director on the structure, and how to undo it; never updated, never deleted.

    Only the name of a person who is erased is taken out of its words.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="acts")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    args = models.JSONField(default=dict)
    inverse = models.JSONField(null=True, blank=True)
    undoes = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by"
    )
    snapshot = models.ForeignKey(
        "Snapshot", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament_id", "version"]
        constraints = [models.UniqueConstraint(fields=["tournament", "version"], name="act_version")]

    @property
    def undo_data(self) -> dict[str, Any]:
        """Return the data needed to undo it; empty if there is none."""
        return self.inverse or {}
