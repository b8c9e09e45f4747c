"""Change who plays under a number: correct, replace and add members of a team; hand a number over.

Rounds that were played keep who played them: a substitute is another row, with the rounds of each.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Act, Entry, Member, Player, Round, Tournament, User
from tournaments.models.locking import locked
from tournaments.models.rows import attach_related, prepared
from tournaments.registration import teams
from tournaments.registration.duplicates import alike
from tournaments.registration.names import fold, sort_name
from tournaments.registration.partner_draw import came_as_details
from tournaments.registration.presence import ever_seated, is_official, next_round_number, present
from tournaments.registration.roster import PERSON_FIELDS, KnownPeople, entry_from_mate, known_elsewhere

ACT = "substitute"


def current_members(entry: Entry) -> list[Member]:
    """Return those who play in an entry from now on, in their order."""
    return attach_related(_current_members(entry.pk), entry=entry)


@prepared
def _current_members(entry: int) -> QuerySet[Member]:
    now = Member.objects.filter(entry=entry, to_round=None).select_related("player")
    return now.order_by("position", "from_round")


def first_consent(entry: Entry, playing: Sequence[Member] | None = None) -> datetime | None:
    """Return when the person of an entry, or the first of a team, agreed to the full name.

    `playing` are the members of the team now; None reads them.
    """
    if not entry.team:
        return entry.consented_at
    playing = current_members(entry) if playing is None else playing
    return next((member.consented_at for member in playing), None)


def team_numbers(tournament: Tournament) -> dict[int, list[str]]:
    """Return the member numbers of those who play in teams, by the key of the team; "" for none."""
    playing = Member.objects.filter(entry__tournament=tournament, entry__kind=Entry.Kind.TEAM, to_round=None)
    columns = ("entry", "player__member_number", "came_as__member_number")
    found: dict[int, list[str]] = {}
    for team, number, typed in playing.order_by("position", "from_round").values_list(*columns):
        found.setdefault(team, []).append(number or typed or "")
    return found


def all_members(entry: Entry) -> list[Member]:
    """Return those who play or played in an entry, in their order."""
    return list(entry.members.select_related("player").order_by("position", "from_round"))


def editable_member_fields(member: Member) -> dict[str, Any]:
    """Return what can be corrected of a member, as plain data."""
    return {"name": member.player.name, "agrees": member.consented_at is not None}


def edit_member(
    entry: Entry,
    position: int,
    name: str,
    *,
    agrees: bool,
    seen: Mapping[str, Any] | None = None,
    by_registrant: bool = False,
) -> Entry:
    """Correct the name of a member, and whether they agree to their full name. Raises `DomainError`.

    `seen` is the member `editable_member_fields` that the user saw: if that has changed nothing is written. A
    registrant changes no person whom the organisation knows.
    """
    with locked(entry) as entry:
        tournament = entry.tournament
        name, member = teams.clean_name(name), _member_at(entry, position)
        if seen is not None and seen != editable_member_fields(member):
            raise DomainError(
                "changed_meanwhile", now=member.player.name, kept=editable_member_fields(member)
            )
        teams.check_names_differ([name, *_names(entry, but=position)])
        elsewhere = member.player.on_list or member.player.memberships.exclude(pk=member.pk).exists()
        if name != member.player.name:
            own = not elsewhere or alike(member.player.name, name)
            erased = member.player.erased_at is not None
            if own and not erased and not (by_registrant and known_elsewhere([member])):
                member.player.name, member.player.sort_name = name, sort_name(name)
                member.player.save()
            else:
                member.player = _player_by_name(tournament, entry, name)
        member.consented_at = (member.consented_at or timezone.now()) if agrees else None
        member.save()
        _refresh_entry(entry)
        tournament.next_version()
        return entry


def write_member_number(member: Member, number: str) -> None:
    """Write the member number of a person whom the organisation knows from this entry alone.

    One that another person has stays with the registration.
    """
    player = member.player
    if player.on_list or player.erased_at or known_elsewhere([member]):
        return
    others = Player.objects.filter(organisation=player.organisation_id, erased_at=None).exclude(pk=player.pk)
    if not (number and others.filter(member_number=number).exists()):
        player.member_number = number
        player.save(update_fields=["member_number"])


def update_member_details(member: Member, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Write what became of a person's details where their entry still says `before`; under the lock."""
    entry = member.entry

    def corrected(details: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: value for name, value in after.items() if name in details and details[name] == before[name]
        }

    if entry.team:
        member.came_as = member.came_as and member.came_as | corrected(member.came_as)
        member.save(update_fields=["came_as"])
        _refresh_entry(entry)
        return
    changed = corrected({name: getattr(entry, name) for name in PERSON_FIELDS})
    for name, value in changed.items():
        setattr(entry, name, value)
    entry.save(update_fields=changed)


def replace_member(
    entry: Entry, position: int, name: str, *, by: User | None, leaves: int | None = None
) -> Act | None:
    """Have another person play at `position` from the next round on, or none if `name` is empty.

    `leaves` is the key of the member who is meant: another may play there by now.

    Return the act; None if the team has not played with that member yet: then the member is replaced as if
    the other had been entered from the start. Raises `DomainError`: no member would be left, or the name is
    that of another member.
    """
    with locked(entry) as entry:
        tournament = entry.tournament
        member, start = _member_at(entry, position), next_round_number(tournament)
        if leaves is not None and leaves != member.pk:
            raise DomainError("member_gone")
        others = _names(entry, but=position)
        if not name.strip() and not others:
            raise DomainError("team_of_nobody", name=entry.name)
        person = None
        if name.strip():
            name = teams.clean_name(name)
            teams.check_names_differ([name, *others])
            person = _player_by_name(tournament, entry, name)
        act = _record_change(tournament, entry, position, start, by) if _has_played(entry, member) else None
        if act is None:
            member.delete()
        else:
            member.to_round = start - 1
            member.save()
        if person:
            first = start if act else member.from_round
            Member.objects.create(entry=entry, player=person, position=position, from_round=first)
        _refresh_entry(entry)
        if act is None:
            tournament.next_version()
        return act


def transfer_number(entry: Entry, name: str, *, from_round: int, by: User | None) -> Act:
    """Transfer the number of a person to another, from `from_round` on, the next round to be seated.

    The rounds that were played stay; personal details go with the person who leaves. A second call with the
    same arguments returns the first act. Raises `DomainError` as `take_over_obstacle` says, if another round
    is the next one meanwhile, for the name of the present player, and for a person who plays under another
    number.
    """
    with locked(entry) as entry:
        tournament = entry.tournament
        name = teams.clean_name(name)
        if done := _take_over_act(tournament, entry, name, from_round):
            return done
        if against := take_over_obstacle(entry):
            raise against
        start = next_round_number(tournament)
        if from_round != start:
            raise DomainError("take_over_next_game", round=start)
        (before,) = current_members(entry)
        if fold(name) == fold(entry.name):
            raise DomainError("plays_here_already", name=name)
        player = _player_from_other_number(tournament, entry, name) or _player_by_name(
            tournament, entry, name
        )
        act = _record_change(tournament, entry, before.position, start, by)
        _store_leaving_player(entry, before, start - 1)
        Member.objects.create(entry=entry, player=player, position=before.position, from_round=start)
        _write_new_player(entry, player)
        return act


def take_over_obstacle(entry: Entry) -> DomainError | None:
    """Return why the number of an entry cannot be taken over now; None if it can."""
    tournament, start = entry.tournament, next_round_number(entry.tournament)
    if entry.kind != Entry.Kind.PLAYER:
        return DomainError("nothing_to_take_over", name=entry.name)
    if start > tournament.stages.get(order=1).rules["rounds"] or is_official(tournament):
        return DomainError("take_over_too_late")
    (now,) = current_members(entry)
    if not _has_played(entry, now):
        later = {"name": entry.name, "round": now.from_round}
        return DomainError("taken_over_just_now" if now.from_round > 1 else "nothing_to_take_over", **later)
    if entry not in present(tournament, start):
        return DomainError("take_over_away", name=entry.name, round=start)
    return None


def _take_over_act(tournament: Tournament, entry: Entry, name: str, from_round: int) -> Act | None:
    """Return the act by which a person of that name plays there from that round on, if it was done."""
    now = current_members(entry)
    if not now or now[0].from_round != from_round or fold(now[0].player.name) != fold(name):
        return None
    done = tournament.acts.filter(kind=ACT, undone_by=None, args__entry=entry.number)
    return done.filter(args__from_round=from_round).order_by("version").last()


def _player_from_other_number(tournament: Tournament, entry: Entry, name: str) -> Player | None:
    """Return a player of that name who played under another number.

    Raises `DomainError` if they still play there.
    """
    others = Member.objects.filter(entry__tournament=tournament).exclude(entry=entry)
    found = [one for one in others.select_related("player", "entry") if fold(one.player.name) == fold(name)]
    for one in found:
        if one.to_round is None:
            raise DomainError("entered_already", name=one.player.name, number=one.entry.number)
    return found[-1].player if found else None


ENTRY_FIELDS = ("apart", "note", "answers", "categories")
"""The fields of an entry that belong to the person and not to the number."""


def _store_leaving_player(entry: Entry, before: Member, last: int) -> None:
    """Store personal details of the entry with a member who leaves; the fee stays with the number."""
    player = before.player
    if not player.on_list:
        player.name, player.sort_name, player.club = entry.name, entry.sort_name, entry.club
        player.region, player.member_number = entry.region, entry.member_number
        player.save()
    before.to_round, before.consented_at = last, entry.consented_at
    before.came_as = came_as_details(entry) | {"fee_cents": None}
    before.save()


def _write_new_player(entry: Entry, player: Player) -> None:
    """Write the entry as that of `player`: with their own details, if they have played under it before."""
    earlier = entry.members.filter(player=player, to_round__isnull=False).order_by("from_round").last()
    came_as = (earlier.came_as if earlier else None) or Entry(tournament=entry.tournament).__dict__
    for name in ENTRY_FIELDS:
        setattr(entry, name, came_as[name])
    entry.save(update_fields=ENTRY_FIELDS)
    _copy_player_name(entry, player, earlier.consented_at if earlier else None)


def _copy_player_name(entry: Entry, player: Player, consented_at: datetime | None) -> None:
    entry.name, entry.sort_name, entry.member_number = player.name, player.sort_name, player.member_number
    entry.consented_at = consented_at
    entry.save(update_fields=["name", "sort_name", "member_number", "consented_at"])


class ReplacedPlayer(NamedTuple):
    """A person who played under a number until another did; `instead` is "" if no one took the place."""

    number: int
    name: str
    instead: str
    from_round: int
    at: datetime
    by: User | None


def replaced_players(tournament: Tournament) -> list[ReplacedPlayer]:
    """Return those whose place in a team, or whose number, another person has taken, in that order."""
    return [one for one in player_changes(tournament).values() if one.name]  # joining a team replaces no one


def player_changes(tournament: Tournament) -> dict[int, ReplacedPlayer]:
    """Return the changes of players by acts that are not undone, by version; `name` is "" for a join."""
    known: dict[tuple[int, int], list[Member]] = {}
    rows = Member.objects.filter(entry__tournament=tournament).select_related("player", "entry")
    for member in rows.order_by("position", "from_round"):
        known.setdefault((member.entry.number, member.position), []).append(member)
    done = tournament.acts.filter(kind=ACT, undone_by=None).select_related("by").order_by("version")
    found = {}
    for act in done:
        number, start = act.args["entry"], act.args["from_round"]
        here = known.get((number, act.args["position"]), [])
        before = next((one.player.name for one in here if one.to_round == start - 1), "")
        after = next((one.player.name for one in here if one.from_round == start), "")
        found[act.version] = ReplacedPlayer(number, before, after, start, act.at, act.by)
    return found


def earlier_players(tournament: Tournament) -> dict[int, list[tuple[str, int]]]:
    """Return those who played under a person's number before the present player: names and last rounds."""
    found: dict[int, list[tuple[str, int]]] = {}
    for number, name, last in _past_members(tournament.pk):
        found.setdefault(number, []).append((name, last or 0))
    return found


@prepared
def _past_members(tournament: int) -> QuerySet[Member, tuple[int, str, int | None]]:
    past = Member.objects.filter(
        entry__tournament=tournament, entry__kind=Entry.Kind.PLAYER, to_round__isnull=False
    )
    return past.order_by("from_round").values_list("entry__number", "player__name", "to_round")


class NamesInRound:
    """The names of entries in a round: numbers of persons by the name of the player of that round."""

    def __init__(self, tournament: Tournament) -> None:
        self.now: dict[int, str] = dict(tournament.entries.values_list("number", "name"))
        self._before = earlier_players(tournament)

    def in_round(self, round_number: int | None) -> dict[int, str]:
        """Return names by number in that qualifying round; None: the present names."""
        then = {
            number: next((name for name, last in past if (round_number or 0) <= last), self.now[number])
            for number, past in self._before.items()
            if round_number is not None
        }
        return self.now | then


def add_member(entry: Entry, name: str, *, by: User | None) -> Act | None:
    """Add a person to an entry, from the next round on; a person who has not played becomes a team.

    Return the act; None if the entry was never seated or drawn. Raises `DomainError`: the team is full, a
    person is twice in it, or a person was seated or drawn alone already.
    """
    with locked(entry) as entry:
        tournament = entry.tournament
        played = ever_seated([entry]) is not None
        if entry.kind != Entry.Kind.TEAM and (played or entry.kind != Entry.Kind.PLAYER):
            raise DomainError("already_seated", name=entry.name)
        name = teams.clean_name(name)
        here = _names(entry)
        if len(here) >= teams.MAX_MEMBERS:
            raise DomainError("team_too_large", count=len(here) + 1, most=teams.MAX_MEMBERS)
        teams.check_names_differ([name, *here])
        position = max(entry.members.values_list("position", flat=True), default=0) + 1
        start = next_round_number(tournament) if played else 1
        person = _player_by_name(tournament, entry, name)
        act = _record_change(tournament, entry, position, start, by) if played else None
        if entry.kind == Entry.Kind.PLAYER:
            entry.members.update(consented_at=entry.consented_at)
            if entry.fee_cents is not None:
                _keep_own_fee(entry)
            entry.kind, entry.team, entry.consented_at = Entry.Kind.TEAM, here, None
        Member.objects.create(entry=entry, player=person, position=position, from_round=start)
        _refresh_entry(entry)
        if act is None:
            tournament.next_version()
        return act


def _keep_own_fee(entry: Entry) -> None:
    """Store a fee that was typed for a person who becomes a team with them: the partner pays too."""
    entry.members.update(came_as=came_as_details(entry))
    entry.fee_cents, entry.answers = None, {}
    entry.save(update_fields=["fee_cents", "answers"])


def _record_change(tournament: Tournament, entry: Entry, position: int, start: int, by: User | None) -> Act:
    args = {"entry": entry.number, "position": position, "from_round": start}
    return audit_log.record(tournament, ACT, args, by=by, inverse={})


def _member_at(entry: Entry, position: int) -> Member:
    found = next((member for member in current_members(entry) if member.position == position), None)
    if found is None or not entry.team:
        raise DomainError("member_gone")
    return found


def _names(entry: Entry, but: int | None = None) -> list[str]:
    return [member.player.name for member in current_members(entry) if member.position != but]


def _has_played(entry: Entry, member: Member) -> bool:
    """Return whether they have a seat in a round that is not void."""
    seats = entry.seats.filter(meeting__round__stage__order=1, meeting__void_act=None)
    seats = seats.exclude(meeting__round__state=Round.State.VOID)
    return seats.filter(meeting__round__number__gte=member.from_round).exists()


def _player_by_name(tournament: Tournament, entry: Entry, name: str) -> Player:
    """Return the player of that name: one who played under this number before, one known, or a new one."""
    for earlier in entry.members.select_related("player"):
        if fold(earlier.player.name) == fold(name):
            return earlier.player
    alone = entry_from_mate(entry, teams.NewMember(name))
    player = KnownPeople(tournament, [alone]).person(alone)
    if player.pk is None:
        player.save()
    return player


def _refresh_entry(entry: Entry) -> None:
    """Update the copy in the entry itself: its players, and the name if it was not given by hand."""
    if entry.kind == Entry.Kind.PLAYER:
        (now,) = current_members(entry)
        _copy_player_name(entry, now.player, now.consented_at)
        return
    named = teams.is_named(entry)
    entry.team = _names(entry)
    if not named:
        entry.name = teams.composed_name(entry.team)
        entry.sort_name = teams.team_sort_key(entry.name)
    entry.save(update_fields=["kind", "name", "sort_name", "team", "consented_at"])


def _obstacle(act: Act) -> DomainError | None:
    if not act.tournament.entries.filter(number=act.args["entry"]).exists():
        return DomainError("cannot_be_undone")
    if act.args["from_round"] < next_round_number(act.tournament):
        return DomainError("next_round_is_seated", round=act.args["from_round"])
    later = act.tournament.acts.filter(kind=ACT, version__gt=act.version, undone_by=None)
    same = ("entry", "position")
    touched: Sequence[dict] = list(later.values_list("args", flat=True))
    if any(all(args[name] == act.args[name] for name in same) for args in touched):
        return DomainError("undo_later_first")
    return None


@audit_log.undoes(ACT, obstacle=_obstacle)
def _undo_change(tournament: Tournament, act: Act) -> None:
    entry = tournament.entries.get(number=act.args["entry"])
    rows = entry.members.filter(position=act.args["position"])
    rows.filter(from_round=act.args["from_round"]).delete()
    before = rows.filter(to_round=act.args["from_round"] - 1).select_related("player").first()
    rows.filter(to_round=act.args["from_round"] - 1).update(to_round=None)
    if before and entry.kind == Entry.Kind.PLAYER:
        _restore_player(entry, before)
    else:
        _refresh_entry(entry)


def _restore_player(entry: Entry, before: Member) -> None:
    """Write the entry as it was before another person took it over."""
    came_as = before.came_as or {}  # not stored by versions that replaced only the name
    for name in came_as and (*ENTRY_FIELDS, "club", "region"):
        setattr(entry, name, came_as[name])
    entry.save(update_fields=[*ENTRY_FIELDS, "club", "region"])
    _copy_player_name(entry, before.player, before.consented_at)
    Member.objects.filter(pk=before.pk).update(came_as=None, consented_at=None)
