"""Decide whether a team name beside several clubs is one team, or one in each club."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.registration.clubs import likely_clubs
from tournaments.registration.names import fold
from tournaments.registration.teams import MAX_MEMBERS, MIN_MEMBERS

BY_CLUB, BY_NAME, UNDECIDED = "club", "name", "undecided"


class TeamReading(NamedTuple):
    """The way in which the teams of a list are distinguished.

    `how` applies to the folded names in `several`, which occur in more than one club.

    `clubs` are the keys of clubs by their spellings.
    """

    how: str
    several: frozenset[str]
    clubs: Mapping[str, str]

    def key(self, team: str, club: str) -> tuple[str, str]:
        """Return a key that the people of one team share."""
        name = fold(team)
        return name, self.clubs[club] if self.how != BY_NAME and name in self.several else ""


def parse_teams(people: Iterable[tuple[str, str]], chosen: str = "") -> TeamReading:
    """Read the teams of `people`, given as (team, club); `chosen` was decided by hand.

    A name is one team in each club where all of these are whole. It is one team in all clubs where a person
    would be alone otherwise, and where only so all teams of the list have as many members. Where one name is
    whole in each club and another is not it is undecided; until it is decided, each club has its own.
    """
    people = list(people)
    clubs = likely_clubs(club for _team, club in people)
    sizes: dict[str, Counter[str]] = {}
    for team, club in people:
        sizes.setdefault(fold(team), Counter())[clubs[club]] += 1
    several = {team for team, of_clubs in sizes.items() if len(of_clubs.keys() - {""}) > 1}
    whole = {team for team in several if all(map(_is_team_size, sizes[team].values()))}
    if not whole:
        return TeamReading(BY_NAME, frozenset(), clubs)
    others = [count for team in sizes.keys() - several if _is_team_size(count := sizes[team].total())]
    by_club = [count for team in several for count in sizes[team].values()]
    by_name = [sizes[team].total() for team in several]
    if not _have_equal_size(by_club + others) and _have_equal_size(by_name + others):
        likely = BY_NAME
    else:
        likely = BY_CLUB if whole == several else UNDECIDED
    return TeamReading(chosen or likely, frozenset(several), clubs)


def _is_team_size(count: int) -> bool:
    return MIN_MEMBERS <= count <= MAX_MEMBERS


def _have_equal_size(counts: Sequence[int]) -> bool:
    """Return whether there are several teams of equal size."""
    return len(counts) > 1 and len(set(counts)) == 1 and _is_team_size(counts[0])
