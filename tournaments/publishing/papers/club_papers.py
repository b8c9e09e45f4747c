"""The standings of clubs, a part of the standings on paper: each team with those who count for it."""

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.papers.values import Column, List, TournamentHeader
from tournaments.publishing import club_words
from tournaments.publishing.club_words import ClubsInWords
from tournaments.publishing.papers.paper_types import Paper, draw_lists
from tournaments.registration import distinct_names
from tournaments.standings import club_teams


def no_club_teams(tournament: Tournament) -> str:
    """Return the code of what is missing where clubs are not ranked; '' where they are."""
    return "" if club_teams.declaration(tournament) else "no_club_teams"


def club_sheet(paper: Paper) -> bytes:
    """Draw the clubs as all may see them: by the official standings, or after the last game shown."""
    tournament = paper.tournament
    shown, official_at = paper.standings
    clubs = club_teams.club_standings(tournament, shown)
    names = distinct_names(tournament.entries.values_list("number", "name", "club"))
    described = club_words.describe_clubs(clubs, names, shown.rank_by) if clubs else None
    return draw_clubs(paper.header, described, state(official_at, shown.through_round))


def state(official_at: str, game: int) -> str:
    """Return in words whether the standings are official, or after which game they are."""
    if official_at:
        return _("Official at %(official_at)s") % {"official_at": official_at}
    return _("as the standings are after game %(game)s") % {"game": game}


def draw_clubs(header: TournamentHeader, clubs: ClubsInWords | None, state: str) -> bytes:
    """Draw these clubs: a row for each team, with those who count and their figures."""
    columns = (
        Column(_("Rank"), figures=True),
        Column(_("Club")),
        Column(_("Who counts")),
        Column(clubs.heading if clubs else _("Points"), figures=True),
    )
    rows = [
        (
            str(team.team.rank),
            team.name,
            ", ".join(f"{one.name}\N{NO-BREAK SPACE}({one.has})" for one in team.who),
            team.total,
        )
        for team in (clubs.teams if clubs else ())
    ]
    under = f"{state}. {clubs.rule[0]}" if clubs else state
    return draw_lists(header, List(_("Standings of clubs"), under, columns, rows))
