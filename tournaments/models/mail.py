"""Mail: servers, addresses, and the state of each letter.

No part of any copy: passwords and addresses must not travel on USB keys.
"""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Organisation, User
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
    """The address that a player left, with the times when they asked for mail and when they stopped it.

    `for_messages`: they agreed to messages of the organiser about the tournament as well.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament_uid = models.UUIDField()
    entry_uid = models.UUIDField()
    address = models.CharField(max_length=200)
    for_messages = models.BooleanField(default=False)
    asked_at = models.DateTimeField(default=timezone.now)
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament_uid", "entry_uid"], name="mail_address_of_an_entry")
        ]


class Unsubscribed(models.Model):
    """An address to which an organisation writes no more, as a keyed hash (`addresses.digest`)."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="unsubscribed")
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "digest"], name="unsubscribed_once")]


class Message(models.Model):
    """A text of the organiser to people of a tournament: `audience` (`recipients.people_in_audience`)."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="messages")
    audience = models.CharField(max_length=140)
    subject = models.CharField(max_length=150)
    text = models.TextField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]


class Letter(models.Model):
    """One letter: to a player (`entry_uid`), to the region, to a registrant (`signup`), or of a `message`.

    The first two are sent at most once for a version, the third at most once for each state and address of a
    registration. A letter of a message holds no address but its hash, `recipient`; one whose worker was
    killed stays `SENDING` and is not sent again.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("perhaps sent")
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
    message = models.ForeignKey(
        Message, on_delete=models.CASCADE, null=True, blank=True, related_name="letters"
    )
    recipient = models.CharField(max_length=64, blank=True)
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
            models.UniqueConstraint(fields=["signup", "signup_state", "address"], name="letter_once_a_state"),
            models.UniqueConstraint(fields=["message", "recipient"], name="letter_once_a_message"),
        ]
