"""The people of an event at the door: each person once, with their places in all its tournaments.

Two entries are of one person if one form registered them together, or if they lead to the same `Player` and
are in different tournaments. The same name alone says nothing: two people may share it. A team is a row of
its own, as it is in its tournament.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from tournaments.models import Entry, Member, Payment, Publication, Signup, Tournament, User
from tournaments.models.locking import locked_together
from tournaments.registration import payments
from tournaments.registration.event_signups import SharedQuestion
from tournaments.registration.member_list import off_list_entries
from tournaments.registration.partner_draw import entries_with_own_answers
from tournaments.registration.payments import Account
from tournaments.registration.presence import keys_of_players, keys_of_present, next_round_number
from tournaments.registration.teams import found_by


class TournamentEntry(NamedTuple):
    """The entry of a person in one tournament, and its account."""

    tournament: Tournament
    account: Account
    expected: bool  # in the next game
    plays: bool  # now or before
    over: bool  # the standings are official
    off_list: bool  # not on the list of members, where there is one

    @property
    def entry(self) -> Entry:
        """Return the entry."""
        return self.account.entry

    @property
    def here(self) -> bool:
        """Return whether the person has come, and has not left."""
        return self.expected and (self.plays or self.entry.checked_in_at is not None)

    @property
    def is_missing(self) -> bool:
        """Return whether the person is still to be checked in."""
        return self.expected and not self.here and not self.over

    @property
    def key(self) -> str:
        """Return what a form names it by."""
        return f"{self.tournament.pk}-{self.entry.number}"


@dataclass(eq=False)
class Person:
    """A person, or a team, with a place in one tournament or several, in the order of their days."""

    places: list[TournamentEntry]
    players: set[int] = field(default_factory=set)

    @property
    def entry(self) -> Entry:
        """Return the first entry, by which the person is named."""
        return self.places[0].entry

    @property
    def key(self) -> str:
        """Return the key of the first place."""
        return self.places[0].key

    @property
    def found_by(self) -> str:
        """Return the names and clubs that a search looks in, one a line."""
        return "\n".join(f"{found_by(place.entry)}\n{place.entry.club}" for place in self.places)

    @property
    def expected(self) -> bool:
        """Return whether the person is expected anywhere."""
        return any(place.expected for place in self.places)

    @property
    def off_list(self) -> bool:
        """Return whether one who plays is not on the list of members."""
        return any(place.off_list for place in self.places)

    @property
    def is_missing(self) -> bool:
        """Return whether the person is still to be checked in anywhere."""
        return any(place.is_missing for place in self.places)

    @property
    def due(self) -> int:
        """Return what the person still owes in all tournaments."""
        return sum(place.account.due for place in self.places)

    @property
    def paid(self) -> int:
        """Return what the person has paid in all tournaments."""
        return sum(place.account.paid for place in self.places)

    @property
    def over(self) -> int:
        """Return what is to be given back."""
        return sum(place.account.over for place in self.places)

    @property
    def tournaments(self) -> set[int]:
        """Return the keys of the tournaments."""
        return {place.tournament.pk for place in self.places}

    def answer(self, shared: SharedQuestion) -> str | None:
        """Return the first answer that was given to a question; "" if none was, None if it is not asked."""
        asked = [
            place.entry.answers.get(str(shared.asked[place.tournament.uid].id), "")
            for place in self.places
            if place.tournament.uid in shared.asked
        ]
        return next(filter(None, asked), "") if asked else None


def people_of(tournaments: Sequence[Tournament]) -> list[Person]:
    """Return the people of tournaments of one event, by name."""
    people: list[Person] = []
    by_group: dict[UUID, Person] = {}
    groups = _groups(tournaments)
    players = _players(tournaments)
    playing = keys_of_players(*tournaments)
    official = Publication.objects.official_now().filter(tournament__in=tournaments)
    ended = set(official.values_list("tournament", flat=True))
    for tournament in tournaments:
        over = tournament.pk in ended
        expected = keys_of_present(tournament, next_round_number(tournament))
        off_list = off_list_entries(tournament)
        for account in payments.accounts(tournament).values():
            key = account.entry.pk
            place = TournamentEntry(
                tournament, account, key in expected, key in playing, over, key in off_list
            )
            group = groups.get((tournament.uid, account.entry.uid))
            person = by_group.get(group) if group else None
            if person is None:
                person = Person([])
                people.append(person)
            if group:
                by_group[group] = person
            person.places.append(place)
            if key in players:
                person.players.add(players[key])
    return sorted(_merge_same_people(people), key=lambda one: (one.entry.sort_name, one.key))


def _groups(tournaments: Sequence[Tournament]) -> dict[tuple[UUID, UUID], UUID]:
    """Return the registrations that were made together, by the uids of the tournament and of the entry."""
    together = Signup.objects.filter(tournament_uid__in=[one.uid for one in tournaments])
    together = together.exclude(group_uid=None).exclude(entry_uid=None)
    rows = together.values_list("tournament_uid", "entry_uid", "group_uid")
    return {(tournament, entry): group for tournament, entry, group in rows if entry and group}


def _players(tournaments: Sequence[Tournament]) -> dict[int, int]:
    """Return the person behind each entry that is of one person alone."""
    playing = Member.objects.filter(entry__tournament__in=tournaments, entry__kind=Entry.Kind.PLAYER)
    return dict(playing.filter(to_round=None).values_list("entry", "player"))


def _merge_same_people(people: Sequence[Person]) -> Iterator[Person]:
    """Yield people, those of the same `Player` in different tournaments as one."""
    known: dict[int, Person] = {}
    for person in people:
        same = [known[player] for player in person.players if player in known]
        other = next((one for one in same if one.tournaments.isdisjoint(person.tournaments)), None)
        if other:
            other.places += person.places
            other.places.sort(key=lambda place: (place.tournament.date, place.tournament.pk))
            other.players |= person.players
        else:
            yield person
        for player in person.players:
            known.setdefault(player, other or person)


class OwedEntry(NamedTuple):
    """An entry with the newest line, and what was to be paid, as the user saw them."""

    entry: Entry
    seen: int
    due: int


def pay_all(owed: Sequence[OwedEntry], *, by: User | None) -> list[Payment]:
    """Write that a person paid in cash what they owe, in each of these tournaments or in none.

    Raises `DomainError`.
    """
    with locked_together(one.entry.tournament_id for one in owed):
        return [
            payments.record(one.entry, None, Payment.How.CASH, by=by, seen=one.seen, due=one.due)
            for one in owed
        ]


def reverse_payments(lines: Sequence[Payment], *, by: User | None) -> None:
    """Take back what `pay_all` wrote, in each tournament or in none. Raises `DomainError`."""
    with locked_together(line.tournament_id for line in lines):
        for line in lines:
            payments.take_back(line.tournament, line.number, by=by)


class PersonAnswer(NamedTuple):
    """A person and their answer to a question, "" if they gave none."""

    name: str
    club: str
    answer: str


def answers_to_question(shared: SharedQuestion, people: Sequence[Person]) -> list[PersonAnswer]:
    """Return the answer of each person who was asked, once; of those drawn into a team their own."""
    found = []
    teams: dict[UUID, list[Entry]] = {}
    for person in people:
        answer = person.answer(shared)
        if answer is None:
            continue
        if person.entry.team:
            teams.setdefault(person.places[0].tournament.uid, []).append(person.entry)
        else:
            found.append(PersonAnswer(person.entry.name, person.entry.club, answer))
    for tournament, entries in teams.items():
        number = str(shared.asked[tournament].id)
        found += [
            PersonAnswer(one.name, one.club, one.answers.get(number, ""))
            for one in entries_with_own_answers(entries)
        ]
    return found
