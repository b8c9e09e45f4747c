"""People who are likely one person twice: their names are alike, and nothing says that they are two."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Q

from tournaments.models import Member, Organisation, Player
from tournaments.organisations import people
from tournaments.registration.duplicates import alike, look_alikes
from tournaments.registration.names import fold
from tournaments.registration.roster import have_two_numbers, people_only_in_examples

PREFIX_LENGTH = 3  # letters of a family name that a slip of the pen leaves as they are
MAX_COMPARED = 2_000
NEIGHBOURS = 4  # people after one in the order of names who are compared with them
READ_AT_ONCE, PAIRS_AT_ONCE = 5_000, 25


class Pair(NamedTuple):
    """Two people who are likely one."""

    one: Player
    other: Player


class Pairs(NamedTuple):
    """Pairs in the order of names, and the key of the person with whom the next ones begin, or None."""

    found: list[Pair]
    next: int | None


def doubles_of(player: Player) -> list[Player]:
    """Return those who are likely the same person, equal names first."""
    begins = Q()
    for word in fold(player.name).split():
        beginning = word[:PREFIX_LENGTH]
        begins |= Q(sort_name__gte=beginning, sort_name__lt=f"{beginning}\uffff")
    others = people.known_people(player.organisation).filter(begins).exclude(pk=player.pk)
    compared = {one.pk: one for one in others[:MAX_COMPARED]}
    likes = look_alikes(player.name, ((pk, one.name) for pk, one in compared.items()))
    found = [Pair(player, compared[like.who]) for like in likes]
    return [pair.other for pair in _possible_pairs(found)]


def pairs(organisation: Organisation, start: int | None, typed: str = "") -> Pairs:
    """Return the pairs from the person with the key `start` on, or from the family name that was typed."""
    in_order = people.known_people(organisation).exclude(pk__in=people_only_in_examples(organisation.pk))
    window: list[Player] = []
    first = organisation.players.filter(pk=start).first() if start else None
    if first:
        same_name = Q(sort_name=first.sort_name)
        before = in_order.filter(sort_name__lte=first.sort_name).exclude(same_name, pk__gte=first.pk)
        window = list(before.reverse()[:NEIGHBOURS])[::-1]
        in_order = in_order.filter(sort_name__gte=first.sort_name).exclude(same_name, pk__lt=first.pk)
    elif typed:
        in_order = in_order.filter(sort_name__gte=fold(typed))
    found: list[Pair] = []
    for read, player in enumerate(in_order[: READ_AT_ONCE + 1].iterator()):
        if read == READ_AT_ONCE or len(found) >= PAIRS_AT_ONCE:
            return Pairs(_possible_pairs(found), player.pk)
        likely = [Pair(one, player) for one in window if not have_two_numbers(one, player)]
        found += [pair for pair in likely if alike(pair.one.name, player.name)]
        window = [*window[-NEIGHBOURS + 1 :], player]
    return Pairs(_possible_pairs(found), None)


def _possible_pairs(found: Sequence[Pair]) -> list[Pair]:
    """Return the pairs that never competed in one tournament and have not two member numbers."""
    keys = {player.pk for pair in found for player in pair}
    entered = Member.objects.filter(player__in=keys, entry__tournament__live=True)
    there: dict[int, set[int]] = {}
    for player, tournament in entered.values_list("player", "entry__tournament"):
        there.setdefault(player, set()).add(tournament)
    return [
        pair
        for pair in found
        if not there.get(pair.one.pk, set()) & there.get(pair.other.pk, set()) and not have_two_numbers(*pair)
    ]
