"""Who: the people who sign in, the people who play, and who may direct what."""

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Somebody who signs in. Our own model from the first migration on, as it cannot be changed later."""


class Organisation(models.Model):
    """A club, a region, a federation. On a laptop there is one."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=200)
    parent = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person. The name lives here and in entries, never in a line, so that erasing it touches no ink."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=120)
    sort_name = models.CharField(max_length=120)
    club = models.CharField(max_length=120, blank=True)
    region = models.CharField(max_length=120, blank=True)
    member_number = models.CharField(max_length=40, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    category = models.CharField(max_length=60, blank=True)
    consent = models.BooleanField(default=False)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["sort_name"]
        indexes = [models.Index(fields=["organisation", "sort_name"])]

    def __str__(self) -> str:
        return self.name


class Role(models.Model):
    """What a user may do, in exactly one scope: a whole organisation or one tournament."""

    class Kind(models.TextChoices):
        DIRECTOR = "director", _("director")
        DESK = "desk", _("results desk")
        JUDGE = "judge", _("judge")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="roles")
    organisation = models.ForeignKey(
        Organisation, on_delete=models.CASCADE, null=True, blank=True, related_name="roles"
    )
    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, null=True, blank=True, related_name="roles"
    )
    role = models.CharField(max_length=20, choices=Kind.choices, default=Kind.DIRECTOR)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(organisation__isnull=False, tournament__isnull=True)
                | Q(organisation__isnull=True, tournament__isnull=False),
                name="role_has_exactly_one_scope",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.role}"
