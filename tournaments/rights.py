"""Who may do what: one table, and `may`, which every face asks before it shows or does anything.

An action is named in the address of a page (`tournaments/views/access.py`) or of the API of devices
(`tournaments/api.py`). Superusers may everything. Adding an action is a line here and its name at an address.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Q, QuerySet

from tournaments.models import Device, Organisation, Role, Tournament
from tournaments.models.rows import prepared

EVERYBODY, SIGNED_IN, A_DEVICE = "everybody", "signed in", "device"
ORGANISERS: set[str] = set(Role.Kind.values)
DIRECTOR, DESK = str(Role.Kind.DIRECTOR), str(Role.Kind.DESK)
JUDGE, REGISTRATION = str(Role.Kind.JUDGE), str(Role.Kind.REGISTRATION)

RIGHTS: dict[str, set[str]] = {
    # without a tournament
    "visit": {EVERYBODY},  # the first page, sign-in, what a secret address opens, the judge's counters
    "laptop": {EVERYBODY},  # who sits at it, that is: views/laptop.py answers nobody over the network
    "account": {SIGNED_IN},  # one's own password and sessions
    "create": {DIRECTOR},  # tournaments
    "restore": {DIRECTOR},  # a tournament from a copy
    "seasons": {DIRECTOR},  # what is added up, and how
    "organisations": set(),  # make one: superusers only
    "room": set(),  # what may be deleted where the disk is full: superusers only
    # of a tournament
    "follow": {EVERYBODY, *ORGANISERS},  # everybody only where the tournament is public
    "see_day": ORGANISERS,  # rounds, desk, standings and medals as they stand, without doing anything
    "register": {DIRECTOR, REGISTRATION},  # names, check-in, cash, who leaves and who comes
    "enter_results": {DIRECTOR, DESK},  # and correct them
    "decide": {DIRECTOR, DESK, JUDGE},  # which of several results counts
    "notify": {DIRECTOR, DESK},  # a notice for everybody in the hall
    "note_hand": {DIRECTOR, DESK, JUDGE},  # write a hand down that may be the best of the day
    "give_prizes": {DIRECTOR},  # categories, prizes, door prizes by lot
    "penalise": {DIRECTOR, JUDGE},  # write a penalty, and take it back
    "answer_calls": {DIRECTOR, DESK, JUDGE},
    "seat_as_played": {DIRECTOR, DESK},  # write down who really sits where
    "close_round": {DIRECTOR, DESK},
    "read_cards": {DIRECTOR, DESK},  # tick a card off that was read aloud
    "tablets": {DIRECTOR, DESK},  # codes of the tables, who is let in and shut out
    "print": {DIRECTOR, DESK},
    "run_rounds": {DIRECTOR},  # seat, open, swap, undo
    "run_medals": {DIRECTOR},
    "publish": {DIRECTOR},
    "steer_screens": {DIRECTOR},  # what projectors show, and the podium step by step
    "set_up": {DIRECTOR},
    "copy": {DIRECTOR},
    "see_acts": {DIRECTOR},
    # of a tournament or of an organisation
    "manage_helpers": {DIRECTOR},
    # of an organisation
    "keep_formats": {DIRECTOR},  # make, change and take away formats of its own
    # of a device, by its token
    "report": {A_DEVICE},
}

Scope = Tournament | Organisation | None
Named = TypeVar("Named", bound=Callable[..., Any])


def may(who: Any, action: str, scope: Scope = None) -> bool:
    """Whether `who`, a user or a device, may do `action` in a tournament or an organisation.

    Without a scope a role anywhere counts. Raises `KeyError` for an action that is not in the table.
    """
    holders = RIGHTS[action]
    if isinstance(who, Device):
        return A_DEVICE in holders and scope == who.tournament
    if EVERYBODY in holders and not _is_hidden(scope):
        return True
    if not who.is_authenticated:
        return False
    if who.is_superuser or SIGNED_IN in holders:
        return True
    return not holders.isdisjoint(roles(who, scope))


def _is_hidden(scope: Scope) -> bool:
    return isinstance(scope, Tournament) and scope.visibility != Tournament.Visibility.PUBLIC


def roles(user: Any, scope: Scope = None) -> set[str]:
    """The roles of a user in a tournament or its organisation, in an organisation, or anywhere."""
    held = user.held
    if isinstance(scope, Tournament):
        wide = scope.organisation_id
        held = [role for role in held if role.tournament_id == scope.pk or role.organisation_id == wide]
    elif isinstance(scope, Organisation):
        held = [role for role in held if role.organisation_id == scope.pk]
    return {role.role for role in held}


def named(action: str, view: Named) -> Named:
    """`view` as the address of `action`. Raises `KeyError` for an action that is not in the table."""
    RIGHTS[action]
    view.action = action  # type: ignore[attr-defined]
    return view


def tournaments_of(user: Any) -> QuerySet[Tournament]:
    """The live tournaments in which `user` has a role, newest first; to others they are invisible here."""
    live = Tournament.objects.filter(live=True)
    if user.is_superuser:
        return live
    narrow = [role.tournament_id for role in user.held if role.tournament_id]
    wide = [role.organisation_id for role in user.held if role.organisation_id]
    return live.filter(Q(pk__in=narrow) | Q(organisation__in=wide))


def home_of(user: Any) -> Organisation:
    """Where a tournament goes that `user` makes, or nobody; the first organisation is made silently."""
    narrow, wide = _scopes(user, "create") if user and not user.is_superuser else ([], [])
    known = _among(narrow or [0], wide or [0]) or _first_organisation()
    return known[0] if known else Organisation.objects.create(name="Cheville")


@prepared
def _first_organisation() -> QuerySet[Organisation]:
    return Organisation.objects.order_by("pk")[:1]


@prepared
def _among(narrow: list[int], wide: list[int]) -> QuerySet[Organisation]:
    return Organisation.objects.filter(Q(pk__in=wide) | Q(tournaments__in=narrow)).distinct().order_by("pk")


def _scopes(user: Any, action: str) -> tuple[list[int], list[int]]:
    """The tournaments, and the organisations, of the roles in which `user` may do `action`."""
    held = [role for role in user.held if role.role in RIGHTS[action]]
    return (
        [role.tournament_id for role in held if role.tournament_id],
        [role.organisation_id for role in held if role.organisation_id],
    )


def organisations_of(user: Any, action: str = "create", *, whole: bool = False) -> QuerySet[Organisation]:
    """The organisations for which `user` may do `action`: of the `whole`, else of a tournament too."""
    if user.is_superuser:
        return Organisation.objects.order_by("pk")
    narrow, wide = _scopes(user, action)
    among = Q(pk__in=wide)
    if narrow and not whole:
        return Organisation.objects.filter(among | Q(tournaments__in=narrow)).distinct().order_by("pk")
    return Organisation.objects.filter(among).order_by("pk")
