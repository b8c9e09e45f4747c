"""The papers that there are, and the former ones that are a part of another now."""

from typing import Any

from tournaments.publishing.papers import (
    bracket_paper,
    card_papers,
    door_papers,
    game_papers,
    print_sets,
    prize_papers,
    team_papers,
    venue_papers,
)
from tournaments.publishing.papers.paper_types import PaperType
from tournaments.publishing.papers.rules_paper import JOIN, rules_wall
from tournaments.publishing.papers.standings_paper import CLUBS, MEMBERS, standings_sheet
from tournaments.publishing.papers.venue_papers import CODES, table_numbers

SINGLE_PAPERS: dict[str, PaperType] = {
    kind.key: kind
    for kind in (
        rules_wall,
        door_papers.door_list,
        table_numbers,
        card_papers.scorecards_blank,
        venue_papers.organiser,
        card_papers.badges,
        game_papers.seating,
        game_papers.slips,
        team_papers.line_ups,
        team_papers.match_slips,
        team_papers.team_cards,
        standings_sheet,
        bracket_paper.bracket,
        prize_papers.prize_list,
        card_papers.scorecards_filled,
        prize_papers.cash_sheet,
    )
}
"""All papers as they are needed, in order. A new one is a file with its `PaperType`, and a line here."""

PAPER_TYPES: dict[str, PaperType] = {
    kind.key: kind for kind in print_sets.sets(SINGLE_PAPERS)
} | SINGLE_PAPERS
"""The files of several papers, and all papers."""

MERGED_PAPERS = {
    "aloud": ("organiser", venue_papers.ALOUD.key),
    "answers": ("door_list", door_papers.ANSWERS.key),
    "slips_ahead": ("slips", game_papers.AHEAD),
    "table_codes": ("table_numbers", CODES.key),
    "certificates": ("prize_list", prize_papers.CERTIFICATES.key),
    "clubs": ("standings", CLUBS.key),
    "join": ("rules", JOIN.key),
    "materials": ("organiser", venue_papers.MATERIALS.key),
    "seating_by_name": ("seating", game_papers.BY_NAME.key),
    "seating_by_table": ("seating", game_papers.BY_TABLE.key),
    "boards": ("standings", MEMBERS.key),
    "medal_list": ("prize_list", prize_papers.MEDALS_ALONE.key),
    "why": ("seating", game_papers.BY_TABLE.key),
}
"""The former papers that are a part of another now: their addresses and their jobs lead there."""

KINDS = (*PAPER_TYPES, *MERGED_PAPERS)
"""The kinds of jobs that make papers."""


def type_of(kind: str) -> PaperType:
    """Return the type of the paper that a kind of job makes today."""
    return PAPER_TYPES[MERGED_PAPERS[kind][0] if kind in MERGED_PAPERS else kind]


def resolve_merged(kind: str, args: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return kind and arguments of a paper, where it was merged with another those of the part it became."""
    if kind not in MERGED_PAPERS:
        return kind, args
    kind, part = MERGED_PAPERS[kind]
    return kind, args | {"which": part} if part else args
