"""The part of a slip of gin below the names: the sheet of hands, and the lines that close it.

| slip                    | sheet                                                                          |
|-------------------------|--------------------------------------------------------------------------------|
| one game                | blocks of hands, the closing at their right; two slips a page                   |
| Hollywood, one sheet    | three games side by side, the closing below, all three added up; a page a slip |
| a match of three games  | three games side by side, the closing below; a page a slip                     |
| two against two         | a column for each pair of opponents, then the totals; two slips a page         |
| teams of three to six   | the same, the closing below; a page a slip                                     |

Each hand has a row of 8 mm, with marks to circle for gin and undercut; with Oklahoma also the up-card, with a
spade to circle. In teams the players write the winner and the points instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.gin.rules import GinRules
from tournaments.pairing.values import LETTERS
from tournaments.papers.page import CENTRE, RIGHT, Area, Sheet
from tournaments.papers.text_shaping import BOLD, TEXT
from tournaments.papers.values import Slip

ROW_HEIGHT = 22.68  # 8 mm
BLOCK_HANDS = 8  # of a block
MANY_HANDS = 17
HOLLYWOOD_GAMES = 3
PAIR = 2
_HEAD, _NUMBER, _MARKS, _UP_CARD = 19.0, 17.0, 31.0, 40.0
_GAP = 9.0
_CLOSING = 118.0
_THICK = 1.8


@dataclass(frozen=True)
class HandSheet:
    """The sheet of hands on the slips of a tournament; it fits `papers.values.SlipSheet`."""

    rules: GinRules
    players: tuple[str, ...] = LETTERS

    def games(self, slip: Slip) -> int:
        """Return how many games it has side by side; 0 if there is no sheet."""
        if len(slip.sides) != 2:
            return int(self.rules.mode == "three" and slip.games == 1)
        if slip.games > 1:
            return slip.games if slip.games <= HOLLYWOOD_GAMES else 0
        return HOLLYWOOD_GAMES if self.rules.hollywood else 1

    def fills_a_page(self, slip: Slip) -> bool:
        """Return whether three games share it, or more than two pairs meet."""
        return self.games(slip) > 1 or self.rules.a_side > PAIR

    def draw(self, sheet: Sheet, slip: Slip, area: Area) -> None:
        """Draw the hands, numbered, and the closing of the sheet."""
        games = self.games(slip)
        if games == 1 and self.rules.mode == "teams":
            (_draw_team_hands if self.fills_a_page(slip) else _draw_two_blocks)(sheet, self, slip, area)
            return
        if games > 1:
            _draw_games(sheet, self.rules, slip, games, area)
            return
        blocks = 2 if self.rules.oklahoma or len(slip.sides) > 2 else 3
        closing = 160.0
        wide = (area.width - closing) / blocks - _GAP
        for number in range(blocks):
            left = area.left + number * (wide + _GAP)
            block = Area(left, left + wide, area.bottom, area.top)
            _block(sheet, self.rules, slip, block, number * BLOCK_HANDS)
        _closing_block(sheet, self.rules, slip, Area(area.right - closing, area.right, area.bottom, area.top))

    def legend(self) -> str:
        """Return the meaning of the signs beside a hand."""
        if self.rules.mode == "teams":
            return _("Each hand: who won, and the points (A 24)")
        if self.rules.oklahoma:
            return _("Circle: ♠ spade turned up, G gin, U undercut")
        return _("Circle: G gin, U undercut")


def _closing(rules: GinRules) -> list[str]:
    return [
        _("Written"),
        _("The game: %(points)d") % {"points": rules.game_bonus},
        _("A player without a hand: 100") if rules.mode == "three" else _("Double, if the loser won no hand"),
        _("Hands won"),
        _("%(points)d for each hand won") % {"points": rules.box},
    ]


# Columns of one hand: number, up-card, points of each side, marks


def _block(sheet: Sheet, rules: GinRules, slip: Slip, area: Area, before: int) -> None:
    """Draw a grid with a row for each hand; the first has the number after `before`."""
    up_card = _UP_CARD if rules.oklahoma else 0.0
    start, marks = area.left + _NUMBER + up_card, area.right - _MARKS
    column = (marks - start) / len(slip.sides)
    edges = [start + column * place for place in range(len(slip.sides) + 1)]
    top = area.top - _HEAD
    end = top - ROW_HEIGHT * BLOCK_HANDS
    _captions(sheet, rules, slip, edges, top + 5, area.left + _NUMBER)
    for number in range(BLOCK_HANDS + 1):
        y = top - ROW_HEIGHT * number
        sheet.rule(area.left, y, area.right, y, 1.2 if number in (0, BLOCK_HANDS) else 0.5)
    for x in {area.left, area.left + _NUMBER, *edges, area.right}:
        sheet.rule(x, top, x, end, 0.8)
    with sheet.tagged("P"):
        for number in range(1, BLOCK_HANDS + 1):
            middle = top - ROW_HEIGHT * (number - 0.5)
            sheet.text(area.left + _NUMBER / 2, middle - 4, str(before + number), 11, BOLD, align=CENTRE)
    for number in range(BLOCK_HANDS):
        _draw_hand_signs(
            sheet, rules, top - ROW_HEIGHT * (number + 0.5), area.left + _NUMBER + up_card, area.right
        )


def _captions(
    sheet: Sheet, rules: GinRules, slip: Slip, edges: Sequence[float], y: float, up_card: float
) -> None:
    with sheet.tagged("P"):
        if rules.oklahoma:
            middle = up_card + _UP_CARD / 2
            sheet.text(middle, y, _("Up-card"), 9, align=CENTRE, width=_UP_CARD - 2)
        for side, left, end in zip(slip.sides, edges, edges[1:], strict=False):
            letters = " ".join(one.letter for one in (side, *side.partners))
            sheet.text((left + end) / 2, y, letters, 12, BOLD, align=CENTRE)


def _draw_hand_signs(sheet: Sheet, rules: GinRules, middle: float, up_card_ends: float, right: float) -> None:
    """Draw the signs of a hand to circle: a spade turned up, gin, an undercut."""
    if rules.oklahoma:
        sheet.text(up_card_ends - 10, middle - 4, "♠", 12, align=CENTRE)
    for letter, share in ((pgettext("one letter", "G"), 0.28), (pgettext("one letter", "U"), 0.72)):
        sheet.text(right - _MARKS * (1 - share), middle - 3.5, letter, 10, align=CENTRE)


def _closing_block(sheet: Sheet, rules: GinRules, slip: Slip, area: Area) -> None:
    labels = [*_closing(rules), _("Final total")]
    row, top = ROW_HEIGHT * BLOCK_HANDS / len(labels), area.top - _HEAD
    label_width = area.width * 0.52
    column = (area.width - label_width) / len(slip.sides)
    edges = [area.left + label_width + column * place for place in range(len(slip.sides) + 1)]
    with sheet.tagged("P"):
        for side, x in zip(slip.sides, edges, strict=False):
            letters = " ".join(one.letter for one in (side, *side.partners))
            sheet.text(x + column / 2, top + 5, letters, 12, BOLD, align=CENTRE)
    for number in range(len(labels) + 1):
        y = top - row * number
        sheet.rule(area.left, y, area.right, y, 1.2 if number in (0, len(labels)) else 0.5)
    for x in (area.left, *edges):
        sheet.rule(x, top, x, top - row * len(labels), 0.8)
    with sheet.tagged("P"):
        for number, label in enumerate(labels, 1):
            face = BOLD if number == len(labels) else TEXT
            middle = top - row * (number - 0.5)
            sheet.block(area.left + label_width - 5, middle, label, 12, label_width - 8, face, align=RIGHT)


# A column for each pair of opponents, in teams


def _pairs(hands: HandSheet) -> list[str]:
    """Return the heads of these columns; if opponents swap, the players of the first side alone."""
    one, other = hands.players[: hands.rules.a_side], hands.players[hands.rules.a_side :]
    if hands.rules.alternating:
        return list(one)
    return [f"{first}–{second}" for first, second in zip(one, other, strict=True)]


def _draw_two_blocks(sheet: Sheet, hands: HandSheet, slip: Slip, area: Area) -> None:
    """Draw two blocks of hands, with the closing at their right."""
    closing = 150.0
    wide = (area.width - closing) / 2 - _GAP
    for number in range(2):
        left = area.left + number * (wide + _GAP)
        _rows_of_pairs(
            sheet,
            hands,
            slip,
            Area(left, left + wide, area.bottom, area.top),
            (number * BLOCK_HANDS, BLOCK_HANDS),
        )
    _closing_block(sheet, hands.rules, slip, Area(area.right - closing, area.right, area.bottom, area.top))


def _draw_team_hands(sheet: Sheet, hands: HandSheet, slip: Slip, area: Area) -> None:
    """Draw as many hands as the page holds, with the closing below under the totals."""
    foot = [*_closing(hands.rules), _("Final total")]
    rows = int((area.top - area.bottom - _HEAD) / ROW_HEIGHT) - len(foot)
    edges = _rows_of_pairs(sheet, hands, slip, area, (0, rows))
    top = area.top - _HEAD - ROW_HEIGHT * rows
    lines = [top - ROW_HEIGHT * number for number in range(len(foot) + 1)]
    for number, y in enumerate(lines[1:], 1):
        sheet.rule(edges[-3], y, area.right, y, _THICK if number == len(foot) else 0.5)
    for x in edges[-3:]:
        sheet.rule(x, top, x, lines[-1], 0.8)
    with sheet.tagged("P"):
        for number, label in enumerate(foot):
            face = BOLD if number == len(foot) - 1 else TEXT
            y = (lines[number] + lines[number + 1]) / 2 - 4
            sheet.text(edges[-3] - 6, y, label, 12, face, align=RIGHT, width=edges[-3] - area.left)


def _rows_of_pairs(
    sheet: Sheet, hands: HandSheet, slip: Slip, area: Area, numbers: tuple[int, int]
) -> list[float]:
    """Draw the rows after the first of `numbers`; return the edges of the columns, from left to right."""
    before, rows = numbers
    pairs = _pairs(hands)
    total = (area.width - _NUMBER) / (len(pairs) + 2)
    edges = [area.left + _NUMBER + total * place for place in range(len(pairs) + 3)]
    top = area.top - _HEAD
    end = top - ROW_HEIGHT * rows
    heads = [*pairs, *(" ".join(one.letter for one in (side, *side.partners)) for side in slip.sides)]
    with sheet.tagged("P"):
        for place, head in enumerate(heads):
            face, size = (TEXT, 11) if place < len(pairs) else (BOLD, 12)
            sheet.text(
                (edges[place] + edges[place + 1]) / 2,
                top + 5,
                head,
                size,
                face,
                align=CENTRE,
                width=total - 2,
            )
    for number in range(rows + 1):
        y = top - ROW_HEIGHT * number
        sheet.rule(area.left, y, area.right, y, 1.2 if number in (0, rows) else 0.5)
    for place, x in enumerate([area.left, *edges]):
        sheet.rule(x, top, x, end, _THICK if place == len(pairs) + 1 else 0.8)
    with sheet.tagged("P"):
        for number in range(1, rows + 1):
            y = top - ROW_HEIGHT * (number - 0.5) - 4
            sheet.text(area.left + _NUMBER / 2, y, str(before + number), 11, BOLD, align=CENTRE)
    return edges


# Three games side by side


def _draw_games(sheet: Sheet, rules: GinRules, slip: Slip, games: int, area: Area) -> None:
    """Draw a column for each side of each game; in Hollywood the three final totals are added up below."""
    together = slip.games == 1
    foot = [*_closing(rules), _("Final total"), *([_("The three games together")] if together else [])]
    start = area.top - 2 * _HEAD
    row = (start - area.bottom - ROW_HEIGHT * MANY_HANDS) / len(foot)
    lines = [start - ROW_HEIGHT * number for number in range(MANY_HANDS + 1)]
    lines += [lines[-1] - row * number for number in range(1, len(foot) + 1)]
    columns = games * len(slip.sides)
    wide = (area.width - _CLOSING) / columns
    edges = [area.left + _CLOSING + wide * number for number in range(columns + 1)]
    _heads(sheet, rules, slip, edges, start, area)
    _grid(sheet, edges, (area.left, area.right, lines), together)
    for number in range(MANY_HANDS if rules.mode != "teams" else 0):
        middle = (lines[number] + lines[number + 1]) / 2
        _draw_hand_signs(sheet, rules, middle, area.left + 24 + _UP_CARD, area.left + _CLOSING)
    with sheet.tagged("P"):
        for number in range(MANY_HANDS):
            middle = (lines[number] + lines[number + 1]) / 2
            sheet.text(area.left + 20, middle - 4, str(number + 1), 12, BOLD, align=RIGHT)
        for number, label in enumerate(foot, MANY_HANDS):
            face = BOLD if number >= len(lines) - 2 - together else TEXT
            middle = (lines[number] + lines[number + 1]) / 2
            sheet.block(area.left + _CLOSING - 5, middle, label, 12, _CLOSING - 8, face, align=RIGHT)
    if together:
        for side, x in zip(slip.sides, (edges[0], (edges[0] + edges[-1]) / 2), strict=True):
            sheet.text(x + 8, (lines[-1] + lines[-2]) / 2 - 4, side.letter, 12, BOLD, tag="P")


def _heads(
    sheet: Sheet, rules: GinRules, slip: Slip, edges: Sequence[float], start: float, area: Area
) -> None:
    """Draw the number of each game, and under it the letters of the sides."""
    sides = len(slip.sides)
    _captions(sheet, rules, slip, (), start + 5, area.left + 24)
    with sheet.tagged("P"):
        for number in range(0, len(edges) - 1, sides):
            middle = (edges[number] + edges[number + sides]) / 2
            title = _("Game %(number)d") % {"number": number // sides + 1}
            sheet.text(middle, start + _HEAD + 5, title, 13, BOLD, align=CENTRE)
            for place, side in enumerate(slip.sides):
                x = (edges[number + place] + edges[number + place + 1]) / 2
                sheet.text(x, start + 5, side.letter, 12, BOLD, align=CENTRE)


def _grid(sheet: Sheet, edges: Sequence[float], at: tuple[float, float, list[float]], together: bool) -> None:
    """Draw the lines: thick around each game and after the hands; the last row has one box a side."""
    left, right, lines = at
    end = lines[-2] if together else lines[-1]
    for number, y in enumerate(lines):
        thick = y in (lines[0], end, lines[-1]) or number == MANY_HANDS
        sheet.rule(left, y, right, y, _THICK if thick else 0.5)
    for x in (left, right):
        sheet.rule(x, lines[0], x, lines[-1], _THICK)
    for number, x in enumerate(edges):
        sheet.rule(x, lines[0], x, end, 0.5 if number % 2 else _THICK)
    for x in (edges[0], (edges[0] + edges[-1]) / 2) if together else ():
        sheet.rule(x, end, x, lines[-1], _THICK)
