"""The price of an answer to a question that several tournaments of an event ask: a person owes it once.

The first tournament in which the person takes part and the answer has a price has it in its fee, the others
have not. So the fee follows them: if they withdraw there, the next one has it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from tournaments.models import Entry, Event, Member, Signup, Tournament
from tournaments.registration import presence, questions
from tournaments.registration.fees import fees_of

Person = tuple[str, object]
"""A sign by which a person is recognised in all tournaments: `Player`, or the form that registered them."""


def questions_paid_earlier(tournament: Tournament) -> dict[str, set[str]]:
    """Return the questions whose price is in the fee of an earlier tournament of the event.

    By the uid of the entry (hexadecimal), also of one that was drawn into a team.
    """
    asked = _priced_questions(tournament)
    event = Event.with_tournament(tournament) if asked else None
    if event is None:
        return {}
    before = [one for one in event.tournaments() if (one.date, one.pk) < (tournament.date, tournament.pk)]
    before = [one for one in before if not asked.keys().isdisjoint(_priced_questions(one))]
    if not before:
        return {}
    places = list(_places([*before, tournament]))
    owed: dict[Person, set[questions.Same]] = {}
    for one in before:
        here = [place for place in places if place.tournament == one.pk]
        gone = presence.withdrawn_before_play(one, {place.entry for place in here})
        for place in here:
            if place.entry not in gone and place.details["fee_cents"] is None:
                for person in place.persons:
                    owed.setdefault(person, set()).update(_owed_questions(one, place.details["answers"]))
    found: dict[str, set[str]] = {}
    for place in places:
        if place.tournament == tournament.pk:
            same = set().union(*(owed.get(person, ()) for person in place.persons))
            found[place.uid.hex] = {number for key, number in asked.items() if key in same}
    return found


def _priced_questions(tournament: Tournament) -> dict[questions.Same, str]:
    """Return the numbers of the questions that have an answer with a price."""
    prices = fees_of(tournament).answers
    asked = questions.questions_of(tournament)
    return {one.same: str(one.id) for one in asked if any(prices.get(str(one.id), {}).values())}


def _owed_questions(tournament: Tournament, answers: Mapping[str, str]) -> Iterator[questions.Same]:
    """Yield the questions that were answered with something that has a price."""
    prices = fees_of(tournament).answers
    for key, number in _priced_questions(tournament).items():
        if prices[number].get(answers.get(number, "")):
            yield key


class _Place(NamedTuple):
    """A person in a tournament, also one drawn into a team, with the details of the entry as it came."""

    tournament: int
    entry: int
    uid: UUID
    details: Mapping[str, Any]
    persons: tuple[Person, ...]


def _places(tournaments: Iterable[Tournament]) -> Iterator[_Place]:
    by_pk = {one.pk: one for one in tournaments}
    uids = [one.uid for one in by_pk.values()]
    together = Signup.objects.filter(tournament_uid__in=uids).exclude(group_uid=None)
    groups = {
        (of_tournament, entry): group
        for of_tournament, entry, group in together.values_list("tournament_uid", "entry_uid", "group_uid")
    }
    playing = Member.objects.filter(entry__tournament__in=by_pk, to_round=None).select_related("entry")
    for member in playing:
        entry, came_as = member.entry, member.came_as
        if came_as is None and entry.kind != Entry.Kind.PLAYER:
            continue  # a team registered as one
        uid = UUID(came_as["uid"]) if came_as else entry.uid
        details = came_as or {"answers": entry.answers, "fee_cents": entry.fee_cents}
        persons: list[Person] = [("player", member.player_id)]
        if group := groups.get((by_pk[entry.tournament_id].uid, uid)):
            persons.append(("form", group))
        yield _Place(entry.tournament_id, entry.pk, uid, details, tuple(persons))
