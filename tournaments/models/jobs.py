"""Copies that were written, publications, counted attempts, and jobs."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.scorebook import Act
from tournaments.models.tournament import Tournament


class Snapshot(models.Model):
    """A copy of the tournament that was written to a folder: its path, version and SHA-256."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="snapshots")
    version = models.PositiveIntegerField()
    file = models.CharField(max_length=300)
    sha256 = models.CharField(max_length=64)
    reason = models.CharField(max_length=60)
    at = models.DateTimeField()


class PublicationQuerySet(models.QuerySet["Publication"]):
    def official_now(self) -> "PublicationQuerySet":
        """Return the official publications that no later one has replaced."""
        return self.filter(official=True, replaced_by=None)


class Publication(models.Model):
    """Standings frozen at a version and published. Codes and numbers, for display in any language."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="publications")
    version = models.PositiveIntegerField()
    through_round = models.PositiveSmallIntegerField(null=True, blank=True)
    audience = models.CharField(max_length=20, default="public")
    official = models.BooleanField(default=False)
    rows = models.JSONField()
    inputs_hash = models.CharField(max_length=64)
    code_version = models.CharField(max_length=40)
    act = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="+")
    replaced_by = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    objects = PublicationQuerySet.as_manager()

    class Meta:
        ordering = ["tournament_id", "version"]
        constraints = [models.UniqueConstraint(fields=["tournament", "uid"], name="publication_uid")]


class WrongGuess(models.Model):
    """An attempt that is counted: a wrong code, or a request for heavy work (`accounts/rate_limits.py`)."""

    kind = models.CharField(max_length=20)
    address = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        indexes = [models.Index(fields=["kind", "address", "at"])]


class Job(models.Model):
    """Work that outlives a request: stored with the change that needs it, run by a worker, kept for download.

    The worker at it is its `owner` until `lease_until`, which a heartbeat extends. `sent_at` is when its
    message was sent; null: not yet, so the next sweep sends it. No worker begins it before `not_before`.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    class Remark(models.TextChoices):
        """The reason why it waits, or was begun anew."""

        QUEUE_AWAY = "queue_away"
        WORKER_LOST = "worker_lost"

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="jobs", null=True, blank=True
    )
    kind = models.CharField(max_length=40)
    args = models.JSONField(default=dict)
    key = models.CharField(max_length=120, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempt = models.PositiveSmallIntegerField(default=0)
    owner = models.CharField(max_length=120, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    remark = models.CharField(max_length=20, blank=True)
    cancel = models.BooleanField(default=False)
    error = models.CharField(max_length=300, blank=True)
    result = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"],
                condition=models.Q(state__in=["waiting", "running"]) & ~models.Q(key=""),
                name="job_key_once_at_a_time",
            ),
        ]
