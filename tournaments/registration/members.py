"""Who plays under a number: members of a team are mended, replaced from the next round on, leave, come to
it; somebody takes the place of a person.

Rounds that were played keep who played them: a substitute is another row, with the rounds of each.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from scoring import Refusal
from tournaments import acts
from tournaments.models import Act, Entry, Member, Player, Tournament, User
from tournaments.models.tournament import locked
from tournaments.registration import teams
from tournaments.registration.duplicates import alike
from tournaments.registration.names import fold, sort_name
from tournaments.registration.presence import next_round_number
from tournaments.registration.roster import Known, person_of

ACT = "substitute"


def playing(entry: Entry) -> list[Member]:
    """Those who play in an entry from now on, in their order."""
    now = entry.members.filter(to_round=None).select_related("player")
    return list(now.order_by("position", "from_round"))


def everybody_of(entry: Entry) -> list[Member]:
    """Those who play or played in an entry, in their order."""
    return list(entry.members.select_related("player").order_by("position", "from_round"))


def mend(entry: Entry, position: int, name: str, *, agrees: bool) -> Entry:
    """Write a member as they are called, and whether they agree to their full name. Raises `Refusal`."""
    with locked(entry.tournament_id) as tournament:
        entry = Entry.objects.get(pk=entry.pk)
        name, member = teams.clean_name(name), _at(entry, position)
        teams.refuse_twice([name, *_names(entry, but=position)])
        elsewhere = member.player.memberships.exclude(pk=member.pk)
        if name != member.player.name:
            if alike(member.player.name, name) or not elsewhere.exists():
                member.player.name, member.player.sort_name = name, sort_name(name)
                member.player.save()
            else:
                member.player = _person(tournament, entry, name)
        member.consented_at = (member.consented_at or timezone.now()) if agrees else None
        member.save()
        _written_anew(entry)
        tournament.next_version()
        return entry


def replace(entry: Entry, position: int, name: str, *, by: User | None) -> Act | None:
    """Somebody else plays at `position` from the next round on, or nobody where `name` is empty.

    The act; None where the team has not played with that member yet: then it is as if the other had been
    entered at once. Raises `Refusal`: nobody would be left, or the name is that of another member.
    """
    with locked(entry.tournament_id) as tournament:
        entry = Entry.objects.get(pk=entry.pk)
        member, start = _at(entry, position), next_round_number(tournament)
        others = _names(entry, but=position)
        if not name.strip() and not others:
            raise Refusal("team_of_nobody", name=entry.name)
        person = None
        if name.strip():
            name = teams.clean_name(name)
            teams.refuse_twice([name, *others])
            person = _person(tournament, entry, name)
        act = _change(tournament, entry, position, start, by) if _has_played(entry, member) else None
        if act is None:
            member.delete()
        else:
            member.to_round = start - 1
            member.save()
        if person:
            first = start if act else member.from_round
            Member.objects.create(entry=entry, player=person, position=position, from_round=first)
        _written_anew(entry)
        if act is None:
            tournament.next_version()
        return act


def take_over(entry: Entry, name: str, *, by: User | None) -> Act:
    """Somebody else plays under the number of a person from the next round on; what was played stays.

    Raises `Refusal` before that person has played (then the name is put right), of a team, and for the name
    that they have.
    """
    with locked(entry.tournament_id) as tournament:
        entry = Entry.objects.get(pk=entry.pk)
        before = next((one for one in playing(entry) if _has_played(entry, one)), None)
        if entry.kind != Entry.Kind.PLAYER or before is None:
            raise Refusal("nothing_to_take_over", name=entry.name)
        name = teams.clean_name(name)
        if fold(name) == fold(entry.name):
            raise Refusal("plays_here_already", name=name)
        start = next_round_number(tournament)
        act = _change(tournament, entry, before.position, start, by)
        # What they said about the Internet stands with the person, the entry is that of who plays now.
        before.to_round, before.consented_at = start - 1, entry.consented_at
        before.save()
        player = _person(tournament, entry, name)
        Member.objects.create(entry=entry, player=player, position=before.position, from_round=start)
        _called_after(entry, player, None)
        return act


def _called_after(entry: Entry, player: Player, consented_at: datetime | None) -> None:
    entry.name, entry.sort_name, entry.member_number = player.name, player.sort_name, player.member_number
    entry.consented_at = consented_at
    entry.save(update_fields=["name", "sort_name", "member_number", "consented_at"])


class Replaced(NamedTuple):
    """Somebody who played under a number until somebody else did, or nobody: ``instead`` is "" then."""

    number: int
    name: str
    instead: str
    from_round: int
    at: datetime
    by: User | None


def replaced(tournament: Tournament) -> list[Replaced]:
    """Those whose place in a team, or whose number, somebody else has taken, in that order."""
    known: dict[tuple[int, int], list[Member]] = {}
    rows = Member.objects.filter(entry__tournament=tournament).select_related("player", "entry")
    for member in rows.order_by("position", "from_round"):
        known.setdefault((member.entry.number, member.position), []).append(member)
    done = tournament.acts.filter(kind=ACT, undone_by=None).select_related("by").order_by("version")
    found = []
    for act in done:
        number, start = act.args["entry"], act.args["from_round"]
        here = known.get((number, act.args["position"]), [])
        before = next((one for one in here if one.to_round == start - 1), None)
        after = next((one.player.name for one in here if one.from_round == start), "")
        if before:  # nobody was replaced where somebody more has joined a team
            found.append(Replaced(number, before.player.name, after, start, act.at, act.by))
    return found


def played_before(tournament: Tournament) -> dict[int, list[tuple[str, int]]]:
    """Who has played under the number of a person before who does now: the name and their last round."""
    past = Member.objects.filter(
        entry__tournament=tournament, entry__kind=Entry.Kind.PLAYER, to_round__isnull=False
    )
    found: dict[int, list[tuple[str, int]]] = {}
    for number, name, last in past.order_by("from_round").values_list(
        "entry__number", "player__name", "to_round"
    ):
        found.setdefault(number, []).append((name, last or 0))
    return found


def join(entry: Entry, name: str, *, by: User | None) -> Act | None:
    """Somebody more plays in an entry, from the next round on; a person who has not played becomes a team.

    Raises `Refusal`: the team is full, somebody is twice in it, or a person has played alone already.
    """
    with locked(entry.tournament_id) as tournament:
        entry = Entry.objects.get(pk=entry.pk)
        played = entry.seats.exists()
        if entry.kind != Entry.Kind.TEAM and (played or entry.kind != Entry.Kind.PLAYER):
            raise Refusal("already_seated", name=entry.name)
        name = teams.clean_name(name)
        here = _names(entry)
        if len(here) >= teams.MOST_MEMBERS:
            raise Refusal("team_size", least=teams.LEAST_MEMBERS, most=teams.MOST_MEMBERS)
        teams.refuse_twice([name, *here])
        position = max(entry.members.values_list("position", flat=True), default=0) + 1
        start = next_round_number(tournament) if played else 1
        person = _person(tournament, entry, name)
        act = _change(tournament, entry, position, start, by) if played else None
        if entry.kind == Entry.Kind.PLAYER:
            entry.members.update(consented_at=entry.consented_at)
            entry.kind, entry.team, entry.consented_at = Entry.Kind.TEAM, here, None
        Member.objects.create(entry=entry, player=person, position=position, from_round=start)
        _written_anew(entry)
        if act is None:
            tournament.next_version()
        return act


def _change(tournament: Tournament, entry: Entry, position: int, start: int, by: User | None) -> Act:
    said = {"entry": entry.number, "position": position, "from_round": start}
    return acts.record(tournament, ACT, said, by=by, inverse={})


def _at(entry: Entry, position: int) -> Member:
    found = next((member for member in playing(entry) if member.position == position), None)
    if found is None or not entry.team:
        raise Refusal("member_gone")
    return found


def _names(entry: Entry, but: int | None = None) -> list[str]:
    return [member.player.name for member in playing(entry) if member.position != but]


def _has_played(entry: Entry, member: Member) -> bool:
    seats = entry.seats.filter(meeting__round__stage__order=1)
    return seats.filter(meeting__round__number__gte=member.from_round).exists()


def _person(tournament: Tournament, entry: Entry, name: str) -> Player:
    """The player of that name: who has played under this number before, somebody known, or new."""
    for earlier in entry.members.select_related("player"):
        if fold(earlier.player.name) == fold(name):
            return earlier.player
    alone = person_of(entry, teams.Mate(name))
    player = Known(tournament, [alone]).person(alone)
    if player.pk is None:
        player.save()
    return player


def _written_anew(entry: Entry) -> None:
    """What is kept in the entry itself: who plays, and the name of a person or a team that was given none."""
    if entry.kind == Entry.Kind.PLAYER:
        (now,) = playing(entry)
        _called_after(entry, now.player, now.consented_at)
        return
    named = teams.is_named(entry)
    entry.team = _names(entry)
    if not named:
        entry.name = teams.composed(entry.team)
        entry.sort_name = teams.sorted_as(entry.name)
    entry.save(update_fields=["kind", "name", "sort_name", "team", "consented_at"])


def _obstacle(act: Act) -> Refusal | None:
    if act.args["from_round"] < next_round_number(act.tournament):
        return Refusal("round_already_seated", round=act.args["from_round"])
    later = act.tournament.acts.filter(kind=ACT, version__gt=act.version, undone_by=None)
    same = ("entry", "position")
    touched: Sequence[dict] = list(later.values_list("args", flat=True))
    if any(all(args[name] == act.args[name] for name in same) for args in touched):
        return Refusal("undo_later_first")
    return None


@acts.undoes(ACT, _obstacle)
def _as_before(tournament: Tournament, act: Act) -> None:
    entry = tournament.entries.get(number=act.args["entry"])
    rows = entry.members.filter(position=act.args["position"])
    rows.filter(from_round=act.args["from_round"]).delete()
    rows.filter(to_round=act.args["from_round"] - 1).update(to_round=None)
    _written_anew(entry)
