"""Permissions: one table, and `may`, which every interface calls before it shows or does anything.

An action is named at the address of a page (`tournaments/web/access.py`) or of the API of devices
(`tournaments/web/device_api/views.py`). Superusers may do everything. To add an action, add a line here and
its name at an address.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from tournaments.models import Device, Organisation, Role, Tournament, User, rows
from tournaments.models.rows import prepared

EVERYBODY, SIGNED_IN, DEVICE, KIOSK = "everybody", "signed in", "device", "kiosk"
ORGANISERS: set[str] = set(Role.Kind.values)
DIRECTOR, DESK = str(Role.Kind.DIRECTOR), str(Role.Kind.DESK)
JUDGE, REGISTRATION = str(Role.Kind.JUDGE), str(Role.Kind.REGISTRATION)

PERMISSIONS: dict[str, set[str]] = {
    # without a tournament
    "visit": {EVERYBODY},  # the first page, sign-in, what a secret address opens, the judge's counters
    "laptop": {EVERYBODY},  # web/laptop/views.py refuses requests over the network
    "account": {SIGNED_IN},  # change the own password, end own sessions
    "organisations": set(),  # create one: superusers only
    "disk_space": set(),  # choose what to delete if the disk is full: superusers only
    # of a tournament
    "follow": {EVERYBODY, *ORGANISERS},  # everyone only if the tournament is public
    "see_day": ORGANISERS,  # read rounds, desk, standings and medals, without changing anything
    "register": {DIRECTOR, REGISTRATION},  # names, check-in, cash, who leaves and who comes, messages to them
    "enter_results": {DIRECTOR, DESK},  # and correct them
    "decide": {DIRECTOR, DESK, JUDGE},  # which of several results counts
    "notify": {DIRECTOR, DESK},  # write a notice for everyone in the hall
    "note_hand": {DIRECTOR, DESK, JUDGE},  # record a hand that may be the best of the tournament
    "give_prizes": {DIRECTOR},  # categories, prizes, door prizes by lot
    "penalise": {DIRECTOR, JUDGE},  # write a penalty, and take it back
    "answer_calls": {DIRECTOR, DESK, JUDGE},
    "seat_as_played": {DIRECTOR, DESK},  # record who really sits where
    "close_round": {DIRECTOR, DESK},
    "read_cards": {DIRECTOR, DESK},  # tick a card off that was read aloud
    "tablets": {DIRECTOR, DESK},  # codes of the tables; let devices in, and shut them out
    "print": {DIRECTOR, DESK},
    "run_rounds": {DIRECTOR},  # seat, open, swap, undo
    "run_medals": {DIRECTOR},
    "publish": {DIRECTOR},
    "steer_screens": {DIRECTOR},  # what projectors show, and the podium step by step
    "set_up": {DIRECTOR},
    "copy": {DIRECTOR},
    "remove": {DIRECTOR},  # hide a tournament; delete it unless results of it are published
    "see_acts": {DIRECTOR},
    # of a tournament or of an organisation
    "manage_helpers": {DIRECTOR},
    # of an organisation: a role in one of its tournaments is not enough (ORGANISATION_ACTIONS)
    "create": {DIRECTOR},  # tournaments
    "restore": {DIRECTOR},  # a tournament from a copy; give keys to laptops that send their tournaments
    "seasons": {DIRECTOR},  # what is added up, and how; leagues
    "people": {DIRECTOR},  # the clubs and people that it knows
    "erase": {DIRECTOR},  # the name, contacts and answers of a person, for good
    "keep_formats": {DIRECTOR},  # make, change and take away formats of its own
    "send_for_all": {DIRECTOR},  # the mail server, the region's address, destinations of all tournaments
    "remove_published": {DIRECTOR},  # delete a tournament of which results are published
    # of a device, by its token
    "report": {DEVICE},
    "check_oneself_in": {KIOSK},
}

ORGANISATION_ACTIONS = {
    "create",
    "restore",
    "seasons",
    "people",
    "erase",
    "keep_formats",
    "send_for_all",
    "remove_published",
}

Scope = Tournament | Organisation
AnyUser = User | AnonymousUser
View = TypeVar("View", bound=Callable[..., Any])


def may(who: AnyUser | Device, action: str, scope: Scope | None = None) -> bool:
    """Return whether `who`, a user or a device, may do `action` in a tournament or an organisation.

    Without a scope a role anywhere counts; for an action of an organisation never a role in one tournament.
    Raises `KeyError` for an action that is not in the table.
    """
    holders = PERMISSIONS[action]
    if isinstance(who, Device):
        return (KIOSK if who.is_kiosk else DEVICE) in holders and scope == who.tournament
    hidden = isinstance(scope, Tournament) and scope.visibility != Tournament.Visibility.PUBLIC
    if EVERYBODY in holders and not hidden:
        return True
    if not who.is_authenticated:
        return False
    if who.is_superuser or SIGNED_IN in holders:
        return True
    return any(role.role in holders for role in _roles_for_action(who, action, scope))


def _roles_for_action(user: User, action: str, scope: Scope | None) -> list[Role]:
    """Return the roles of a user that count for `action` in a tournament, in an organisation, or anywhere."""
    wide = action in ORGANISATION_ACTIONS or isinstance(scope, Organisation)
    held = [role for role in user.current_roles if role.organisation_id or not wide]
    if isinstance(scope, Organisation):
        return [role for role in held if role.organisation_id == scope.pk]
    if isinstance(scope, Tournament):
        at = (scope.pk, scope.organisation_id)
        return [role for role in held if role.tournament_id == at[0] or role.organisation_id == at[1]]
    return held


def permission_end(user: User, action: str, scope: Scope | None) -> datetime | None:
    """Return when a user loses the permission for `action`, which they have now; None without a known end."""
    held = [role.until for role in _roles_for_action(user, action, scope) if role.role in PERMISSIONS[action]]
    return None if user.is_superuser or None in held else max(filter(None, held), default=None)


def make_director(user: User, tournament: Tournament) -> None:
    """Give the creator of a tournament the role of its director, unless they direct its organisation.

    A role in the organisation is enough: one in the tournament would outlive it.
    """
    if user.is_superuser or not any(
        role.role == DIRECTOR for role in _roles_for_action(user, "set_up", tournament)
    ):
        rows.create(Role(user=user, tournament=tournament, role=DIRECTOR))


def tag_action(action: str, view: View) -> View:
    """Mark `view` as the address of `action`. Raises `KeyError` for an action that is not in the table."""
    PERMISSIONS[action]
    view.action = action  # type: ignore[attr-defined]
    return view


def tournaments_of(user: User) -> QuerySet[Tournament]:
    """Return the live tournaments in which `user` has a role, newest first; all of them for superusers."""
    live = Tournament.objects.filter(live=True)
    if user.is_superuser:
        return live
    narrow = [role.tournament_id for role in user.current_roles if role.tournament_id]
    wide = [role.organisation_id for role in user.current_roles if role.organisation_id]
    return live.filter(Q(pk__in=narrow) | Q(organisation__in=wide))


def organisation_for(user: User | None) -> Organisation:
    """Return the organisation of a tournament that `user` (or None) creates; create the first one."""
    known = _organisations_by_key(_scopes(user, "create")[1] or [0]) if user and not user.is_superuser else []
    known = known or _first_organisation()
    return known[0] if known else Organisation.objects.create(name="Cheville")


@prepared
def _first_organisation() -> QuerySet[Organisation]:
    return Organisation.objects.order_by("pk")[:1]


@prepared
def _organisations_by_key(keys: list[int]) -> QuerySet[Organisation]:
    return Organisation.objects.filter(pk__in=keys).order_by("pk")


def _scopes(user: User, action: str) -> tuple[list[int], list[int]]:
    """Return the tournaments and the organisations of the roles in which `user` may do `action`."""
    held = [role for role in _roles_for_action(user, action, None) if role.role in PERMISSIONS[action]]
    return (
        [role.tournament_id for role in held if role.tournament_id],
        [role.organisation_id for role in held if role.organisation_id],
    )


def organisations_of(user: User, action: str) -> QuerySet[Organisation]:
    """Return the organisations in which, or in a tournament of which, `user` may do `action`."""
    if user.is_superuser:
        return Organisation.objects.order_by("pk")
    narrow, wide = _scopes(user, action)
    among = Q(pk__in=wide)
    if narrow:
        return Organisation.objects.filter(among | Q(tournaments__in=narrow)).distinct().order_by("pk")
    return Organisation.objects.filter(among).order_by("pk")
