"""The running sheet of a game of gin as it is typed; nothing is written."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from scoring import Refusal
from scoring.gin import book as gin
from scoring.gin.game import sheet as worked_out
from scoring.gin.hand import read_hand
from tournaments.games.gin import sheet_lines, typed_hands
from tournaments.incoming import whole
from tournaments.models import Tournament
from tournaments.seating.values import PAIR
from tournaments.sentences import refused
from tournaments.views.desk import board as boards
from tournaments.views.desk import desk_wording


@require_POST
def sheet(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the hands typed so far come to, up to the first that cannot be."""
    board = boards.load_board(tournament, request.POST)
    if not board.rounds or not board.entry.HAS_SHEET:
        raise Http404
    rules = gin.rules_of(board.rules)
    table = board.table(number=whole(request.POST.get("table", "").strip()))
    sides = desk_wording.names(table) if table and not table.bye else [""] * len(PAIR)
    hands, refusal = _read(request.POST.get("hands", ""), rules)
    shown = worked_out([read_hand(hand, rules) for hand in hands], rules)
    context = {
        "names": list(zip(PAIR, sides, strict=True)),
        "lines": sheet_lines.lines(shown),
        "games": sheet_lines.games(shown),
        "over": shown.over,
        "target": rules.target,
        "totals": gin.foot(shown) if shown.over else None,
        "refused": refused(refusal) if refusal else "",
    }
    return render(request, "tournaments/desk/gin_sheet.html", context)


def _read(text: str, rules: gin.GinRules) -> tuple[list[dict], Refusal | None]:
    """The hands up to the first that cannot be read or comes after the end, and why."""
    lines = [line for line in text.splitlines() if line.strip()]
    for count in range(len(lines), -1, -1):
        try:
            hands = typed_hands.read("\n".join(lines[:count]), rules)
            worked_out([read_hand(hand, rules) for hand in hands], rules)
        except Refusal as refusal:
            wrong: Refusal | None = refusal
        else:
            return hands, None if count == len(lines) else wrong
    raise AssertionError("an empty sheet can always be worked out")
