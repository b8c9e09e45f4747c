"""The running sheet of a game as it is typed; nothing is written."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.incoming import whole
from tournaments.models import Tournament
from tournaments.seating.values import LETTERS, PAIR
from tournaments.views.desk import board as boards
from tournaments.views.desk import desk_wording


def sheet(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the totals of what is typed so far, in the words of the game."""
    board = boards.load_board(tournament, request.POST)
    typed = request.POST.get("hands", "")
    shown = board.entry.typed_sheet(typed, board.rules) if board.rounds else None
    if shown is None:
        raise Http404
    table = board.table(number=whole(request.POST.get("table", "").strip()))
    sides = desk_wording.names(table) if table and not table.bye else [""] * len(PAIR)
    names = list(zip(LETTERS, sides, strict=False))  # of three each plays alone
    return render(request, shown["template"], {"names": names, **shown})
