"""The papers that may be published: standings, rules and bracket, as PDF in both languages."""

from collections.abc import Iterator

from django.utils import translation

from tournaments.publishing import bracket_paper, club_papers, papers
from tournaments.publishing.names import time_of_day
from tournaments.publishing.outputs.rows import LANGUAGES, Day
from tournaments.publishing.paper_types import day_header


def paper_files(day: Day) -> Iterator[tuple[str, bytes]]:
    """Yield each paper in each language, with the names that may be published."""
    for language, folder in LANGUAGES.items():
        with translation.override(language):
            official = time_of_day(day.official_at) if day.official_at else ""
            header = day_header(day.name, day.place, day.date, day.paper, day.rules)
            yield (
                f"standings-{folder}.pdf",
                papers.standings_on_paper(
                    header, day.shown, official, small=len(day.shown.rows) > papers.MANY
                ),
            )
            if clubs := day.club_teams:
                state = club_papers.state(official, day.through)
                yield f"clubs-{folder}.pdf", club_papers.on_paper(header, clubs, state)
            yield f"rules-{folder}.pdf", papers.rules_on_paper(header, day.rules, day.members)
            if day.bracket:
                yield f"bracket-{folder}.pdf", bracket_paper.on_paper(header, day.bracket)
