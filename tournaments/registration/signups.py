"""Registration through the public form: who has a place, who waits, and what they can still change.

A place is an entry of the roster, so people who are typed, imported or registered online share one capacity.
Beyond it a registration waits; when a place becomes free, the first who fits moves up in the same
transaction. Nothing here refuses a name that is there already: the organiser sees it marked.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Max, QuerySet
from django.utils import timezone

from scoring import DomainError
from tournaments.common import sanitize
from tournaments.common.signals import signups_changed
from tournaments.models import ClubSheet, Entry, Member, Signup, Tournament, User
from tournaments.models.locking import GONE, locked, retry_if_replaced
from tournaments.registration import contacts, members, payments, roster, teams
from tournaments.registration.clubs import club_key
from tournaments.registration.duplicates import Names, name_key
from tournaments.registration.places import Places
from tournaments.registration.presence import (
    EVER_SEATED,
    HAS_TAKEN_PART,
    come_back,
    has_begun,
    next_round_number,
    withdraw,
)
from tournaments.registration.signup_entries import correct_entries, is_own_entry, new_number, shown_number
from tournaments.registration.signup_settings import OPEN, signup_state
from tournaments.registration.signup_tokens import own_token, signup_by_token, signup_uid, token_hash

PLACED, WAITING, WITHDRAWN, OFF_THE_LIST = "placed", "waiting", "withdrawn", "off_the_list"
HELD_STATES = (PLACED, WAITING)
COLUMNS = ("names", "club", "member_number", "contact", "answers", "consented_at")
"""The columns that a registrant types."""
MAX_CONTACT = 200
# A setting: when the last place was given in the list that was fetched.
FETCHED_SETTING = "registrations_until"


@dataclass(frozen=True)
class SignupInput:
    """The input of a registrant: the names of those who play together, and what is asked beside them."""

    names: tuple[str, ...]
    club: str = ""
    member_number: str = ""
    contact: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    agrees: bool = False


class SignupStatus(NamedTuple):
    """The position of a registration: its state, its entry if it has a place, else its place in the line."""

    state: str
    entry: Entry | None = None
    place_in_line: int = 0


def sign_up(
    tournament: Tournament,
    typed: SignupInput,
    *,
    nonce: str,
    language: str,
    sheet: ClubSheet | None = None,
    group: UUID | None = None,
) -> str:
    """Register, and return the token of the own page; the same form sent twice registers once.

    `sheet` is that of the club whose representative typed it, `group` that of registrations which were made
    together. Raises `DomainError` if registration is not open, or for what cannot be written.
    """
    typed = clean_input(typed)
    uid = signup_uid(nonce, typed.names)

    def write() -> None:
        # looked up in here: called again by `retry_if_replaced`, this must find the life of the restored copy
        live = Tournament.living(tournament.uid)
        if live is None:
            raise DomainError(GONE)
        with locked(live.pk) as current:
            # asked first: a second tap leads to the own page even if registration has closed meanwhile
            if not Signup.objects.filter(uid=uid).exists():
                check_open(current)
                made = write_signups(current, {uid: typed}, language=language, sheet=sheet, group=group)
                if group:
                    announce_new(current, made[0])

    retry_if_replaced(write)
    return own_token(uid)


def write_signups(
    tournament: Tournament,
    typed: Mapping[UUID, SignupInput],
    *,
    language: str,
    sheet: ClubSheet | None = None,
    group: UUID | None = None,
) -> list[Signup]:
    """Write registrations by their uids, in this order, and give places; only under the lock.

    Those of a `group` are announced by the caller, once all of it is written (`announce_new`).
    """
    last = _signups_of(tournament).aggregate(last=Max("number"))["last"] or 0
    new = [
        Signup(
            uid=uid,
            tournament_uid=tournament.uid,
            number=number,
            token_hash=token_hash(own_token(uid)),
            sheet=sheet,
            group_uid=group,
            language=language,
            consented_at=timezone.now() if one.agrees else None,
            **_columns(one),
        )
        for number, (uid, one) in enumerate(typed.items(), start=last + 1)
    ]
    made = Signup.objects.bulk_create(new)
    move_up(tournament, registered=made, unannounced=group)
    return made


def announce_new(tournament: Tournament, signup: Signup) -> None:
    """Announce a registration that was just written; only under the lock."""
    signup.refresh_from_db()
    _announce(tournament, [signup], WAITING if signup.entry_uid is None else PLACED)


def _announce(tournament: Tournament, signups: Sequence[Signup], state: str) -> None:
    signups_changed.send(sender=Signup, tournament=tournament, signups=signups, state=state)


def _columns(typed: SignupInput) -> dict[str, Any]:
    return {
        "names": list(typed.names),
        "club": typed.club,
        "member_number": typed.member_number,
        "contact": typed.contact,
        "answers": dict(typed.answers),
    }


def clean_input(typed: SignupInput) -> SignupInput:
    """Return what was typed, cleaned. Raises `DomainError`."""
    mates = tuple(teams.NewMember(name) for name in typed.names)
    mates = (
        teams.clean_members(mates) if len(mates) > 1 else (teams.NewMember(teams.clean_name(typed.names[0])),)
    )
    details = {"club": typed.club, "member_number": typed.member_number, "answers": dict(typed.answers)}
    clean = roster.clean_draft(roster.Draft(mates[0].name, details=details)).details
    contact = sanitize.clean_length(sanitize.clean_line(typed.contact), MAX_CONTACT)
    return SignupInput(tuple(mate.name for mate in mates), contact=contact, agrees=typed.agrees, **clean)


def check_open(tournament: Tournament) -> None:
    """Raise `DomainError` (`signup_not_open`) unless people may register online now."""
    if signup_state(tournament) != OPEN:
        raise DomainError("signup_not_open")


def _signups_of(tournament: Tournament) -> QuerySet[Signup]:
    return Signup.objects.filter(tournament_uid=tournament.uid)


def waiting(tournament: Tournament) -> QuerySet[Signup]:
    """Return those who wait for a place here, in their order; a server gives the places of its own list."""
    own = _signups_of(tournament).filter(received_from=None)
    return own.filter(entry_uid=None, withdrawn_at=None).order_by("number")


def count_waiting(tournament: Tournament) -> int:
    """Return how many people wait for a place; each of a team counts."""
    return sum(map(len, waiting(tournament).values_list("names", flat=True)))


def move_up(
    tournament: Tournament, *, registered: Sequence[Signup] = (), unannounced: UUID | None = None
) -> None:
    """Move people up from the waiting list to the places that are free, in order; only under the lock.

    No one moves up once game 1 is seated: they would be seated without being in the hall. Letters say who has
    a place now, and who of those that `registered` a moment ago has none, in the order of the line; those of
    the group `unannounced` get theirs later.
    """
    placed = {one.pk: one for one in _next_in_line(tournament)}
    _enter(tournament, list(placed.values()))
    changed = {one.pk: one for one in registered} | placed
    heard = [one for one in changed.values() if unannounced is None or one.group_uid != unannounced]
    in_order = sorted(heard, key=lambda one: one.number)
    for has_place, those in groupby(in_order, key=lambda one: one.pk in placed):
        _announce(tournament, list(those), PLACED if has_place else WAITING)


def _next_in_line(tournament: Tournament) -> list[Signup]:
    line = list(waiting(tournament))
    if not line or has_begun(tournament):
        return []
    places = Places(tournament)
    chosen = []
    for signup in line:
        if places.is_full:
            break
        if places.take(signup.club):
            chosen.append(signup)
    return chosen


def follow_freed_place(tournament: Tournament, **_signal: Any) -> None:
    """Move those who wait up when a place has become free (`place_freed`)."""
    move_up(tournament)


def _enter(tournament: Tournament, signups: Sequence[Signup]) -> None:
    if not signups:
        return
    entries = roster.add_entries(tournament, [draft(signup) for signup in signups])
    for signup, entry in zip(signups, entries, strict=True):
        signup.entry_uid, signup.placed_at = entry.uid, timezone.now()
    Signup.objects.bulk_update(signups, ["entry_uid", "placed_at"])
    tournament.next_version()


def draft(signup: Signup) -> roster.Draft:
    """Return a registration as the person or the team to be entered."""
    details: dict[str, Any] = {"club": signup.club, "member_number": "", "answers": signup.answers}
    if len(signup.names) == 1:
        details |= {"member_number": signup.member_number, "consented_at": signup.consented_at}
        return roster.Draft(signup.names[0], details=details, uid=signup.place_uid)
    first, *others = signup.names
    mates = [teams.NewMember(first, member_number=signup.member_number, consented_at=signup.consented_at)]
    # One agrees for oneself alone; a representative says it for all who play together.
    agreed = signup.consented_at if signup.sheet_id else None
    mates += [teams.NewMember(name, consented_at=agreed) for name in others]
    return roster.Draft("", details=details, members=tuple(mates), uid=signup.place_uid)


def place_by_hand(tournament: Tournament, number: int, *, by: User | None) -> Signup:
    """Give a registration that waits, or is no longer on the list, a place whatever the capacity is.

    Raises `DomainError` if it has one, was withdrawn, or was erased.
    """
    with locked(tournament) as tournament:
        signup = _signups_of(tournament).filter(number=number).exclude(names=[]).first()
        now = status_of(tournament, signup) if signup else None
        if signup is None or now is None or now.state not in (WAITING, OFF_THE_LIST):
            raise DomainError("signup_not_waiting")
        if now.entry is None:
            _enter(tournament, [signup])
            _announce(tournament, [signup], PLACED)
        else:
            come_back(now.entry, from_round=next_round_number(tournament), by=by)
        return signup


def status_of(tournament: Tournament, signup: Signup) -> SignupStatus:
    """Return where a registration stands now."""
    now = _standing(signup, partial(payments.entry_by_uid, tournament), _is_here)
    if now.state != WAITING:
        return now
    before = waiting(tournament).filter(number__lt=signup.number).count()
    return now._replace(place_in_line=before + 1)


def _is_here(entry: Entry) -> bool:
    return Entry.objects.filter(HAS_TAKEN_PART, pk=entry.pk).exists()


def _standing(
    signup: Signup, by_uid: Callable[[UUID], Entry | None], is_here: Callable[[Entry], bool]
) -> SignupStatus:
    """Return where a registration stands, without its place in the line.

    What the roster here says of one that was fetched counts, not its withdrawal elsewhere.
    """
    fetched = by_uid(signup.place_uid) if signup.received_from else None
    if fetched is not None and is_here(fetched):
        return SignupStatus(PLACED, fetched)
    if signup.withdrawn_at:
        return SignupStatus(WITHDRAWN)
    if signup.entry_uid is None:
        return SignupStatus(WAITING)
    entry = by_uid(signup.entry_uid)
    return SignupStatus(PLACED if entry is not None and is_here(entry) else OFF_THE_LIST, entry)


def may_change(tournament: Tournament, signup: Signup, now: SignupStatus) -> bool:
    """Return whether registrants change this themselves; afterwards they ask the organiser."""
    if now.state == PLACED:
        own = now.entry is not None and is_own_entry(signup, now.entry)
        return own and signup_state(tournament) == OPEN
    return now.state == WAITING and signup_state(tournament) == OPEN


@contextmanager
def locked_signup(signup: Signup) -> Iterator[tuple[Tournament, Signup]]:
    """Hold the lock of the tournament of a registration, and yield both as they are then."""
    live = Tournament.living(signup.tournament_uid)
    if live is None:
        raise DomainError(GONE)
    with locked(live.pk) as tournament:
        yield tournament, Signup.objects.get(pk=signup.pk)


def check_may_change(tournament: Tournament, signup: Signup) -> SignupStatus:
    """Return where a registration stands. Raises `DomainError` if its registrant may not change it."""
    now = status_of(tournament, signup)
    if not may_change(tournament, signup, now):
        raise DomainError("signup_not_open")
    return now


def current_input(
    signup: Signup, entry: Entry | None, playing: Sequence[Member] | None = None
) -> SignupInput:
    """Return what the form shows: what the roster says of a place, else what was typed.

    `playing` are the members of a team now; None reads them.
    """
    kept = SignupInput(
        tuple(signup.names),
        signup.club,
        signup.member_number,
        signup.contact,
        signup.answers,
        signup.consented_at is not None,
    )
    if entry is None or not is_own_entry(signup, entry, playing):
        return kept
    names, agrees = tuple(entry.team) or (entry.name,), members.first_consent(entry, playing) is not None
    number = shown_number(signup, entry)
    return SignupInput(names, entry.club, number, kept.contact, entry.answers, agrees)


class Correction(NamedTuple):
    """The new input for a registration that has a place, an entry, or waits."""

    signup: Signup
    state: str
    entry: Entry | None
    typed: SignupInput


def correct(signup: Signup, typed: SignupInput) -> Signup:
    """Correct a registration while registration is open. Raises `DomainError`."""
    typed = clean_input(typed)
    with locked_signup(signup) as (tournament, signup):
        now = check_may_change(tournament, signup)
        entry, places = now.entry, Places(tournament)
        moved = not places.is_same_club(typed.club, entry.club if entry else signup.club)
        if entry and moved and places.club_is_full(typed.club):
            raise DomainError("signup_club_full", club=typed.club)
        write_corrections(tournament, [Correction(signup, now.state, entry, typed)])
        if moved:
            move_up(tournament)
        return signup


def write_corrections(tournament: Tournament, corrections: Sequence[Correction]) -> None:
    """Write corrections that `clean_input` returned, all or none; under the lock. Raises `DomainError`."""
    on_roster: list[tuple[Entry, Signup, str | None]] = []
    other_contact = []
    for signup, _state, entry, typed in corrections:
        if entry and typed != replace(current_input(signup, entry), contact=typed.contact):
            on_roster.append((entry, signup, new_number(signup, entry, typed.names[0], typed.member_number)))
        if typed.contact.lower() != signup.contact.lower():
            other_contact.append(signup)
        before = members.first_consent(entry) if entry else signup.consented_at
        agreed = (before or timezone.now()) if typed.agrees else None
        for name, value in (_columns(typed) | {"consented_at": agreed}).items():
            setattr(signup, name, value)
    signups = [one.signup for one in corrections]
    Signup.objects.bulk_update(signups, COLUMNS)
    for signup in other_contact:
        signup.confirmed_at = contacts.group_confirmed_at(signup)
    Signup.objects.bulk_update(other_contact, ["confirmed_at"])
    correct_entries(tournament, on_roster)
    for state in HELD_STATES:
        if those := [one.signup for one in corrections if one.state == state]:
            _announce(tournament, those, state)  # an address may have been added


def withdraw_signup(signup: Signup) -> None:
    """Withdraw a registration while registration is open; its place becomes free. Raises `DomainError`.

    The entry is struck off the roster. One that has had a seat, or was paid, stays there as withdrawn.
    """
    with locked_signup(signup) as (tournament, signup):
        if not signup.withdrawn_at:  # else it is the second of two taps
            write_withdrawals(tournament, [(signup, check_may_change(tournament, signup).entry)])


def write_withdrawals(tournament: Tournament, withdrawn: Sequence[tuple[Signup, Entry | None]]) -> None:
    """Withdraw registrations with their entries, all or none; only under the lock. Raises `DomainError`."""
    gone = [signup for signup, _entry in withdrawn]
    for signup in gone:
        signup.withdrawn_at = timezone.now()
    Signup.objects.bulk_update(gone, ["withdrawn_at"])
    _announce(tournament, gone, WITHDRAWN)
    strike_off_entries(tournament, [entry for _signup, entry in withdrawn if entry], by=None)


def strike_off_entries(tournament: Tournament, entries: Sequence[Entry], *, by: User | None) -> None:
    """Strike entries off; those that were seated or drawn once, or were paid, stay there as withdrawn."""
    if not entries:
        return
    accounts = payments.accounts(tournament, entries)
    drawn = Entry.objects.filter(EVER_SEATED, pk__in=[one.pk for one in entries])
    seated = set(drawn.values_list("pk", flat=True))
    stay = [one for one in entries if one.pk in seated or accounts[one.pk].lines]
    for entry in stay:
        withdraw(entry, from_round=next_round_number(tournament), by=by)
    roster.remove_entries(tournament, [one for one in entries if one not in stay])


def register_again(signup: Signup, token: str, *, language: str) -> str:
    """Register once more after a withdrawal, at the end of the line; return the token of the new page."""
    tournament = Tournament.living(signup.tournament_uid)
    if tournament is None:
        raise DomainError(GONE)
    kept = current_input(signup, None)
    return sign_up(tournament, kept, nonce=token, language=language, group=signup.group_uid)


def successor_token(signup: Signup, token: str) -> str | None:
    """Return the token of the registration that `register_again` made from this one, or None."""
    following = own_token(signup_uid(token, signup.names))
    return following if signup.withdrawn_at and signup_by_token(following) else None


class SimilarName(NamedTuple):
    """A person with a similar name: of the roster with their number, or waiting without one."""

    name: str
    number: int | None = None


class ListedSignup(NamedTuple):
    """A registration in the organiser's list: where it stands, and people with similar names."""

    signup: Signup
    state: str
    entry: Entry | None
    alike: tuple[SimilarName, ...]
    waits_for_club: bool = False

    @property
    def asks(self) -> bool:
        """Return whether a request of it is not answered yet."""
        return self.signup.requested_at is not None and self.signup.answered_at is None


NameAndClub = tuple[tuple[str, ...], str]


def name_and_club_key(names: Iterable[str], club: str) -> NameAndClub:
    """Return the key of those who play together under these names, for one club; spellings do not matter."""
    return tuple(sorted(map(name_key, names))), club_key(club)


class SignupEntries:
    """The roster read at once, to find the entries of many registrations."""

    def __init__(self, tournament: Tournament) -> None:
        self.entries = {entry.uid: entry for entry in tournament.entries.all()}
        gone = tournament.entries.exclude(HAS_TAKEN_PART).values_list("uid", flat=True)
        self._gone = set(gone)
        came = Member.objects.filter(entry__tournament=tournament).exclude(came_as=None)
        by_uid = came.select_related("entry").order_by("pk")
        came_as = [((one.came_as or {}).get("uid"), one.entry) for one in by_uid]
        self._drawn = {UUID(uid): entry for uid, entry in came_as if uid}
        self._playing: dict[int, list[Member]] = {}
        in_teams = Member.objects.filter(entry__tournament=tournament, entry__kind=Entry.Kind.TEAM)
        for member in in_teams.filter(to_round=None).order_by("position", "from_round"):
            self._playing.setdefault(member.entry_id, []).append(member)

    def by_uid(self, uid: UUID) -> Entry | None:
        """Return the entry of that uid, or the team into which it was drawn."""
        return self.entries.get(uid) or self._drawn.get(uid)

    def by_name_and_club(self, without: Collection[UUID]) -> dict[NameAndClub, list[Entry]]:
        """Return the entries that are not the places `without`, by their names and club."""
        found: dict[NameAndClub, list[Entry]] = {}
        for uid, entry in self.entries.items():
            if uid not in without:
                names = entry.team or [entry.name]
                found.setdefault(name_and_club_key(names, entry.club), []).append(entry)
        return found

    def playing(self, entry: Entry) -> list[Member]:
        """Return those who play in a team from now on, in their order; none for a person."""
        return self._playing.get(entry.pk, [])

    def is_here(self, entry: Entry) -> bool:
        """Return whether an entry takes part, now or later."""
        return entry.uid not in self._gone

    def status_of(self, signup: Signup) -> SignupStatus:
        """Return where a registration stands, without its place in the line."""
        return _standing(signup, self.by_uid, self.is_here)


def signups_by_entry(tournament: Tournament) -> dict[int, list[Signup]]:
    """Return the registrations that were not withdrawn by the key of the entry to which they led."""
    entered = SignupEntries(tournament)
    found: dict[int, list[Signup]] = {}
    for signup in _signups_of(tournament).filter(withdrawn_at=None).order_by("number"):
        if entry := entered.status_of(signup).entry:
            found.setdefault(entry.pk, []).append(signup)
    return found


def listed_signups(tournament: Tournament) -> list[ListedSignup]:
    """Return all registrations in their order; names that are alike are marked, never refused."""
    entered = SignupEntries(tournament)
    rows = [(signup, entered.status_of(signup)) for signup in _signups_of(tournament).order_by("number")]
    names = Names()
    shown: dict[int, SimilarName] = {}
    for entry in entered.entries.values():
        shown[entry.pk] = SimilarName(entry.name, entry.number)
        for name in entry.team or [entry.name]:
            names.add(entry.pk, name)
    for signup, now in rows:
        if now.state == WAITING:
            shown[-signup.pk] = SimilarName(str(signup))
            for name in signup.names:
                names.add(-signup.pk, name)
    places = Places(tournament)
    return [
        ListedSignup(
            signup,
            now.state,
            now.entry,
            _similar_people(signup, now, names, shown) if now.state in HELD_STATES else (),
            now.state == WAITING and places.club_is_full(signup.club),
        )
        for signup, now in rows
    ]


def _similar_people(
    signup: Signup, now: SignupStatus, names: Names, shown: Mapping[int, SimilarName]
) -> tuple[SimilarName, ...]:
    own = -signup.pk if now.entry is None else now.entry.pk
    others = {like.who for name in signup.names for like in names.like(name)} - {own}
    return tuple(shown[who] for who in sorted(others, reverse=True))


def uids_entered_by_form(tournament: Tournament) -> set[UUID]:
    """Return the uids of the entries that were made by the public form."""
    return {uid for uid in _signups_of(tournament).values_list("entry_uid", flat=True) if uid}
