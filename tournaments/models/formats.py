"""The formats that an organisation has adapted."""

import uuid

from django.db import models
from django.utils import timezone

from tournaments.models.people import Organisation, User


class OwnFormat(models.Model):
    """One version of a format of an organisation. A change is a new row; none is ever rewritten.

    The newest row of a `uid` is the one that is offered, unless it is `removed`. `rules` are whole, as in a
    stage; `original` are those from which the format was made, `original_name` the name of that one.
    """

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    version = models.PositiveIntegerField(default=1)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="own_formats")
    name = models.CharField(max_length=80)
    note = models.CharField(max_length=300, blank=True, default="")
    rules = models.JSONField()
    original = models.JSONField()
    original_name = models.CharField(max_length=200, blank=True, default="")
    removed = models.BooleanField(default=False)
    made_at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["uid", "version"], name="own_format_version_once"),
        ]

    def __str__(self) -> str:
        return self.name
