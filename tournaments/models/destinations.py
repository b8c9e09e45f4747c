"""Destinations of publications: in no copy of a tournament, as they are of this machine, with passwords."""

import uuid
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Organisation, User
from tournaments.models.tournament import Tournament


class Destination(models.Model):
    """A folder, a USB key or a web host: for one tournament (by its `uid`), or for all of an organisation.

    `sealed` is the password encrypted by `tournaments.delivery.destinations.encryption`. `host_key` is the
    key of an SFTP server that a person confirmed, `offered_key` the one it showed last.
    """

    class Kind(models.TextChoices):
        FOLDER = "folder", _("a folder or a USB key of this computer")
        SFTP = "sftp", "SFTP"
        FTPS = "ftps", _("FTP with TLS")
        FTP = "ftp", _("FTP without encryption")
        WEBDAV = "webdav", _("WebDAV over https")
        WEBDAV_PLAIN = "webdav_plain", _("WebDAV without encryption")
        CHEVILLE = "cheville", _("a Cheville server: the whole day")
        CHEVILLE_PLAIN = "cheville_plain", _("a Cheville of the same network: the whole day, not encrypted")

    TOURNAMENT_KINDS = (Kind.CHEVILLE, Kind.CHEVILLE_PLAIN)
    """The kinds that take a whole tournament instead of the files of a publication."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="destinations")
    tournament_uid = models.UUIDField(null=True, blank=True)
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    host = models.CharField(max_length=200, blank=True)
    port = models.PositiveIntegerField(null=True, blank=True)
    path = models.CharField(max_length=300, blank=True)
    user = models.CharField(max_length=120, blank=True)
    sealed = models.TextField(blank=True)
    host_key = models.TextField(blank=True)
    offered_key = models.TextField(blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def for_tournament(cls, tournament: Tournament) -> models.QuerySet["Destination"]:
        """Return the destinations of a tournament, whatever its epoch."""
        return cls.of_tournament_uid(tournament.organisation_id, tournament.uid)

    @classmethod
    def of_tournament_uid(cls, organisation: int, uid: uuid.UUID) -> models.QuerySet["Destination"]:
        """Return the same by the keys of its organisation and its own."""
        its_own = models.Q(tournament_uid=uid) | models.Q(tournament_uid=None)
        return cls.objects.filter(its_own, organisation=organisation)

    @property
    def key(self) -> str:
        """Return the key of the jobs that send there."""
        return f"send {self.pk}"

    @property
    def where(self) -> tuple[Any, ...]:
        """Return the fields that a password belongs to: a change of any requires the password anew."""
        return (self.kind, self.host, self.port, self.user)


class SentFile(models.Model):
    """A file that is complete at a destination since this machine wrote it there."""

    destination = models.ForeignKey(Destination, on_delete=models.CASCADE, related_name="files")
    tournament_uid = models.UUIDField()
    path = models.CharField(max_length=300)
    sha256 = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["destination", "tournament_uid", "path"], name="sent_file_once_a_destination"
            )
        ]


class UploadKey(models.Model):
    """A fingerprint of the key with which a laptop may upload its tournaments here, into one organisation."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="upload_keys")
    name = models.CharField(max_length=60)
    fingerprint = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name
