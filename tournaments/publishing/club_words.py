"""Club teams in words: their names, those who count, and how clubs are ranked."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.club_teams import NEXT, SHARED, SINGLE, Rules
from tournaments.games import criteria
from tournaments.standings import ClubStandings, ClubTeam


class CountedPerson(NamedTuple):
    """A person who counts for a club team: number, name, and their figure."""

    number: int
    name: str
    has: str


class TeamInWords(NamedTuple):
    """A club team in words; `total` is the figure that ranks, `who` the persons who count."""

    team: ClubTeam
    name: str
    total: str
    who: tuple[CountedPerson, ...]


class ClubsInWords(NamedTuple):
    """The standings of clubs in the active language, and how they are ranked."""

    teams: tuple[TeamInWords, ...]
    rule: tuple[str, ...]
    heading: str

    @property
    def ranked_by(self) -> str:
        """Return how clubs are ranked, for a page."""
        return " ".join(self.rule)


def name_of(team: ClubTeam) -> str:
    """Return the name of a club team: «FADOQ L'Écuyer A»."""
    club = team.club or _("Without a club")
    return f"{club} {team.letter}".strip()


def describe_clubs(clubs: ClubStandings, names: Mapping[int, str], rank_by: str) -> ClubsInWords:
    """Return the standings of clubs in words; `names` are those that the reader may see, by number."""
    teams = tuple(_describe_team(team, names, rank_by) for team in clubs.teams)
    return ClubsInWords(teams, ranking_sentences(clubs.rules), str(criteria.HEADINGS[rank_by]))


def _describe_team(team: ClubTeam, names: Mapping[int, str], rank_by: str) -> TeamInWords:
    who = tuple(
        CountedPerson(number, names.get(number, "?"), criteria.format_value(points, rank_by))
        for number, points in zip(team.counted, team.points, strict=True)
    )
    return TeamInWords(team, name_of(team), criteria.format_value(team.total, rank_by), who)


def join_counted(team: TeamInWords) -> str:
    """Return those who count, in one line: «Pat O'Brien 612, Noëlla L'Écuyer 598»."""
    return ", ".join(f"{one.name} {one.has}" for one in team.who)


def ranking_sentences(rules: Rules) -> tuple[str, ...]:
    """Return how clubs are ranked, in sentences for readers of the table; the first says who counts."""
    sentences = [
        ngettext("The best of each club counts.", "The best %(best)s of each club are added up.", rules.best)
        % {"best": rules.best}
    ]
    if rules.needed < rules.best:
        sentences.append(
            ngettext(
                "A club needs %(least)s person to be ranked.",
                "A club needs %(least)s people to be ranked.",
                rules.needed,
            )
            % {"least": rules.needed}
        )
    if rules.several:
        sentences.append(_("The next ones of a club are its team B, and so on."))
    if rules.without_club:
        sentences.append(_("People without a club also form a team."))
    sentences.append(
        {
            NEXT: _("Tied teams are separated by the next person of the club."),
            SINGLE: _("Tied teams are separated by their best single result."),
            SHARED: _("Tied teams share the rank."),
        }[rules.level]
    )
    return tuple(sentences)
