"""The tables of the screens, by django-tables2; their look is in templates/components/table.html."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from inspect import ismethod
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django_tables2 import utils as table_utils

from tournaments import registration
from tournaments.games import GAMES, criteria
from tournaments.models import Tournament
from tournaments.publishing import board_results, explain
from tournaments.standings import CardRow, RankHistory, RoundInProgress, Row, Standings
from tournaments.web.templatetags.design import icon
from tournaments.web.templatetags.figures import figure, plus_minus
from tournaments.web.templatetags.pictures import rank_change_mark, rank_line

_taken = cache(table_utils.signature)


def _column_arguments(function: Callable[..., Any]) -> tuple[tuple[str, ...], str | None]:
    if not ismethod(function):
        return _taken(function)
    arguments, others = _taken(function.__func__)
    return arguments[1:], others


# The library looks the arguments of a column's function up for each cell: for four hundred lines that is a
# fifth of the time.
table_utils.signature = _column_arguments


def figure_attrs(name: str, *classes: str) -> dict[str, dict[str, str]]:
    """Return the attributes of a column of figures."""
    spelled = " ".join(("n", f"col-{name}", *classes))
    return {"th": {"class": f"n col-{name}"}, "td": {"class": spelled}}


def column_attrs(name: str, *classes: str) -> dict[str, dict[str, str]]:
    """Return the attributes of any other column."""
    spelled = " ".join((f"col-{name}", *classes))
    return {"th": {"class": spelled}, "td": {"class": spelled}}


class LeanColumn(tables.Column):
    """A column of the standings; `td` is the class of its cells, short because of four hundred lines.

    n: a figure; w: not on a phone; x: not on a tablet either; r: the rank, with the rank history.
    """

    def __init__(self, td: str = "", th: str = "", **options: Any) -> None:
        super().__init__(attrs={"th": {"class": f"{td} {th}".strip()}}, **options)
        self.td = td


class StandingsTable(tables.Table):
    """The standings: a line per person, its explanation under it at a tap. Made by `standings_table`."""

    people = 0
    why = ""

    rank = LeanColumn("r", verbose_name=gettext_lazy("Rank"))
    name = LeanColumn(th="col-name", verbose_name=gettext_lazy("Name"), order_by="sort_name")
    club = LeanColumn("w", verbose_name=gettext_lazy("Club"))
    pegged = LeanColumn("n w", verbose_name=gettext_lazy("Points"))
    match_points = LeanColumn("n w", verbose_name=gettext_lazy("Match points"))
    won = LeanColumn("n w", verbose_name=gettext_lazy("Games won"))
    skunks = LeanColumn("n x", verbose_name=gettext_lazy("Skunks"))
    spread = LeanColumn("n x", verbose_name=gettext_lazy("Spread"))
    value = LeanColumn("n", verbose_name=gettext_lazy("Value"))
    played = LeanColumn("n w", verbose_name=gettext_lazy("Games played"))
    foot = LeanColumn(
        "n w", verbose_name=pgettext_lazy("heading of a narrow column: 38/18 +206", "Card totals")
    )

    class Meta:
        attrs = {"class": "standings"}
        template_name = "tournaments/standings/table.html"

    def render_rank(self, value: int, record: dict[str, Any]) -> SafeString:
        """Return the rank with the colour of a medal, its last change, and the line of all games."""
        if record["out"] or not record["placed"]:
            return format_html('<span class="rank">{}</span>', "–")
        medal = format_html(" rank-{}", record["medal"]) if record["medal"] else ""
        history = record["rank_history"]
        line = rank_line(history.ranks, self.people) if history else ""
        change = rank_change_mark(history.moved) if history else ""
        return format_html('{}<span class="rank{}">{}</span>{}', line, medal, value, change)

    def render_name(self, value: str, record: dict[str, Any]) -> SafeString:
        """Return the name, with the club under it."""
        beside = registration.club_beside(value, record["club"])
        club = format_html("<small>{}</small>", beside) if beside else ""
        if record["left"]:
            words = _("left after game %(game)s") % {"game": record["left"]}
            club = format_html('<small class="left" data-left="{}">{}</small>{}', record["left"], words, club)
        if record["how"]:
            club = format_html('<small class="how">{}</small>{}', record["how"], club)
        if record["team"]:
            club = format_html('<small class="team">{}</small>{}', record["team"], club)
        words = record["in"]
        mark = format_html('<span class="is-in">{}</span>', icon("check", words)) if words else ""
        if record["penalty"]:
            words = ngettext(
                "penalty: %(points)s point off", "penalty: %(points)s points off", record["penalty"]
            )
            penalty = icon("scale", words % {"points": record["penalty"]})
            mark = format_html('{}<span class="mark">{}</span>', mark, penalty)
        return format_html("<bdi>{}</bdi>{}{}", value, mark, club)

    def render_pegged(self, value: int, record: dict[str, Any]) -> SafeString | str:
        """Return points pegged, marked where some of them were declared."""
        return format_html("{}{}", figure(value), _mark(record))

    def render_match_points(self, value: int) -> str:
        """Return match points; below zero if a judge has taken off more than there were."""
        return figure(value)

    def render_spread(self, value: int) -> str:
        """Return the spread with its sign."""
        return plus_minus(value)

    def render_value(self, value: int, record: dict[str, Any]) -> SafeString:
        """Return the value of all games with its sign, marked where some of it was declared."""
        return format_html("{}{}", plus_minus(value), _mark(record))


def _mark(record: dict[str, Any]) -> SafeString | str:
    if record["awards"]:
        words = ngettext("%(count)s game not played out", "%(count)s games not played out", record["awards"])
        return format_html('<span class="mark">{}</span>', icon("flag", words % {"count": record["awards"]}))
    if record["credited"]:
        words = _("Points declared for games not played: %(points)s") % {"points": record["credited"]}
        return format_html('<span class="mark">{}</span>', icon("coffee", words))
    return ""


def standings_table(
    tournament: Tournament,
    standings: Standings,
    live: RoundInProgress | None = None,
    *,
    rank_histories: Mapping[int, RankHistory] | None = None,
    members: Mapping[int, str] | None = None,
    sort: str = "",
    sortable: bool = False,
):
    """Return the table of `standings`, with the column that ranks in bold; `sort` is another order.

    Entries with a counting result in the round `live` are marked. `rank_histories` are the ranks game by
    game, `members` the members of teams whose names do not list them. Where lines can be sorted, at the
    desk, the club is a column too.
    """
    counted = criteria.columns(standings, GAMES[standings.game].words.columns(standings))
    columns = ["rank", "name", *(["club"] if sortable else []), *counted]
    others = [code for code in counted if code not in StandingsTable.base_columns]
    if standings.two_cards:  # which ends with the spread
        columns = [name for name in columns if name != "spread" or name == standings.rank_by] + ["foot"]
    words = _("Game %(game)s is in") % {"game": live.game} if live else ""
    left = registration.departed_last_rounds(tournament)
    records = [
        row._asdict()
        | _other_figures(row, standings, others)
        | {
            "played": row.games,
            "sort_name": registration.fold(row.name),
            "left": left.get(row.number),
            "in": words if live and row.number in live.numbers else "",
            "rank_history": rank_histories.get(row.number) if rank_histories else None,
            "team": (members or {}).get(row.number, ""),
            "foot": str(row.foot) if standings.two_cards else "",
            "placed": standings.has_places,
            "medal": standings.medal_of(row),
            "how": explain.standing_text(row, standings) if standings.by_bracket and row.has_begun else "",
        }
        for row in standings.rows
    ]
    table = StandingsTable(
        records,
        extra_columns=[(code, _CriterionColumn(code)) for code in others],
        sequence=columns,
        exclude=[name for name in StandingsTable.base_columns if name not in columns],
        orderable=sortable,
        order_by=sort or None,
        order_by_field="sort",
        empty_text=_("Nobody has registered yet."),
    )
    table.people = len(standings.ranked)
    if sortable:
        table.attrs["class"] = "standings has-clubs"
    table.why = reverse("standings_why" if sortable else "public_why", args=[tournament.slug, 0])
    if standings.rank_by in columns:
        ranks = table.columns[standings.rank_by].column
        ranks.td, ranks.attrs = "n ranks", {"th": {"class": "n ranks"}}
    return table


class _CriterionColumn(LeanColumn):
    """The column of a criterion that is not one of the game's own columns."""

    def __init__(self, code: str) -> None:
        super().__init__("n x", verbose_name=criteria.HEADINGS[code])
        self.code = code

    def render(self, value: int) -> str:
        """Return the figure as it is read."""
        return criteria.format_value(value, self.code)


def _other_figures(row: Row, standings: Standings, codes: list[str]) -> dict[str, int | None]:
    has = criteria.values_by_code(row, standings)
    return {code: has.get(code) for code in codes}


AWARDS: dict[str, Any] = {
    "forfeit": gettext_lazy("Forfeit"),
    "no_show": gettext_lazy("No-show"),
    "abandoned": gettext_lazy("Abandoned"),
    "bye": gettext_lazy("Bye"),
    "missed": gettext_lazy("Missed"),
}
SKUNKS: dict[int, Any] = {
    1: gettext_lazy("with a skunk"),
    2: gettext_lazy("with a double skunk"),
    3: gettext_lazy("with a triple skunk"),
}


class CardTable(tables.Table):
    """A player's card of the tournament. Made by `card_table`."""

    as_cards = False
    signed = False
    pending = ""
    desk = ""
    row_header = "game"

    game = tables.Column(verbose_name=gettext_lazy("Game"), attrs=column_attrs("game", "c"))
    table = tables.Column(
        verbose_name=gettext_lazy("Table"), attrs=column_attrs("table", "c"), empty_values=()
    )
    opponent = tables.Column(
        verbose_name=gettext_lazy("Opponent"), attrs=column_attrs("opponent"), empty_values=()
    )
    points = tables.Column(verbose_name=gettext_lazy("My points"), attrs=figure_attrs("points"))
    against = tables.Column(verbose_name=gettext_lazy("Theirs"), attrs=figure_attrs("against"))
    won = tables.Column(verbose_name=gettext_lazy("Won or lost"), attrs=column_attrs("won"), empty_values=())
    match_points = tables.Column(
        verbose_name=gettext_lazy("Match points"), attrs=figure_attrs("match_points")
    )
    spread = tables.Column(verbose_name=gettext_lazy("Spread"), attrs=figure_attrs("spread"))
    value = tables.Column(verbose_name=gettext_lazy("Value"), attrs=figure_attrs("value"))
    total = tables.Column(verbose_name=gettext_lazy("Running total"), attrs=figure_attrs("total", "total"))

    class Meta:
        orderable = False
        attrs = {"class": "scorecard"}

    def render_game(self, record: CardRow) -> SafeString | str:
        """Return the game's number; for users who may correct it, with a link to its table at the desk."""
        if not self.desk or not record.table or not record.opponents:
            return record.label
        query = f"?stage=1&round={record.game}&table={record.table}"
        words = _("Game %(number)s at the desk") % {"number": record.game}
        return format_html('<a href="{}{}" aria-label="{}">{}</a>', self.desk, query, words, record.label)

    def render_points(self, value: int) -> str:
        """Return points grouped by thousands."""
        return figure(value)

    render_against = render_points

    def render_table(self, record: CardRow) -> str:
        """Return table and seat."""
        return f"{record.table} {record.letter}" if record.table else ""

    def render_opponent(self, record: CardRow) -> SafeString | str:
        """Return links to the opponents' cards, or why there is none; below them the result and penalties."""
        off = _penalty_badge(record)
        if not record.opponents:
            return format_html("{}{}", AWARDS.get(record.award, ""), off)
        if record.board:
            opponents = [
                (number, board_results.short_name_from_row(number, name)) for number, name in record.opponents
            ]
            record = record._replace(opponents=tuple(opponents))
        names = self._linked_names(record.opponents)
        if record.board:
            names = format_html(
                '{}<small class="with">{}</small>', names, board_results.board_players(record)
            )
        if record.partners:
            partners = self._linked_names(record.partners)
            names = format_html(
                '{}<small class="with">{}</small>', names, format_html(_("with {names}"), names=partners)
            )
        counted = "".join(
            _(", ") + criteria.value_with_unit(count, code) for code, count in record.figures.items() if count
        )
        under = self.render_won(record), counted
        return format_html('{}<small class="under">{}{}</small>{}', names, *under, off)

    def _linked_names(self, people: Sequence[tuple[int, str]]) -> SafeString:
        """Return names one below the other, each linked to its card if there is one."""
        ways = [
            format_html('<a href="{}"><bdi>{}</bdi></a>', self.shown[number], name)
            if number in self.shown
            else format_html("<bdi>{}</bdi>", name)
            for number, name in people
        ]
        if len(ways) == 1:
            return format_html("{}", ways[0])
        return format_html_join("", '<span class="one">{}</span>', [(way,) for way in ways])

    def render_won(self, record: CardRow) -> SafeString | str:
        """Return "won" or "lost", with what was special about the game."""
        if record.points is None:
            return self.pending
        if not record.opponents:
            return ""  # why there are none is said in their place
        note = AWARDS.get(record.award) or SKUNKS.get(record.skunk, "")
        badge = format_html(' <span class="badge amber">{}</span>', note) if note else ""
        if record.won is None:
            return badge or _("tied")
        word = _("won") if record.won else _("lost")
        return format_html('<span class="{}">{}</span>{}', "is-won" if record.won else "is-lost", word, badge)

    def render_spread(self, value: int) -> str:
        """Return the spread with its sign."""
        return plus_minus(value)

    render_value = render_spread

    def render_total(self, value: int) -> str:
        """Return the total grouped by thousands; with its sign if it can be below zero."""
        return plus_minus(value) if self.signed else figure(value)


def figure_column(code: str) -> tables.Column:
    """Return the column of a card for a figure that the game alone counts."""
    heading = criteria.HEADINGS[code]
    return tables.Column(verbose_name=heading, accessor=f"figures__{code}", attrs=figure_attrs("own"))


def _penalty_badge(record: CardRow) -> SafeString | str:
    """Return the points that a judge took off in a game."""
    if not record.penalty:
        return ""
    words = _("penalty %(points)s") % {"points": plus_minus(-record.penalty)}
    return format_html(' <span class="badge amber">{}</span>', words)


def card_table(
    tournament: Tournament, rows: list[CardRow], standings: Standings, *, pending: str, desk: str = ""
) -> CardTable:
    """Return the table of a card; opponents who are ranked in `standings` are linked to their own.

    `pending` is shown for a game without points; `desk` is the address of the desk for users who may correct
    there.
    """
    by_value = "value" in GAMES[standings.game].words.columns(standings)
    hidden = ["spread"] if by_value else ["value"]
    if not standings.has_match_points:
        hidden.append("match_points")
    counts = [(code, figure_column(code)) for code in criteria.own_figures(standings.game)]
    sequence = (*[name for name in CardTable.base_columns if name != "total"], "...", "total")
    table = CardTable(
        rows,
        exclude=hidden,
        extra_columns=counts,
        sequence=sequence,
        empty_text=_("No game has been seated yet."),
    )
    table.signed, table.pending, table.desk = standings.signed, pending, desk
    if standings.writes_left:
        table.columns["points"].column.verbose_name = _("My points left")
        table.columns["against"].column.verbose_name = _("Their points left")
    if standings.running == "spread":
        table.columns["total"].column.verbose_name = _("Spread so far")
    if by_value:
        table.columns["points"].column.verbose_name = _("My total")
        table.columns["against"].column.verbose_name = _("Their total")
        table.columns["total"].column.verbose_name = _("Value so far")
    table.shown = {number: reverse("card", args=[tournament.slug, number]) for number in standings.by_number}
    return table
