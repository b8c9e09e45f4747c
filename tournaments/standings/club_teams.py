"""Club teams of a tournament: their declaration, and the teams that any standings give.

Only the declaration is stored, in the tournament's settings: teams follow from the standings that a reader
may see, so that what is hidden from them is hidden here too.
"""

from dataclasses import asdict, replace
from typing import Any, NamedTuple

from scoring import DomainError, club_teams
from scoring.club_teams import NEXT, TIE_BREAKS, Person, Rules
from scoring.criteria import CRITERIA
from tournaments.common import audit_log
from tournaments.models import Tournament, User
from tournaments.models.locking import locked
from tournaments.registration import club_key
from tournaments.standings.ranking import Standings

KEY = "club_teams"
MAX_COUNTED = 20  # people of a team who count


class ClubDeclaration(NamedTuple):
    """The declaration of the organiser, as it is stored; see `scoring.club_teams.Rules`."""

    best: int = 4
    least: int = 4
    several: bool = False
    level: str = NEXT
    without_club: bool = False


class ClubTeam(NamedTuple):
    """A line of the standings of clubs. `club` is spelled as its best person spells it, "" for none.

    `counted` are the numbers of those who count, `points` what each has of the first criterion.
    """

    rank: int
    club: str
    letter: str
    counted: tuple[int, ...]
    points: tuple[int, ...]
    total: int
    tied: bool = False


class ClubStandings(NamedTuple):
    """The teams, best first, and the rules by which they are ranked."""

    rules: Rules
    teams: tuple[ClubTeam, ...]


def declaration(tournament: Tournament) -> ClubDeclaration | None:
    """Return the declaration, or None where clubs are not ranked."""
    kept = tournament.settings.get(KEY)
    return ClubDeclaration(**kept) if kept else None


def declare(tournament: Tournament, wanted: ClubDeclaration | None, *, by: User | None) -> None:
    """Rank clubs as `wanted`, or no longer (None). Raises `DomainError` if prizes are given to club teams."""
    if wanted and not (1 <= wanted.least <= wanted.best <= MAX_COUNTED and wanted.level in TIE_BREAKS):
        raise DomainError("club_team_size", most=MAX_COUNTED)
    with locked(tournament) as current:
        prizes = current.settings.get("prizes") or {"list": []}
        if wanted is None and any(one["kind"] == "club" for one in prizes["list"]):
            raise DomainError("club_teams_have_prizes")
        kept = wanted._asdict() if wanted else None
        if kept != current.settings.get(KEY):
            current.save_settings(**{KEY: kept})
            audit_log.record(current, KEY, {"wanted": kept is not None}, by=by)


def copy_settings(tournament: Tournament, earlier: Tournament, *, by: User | None) -> None:
    """Rank clubs as at an earlier tournament."""
    if known := declaration(earlier):
        declare(tournament, known, by=by)


def club_standings(tournament: Tournament, shown: Standings) -> ClubStandings | None:
    """Return the standings of clubs that follow from `shown`; None where clubs are not ranked.

    Clubs are those entered now, as a club that was mistyped may be corrected at any time. An entry that has
    left the standings or has not played counts for no club.
    """
    wanted = declaration(tournament)
    if wanted is None:
        return None
    rules = replace(Rules(**wanted._asdict()), lowest=CRITERIA[shown.rank_by].LOWEST)
    clubs = dict(tournament.entries.values_list("number", "club"))
    people = [
        Person(row.number, club_key(clubs.get(row.number, "")), row.points)
        for row in shown.ranked
        if row.games
    ]
    teams = (
        ClubTeam(**team._asdict())._replace(club=clubs.get(team.counted[0], ""))
        for team in club_teams.table(people, rules)
    )
    return ClubStandings(rules, tuple(teams))


def rules_to_data(rules: Rules) -> dict[str, Any]:
    """Return the rules as data for other programs."""
    plain = asdict(rules)
    return {**{name: plain[name] for name in ClubDeclaration._fields}, "least": rules.needed}
