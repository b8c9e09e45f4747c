"""The people of a tournament to whom the organiser can write, or telephone."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from tournaments.delivery.mail import addresses
from tournaments.delivery.mail.confirmations import address_of, confirming_since, is_unconfirmed
from tournaments.models import Entry, MailAddress, Signup, Tournament
from tournaments.registration import payments, signups
from tournaments.registration.clubs import club_key
from tournaments.registration.presence import HAS_TAKEN_PART, keys_of_awaited

EVERYONE, PLACED, WAITING, OWING, UNCONFIRMED = "everyone", "placed", "waiting", "owing", "unconfirmed"
AUDIENCES = (EVERYONE, PLACED, WAITING, OWING, UNCONFIRMED)
CLUB_PREFIX = "club "
"""Before the name of a club: an audience as well."""


class Person(NamedTuple):
    """A person or a team, with the contact that they left; `owed` in cents by the entry `payer`.

    `unsubscribed`: no message goes to their address. `unconfirmed`: they were asked whether it is theirs.
    """

    names: tuple[str, ...]
    club: str
    address: str
    phone: str
    waits: bool
    owed: int
    unsubscribed: bool
    unconfirmed: bool
    payer: UUID | None = None

    @property
    def called(self) -> str:
        """Return all names in one line."""
        return " / ".join(self.names)


class Recipient(NamedTuple):
    """An address with those who left it: they get one letter together."""

    address: str
    people: tuple[Person, ...]

    @property
    def owed(self) -> int:
        """Return what they owe together, in cents: once where they owe for one entry."""
        return sum({one.payer: one.owed for one in self.people}.values())


class _Contacts:
    """The contacts of a tournament, read at once."""

    def __init__(self, tournament: Tournament) -> None:
        self._organisation = tournament.organisation
        left = list(addresses.addresses_of(tournament))
        self._kept: dict[object, MailAddress] = {one.entry_uid: one for one in left if one.for_messages}
        stopped = {self._digest(one.address) for one in left if one.stopped_at}
        ended = self._organisation.unsubscribed.values_list("digest", flat=True)
        self._ended = stopped.union(ended)
        self._since = confirming_since(tournament)

    def _digest(self, address: str) -> str:
        return addresses.digest(self._organisation, address)

    def person(
        self,
        names: Sequence[str],
        club: str,
        signup: Signup | None,
        entry: Entry | None,
        account: payments.Account | None = None,
    ) -> Person:
        """Return a person with their contact: that of their registration, or the one kept at the door.

        `account` is what they pay, alone or with their team.
        """
        owed, payer = (account.due, account.entry.uid) if account else (0, None)
        address = address_of(signup) if signup else ""
        if not address and entry and entry.uid in self._kept:
            address = self._kept[entry.uid].address
        phone = signup.contact if signup and "@" not in signup.contact else ""
        ended = bool(address) and self._digest(address) in self._ended
        unconfirmed = signup is not None and is_unconfirmed(signup, self._since)
        return Person(tuple(names), club, address, phone, entry is None, owed, ended, unconfirmed, payer)


def people(tournament: Tournament) -> list[Person]:
    """Return those who have a place, by number, then those who wait, in their order."""
    contacts = _Contacts(tournament)
    by_entry = signups.signups_by_entry(tournament)
    entries = list(tournament.entries.exclude(kind=Entry.Kind.HOUSE).order_by("number"))
    accounts = payments.accounts(tournament, entries)
    of_members = payments.accounts_of_members(tournament, accounts.values())
    here = set(tournament.entries.filter(HAS_TAKEN_PART).values_list("pk", flat=True))
    if any(entry.pk not in here for entry in entries):
        here |= keys_of_awaited(tournament)
    found = []
    for entry in entries:
        if entry.pk not in here:
            continue
        own, account = by_entry.get(entry.pk, []), accounts[entry.pk]
        if len(own) > 1:  # they were drawn together, each has a contact, and pays alone where that is known
            found += [
                contacts.person(one.names, one.club, one, entry, of_members.get(one.place_uid, account))
                for one in own
            ]
        else:
            names = entry.team or (entry.name,)
            found.append(contacts.person(names, entry.club, own[0] if own else None, entry, account))
    waits = signups.waiting(tournament)
    return found + [contacts.person(one.names, one.club, one, None) for one in waits if one.names]


def people_in_audience(everyone: Iterable[Person], audience: str) -> list[Person]:
    """Return the people of an audience; none for an unknown audience."""
    if audience.startswith(CLUB_PREFIX):
        key = club_key(audience.removeprefix(CLUB_PREFIX))
        return [one for one in everyone if one.club and club_key(one.club) == key]
    member = {
        EVERYONE: lambda one: True,
        PLACED: lambda one: not one.waits,
        WAITING: lambda one: one.waits,
        OWING: lambda one: one.owed > 0,
        UNCONFIRMED: lambda one: one.unconfirmed,
    }.get(audience, lambda one: False)
    return [one for one in everyone if member(one)]


def recipients(tournament: Tournament, concerned: Iterable[Person]) -> dict[str, Recipient]:
    """Return those who can be written to, by the hash of their address."""
    found: dict[str, list[Person]] = {}
    for one in concerned:
        if one.address and not one.unsubscribed:
            found.setdefault(addresses.digest(tournament.organisation, one.address), []).append(one)
    return {key: Recipient(group[0].address, tuple(group)) for key, group in found.items()}
