"""Several papers in one file, as they are needed: for the day before, for a game, for the medals."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy

from tournaments.models import Tournament
from tournaments.publishing.paper_types import BEFORE, END, GAME, Paper, PaperType, has, missing_for


def print_set(key: str, title: Any, purpose: Any, *, kinds: Sequence[PaperType], **more: Any) -> PaperType:
    """Return the type of a file with these papers in their order, and a cover."""
    return PaperType(
        key,
        title,
        purpose,
        binds=tuple(kind.key for kind in kinds),
        total=lambda day: sum(kind.total(day) for kind in kinds if has(day, kind) and not kind.missing(day)),
        missing=_missing(kinds),
        as_it_stands=True,
        draw=lambda paper: _bound(paper, str(title), kinds),
        **more,
    )


def _missing(kinds: Sequence[PaperType]) -> Callable[[Tournament], str]:
    """Return a function that returns why none of the papers can be made, '' if one can."""

    def missing(tournament: Tournament) -> str:
        codes = [kind.missing(tournament) for kind in kinds if has(tournament, kind)]
        return "" if "" in codes else codes[0]

    return missing


def _bound(paper: Paper, title: str, kinds: Sequence[PaperType]) -> bytes:
    """Draw the papers that can be made, then the cover, which has their pages and is put first.

    The small size, which saves paper, has no cover in a game: there are as many of them as games.
    """
    from tournaments.papers.cover import Content, cover
    from tournaments.papers.pdf_file import PdfFile

    day = paper.tournament
    wanted = [kind for kind in kinds if has(day, kind) and not missing_for(day, kind, paper.args)]
    header = paper.header
    file = paper.file or PdfFile(header, title)
    header = replace(header, file=file)
    covered = not (paper.small and paper.args.get("round"))
    if paper.preview and covered:
        cover(header, title, [Content(str(kind.title), str(kind.purpose)) for kind in wanted])
    contents, done = [], 0
    for kind in wanted:
        first = file.pages + 1 + covered
        kind.draw(replace(paper, file=file, progress=_after(paper, done)))
        done += kind.total(day)
        contents.append(Content(str(kind.title), str(kind.purpose), first, file.pages + covered))
    if covered:
        cover(header, title, contents)
        file.put_first()
    return b"" if paper.file else file.finished()


def _after(paper: Paper, before: int) -> Callable[[int], None]:
    """Return the progress of a paper in a file that has so much before it."""
    return lambda done: paper.progress(before + done)


def sets(known: dict[str, PaperType]) -> tuple[PaperType, ...]:
    """Return the sets of these papers."""
    return (
        print_set(
            "day_before",
            gettext_lazy("All for the day before"),
            gettext_lazy("walls, door, desk, tables and cards in one file"),
            kinds=[
                known[key]
                for key in (
                    "rules",
                    "join",
                    "door_list",
                    "aloud",
                    "materials",
                    "table_numbers",
                    "scorecards_blank",
                )
            ],
            when=(BEFORE,),
            sized=True,
        ),
        print_set(
            "game_papers",
            gettext_lazy("All for the game"),
            gettext_lazy("the seating for the wall and the desk, then a slip for each table"),
            kinds=[
                known[key]
                for key in ("seating_by_name", "seating_by_table", "line_ups", "match_slips", "slips")
            ],
            when=(GAME,),
            needs_round=True,
            sized=True,
        ),
        print_set(
            "medal_papers",
            gettext_lazy("All for the medals"),
            gettext_lazy("what is called, the certificates and the official standings in one file"),
            kinds=[known[key] for key in ("prize_list", "certificates", "standings")],
            when=(END,),
        ),
    )
