"""The static site: plain pages in both languages that need no server, no script and no other site.

Addresses are relative, so that it works on a USB key, on any web host and beside other years. Every page
exists in French and in English under the same name. `index.html` at the top is the front page in the language
of the tournament; where scripts run, a browser that prefers the other language goes on to that one.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from tournaments import games
from tournaments.games import criteria
from tournaments.publishing import (
    board_results,
    bracket_rows,
    cross_table,
    explain,
    statistics_words,
    tournament_words,
)
from tournaments.publishing.names import date_words, moment
from tournaments.publishing.outputs import pictures
from tournaments.publishing.outputs.rows import LANGUAGES, TournamentData
from tournaments.registration import fold
from tournaments.standings import CardRow, Row, Standings

SCRIPTS = {
    "site.js": ("find_name.js", "site/list_model.js", "site/list.js"),
    "language.js": ("site/language.js",),
}
FONT_FAMILIES = ("atkinson-hyperlegible-next", "fraunces")
FONTS = tuple(
    f"{family}-{letters}-wght-normal.woff2" for family in FONT_FAMILIES for letters in ("latin", "latin-ext")
)
FONT_FACE = re.compile(r"@font-face \{.*?\n\}\n", re.DOTALL)
TEMPLATES = "site/"
FRONT_PAGE = "index.html"
LOGO, COLOUR = "logo.png", "organiser.css"
FRONT_PAGE_ROWS = 10  # of the standings, on the front page


class Page(NamedTuple):
    """A page: its path inside the folder of its language, its template, its context."""

    path: str
    template: str
    shows: dict[str, Any]


def site_files(data: TournamentData) -> Iterator[tuple[str, bytes]]:
    """Yield every page, and what they load."""
    yield from asset_files()
    yield from _identity_files(data)
    first = first_folder(data.language)
    for language, folder in LANGUAGES.items():
        with translation.override(language):
            for page in _pages(data):
                yield f"{folder}/{page.path}", _rendered(data, page, page_links(page.path, folder))
                if page.path == FRONT_PAGE and folder == first:
                    yield FRONT_PAGE, _rendered(data, page, front_links(folder))


def asset_files() -> Iterator[tuple[str, bytes]]:
    """Yield the style sheet, the scripts and the fonts that the pages of a site load."""
    yield "site.css", style_sheet()
    folder = settings.BASE_DIR / "static"
    for name, parts in SCRIPTS.items():
        yield name, b"\n".join((folder / "js" / part).read_bytes() for part in parts)
    for font in FONTS:
        yield f"fonts/{font}", (folder / "fonts" / font).read_bytes()
    for family in FONT_FAMILIES:  # a font may be passed on with its licence
        yield f"fonts/{family}.LICENSE", (folder / "fonts" / f"{family}-LICENSE.txt").read_bytes()


def _identity_files(data: TournamentData) -> Iterator[tuple[str, bytes]]:
    """Yield the logo of the organiser, and their colour as a style sheet, as far as there are any."""
    if data.logo:
        yield LOGO, data.logo
    if data.organiser.colour:
        yield COLOUR, data.organiser.style.encode()


@cache
def style_sheet() -> bytes:
    """Return the style sheet of a site, with the fonts of the program in the folder beside it."""
    folder = settings.BASE_DIR / "static"
    faces = FONT_FACE.findall((folder / "css" / "tokens.css").read_text("utf-8"))
    own = "".join(face for face in faces if any(font in face for font in FONTS))
    return (own.replace("../fonts/", "fonts/") + (folder / "site" / "site.css").read_text("utf-8")).encode()


def year_index(tournaments: Iterable[dict[str, Any]], language: str, *, title: str = "") -> bytes:
    """Return the page above the folders of several tournaments, newest first.

    Each of `tournaments` is the content of `publication.json` in its folder (`folder.about`). Without a
    `title` the page is called "Tournaments".
    """
    newest = sorted(tournaments, key=lambda one: (one["date"], one["folder"]), reverse=True)
    with translation.override(language):
        return render_to_string(TEMPLATES + "years.html", {"days": newest, "title": title}).encode()


def page_links(path: str, folder: str) -> dict[str, str]:
    """Return the relative paths of a page for its links, and of the same page in the other language."""
    home, other = "../" * path.count("/"), "en" if folder == "fr" else "fr"
    about = {"root": f"{home}../", "home": home, "page": path, "language": folder, "other": other}
    return about | {"other_page": f"{home}../{other}/{path}"}


def first_folder(language: str) -> str:
    """Return the folder whose front page is also the page at the top, for the language of a tournament."""
    return LANGUAGES.get(language, "fr")


def front_links(folder: str) -> dict[str, str]:
    """Return the same for the front page at the top, in the language of that folder."""
    links = page_links(FRONT_PAGE, folder)
    return links | {"root": "", "home": f"{folder}/", "other_page": f"{links['other']}/{FRONT_PAGE}"}


def _rendered(data: TournamentData, page: Page, links: dict[str, str]) -> bytes:
    context = links | {
        "day": data,
        "privacy": data.privacy,
        "when": date_words(data.date, weekday=True),
        "made": moment(data.made_at),
        "rounds": sorted({row.game for card in data.cards.values() for row in card}),
    }
    return render_to_string(TEMPLATES + page.template, context | page.shows).encode()


def _pages(data: TournamentData) -> Iterator[Page]:
    held = {person.number: " ".join(map(str, person.categories)) for person in data.persons.values()}
    lines = [_line(row, data.standings) | {"held": held[row.number]} for row in data.standings.rows]
    podium = [line for line, row in zip(lines, data.standings.rows, strict=True) if row in data.podium]
    front = {
        "podium": podium,
        "first": [line for line in lines if not line["out"]][:FRONT_PAGE_ROWS],
        "columns": []
        if data.standings.by_bracket
        else games.GAMES[data.standings.game].words.ranking_columns(data.standings),
        "people": len(lines),
    }
    clubs = sorted({line["club"] for line in lines if line["club"]}, key=fold)
    yield Page(FRONT_PAGE, "front.html", front | {"clubs": clubs})
    listed = {"lines": lines, "columns": data.columns, "clubs": clubs}
    yield Page("standings.html", "standings.html", listed)
    for group in data.categories:
        within = [_line(row, group.shown) for row in group.shown.rows]
        shows = {"group": group, "lines": within, "columns": data.columns}
        yield Page(f"categories/{group.id}.html", "category.html", shows)
    if ranked := data.club_teams:
        yield Page("clubs.html", "clubs.html", {"clubs": ranked})
    if bracket := data.bracket:
        drawn = {"bracket": bracket, "drawings": bracket_rows.drawings(bracket)}
        yield Page("bracket.html", "bracket.html", drawn)
    if data.prizes:
        yield Page("prizes.html", "prizes.html", {"awards": data.prizes})
    yield from _rounds(data)
    for row, line in zip(data.standings.rows, lines, strict=True):
        yield Page(f"people/{row.number}.html", "person.html", _person(data, row, line))
    if cross := cross_table.lines(data):
        yield Page("cross-table.html", "cross_table.html", {"cross": cross})
    if described := statistics_words.describe_statistics(data):
        yield Page(
            "statistics.html", "statistics.html", {"statistics": described, "cross_table": bool(cross)}
        )
    if (boards := board_results.board_results_context(data))["every"]:
        yield Page("boards.html", "boards.html", boards)
    rules = {
        "rules": tournament_words.announced_rules(data.rules, data.members),
        "slots": tournament_words.timetable(data.rules),
    }
    yield Page("rules.html", "rules.html", rules)
    yield Page("privacy.html", "privacy.html", {})
    yield Page("files.html", "files.html", {"pictured": pictures.picture_categories(data)})
    for old in data.earlier:
        shown = {
            "old": old,
            "old_made": moment(old.at),
            "lines": [_line(row, old.shown) for row in old.shown.rows],
            "columns": data.columns,
        }
        yield Page(f"versions/{old.version}.html", "version.html", shown)


def _line(row: Row, shown: Standings) -> dict[str, Any]:
    """Return a line of the standings: its figures by column, and its remarks."""
    has = dict.fromkeys(shown.criteria) | criteria.values_by_code(row, shown)
    return {
        **has,
        **row._asdict(),
        "place": shown.place_of(row),
        "medal": shown.medal_of(row),
        "played": row.games,
        "has": explain.standing_text(row, shown),
        "notes": explain.notes(row),
        "sorted_as": fold(row.name),
    }


def _person(data: TournamentData, row: Row, line: dict[str, Any]) -> dict[str, Any]:
    return {
        "line": line,
        "explanation": explain.explain(row, data.standings),
        "rank_history": data.rank_histories.get(row.number),
        "people": len(data.standings.ranked),
        "members": ", ".join(data.persons[row.number].members),
        "card": [_card_line(data, game) for game in data.cards.get(row.number, ())],
        "figures": [str(criteria.HEADINGS[code]) for code in criteria.own_figures(data.standings.game)],
        "running": data.standings.running,
        "left": data.standings.writes_left,
        "signed": data.standings.signed,
    }


def _card_line(data: TournamentData, row: CardRow) -> dict[str, Any]:
    def people(some: Iterable[tuple[int, str]]) -> list[dict[str, Any]]:
        return [
            {
                "number": number,
                "name": data.display_name(number),
                "ranked": number in data.standings.by_number,
            }
            for number, _name in some
        ]

    return row._asdict() | {
        "label": row.label,
        "figures": [row.figures.get(code) for code in criteria.own_figures(data.standings.game)],
        "met": board_results.board_players(row) if row.board else "",
        "opponents": people(row.opponents),
        "partners": people(row.partners),
    }


def _rounds(data: TournamentData) -> Iterator[Page]:
    """Yield a page for each game: its tables, with the points of all players."""
    by_round: dict[int, dict[int, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    resting: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for number, card in data.cards.items():
        for row in card:
            seat = {"number": number, "name": data.display_name(number), "ranked": True, **_seat(row)}
            if row.table is None or not row.opponents:
                resting[row.game].append(seat)
                continue
            by_round[row.game][row.table].append(seat)
            for other, _name in row.opponents:
                if data.persons[other].house:
                    house = {"number": other, "name": data.display_name(other), "ranked": False}
                    won = None if row.won is None else not row.won
                    by_round[row.game][row.table].append(
                        {**_seat(row), **house, "letter": "", "member": "", "points": row.against, "won": won}
                    )
    rounds = sorted({*by_round, *resting})
    for at, number in enumerate(rounds):
        tables = sorted(by_round[number].items())
        shows = {
            "number": number,
            "tables": [
                (table, sorted(seats, key=lambda seat: (seat["part"], seat["letter"] or "~")))
                for table, seats in tables
            ],
            "resting": resting[number],
            "before": rounds[at - 1] if at else None,
            "after": rounds[at + 1] if at + 1 < len(rounds) else None,
        }
        yield Page(f"games/{number}.html", "round.html", shows)


def _seat(row: CardRow) -> dict[str, Any]:
    content = {"letter": row.letter, "points": row.points, "won": row.won, "award": row.award}
    return content | {"part": row.part, "board": row.board, "member": row.member[1] if row.member else ""}
