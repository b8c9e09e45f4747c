"""The roster: entries and their numbers."""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from scoring import DomainError
from tournaments.common import audit_log, sanitize
from tournaments.common.signals import place_freed
from tournaments.devices.decisions import forget_phones
from tournaments.models import Entry, Member, Player, Presence, Tournament, User, raw_sql, rows
from tournaments.models.locking import locked
from tournaments.registration import categories, fees, payments, questions, teams
from tournaments.registration.duplicates import alike
from tournaments.registration.event_fees import questions_paid_earlier
from tournaments.registration.known_clubs import usual_club_names
from tournaments.registration.member_list import fill_in_numbers
from tournaments.registration.name_search import certain_parts, is_found, possible_family_names
from tournaments.registration.names import family_name_first, fold, sort_name
from tournaments.registration.payments import FREE, MAX_CENTS, PAID_HOW
from tournaments.registration.presence import ever_seated, next_round_number

DETAILS = (
    *("club", "region", "member_number", "fee_cents", "paid_how", "apart", "note", "answers"),
    *("consented_at", "categories"),
)
LENGTHS = {"club": 120, "region": 120, "member_number": 40, "apart": 60, "note": 200}
MAX_FOUND = 12
People = Sequence[tuple[int, str, str, str]]  # number, name, club and member number of each


@dataclass(frozen=True)
class Draft:
    """A person about to be entered; `family` is the end of the name by which it is sorted.

    With `members` it is a team, whose name may be empty. The entry has a new uid unless one is given.
    """

    name: str
    family: str = ""
    kind: str = Entry.Kind.PLAYER
    details: dict[str, Any] = field(default_factory=dict)
    members: tuple[teams.NewMember, ...] = ()
    uid: UUID | None = None

    @property
    def listed(self) -> str:
        """Return the name as it will be in lists: it shows which part is the family name."""
        return self.name if self.members else family_name_first(self.name, sort_name(self.name, self.family))


def add_entry(
    tournament: Tournament,
    name: str,
    *,
    kind: str = Entry.Kind.PLAYER,
    family: str = "",
    by: User | None = None,
    **details: Any,
) -> Entry:
    """Enter a player under the next number, here from the first round that is not yet seated.

    `details`: club, region, member_number, fee_cents, paid_how (if the fee was paid: `by` wrote it), apart (a
    word shared by those who are kept apart), note, answers (by number of the question), categories (their
    numbers), consented_at (when they agreed to their full name on the Internet). Raises `DomainError` for an
    empty or endless name, or a detail too long to be written.
    """
    with locked(tournament) as tournament:
        entry = add_entries(tournament, [Draft(name, family, kind, details)], by=by)[0]
        tournament.next_version()
        return entry


def add_team(
    tournament: Tournament,
    name: str,
    mates: Sequence[teams.NewMember],
    *,
    by: User | None = None,
    **details: Any,
) -> Entry:
    """Enter a team of two to eight; without a name it is called by its members. Raises `DomainError`."""
    if len(mates) < teams.MIN_MEMBERS:
        raise DomainError("team_size", least=teams.MIN_MEMBERS, most=teams.MAX_MEMBERS)
    with locked(tournament) as tournament:
        entry = add_entries(tournament, [Draft(name, details=details, members=tuple(mates))], by=by)[0]
        tournament.next_version()
        return entry


def add_entries(tournament: Tournament, drafts: Sequence[Draft], *, by: User | None = None) -> list[Entry]:
    """Enter people in their order, all or none of them; only under the lock. Raises `DomainError`."""
    drafts = with_usual_clubs(tournament, [clean_draft(draft) for draft in drafts])
    if any(draft.kind != Entry.Kind.HOUSE for draft in drafts):
        audit_log.check_not_ended(tournament)
    first = next_number(tournament)
    entries = [
        Entry(
            tournament=tournament,
            number=number,
            kind=draft.kind,
            name=draft.name,
            sort_name=teams.team_sort_key(draft.name)
            if draft.members
            else sort_name(draft.name, draft.family),
            team=[mate.name for mate in draft.members],
            uid=draft.uid or uuid4(),
            **_columns(draft.details),
        )
        for number, draft in enumerate(drafts, start=first)
    ]
    fill_in_numbers(tournament, [entry for entry in entries if entry.kind == Entry.Kind.PLAYER])
    rows.insert(entries)
    _write_members(tournament, list(zip(entries, drafts, strict=True)))
    start = next_round_number(tournament)
    rows.insert([Presence(entry=entry, from_round=start) for entry in entries])
    _write_payments(tournament, entries, [draft.details.get("paid_how") or "" for draft in drafts], by=by)
    return entries


def _columns(details: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is stored with the entry itself: a payment is a line, and who is free has a fee of 0."""
    columns = {name: value for name, value in details.items() if name != "paid_how"}
    return columns | {"fee_cents": 0} if details.get("paid_how") == FREE else columns


def _write_payments(
    tournament: Tournament, entries: Sequence[Entry], hows: Sequence[str], *, by: User | None
) -> None:
    """Write that the whole fee was paid, for those of whom that is said."""
    if not any(hows):
        return
    chosen, earlier = fees.fees_of(tournament), questions_paid_earlier(tournament)
    received = [
        (entry.uid, fees.fee_of(entry, chosen, earlier=earlier), how)
        for entry, how in zip(entries, hows, strict=True)
        if how and not entry.is_house
    ]
    payments.write(tournament, [one for one in received if one[1] != 0], by=by)


def entered_people(tournament: Tournament) -> list[tuple[int, str, str, str]]:
    """Return all who are entered, those of a team one by one, for lists to be compared with."""
    columns = ("number", "name", "club", "member_number", "team")
    return [
        (number, each, club, member_number)
        for number, name, club, member_number, team in tournament.entries.values_list(*columns)
        for each in team or [name]
    ]


def with_usual_clubs(tournament: Tournament, drafts: Sequence[Draft]) -> list[Draft]:
    """Return the drafts with their clubs as the organisation writes them; a new club becomes known."""
    written = [draft.details.get("club", "") for draft in drafts]
    usual = usual_club_names(
        tournament, [*written, *(mate.club for draft in drafts for mate in draft.members)]
    )
    return [with_respelled_clubs(draft, usual) for draft in drafts]


def with_respelled_clubs(draft: Draft, usual: Mapping[str, str]) -> Draft:
    """Return a draft with its clubs as they are usually written."""
    details = dict(draft.details)
    if details.get("club"):
        details["club"] = usual.get(details["club"], details["club"])
    members = tuple(replace(mate, club=usual.get(mate.club, mate.club)) for mate in draft.members)
    return replace(draft, details=details, members=members)


def clean_draft(draft: Draft) -> Draft:
    """Return the same person or team, cleaned. Raises `DomainError`."""
    mates, details = teams.clean_members(draft.members), _clean_details(draft.details)
    if not mates:
        return Draft(teams.clean_name(draft.name), draft.family, draft.kind, details, uid=draft.uid)
    name = draft.name.strip() or teams.composed_name([mate.name for mate in mates])
    return Draft(teams.clean_name(name), "", Entry.Kind.TEAM, details, mates, draft.uid)


def next_number(tournament: Tournament) -> int:
    """Return a number above all in use, and above those that an act names which can still be undone."""
    highest = rows.fetch_value(raw_sql.HIGHEST_NUMBER, tournament.pk) or 0
    prizes = ("best_hand", "door_prize")
    kinds = ("withdraw", "come_back", "leave_out", "fix_seat", "substitute", "partners", *prizes)
    standing = rows.fetch(raw_sql.STANDING_ACT_ARGS.format(rows.placeholders(kinds)), tournament.pk, *kinds)
    named = [args.get("entries") or [args["entry"]] for args in (json.loads(text) for (text,) in standing)]
    return max([highest, *(number for numbers in named for number in numbers)]) + 1


def _clean_details(details: dict[str, Any]) -> dict[str, Any]:
    unknown = set(details) - set(DETAILS)
    if unknown:
        raise TypeError(f"unknown details: {sorted(unknown)}")
    clean: dict[str, Any] = {
        key: sanitize.clean_line(value) if isinstance(value, str) else value for key, value in details.items()
    }
    for key, most in LENGTHS.items():
        sanitize.clean_length(clean.get(key, ""), most)
    if clean.get("paid_how") not in (None, "", *PAID_HOW):
        raise DomainError("paid_how_unknown", value=clean["paid_how"])
    if int(clean.get("fee_cents") or 0) > MAX_CENTS:
        raise DomainError("fee_too_high")
    if "answers" in clean:
        clean["answers"] = questions.clean_answers(clean["answers"])
    if "categories" in clean:
        clean["categories"] = categories.clean_categories(clean["categories"])
    return clean


def _write_members(tournament: Tournament, entered: Sequence[tuple[Entry, Draft]]) -> None:
    """Write the people behind the entries; a house player is none."""
    new: list[Member] = []
    people: list[Entry] = []  # as they would be written if they were entered alone
    for entry, draft in entered:
        if entry.kind == Entry.Kind.PLAYER:
            people.append(entry)
            new.append(Member(entry=entry))
        for position, mate in enumerate(draft.members, start=1):
            people.append(entry_from_mate(entry, mate))
            kept = {"consented_at": mate.consented_at, "came_as": mate.came_as}
            new.append(Member(entry=entry, position=position, **kept))
    fill_in_numbers(tournament, people)
    known = KnownPeople(tournament, people)
    players = [known.person(person) for person in people]
    rows.insert([player for player in players if player.pk is None])
    for member, player in zip(new, players, strict=True):
        member.player = player
    rows.insert(new)


def entry_from_mate(team: Entry, mate: teams.NewMember) -> Entry:
    """Return a member of a team as if entered alone; it is never saved."""
    return Entry(
        name=mate.name,
        sort_name=sort_name(mate.name, mate.family),
        club=mate.club or team.club,
        region=team.region,
        member_number=mate.member_number,
    )


def have_two_numbers(one: Player | Entry, other: Player | Entry) -> bool:
    """Return whether both have a member number, each another one."""
    return len({one.member_number, other.member_number} - {""}) > 1


class KnownPeople:
    """The people an organisation knows: the same member number, or name and club, is the same person.

    Those who are entered in the tournament are among them with `also_entered` alone.
    """

    def __init__(
        self, tournament: Tournament, entries: Sequence[Entry], *, also_entered: bool = False
    ) -> None:
        self._organisation = tournament.organisation_id
        self._also_entered = also_entered
        names = sorted({entry.sort_name for entry in entries})
        which = raw_sql.KNOWN_PEOPLE.format(rows.placeholders(names)) + rows.key_share_lock()
        about = (tournament.organisation_id, 0 if also_entered else tournament.pk, *names)
        self._people: dict[tuple[str, str, str], list[Player]] = {}
        for player in rows.all_of(Player, which, *about) if names else []:
            for key in self._keys(player):
                self._people.setdefault(key, []).append(player)
        self._taken: set[int] = set()
        numbers = {entry.member_number for entry in entries} - {""}
        others = Player.objects.filter(organisation=tournament.organisation_id, erased_at=None)
        held = others.filter(member_number__in=numbers).values_list("member_number", flat=True)
        self._numbers = set(held) if numbers else set()

    @staticmethod
    def _keys(person: Entry | Player) -> list[tuple[str, str, str]]:
        keys = [("club", person.sort_name, fold(person.club))]
        return [("number", person.sort_name, person.member_number), *keys] if person.member_number else keys

    @classmethod
    def is_same(cls, player: Player, entry: Entry) -> bool:
        """Return whether a player is the person of that entry."""
        shared = set(cls._keys(player)) & set(cls._keys(entry))
        return bool(shared) and not have_two_numbers(player, entry)

    def person(self, entry: Entry) -> Player:
        """Return the player behind `entry`, known or new; no player twice."""
        for key in self._keys(entry):
            free = [player for player in self._people.get(key, []) if player.pk not in self._taken]
            found = [player for player in free if not have_two_numbers(player, entry)]
            # where two members could be meant, nothing says which of them plays; both are known all the same
            if found and (self._also_entered or sum(player.on_list for player in found) < 2):
                self._taken.add(found[0].pk)
                return found[0]
        # A number that another person has was mistyped, or is that of another: it stays with the entry alone.
        number = "" if entry.member_number in self._numbers else entry.member_number
        self._numbers.add(number)
        return Player(
            organisation_id=self._organisation,
            name=entry.name,
            sort_name=entry.sort_name,
            club=entry.club,
            region=entry.region,
            member_number=number,
        )


def people_only_in_examples(organisation: int) -> QuerySet[Member, int]:
    """Return the keys of the people whom an organisation knows from example tournaments alone."""
    elsewhere = Member.objects.filter(player=OuterRef("player"), entry__tournament__example=False)
    found = Member.objects.filter(
        entry__tournament__organisation=organisation,
        entry__tournament__example=True,
        player__kept=False,
        player__on_list=False,
        player__league_sides=None,
    )
    return found.exclude(Exists(elsewhere)).order_by().values_list("player", flat=True)


def known_players(tournament: Tournament, typed: str) -> list[Player]:
    """Return known people who are found by `typed`, and who are not entered yet.

    Each with the `apart`, the `note`, the `answers` and the `categories` of their last tournament, and its
    settings.
    """
    entered = Member.objects.filter(player=OuterRef("pk"), entry__tournament=tournament.pk)
    known = Player.objects.filter(~Exists(entered), organisation=tournament.organisation_id, erased_at=None)
    known = known.order_by("sort_name", "-pk")
    if not tournament.example:
        known = known.exclude(pk__in=people_only_in_examples(tournament.organisation_id))
    return _with_last_entry(_first_matches(known, typed))


@rows.prepared
def _with_last_entry(players: list[int]) -> QuerySet[Player]:
    last = Entry.objects.filter(members__player=OuterRef("pk"), members__to_round=None)
    last = last.order_by("-created_at", "-pk")
    then = {name: name for name in ("apart", "note", "answers", "categories")}
    then["asked_then"] = "tournament__settings"
    people = Player.objects.filter(pk__in=players).order_by("sort_name", "-pk")
    return people.annotate(**{name: Subquery(last.values(column)[:1]) for name, column in then.items()})


def _first_matches(known: QuerySet[Player], typed: str) -> list[int]:
    """Return the keys of the first few who are found: by the family name if they are enough, else by all."""
    # The index of sorted names serves each of the first choices; the last one reads all names.
    choices = [
        known.filter(sort_name__gte=family, sort_name__lt=f"{family}\uffff")
        for family in possible_family_names(typed)
    ]
    all_known = known
    for part in certain_parts(typed):
        all_known = all_known.filter(letters__contains=part)
    found: list[int] = []
    for people in [*choices, all_known]:
        # a few rows at a time: with Django's 2 000 the database reads on after enough are found
        names = people.values_list("pk", "sort_name").iterator(chunk_size=MAX_FOUND)
        found = list(islice((key for key, name in names if is_found(name, typed)), MAX_FOUND))
        if len(found) == MAX_FOUND:
            break
    return found


def editable_fields(entry: Entry) -> dict[str, Any]:
    """Return what can be corrected of an entry, as plain data; the name of a team given none is ""."""
    columns = ("club", "region", "member_number", "fee_cents", "apart", "note", "answers")
    found = {column: getattr(entry, column) for column in (*columns, "categories")}
    found["name"] = entry.name if not entry.team or teams.is_named(entry) else ""
    return found | {"agrees": entry.consented_at is not None}


class Edit(NamedTuple):
    """A correction of an entry; a team with an empty name is called by its members."""

    entry: Entry
    name: str
    details: Mapping[str, Any]


def edit_entry(entry: Entry, name: str, *, seen: Mapping[str, Any] | None = None, **details: Any) -> Entry:
    """Correct an entry at any moment: its name and details, but no payment. Raises `DomainError`.

    A team without a name is called by its members, who are corrected one by one (`members.py`). `seen` is
    what `editable_fields` returned when the user looked: if that has changed nothing is written.
    """
    with locked(entry) as entry:
        if seen is not None and seen != editable_fields(entry):
            raise DomainError("changed_meanwhile", now=entry.name, kept=editable_fields(entry))
        write_edits(entry.tournament, [Edit(entry, name, details)])
        return entry


def write_edits(tournament: Tournament, edits: Sequence[Edit], *, by_registrant: bool = False) -> None:
    """Correct entries, all or none of them; only under the lock. Raises `DomainError`.

    A registrant corrects the entry, never a person whom the organisation knows: a form accepts any name.
    """
    if not edits:
        return
    entries = [edit.entry for edit in edits]
    before = {entry.pk: (entry.name, entry.club) for entry in entries}
    _apply_edits(tournament, edits)
    people = [entry for entry in entries if not entry.team]
    moved = [entry for entry in people if (entry.name, entry.club) != before[entry.pk]]
    fill_in_numbers(tournament, people if by_registrant else moved)
    columns = {"name", "sort_name", "member_number"}.union(*(edit.details for edit in edits))
    Entry.objects.bulk_update(entries, sorted(columns))
    names = {key: name for key, (name, _club) in before.items()}
    _update_people(tournament, people, names, by_registrant=by_registrant)
    tournament.next_version()  # pages are cached by version, and show names
    if any(entry.club != before[entry.pk][1] for entry in entries):
        place_freed.send(sender=Entry, tournament=tournament)


def _apply_edits(tournament: Tournament, edits: Sequence[Edit]) -> None:
    """Put what was typed into the entries, without saving them."""
    cleaned = [(edit, _clean_details(dict(edit.details))) for edit in edits]
    usual = usual_club_names(tournament, [clean.get("club", "") for _edit, clean in cleaned])
    for edit, clean in cleaned:
        entry = edit.entry
        name = teams.clean_name(edit.name or teams.composed_name(entry.team))
        if name != entry.name:
            entry.sort_name = teams.team_sort_key(name) if entry.team else sort_name(name)
        entry.name = name
        if "club" in clean:
            clean["club"] = usual.get(clean["club"], clean["club"])
        if "answers" in clean:  # answers to questions that are no longer asked stay
            asked = edit.details["answers"]
            kept = {number: value for number, value in entry.answers.items() if number not in asked}
            clean["answers"] = kept | clean["answers"]
        for key, value in clean.items():
            setattr(entry, key, value)


PERSON_FIELDS = ("name", "sort_name", "club", "region", "member_number")
"""The fields that a person has from their entry."""


def _update_people(
    tournament: Tournament, entries: Sequence[Entry], before: Mapping[int, str], *, by_registrant: bool
) -> None:
    """Let the person behind each entry follow it, or be another one; `before` are the names until now."""
    by_key = {entry.pk: entry for entry in entries}
    members = list(Member.objects.filter(entry__in=by_key, to_round=None).select_related("player"))
    fixed = _listed_members(members, entries) | (known_elsewhere(members) if by_registrant else set())
    others = _members_to_relink(tournament, members, by_key, before, fixed)
    left = [member.player_id for member in others if member.pk in fixed]
    if others:
        known = KnownPeople(tournament, [by_key[member.entry_id] for member in others])
        for member in others:
            member.player = known.person(by_key[member.entry_id])
    rows.insert([member.player for member in others if member.player.pk is None])
    Member.objects.bulk_update(others, ["player"])
    follow = []
    for member in members:
        entry, player = by_key[member.entry_id], member.player
        if member.pk in fixed or player.erased_at:
            continue
        if any(getattr(player, name) != getattr(entry, name) for name in PERSON_FIELDS):
            for name in PERSON_FIELDS:
                setattr(player, name, getattr(entry, name))
            follow.append(player)
    Player.objects.bulk_update(follow, PERSON_FIELDS)
    if left:
        forget_people(left)


def _members_to_relink(
    tournament: Tournament,
    members: Sequence[Member],
    entries: Mapping[int, Entry],
    before: Mapping[int, str],
    fixed: Collection[int],
) -> list[Member]:
    """Return the members who are another person by now.

    Those `fixed`, whom the organisation knows, change no person: they are led to the one whom the entry names
    as if entered just then. Another name typed over a person of other tournaments is another person too.
    """
    found, renamed = [], []
    for member in members:
        entry, player = entries[member.entry_id], member.player
        if member.pk in fixed:
            spelled_otherwise = player.on_list and alike(player.name, entry.name)
            same = KnownPeople.is_same(player, entry) or (
                spelled_otherwise and not have_two_numbers(player, entry)
            )
            found += [] if same else [member]
        elif player.erased_at:
            found += [] if before[entry.pk] == entry.name else [member]
        elif not alike(before[entry.pk], entry.name):
            renamed.append(member)
    if renamed:
        elsewhere = Member.objects.filter(player__in=[one.player_id for one in renamed])
        known = set(elsewhere.exclude(entry__tournament=tournament).values_list("player", flat=True))
        found += [member for member in renamed if member.player_id in known]
    return found


def _listed_members(members: Sequence[Member], entries: Sequence[Entry]) -> set[int]:
    """Return the members of whom the list says what they are called: the one before, or the one now."""
    numbers = {entry.pk: entry.member_number for entry in entries if entry.member_number}
    listed: set[str] = set()
    if numbers:
        organisation = entries[0].tournament.organisation_id
        on_list = Player.objects.filter(organisation=organisation, on_list=True)
        listed = set(
            on_list.filter(member_number__in=numbers.values()).values_list("member_number", flat=True)
        )
    return {one.pk for one in members if one.player.on_list or numbers.get(one.entry_id) in listed}


def known_elsewhere(members: Sequence[Member]) -> set[int]:
    """Return the members whose person the organisation knows from more than this entry."""
    players = [one.player_id for one in members]
    entered = Counter(Member.objects.filter(player__in=players).values_list("player", flat=True))
    in_leagues = Player.objects.filter(pk__in=players).exclude(league_sides=None)
    in_league = set(in_leagues.values_list("pk", flat=True))
    return {
        one.pk
        for one in members
        if one.player.kept or one.player.consent or entered[one.player_id] > 1 or one.player_id in in_league
    }


def remove_entry(entry: Entry, *, by: User | None = None) -> None:
    """Remove an entry that was never seated: a typing mistake. Raises `DomainError` if it was."""
    with locked(entry) as entry:
        remove_entries(entry.tournament, [entry], by=by)


def remove_entries(tournament: Tournament, entries: Sequence[Entry], *, by: User | None = None) -> None:
    """Remove entries that were never seated, all or none; only under the lock. Raises `DomainError`."""
    if entries:
        check_not_seated(entries)
        delete_unseated_entries(entries, by=by)
        tournament.next_version()
        place_freed.send(sender=Entry, tournament=tournament)


def check_not_seated(entries: Sequence[Entry]) -> None:
    """Raise `DomainError` if one of `entries` has ever been seated or drawn."""
    if seated := ever_seated(entries):
        raise DomainError("already_seated", name=seated.name)


def delete_unseated_entries(entries: Sequence[Entry], *, by: User | None = None) -> None:
    """Delete entries that were never seated, and people of no other tournament; under the lock.

    Their payments were mistakes too and are taken back. People who were remembered on purpose stay known:
    only their entry is undone.
    """
    for tournament in {entry.tournament for entry in entries}:
        audit_log.check_not_ended(tournament)
    payments.reverse_payments_of_entries(entries, by=by)
    people = list(Player.objects.filter(memberships__entry__in=entries).values_list("pk", flat=True))
    Member.objects.filter(entry__in=entries).delete()
    Presence.objects.filter(entry__in=entries).delete()
    forget_phones(entries)
    forget_people(people)
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).delete()


def forget_people(people: Sequence[int]) -> None:
    """Delete those of `people` (keys) who are no longer entered anywhere and were not kept on purpose.

    Of a person who was erased the uid stays: older copies still have the name.
    """
    known = Player.objects.filter(pk__in=people, erased_at=None)
    list(known.select_for_update().order_by("pk").values_list("pk"))  # who enters one of them has committed
    entered_nowhere = known.filter(memberships=None, league_sides=None)
    entered_nowhere.filter(kept=False, consent=False).delete()


def ensure_house(tournament: Tournament, name: str) -> Entry:
    """Return the house player, who plays and is not ranked; create it under `name` if there is none yet."""
    with locked(tournament) as tournament:
        house = tournament.entries.filter(kind=Entry.Kind.HOUSE).first()
        return house or add_entries(tournament, [Draft(name, kind=Entry.Kind.HOUSE)])[0]


def name_house(tournament: Tournament, name: str, *, seen: str | None = None) -> Entry:
    """Name the house player, who is entered if there is none yet.

    Raises `DomainError` if the name is no longer the one that was `seen`.
    """
    with locked(tournament) as tournament:
        now = house_name(tournament)
        if seen is not None and now not in (seen, name):
            raise DomainError("changed_meanwhile", now=now or "–")
        house = ensure_house(tournament, name)
        return house if house.name == name else edit_entry(house, name)


def house_name(tournament: Tournament) -> str:
    """Return the name of the house player, entered already or declared at set-up; "" if there is neither."""
    house = tournament.entries.filter(kind=Entry.Kind.HOUSE).first()
    return house.name if house else tournament.settings.get("house_name") or ""
