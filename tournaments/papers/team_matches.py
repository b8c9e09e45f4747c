"""Matches of teams on boards: the line-up that a captain hands in, the slip of a match, the card of a team.

A line-up takes half a page, a match a page, a team's card a landscape page.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.papers.masthead import masthead
from tournaments.papers.page import CENTRE, RIGHT, Area, Sheet, ignore_progress
from tournaments.papers.structure import COLUMN_HEADING
from tournaments.papers.text_shaping import BOLD, LEADING, TEXT
from tournaments.papers.values import Progress, TeamCard, TeamGame, TeamLineUp, TeamMatch, TournamentHeader
from tournaments.papers.words import round_title

_MIN_ROWS = 6  # the fewest of a line-up, so that few boards are not far apart
_GAMES_PER_PAGE = 12  # on one page of a team's card


def line_ups(
    header: TournamentHeader, every: Sequence[TeamLineUp], progress: Progress = ignore_progress
) -> bytes:
    """Draw line-ups as a PDF file, two a page, to be cut apart."""
    sheet = Sheet(header, _("Line-ups"))
    half = sheet.height / 2
    for start in range(0, len(every), 2):
        pair = every[start : start + 2]
        sheet.bookmark(", ".join(one.team for one in pair if one.team) or _("Line-ups"))
        for at, one in enumerate(pair):
            top = sheet.height - at * half - 26
            with sheet.group("Sect"):
                _line_up(sheet, one, Area(sheet.left, sheet.right, top - half + 52, top))
        if len(pair) > 1:
            sheet.dashes(0, half, sheet.width, half)
        sheet.end_page()
        progress(start + len(pair))
    return _finish_sheet(sheet, every)


def _finish_sheet(sheet: Sheet, every: Sequence[object]) -> bytes:
    if not every:
        masthead(sheet, _("Teams on boards"))
    return sheet.finish()


def _line_up(sheet: Sheet, one: TeamLineUp, area: Area) -> None:
    title = f"{_('Line-up')} – {round_title(one.game)}" if one.game else _("Line-up")
    sheet.text(area.left, area.top - 16, title, 20, BOLD, width=area.width * 0.62, tag="H1")
    sheet.text(area.right, area.top - 14, sheet.header.tournament, 11, align=RIGHT, width=area.width * 0.36)
    _draw_teams(sheet, one, area)
    left, wide = area.left, area.width * (0.62 if one.squad else 1)
    down = (area.top - 74 - area.bottom - 34) / max(_MIN_ROWS, len(one.boards), len(one.squad))
    for at, (board, table) in enumerate(one.boards):
        y = area.top - 78 - down * (at + 1) + 6
        place = _("Board %(board)s") % {"board": board}
        if table:
            place = _("Board %(board)s, table %(table)s") % {"board": board, "table": table}
        sheet.text(left, y, place, 13, width=118, tag="P")
        sheet.rule(left + 124, y - 3, left + wide - 18, y - 3, 0.8)
    if one.squad:
        x, y = left + wide, area.top - 72
        sheet.text(x, y, _("The squad"), 13, BOLD, tag="P")
        with sheet.group("L"):
            for at, name in enumerate(one.squad):
                line = f"{at + 1}. {name}"
                at_y = y - down * (at + 1) + 2
                sheet.text(x, at_y, line, 13, width=area.right - x, height=down, tag="LI")
    words = _(
        "Hand it in at the desk before the game. Without it the squad plays in its order, 1 on board 1."
    )
    with sheet.tagged("P"):
        sheet.text(area.left, area.bottom + 6, words, 11.5, width=area.width)


def _draw_teams(sheet: Sheet, one: TeamLineUp, area: Area) -> None:
    """Draw the team and its opponent."""
    y = area.top - 42
    if not one.team:
        taken = sheet.text(area.left, y, _("Team"), 14)
        sheet.rule(area.left + taken + 6, y - 3, area.middle - 10, y - 3, 0.8)
        taken = sheet.text(area.middle, y, _("Game"), 14)
        sheet.rule(area.middle + taken + 6, y - 3, area.right, y - 3, 0.8)
        return
    name = f"{one.team} ({_('No. %(number)s') % {'number': one.number}})"
    sheet.text(area.left, y, name, 16, BOLD, width=area.width, tag="P")
    words = {"team": one.opponent, "where": where(one.letter)}
    heading = _("against %(team)s; %(where)s") % words
    sheet.text(area.left, y - 17, heading, 13, width=area.width, tag="P")


def where(letter: str) -> str:
    """Return the words for home or away, with the seat that goes with it."""
    return _("at home, seat A on all boards") if letter == "A" else _("away, seat B on all boards")


# The slip of a match


def match_slips(
    header: TournamentHeader, every: Sequence[TeamMatch], progress: Progress = ignore_progress
) -> bytes:
    """Draw a page for each match, for both teams: players by board, room for points and signatures."""
    sheet = Sheet(header, _("Match slips"))
    for at, one in enumerate(every, 1):
        sheet.bookmark(" – ".join(one.teams))
        with sheet.group("Sect"):
            _match(sheet, one)
        sheet.end_page()
        progress(at)
    return _finish_sheet(sheet, every)


def _match(sheet: Sheet, one: TeamMatch) -> None:
    y = masthead(sheet, round_title(one.game), code=False) - 14
    box, number = 62.0, 44.0
    middle = (sheet.left + sheet.right + 2 * number) / 2
    ends = (sheet.left + 2 * number, sheet.right)
    wide = middle - ends[0] - box - 10
    for at, team in enumerate(one.teams):
        x = ends[0] if not at else middle + box + 10
        sheet.text(x, y - 10, (_("Home, seat A"), _("Away, seat B"))[at], 12, width=wide, tag="P")
        with sheet.tagged("H2"):
            sheet.block(x, y - 32, team, 17, wide, BOLD)
    y -= 62
    with sheet.group("Table"), sheet.group("TR"):
        for at, caption in enumerate((_("Board"), _("Table"))):
            x = sheet.left + number * (at + 0.5) - 6
            sheet.text(x, y, caption, 11, align=CENTRE, width=number - 4, tag="TH", attributes=COLUMN_HEADING)
        for x in (middle - box / 2, middle + box / 2):
            sheet.text(x, y, sheet.header.slip.box.replace("\n", " "), 11, align=CENTRE, width=box - 6)
    down = min(56.0, (y - 8 - sheet.bottom - 150) / len(one.boards))
    for board in one.boards:
        y -= down
        _board(sheet, board, y + down / 2 - 8, (ends[0], middle, box, wide), down)
    sheet.rule(sheet.left, y - 8, sheet.right, y - 8)
    _draw_result_boxes(sheet, one, y - 44, (ends[0], middle, box, wide))


def _board(
    sheet: Sheet,
    board: tuple[int, int, tuple[str, str]],
    middle: float,
    at: tuple[float, float, float, float],
    down: float,
) -> None:
    """Draw a row: the board, its table, its players, boxes for the points of both."""
    number, table, names = board
    left, centre, box, wide = at
    sheet.rule(sheet.left, middle + down / 2, sheet.right, middle + down / 2)
    with sheet.group("TR"):
        for which, figure in enumerate((number, table)):
            x = sheet.left + 44 * (which + 0.5) - 6
            sheet.text(x, middle - 7, str(figure or ""), (20, 16)[which], BOLD, align=CENTRE, tag="TD")
        for side, name in enumerate(names):
            x = left if not side else centre + box + 10
            with sheet.tagged("TD"):
                if name:
                    sheet.block(x, middle, name, 15, wide, BOLD, height=down - 4)
            if not name:
                sheet.rule(x, middle - 8, x + wide, middle - 8, 0.8)
            sheet.box(centre - box + 4 if not side else centre + 4, middle - 16, box - 8, 32, 1.2, 4)


def _draw_result_boxes(sheet: Sheet, one: TeamMatch, y: float, at: tuple[float, float, float, float]) -> None:
    """Draw boxes for the result of the match, and the signatures of both captains."""
    left, centre, box, wide = at
    for caption in (one.by, _("Team points")):
        sheet.text(left + wide, y - 5, caption, 13, BOLD, align=RIGHT, width=wide + 70, tag="P")
        for x in (centre - box + 4, centre + 4):
            sheet.box(x, y - 14, box - 8, 28, 1.2, 4)
        y -= 36
    y -= 14
    half = (sheet.right - sheet.left + 16) / 2
    for side, words in enumerate((_("Captain, home team"), _("Captain, away team"))):
        x = sheet.left + side * half
        sheet.rule(x, y, x + half - 16, y, 0.8)
        sheet.text(x, y - 14, words, 12, width=half - 20, tag="P")
    sheet.text(sheet.left, y - 45, one.instruction, 12, width=sheet.right - sheet.left, height=32, tag="P")


# The card of a team


def team_cards(
    header: TournamentHeader, every: Sequence[TeamCard], progress: Progress = ignore_progress
) -> bytes:
    """Draw a landscape page for each team: a line a match, a column a board; unplayed ones are left blank."""
    sheet = Sheet(header, _("Team cards"), landscape=True)
    for at, one in enumerate(every, 1):
        for start in range(0, max(len(one.matches), 1), _GAMES_PER_PAGE):
            with sheet.group("Sect"):
                _team(sheet, one, one.matches[start : start + _GAMES_PER_PAGE])
            sheet.end_page()
        progress(at)
    return _finish_sheet(sheet, every)


def _team(sheet: Sheet, one: TeamCard, matches: Sequence[TeamGame]) -> None:
    y = masthead(sheet, one.team, one.club, code=False) - 18
    squad = ", ".join(f"{at}. {name}" for at, name in enumerate(one.squad, 1))
    lines, size = sheet.shaper.fit(squad, TEXT, 13, sheet.right - sheet.left, 36)
    if squad:
        with sheet.tagged("P"):
            y = sheet.lines(sheet.left, y, lines, size, leading=size * LEADING + 2)
    count = max((len(match.boards) for match in matches), default=0)
    columns = _card_columns(sheet, count)
    y -= 14
    with sheet.group("Table"):
        with sheet.group("TR"):
            for caption, x, wide in columns:
                with sheet.tagged("TH", COLUMN_HEADING):
                    sheet.block(x + 3, y - 2, caption, 11, wide - 6, BOLD, height=26)
        y -= 19
        down = min(46.0, (y - sheet.bottom) / max(len(matches), 1))
        top = y
        for match in matches:
            sheet.rule(sheet.left, y, sheet.right, y)
            y -= down
            with sheet.group("TR"):
                _card_row(sheet, match, columns, y, down)
        sheet.rule(sheet.left, y, sheet.right, y)
        for _caption, x, _wide in columns[1:]:
            sheet.rule(x, top, x, y, 0.4)


def _card_columns(sheet: Sheet, boards: int) -> list[tuple[str, float, float]]:
    """Return caption, left edge and width of each column."""
    ends = [(_("Boards"), 52.0), (_("Team points"), 52.0), (_("Total"), 44.0)]
    first = [(_("Game"), 42.0), (_("Opponent"), 128.0)]
    left = sheet.right - sheet.left - sum(wide for _caption, wide in first + ends)
    of_boards = [(_("Board %(board)s") % {"board": at}, left / boards) for at in range(1, boards + 1)]
    found, x = [], sheet.left
    for caption, wide in first + of_boards + ends:
        found.append((caption, x, wide))
        x += wide
    return found


def _card_row(
    sheet: Sheet,
    match: TeamGame,
    columns: Sequence[tuple[str, float, float]],
    y: float,
    down: float,
) -> None:
    middle = y + down / 2
    cells = [
        (str(match.game), ""),
        (match.opponent, match.letter and _("seat %(letter)s") % {"letter": match.letter}),
    ]
    cells += [*match.boards, (match.board_points, ""), (match.team_points, ""), (match.total, "")]
    for (text, below), (_caption, x, wide) in zip(cells, columns, strict=True):
        if not text and not below:
            sheet.add_empty_cell()
            continue
        with sheet.tagged("TD"):
            if below:
                share = down * (0.56 if text == match.opponent else 0.42)  # of a name, of a score
                upper = middle + down / 2 - share / 2
                sheet.block(x + 3, upper, text, 12.5, wide - 6, BOLD, height=share - 1)
                under = middle - share / 2
                sheet.block(x + 3, under, below, 10.5, wide - 6, height=down - share - 1)
            else:
                sheet.block(x + 3, middle, text, 13, wide - 6, BOLD, height=down - 2)
