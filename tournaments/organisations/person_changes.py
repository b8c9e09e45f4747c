"""Correct a person of an organisation, make two people who are one person one, and take that back.

Tournaments that are still to come follow. In those that have begun, entries keep what was written on the day,
as a person who changes clubs has played for the former one; they are corrected there, one by one.
"""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from scoring import DomainError
from tournaments.common.signals import place_freed
from tournaments.models import (
    ClubMembership,
    Entry,
    Member,
    MergedPlayer,
    Organisation,
    OrganisationAct,
    Player,
    Round,
    Tournament,
    User,
)
from tournaments.models.locking import locked
from tournaments.organisations.locks import (
    lock_rows,
    organisation_lock,
    tournaments_entered_by,
)
from tournaments.registration import members, teams
from tournaments.registration.known_clubs import ensure_clubs
from tournaments.registration.names import sort_name

CHANGE, MERGE = "person_change", "person_merge"
KINDS = (CHANGE, MERGE)
FLAGS = ("consent", "kept", "on_list")
BATCH_SIZE = 500  # rows in one statement: SQLite takes 999 parameters
DETAILS = ("name", "sort_name", "club", "region", "member_number", "category")


def correct(
    player: Player, *, family: str, since: date | None, by: User | None, **details: str
) -> OrganisationAct | None:
    """Correct the details of a person; return the act, None if nothing changed.

    `family` is the end of the name that is the family name, "" to find it. `since` is the day from which on
    they belong to another club; None if the club was only mistyped. Raises `DomainError`, also if the member
    number is that of another person, or the person has changed clubs since that day.
    """
    with organisation_lock(player.organisation):
        lock_rows(tournaments_entered_by([player]), [player])
        player = reload_person(player)
        name = teams.clean_name(details["name"])
        club = ensure_club(player.organisation, details["club"])
        wanted = details | {"name": name, "sort_name": sort_name(name, family), "club": club}
        changed = _changed_details(player, wanted)
        if not changed["after"]:
            return None
        _check_number_free(player, changed["after"].get("member_number", ""))
        dated: list[int] = []
        mistyped = None
        if "club" in changed["after"]:
            newest = _newest_membership(player)
            if since:
                dated = _change_clubs(player, club, since, newest)
            elif newest and newest.club == player.club:
                mistyped = newest.pk
                player.club_memberships.filter(pk=mistyped).update(club=club)
        write(player, **changed)
        return OrganisationAct.objects.create(
            organisation=player.organisation,
            kind=CHANGE,
            args={"person": str(player.uid)},
            inverse=changed | {"clubs": dated, "mistyped": mistyped},
            by=by,
        )


def reload_person(player: Player) -> Player:
    """Return a person as they are now. Raises `DomainError` if they are gone."""
    found = Player.objects.select_related("organisation").filter(pk=player.pk, erased_at=None).first()
    if found is None:
        raise DomainError("look_again")
    return found


def ensure_club(organisation: Organisation, club: str) -> str:
    """Return a club as the organisation writes it; a new one becomes known."""
    return ensure_clubs(organisation.pk, [club]).get(club, club) if club else ""


def _check_number_free(player: Player, number: str, parted: str | None = None) -> None:
    """Refuse a member number that another has, apart from the one with whom the person was one."""
    others = player.organisation.players.filter(erased_at=None, member_number=number).exclude(pk=player.pk)
    if parted:
        others = others.exclude(uid=parted)
    other = others.first() if number else None
    if other:
        raise DomainError("member_number_taken", number=number, name=other.name)


def _newest_membership(player: Player) -> ClubMembership | None:
    rows = player.club_memberships.all()
    return max(rows, key=lambda row: (row.since or date.min, row.pk), default=None)


def _change_clubs(player: Player, club: str, since: date, newest: ClubMembership | None) -> list[int]:
    """Note that a person belongs to `club` from that day on; return the keys of the new rows."""
    if newest and newest.since and since < newest.since:
        raise DomainError("club_since_earlier")
    new = [ClubMembership(player=player, club=club, since=since)]
    if newest is None:
        new.insert(0, ClubMembership(player=player, club=player.club))
    return [row.pk for row in ClubMembership.objects.bulk_create(new)]


def write(player: Player, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Write the details of a person, here and where they are entered for a tournament still to come."""
    for column, value in after.items():
        setattr(player, column, value)
    player.save(update_fields=after)
    for tournament in _coming_tournaments(player) if after else ():
        with locked(tournament) as current:
            for member in player.memberships.filter(entry__tournament=current, to_round=None):
                members.update_member_details(member, before, after)
            current.next_version()  # pages are cached by version, and show names
            if "club" in after:
                place_freed.send(sender=Entry, tournament=current)


def _coming_tournaments(player: Player) -> QuerySet[Tournament]:
    """Return the tournaments in which a person is entered and no game is seated."""
    seated = Round.objects.filter(stage__tournament=OuterRef("pk")).exclude(state=Round.State.VOID)
    entered = Member.objects.filter(player=player, to_round=None, entry__tournament=OuterRef("pk"))
    return Tournament.objects.filter(Exists(entered), ~Exists(seated), live=True).order_by("pk")


def acts_on(player: Player) -> list[OrganisationAct]:
    """Return what was done to a person, newest first."""
    acts = player.organisation.acts.filter(kind__in=KINDS, args__person=str(player.uid))
    return list(acts.select_related("by"))


def undoable_act(acts: list[OrganisationAct]) -> OrganisationAct | None:
    """Return the act on a person that can be taken back: the newest that was not."""
    return next((act for act in acts if act.taken_back_at is None and act.inverse), None)


def undo(act: OrganisationAct, *, by: User | None) -> None:
    """Take the newest act on a person back. Raises `DomainError` if it is another."""
    with organisation_lock(act.organisation):
        player = act.organisation.players.filter(uid=act.args["person"], erased_at=None).first()
        if player is None:
            raise DomainError("look_again")
        lock_rows(tournaments_entered_by([player]), [player])
        if undoable_act(acts_on(player)) != act:
            raise DomainError("undo_later_first")
        player, kept = reload_person(player), act.undo_data
        if act.kind == MERGE:
            _separate_people(player, act)
        before = _with_known_club(player, kept["before"])
        write(player, kept["after"], before)
        _check_number_free(player, kept["before"].get("member_number", ""), act.args.get("other"))
        player.club_memberships.filter(pk__in=kept["clubs"]).delete()
        if mistyped := kept.get("mistyped"):
            player.club_memberships.filter(pk=mistyped).update(club=before["club"])
        act.mark_taken_back(by=by)


def _with_known_club(player: Player, details: dict[str, str]) -> dict[str, str]:
    """Return details with the club as it is written by now."""
    return (
        details | {"club": ensure_club(player.organisation, details["club"])}
        if "club" in details
        else details
    )


def merge_obstacle(player: Player, other: Player) -> DomainError | None:
    """Return why two people cannot be one: both compete in one tournament or league; None if they can."""
    there = Member.objects.filter(player=other, entry__tournament=OuterRef("pk"))
    here = Member.objects.filter(player=player, entry__tournament=OuterRef("pk"))
    both = Tournament.objects.filter(Exists(here), Exists(there), live=True).order_by("-date", "-pk").first()
    if both:
        return DomainError("people_both_play", tournament=both.name)
    leagues = player.league_sides.values("side__league")
    shared = (
        other.league_sides.filter(side__league__in=leagues).select_related("side__league__season").first()
    )
    return DomainError("people_both_play", tournament=shared.side.league.season.name) if shared else None


def merge(player: Player, other: Player, *, taken: Collection[str], by: User | None) -> OrganisationAct:
    """Make `other` the person `player`, who takes the details named in `taken` from them.

    Entries, seasons and leagues follow, and results stay as they are. Raises `DomainError`.
    """
    with organisation_lock(player.organisation):
        lock_rows(tournaments_entered_by([player, other]), [player, other])
        player, other = reload_person(player), reload_person(other)
        if player.pk == other.pk or player.organisation_id != other.organisation_id:
            raise DomainError("look_again")
        if refusal := merge_obstacle(player, other):
            raise refusal
        details = {name: getattr(other if name in taken else player, name) for name in DETAILS}
        leagues = other.league_sides.values_list("side__league__season__uid", "side__number")
        changed = _changed_details(player, details)
        inverse = {
            **changed,
            "flags": {name: getattr(player, name) for name in FLAGS},
            "other": {name: getattr(other, name) for name in (*DETAILS, *FLAGS)},
            "entries": sorted({str(uid) for uid in other.memberships.values_list("entry__uid", flat=True)}),
            "sides": [[str(season), number] for season, number in leagues],
            "merged": [str(uid) for uid in other.merged.values_list("uid", flat=True)],
            "clubs": [],
            "clubs_of_other": list(other.club_memberships.values_list("pk", flat=True)),
        }
        write(other, **_changed_details(other, details))
        write(player, **changed)
        _move_everything(other, player)
        args = {"person": str(player.uid), "other": str(other.uid)}
        return OrganisationAct.objects.create(
            organisation=player.organisation, kind=MERGE, args=args, inverse=inverse, by=by
        )


def _changed_details(player: Player, details: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the details that differ, as they are and as they become."""
    before = {name: getattr(player, name) for name in details if getattr(player, name) != details[name]}
    return {"before": before, "after": {name: details[name] for name in before}}


def _move_everything(other: Player, player: Player) -> None:
    for name in FLAGS:
        setattr(player, name, getattr(player, name) or getattr(other, name))
    player.save(update_fields=FLAGS)
    for rows in (other.memberships, other.league_sides, other.club_memberships, other.merged):
        rows.update(player=player)
    MergedPlayer.objects.create(uid=other.uid, player=player)
    other.delete()


def _separate_people(player: Player, act: OrganisationAct) -> None:
    """Make the other person of a merge anew, with the entries, leagues and clubs that were theirs."""
    kept, uid = act.undo_data, act.args["other"]
    own = _with_known_club(player, kept["other"])
    flags = {name: own.pop(name) for name in FLAGS}
    now = {name: getattr(player, name) for name in DETAILS}
    MergedPlayer.objects.filter(uid=uid).delete()
    other = Player.objects.create(organisation=player.organisation, uid=uid, **now, **flags)
    for at in range(0, len(kept["entries"]), BATCH_SIZE):
        some = kept["entries"][at : at + BATCH_SIZE]
        player.memberships.filter(entry__uid__in=some).update(player=other)
    for season, number in kept["sides"]:
        player.league_sides.filter(side__league__season__uid=season, side__number=number).update(player=other)
    player.merged.filter(uid__in=kept["merged"]).update(player=other)
    player.club_memberships.filter(pk__in=kept["clubs_of_other"]).update(player=other)
    write(other, **_changed_details(other, own))
    _check_number_free(other, own["member_number"], str(player.uid))
    Player.objects.filter(pk=player.pk).update(**kept["flags"])
