"""The clubs of an organisation, its word about the data of people, and the actions on both."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.models.people import Organisation, User


class Club(models.Model):
    """A club whose members play. Entries and people have its name as text, as entries have names of people.

    So a copy, an export and published standings are complete without the organisation.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="clubs")
    name = models.CharField(max_length=120)
    sort_name = models.CharField(max_length=400)
    short_name = models.CharField(max_length=40, blank=True)
    city = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["sort_name", "pk"]
        indexes = [models.Index(fields=["organisation", "sort_name"])]

    def __str__(self) -> str:
        return self.name


class ClubSpelling(models.Model):
    """A way in which a club is written: all spellings with this key (`registration/clubs.py`) are it."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="club_spellings")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="spellings")
    key = models.CharField(max_length=400)
    written = models.CharField(max_length=120)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["organisation", "key"], name="club_spelling_of_one_club")
        ]


class OrganisationAct(models.Model):
    """An action on the clubs or the data of people; taken back by a date, never deleted."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=30)
    args = models.JSONField(default=dict)
    inverse = models.JSONField(null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["-pk"]

    @property
    def undo_data(self) -> dict[str, Any]:
        """Return the data needed to take it back; empty if there is none."""
        return self.inverse or {}

    def mark_taken_back(self, *, by: User | None) -> None:
        """Record that the act was taken back, when and by which user."""
        self.taken_back_at, self.taken_back_by = timezone.now(), by
        self.save(update_fields=["taken_back_at", "taken_back_by"])


class Privacy(models.Model):
    """The word of an organisation about the data of people; empty texts are those of the program.

    `keep_days` after a tournament contacts and answers are deleted, on `next_clearing` at the earliest.
    """

    organisation = models.OneToOneField(Organisation, on_delete=models.CASCADE, related_name="privacy")
    responsible = models.CharField(max_length=120, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    text_fr = models.TextField(blank=True)
    text_en = models.TextField(blank=True)
    keep_days = models.PositiveSmallIntegerField(default=365)
    next_clearing = models.DateField(null=True, blank=True)

    @classmethod
    def for_organisation(cls, organisation: Organisation) -> "Privacy":
        """Return what the organisation says; the defaults if it has said nothing."""
        known = cls.objects.filter(organisation=organisation).select_related("organisation").first()
        return known or cls(organisation=organisation)

    @property
    def own_text(self) -> str:
        """Return the organisation's own text in the active language, "" if it has none."""
        return self.text_fr if (get_language() or "").startswith("fr") else self.text_en
