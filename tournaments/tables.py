"""The tables of the screens, by django-tables2; how they look is in templates/components/table.html."""

from collections.abc import Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import registration
from tournaments.models import Tournament
from tournaments.publication.explain import explain
from tournaments.publication.games import GAMES
from tournaments.standings import CardRow, Playing, Row, Standings
from tournaments.templatetags.figures import figure, plus_minus
from tournaments.templatetags.look import icon


def figures(name: str, *classes: str) -> dict[str, dict[str, str]]:
    """The attributes of a column of figures."""
    spelled = " ".join(("n", f"col-{name}", *classes))
    return {"th": {"class": f"n col-{name}"}, "td": {"class": spelled}}


def named(name: str, *classes: str) -> dict[str, dict[str, str]]:
    """The attributes of any other column."""
    spelled = " ".join((f"col-{name}", *classes))
    return {"th": {"class": spelled}, "td": {"class": spelled}}


class StandingsTable(tables.Table):
    """The standings: a line a person, its explanation under it at a tap. Made by `standings_table`."""

    row_header = "name"

    rank = tables.Column(verbose_name=gettext_lazy("Rank"), attrs=named("rank", "c"))
    name = tables.Column(verbose_name=gettext_lazy("Name"), attrs=named("name"), order_by="sort_name")
    club = tables.Column(verbose_name=gettext_lazy("Club"), attrs=named("club"))
    pegged = tables.Column(verbose_name=gettext_lazy("Points"), attrs=figures("pegged"))
    match_points = tables.Column(verbose_name=gettext_lazy("Match points"), attrs=figures("match_points"))
    won = tables.Column(verbose_name=gettext_lazy("Games won"), attrs=figures("won"))
    skunks = tables.Column(verbose_name=gettext_lazy("Skunks"), attrs=figures("skunks"))
    spread = tables.Column(verbose_name=gettext_lazy("Spread"), attrs=figures("spread"))
    value = tables.Column(verbose_name=gettext_lazy("Value"), attrs=figures("value"))
    played = tables.Column(verbose_name=gettext_lazy("Games played"), attrs=figures("played"))

    class Meta:
        row_attrs = {
            "id": lambda record: f"row-{record['number']}",
            "data-name": lambda record: record["find"],
        }
        attrs = {"class": "standings"}

    def render_rank(self, value: int) -> SafeString:
        """A medal's colour for the first three; the number says it too."""
        return format_html('<span class="rank rank-{0}">{0}</span>', value)

    def render_name(self, value: str, record: dict[str, Any]) -> SafeString:
        """The name, with the club under it where a phone leaves no room for a column."""
        club = format_html('<small class="under">{}</small>', record["club"]) if record["club"] else ""
        if record["left"]:
            club = format_html('<small class="left">{}</small>{}', record["left"], club)
        words = record["in"]
        mark = format_html('<span class="is-in">{}</span>', icon("check", words)) if words else ""
        return format_html("{}{}{}", value, mark, club)

    def render_pegged(self, value: int, record: dict[str, Any]) -> SafeString | str:
        """Points pegged, marked where some of them were declared."""
        return format_html("{}{}", figure(value), _mark(record))

    def render_spread(self, value: int) -> str:
        """With its sign."""
        return plus_minus(value)

    def render_value(self, value: int, record: dict[str, Any]) -> SafeString:
        """The value of all games with its sign, marked where some of it was declared."""
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
    live: Playing | None = None,
    *,
    sort: str = "",
    sortable: bool = False,
    at_desk: Mapping[int, str] | None = None,
):
    """The table of `standings`, with the column that ranks in bold; `sort` is another order asked for.

    Who has a result in the round `live` that counts here already is marked. `at_desk` are the addresses at
    which somebody's last game is corrected, by number of the entry.
    """
    columns = ["rank", "name", "club", *GAMES[standings.game].columns(standings)]
    words = _("Game %(game)s is in") % {"game": live.game} if live else ""
    left = registration.left_after(tournament)
    records = [
        _record(tournament, row, standings, left.get(row.number), (at_desk or {}).get(row.number, ""))
        | {"in": words if live and row.number in live.numbers else ""}
        for row in standings.rows
    ]
    table = StandingsTable(
        records,
        sequence=columns,
        exclude=[name for name in StandingsTable.base_columns if name not in columns],
        orderable=sortable,
        order_by=sort or None,
        order_by_field="sort",
        empty_text=_("Nobody has registered yet."),
    )
    table.columns[standings.rank_by].column.attrs = {
        "th": {"class": f"n col-{standings.rank_by} ranks"},
        "td": {"class": f"n col-{standings.rank_by} ranks"},
    }
    return table


def _record(
    tournament: Tournament, row: Row, standings: Standings, left: int | None, desk: str
) -> dict[str, Any]:
    link = format_html(
        '<a class="to-card" href="{}">{}{}</a>',
        reverse("card", args=[tournament.slug, row.number]),
        icon("file-text"),
        _("Game by game"),
    )
    if desk:
        words = _("Last game at the desk")
        link += format_html('<a class="to-card" href="{}">{}{}</a>', desk, icon("pencil-line"), words)
    return row._asdict() | {
        "played": row.games,
        "sort_name": registration.fold(row.name),
        "find": registration.fold(f"{row.name} {row.club}"),
        "left": _("left after game %(game)s") % {"game": left} if left else "",
        "explanation": format_html("{} {}", explain(row, standings), link),
    }


AWARDS: dict[str, Any] = {
    "forfeit": gettext_lazy("Forfeit"),
    "no_show": gettext_lazy("No-show"),
    "abandoned": gettext_lazy("Abandoned"),
    "bye": gettext_lazy("Bye"),
    "missed": gettext_lazy("Missed"),
}
SKUNKS: dict[int, Any] = {
    1: gettext_lazy("skunk"),
    2: gettext_lazy("double skunk"),
    3: gettext_lazy("triple skunk"),
}


class CardTable(tables.Table):
    """A player's card of the day. Made by `card_table`."""

    as_cards = False
    by_value = False
    pending = ""
    desk = ""
    row_header = "game"

    game = tables.Column(verbose_name=gettext_lazy("Game"), attrs=named("game", "c"))
    table = tables.Column(verbose_name=gettext_lazy("Table"), attrs=named("table", "c"), empty_values=())
    opponent = tables.Column(verbose_name=gettext_lazy("Opponent"), attrs=named("opponent"), empty_values=())
    points = tables.Column(verbose_name=gettext_lazy("My points"), attrs=figures("points"))
    against = tables.Column(verbose_name=gettext_lazy("Theirs"), attrs=figures("against"))
    won = tables.Column(verbose_name=gettext_lazy("Won or lost"), attrs=named("won"), empty_values=())
    match_points = tables.Column(verbose_name=gettext_lazy("Match points"), attrs=figures("match_points"))
    spread = tables.Column(verbose_name=gettext_lazy("Spread"), attrs=figures("spread"))
    value = tables.Column(verbose_name=gettext_lazy("Value"), attrs=figures("value"))
    total = tables.Column(verbose_name=gettext_lazy("Running total"), attrs=figures("total", "total"))

    class Meta:
        orderable = False
        attrs = {"class": "scorecard"}

    def render_game(self, record: CardRow) -> SafeString | str:
        """Its number; for who may correct it, the way to its table at the desk."""
        if not self.desk or not record.table or not record.opponents:
            return str(record.game)
        query = f"?stage=1&round={record.game}&table={record.table}"
        words = _("Game %(number)s at the desk") % {"number": record.game}
        return format_html('<a href="{}{}" aria-label="{}">{}</a>', self.desk, query, words, record.game)

    def render_table(self, record: CardRow) -> str:
        """Table and seat."""
        return f"{record.table} {record.letter}" if record.table else ""

    def render_opponent(self, record: CardRow) -> SafeString | str:
        """A way to the opponents' cards, or why there is nobody; under it the result, for a phone."""
        if not record.opponents:
            return str(AWARDS.get(record.award, ""))
        names = self._ways(record.opponents)
        if record.partners:
            partners = self._ways(record.partners)
            names = format_html(
                '{}<small class="with">{}</small>', names, format_html(_("with {names}"), names=partners)
            )
        return format_html('{}<small class="under">{}</small>', names, self.render_won(record))

    def _ways(self, people: Sequence[tuple[int, str]]) -> SafeString:
        """Names one below the other, each a way to its card where there is one."""
        ways = [
            format_html('<a href="{}">{}</a>', self.shown[number], name) if number in self.shown else name
            for number, name in people
        ]
        if len(ways) == 1:
            return format_html("{}", ways[0])
        return format_html_join("", '<span class="one">{}</span>', [(way,) for way in ways])

    def render_won(self, record: CardRow) -> SafeString | str:
        """The word, with what was special about the game."""
        if record.points is None:
            return self.pending
        if record.won is None:
            return ""
        word = _("won") if record.won else _("lost")
        note = AWARDS.get(record.award) or SKUNKS.get(record.skunk, "")
        badge = format_html(' <span class="badge amber">{}</span>', note) if note else ""
        return format_html('<span class="{}">{}</span>{}', "is-won" if record.won else "is-lost", word, badge)

    def render_spread(self, value: int) -> str:
        """With its sign."""
        return plus_minus(value)

    def render_value(self, value: int) -> str:
        """With its sign."""
        return plus_minus(value)

    def render_total(self, value: int) -> str:
        """Grouped by thousands; a total of values with its sign."""
        return plus_minus(value) if self.by_value else figure(value)


def card_table(
    tournament: Tournament, rows: list[CardRow], standings: Standings, *, pending: str, desk: str = ""
) -> CardTable:
    """The table of a card; opponents who are ranked in `standings` lead to their own.

    `pending` is said of a game without points; `desk` is the address of the desk for who may correct there.
    """
    by_value = "value" in GAMES[standings.game].columns(standings)
    hidden = ["spread"] if by_value else ["value"]
    if not standings.has_match_points:
        hidden.append("match_points")
    table = CardTable(rows, exclude=hidden, empty_text=_("No game has been seated yet."))
    table.by_value, table.pending, table.desk = by_value, pending, desk
    if by_value:
        table.columns["points"].column.verbose_name = _("My total")
        table.columns["against"].column.verbose_name = _("Their total")
        table.columns["total"].column.verbose_name = _("Value so far")
    table.shown = {number: reverse("card", args=[tournament.slug, number]) for number in standings.by_number}
    return table
