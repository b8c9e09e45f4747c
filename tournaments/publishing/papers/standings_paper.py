"""The standings on paper, with those of clubs and of members."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments import games, registration
from tournaments.games import criteria
from tournaments.papers import values
from tournaments.publishing import explain
from tournaments.publishing.papers import club_papers, cross_table_paper, qualification_paper, team_papers
from tournaments.publishing.papers.paper_types import (
    BETWEEN,
    END,
    Paper,
    PaperPart,
    PaperType,
    draw_in_one_file,
    has,
    no_result,
)
from tournaments.registration.known_clubs import short_names
from tournaments.standings import Standings

MAX_OTHERS = 3  # columns of a sheet beside those of the game

CLUBS = PaperPart("clubs", gettext_lazy("only the clubs"), missing=club_papers.no_club_teams)

MEMBERS = PaperPart(
    "boards", gettext_lazy("only the members of teams"), missing=no_result, applies_to=team_papers.on_boards
)

_STANDINGS_ALONE: dict[PaperPart, Callable[[Paper], bytes]] = {
    CLUBS: club_papers.club_sheet,
    MEMBERS: team_papers.board_sheet,
    cross_table_paper.FILLED: cross_table_paper.filled,
    cross_table_paper.EMPTY: cross_table_paper.empty,
    qualification_paper.PART: qualification_paper.draw,
}


@PaperType(
    "standings",
    gettext_lazy("Standings"),
    gettext_lazy("for the wall, as they stand or official"),
    moments=(BETWEEN, END),
    changes_with_every_act=True,
    closed_games_only=True,
    missing=no_result,
    has_small_size=True,
    parts=tuple(_STANDINGS_ALONE),
)
def standings_sheet(paper: Paper) -> bytes:
    """Draw the standings, official or current, with those of the clubs and of the members of teams."""
    for part, draw_alone in _STANDINGS_ALONE.items():
        if paper.which == part.key:
            return draw_alone(paper)
    draws: list[Callable[[Paper], bytes]] = [_draw_standings]
    if not club_papers.no_club_teams(paper.tournament):
        draws.append(club_papers.club_sheet)
    if has(paper.tournament, MEMBERS):
        draws.append(team_papers.board_sheet)
    return draw_in_one_file(paper, _("Standings"), draws)


def _draw_standings(paper: Paper) -> bytes:
    sort_names = dict(paper.tournament.entries.values_list("number", "sort_name"))
    shown, official_at = paper.standings
    clubs = short_names(paper.tournament, {row.club for row in shown.rows})
    return standings_on_paper(
        paper.header, shown, official_at, sort_names=sort_names, clubs=clubs, small=paper.small
    )


def standings_on_paper(
    header: values.TournamentHeader,
    shown: Standings,
    official_at: str,
    *,
    sort_names: Mapping[int, str] = MappingProxyType({}),
    clubs: Mapping[str, str] = MappingProxyType({}),
    small: bool = False,
) -> bytes:
    """Draw these standings; `official_at` is a time in words, or "" for standings after a game.

    `sort_names` are those of the entries by their numbers, where they are known; `clubs` the short names.
    """
    from tournaments.papers.standings import standings as draw

    counted = games.GAMES[shown.game].words.columns(shown)
    others = [code for code in criteria.columns(shown, counted) if code not in counted][:MAX_OTHERS]
    after = None if official_at else shown.through_round
    headings = tuple(str(criteria.HEADINGS[code]) for code in others)
    if header.foot:
        headings += (pgettext("heading of a narrow column: 38/18 +206", "Card totals"),)
    state = values.StandingsState(after=after, official_at=official_at, others=headings)
    rows = [
        values.StandingRow(
            shown.place_of(row),
            row.name,
            clubs.get(row.club, row.club),
            row.pegged,
            row.won,
            row.skunks,
            row.value if "value" in shown.criteria else row.spread,
            row.games,
            match_points=row.match_points if shown.has_match_points else None,
            notes=explain.notes(row),
            listed=registration.family_name_first(
                row.name, sort_names.get(row.number) or registration.sort_name(row.name)
            ),
            others=(
                *(
                    ""
                    if (value := criteria.values_by_code(row, shown).get(code)) is None
                    else criteria.format_value(value, code)
                    for code in others
                ),
                *((str(row.foot),) if header.foot else ()),
            ),
        )
        for row in shown.rows
    ]
    return draw(header, rows, state, small=small)
