"""A piece of HTML to paste into the editor of another site: inline styles, no script, no class, no width.

It inherits the colours of the page around it, so that it is legible on light and dark, from 320 px on. It is
pure ASCII, so that the encoding of that page does not matter. It is built here, not in a template: templates
are pages of Cheville, whose content security policy refuses inline styles.
"""

from collections.abc import Iterator

from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.games.criteria import format_value
from tournaments.publishing import explain
from tournaments.publishing.ceremony import MEDALS
from tournaments.publishing.names import date_words
from tournaments.publishing.outputs.honours import Group
from tournaments.publishing.outputs.pictures import state
from tournaments.publishing.outputs.rows import LANGUAGES, TournamentData
from tournaments.publishing.outputs.tables import heading
from tournaments.registration import club_beside
from tournaments.standings import Row

WHOLE_STYLE = "font-family:inherit;color:inherit;line-height:1.4;overflow-wrap:anywhere"
CARD_STYLE = "margin:0 0 .5em;padding:.5em .75em;border:1px solid;border-left-width:6px;border-radius:6px"
HEADING_STYLE = "overflow-wrap:normal;padding:.3em .4em;border-bottom:2px solid;text-align:"
LIST_HTML = '<p style="margin:1em 0 .25em"><strong>{}</strong></p>\n<ul style="margin:0 0 0 1.2em">{}</ul>\n'
CELL_STYLE = "padding:.3em .4em;vertical-align:top;border-bottom:1px solid;text-align:"


def fragment_files(data: TournamentData) -> Iterator[tuple[str, bytes]]:
    """Yield the fragment in each language."""
    for language, folder in LANGUAGES.items():
        with translation.override(language):
            yield (
                f"standings-{folder}.html",
                fragment_html(data, folder).encode("ascii", "xmlcharrefreplace"),
            )


def fragment_html(data: TournamentData, language: str) -> str:
    """Return the podium and the standings, in the active language."""
    where = " · ".join(part for part in (date_words(data.date, weekday=True), data.place) if part)
    return format_html(
        '<div lang="{}-CA" style="{}">\n'
        '<p style="margin:0 0 .25em"><strong style="font-size:1.3em">{}</strong><br>{}</p>\n'
        '<p style="margin:0 0 .75em">{}</p>\n{}{}{}{}{}</div>\n',
        language,
        WHOLE_STYLE,
        data.name,
        where,
        state(data),
        _podium(data),
        _standings(data),
        _categories(data),
        _clubs(data),
        _prizes(data),
    )


def _podium(data: TournamentData) -> SafeString:
    if not data.podium:
        return SafeString("")
    cards = format_html_join(
        "",
        '<li style="{}"><strong>{}. <bdi>{}</bdi></strong>{}<br>{}</li>\n',
        (
            (CARD_STYLE, row.rank, row.name, _club_line(row), explain.standing_text(row, data.standings))
            for row in data.podium
        ),
    )
    return format_html('<ol style="margin:0 0 1em;padding:0;list-style:none">\n{}</ol>\n', cards)


def _standings(data: TournamentData) -> SafeString:
    last = _("Playoffs") if data.standings.by_bracket else heading(data.standings.rank_by)
    headings = ((_("Rank"), "right"), (_("Name"), "left"), (last, "right"))
    head = format_html_join(
        "", '<th scope="col" style="{}{}">{}</th>', ((HEADING_STYLE, side, words) for words, side in headings)
    )
    lines = format_html_join(
        "",
        '<tr><td style="{0}right">{1}</td><th scope="row" style="{0}left;font-weight:normal">'
        '<strong><bdi>{2}</bdi></strong>{3}</th><td style="{0}right{5}">{4}</td></tr>\n',
        (
            (
                CELL_STYLE,
                data.standings.place_of(row) or "–",
                row.name,
                _club_line(row),
                *_figure_and_style(row, data),
            )
            for row in data.standings.rows
        ),
    )
    return format_html(
        '<table style="width:100%;border-collapse:collapse;color:inherit;background:none">\n'
        "<thead><tr>{}</tr></thead>\n<tbody>{}</tbody></table>\n",
        head,
        lines,
    )


def _figure_and_style(row: Row, data: TournamentData) -> tuple[str, str]:
    """Return the figure of a row, and the style of its cell: a figure is not broken, words are."""
    if data.standings.by_bracket:
        return explain.standing_text(row, data.standings), ""
    return format_value(row.points, data.standings.rank_by), ";white-space:nowrap"


def _categories(data: TournamentData) -> SafeString:
    """Return the first three of each category; none while a bracket that gives the places is not over."""
    groups = data.categories if data.standings.has_places else ()
    return format_html_join("", LIST_HTML, ((group.name, _group_podium(group)) for group in groups))


def _group_podium(group: Group) -> SafeString:
    rows = [row for row in group.shown.rows if row.rank <= MEDALS]
    return format_html_join(
        "", "<li>{}. <bdi>{}</bdi>{}</li>\n", ((row.rank, row.name, _club_line(row)) for row in rows)
    )


def _clubs(data: TournamentData) -> SafeString:
    """Return the first three club teams."""
    clubs = data.club_teams
    if clubs is None:
        return SafeString("")
    rows = [(one.team.rank, one.name, one.total) for one in clubs.teams if one.team.rank <= MEDALS]
    return format_html(LIST_HTML, _("Clubs"), format_html_join("", "<li>{}. {}: {}</li>\n", rows))


def _prizes(data: TournamentData) -> SafeString:
    if not data.prizes:
        return SafeString("")
    prizes = [(one.what, one.who, f" ({one.thing})" if one.thing else "") for one in data.prizes]
    rows = format_html_join("", "<li>{}: <strong>{}</strong>{}</li>\n", prizes)
    return format_html(LIST_HTML, _("Prizes"), rows)


def _club_line(row: Row) -> SafeString:
    """Return the club under a name."""
    club = club_beside(row.name, row.club)
    return format_html("<br>{}", club) if club else SafeString("")
