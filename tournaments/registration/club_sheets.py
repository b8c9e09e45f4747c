"""The sheet of a club: its representative registers people by an invitation link, without an account.

Each line is a registration like those of the public form: places, waiting list and requests are the same. A
sheet shows the people who were registered on it and are still of its club, and no others: people of the
club who registered themselves gave their names and contacts to the organiser alone. The sheets of clubs that
became one are one sheet, which each of their links opens.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.crypto import salted_hmac

from scoring import DomainError
from tournaments.common import audit_log, sanitize
from tournaments.models import ClubSheet, Entry, Signup, Tournament, User
from tournaments.models.locking import GONE, locked, retry_if_replaced
from tournaments.registration import known_clubs, questions, signup_requests, signup_tokens, signups
from tournaments.registration.clubs import club_key
from tournaments.registration.event_fees import questions_paid_earlier
from tournaments.registration.fees import fee_of, fees_of
from tournaments.registration.places import clubs_of_places
from tournaments.registration.signup_entries import is_own_entry
from tournaments.registration.signup_settings import OPEN, signup_state
from tournaments.registration.signup_tokens import TOKEN_BYTES, token_hash
from tournaments.registration.signups import HELD_STATES, PLACED, WAITING, WITHDRAWN, SignupInput

MADE, ENDED = "club_links", "club_link_ended"
MAX_PEOPLE = 40  # on one sheet
MAX_LINKS = 1_000


def token_of(sheet: ClubSheet) -> str:
    """Return the token in the address of a sheet; "" if it is one of another secret key."""
    token = _token(sheet.nonce)
    return token if token_hash(token) == sheet.token_hash else ""


def _token(nonce: UUID | None) -> str:
    digest = salted_hmac("sheet of a club", str(nonce), algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def sheet_by_token(token: str) -> ClubSheet | None:
    """Return the sheet that a token opens; None if there is none."""
    return ClubSheet.objects.filter(token_hash=token_hash(token)).first()


def club_of(tournament: Tournament, sheet: ClubSheet) -> str:
    """Return the club of a sheet as it is now: it may have been renamed, or become another."""
    return _clubs_of(tournament, [sheet])[sheet.club]


def _clubs_of(tournament: Tournament, sheets: Iterable[ClubSheet]) -> dict[str, str]:
    """Return the clubs of several sheets, by what is stored of them."""
    stored = [sheet.club for sheet in sheets]
    usual = known_clubs.known_club_names(tournament.organisation_id, stored)
    return {club: usual.get(club, club) for club in stored}


def links(tournament: Tournament) -> list[tuple[str, ClubSheet]]:
    """Return the clubs that have a link now with their sheets, by club."""
    found = [(club, first) for club, (first, *_others) in sheets_by_club(tournament).items() if first.nonce]
    return sorted(found, key=lambda one: known_clubs.sort_key(one[0]))


def make_links(tournament: Tournament, clubs: Iterable[str], *, by: User | None) -> int:
    """Make a link for each club that has none, and return how many; a new club becomes known.

    Raises `DomainError` for what is no name of a club.
    """
    written = [sanitize.clean_length(one, 120) for one in map(sanitize.clean_line, clubs) if one]
    if not written or len(written) > MAX_LINKS or not all(map(known_clubs.spelling_key, written)):
        raise DomainError("club_link_of_none")
    with locked(tournament) as current:
        usual = known_clubs.usual_club_names(current, written)
        new = [ClubSheet(tournament_uid=current.uid, club=usual.get(one, one)) for one in sorted(written)]
        known, made = sheets_by_club(current), 0
        for club, (first, *_others) in _by_club(current, new).items():
            sheet = known.get(club, [first])[0]
            if sheet.nonce is None:
                sheet.nonce = uuid4()
                sheet.token_hash = token_hash(_token(sheet.nonce))
                sheet.save()
                made += 1
        if made:
            audit_log.record(current, MADE, {"count": made}, by=by)
        return made


def sheets_by_club(tournament: Tournament) -> dict[str, list[ClubSheet]]:
    """Return the sheets by what their clubs are called now, several of clubs that became one.

    One that has a link is before the others, and one under the present name before those.
    """
    return _by_club(tournament, ClubSheet.objects.filter(tournament_uid=tournament.uid))


def _by_club(tournament: Tournament, sheets: Iterable[ClubSheet]) -> dict[str, list[ClubSheet]]:
    found: dict[str, list[ClubSheet]] = {}
    sheets = list(sheets)
    clubs = _clubs_of(tournament, sheets)
    for sheet in sorted(sheets, key=lambda one: (one.nonce is None, one.club != clubs[one.club])):
        found.setdefault(clubs[sheet.club], []).append(sheet)
    return found


def end_link(tournament: Tournament, key: int, *, by: User | None) -> str:
    """End the link of the club of a sheet, and return the club; the people stay.

    Raises `DomainError` if the sheet has no link.
    """
    with locked(tournament) as current:
        for club, sheets in sheets_by_club(current).items():
            if key in (sheet.pk for sheet in sheets if sheet.nonce):
                ended = ClubSheet.objects.filter(pk__in=[sheet.pk for sheet in sheets])
                ended.update(nonce=None, token_hash=None)
                audit_log.record(current, ENDED, {"text": club}, by=by)
                return club
        raise DomainError("look_again")


class RegisteredLine(NamedTuple):
    """A line of a sheet as it stands now: the registration, its state, and what the roster says of it."""

    signup: Signup
    state: str
    typed: SignupInput
    entry: Entry | None = None
    is_own: bool = True
    place_in_line: int = 0
    fee_cents: int | None = None

    @property
    def can_be_changed(self) -> bool:
        """Return whether the representative changes this line while registration is open."""
        return self.state in HELD_STATES and self.is_own


def registered(tournament: Tournament, sheet: ClubSheet) -> list[RegisteredLine]:
    """Return the people of a sheet in their order, those who withdrew or were struck off too."""
    sheets = sheets_by_club(tournament).get(club_of(tournament, sheet), [])
    roster = signups.SignupEntries(tournament)
    line = list(signups.waiting(tournament).values_list("pk", flat=True))
    amounts, earlier, found = fees_of(tournament), questions_paid_earlier(tournament), []
    for signup in Signup.objects.filter(sheet__in=sheets).exclude(names=[]).order_by("number"):
        now = roster.status_of(signup)
        entry = now.entry
        place = line.index(signup.pk) + 1 if now.state == WAITING else 0
        playing = roster.playing(entry) if entry else []
        own = entry is None or is_own_entry(signup, entry, playing)
        owes = entry is not None and own and now.state == PLACED
        fee = fee_of(entry, amounts, earlier=earlier) if entry and owes else None
        typed = signups.current_input(signup, entry, playing)
        found.append(RegisteredLine(signup, now.state, typed, entry, own, place, fee))
    of_club = _sheet_club_matches(tournament, sheet, [one.typed.club for one in found])
    return [one for one, here in zip(found, of_club, strict=True) if here]


def _sheet_club_matches(tournament: Tournament, sheet: ClubSheet, clubs: Sequence[str]) -> list[bool]:
    """Return for each club as it is written whether it is that of the sheet."""
    usual = known_clubs.known_club_names(tournament.organisation_id, {sheet.club, *clubs})
    own = club_key(usual.get(sheet.club, sheet.club))
    return [club_key(usual.get(club, club)) == own for club in clubs]


def count_other_places(tournament: Tournament, sheet: ClubSheet, people: Iterable[RegisteredLine]) -> int:
    """Return how many places of the club are taken by people who are not on its sheet."""
    own = sum(one.state == PLACED for one in people)
    return max(0, sum(_sheet_club_matches(tournament, sheet, clubs_of_places(tournament))) - own)


class SheetLine(NamedTuple):
    """A line as it was typed: of a registration by its number, else of a new one.

    `mark` is that of what the line showed when its page was made (`mark_of`). A contact is never shown again:
    an empty one leaves what is known.
    """

    typed: SignupInput
    number: int | None = None
    mark: str = ""
    withdraws: bool = False


def mark_of(tournament: Tournament, typed: SignupInput) -> str:
    """Return a mark that changes with anything that a line shows."""
    answers = [typed.answers.get(str(question.id), "") for question in questions.questions_of(tournament)]
    content = repr((typed.names, typed.member_number, answers, typed.agrees))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def save(
    sheet: ClubSheet, lines: Mapping[int, SheetLine], *, nonce: str, language: str
) -> dict[int, DomainError]:
    """Register, correct and withdraw what the lines say; return the refusals by line.

    Lines that are as they were write nothing, so two people at one sheet undo nothing of each other, and a
    form sent twice registers once. Raises `DomainError` if registration is not open, or the link is over.
    """

    def write() -> dict[int, DomainError]:
        live = Tournament.living(sheet.tournament_uid)
        if live is None:
            raise DomainError(GONE)
        with locked(live.pk) as tournament:
            if signup_state(tournament) != OPEN:
                raise DomainError("signup_not_open")
            if not ClubSheet.objects.filter(pk=sheet.pk, token_hash=sheet.token_hash).exists():
                raise DomainError("club_link_over")
            return _LineWriter(tournament, sheet, nonce, language).refusals(lines)

    return retry_if_replaced(write)


class _LineWriter:
    """The lines of one form as they are written; only under the lock."""

    def __init__(self, tournament: Tournament, sheet: ClubSheet, nonce: str, language: str) -> None:
        self._tournament, self._sheet = tournament, sheet
        self._nonce, self._language = nonce, language
        self._known = {one.signup.number: one for one in registered(tournament, sheet)}
        self._people = sum(len(one.typed.names) for one in self._known.values() if one.state in HELD_STATES)
        self._refused: dict[int, DomainError] = {}

    def refusals(self, lines: Mapping[int, SheetLine]) -> dict[int, DomainError]:
        """Write corrections, then withdrawals, then new lines; return why some were refused."""
        known = {at: line for at, line in lines.items() if line.number is not None}
        self._correct({at: line for at, line in known.items() if not line.withdraws})
        self._withdraw({at: line for at, line in known.items() if line.withdraws})
        new = {at: line.typed for at, line in lines.items() if line.number is None}
        if new:
            self._add(new)
        return self._refused

    @contextmanager
    def _collect_refusals(self, *lines: int) -> Iterator[None]:
        """Note a refusal for these lines."""
        try:
            yield
        except DomainError as refusal:
            self._refused |= dict.fromkeys(lines, refusal)

    def _add(self, lines: Mapping[int, SignupInput]) -> None:
        new: dict[UUID, tuple[int, SignupInput]] = {}
        for at, typed in lines.items():
            with self._collect_refusals(at):
                clean = signups.clean_input(typed)
                new[signup_tokens.signup_uid(f"{self._nonce} {at}", clean.names)] = at, clean
        sent_before = set(Signup.objects.filter(uid__in=new).values_list("uid", flat=True))
        written: dict[UUID, tuple[int, SignupInput]] = {}
        for uid, (at, typed) in new.items():
            with self._collect_refusals(at):
                if uid not in sent_before:
                    self._reserve_lines(len(typed.names))
                    written[uid] = at, typed
        if written:
            with self._collect_refusals(*(at for at, _typed in written.values())), transaction.atomic():
                typed_by_uid = {uid: typed for uid, (_at, typed) in written.items()}
                sheet = self._sheet_under_present_name()
                signups.write_signups(self._tournament, typed_by_uid, language=self._language, sheet=sheet)

    def _sheet_under_present_name(self) -> ClubSheet:
        """Return the sheet for new people: they are still on it after clubs that became one are separated."""
        club = club_of(self._tournament, self._sheet)
        sheets = sheets_by_club(self._tournament).get(club, [])
        return next((one for one in sheets if one.club == club), self._sheet)

    def _reserve_lines(self, people: int) -> None:
        if self._people + people > MAX_PEOPLE:
            raise DomainError("club_sheet_full", most=MAX_PEOPLE)
        self._people += people

    def _withdraw(self, lines: Mapping[int, SheetLine]) -> None:
        withdrawn: dict[int, RegisteredLine] = {}
        for at, line in lines.items():
            with self._collect_refusals(at):
                known = self._known_line(line)
                if known.state != WITHDRAWN:  # else the form was sent twice
                    if not known.can_be_changed:
                        raise DomainError("signup_not_open")
                    withdrawn[at] = known
                del self._known[known.signup.number]
        with self._collect_refusals(*withdrawn), transaction.atomic():
            if withdrawn:
                pairs = [(one.signup, one.entry) for one in withdrawn.values()]
                signups.write_withdrawals(self._tournament, pairs)
                self._people -= sum(len(one.typed.names) for one in withdrawn.values())

    def _known_line(self, line: SheetLine) -> RegisteredLine:
        known = self._known.get(line.number or 0)
        if known is None:
            raise DomainError("club_line_gone")
        return known

    def _correct(self, lines: Mapping[int, SheetLine]) -> None:
        """Write corrections: those of teams one by one, of people alone at once."""
        alone: dict[int, signups.Correction] = {}
        for at, line in lines.items():
            with self._collect_refusals(at):
                correction = self._correction(line)
                if correction is None:
                    continue
                if correction.entry is None or not correction.entry.team:
                    alone[at] = correction
                    continue
                with transaction.atomic():
                    signups.write_corrections(self._tournament, [correction])
        if alone:
            with self._collect_refusals(*alone), transaction.atomic():
                signups.write_corrections(self._tournament, list(alone.values()))

    def _correction(self, line: SheetLine) -> signups.Correction | None:
        """Return what a line changes, None if it says what is known. Raises `DomainError`."""
        known = self._known.get(line.number or 0)
        if known is None or known.state not in HELD_STATES:
            if mark_of(self._tournament, line.typed) == line.mark and not line.typed.contact:
                return None  # the page is older than the withdrawal, and nothing was typed there
            raise DomainError("club_line_gone")
        contact = line.typed.contact or known.typed.contact
        typed = replace(line.typed, club=known.typed.club, contact=contact)
        now = mark_of(self._tournament, known.typed)
        is_changed = mark_of(self._tournament, typed) not in (line.mark, now)
        if not is_changed and contact == known.typed.contact:
            return None
        if line.mark != now:
            raise DomainError("changed_meanwhile", now=" / ".join(known.typed.names))
        if not known.can_be_changed:
            raise DomainError("signup_not_open")
        return signups.Correction(known.signup, known.state, known.entry, signups.clean_input(typed))


def ask_organiser(sheet: ClubSheet, number: int | None, text: str) -> None:
    """Ask the organiser for a change of one person, after registration has closed. Raises `DomainError`."""
    tournament = Tournament.living(sheet.tournament_uid)
    known = registered(tournament, sheet) if tournament else []
    signup = next((one.signup for one in known if one.signup.number == number), None)
    if signup is None:
        raise DomainError("club_person_not_chosen")
    signup_requests.ask_organiser(signup, text)
