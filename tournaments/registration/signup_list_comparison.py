"""Compare a list of registrations that was fetched with the roster here, and take what the organiser accepts.

A `Signup` with `received_from` holds what the list said last. Three are compared (docs/protocol.md): that,
the list now, and the entry here. Only what is new in the list is offered, and changes made here stay.
"""

import hashlib
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Entry, Member, Signup, Tournament, User
from tournaments.models.locking import locked
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.registration import (
    members,
    payments,
    questions,
    roster,
    signup_list,
    signup_tokens,
    signups,
)
from tournaments.registration.candidates import MAX_SHOWN, Candidate, LikelySamePerson, find_likes
from tournaments.registration.clubs import club_key
from tournaments.registration.names import fold
from tournaments.registration.presence import (
    EVER_SEATED,
    come_back,
    has_begun,
    keys_of_awaited,
    next_round_number,
)
from tournaments.registration.signup_entries import correct_entries
from tournaments.registration.signup_list import GONE, Row, SignupList
from tournaments.registration.signup_tokens import TOKEN_BYTES
from tournaments.registration.signups import FETCHED_SETTING, PLACED, WAITING

NEW, ALIKE, CHANGED, BOTH, WITHDRAWN = "new", "alike", "changed", "both", "withdrawn"
TAKE, LEAVE = "take", "leave"
NAMES, CLUB, MEMBER_NUMBER, AGREES, ANSWER = "names", "club", "member_number", "agrees", "answer-"
PAID = "paid"
Values = dict[str, Any]


class Difference(NamedTuple):
    """A field that the list and the entry here have in different ways."""

    name: str
    here: Any
    there: Any


@dataclass
class ProposedChange:
    """A change that the organiser takes or leaves; of a similar name the number of the person, or `TAKE`."""

    kind: str
    row: Row
    entry: Entry | None = None
    differences: list[Difference] = field(default_factory=list)
    likes: list[LikelySamePerson] = field(default_factory=list)
    suggested: str = TAKE

    @property
    def key(self) -> str:
        """Return the name of its question in a form."""
        return f"{self.kind}-{self.row.uid}"

    @property
    def name(self) -> str:
        """Return the name here, else the name in the list."""
        return self.entry.name if self.entry else " / ".join(self.row.names)

    @property
    def choices(self) -> list[str]:
        """Return what can be chosen."""
        return [*(str(like.number) for like in self.likes), TAKE, LEAVE]


@dataclass
class Comparison:
    """The changes in a list: the offers, people who stay as they have had a seat, and the waiting list."""

    offers: list[ProposedChange] = field(default_factory=list)
    seated: list[str] = field(default_factory=list)
    waits: list[Row] = field(default_factory=list)
    stopped_waiting: list[str] = field(default_factory=list)

    def of_kind(self, kind: str) -> list[ProposedChange]:
        """Return the offers of a kind."""
        return [offer for offer in self.offers if offer.kind == kind]

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to show."""
        return not (self.offers or self.seated or self.waits or self.stopped_waiting)

    @property
    def seal(self) -> str:
        """Return a checksum of all that is offered: another list, or another roster, has another one."""
        about = [(offer.key, offer.name, offer.differences, offer.likes) for offer in self.offers]
        return hashlib.sha256(repr((about, self.seated, self.waits)).encode()).hexdigest()[:32]


class _LocalRoster:
    """The roster and the registrations here, read at once."""

    def __init__(self, tournament: Tournament, listed: SignupList) -> None:
        self.listed = listed
        self.roster = signups.SignupEntries(tournament)
        self.asked = questions.questions_of(tournament)
        self.began = has_begun(tournament)
        accounts = payments.accounts(tournament, list(self.roster.entries.values()))
        self.paid = {pk: account.by_way for pk, account in accounts.items()}
        known = Signup.objects.filter(tournament_uid=tournament.uid).order_by("number")
        self.own = {one.place_uid for one in known if not one.received_from}
        self.received = {one.uid: one for one in known if one.received_from}
        self._late = keys_of_awaited(tournament)
        self._seated = set(tournament.entries.filter(EVER_SEATED).values_list("pk", flat=True))
        of_list = {row.uid for row in listed.rows}
        absent = [one for one in self.received.values() if one.received_from == listed.tournament]
        absent = [one for one in absent if one.uid not in of_list and not one.withdrawn_at]
        self.merged = self._merged(listed, absent)
        in_teams = {one.uid for those in self.merged.values() for one in those}
        gone = [Row(one.uid, GONE) for one in absent if one.uid not in in_teams]
        erased = {one.uid for one in self.received.values() if not one.names}
        of_erased = Member.objects.filter(entry__tournament=tournament, to_round=None)
        of_erased = of_erased.exclude(player__erased_at=None)
        erased |= set(of_erased.values_list("entry__uid", flat=True))
        rows = [row for row in [*listed.rows, *gone] if row.uid not in self.own]
        self.rows = [row for row in rows if erased.isdisjoint((row.uid, _place_uid(self, row)))]

    def _merged(self, listed: SignupList, absent: Sequence[Signup]) -> dict[UUID, list[Signup]]:
        """Return those of `absent` who were drawn into a team of the list, by the uid of its row.

        The list of an older server does not say who was: then they are found by their names.
        """
        known = [row for row in listed.rows if len(row.names) > 1 and row.uid in self.received]
        by_uid = {uid: row.uid for row in known for uid in row.drawn or ()}
        by_name = {fold(name): row.uid for row in known if row.drawn is None for name in row.names}
        found: dict[UUID, list[Signup]] = {}
        for one in absent:
            teams = {by_uid.get(one.uid) or by_name.get(fold(name)) for name in one.names}
            if len(teams) == 1 and (team := teams.pop()):
                found.setdefault(team, []).append(one)
        return found

    def paid_before(self, row: Row) -> dict[str, int]:
        """Return what was paid for a row by the last list; for a team the sum of those drawn into it."""
        base = [self.received[row.uid]] if row.uid in self.received else []
        return _total(one.paid for one in [*base, *self.merged.get(row.uid, ())])

    def entry(self, row: Row) -> Entry | None:
        base = self.received.get(row.uid)
        return self.entry_of(base) if base else self.roster.by_uid(row.uid)

    def entry_of(self, base: Signup) -> Entry | None:
        return self.roster.by_uid(base.place_uid)

    def takes_part(self, entry: Entry) -> bool:
        return self.roster.is_here(entry) or entry.pk in self._late

    def has_sat(self, entry: Entry) -> bool:
        return entry.pk in self._seated

    def typed_people(self, tournament: Tournament) -> roster.People:
        """Return the people of the roster whom no registration names."""
        named = {row.uid for row in self.rows} | self.own
        named |= {one.place_uid for one in self.received.values()}
        numbers = {one.number for uid, one in self.roster.entries.items() if uid in named}
        return [one for one in roster.entered_people(tournament) if one[0] not in numbers]


def compare(tournament: Tournament, listed: SignupList) -> Comparison:
    """Return what is new in a list, and what is suggested. Nothing is changed."""
    return _compare(tournament, _LocalRoster(tournament, listed))


def _compare(tournament: Tournament, local: _LocalRoster) -> Comparison:
    found = Comparison()
    unknown: list[Row] = []
    for row in local.rows:
        base, entry = local.received.get(row.uid), local.entry(row)
        was_gone = base is not None and base.withdrawn_at is not None
        if row.state == GONE:
            if base is not None and base.entry_uid is None and not was_gone:
                found.stopped_waiting.append(str(base))
            elif entry and local.takes_part(entry) and not was_gone:
                _add_withdrawn(found, row, entry, local)
        elif entry is None:
            if base is None or was_gone or (base.entry_uid is None and row.state == PLACED):
                unknown.append(row)
        elif local.takes_part(entry):
            found.offers += _differences(row, entry, base, local)
        elif was_gone and row.state == PLACED:
            found.offers.append(ProposedChange(NEW, row, entry, suggested=_default_choice(local.began)))
    _add_unknown(found, unknown, tournament, local)
    return found


def _default_choice(began: bool) -> str:
    """Return the suggestion for a new person: to enter them until game 1 is seated."""
    return LEAVE if began else TAKE


def _add_withdrawn(comparison: Comparison, row: Row, entry: Entry, local: _LocalRoster) -> None:
    if local.has_sat(entry) or entry.uid not in (row.uid, _place_uid(local, row)):  # or drawn into a team
        comparison.seated.append(entry.name)
    else:
        comparison.offers.append(ProposedChange(WITHDRAWN, row, entry))


def _place_uid(local: _LocalRoster, row: Row) -> UUID:
    base = local.received.get(row.uid)
    return base.place_uid if base else row.uid


def _add_unknown(
    comparison: Comparison, unknown: Sequence[Row], tournament: Tournament, local: _LocalRoster
) -> None:
    """Add people of the list who are not here: new, or perhaps typed here already."""
    asked = local.asked
    people = [
        Candidate(at, (), draft=signup_list.draft_from_row(row, asked)) for at, row in enumerate(unknown)
    ]
    find_likes(people, local.typed_people(tournament))
    for row, person in zip(unknown, people, strict=True):
        person.likes = [like for like in person.likes if like.number]
        numbers = {like.number for like in person.likes if like.how == "same"}
        sure = str(*numbers) if person.is_here and len(numbers) == 1 else ""
        if row.state == WAITING and not sure:
            comparison.waits.append(row)
        elif person.likes:
            likes = {like.number: like for like in reversed(person.likes[:MAX_SHOWN])}
            offer = ProposedChange(ALIKE, row, likes=list(likes.values())[::-1], suggested=sure or LEAVE)
            comparison.offers.append(offer)
        else:
            comparison.offers.append(ProposedChange(NEW, row, suggested=_default_choice(local.began)))


def _differences(row: Row, entry: Entry, base: Signup | None, local: _LocalRoster) -> list[ProposedChange]:
    """Return the fields that changed in the list, apart from those that were changed here too."""
    now, there = _entry_values(entry, local), _row_values(row, local)
    other = entry.uid != _place_uid(local, row) or (base is not None and base.withdrawn_at)
    if other or len(now[NAMES]) != len(there[NAMES]):  # a team was made, or undone, on one of the computers
        return _new_payments(row, entry, local) if base else []
    then = _signup_values(base, local) | {PAID: local.paid_before(row)} if base else {}
    # a pair of which one is left has more now; an answer that the list does not know is not compared
    known = [name for name in now if name in there and (base is None or name in then)]
    differ = [Difference(name, now[name], there[name]) for name in known if not _is_same(name, now, there)]
    news = [one for one in differ if base is None or not _is_same(one.name, then, there)]
    ours = [one for one in news if base is None or not _is_same(one.name, then, now)]
    theirs = [one for one in news if one not in ours]
    offers = [ProposedChange(CHANGED, row, entry, theirs)] if theirs else []
    return [*offers, *([ProposedChange(BOTH, row, entry, ours, suggested=LEAVE)] if ours else [])]


def _new_payments(row: Row, entry: Entry, local: _LocalRoster) -> list[ProposedChange]:
    """Return what was paid since the last fetch, where a team is on one of the computers alone."""
    before = local.paid_before(row)
    if before == _total([row.paid]):
        return []
    entries = {one.pk: one for one in map(local.entry_of, local.merged.get(row.uid, ())) if one}
    entries[entry.pk] = entry
    known = [one for one in local.received.values() if (its := local.entry_of(one)) and its.pk in entries]
    paid = _total(local.paid.get(pk, {}) for pk in entries)
    if paid == _total(one.paid for one in known):
        return [ProposedChange(CHANGED, row, entry, [Difference(PAID, before, row.paid)])]
    return [ProposedChange(BOTH, row, entry, [Difference(PAID, paid, row.paid)], suggested=LEAVE)]


def _total(paid: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sum of what was paid, by how."""
    found: Counter[str] = Counter()
    for one in paid:
        found.update(one)
    return {how: cents for how, cents in found.items() if cents}


def _is_same(name: str, one: Values, other: Values) -> bool:
    if name == CLUB:
        return club_key(one[CLUB]) == club_key(other[CLUB])
    return bool(one[name] == other[name])


def _values(
    names: Sequence[str],
    club: str,
    number: str,
    agrees: bool,
    answers: Mapping[str, str],
    paid: Mapping[str, int],
    local: _LocalRoster,
) -> Values:
    alone = {MEMBER_NUMBER: number} if len(names) == 1 else {}
    given = {f"{ANSWER}{one.id}": answers.get(str(one.id), "") for one in local.asked}
    return {NAMES: tuple(names), CLUB: club, PAID: dict(paid), **alone, AGREES: agrees, **given}


def _entry_values(entry: Entry, local: _LocalRoster) -> Values:
    names = tuple(entry.team) or (entry.name,)
    agrees = members.first_consent(entry, local.roster.playing(entry)) is not None
    paid = local.paid.get(entry.pk, {})
    return _values(names, entry.club, entry.member_number, agrees, entry.answers, paid, local)


def _row_values(row: Row, local: _LocalRoster) -> Values:
    answers = signup_list.local_answers(row, local.asked)
    agrees = row.consented_at is not None
    values = _values(row.names, row.club, row.member_number, agrees, answers, row.paid, local)
    unknown = signup_list.unknown_answers(local.listed, row, local.asked)
    without = {f"{ANSWER}{one.id}" for one in unknown}
    return {name: value for name, value in values.items() if name not in without}


def _signup_values(base: Signup, local: _LocalRoster) -> Values:
    agrees = base.consented_at is not None
    names = tuple(base.names)
    return _values(names, base.club, base.member_number, agrees, base.answers, base.paid, local)


def accept(
    tournament: Tournament,
    listed: SignupList,
    choices: Mapping[str, str],
    *,
    seal: str,
    token: str,
    by: User | None,
) -> int:
    """Take what was chosen of a list, all of it or nothing; return how many people were entered.

    An offer without a choice is left. What is left counts as decided. `seal` is that of the comparison that
    was shown: raises `DomainError` (`roster_changed`) where it is another one by now.
    """
    with locked(tournament) as tournament:
        local = _LocalRoster(tournament, listed)
        comparison = _compare(tournament, local)
        if comparison.seal != seal:
            raise DomainError("roster_changed")
        chosen = {offer.key: choices.get(offer.key, LEAVE) for offer in comparison.offers}
        entered = [one for one in comparison.offers if one.kind in (NEW, ALIKE) and chosen[one.key] == TAKE]
        _enter(tournament, [one.row for one in entered if not one.entry], listed, local, token, by)
        for offer in entered:
            if offer.entry:
                come_back(offer.entry, from_round=next_round_number(tournament), by=by)
        linked = _linked_entries(comparison, chosen, local)
        money = list(_payments(comparison, chosen, linked, local))
        _save_received_rows(tournament, listed, local, linked, {one.row.uid for one in entered})
        for offer in comparison.offers:
            if offer.kind in (CHANGED, BOTH) and chosen[offer.key] == TAKE:
                _correct(offer, local)
        for offer in comparison.of_kind(WITHDRAWN):
            if offer.entry and chosen[offer.key] == TAKE:
                signups.strike_off_entries(offer.entry.tournament, [offer.entry], by=by)
        payments.write(tournament, money, by=by)
        if listed.until and listed.tournament == tournament.uid:
            tournament.refresh_from_db(fields=["settings"])
            tournament.save_settings(**{FETCHED_SETTING: listed.until.isoformat()})
        return len(entered)


def _enter(
    tournament: Tournament,
    rows: Sequence[Row],
    listed: SignupList,
    local: _LocalRoster,
    token: str,
    by: User | None,
) -> None:
    if not rows:
        return
    if len(rows) > MAX_PEOPLE:
        raise DomainError("file_too_many_rows", most=MAX_PEOPLE)
    entries = roster.add_entries(tournament, [signup_list.draft_from_row(row, local.asked) for row in rows])
    args: dict[str, Any] = {"token": token, "entries": [entry.number for entry in entries]}
    args |= {"source": listed.name[:80], "columns": {}}
    inverse = {"uids": [str(entry.uid) for entry in entries]}
    audit_log.record(tournament, "import", args, by=by, inverse=inverse)


def _linked_entries(
    comparison: Comparison, chosen: Mapping[str, str], local: _LocalRoster
) -> dict[UUID, UUID]:
    """Return the entries that people of the list were chosen to be, by the uid of the row."""
    by_number = {entry.number: entry.uid for entry in local.roster.entries.values()}
    linked: dict[UUID, UUID] = {}
    for offer in comparison.of_kind(ALIKE):
        choice = chosen[offer.key]
        if choice not in (TAKE, LEAVE) and choice in offer.choices:
            linked[offer.row.uid] = by_number[int(choice)]
    if len(set(linked.values())) < len(linked):
        raise DomainError("signup_same_twice")
    return linked


def _payments(
    comparison: Comparison, chosen: Mapping[str, str], linked: Mapping[UUID, UUID], local: _LocalRoster
) -> Iterator[tuple[UUID, int, str]]:
    """Yield what was paid, or given back, on the server since the last fetch, where the offer is taken.

    Each is the uid of the place, cents, and how. Nothing is given back that was not paid here.
    """
    for offer in comparison.offers:
        is_new = offer.kind in (NEW, ALIKE)
        if chosen[offer.key] == LEAVE or not (is_new or any(one.name == PAID for one in offer.differences)):
            continue
        uid = linked.get(offer.row.uid, _place_uid(local, offer.row))
        entry = local.roster.by_uid(uid)
        paid_here = local.paid.get(entry.pk, {}) if entry else {}
        before = local.paid_before(offer.row) if offer.row.uid in local.received else paid_here
        changes = {how: offer.row.paid.get(how, 0) - before.get(how, 0) for how in payments.PAYMENT_METHODS}
        if sum(paid_here.values()) + sum(changes.values()) >= 0:
            yield from ((uid, cents, how) for how, cents in changes.items() if cents)


def _save_received_rows(
    tournament: Tournament,
    listed: SignupList,
    local: _LocalRoster,
    linked: Mapping[UUID, UUID],
    entered: Collection[UUID],
) -> None:
    """Keep what the list says now, for the next comparison."""
    known = Signup.objects.filter(tournament_uid=tournament.uid)
    number = max([0, *known.values_list("number", flat=True)])
    new: list[Signup] = []
    for row in local.rows:
        base, entry = local.received.get(row.uid), local.entry(row)
        if base is None and row.state == GONE and entry is None:
            continue
        if base is None:
            number += 1
            base = Signup(
                uid=row.uid,
                tournament_uid=tournament.uid,
                number=number,
                token_hash=signup_tokens.token_hash(secrets.token_urlsafe(TOKEN_BYTES)),  # of no page
                language=tournament.language,
            )
            new.append(base)
            local.received[row.uid] = base
        _update_signup(base, row, local, entry)
        base.received_from = listed.tournament
        if row.uid in linked:
            base.entry_uid = linked[row.uid]
        elif row.state == PLACED or entry or row.uid in entered:
            base.entry_uid = base.place_uid
    old = [one for one in local.received.values() if one.pk]
    Signup.objects.bulk_create(new)
    Signup.objects.bulk_update(old, UPDATED_FIELDS, batch_size=100)


UPDATED_FIELDS = (
    *("names", "club", "member_number", "answers", "consented_at", "created_at", "paid"),
    *("withdrawn_at", "received_from", "entry_uid"),
)


def _update_signup(base: Signup, row: Row, local: _LocalRoster, entry: Entry | None) -> None:
    if row.state == GONE:
        base.withdrawn_at = base.withdrawn_at or timezone.now()
        base.names = base.names or (list(entry.team or [entry.name]) if entry else [])
        return
    base.withdrawn_at = None
    base.names, base.club, base.member_number = list(row.names), row.club, row.member_number
    unknown = {str(one.id) for one in signup_list.unknown_answers(local.listed, row, local.asked)}
    kept = {number: answer for number, answer in base.answers.items() if number in unknown}
    base.answers = kept | signup_list.local_answers(row, local.asked)
    base.consented_at = row.consented_at
    merged = [{how: -cents for how, cents in one.paid.items()} for one in local.merged.get(row.uid, ())]
    base.paid = _total([row.paid, *merged])  # those who were drawn keep their part
    base.created_at = row.registered_at or base.created_at


def _correct(offer: ProposedChange, local: _LocalRoster) -> None:
    """Write the fields of an offer into its entry; the others stay. What was paid is written as a payment."""
    assert offer.entry is not None  # for mypy
    if {one.name for one in offer.differences} == {PAID}:
        return
    entry = offer.entry
    values = _entry_values(entry, local) | {one.name: one.there for one in offer.differences}
    is_new = any(one.name == AGREES for one in offer.differences)
    agreed = offer.row.consented_at if is_new else members.first_consent(entry)
    wanted = Signup(
        names=list(values[NAMES]),
        club=values[CLUB],
        consented_at=agreed,
        answers={
            name.removeprefix(ANSWER): value for name, value in values.items() if name.startswith(ANSWER)
        },
    )
    correct_entries(entry.tournament, [(entry, wanted, values.get(MEMBER_NUMBER))])
