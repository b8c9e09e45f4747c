"""Mail: servers, addresses, and the state of each letter.

No part of any copy: passwords and addresses must not travel on USB keys.
"""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Organisation
from tournaments.models.signups import Signup
from tournaments.models.tournament import Tournament


class MailServer(models.Model):
    """The server through which an organisation sends mail. `sealed` is its password, as for a destination."""

    class Security(models.TextChoices):
        STARTTLS = "starttls", _("STARTTLS, usually port 587")
        TLS = "tls", _("TLS from the beginning, usually port 465")
        NONE = "none", _("not encrypted")

    organisation = models.OneToOneField(Organisation, on_delete=models.CASCADE, related_name="mail_server")
    host = models.CharField(max_length=200)
    port = models.PositiveIntegerField(default=587)
    security = models.CharField(max_length=10, choices=Security.choices, default=Security.STARTTLS)
    user = models.CharField(max_length=120, blank=True)
    sealed = models.TextField(blank=True)
    sender = models.CharField(max_length=200)
    region = models.CharField(max_length=200, blank=True)


class MailAddress(models.Model):
    """The address that a player left, with the times when they asked for mail and when they stopped it."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament_uid = models.UUIDField()
    entry_uid = models.UUIDField()
    address = models.CharField(max_length=200)
    asked_at = models.DateTimeField(default=timezone.now)
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament_uid", "entry_uid"], name="mail_address_of_an_entry")
        ]


class Letter(models.Model):
    """One letter: to a player (`entry_uid`), to the region, or to a registrant (`signup`).

    The first two are sent at most once for a version, the last at most once for each state of a registration.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        REFUSED = "refused", _("refused")
        STOPPED = "stopped", _("no longer wanted")

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="letters")
    entry_uid = models.UUIDField(null=True, blank=True)
    signup = models.ForeignKey(
        Signup, on_delete=models.CASCADE, null=True, blank=True, related_name="letters"
    )
    signup_state = models.CharField(max_length=20, blank=True)
    address = models.CharField(max_length=200)
    version = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    why = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "address", "entry_uid", "version"], name="letter_once_a_version"
            ),
            models.UniqueConstraint(fields=["signup", "signup_state"], name="letter_once_a_state"),
        ]
