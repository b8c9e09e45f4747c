"""The bracket as a paper: as far as it has been played, on as many sheets as it needs."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.pairing.tiebreak import THIRD_PLACE
from tournaments.papers.values import BracketBox, BracketPage, BracketSide, DayHeader
from tournaments.publishing import bracket_layout, bracket_rows, bracket_words
from tournaments.publishing.bracket_layout import Layout
from tournaments.publishing.bracket_rows import BracketRows, MatchRow, SideRow
from tournaments.publishing.paper_types import BETWEEN, END, Paper, PaperType
from tournaments.standings.playoffs import stage_of


@PaperType(
    "bracket",
    gettext_lazy("Bracket"),
    gettext_lazy("for the wall, as far as it has been played"),
    when=(BETWEEN, END),
    missing=lambda day: "" if stage_of(day) else "no_bracket",
    concerns=lambda rules: bool(rules.get("playoffs")),
    as_it_stands=True,
)
def bracket(paper: Paper) -> bytes:
    """Draw the bracket in its current state, for the wall."""
    rows = bracket_rows.bracket_rows_of(paper.tournament)
    assert rows is not None  # `missing` was checked before
    return on_paper(paper.header, rows)


def on_paper(header: DayHeader, rows: BracketRows) -> bytes:
    """Draw the same from its rows, for a paper that is published."""
    from tournaments.papers.bracket import bracket as draw

    sheets = bracket_layout.sheets(rows.bracket)
    return draw(header, _("Bracket"), [_bracket_page(rows, sheets, at) for at in range(len(sheets))])


def _bracket_page(rows: BracketRows, sheets: Sequence[Layout], at: int) -> BracketPage:
    layout = sheets[at]
    of_part = [sheet for sheet in sheets if sheet.part == layout.part]
    part = bracket_words.part(rows.bracket, layout.part)
    if len(of_part) > 1:
        number = of_part.index(layout) + 1
        sheet = _("sheet %(number)s of %(count)s") % {"number": number, "count": len(of_part)}
        part = f"{part}, {sheet}" if part else sheet
    numbers = {match.id: match.number for match in rows.matches}
    linked = {(other, numbers[one]) for one, other in layout.links}
    turns = range(layout.first_turn, layout.first_turn + layout.columns)
    return BracketPage(
        part,
        tuple(bracket_words.heading(rows.bracket, turn, layout.part) for turn in turns),
        tuple(
            _box(rows, rows.by_id[id_], place, {number for to, number in linked if to == id_})
            for id_, place in layout.boxes.items()
        ),
        tuple((numbers[one], numbers[other]) for one, other in layout.links),
        layout.slots,
    )


def _box(rows: BracketRows, match: MatchRow, place: tuple[int, float], linked: set[int]) -> BracketBox:
    numbers = {one.id: one.number for one in rows.matches}
    planned = next(one for one in rows.bracket.meetings if one.id == match.id)
    one, other = (
        _side(match, side, drawn=numbers.get(str(source.of)) in linked and source.kind == "winner_of")
        for side, source in zip(match.sides, planned.sides, strict=True)
    )
    read = _("%(match)s: %(one)s against %(other)s") % {
        "match": match.title,
        "one": _aloud(match, match.sides[0]),
        "other": _aloud(match, match.sides[1]),
    }
    named = match.id == THIRD_PLACE
    return BracketBox(match.number, match.title, *place, (one, other), read, named)


def _side(match: MatchRow, side: SideRow, *, drawn: bool) -> BracketSide:
    if match.state == bracket_rows.NOT_NEEDED:
        return BracketSide(None, _("not needed"), None, known=False)
    if not side.known:
        to_come = match.state != bracket_rows.OVER  # the name is to be written in by hand
        return BracketSide(None, "" if drawn and to_come else side.name, None, known=False)
    return BracketSide(side.seed, side.name, side.won if match.has_begun else None, winner=side.winner)


def _aloud(match: MatchRow, side: SideRow) -> str:
    return f"{side.name} {side.won}" if match.has_begun else side.name
