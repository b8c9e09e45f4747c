"""The entry to which a registration led: what its registrant sees of it, and what a correction writes."""

from collections.abc import Sequence
from typing import Any

from tournaments.models import Entry, Member, Signup, Tournament
from tournaments.registration import members, payments, questions, roster, teams
from tournaments.registration.duplicates import alike
from tournaments.registration.member_list import is_filled_in


def is_own_entry(signup: Signup, entry: Entry, playing: Sequence[Member] | None = None) -> bool:
    """Return whether an entry is of those alone who registered together, or of some of them.

    A team that was drawn, or to which the organiser has added a partner, keeps the uid of its first member,
    even once that person has left it. `playing` are its members now; None reads them.
    """
    if entry.uid != signup.entry_uid or len(entry.team or [entry.name]) > len(signup.names):
        return False
    if not entry.team:
        return True
    if not any(alike(name, own) for name in entry.team for own in signup.names):
        return False
    playing = members.current_members(entry) if playing is None else playing
    return all((one.came_as or {}).get("uid") in (None, str(entry.uid)) for one in playing)


def account_of_signup(tournament: Tournament, signup: Signup) -> payments.Account | None:
    """Return the account of those who registered together, of a drawn team that of the person alone.

    None if there is none, or it is not known (`payments.account_of_member`).
    """
    entry = payments.entry_by_uid(tournament, signup.entry_uid) if signup.entry_uid else None
    if entry is None or signup.entry_uid is None:
        return None
    if is_own_entry(signup, entry):
        return payments.account_of(entry)
    return payments.account_of_member(entry, signup.entry_uid)


def shown_number(signup: Signup, entry: Entry) -> str:
    """Return the member number of an entry as its registrant sees it.

    One that was filled in is not shown: anyone who knows a member's name and club could register so.
    """
    return entry.member_number if signup.member_number and not entry.team else signup.member_number


def new_number(signup: Signup, entry: Entry, name: str, number: str) -> str | None:
    """Return the member number that a correction writes; None if it leaves one that its form did not show.

    What the member list filled in follows the name and club; what the organiser typed follows the person.
    """
    if number != shown_number(signup, entry):
        return number
    hidden = entry.member_number != number
    keeps = entry.team or (hidden and alike(entry.name, name) and not is_filled_in(entry))
    return None if keeps else number


def correct_entries(tournament: Tournament, corrected: Sequence[tuple[Entry, Signup, str | None]]) -> None:
    """Correct entries to what registrations say, and their member numbers; only under the lock.

    A number that is None stays as it is. Raises `DomainError`.
    """
    emptied = {str(one.id): "" for one in questions.questions_of(tournament)}
    edits = []
    for entry, signup, number in corrected:
        details: dict[str, Any] = {"club": signup.club, "answers": emptied | signup.answers}
        name = signup.names[0]
        if entry.team:
            entry = _correct_members(entry, signup)
            name = entry.name if teams.is_named(entry) else ""
            if number is not None:
                members.write_member_number(members.current_members(entry)[0], number)
        else:
            details["consented_at"] = signup.consented_at
            details |= {} if number is None else {"member_number": number}
        edits.append(roster.Edit(entry, name, details))
    roster.write_edits(tournament, edits, by_registrant=True)


def _correct_members(entry: Entry, signup: Signup) -> Entry:
    """Correct the members of a team, and return it as it is then."""
    changed = (members.first_consent(entry) is None) != (signup.consented_at is None)
    for at, (member, name) in enumerate(zip(members.current_members(entry), signup.names, strict=False)):
        own = signup.consented_at if at == 0 or (signup.sheet_id and changed) else member.consented_at
        agrees = own is not None
        if members.editable_member_fields(member) != {"name": name, "agrees": agrees}:
            entry = members.edit_member(entry, member.position, name, agrees=agrees, by_registrant=True)
    return entry
