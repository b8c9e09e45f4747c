"""The people who sign in, the people who play, and the roles of directors and helpers."""

import uuid
from collections.abc import Callable, Collection, Iterable
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Replace
from django.dispatch import Signal
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournaments.models import raw_sql, rows
from tournaments.system import clock

ONE_SCOPE = Q(organisation__isnull=False, tournament__isnull=True) | Q(
    organisation__isnull=True, tournament__isnull=False
)


class Users(UserManager["User"]):
    """A manager that finds a user by key with their roles: Django's sign-in calls `get` for every request."""

    use_in_migrations = False

    def get(self, *args: Any, **kwargs: Any) -> "User":
        """Extend Django's `get`: by the key alone with their roles, in one query."""
        key = kwargs.get("pk")
        if args or len(kwargs) > 1 or not isinstance(key, int):
            return super().get(*args, **kwargs)
        found = rows.fetch(raw_sql.USER_AND_ROLES.format(rows.columns(User), rows.columns(Role)), key)
        if not found:
            raise User.DoesNotExist
        fields = len(User._meta.concrete_fields)
        user = rows.row_from_columns(User, found[0][:fields])
        has_any = found[0][fields] is not None
        user.roles_read = [rows.row_from_columns(Role, row[fields:]) for row in found] if has_any else []
        return user


class User(AbstractUser):
    """A person who signs in with a password, or who has a name and no password after an invitation."""

    objects: ClassVar[Users] = Users()

    @property
    def shown_name(self) -> str:
        """Return the name that others see: of a helper the name that was entered, of others the user name."""
        return self.get_full_name() or self.username

    @cached_property
    def roles_read(self) -> "list[Role]":
        """Return all roles, also those that have expired; read once for each object."""
        return rows.all_of(Role, "WHERE user_id = %s", self.pk)

    @cached_property
    def current_roles(self) -> "list[Role]":
        """Return the roles that are valid now: when first asked for, once for each request."""
        now = clock.earliest_now()
        return [role for role in self.roles_read if role.until is None or role.until > now]


class Organisation(models.Model):
    """A club, a region, a federation. On a laptop there is one, made silently with the first tournament."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=80, unique=True)
    parent = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Set the first free slug made of its name, unless it has one."""
        if not self.slug:
            self.slug = free_slug(slugify(self.name)[:70] or "organisation", _organisations_with_slug)
        super().save(*args, **kwargs)


@rows.prepared
def _organisations_with_slug(slug: str) -> models.QuerySet[Organisation, int]:
    return Organisation.objects.filter(slug=slug).values_list("pk", flat=True)


def free_slug(base: str, known: Callable[[str], Collection[Any]]) -> str:
    """Return a slug for which nothing is `known`, preferably `base`: two clubs may have one name."""
    slug, turn = base, 2
    while known(slug):
        slug, turn = f"{base[:74]}-{turn}", turn + 1
    return slug


def _without_separators(column: str) -> Replace:
    """Return a folded name in the database as one word, as `registration.name_search` joins its words."""
    letters = Replace(column, Value(" "))
    for sign in "-'.":
        letters = Replace(letters, Value(sign))
    return letters


players_changed = Signal()
"""Rows of `Player` were written in a transaction: their `keys`."""


class PlayerQuerySet(models.QuerySet["Player"]):
    """People: each way to change their rows sends `players_changed`, as files of seasons have them too."""

    def update(self, **values: Any) -> int:
        """Extend Django's `update`, which `bulk_update` calls too."""
        keys = list(self.order_by().values_list("pk", flat=True))
        count = super().update(**values)
        players_changed.send(sender=Player, keys=keys)
        return count

    def bulk_create(self, objs: Iterable[Any], *args: Any, **options: Any) -> list[Any]:
        """Extend Django's `bulk_create`, which writes rows that are there with `update_conflicts`."""
        written = super().bulk_create(objs, *args, **options)
        if options.get("update_conflicts"):
            players_changed.send(sender=Player, keys=[one.pk for one in written])
        return written


class Player(models.Model):
    """A person. The name is stored here and in entries, never in a line, so that erasing it changes no line.

    `kept`: a user wants to keep them in the list whether they are entered anywhere or not. `on_list`: they
    are on the newest list of members that was loaded.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=120)
    sort_name = models.CharField(max_length=120)
    letters = models.GeneratedField(  # without spaces and signs: each search would remove them anew
        expression=_without_separators("sort_name"),
        output_field=models.CharField(max_length=120),
        db_persist=True,
    )
    club = models.CharField(max_length=120, blank=True)
    region = models.CharField(max_length=120, blank=True)
    member_number = models.CharField(max_length=40, blank=True)
    category = models.CharField(max_length=60, blank=True)
    consent = models.BooleanField(default=False)
    kept = models.BooleanField(default=False)
    on_list = models.BooleanField(default=False)
    erased_at = models.DateTimeField(null=True, blank=True)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["sort_name"]
        indexes = [
            models.Index(fields=["organisation", "sort_name"]),
            # for a list of 160 000 people: counted, leafed through and, on SQLite, searched by an index alone
            models.Index(
                fields=["organisation", "sort_name", "id", "member_number", "letters"],
                condition=Q(erased_at=None),
                name="player_known",
            ),
            models.Index(
                fields=["organisation", "club", "sort_name"], condition=Q(erased_at=None), name="player_club"
            ),
            models.Index(
                fields=["organisation", "region"], condition=Q(erased_at=None), name="player_region"
            ),
            models.Index(
                fields=["organisation", "member_number"],
                condition=Q(erased_at=None),
                name="player_number",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Extend Django's `save` as `PlayerQuerySet` extends `update`."""
        super().save(*args, **kwargs)
        players_changed.send(sender=Player, keys=[self.pk])


class ClubMembership(models.Model):
    """A club that a person belonged to, until the next one began; without `since` from an unknown day on.

    There is none for a person who never changed clubs.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_memberships")
    club = models.CharField(max_length=120, blank=True)
    since = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]


class MergedPlayer(models.Model):
    """The `uid` of a person who was merged into another: copies made before name them by it."""

    uid = models.UUIDField(unique=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merged")


class Role(models.Model):
    """A role of a user, in exactly one scope: a whole organisation or one tournament.

    `until` is the time at which it expires; the permissions of each role are in
    tournaments/accounts/permissions.py.
    """

    class Kind(models.TextChoices):
        DIRECTOR = "director", _("director")
        DESK = "desk", _("results desk")
        JUDGE = "judge", _("judge")
        REGISTRATION = "registration", _("registration")
        VIEWER = "viewer", _("viewer")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="roles")
    organisation = models.ForeignKey(
        Organisation, on_delete=models.CASCADE, null=True, blank=True, related_name="roles"
    )
    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, null=True, blank=True, related_name="roles"
    )
    role = models.CharField(max_length=20, choices=Kind.choices, default=Kind.DIRECTOR)
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    invitation = models.ForeignKey(
        "RoleInvitation", on_delete=models.SET_NULL, null=True, blank=True, related_name="roles"
    )

    class Meta:
        constraints = [models.CheckConstraint(condition=ONE_SCOPE, name="role_has_exactly_one_scope")]

    def __str__(self) -> str:
        return f"{self.user} – {self.role}"

    @property
    def where(self) -> str:
        """Return the name of the tournament or organisation in which it is valid."""
        return str(self.tournament or self.organisation)


class RoleInvitation(models.Model):
    """A link by which others take a role in exactly one scope. Only the hash of its token is stored.

    `until` is when the link expires, `role_until` when the role expires that it gives; `name` is of the
    invited person.
    """

    organisation = models.ForeignKey(
        Organisation, on_delete=models.CASCADE, null=True, blank=True, related_name="role_invitations"
    )
    tournament = models.ForeignKey(
        "Tournament", on_delete=models.CASCADE, null=True, blank=True, related_name="role_invitations"
    )
    role = models.CharField(max_length=20, choices=Role.Kind.choices)
    name = models.CharField(max_length=60, blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    uses = models.PositiveSmallIntegerField(default=1)
    used = models.PositiveSmallIntegerField(default=0)
    until = models.DateTimeField()
    role_until = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=ONE_SCOPE, name="role_invitation_one_scope")]

    @property
    def is_open(self) -> bool:
        """Return whether a person can still take the role by it."""
        return self.revoked_at is None and self.used < self.uses and self.until > timezone.now()

    def revoke(self) -> None:
        """Let no more people in by it; those who are in stay."""
        RoleInvitation.objects.filter(pk=self.pk, revoked_at=None).update(revoked_at=timezone.now())


class SignIn(models.Model):
    """A session: of which user, since when, on what device; by which invitation, if not by password."""

    class Device(models.TextChoices):
        PHONE = "phone", _("phone")
        TABLET = "tablet", _("tablet")
        COMPUTER = "computer", _("computer")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, unique=True)
    started_at = models.DateTimeField(default=timezone.now)
    device = models.CharField(max_length=10, choices=Device.choices, default=Device.COMPUTER)
    invitation = models.ForeignKey(
        RoleInvitation, on_delete=models.SET_NULL, null=True, blank=True, related_name="sign_ins"
    )

    class Meta:
        ordering = ["-started_at", "-pk"]
