"""Several papers in one file, as they are needed: for the day before, for a game, for the medals."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament
from tournaments.publishing.papers import cross_table_paper, prize_papers
from tournaments.publishing.papers.paper_types import BEFORE, END, GAME, Paper, PaperPart, PaperType
from tournaments.rounds import stages


class SetPaper(NamedTuple):
    """A paper in a file of several: the whole of it, or the part `which`."""

    kind: PaperType
    which: str = ""

    @property
    def chosen(self) -> PaperType | PaperPart:
        """Return the type of the paper, or its part."""
        return self.kind.chosen(self.which)

    @property
    def words(self) -> tuple[str, str]:
        """Return title and purpose for the cover."""
        if not self.which:
            return str(self.kind.title), str(self.kind.purpose)
        return _("%(paper)s: %(part)s") % {"paper": self.kind.title, "part": self.chosen.title}, ""


def print_set(
    key: str, title: str | Promise, purpose: str | Promise, *, kinds: Sequence[SetPaper], **more: Any
) -> PaperType:
    """Return the type of a file with these papers in their order, and a cover."""
    return PaperType(
        key,
        title,
        purpose,
        contains=tuple(f"{one.kind.key}-{one.which}" if one.which else one.kind.key for one in kinds),
        total=lambda tournament: sum(
            one.chosen.total(tournament) for one in _printable_papers(tournament, kinds)
        ),
        missing=_missing(kinds),
        changes_with_every_act=True,
        draw=lambda paper: _draw_set(paper, str(title), kinds),
        **more,
    )


def _missing(kinds: Sequence[SetPaper]) -> Callable[[Tournament], str]:
    """Return a function that returns why none of the papers can be made, '' if one can."""

    def missing(tournament: Tournament) -> str:
        codes = (one.chosen.missing(tournament) for one in _relevant_papers(tournament, kinds))
        first = next(codes)
        return first if first and all(codes) else ""

    return missing


def _relevant_papers(tournament: Tournament, kinds: Sequence[SetPaper]) -> list[SetPaper]:
    """Return the papers that the tournament has at all."""
    rules = stages.qualifying(tournament).rules
    return [one for one in kinds if one.kind.applies_to(rules) and one.chosen.applies_to(rules)]


def _printable_papers(tournament: Tournament, kinds: Sequence[SetPaper]) -> list[SetPaper]:
    """Return those of them that lack nothing."""
    return [one for one in _relevant_papers(tournament, kinds) if not one.chosen.missing(tournament)]


def _draw_set(paper: Paper, title: str, kinds: Sequence[SetPaper]) -> bytes:
    """Draw the papers that can be made, then the cover, which has their pages and is put first.

    The small size, which saves paper, has no cover in a game: there are as many of them as games.
    """
    from tournaments.papers.cover import Content, cover
    from tournaments.papers.pdf_file import PdfFile

    tournament = paper.tournament
    wanted = _printable_papers(tournament, kinds)
    header = paper.header
    file = paper.file or PdfFile(header, title)
    header = replace(header, file=file)
    covered = not (paper.small and paper.args.get("round"))
    if paper.preview and covered:
        cover(header, title, [Content(*one.words) for one in wanted])
    leaves = _cover_pages(paper, title, wanted) if covered else 0
    contents, done = [], 0
    for one in wanted:
        first = file.pages + 1 + leaves
        args = paper.args | ({"which": one.which} if one.which else {})
        one.kind.draw(replace(paper, args=args, file=file, progress=_offset_progress(paper, done)))
        done += one.chosen.total(tournament)
        contents.append(Content(*one.words, first, file.pages + leaves))
    if covered:
        cover(header, title, contents)
        file.put_first(leaves)
    return b"" if paper.file else file.finished()


def _cover_pages(paper: Paper, title: str, kinds: Sequence[SetPaper]) -> int:
    """Return how many pages the cover has, which its own page numbers depend on."""
    from tournaments.papers.cover import Content, cover
    from tournaments.papers.pdf_file import PdfFile

    header = replace(paper.header, file=None)
    alone = PdfFile(header, title)
    cover(replace(header, file=alone), title, [Content(*one.words, 998, 999) for one in kinds])
    return alone.pages


def _offset_progress(paper: Paper, before: int) -> Callable[[int], None]:
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
                *(
                    SetPaper(known[key])
                    for key in ("rules", "door_list", "organiser", "table_numbers", "scorecards_blank")
                ),
                SetPaper(known["standings"], cross_table_paper.EMPTY.key),
            ],
            moments=(BEFORE,),
            has_small_size=True,
        ),
        print_set(
            "game_papers",
            gettext_lazy("All for the game"),
            gettext_lazy("the seating for the wall and the desk, then a slip for each table"),
            kinds=[SetPaper(known[key]) for key in ("seating", "line_ups", "match_slips", "slips")],
            moments=(GAME,),
            needs_round=True,
            has_small_size=True,
        ),
        print_set(
            "medal_papers",
            gettext_lazy("All for the medals"),
            gettext_lazy("what is announced, the certificates and the official standings in one file"),
            kinds=[
                SetPaper(known["prize_list"]),
                SetPaper(known["prize_list"], prize_papers.CERTIFICATES.key),
                SetPaper(known["standings"]),
            ],
            moments=(END,),
        ),
    )
