"""Append-only audit log of director actions, with undo.

Whether an action can be undone is computed, never stored: a module registers by `@undoes(kind)` how its
actions are undone and what prevents it.
"""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from scoring import DomainError
from tournaments.common.signals import action_recorded
from tournaments.models import Act, Tournament, User, raw_sql, rows
from tournaments.models.locking import locked

Undo = Callable[[Tournament, Act], None]
Obstacle = Callable[[Act], DomainError | None]
UPDATE_KINDS = ("update", "update_failed", "update_back")
# Rounds of medal matches and of playoffs follow from their results; they are undone with the action that made
# the matches.
FOLLOWING_KINDS = (
    "medal_close",
    "medal_open",
    "medal_seat",
    "medal_unseat",
    "playoff_close",
    "playoff_open",
    "playoff_seat",
    "playoff_unseat",
)
PUBLISHING_KINDS = (
    "full_names",
    "publish_files",
    "report_columns",
    "visibility",
    "new_link",
    "publish_each_game",
)
PRIZE_KINDS = (
    "categories",
    "club_teams",
    "prizes",
    "best_hand",
    "door_prize",
    "cash",
    "qualification",
    "qualify",
)
INDEPENDENT_KINDS = (
    "card_total",
    "kiosk_check_in",
    "extra_game",
    "fixtures",
    "partners_drawn",
    "notice",
    "notice_end",
    "wifi",
    "identity",
    "questions",
    "online_registration",
    "fees",
    "club_links",
    "club_link_ended",
    "password",
    *PRIZE_KINDS,
    "lift_hidden",
    *PUBLISHING_KINDS,
    *UPDATE_KINDS,
)
PLAY_KINDS = ("seat", "open", "close", "swap", "as_played", "played_ahead", "make_up")
"""The actions by which play goes on: none of them is possible, or undone, after the end of the tournament."""
PEOPLE_KINDS = ("import", "kiosk_check_in", "withdraw", "come_back", "leave_out", "fix_seat", "substitute")
"""The actions that name people by their numbers, which change when partners are drawn together."""
UNDO_FUNCTIONS: dict[str, tuple[Undo, Obstacle]] = {}


def undoes(*kinds: str, obstacle: Obstacle = lambda _act: None) -> Callable[[Undo], Undo]:
    """Register how actions of these kinds are undone.

    `obstacle` returns, or raises, the reason that an action cannot be undone.
    """

    def register(function: Undo) -> Undo:
        UNDO_FUNCTIONS.update(dict.fromkeys(kinds, (function, obstacle)))
        return function

    return register


def no_further_undo(_tournament: Tournament, _act: Act) -> None:
    """Do nothing: the undo function of actions whose only effect is their own record."""


def record(
    tournament: Tournament,
    kind: str,
    args: dict[str, Any],
    *,
    by: User | None,
    inverse: dict[str, Any] | None = None,
    undoes: Act | None = None,
) -> Act:
    """Record an action; only under the lock of the tournament.

    `inverse` is the data that undoing it needs. What follows from an action is done by the receivers of
    `action_recorded`. Raises `DomainError` if play would go on after the end of the tournament.
    """
    if kind.removeprefix("undo_") in PLAY_KINDS:
        check_not_ended(tournament)
    act = Act(
        tournament=tournament,
        version=tournament.next_version(),
        kind=kind,
        args=args,
        inverse=inverse,
        undoes=undoes,
        by=by,
        at=timezone.now(),
    )
    rows.insert([act])
    action_recorded.send(sender=Act, tournament=tournament, action=act)
    return act


def saved_items(tournament: Tournament, kind: str) -> dict[int, dict[str, Any]]:
    """Return what the actions of a kind saved in lists under its name, by `id`, each as it was last.

    Items that were removed since are among them.
    """
    saved = tournament.acts.filter(kind=kind).order_by("version").values_list("args", flat=True)
    return {one["id"]: one for args in saved for one in args[kind]}


def check_not_ended(tournament: Tournament) -> None:
    """Raise `DomainError` while official standings or medal matches exist, which rest on all games.

    Reopening the tournament withdraws them.
    """
    ((official, matches),) = rows.fetch(raw_sql.HAS_ENDED, tournament.pk, tournament.pk)
    if official:
        raise DomainError("standings_official")
    if matches:
        raise DomainError("matches_stand")


def has_undo(act: Act) -> bool:
    """Return whether actions of this kind can be undone, and this one is neither undone nor an undo."""
    return act.kind in UNDO_FUNCTIONS and act.undoes_id is None and not act.undone_by.all()


def undo_obstacle(act: Act) -> DomainError | None:
    """Return why `act` cannot be undone, or None."""
    if act.kind not in UNDO_FUNCTIONS:
        return DomainError("cannot_be_undone")
    if act.undone_by.exists():
        return DomainError("already_undone")
    if act.kind in PEOPLE_KINDS and has_later_partner_draw(act):
        return DomainError("part_partners_first")
    try:
        if act.kind in PLAY_KINDS:
            check_not_ended(act.tournament)
        return UNDO_FUNCTIONS[act.kind][1](act)
    except DomainError as refusal:
        return refusal


def later_action_obstacle(act: Act, **which: Any) -> DomainError | None:
    """Return the error that a later action, of those that `which` filters, must be undone before `act`."""
    later = act.tournament.acts.filter(version__gt=act.version, undone_by=None, **which)
    return DomainError("undo_later_first") if later.exists() else None


def has_later_partner_draw(act: Act) -> bool:
    """Return whether people who came alone were made partners after `act`, and still are."""
    later = act.tournament.acts.filter(kind="partners", undone_by=None, version__gt=act.version)
    return later.exists()


def undo(act: Act, *, by: User | None) -> Act:
    """Undo `act` and record that as an action of its own. Raises `DomainError` if it cannot be undone."""
    with locked(act) as act:
        tournament = act.tournament
        against = undo_obstacle(act)
        if against:
            raise against
        UNDO_FUNCTIONS[act.kind][0](tournament, act)
        return record(tournament, f"undo_{act.kind}", {"act": act.version}, by=by, undoes=act)


def last_undoable(tournament: Tournament) -> Act | None:
    """Return the newest action if it can be undone, for the undo button beside the page's title.

    Actions on tablets and notices to the hall are skipped: they have their own pages. So are rounds that
    follow from results.
    """
    beside = INDEPENDENT_KINDS + FOLLOWING_KINDS
    which = raw_sql.LAST_ACT.format(rows.placeholders(beside))
    for act in rows.all_of(Act, which, tournament.pk, *beside):
        act.tournament = tournament
        return act if undo_obstacle(act) is None else None
    return None
