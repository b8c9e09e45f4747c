"""The places of a tournament for those who register: in all, and for each club."""

from collections import Counter

from tournaments.models import ClubSpelling, Entry, Member, Tournament
from tournaments.registration.known_clubs import spelling_key
from tournaments.registration.presence import HAS_TAKEN_PART, keys_of_awaited
from tournaments.registration.signup_settings import settings_of


class Places:
    """The places that are free, in all and for each club; to decide by them only under the lock."""

    def __init__(self, tournament: Tournament) -> None:
        chosen = settings_of(tournament)
        self._capacity, self._per_club = chosen.capacity, chosen.per_club
        limited = self._capacity is not None or self._per_club is not None
        spellings = ClubSpelling.objects.filter(organisation=tournament.organisation_id)
        by_key = spellings.values_list("key", "club") if self._per_club is not None else ()
        self._known: dict[str, int] = dict(by_key)
        self._clubs = Counter(map(self._key, clubs_of_places(tournament)) if limited else ())
        self._taken = self._clubs.total()

    def _key(self, club: str) -> int | str:
        """Return the same key for all spellings of a club: what was typed may be one that became another."""
        key = spelling_key(club)
        return self._known.get(key, key)

    @property
    def is_full(self) -> bool:
        """Return whether those who register now wait, whatever their club is."""
        return self._capacity is not None and self._taken >= self._capacity

    def club_is_full(self, club: str) -> bool:
        """Return whether no other person of a club fits; people without a club are of none."""
        return bool(club) and self._per_club is not None and self._clubs[self._key(club)] >= self._per_club

    def is_same_club(self, one: str, other: str) -> bool:
        """Return whether two spellings are those of one club, as far as clubs matter here."""
        return self._key(one) == self._key(other)

    def take(self, club: str) -> bool:
        """Take a place for a person of a club, if one is free."""
        if self.is_full or self.club_is_full(club):
            return False
        self._clubs[self._key(club)] += 1
        self._taken += 1
        return True


def clubs_of_places(tournament: Tournament) -> list[str]:
    """Return the club of each place that is taken: those of the roster who did not withdraw.

    People who were left out until they arrive keep theirs, and people who were drawn together have one each.
    """
    entered = tournament.entries.exclude(kind=Entry.Kind.HOUSE)
    here: dict[int, str] = dict(entered.filter(HAS_TAKEN_PART).values_list("pk", "club"))
    away = {pk: club for pk, club in entered.values_list("pk", "club") if pk not in here}
    if away:
        late = keys_of_awaited(tournament)
        here |= {pk: club for pk, club in away.items() if pk in late}
    drawn = Member.objects.filter(entry__in=here, entry__kind=Entry.Kind.TEAM, to_round=None)
    came = list(drawn.exclude(came_as=None).values_list("entry", "came_as__club"))
    alone = [club for pk, club in here.items() if pk not in {entry for entry, _club in came}]
    return alone + [club or "" for _entry, club in came]
