"""The bracket as a paper: as far as it has been played, or empty to write in; on sheets, or as a poster."""

from collections.abc import Sequence
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.finals import playoffs
from tournaments.models import Entry, Tournament
from tournaments.pairing import bracket_kinds, consolation, knock_out
from tournaments.pairing.brackets import Bracket
from tournaments.pairing.tiebreak import THIRD_PLACE
from tournaments.papers.values import BracketBox, BracketPage, BracketSide, TournamentHeader
from tournaments.publishing import bracket_layout, bracket_rows, bracket_words
from tournaments.publishing.bracket_layout import Layout
from tournaments.publishing.bracket_rows import BracketRows, MatchRow, SideRow
from tournaments.publishing.papers.paper_types import BETWEEN, END, Paper, PaperPart, PaperType, missing_entry
from tournaments.standings.playoffs import playoff_stage


def _no_bracket(tournament: Tournament) -> str:
    return "" if playoff_stage(tournament) else "no_bracket"


POSTER = PaperPart(
    "poster", gettext_lazy("a poster on one large sheet (11 × 17 inches, A3 or larger)"), missing=_no_bracket
)
EMPTY = PaperPart("empty", gettext_lazy("empty, to fill in by hand"), missing=missing_entry, blank=True)
EMPTY_POSTER = PaperPart("empty_poster", gettext_lazy("an empty poster"), missing=missing_entry, blank=True)


@PaperType(
    "bracket",
    gettext_lazy("Bracket"),
    gettext_lazy("for the wall, as far as it has been played, or empty; as a poster too"),
    moments=(BETWEEN, END),
    missing=_no_bracket,
    applies_to=lambda rules: bool(rules.get("playoffs")),
    changes_with_every_act=True,
    has_small_size=True,
    parts=(POSTER, EMPTY, EMPTY_POSTER),
)
def bracket(paper: Paper) -> bytes:
    """Draw the bracket as far as it has been played, or without names; on sheets, or as a poster."""
    rows = bracket_rows.bracket_rows_of(paper.tournament)
    if paper.which in (EMPTY.key, EMPTY_POSTER.key):
        rows = bracket_rows.empty(rows.bracket if rows else expected_bracket(paper.tournament))
    assert rows is not None  # `missing` was checked before
    if paper.which in (POSTER.key, EMPTY_POSTER.key):
        parts = [bracket_layout.part_layout(rows.bracket, part) for part in rows.bracket.parts]
        return _draw_pages(paper.header, rows, parts, poster=True)
    slots = bracket_layout.SMALL_SHEET_SLOTS if paper.small else bracket_layout.LARGE_SHEET_SLOTS
    return _draw_pages(paper.header, rows, bracket_layout.sheets(rows.bracket, slots))


def draw_rows(header: TournamentHeader, rows: BracketRows) -> bytes:
    """Draw the same from its rows, for a paper that is published."""
    return _draw_pages(header, rows, bracket_layout.sheets(rows.bracket))


def _draw_pages(
    header: TournamentHeader, rows: BracketRows, sheets: Sequence[Layout], *, poster: bool = False
) -> bytes:
    from tournaments.papers.bracket import bracket as draw

    pages = [_bracket_page(rows, sheets, at) for at in range(len(sheets))]
    return draw(header, _("Bracket"), pages, poster=poster)


def expected_bracket(tournament: Tournament) -> Bracket:
    """Return the bracket that the rules declare, of as many as have registered by now."""
    asked = playoffs.declared_rules(tournament) or {}
    people = tournament.entries.exclude(kind=Entry.Kind.HOUSE).count()
    wanted = {"quarter": ceil(people / playoffs.QUARTER), "first": asked["count"], "everybody": people}
    fewest, most = bracket_kinds.limits(double=bool(asked.get("double")))
    inside = min(max(wanted[asked["who"]], fewest), most)
    frozen = {"order": knock_out.order(inside), "third_place": asked["third_place"]}
    frozen |= {name: asked[name] for name in ("double", "consolation") if asked.get(name)}
    if consolation.MIN_ENTRIES <= people - inside <= most:
        frozen["rest"] = knock_out.order(people - inside)
    return bracket_kinds.bracket_from_rules(frozen)


def _bracket_page(rows: BracketRows, sheets: Sequence[Layout], at: int) -> BracketPage:
    layout = sheets[at]
    of_part = [sheet for sheet in sheets if sheet.part == layout.part]
    title = bracket_words.part(rows.bracket, layout.part) or _("Bracket")
    if len(of_part) > 1:
        number = of_part.index(layout) + 1
        sheet = _("sheet %(number)s of %(count)s") % {"number": number, "count": len(of_part)}
        title = f"{title} – {sheet}"
    numbers = {match.id: match.number for match in rows.matches}
    linked = {(other, numbers[one]) for one, other in layout.links}
    turns = range(layout.first_turn, layout.first_turn + layout.columns)
    return BracketPage(
        title,
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
        "one": _reading_text(match, match.sides[0]),
        "other": _reading_text(match, match.sides[1]),
    }
    named = match.id == THIRD_PLACE
    return BracketBox(match.number, match.title, *place, (one, other), read, named)


def _side(match: MatchRow, side: SideRow, *, drawn: bool) -> BracketSide:
    if match.state == bracket_rows.NOT_NEEDED:
        return BracketSide(None, _("not needed"), None, known=False)
    if not side.known:
        to_come = match.state != bracket_rows.OVER  # the name is to be written in by hand
        by_hand = side.seed or (drawn and to_come)
        return BracketSide(side.seed, "" if by_hand else side.name, None, known=False)
    counted = match.has_begun and (match.state == bracket_rows.OVER or any(one.won for one in match.sides))
    return BracketSide(side.seed, side.name, side.won if counted else None, winner=side.winner)


def _reading_text(match: MatchRow, side: SideRow) -> str:
    return f"{side.name} {side.won}" if match.has_begun else side.name
