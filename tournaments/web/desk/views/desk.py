"""The page of the desk, its state for the script, and the panel of one table."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.two_cards import asks_two_cards
from tournaments.accounts.permissions import may
from tournaments.common.sanitize import parse_int
from tournaments.games.awards import award_name
from tournaments.models import Tournament
from tournaments.pairing.values import LETTERS, PAIR
from tournaments.rounds.scores import GameState, TableState
from tournaments.web import polling
from tournaments.web.desk import desk_view as boards
from tournaments.web.desk import words as desk_words

# in this order, before and after those of the game
BEFORE = ("js/desk/codes.js", "js/desk/board.js")
AFTER = ("js/desk/entry.js", "js/desk/sending.js", "js/desk/screen.js", "js/desk/main.js")


@never_cache
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the desk of all rounds being played, or of one (`?stage=1&round=3`)."""
    board = boards.load_desk(tournament, request.GET)
    shown = board.table(number=parse_int(request.GET.get("table", "")))
    return show(request, board, shown=shown, typed={"table": shown.number if shown else ""})


def show(
    request: HttpRequest,
    board: boards.DeskView,
    *,
    shown: TableState | None = None,
    typed: dict[str, Any] | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render the page with what was `typed` kept; `shown` is the table whose lines are open."""
    context: dict[str, Any] = {
        "board": board,
        "heading": desk_words.heading(board.rounds),
        "typed": typed or {},
        "refused": refused,
        "nonce": uuid.uuid4().hex,
    }
    if not board.rounds:
        return render(request, "tournaments/desk/nothing.html", context)
    context |= boards.status(board)
    if not may(request.user, "enter_results", board.tournament):
        context |= {"tag": _tag(board)} | (panel_of(shown) if shown else {})
        return render(request, "tournaments/desk/watching.html", context, status=status)
    context["entry"] = board.entry.TEMPLATE
    context["tablets"] = board.tournament.devices.exists()
    of_game = [f"games/{board.rounds[0].stage.game}/{script}.js" for script in board.entry.SCRIPTS]
    context["scripts"] = [*BEFORE, *of_game, *AFTER]
    context["below"] = board.entry.BELOW
    context["typing"], context["keys"] = board.entry.example(board.rules)
    if board.of_several:
        several = board.entry.example_of_several(board.of_several, board.rules)
        if several[0] != context["typing"]:
            context["typing_several"], context["keys_several"] = several
    named = _named(board, shown)
    context["sides"] = _sides(named, context["typed"])
    context["several"] = len(named) > 2
    context["wide"] = board.entry.is_wide(board.rules)
    context["script"] = {
        "seen": board.tournament.last_line,
        "version": board.tournament.version,
        "slots": [boards.slot(table) for table in board.tables],
        "game": board.rounds[0].stage.game,
        "forfeit": board.rules["forfeit"],
        **board.entry.script(board.rules),
        "words": boards.script_words() | board.entry.words() | _words_of_two_cards(board),
        "urls": {
            "state": reverse("desk_state", args=[board.tournament.slug]) + board.query,
            "sheet": reverse("desk_sheet", args=[board.tournament.slug]) + board.query,
            "table": reverse("desk_table", args=[board.tournament.slug, uuid.UUID(int=0)]),
        },
    }
    context["how_choices"] = [(how, award_name(how)) for how in board.entry.AWARDS]
    if shown:
        context |= panel_of(shown)
    return render(request, "tournaments/desk/desk.html", context, status=status)


def _words_of_two_cards(board: boards.DeskView) -> dict[str, str]:
    """Return the words that differ where each card is entered apart: a result is not corrected here."""
    if not board.two_cards:
        return {}
    return {
        "is_in": _("A result is in already. V takes it out, Esc leaves it; cards are corrected on “Cards”."),
        "in_dispute": _(
            "Different results are in for this table: decide below, or on “Cards to look at”. "
            "Esc leaves it for later."
        ),
    }


def _named(board: boards.DeskView, shown: TableState | None) -> dict[str, str]:
    """Return the players at the table that is shown, by letter; without a table the letters that all have."""
    if shown:
        return dict(shown_names(shown))
    sides = [[letter for letter, _name in shown_names(table)] for table in board.tables if not table.bye]
    return dict.fromkeys(min(sides, key=len, default=LETTERS[:2]), "")


def _sides(named: dict[str, str], typed: dict[str, Any]) -> list[dict[str, Any]]:
    """Return every side that a table can have; all but those `named` are hidden: the script shows others."""
    return [
        {
            "letter": letter,
            "name": named.get(letter, ""),
            "hidden": letter not in named,
            "pegged": typed.get(f"pegged_{letter}", ""),
            "score": typed.get(f"score_{letter}", ""),
            "declared": typed.get(f"points_{letter}", ""),
        }
        for letter in LETTERS
    ]


@never_cache
def state(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the state of the desk for its script; 204 where nothing changed since version `since`."""
    if request.GET.get("since") == str(tournament.version):
        return HttpResponse(status=204)
    board = boards.load_desk(tournament, request.GET)
    return JsonResponse(boards.desk_state(request, board))


def status(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return what is in, missing and disputed, for readers without the right to enter; 304 if unchanged."""
    board = boards.load_desk(tournament, request.GET)
    return polling.unless_known(
        request, _tag(board), lambda: render(request, "tournaments/desk/status.html", boards.status(board))
    )


def _tag(board: boards.DeskView) -> str:
    return polling.tag(board.tournament, f"watching{board.query}")


@never_cache
def table(request: HttpRequest, tournament: Tournament, meeting: uuid.UUID) -> HttpResponse:
    """Return the lines of one table, as a fragment."""
    board = boards.load_desk(tournament, request.GET)
    found = board.table(meeting=str(meeting))
    if found is None:
        raise Http404
    context = {"board": board, "tournament": tournament, "seen": tournament.last_line, **panel_of(found)}
    return render(request, "tournaments/desk/panel.html", context)


def sheet(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the running sheet of a game as it is typed, in the words of the game; nothing is written."""
    board = boards.load_desk(tournament, request.POST)
    typed = request.POST.get("hands", "")
    shown = board.entry.typed_sheet(typed, board.rules) if board.rounds else None
    if shown is None:
        raise Http404
    table = board.table(number=parse_int(request.POST.get("table", "").strip()))
    sides = desk_words.names(table) if table and not table.bye else [""] * len(PAIR)
    names = list(zip(LETTERS, sides, strict=False))  # of three each plays alone
    return render(request, shown["template"], {"names": names, **shown})


def shown_names(found: TableState) -> list[tuple[str, str]]:
    """Return the sides of a table: the letter of the first seat, and the names."""
    return [(found.side(side)[0].letter, name) for side, name in enumerate(desk_words.names(found))]


def _turns(found: TableState, game: GameState) -> list[dict[str, str]]:
    """Return the sides that may really have won a game of several, each with a nonce; empty for two sides."""
    named = shown_names(found)
    if len(named) < 3 or game.winner is None:
        return []
    return [
        {"letter": letter, "name": name, "nonce": uuid.uuid4().hex}
        for side, (letter, name) in enumerate(named)
        if side != game.winner
    ]


def penalty_of(found: TableState) -> str:
    """Return the query for the page of penalties that selects the people and the game of a table."""
    round_ = found.meeting.round
    game = found.next_game or found.meeting.games_planned
    return f"?game={round_.stage.order}-{round_.number}-{game}&meeting={found.meeting.uid}"


def panel_of(found: TableState) -> dict[str, Any]:
    """Return the context for the panel of one table: every game with its lines."""
    round_rules = found.meeting.round.stage.rules
    return {
        "shown": found,
        "shown_label": desk_words.label(found),
        "shown_names": shown_names(found),
        "shown_match": "–".join(map(str, found.score)) if found.meeting.games_planned > 1 else "",
        "shown_games": [
            {
                "state": game,
                "history": desk_words.history(found, game),
                "turn_nonce": uuid.uuid4().hex,
                "turns": _turns(found, game),
                "void_nonce": uuid.uuid4().hex,
            }
            for game in found.games
            if game.lines or game.ruled
        ],
        "penalty_of": penalty_of(found),
        "one_slip": not asks_two_cards(round_rules),
    }
