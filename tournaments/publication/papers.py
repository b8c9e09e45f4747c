"""Print: looks up what a paper shows, as plain rows, and has it drawn. Every paper is a job."""

from typing import Any

from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext_lazy

from scoring import Refusal
from tournaments import jobs, stages, standings
from tournaments.documents import values
from tournaments.models import Job, Round, Tournament
from tournaments.publication import ceremony, explain, freeze, names, wording
from tournaments.publication.around_papers import answers_list, join, materials_list, read_aloud
from tournaments.publication.card_papers import SPARE_CARDS, scorecards_blank, scorecards_filled
from tournaments.publication.device_papers import table_codes
from tournaments.publication.game_papers import (
    SPARE_SLIPS,
    game_papers,
    games_ahead,
    seating_by_name,
    seating_by_table,
    slips,
    slips_ahead,
)
from tournaments.publication.paper import SPARE, Kind, Paper
from tournaments.standings import Standings


def rules_wall(paper: Paper) -> bytes:
    """The rules of the day and its timetable, for the wall."""
    return rules_on_paper(paper.header, stages.qualifying(paper.tournament).rules)


def rules_on_paper(header: values.DayHeader, rules: dict[str, Any]) -> bytes:
    """The same from the rules themselves, for a paper that is published."""
    from tournaments.documents.rules_wall import rules_wall as draw

    return draw(
        header,
        [values.RuleRow(heading, sentence) for heading, sentence in wording.rules_of_the_day(rules)],
        [values.TimeRow(slot.time, slot.label) for slot in wording.timetable(rules)],
    )


def standings_sheet(paper: Paper) -> bytes:
    """The standings: the official ones where they are published, or as they stand."""
    last = ceremony.last_shown(paper.tournament, stages.qualifying(paper.tournament))
    official = freeze.official(paper.tournament) if last is None else None
    # a paper on the wall cannot change while a game is played: it has closed games alone
    shown = (
        freeze.read(official)
        if official
        else standings.standings(paper.tournament, through_round=last, closed_only=True)
    )
    return standings_on_paper(paper.header, shown, names.time_of_day(official.at) if official else "")


def standings_on_paper(header: values.DayHeader, shown: Standings, official_at: str) -> bytes:
    """Standings as they are given; `official_at` in words, or nothing for those after a game."""
    from tournaments.documents.standings import standings as draw

    state = values.StandingsState(after=None if official_at else shown.through_round, official_at=official_at)
    rows = [
        values.StandingRow(
            row.rank,
            row.name,
            row.club,
            row.pegged,
            row.won,
            row.skunks,
            row.value if shown.game == "gin" else row.spread,
            row.games,
            match_points=row.match_points if shown.has_match_points else None,
            notes=explain.notes(row),
        )
        for row in shown.rows
    ]
    return draw(header, rows, state)


def table_numbers(paper: Paper) -> bytes:
    """A number for every table, to be folded and stood on it."""
    from tournaments.documents.table_numbers import table_numbers as draw

    numbers = paper.tournament.places.values_list("number", flat=True)
    rows = [values.TableNumber(number, url=paper.url("public")) for number in numbers]
    return draw(paper.header, rows, paper.progress)


KINDS: dict[str, Kind] = {
    "rules": Kind(
        gettext_lazy("Rules of the day"),
        gettext_lazy("one sheet for the wall, with the timetable"),
        rules_wall,
    ),
    "join": Kind(
        gettext_lazy("Codes for phones"),
        gettext_lazy("for the wall: join the Wi-Fi, open the page"),
        join,
    ),
    "aloud": Kind(
        gettext_lazy("To read aloud"),
        gettext_lazy("for the microphone: welcome, seats, lunch, medals"),
        read_aloud,
    ),
    "materials": Kind(
        gettext_lazy("What to bring"),
        gettext_lazy("boards, packs, pencils and the rest, counted for this day"),
        materials_list,
    ),
    "answers": Kind(
        gettext_lazy("Answers at registration"),
        gettext_lazy("for the kitchen or the bus; not for the wall"),
        answers_list,
    ),
    "table_numbers": Kind(
        gettext_lazy("Table numbers"), gettext_lazy("one for each table, to fold"), table_numbers
    ),
    "table_codes": Kind(
        gettext_lazy("Codes of the tables"),
        gettext_lazy("one for each table, to cut: a tablet scans it and joins"),
        table_codes,
    ),
    "scorecards_blank": Kind(
        gettext_lazy("Blank scorecards"),
        gettext_lazy("one for each player, to fill in by hand"),
        scorecards_blank,
        whose=True,
        sized=True,
    ),
    "slips_ahead": Kind(
        gettext_lazy("Slips for the whole day"),
        gettext_lazy("printed ahead, for each table of each game to come: names are written at the table"),
        slips_ahead,
        sized=True,
    ),
    "game_papers": Kind(
        gettext_lazy("Papers of the game"),
        gettext_lazy("the seating by name, then a slip for each table"),
        game_papers,
        needs_round=True,
        sized=True,
    ),
    "seating_by_name": Kind(
        gettext_lazy("Seating by name"),
        gettext_lazy("for the wall: everybody finds their table"),
        seating_by_name,
        needs_round=True,
        sized=True,
    ),
    "seating_by_table": Kind(
        gettext_lazy("Seating by table"),
        gettext_lazy("for the organiser"),
        seating_by_table,
        needs_round=True,
    ),
    "slips": Kind(
        gettext_lazy("Table slips"),
        gettext_lazy("one for each table, brought back to the desk"),
        slips,
        needs_round=True,
        whose=True,
        sized=True,
    ),
    "standings": Kind(
        gettext_lazy("Standings"), gettext_lazy("for the wall, as they stand or official"), standings_sheet
    ),
    "scorecards_filled": Kind(
        gettext_lazy("Filled scorecards"),
        gettext_lazy("everybody’s day, to take home"),
        scorecards_filled,
        whose=True,
        sized=True,
    ),
}


AS_THEY_STAND = ("join", "aloud", "materials", "answers")
"""Papers that change with whatever is typed: one that is being made is not the one that is asked for."""
MANY = 60
"""With more people than that papers are made small, unless somebody asks for large ones."""


def request(tournament: Tournament, kind: str, args: dict[str, Any]) -> Job:
    """Ask for a paper. `args`: language, base (the address of the program), round and stage where needed.

    Where wanted: `which` (the number of the one person or table, or SPARE), `small`, and `match_points` (an
    empty column for them). Raises `Refusal` for a paper that cannot be drawn yet.
    """
    if kind not in KINDS:
        raise Refusal("no_such_paper", kind=kind)
    if KINDS[kind].needs_round:
        seated = Round.objects.filter(
            stage__tournament=tournament, stage__order=args.get("stage", 1), number=args.get("round", 0)
        ).exclude(state=Round.State.VOID)
        if not seated.exists():
            raise Refusal("round_not_seated", round=args.get("round"))
    if kind == "join" and not Paper(tournament, args, lambda done: None).url("public"):
        raise Refusal("no_address_for_others")
    which: tuple[Any, ...] = (kind, args.get("stage", 1), args.get("round", 0), args.get("language"))
    if kind in AS_THEY_STAND:
        which += (tournament.version,)
    if kind == "table_codes":  # a code can be renewed: what was drawn before may be worth nothing
        which += (args.get("table", 0), tournament.version)
    which += tuple(args.get(name, "") for name in ("which", "small", "match_points"))
    key = "-".join(str(part) for part in which)
    return jobs.enqueue(tournament, kind, args, key=key, total=_size(tournament, kind, args.get("which")))


def _size(tournament: Tournament, kind: str, which: str | None) -> int:
    if which:
        spare = {"scorecards_blank": SPARE_CARDS, "slips": SPARE_SLIPS}
        return spare[kind] if which == SPARE else 1
    if kind.startswith("scorecards"):
        return tournament.entries.count()
    if kind == "slips_ahead":
        return len(games_ahead(tournament)) * tournament.places.count()
    if kind in ("game_papers", "slips", "table_numbers"):
        return tournament.places.count()
    return 1


def print_job(job_id: int) -> None:
    """Draw what a job asks for and keep it; nothing where another worker has it or it is finished."""
    jobs.work_on(job_id, lambda job: jobs.finish(job, *draw(job)))


def draw(job: Job) -> tuple[bytes, str]:
    """The paper of a job, and a readable name for its file."""
    assert job.tournament is not None
    with translation.override(job.args.get("language") or job.tournament.language):
        content = KINDS[job.kind].draw(Paper(job.tournament, job.args, jobs.reporter(job)))
        title = slugify(str(KINDS[job.kind].title))
        number = f"-{job.args['round']}" if job.args.get("round") else ""
        return content, f"{job.tournament.slug}-{title}{number}.pdf"
