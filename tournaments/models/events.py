"""An event: several tournaments of one organisation that people enter with one registration."""

import uuid

from django.db import models
from django.utils import timezone

from tournaments.models.people import Organisation
from tournaments.models.tournament import Tournament

MAX_TOURNAMENTS = 20
"""An event has no more: people choose among them on a phone."""


class Event(models.Model):
    """Tournaments that share a registration, a check-in, a cash box and a front page.

    All else is that of its tournaments: dates, fees, questions, who may see them. `max_choices` is how many
    of them a person may enter, None without a limit.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(max_length=200)
    max_choices = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def with_tournament(cls, tournament: Tournament) -> "Event | None":
        """Return the event of a tournament, None if it is in none."""
        own = cls.objects.filter(organisation=tournament.organisation_id)
        return own.filter(links__tournament_uid=tournament.uid).first()

    def tournaments(self) -> models.QuerySet[Tournament]:
        """Return its live tournaments, in the order in which they are played."""
        uids = self.links.values("tournament_uid")
        known = Tournament.objects.filter(live=True, uid__in=uids, organisation=self.organisation_id)
        return known.order_by("date", "pk")

    def public_tournaments(self) -> models.QuerySet[Tournament]:
        """Return those of its tournaments that are listed for everybody."""
        return self.tournaments().filter(visibility=Tournament.Visibility.PUBLIC, hidden=False)


class EventTournament(models.Model):
    """A tournament of an event, by its `uid`: it stays in it when a copy is restored."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="links")
    tournament_uid = models.UUIDField(unique=True)

    class Meta:
        ordering = ["pk"]
