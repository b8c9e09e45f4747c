"""Enter a whole list at once, all of it or nothing and only once; and the people of an earlier tournament."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import takewhile
from typing import Any

from django.db.models import Prefetch

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.common.signals import place_freed
from tournaments.models import Act, Entry, Member, Player, Tournament, User
from tournaments.models.locking import locked
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.registration import categories, questions, teams
from tournaments.registration.columns import ANSWERS, is_role, split_role
from tournaments.registration.fixed_seats import fix_seat
from tournaments.registration.names import family_name, fold, sort_name
from tournaments.registration.presence import EVER_SEATED
from tournaments.registration.roster import (
    Draft,
    KnownPeople,
    People,
    add_entries,
    check_not_seated,
    delete_unseated_entries,
    entered_people,
    with_usual_clubs,
)

MAX_IMPORT_TIME = timedelta(minutes=1)  # from the first entry to the act that follows the last one
MAX_REMEMBERED = 40  # lists of the organisation, the newest


def import_roster(
    tournament: Tournament,
    drafts: Sequence[Draft],
    *,
    token: str,
    by: User | None,
    source: str = "",
    columns: Mapping[str, str] | None = None,
    compared_with: People | None = None,
) -> tuple[Act, bool]:
    """Enter `drafts` in one transaction; return the act, and whether it was written now.

    `source` is the name of the list, `columns` the role that was confirmed for each of its headings.
    `compared_with` are the people among whom duplicates of the list were looked for. A second confirmation
    with the same `token` changes nothing and returns the act of the first.

    Raises `DomainError` if one of them cannot be entered, or if others than `compared_with` are entered by
    now: then none is entered.
    """
    with locked(tournament) as tournament:
        earlier = tournament.acts.filter(kind="import", args__token=token).first()
        if earlier:
            return earlier, False
        if len(drafts) > MAX_PEOPLE:
            raise DomainError("file_too_many_rows", most=MAX_PEOPLE)
        if compared_with is not None and entered_people(tournament) != list(compared_with):
            raise DomainError("roster_changed")  # perhaps the same list, which another director entered first
        entries = add_entries(tournament, drafts, by=by)
        args: dict[str, Any] = {"token": token, "entries": [entry.number for entry in entries]}
        args |= {"source": source, "columns": dict(columns or {})}
        inverse = {"uids": [str(entry.uid) for entry in entries]}
        return audit_log.record(tournament, "import", args, by=by, inverse=inverse), True


def remembered_roles(tournament: Tournament) -> list[dict[str, str]]:
    """Return the column roles of the organisation's earlier lists, newest first, by folded heading."""
    lists = Act.objects.filter(kind="import", tournament__organisation=tournament.organisation_id)
    known = lists.order_by("-at", "-pk").values_list("args__columns", flat=True)[:MAX_REMEMBERED]
    return [_known_roles(columns) for columns in known if isinstance(columns, dict)]


def _known_roles(columns: Mapping[str, Any]) -> dict[str, str]:
    """Return the roles that this version knows: a copy may contain those of another version."""
    known = {title: role for title, role in columns.items() if role == "" or is_role(role)}
    # questions belong to one tournament: their columns are found by their heading
    return {title: "" if split_role(role)[0] in ANSWERS else role for title, role in known.items()}


def undoable_imports(tournament: Tournament) -> list[Act]:
    """Return the lists that can still be undone, newest first: those of which no entry has been seated.

    Lists from before partners were drawn wait until these are separated (`audit_log.has_later_partner_draw`).
    """
    newest_first = tournament.acts.filter(kind__in=("import", "partners"), undone_by=None).order_by(
        "-version"
    )
    lists = list(takewhile(lambda act: act.kind == "import", newest_first))
    if not lists:
        return []
    seated = list(tournament.entries.filter(EVER_SEATED).order_by("number"))
    return [act for act in lists if not _entries_from_list(act, seated)]


def imported_entries(act: Act) -> list[Entry]:
    """Return those who were entered by a list and still are, in the order of their numbers."""
    return _entries_from_list(act, act.tournament.entries.order_by("number"))


def _entries_from_list(act: Act, entries: Iterable[Entry]) -> list[Entry]:
    """Return those of `entries`, which are ordered by number, that the act `act` entered.

    The number of a removed entry is given again, and a clock can be set back: neither shows who came with a
    list. Acts of older programs have no uids. They were written within a moment of all of their entries,
    which were made in the order of their numbers; entries that do not fit were added later and stay.
    """
    uids = act.undo_data.get("uids")
    if uids is not None:
        known = set(uids)
        return [entry for entry in entries if str(entry.uid) in known]
    numbers, latest, found = set(act.args["entries"]), act.at - MAX_IMPORT_TIME, []
    for entry in entries:
        if entry.number in numbers and latest <= entry.created_at <= act.at:
            latest = entry.created_at
            found.append(entry)
    return found


@audit_log.undoes("import", obstacle=lambda act: check_not_seated(imported_entries(act)))
def _take_back_import(tournament: Tournament, act: Act) -> None:
    delete_unseated_entries(imported_entries(act))
    place_freed.send(sender=Act, tournament=tournament)


COPIED_FIELDS = ("club", "region", "member_number", "apart", "note")


def copy_people(tournament: Tournament, earlier: Tournament, *, by: User | None) -> Act:
    """Enter all people of `earlier`, once: with their details, answers and categories, and nothing paid.

    People who were erased since are left out: only a number is left of their name. Those who had a fixed
    seat keep it where that table exists. It can be undone as any list can.
    """
    entered = earlier.entries.exclude(kind=Entry.Kind.HOUSE).order_by("number")
    members = Member.objects.select_related("player").order_by("position", "from_round")
    entered = entered.prefetch_related(Prefetch("members", members))
    people = [entry for entry in entered if _members_to_copy(entry)]
    for entry in people:
        _restore_first_player(entry)
    now = Tournament.objects.get(pk=tournament.pk)  # the questions may have been saved a moment ago
    asked, known = questions.questions_of(now), categories.categories_of(now)
    answers = [questions.earlier_answers(asked, earlier.settings, entry.answers) for entry in people]
    held = [categories.earlier_categories(known, earlier.settings, entry.categories) for entry in people]
    drafts = [_draft_from_entry(*one) for one in zip(people, answers, held, strict=True)]
    act, new = import_roster(tournament, drafts, token=f"like-{earlier.uid}", by=by, source=earlier.name)
    if new:
        there = {entry.number: entry for entry in imported_entries(act)}
        for before, number in zip(people, act.args["entries"], strict=True):
            if before.fixed_seat and number in there:
                _keep_seat(there[number], before.fixed_seat, by)
    return act


def _members_to_copy(entry: Entry) -> list[Member]:
    """Return all current members of a team, or the first person of an entry; no one who was erased."""
    every = list(entry.members.all())
    members = [one for one in every if one.to_round is None] if entry.team else every[:1]
    return [one for one in members if one.player.erased_at is None]


def _restore_first_player(entry: Entry) -> None:
    """Change an entry to the person who began with the number, if another has taken it over since."""
    began = next(iter(entry.members.all()), None)
    if entry.kind != Entry.Kind.PLAYER or began is None or began.to_round is None:
        return
    player = began.player
    came_as = began.came_as or {"apart": "", "note": "", "answers": {}, "categories": []}
    entry.name, entry.sort_name, entry.member_number = player.name, player.sort_name, player.member_number
    entry.club, entry.region = player.club, player.region
    for name in ("apart", "note", "answers", "categories"):
        setattr(entry, name, came_as[name])


def _draft_from_entry(entry: Entry, answers: dict[str, str], held: list[int]) -> Draft:
    details = {name: getattr(entry, name) for name in COPIED_FIELDS} | {
        "answers": answers,
        "categories": held,
    }
    if entry.team:
        mates = [_mate_from_member(member) for member in _members_to_copy(entry)]
        if len(mates) >= teams.MIN_MEMBERS:
            return Draft(entry.name if teams.is_named(entry) else "", details=details, members=tuple(mates))
        return Draft(mates[0].name, mates[0].family, details=details)
    return Draft(entry.name, family_name(entry.name, entry.sort_name), entry.kind, details)


def _mate_from_member(member: Member) -> teams.NewMember:
    player = member.player
    family = family_name(player.name, player.sort_name)
    return teams.NewMember(player.name, family, player.club, player.member_number)


def _keep_seat(entry: Entry, seat: Sequence, by: User | None) -> None:
    try:
        fix_seat(entry, (seat[0], seat[1]), by=by)
    except DomainError:  # that table is not in this hall
        return


def remember_people(tournament: Tournament, drafts: Sequence[Draft]) -> int:
    """Keep people as known to the organisation, without entering them; return how many are new."""
    with locked(tournament) as tournament:
        single = with_usual_clubs(tournament, list(_single_drafts(drafts)))
        people = list(_different_people(map(_person_from_draft, single)))
        known = KnownPeople(tournament, people, also_entered=True)
        players = [known.person(one) for one in people]
        new = [one for one in players if one.pk is None]
        for player in new:
            player.kept = True
        Player.objects.filter(pk__in=[one.pk for one in players if one.pk]).update(kept=True)
        Player.objects.bulk_create(new)
        return len(new)


def _single_drafts(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Yield each person as one draft: those of a team one by one."""
    for draft in drafts:
        if not draft.members:
            yield draft
        for mate in draft.members:
            own = {"club": mate.club or draft.details["club"], "member_number": mate.member_number}
            yield Draft(mate.name, mate.family, details=draft.details | own)


def _person_from_draft(draft: Draft) -> Entry:
    details = {name: draft.details[name] for name in ("club", "region", "member_number")}
    return Entry(name=draft.name, sort_name=sort_name(draft.name, draft.family), **details)


def _different_people(people: Iterable[Entry]) -> Iterator[Entry]:
    """Yield each person of a list once: of one name and club, those with different member numbers."""
    found: dict[tuple[str, str], dict[str, Entry]] = {}
    for one in people:
        found.setdefault((one.sort_name, fold(one.club)), {}).setdefault(one.member_number, one)
    for by_number in found.values():
        if len(by_number) > 1:  # the row without a number is about one of the others
            by_number.pop("", None)
        yield from by_number.values()
