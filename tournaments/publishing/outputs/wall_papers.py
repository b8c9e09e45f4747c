"""The papers that may be published: standings, rules and bracket, as PDF in both languages."""

from collections.abc import Iterator

from django.utils import translation

from tournaments.publishing.names import time_of_day
from tournaments.publishing.outputs.rows import LANGUAGES, TournamentData
from tournaments.publishing.papers import (
    bracket_paper,
    club_papers,
    paper_types,
    rules_paper,
    standings_paper,
)
from tournaments.publishing.papers.paper_types import tournament_header


def paper_files(data: TournamentData) -> Iterator[tuple[str, bytes]]:
    """Yield each paper in each language, with the names that may be published."""
    for language, folder in LANGUAGES.items():
        with translation.override(language):
            official = time_of_day(data.official_at) if data.official_at else ""
            header = tournament_header(data.name, data.place, data.date, data.paper, data.rules)
            yield (
                f"standings-{folder}.pdf",
                standings_paper.standings_on_paper(
                    header,
                    data.standings,
                    official,
                    small=len(data.standings.rows) > paper_types.MANY_ENTRIES,
                ),
            )
            if clubs := data.club_teams:
                state = club_papers.state(official, data.last_game)
                yield f"clubs-{folder}.pdf", club_papers.draw_clubs(header, clubs, state)
            yield f"rules-{folder}.pdf", rules_paper.rules_on_paper(header, data.rules, data.members)
            if data.bracket:
                yield f"bracket-{folder}.pdf", bracket_paper.draw_rows(header, data.bracket)
