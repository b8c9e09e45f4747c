"""Enter the people of an earlier tournament again; and keep people as known without entering them."""

from collections.abc import Iterator, Sequence

from django.db.models import Prefetch

from scoring import DomainError
from tournaments.models import Act, Entry, Member, Player, Tournament, User
from tournaments.models.tournament import locked
from tournaments.registration import categories, questions, teams
from tournaments.registration.fixed_seats import fix_seat
from tournaments.registration.importing import import_roster, imported
from tournaments.registration.names import family_name, fold, sort_name
from tournaments.registration.roster import Draft

KEPT = ("club", "region", "member_number", "apart", "note")


def bring_people(tournament: Tournament, earlier: Tournament, *, by: User | None) -> Act:
    """Enter all people of `earlier`, once: with their details, answers and categories, and nothing paid.

    Those who had a fixed seat keep it where that table exists. It can be undone as any list can.
    """
    entered = earlier.entries.exclude(kind=Entry.Kind.HOUSE).order_by("number")
    members = Member.objects.select_related("player").order_by("position", "from_round")
    people = list(entered.prefetch_related(Prefetch("members", members)))
    for entry in people:
        _as_begun(entry)
    now = Tournament.objects.get(pk=tournament.pk)  # the questions may have been saved a moment ago
    asked, known = questions.questions_of(now), categories.categories_of(now)
    answers = [questions.answered_before(asked, earlier.settings, entry.answers) for entry in people]
    held = [categories.same_by_name(known, earlier.settings, entry.categories) for entry in people]
    drafts = [_as_known(*one) for one in zip(people, answers, held, strict=True)]
    act, new = import_roster(tournament, drafts, token=f"like-{earlier.uid}", by=by, source=earlier.name)
    if new:
        there = {entry.number: entry for entry in imported(act)}
        for before, number in zip(people, act.args["entries"], strict=True):
            if before.fixed_seat and number in there:
                _keep_seat(there[number], before.fixed_seat, by)
    return act


def _as_begun(entry: Entry) -> None:
    """Change an entry to the person who began with the number, if another has taken it over since."""
    began = next(iter(entry.members.all()), None)
    if entry.kind != Entry.Kind.PLAYER or began is None or began.to_round is None:
        return
    player, said = began.player, began.came_as or {"apart": "", "note": "", "answers": {}, "categories": []}
    entry.name, entry.sort_name, entry.member_number = player.name, player.sort_name, player.member_number
    entry.club, entry.region = player.club, player.region
    for name in ("apart", "note", "answers", "categories"):
        setattr(entry, name, said[name])


def _as_known(entry: Entry, answers: dict[str, str], held: list[int]) -> Draft:
    details = {name: getattr(entry, name) for name in KEPT} | {"answers": answers, "categories": held}
    if entry.team:
        mates = [_as_mate(member) for member in entry.members.all() if member.to_round is None]
        if len(mates) >= teams.MIN_MEMBERS:
            return Draft(entry.name if teams.is_named(entry) else "", details=details, members=tuple(mates))
        return Draft(mates[0].name, mates[0].family, details=details)
    return Draft(entry.name, family_name(entry.name, entry.sort_name), entry.kind, details)


def _as_mate(member: Member) -> teams.Mate:
    player = member.player
    family = family_name(player.name, player.sort_name)
    return teams.Mate(player.name, family, player.club, player.member_number)


def _keep_seat(entry: Entry, seat: Sequence, by: User | None) -> None:
    try:
        fix_seat(entry, (seat[0], seat[1]), by=by)
    except DomainError:  # that table is not in this hall
        return


def remember_people(tournament: Tournament, drafts: Sequence[Draft]) -> int:
    """Keep people as known to the organisation, without entering them; return how many are new."""
    with locked(tournament) as tournament:
        organisation = tournament.organisation
        players = organisation.players.filter(erased_at=None)
        known = {_key(player.name, player.club): player.pk for player in players}
        kept: list[int] = []
        new: dict[tuple[str, str], Player] = {}
        for draft in _alone(drafts):
            details = draft.details
            player = Player(
                organisation=organisation,
                name=draft.name,
                sort_name=sort_name(draft.name, draft.family),
                club=details["club"],
                region=details["region"],
                member_number=details["member_number"],
                kept=True,
            )
            key = _key(player.name, player.club)
            if key in known:
                kept.append(known[key])
            else:
                new.setdefault(key, player)
        players.filter(pk__in=kept).update(kept=True)
        Player.objects.bulk_create(new.values())
        return len(new)


def _alone(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Yield each person as one draft: those of a team one by one."""
    for draft in drafts:
        if not draft.members:
            yield draft
        for mate in draft.members:
            own = {"club": mate.club or draft.details["club"], "member_number": mate.member_number}
            yield Draft(mate.name, mate.family, details=draft.details | own)


def _key(name: str, club: str) -> tuple[str, str]:
    return fold(name), fold(club)
