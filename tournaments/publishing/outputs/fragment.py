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

from tournaments.papers.words import grouped
from tournaments.publishing import explain
from tournaments.publishing.ceremony import MEDALS
from tournaments.publishing.names import date_words
from tournaments.publishing.outputs.honours import Group
from tournaments.publishing.outputs.pictures import state
from tournaments.publishing.outputs.rows import LANGUAGES, Day
from tournaments.publishing.outputs.tables import heading
from tournaments.registration import club_beside
from tournaments.standings import Row

WHOLE = "font-family:inherit;color:inherit;line-height:1.4;overflow-wrap:anywhere"
CARD = "margin:0 0 .5em;padding:.5em .75em;border:1px solid;border-left-width:6px;border-radius:6px"
HEAD = "overflow-wrap:normal;padding:.3em .4em;border-bottom:2px solid;text-align:"
LIST = '<p style="margin:1em 0 .25em"><strong>{}</strong></p>\n<ul style="margin:0 0 0 1.2em">{}</ul>\n'
CELL = "padding:.3em .4em;vertical-align:top;border-bottom:1px solid;text-align:"


def fragment_files(day: Day) -> Iterator[tuple[str, bytes]]:
    """Yield the fragment in each language."""
    for language, folder in LANGUAGES.items():
        with translation.override(language):
            yield f"standings-{folder}.html", written(day, folder).encode("ascii", "xmlcharrefreplace")


def written(day: Day, language: str) -> str:
    """Return the podium and the standings, in the active language."""
    where = " · ".join(part for part in (date_words(day.date, weekday=True), day.place) if part)
    return format_html(
        '<div lang="{}-CA" style="{}">\n'
        '<p style="margin:0 0 .25em"><strong style="font-size:1.3em">{}</strong><br>{}</p>\n'
        '<p style="margin:0 0 .75em">{}</p>\n{}{}{}{}{}</div>\n',
        language,
        WHOLE,
        day.name,
        where,
        state(day),
        _podium(day),
        _standings(day, language),
        _categories(day),
        _clubs(day),
        _prizes(day),
    )


def _podium(day: Day) -> SafeString:
    if not day.podium:
        return SafeString("")
    cards = format_html_join(
        "",
        '<li style="{}"><strong>{}. <bdi>{}</bdi></strong>{}<br>{}</li>\n',
        ((CARD, row.rank, row.name, _below(row), explain.standing(row, day.shown)) for row in day.podium),
    )
    return format_html('<ol style="margin:0 0 1em;padding:0;list-style:none">\n{}</ol>\n', cards)


def _standings(day: Day, language: str) -> SafeString:
    last = _("Playoffs") if day.shown.by_bracket else heading(day.shown.rank_by)
    headings = ((_("Rank"), "right"), (_("Name"), "left"), (last, "right"))
    head = format_html_join(
        "", '<th scope="col" style="{}{}">{}</th>', ((HEAD, side, words) for words, side in headings)
    )
    lines = format_html_join(
        "",
        '<tr><td style="{0}right">{1}</td><th scope="row" style="{0}left;font-weight:normal">'
        '<strong><bdi>{2}</bdi></strong>{3}</th><td style="{0}right{5}">{4}</td></tr>\n',
        (
            (CELL, day.shown.place_of(row) or "–", row.name, _below(row), *_has(row, day, language))
            for row in day.shown.rows
        ),
    )
    return format_html(
        '<table style="width:100%;border-collapse:collapse;color:inherit;background:none">\n'
        "<thead><tr>{}</tr></thead>\n<tbody>{}</tbody></table>\n",
        head,
        lines,
    )


def _has(row: Row, day: Day, language: str) -> tuple[str, str]:
    """Return the figure of a row, and the style of its cell: a figure is not broken, words are."""
    if day.shown.by_bracket:
        return explain.standing(row, day.shown), ""
    return grouped(row.points, language), ";white-space:nowrap"


def _categories(day: Day) -> SafeString:
    """Return the first three of each category; none while a bracket that gives the places is not over."""
    groups = day.categories if day.shown.has_places else ()
    return format_html_join("", LIST, ((group.name, _first(group)) for group in groups))


def _first(group: Group) -> SafeString:
    rows = [row for row in group.shown.rows if row.rank <= MEDALS]
    return format_html_join(
        "", "<li>{}. <bdi>{}</bdi>{}</li>\n", ((row.rank, row.name, _below(row)) for row in rows)
    )


def _clubs(day: Day) -> SafeString:
    """Return the first three club teams."""
    clubs = day.club_teams
    if clubs is None:
        return SafeString("")
    rows = [(one.team.rank, one.name, one.total) for one in clubs.teams if one.team.rank <= MEDALS]
    return format_html(LIST, _("Clubs"), format_html_join("", "<li>{}. {}: {}</li>\n", rows))


def _prizes(day: Day) -> SafeString:
    if not day.prizes:
        return SafeString("")
    prizes = [(one.what, one.who, f" ({one.thing})" if one.thing else "") for one in day.prizes]
    rows = format_html_join("", "<li>{}: <strong>{}</strong>{}</li>\n", prizes)
    return format_html(LIST, _("Prizes"), rows)


def _below(row: Row) -> SafeString:
    """Return the club under a name."""
    club = club_beside(row.name, row.club)
    return format_html("<br>{}", club) if club else SafeString("")
