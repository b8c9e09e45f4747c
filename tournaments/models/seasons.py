"""A season: evenings of one organisation that are added up; in no copy of a tournament."""

import uuid
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from scoring import season
from tournaments.models.people import Organisation, free_slug
from tournaments.models.tournament import Tournament


class Season(models.Model):
    """The rules by which evenings are added up (rules.md §10); its ranking is computed from the evenings."""

    class Counts(models.TextChoices):
        RESULTS = season.RESULTS, _("what the evenings rank by")
        RANKS = season.RANKS, _("points for the rank")

    class Sides(models.TextChoices):
        PERSONS = "persons", _("persons")
        TEAMS = "teams", _("teams")

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="seasons")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=200)
    counts = models.CharField(max_length=10, choices=Counts.choices, default=Counts.RESULTS)
    by_rank = models.JSONField(default=list, blank=True)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    least = models.PositiveIntegerField(default=0)
    attendance = models.PositiveSmallIntegerField(default=0)
    sides = models.CharField(max_length=10, choices=Sides.choices, default=Sides.PERSONS)
    # Pairs of keys (seasons.team_key): the first is the second.
    same_teams = models.JSONField(default=list, blank=True)
    public = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created_at"]
        constraints = [models.UniqueConstraint(fields=["organisation", "slug"], name="season_slug")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Set the first free slug made of its name, unless it has one."""
        if not self.slug:
            of_the_club = Season.objects.filter(organisation=self.organisation_id)
            base = slugify(self.name)[:70] or "organisation"
            self.slug = free_slug(base, lambda slug: of_the_club.filter(slug=slug))
        super().save(*args, **kwargs)

    @property
    def public_path(self) -> str:
        """Return the path of its public table, if it is public."""
        return reverse("season_followed", args=[self.uid])

    @property
    def rules(self) -> season.Rules:
        """Return the rules by which its evenings are added up."""
        return season.Rules(self.counts, self.best, self.least, self.attendance, tuple(self.by_rank))


class SeasonEvening(models.Model):
    """A tournament that counts for a season, by its `uid`: it stays in it when a copy is restored."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="evenings")
    tournament_uid = models.UUIDField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "tournament_uid"], name="season_evening_once")
        ]

    @staticmethod
    def tournaments(of: Season) -> models.QuerySet[Tournament]:
        """Return the live tournaments of a season, in the order in which they are played."""
        uids = of.evenings.values("tournament_uid")
        known = Tournament.objects.filter(live=True, uid__in=uids, organisation=of.organisation_id)
        return known.order_by("date", "pk")


def lock_seasons(organisation: Organisation) -> None:
    """Lock the seasons of an organisation until the transaction ends; tournaments are locked after them."""
    list(organisation.seasons.select_for_update().order_by("pk").values_list("pk", flat=True))
