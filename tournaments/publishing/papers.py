"""Print: look up the content of a paper as plain rows, and have it drawn. Every paper is a job."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import DomainError
from tournaments import games, registration
from tournaments.accounts import visibility
from tournaments.common import jobs
from tournaments.games import criteria
from tournaments.models import Job, Round, Tournament
from tournaments.pairing.pairing_systems import Tables
from tournaments.pairing.values import LETTERS
from tournaments.papers import values
from tournaments.publishing import (
    bracket_paper,
    card_papers,
    club_papers,
    cross_table_paper,
    door_papers,
    explain,
    game_papers,
    paper_age,
    print_sets,
    prize_papers,
    qualification_paper,
    team_papers,
    tournament_words,
    venue_papers,
)
from tournaments.publishing.paper_types import (
    BEFORE,
    BETWEEN,
    END,
    SPARE,
    Paper,
    PaperPart,
    PaperType,
    draw_in_one_file,
    has,
    missing_for,
    no_result,
    tables_of,
)
from tournaments.registration.known_clubs import short_names
from tournaments.rounds import stages
from tournaments.standings import Standings

MAX_OTHERS = 3  # columns of a sheet beside those of the game


JOIN = PaperPart(
    "join",
    gettext_lazy("only the codes for phones"),
    missing=lambda tournament: "" if visibility.visitor_path(tournament) else "nobody_may_follow",
    needs_address=True,
)


@PaperType(
    "rules",
    gettext_lazy("Rules of the day"),
    gettext_lazy("for the wall: rules, timetable, codes for phones"),
    moments=(BEFORE,),
    parts=(JOIN,),
)
def rules_wall(paper: Paper) -> bytes:
    """Draw the rules and the timetable, for the wall, and the codes for phones where they lead anywhere."""
    if paper.which == JOIN.key:
        return venue_papers.join(paper)
    draws: list[Callable[[Paper], bytes]] = [_rules_sheet]
    if not missing_for(paper.tournament, JOIN, paper.args):
        draws.append(venue_papers.join)
    return draw_in_one_file(paper, _("Rules of the day"), draws)


def _rules_sheet(paper: Paper) -> bytes:
    members = registration.members_per_entry(paper.tournament)
    return rules_on_paper(paper.header, stages.qualifying(paper.tournament).rules, members)


def rules_on_paper(header: values.TournamentHeader, rules: dict[str, Any], members: int = 1) -> bytes:
    """Draw the sheet of rules from rules alone, for a published paper."""
    from tournaments.papers.rules_wall import rules_wall as draw

    return draw(
        header,
        tournament_words.announced_rules(rules, members),
        [(slot.time, slot.label) for slot in tournament_words.timetable(rules)],
    )


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


CODES = PaperPart("codes", gettext_lazy("codes for tablets, to cut"), total=tables_of)


@PaperType(
    "table_numbers",
    gettext_lazy("Table numbers"),
    gettext_lazy("one for each table, to fold; codes for tablets, to cut"),
    moments=(BEFORE,),
    total=tables_of,
    parts=(CODES,),
)
def table_numbers(paper: Paper) -> bytes:
    """Draw a number for every table, to be folded and put on it; or the codes by which tablets join there."""
    from tournaments.papers.table_numbers import table_numbers as draw

    if paper.which == CODES.key:
        return venue_papers.table_codes(paper)
    numbers = paper.tournament.places.values_list("number", flat=True)
    letters = LETTERS[: Tables.from_rules(stages.qualifying(paper.tournament).rules).letters]
    return draw(paper.header, numbers, letters, paper.progress)


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

MANY_ENTRIES = 60
"""With more people than this, papers are small by default."""


def type_of(kind: str) -> PaperType:
    """Return the type of the paper that a kind of job makes today."""
    return PAPER_TYPES[MERGED_PAPERS[kind][0] if kind in MERGED_PAPERS else kind]


def resolve_merged(kind: str, args: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return kind and arguments of a paper, where it was merged with another those of the part it became."""
    if kind not in MERGED_PAPERS:
        return kind, args
    kind, part = MERGED_PAPERS[kind]
    return kind, args | {"which": part} if part else args


def request(tournament: Tournament, kind: str, args: dict[str, Any]) -> Job:
    """Request a paper. `args`: language, base (the address of the program), round and stage where needed.

    Where wanted: `which` (the number of the one person or table, a part, or SPARE), `small`, and
    `match_points` (an empty column for them). Raises `DomainError` for a paper that cannot be drawn yet.
    """
    kind, args = resolve_merged(kind, args)
    check(tournament, kind, args)
    which: tuple[Any, ...] = (kind, args.get("stage", 1), args.get("round", 0), args.get("language"))
    if PAPER_TYPES[kind].changes_with_every_act or PAPER_TYPES[kind].part(args.get("which", "")):
        which += (tournament.version,)
    which += tuple(args.get(name, "") for name in ("table", "which", "small", "match_points"))
    key = "-".join(str(part) for part in which)
    total = _sheet_count(tournament, PAPER_TYPES[kind], args)
    return jobs.enqueue(tournament, kind, args | paper_age.version_args(tournament), key=key, total=total)


def retry(job: Job) -> None:
    """Queue a paper again that failed or was cancelled."""
    assert job.tournament is not None
    jobs.retry(job, args=job.args | paper_age.version_args(job.tournament))


def _sheet_count(tournament: Tournament, kind: PaperType, args: dict[str, Any]) -> int:
    """Return of how many sheets or cards the paper is."""
    which = args.get("which", "")
    if part := kind.part(which):
        return part.total(tournament)
    if which:
        return kind.blank_copies if which == SPARE else 1
    return kind.total(tournament)


def check(tournament: Tournament, kind: str, args: dict[str, Any]) -> None:
    """Raise `DomainError` for a paper that cannot be drawn yet, or at all."""
    which = args.get("which", "")
    if kind not in PAPER_TYPES or not has(tournament, PAPER_TYPES[kind]):
        raise DomainError("no_such_paper", kind=kind)
    chosen = PAPER_TYPES[kind].chosen(which)
    if not has(tournament, chosen):
        raise DomainError("no_such_paper", kind=kind)
    if PAPER_TYPES[kind].belongs_to_round(which):
        seated = Round.objects.filter(
            stage__tournament=tournament, stage__order=args.get("stage", 1), number=args.get("round", 0)
        ).exclude(state=Round.State.VOID)
        if not seated.exists():
            raise DomainError("round_not_seated", round=args.get("round"))
    if missing := missing_for(tournament, chosen, args):
        raise DomainError(missing)


def first_page(tournament: Tournament, kind: str, args: dict[str, Any]) -> bytes:
    """Return the first page of a paper as a PDF file without writing. Raises `DomainError` as `request`."""
    from tournaments.papers.pdf_file import EnoughPages, PdfFile

    kind, args = resolve_merged(kind, args)
    check(tournament, kind, args)
    with translation.override(args.get("language") or tournament.language):
        paper = Paper(tournament, args, lambda _done: None, preview=True)
        file = PdfFile(paper.header, str(PAPER_TYPES[kind].title), most_pages=1)
        with suppress(EnoughPages):
            PAPER_TYPES[kind].draw(replace(paper, file=file))
        return file.finished()


@jobs.job_task
def print_job(job: Job) -> None:
    """Draw what a job requests and keep it."""
    jobs.finish(job, *draw(job))


def draw(job: Job) -> tuple[bytes, str]:
    """Return the paper of a job, and a readable name for its file."""
    assert job.tournament is not None
    kind, args = resolve_merged(job.kind, job.args)
    # What is drawn is read query by query, and need not be of one moment: a change of it after the version
    # of the request, which `args` have, marks the paper as outdated.
    with translation.override(args.get("language") or job.tournament.language):
        content = PAPER_TYPES[kind].draw(Paper(job.tournament, args, jobs.reporter(job)))
        title = slugify(str(PAPER_TYPES[kind].title))
        part = PAPER_TYPES[kind].part(args.get("which", ""))
        title += f"-{part.key.replace('_', '-')}" if part else ""
        number = f"-{args['round']}" if args.get("round") else ""
        return content, f"{job.tournament.slug}-{title}{number}.pdf"
