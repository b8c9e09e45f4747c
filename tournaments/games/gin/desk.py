"""Results of gin at the desk: both final totals of the sheet, or the sheet hand by hand (rules.md §5)."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import DomainError
from scoring.gin import book as gin
from scoring.gin.game import sheet as worked_out
from scoring.gin.hand_data import scores_of
from tournaments.common.catalogue import Catalogue
from tournaments.common.messages.sentences import error_sentence
from tournaments.games import parsing
from tournaments.games.gin import sheet_lines, typed_hands
from tournaments.games.gin.players import labels
from tournaments.rounds.scores import TableState

AWARDS = gin.AWARDS
TEMPLATE = "games/gin/desk.html"
BELOW = "games/gin/desk_hands.html"
SHEET = "games/gin/sheet.html"
SCRIPTS = ("desk", "desk_sheet")
FIRST = "total_A"
MAX_DIGITS = 9
FIELDS = {
    "who_won": "winner",
    **dict.fromkeys(
        (
            "gin_in_line",
            "gin_too_many_hands",
            "gin_game_not_over",
            "gin_sheet_not_over",
            "gin_game_is_over",
            "gin_hands_differ",
            "gin_scores_of_a_hand",
        ),
        "hands",
    ),
}
WORDS: Catalogue = {
    "beats": gettext_lazy("{winner} beats {loser} {high}–{low}, value {value}"),
    "several": gettext_lazy("Win for {winner} with {high}: {others}"),
    "totals_missing": gettext_lazy("Type every final total, or the sheet hand by hand (H)."),
}


def is_wide(rules: dict[str, Any]) -> bool:
    """Return True: both totals are typed."""
    return True


def example_of_several(table: TableState, rules: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the entry as `example`: a total for each side, in the order of the seats."""
    return example(rules)


def example(rules: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the entry in words, and the keys of an example."""
    hollywood = gin.rules_of(rules).hollywood
    space, one, other = pgettext("the key", "Space"), *(("912", "485") if hollywood else ("312", "185"))
    keys = ["7", space, one, space, other, pgettext("the key", "Enter")]
    if gin.side_count(rules) > gin.SIDES:
        return _("Table, the final totals in the order of the seats, Enter."), [
            *keys[:-1],
            space,
            "80",
            keys[-1],
        ]
    if hollywood:
        return _("Table, A’s three final totals added up, those of B, Enter."), keys
    return _("Table, the final total of A, that of B, Enter."), keys


def data(table: TableState, typed: QueryDict) -> dict[str, Any]:
    """Parse the form into line data: hands, totals, or a game that was not played out.

    Raises `DomainError`.
    """
    award = parsing.awarded_line(table, typed, read=total)
    if award is not None:
        return award
    rules = table.meeting.round.stage.rules
    if typed.get("hands", "").strip():
        return _line_from_hands(table, typed, rules)
    # A winner that follows from the totals is not stored, so that two desks write the same data.
    found = gin.data_from_totals(
        _totals(table, typed), parsing.side_at_letter(table, typed.get("winner", ""))
    )
    gin.check(found, rules, len(parsing.letters(table)))
    return found


def _totals(table: TableState, typed: QueryDict) -> tuple[int, ...]:
    return tuple(total(typed.get(f"total_{letter}", "")) for letter in parsing.letters(table))


def total(text: str) -> int:
    """Parse a final total. Raises `DomainError` for an empty text and for one that is no whole number."""
    written = text.strip().replace("−", "-")
    if not written:
        raise DomainError("gin_total_missing")
    if not written.removeprefix("-").isdecimal() or len(written) > MAX_DIGITS:
        raise DomainError("gin_not_a_whole_number", value=written[:20])
    return int(written)


def _line_from_hands(table: TableState, typed: QueryDict, rules: dict[str, Any]) -> dict[str, Any]:
    figures = gin.rules_of(rules)
    found = gin.hands(typed_hands.parse_hands(typed.get("hands", ""), figures, labels(rules)), figures.mode)
    gin.check(found, rules, len(parsing.letters(table)))
    if any(typed.get(f"total_{letter}", "").strip() for letter in parsing.letters(table)):
        worked_out = tuple(side.pegged for side in gin.side_values(found, rules))
        if worked_out != _totals(table, typed):
            raise DomainError("gin_hands_differ", totals="–".join(map(str, worked_out)))
    return found


def sheet(table: TableState, line: dict[str, Any]) -> dict[str, Any] | None:
    """Return the running sheet of a line that has hands, and the hands as typed; None for totals."""
    if "hands" not in line:
        return None
    rules = table.meeting.round.stage.rules
    shown, players = gin.sheet_of(line, rules), labels(rules)
    return {
        "template": SHEET,
        "lines": sheet_lines.lines(shown, players),
        "games": sheet_lines.games(shown),
        "typed": typed_hands.format_hands(line["hands"], shown.rules, players),
    }


def typed_sheet(typed: str, rules: dict[str, Any]) -> dict[str, Any] | None:
    """Return the sheet of the hands typed so far, up to the first that is refused."""
    figures, players = gin.rules_of(rules), labels(rules)
    shown, refusal = _sheet_before_error(typed, figures, players)
    return {
        "template": SHEET,
        "lines": sheet_lines.lines(shown, players),
        "games": sheet_lines.games(shown),
        "over": shown.over,
        "target": figures.target,
        "totals": gin.sheet_totals(shown) if shown.over else None,
        "refused": error_sentence(refusal) if refusal else "",
    }


def _sheet_before_error(
    typed: str, rules: gin.GinRules, players: Sequence[str]
) -> tuple[gin.Sheet, DomainError | None]:
    """Return the sheet up to the first hand that cannot be read or comes after the end, and the error."""
    lines = [line for line in typed.splitlines() if line.strip()]
    shown = worked_out([], rules)
    wrong: DomainError | None = None
    good, bad = 0, len(lines) + 1  # an error remains with more lines: bisect for the first
    while good + 1 < bad:
        count = len(lines) if bad > len(lines) else (good + bad) // 2
        try:
            hands = typed_hands.parse_hands("\n".join(lines[:count]), rules, players)
            shown, good = worked_out([scores_of(hand, rules) for hand in hands], rules), count
        except DomainError as refusal:
            wrong, bad = refusal, count
    return shown, wrong


def script(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the lowest total of a winner, and the variants that the page needs."""
    figures = gin.rules_of(rules)
    return {
        "least": gin.least_winner_total(rules),
        "oklahoma": figures.oklahoma,
        "hollywood": figures.hollywood,
        "mode": figures.mode,
        "pairs": figures.a_side if figures.mode == "teams" else 1,
        "teams": gin.people_per_entry(rules) > 1,
    }
