"""Draw partners: people who registered alone are drawn into teams, and can be separated again by name.

A draw is an act with its seed: its teams are shown before people are entered in them, and another draw is
another act, with its reason. The team takes the lowest number of its members; the details of their own
entries are stored with each member (`Member.came_as`), so that they can be separated while no seats are
given. People who were ever seated alone are not drawn: their entries stay, even if those seats are void.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.dateparse import parse_datetime

from scoring import DomainError
from tournaments.common import audit_log, sanitize
from tournaments.models import (
    Act,
    Device,
    Entry,
    Invitation,
    Member,
    Presence,
    Publication,
    Tournament,
    User,
)
from tournaments.models.locking import locked
from tournaments.pairing import partners
from tournaments.pairing.partners import DrawnTeams, Single
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.registration import teams
from tournaments.registration.clubs import club_key
from tournaments.registration.presence import ever_seated, has_begun, present

DRAWN, ENTERED = "partners_drawn", "partners"
LOT, BALANCED = "lot", "balanced"
METHODS = (LOT, BALANCED)
MAX_SEED = 1_000_000
MAX_REASON_LENGTH = 120
KEPT_ENTRY_FIELDS = ("number", "fee_cents", "apart", "note", "answers", "categories", "club", "region")
MOMENT_FIELDS = ("consented_at", "checked_in_at")


class DrawRequest(NamedTuple):
    """A request to draw partners. `ranks`: 1 is the strongest; `wishes`: groups of numbers who play together.

    `clubs_apart`: people of one club are not partners where that is possible.
    """

    size: int = 2
    how: str = LOT
    uneven: str = partners.LARGER
    clubs_apart: bool = False
    ranks: Mapping[int, int] = {}
    wishes: tuple[tuple[int, ...], ...] = ()


class Proposal(NamedTuple):
    """The last draw, if not entered: its act, the teams by number, and which conditions were not met.

    `current`: the people who play alone are still those who were drawn.
    """

    act: Act
    drawn: DrawnTeams
    seed: int
    current: bool


# Drawing


def singles(tournament: Tournament) -> list[Entry]:
    """Return those who are here for game 1 and play alone, by number."""
    return [entry for entry in present(tournament, 1) if entry.kind == Entry.Kind.PLAYER]


def draw(tournament: Tournament, wanted: DrawRequest, *, seed: int, reason: str, by: User | None) -> Act:
    """Draw all who play alone into teams and record the proposal; they are not entered in them yet.

    Another draw needs a `reason`, as long as the last one has not been entered. Raises `DomainError`.
    """
    with locked(tournament) as current:
        here = singles(current)
        if against := draw_obstacle(current, here):
            raise against
        _check_request(wanted, here)
        reason = sanitize.clean_length(sanitize.clean_line(reason), MAX_REASON_LENGTH)
        if _last_draw(current) is not None and not reason:
            raise DomainError("redraw_needs_reason")
        found = partners.draw_teams(
            [_single(entry, wanted) for entry in here],
            size=wanted.size,
            seed=seed,
            balanced=wanted.how == BALANCED,
            uneven=wanted.uneven,
            wishes=wanted.wishes,
        )
        args: dict[str, Any] = {
            "seed": seed,
            "size": wanted.size,
            "how": wanted.how,
            "uneven": wanted.uneven,
            "clubs_apart": wanted.clubs_apart,
            "ranks": {str(number): rank for number, rank in sorted(wanted.ranks.items())},
            "wishes": [list(wish) for wish in wanted.wishes],
            "teams": [list(team) for team in found.teams],
            "text": reason,
        }
        return audit_log.record(current, DRAWN, args, by=by)


def _check_request(wanted: DrawRequest, here: Sequence[Entry]) -> None:
    if not teams.MIN_MEMBERS <= wanted.size <= teams.MAX_MEMBERS:
        raise DomainError("team_size", least=teams.MIN_MEMBERS, most=teams.MAX_MEMBERS)
    if wanted.how not in METHODS or wanted.uneven not in partners.UNEVEN:
        raise DomainError("look_again")
    room = partners.sizes(len(here), wanted.size, wanted.uneven)
    if not room or len(here) > MAX_PEOPLE:
        raise DomainError("nobody_to_draw", most=MAX_PEOPLE)
    if max(room) > teams.MAX_MEMBERS:
        raise DomainError("team_too_large", count=max(room), most=teams.MAX_MEMBERS)
    known = {entry.number for entry in here}
    for number in [*wanted.ranks, *(number for wish in wanted.wishes for number in wish)]:
        if number not in known:
            raise DomainError("nobody_alone_has_number", number=number)


def _single(entry: Entry, wanted: DrawRequest) -> Single:
    tags = {f"apart {entry.apart}"} if entry.apart else set()
    if wanted.clubs_apart and entry.club:
        tags.add(f"club {club_key(entry.club)}")
    return Single(entry.number, wanted.ranks.get(entry.number), frozenset(tags))


def request_from_act(act: Act) -> DrawRequest:
    """Return how partners were drawn by an act."""
    args = act.args
    return DrawRequest(
        args["size"],
        args["how"],
        args["uneven"],
        args["clubs_apart"],
        {int(number): rank for number, rank in args["ranks"].items()},
        tuple(tuple(wish) for wish in args["wishes"]),
    )


def _last_draw(tournament: Tournament) -> Act | None:
    """Return the last draw; None if people were entered by it and not separated since."""
    last = tournament.acts.filter(kind=DRAWN).order_by("-version").first()
    if (
        last is None
        or tournament.acts.filter(kind=ENTERED, undone_by=None, version__gt=last.version).exists()
    ):
        return None
    return last


def proposal(tournament: Tournament) -> Proposal | None:
    """Return the last draw that was not entered; not `current` if a player came or left since."""
    act = _last_draw(tournament)
    if act is None:
        return None
    here = singles(tournament)
    drawn = tuple(tuple(team) for team in act.args["teams"])
    current = {number for team in drawn for number in team} == {entry.number for entry in here}
    wanted = request_from_act(act)
    people = [_single(entry, wanted) for entry in here]
    found = partners.drawn_from_teams(drawn, people, wanted.wishes) if current else DrawnTeams(drawn)
    return Proposal(act, found, act.args["seed"], current)


def ranks_of(tournament: Tournament, earlier: Tournament) -> dict[int, int]:
    """Return the official rank at `earlier` of those who play alone now, by their number now.

    A person who played there in a team has the rank of the team.
    """
    official = Publication.objects.official_now().filter(tournament=earlier).first()
    if official is None:
        return {}
    rank = {row["number"]: row["rank"] for row in official.rows if not row.get("out")}
    then = Member.objects.filter(entry__tournament=earlier).values_list("player", "entry__number")
    of_player = {player: rank[number] for player, number in then if number in rank}
    alone = Member.objects.filter(entry__in=singles(tournament)).values_list("entry__number", "player")
    return {number: of_player[player] for number, player in alone if player in of_player}


# Entering, and separating


def enter(tournament: Tournament, version: int, *, by: User | None) -> Act:
    """Enter people as they were drawn by the act of that version. Raises `DomainError`.

    Refused if a player came, left or changed their number since, or another draw was made.
    """
    with locked(tournament) as current:
        here = singles(current)
        if against := draw_obstacle(current, here):
            raise against
        found = proposal(current)
        if found is None or found.act.version != version:
            raise DomainError("look_again")
        if not found.current:
            raise DomainError("partners_list_changed")
        by_number = {entry.number: entry for entry in here}
        made = [team for team in found.drawn.teams if len(team) > 1]
        for team in made:
            _join([by_number[number] for number in team])
        numbers = [number for team in made for number in team]
        args = {"entries": sorted(numbers), "teams": [list(team) for team in made], "drawn": version}
        return audit_log.record(current, ENTERED, args, by=by, inverse={})


def draw_obstacle(tournament: Tournament, here: Sequence[Entry]) -> DomainError | None:
    """Return why people who play alone (`singles`) cannot be drawn into teams; None if they can."""
    if seated := ever_seated(here):
        return DomainError("partners_after_seats", name=seated.name)
    return _begun_obstacle(tournament)


def _begun_obstacle(tournament: Tournament) -> DomainError | None:
    return DomainError("partners_after_start") if has_begun(tournament) else None


def _join(people: Sequence[Entry]) -> None:
    """Merge people who registered alone into one team, under the number of the first."""
    first, others = people[0], people[1:]
    for position, entry in enumerate(people, start=1):
        Member.objects.filter(entry=entry).update(
            entry=first, position=position, consented_at=entry.consented_at, came_as=came_as_details(entry)
        )
    Device.objects.filter(entry__in=others).update(entry=first)
    Invitation.objects.filter(entry__in=others).delete()
    Presence.objects.filter(entry__in=others).delete()
    names = [entry.name for entry in people]
    first.kind, first.team, first.name = Entry.Kind.TEAM, names, teams.composed_name(names)
    first.sort_name = teams.team_sort_key(first.name)
    clubs = list(dict.fromkeys(entry.club for entry in people if entry.club))
    first.club = teams.NAME_SEPARATOR.join(clubs)[:120]
    regions = {entry.region for entry in people}
    first.region = regions.pop() if len(regions) == 1 else ""
    first.member_number, first.note, first.answers = "", "", {}
    first.apart = next((entry.apart for entry in people if entry.apart), "")
    first.fee_cents = None  # the fees of each member are counted (`fees.fee_of`)
    first.categories = sorted(set.intersection(*(set(entry.categories) for entry in people)))
    here = [entry.checked_in_at for entry in people]
    first.checked_in_at = max(at for at in here if at) if all(here) else None
    first.fixed_seat = next((entry.fixed_seat for entry in people if entry.fixed_seat), None)
    first.consented_at = None
    Entry.objects.filter(pk__in=[entry.pk for entry in others]).delete()
    first.save()


def came_as_details(entry: Entry) -> dict[str, Any]:
    """Return the details of the entry of one person, as `Member.came_as` stores them."""
    kept = {name: getattr(entry, name) for name in KEPT_ENTRY_FIELDS} | {"uid": str(entry.uid)}
    kept |= {name: at.isoformat() if (at := getattr(entry, name)) else None for name in MOMENT_FIELDS}
    return kept | {"member_number": entry.member_number, "fixed_seat": entry.fixed_seat}


def teams_of(act: Act) -> list[Entry]:
    """Return the teams that an act entered, as far as they are on the list."""
    return list(act.tournament.entries.filter(number__in=[team[0] for team in act.args["teams"]]))


def _obstacle(act: Act) -> DomainError | None:
    """Return why the teams cannot be separated: play has begun, or they have other members; else None."""
    if against := _begun_obstacle(act.tournament):
        return against
    found = {entry.number: entry for entry in teams_of(act)}
    for numbers in act.args["teams"]:
        entry = found.get(numbers[0])
        if entry is None:
            return DomainError("partners_changed", name=f"#{numbers[0]}")
        came = [(member.came_as or {}).get("number") for member in entry.members.filter(to_round=None)]
        if sorted(came, key=str) != sorted(numbers, key=str):
            return DomainError("partners_changed", name=entry.name)
    return None


@audit_log.undoes(ENTERED, obstacle=_obstacle)
def _separate_teams(tournament: Tournament, act: Act) -> None:
    """Have all members play alone again under their own numbers, with the details of their own entries."""
    for team in teams_of(act):
        typed = team.fee_cents
        for member in team.members.select_related("player"):
            came_as = member.came_as or {}
            entry = (
                team if came_as["number"] == team.number else Entry(tournament=tournament, uid=came_as["uid"])
            )
            _restore_single_entry(entry, member, came_as)
            if entry.pk is None:
                entry.save()
                Presence.objects.create(entry=entry, from_round=1)
            else:
                if typed is not None and entry.fee_cents is None:
                    entry.fee_cents = typed  # typed since
                entry.save()
            member.entry, member.position, member.came_as, member.consented_at = entry, 1, None, None
            member.save()


def _restore_single_entry(entry: Entry, member: Member, came_as: Mapping[str, Any]) -> None:
    player = member.player
    entry.kind, entry.team = Entry.Kind.PLAYER, []
    entry.name, entry.sort_name = player.name, player.sort_name
    for name in (*KEPT_ENTRY_FIELDS, "member_number", "fixed_seat"):
        setattr(entry, name, came_as[name])
    entry.checked_in_at = parse_datetime(came_as["checked_in_at"] or "")
    entry.consented_at = member.consented_at  # as they last agreed


def entries_with_own_answers(entries: Sequence[Entry]) -> list[Entry]:
    """Return everyone who was asked, with their own answers: those drawn into a team as they came.

    The entries of such members are never saved: they have the number of the team and their own name.
    """
    drawn: dict[int, list[Member]] = {}
    came = Member.objects.filter(entry__in=[entry.pk for entry in entries if entry.team], to_round=None)
    for member in came.exclude(came_as=None).select_related("player").order_by("position"):
        drawn.setdefault(member.entry_id, []).append(member)
    found: list[Entry] = []
    for entry in entries:
        for member in drawn.get(entry.pk, []):
            came_as: Mapping[str, Any] = member.came_as or {}
            player = member.player
            own = {"answers": came_as["answers"], "club": came_as["club"], "team": []}
            found.append(Entry(number=entry.number, name=player.name, sort_name=player.sort_name, **own))
        if entry.pk not in drawn or entry.answers:
            found.append(entry)
    return found
