"""The desk: the panel of a table, and results, corrections and decisions entered there."""

import contextlib
import re
import uuid
from collections.abc import Callable
from typing import Any, NoReturn

from django.contrib.messages import SUCCESS, WARNING
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring import DomainError
from scoring.settle import Open
from scoring.two_cards import asks_two_cards
from tournaments import devices, games
from tournaments.accounts.permissions import may
from tournaments.common.messages.sentences import Sentence, error_sentence, sentence
from tournaments.common.sanitize import parse_int
from tournaments.games.parsing import meeting_uid, side_at_letter
from tournaments.models import KIOSK, Line, Tournament
from tournaments.pairing.values import LETTERS, PAIR
from tournaments.rounds import protests, scores
from tournaments.rounds.scores import GameState, TableState, WriteResult
from tournaments.web import flash, polling
from tournaments.web.desk import desk_view
from tournaments.web.desk import words as desk_words
from tournaments.web.desk.words import award_name
from tournaments.web.device_api import payloads
from tournaments.web.device_api.payloads import SubmissionReceipt

# in this order, before and after those of the game
FIRST_SCRIPTS = ("js/desk/codes.js", "js/desk/board.js")
LAST_SCRIPTS = ("js/desk/entry.js", "js/desk/sending.js", "js/desk/screen.js", "js/desk/main.js")


@never_cache
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the desk of all rounds being played, or of one (`?stage=1&round=3`)."""
    board = desk_view.load_desk(tournament, request.GET)
    shown = board.table_by_number(parse_int(request.GET.get("table", "")))
    return show(request, board, shown=shown, typed={"table": shown.number if shown else ""})


def show(
    request: HttpRequest,
    board: desk_view.DeskView,
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
        return render(request, "tournaments/desk/no_open_round.html", context)
    context |= desk_view.status(board)
    if not may(request.user, "enter_results", board.tournament):
        context |= {"tag": _tag(board)} | (panel_of(shown) if shown else {})
        return render(request, "tournaments/desk/read_only.html", context, status=status)
    context["entry"] = board.entry.TEMPLATE
    context["tablets"] = board.tournament.devices.exclude(KIOSK).exists()
    of_game = [f"games/{board.rounds[0].stage.game}/{script}.js" for script in board.entry.SCRIPTS]
    context["scripts"] = [*FIRST_SCRIPTS, *of_game, *LAST_SCRIPTS]
    context["below"] = board.entry.BELOW
    context["typing"], context["keys"] = board.entry.example(board.rules)
    if board.of_several:
        several = board.entry.example_of_several(board.of_several, board.rules)
        if several[0] != context["typing"]:
            context["typing_several"], context["keys_several"] = several
    named = _names_by_letter(board, shown)
    context["sides"] = _side_fields(named, context["typed"])
    context["several"] = len(named) > 2
    context["wide"] = board.entry.is_wide(board.rules)
    context["script"] = {
        "seen": board.tournament.last_line,
        "version": board.tournament.version,
        "epoch": board.tournament.epoch,
        **_first_slots(board),
        "game": board.rounds[0].stage.game,
        "forfeit": board.rules["forfeit"],
        **board.entry.script(board.rules),
        "words": desk_words.script_words(board.entry, two_cards=board.two_cards),
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


def _first_slots(board: desk_view.DeskView) -> dict[str, Any]:
    """Return the tables that the script begins with: those of the first page, or none on another page."""
    if board.meetings_page.has_previous():
        return {"slots": [], "next": 1}
    return {"slots": [desk_view.slot(table) for table in board.on_page], "next": board.next_page}


def _names_by_letter(board: desk_view.DeskView, shown: TableState | None) -> dict[str, str]:
    """Return the players at the table that is shown, by letter; without a table the letters that all have."""
    if shown:
        return dict(side_names(shown))
    sides = [[letter for letter, _name in side_names(table)] for table in board.on_page if not table.bye]
    return dict.fromkeys(min(sides, key=len, default=LETTERS[:2]), "")


def _side_fields(named: dict[str, str], typed: dict[str, Any]) -> list[dict[str, Any]]:
    """Return every side that a table can have; all but those `named` are hidden: the script shows others."""
    return [
        {
            "letter": letter,
            "name": named.get(letter, ""),
            "hidden": letter not in named,
            "declared": typed.get(f"points_{letter}", ""),
            **_side_input(letter, typed),
        }
        for letter in LETTERS
    ]


def _side_input(letter: str, typed: dict[str, Any]) -> dict[str, Any]:
    """Return what was typed into the boxes of a side, by their names without its letter."""
    end = f"_{letter}"
    return {name.removesuffix(end): value for name, value in typed.items() if name.endswith(end)}


@never_cache
def state(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the state of the desk for its script; 204 where nothing changed since version `since`.

    With `page`, another page of its tables.
    """
    known, now = (request.GET.get("epoch"), request.GET.get("since")), (tournament.epoch, tournament.version)
    if known == tuple(map(str, now)):
        return HttpResponse(status=204)
    board = desk_view.load_desk(tournament, request.GET)
    return JsonResponse(desk_view.desk_state(request, board))


def status(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return what is in, missing and disputed, for readers without the right to enter; 304 if unchanged."""
    board = desk_view.load_desk(tournament, request.GET)
    return polling.conditional_response(
        request, _tag(board), lambda: render(request, "tournaments/desk/status.html", desk_view.status(board))
    )


def _tag(board: desk_view.DeskView) -> str:
    return polling.tag(board.tournament, f"watching{board.query} {board.page_number or 1}")


@never_cache
def table(request: HttpRequest, tournament: Tournament, meeting: uuid.UUID) -> HttpResponse:
    """Return the lines of one table, as a fragment."""
    board = desk_view.load_desk(tournament, request.GET)
    found = board.table(meeting)
    if found is None:
        raise Http404
    context = {"board": board, "tournament": tournament, **panel_of(found)}
    return render(request, "tournaments/desk/panel.html", context)


def sheet(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the running sheet of a game as it is typed, in the words of the game; nothing is written."""
    board = desk_view.load_desk(tournament, request.POST)
    typed = request.POST.get("hands", "")
    shown = board.entry.typed_sheet(typed, board.rules) if board.rounds else None
    if shown is None:
        raise Http404
    table = board.table_by_number(parse_int(request.POST.get("table", "").strip()))
    sides = desk_words.names(table) if table and not table.bye else [""] * len(PAIR)
    names = list(zip(LETTERS, sides, strict=False))  # of three each plays alone
    return render(request, shown["template"], {"names": names, **shown})


def side_names(table: TableState) -> list[tuple[str, str]]:
    """Return the sides of a table: the letter of the first seat, and the names."""
    return [(table.side(side)[0].letter, name) for side, name in enumerate(desk_words.names(table))]


def _winner_choices(table: TableState, game: GameState) -> list[dict[str, str]]:
    """Return the sides that may really have won a game of several, each with a nonce; empty for two sides."""
    named = side_names(table)
    if len(named) < 3 or game.winner is None:
        return []
    return [
        {"letter": letter, "name": name, "nonce": uuid.uuid4().hex}
        for side, (letter, name) in enumerate(named)
        if side != game.winner
    ]


def panel_of(table: TableState) -> dict[str, Any]:
    """Return the context for the panel of one table: every game with its lines."""
    round_ = table.meeting.round
    played = table.next_game or table.meeting.games_planned
    return {
        "shown": table,
        "shown_label": desk_words.label(table),
        "shown_names": side_names(table),
        "shown_match": "–".join(map(str, table.score)) if table.meeting.games_planned > 1 else "",
        "shown_games": [
            {
                "state": game,
                "history": desk_words.history(table, game),
                "turn_nonce": uuid.uuid4().hex,
                "turns": _winner_choices(table, game),
                "void_nonce": uuid.uuid4().hex,
            }
            for game in table.games
            if game.lines or game.ruled
        ],
        "protests": protests.unanswered_protests_at(table.meeting),
        "penalty_of": f"?game={round_.stage.order}-{round_.number}-{played}&meeting={table.meeting.uid}",
        "one_slip": not asks_two_cards(round_.stage.rules),
    }


FIELD_BY_CODE = dict.fromkeys(("no_such_table", "already_entered", "meeting_void", "round_not_open"), "table")


def write(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Write one line; answers the script with JSON, a plain form with a redirect."""
    board, typed = desk_view.load_desk(tournament, request.POST), request.POST
    action = typed.get("do", "enter")
    try:
        table = _table(board, typed)
        game = parse_int(typed.get("game", "")) or table.next_game or table.meeting.games_planned
        values = FORM_READERS.get(action) or _refuse_missing_field("do")
        answer = scores.record(
            table.meeting,
            action,
            game=game,
            nonce=typed.get("nonce", "")[:64] or _refuse_missing_field("nonce"),
            seen=parse_int(typed.get("seen", "")) or 0,
            user=request.user,  # type: ignore[arg-type]
            **values(table, typed),
        )
    except DomainError as refusal:
        return _refuse(request, board, refusal)
    return _acknowledge(request, desk_view.desk_after(board, table, answer, typed), table, game, answer)


def rule(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Decide which of several lines counts: all that a judge may write."""
    if request.POST.get("do") != "rule":
        raise PermissionDenied
    return write(request, tournament)


def _refuse_missing_field(name: str) -> NoReturn:
    raise DomainError("form_incomplete", field=name)


def _table(board: desk_view.DeskView, typed: QueryDict) -> TableState:
    meeting, number = typed.get("meeting", ""), typed.get("table", "").strip()
    table = board.anywhere(meeting_uid(meeting)) if meeting else board.table_by_number(parse_int(number))
    if table is None:
        raise DomainError("meeting_void") if meeting else DomainError("no_such_table", table=number or "?")
    if table.bye:
        raise DomainError("sits_out", name=desk_words.names(table)[0])
    return table


def _data(table: TableState, typed: QueryDict) -> dict[str, Any]:
    """Return line data from the typed fields, in the words of the game."""
    return {"data": games.GAMES[table.meeting.round.stage.game].desk.data(table, typed)}


def _line(table: TableState, typed: QueryDict) -> dict[str, Any]:
    return {"line": parse_int(typed.get("line", "")) or 0}


def _winner(table: TableState, typed: QueryDict) -> dict[str, Any]:
    return {"winner": side_at_letter(table, typed.get("winner", "")), **_line(table, typed)}


FORM_READERS: dict[str, Callable[[TableState, QueryDict], dict[str, Any]]] = {
    "enter": _data,
    "correct": _data,
    "turn": _winner,
    "rule": _line,
    "void": lambda table, typed: {},
}
"""By the action of the form (`scores.desk.ACTIONS`): the values it has beside meeting and game."""


def _wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def _refuse(request: HttpRequest, board: desk_view.DeskView, refusal: DomainError) -> HttpResponse:
    reason = error_sentence(refusal)
    if _wants_json(request):
        fields = FIELD_BY_CODE | (board.entry.FIELDS if board.rounds else {})
        first = board.entry.FIRST if board.rounds else "table"
        field = refusal.args_.get("box") or fields.get(refusal.code, first)
        answer = {"ok": False, "code": refusal.code, "say": reason, "field": field}
        return JsonResponse(answer | desk_view.desk_state(request, board), status=422)
    typed = request.POST.dict()
    shown = board.table_by_number(parse_int(typed.get("table", "")))
    if refusal.code == "already_entered":
        typed["do"] = "correct"
    return show(request, board, shown=shown, typed=typed, refused=reason, status=422)


def _acknowledge(
    request: HttpRequest, board: desk_view.DeskView, table: TableState, game: int, answer: WriteResult
) -> HttpResponse:
    tournament = answer.line.tournament
    # The desk is read after the line is written: results that other tables sent meanwhile belong to `seen`,
    # or the script would believe that it has them.
    news = desk_view.desk_state(request, board) if _wants_json(request) else {}
    now = board.anywhere(table.meeting.uid) or table
    result = _result_sentence(now, game, answer)
    notices = [sentence(outcome.code, outcome.args) for outcome in answer.notices]
    if _wants_json(request):
        return JsonResponse(
            {
                "ok": True,
                "code": result.code,
                "say": result,
                "told": notices,
                "line": answer.line.number,
                "meeting": str(table.meeting.uid),
                "game": game,
                "disputed": now.game(game).disputed,
                "turnable": now.game(game).counting == answer.line and not now.game(game).disputed,
            }
            | news
        )
    flash.add(request, WARNING if now.game(game).disputed else SUCCESS, result)
    for outcome in notices:
        flash.add(request, WARNING, outcome)
    return redirect(reverse("desk", args=[tournament.slug]) + board.query)


def _result_sentence(table: TableState, game: int, answer: WriteResult) -> Sentence:
    state = table.game(game)
    label = desk_words.label(table, game)
    if state.disputed:
        return sentence("now_disputed", {"label": label})
    if isinstance(state.result, Open):
        return sentence("taken_out", {"label": label})
    result = desk_words.read_back(table, state)
    if answer.line.kind == "correction":
        result = sentence("corrected", {"result": result})
    won = desk_words.match_won(table)
    return Sentence(f"{result} {won}", result.code) if won else result


CODE = re.compile(r"CHV\d+\.[\w-]+\.[\w-]+", re.ASCII)
KIND_BY_ANSWER = {"accepted": "ok", "same": "again", "conflict": "dispute", "later": "later"}


def take(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Write the result of every code in what was typed, and report the outcome of each.

    A scanner set to another keyboard layout garbles the address before a code, never the code itself.
    """
    typed = request.POST.get("codes", "")
    codes = CODE.findall(typed) or [typed]
    answers = [_take_code(request, tournament, code) for code in codes]
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"answers": answers})
    for answer in answers:
        flash.add(request, SUCCESS if answer["kind"] in ("ok", "again") else WARNING, answer["say"])
    return redirect("desk", tournament.slug)


def _take_code(request: HttpRequest, here: Tournament, code: str) -> dict[str, Any]:
    """Take one code, also of another tournament if the user may enter results there."""
    with contextlib.suppress(DomainError):  # a code that cannot be read is worded below
        there = devices.read_offline_code(code).device.tournament
        if not may(request.user, "enter_results", there):
            elsewhere = sentence("offline_code_elsewhere")
            return {"kind": "refused", "say": elsewhere}
    taken = payloads.take_offline_code(code)
    refusal = taken.outcome.refusal
    return {"code": refusal.code if refusal else taken.outcome.answer} | _receipt_answer(here, taken)


def _receipt_answer(tournament: Tournament, taken: SubmissionReceipt) -> dict[str, Any]:
    outcome = taken.outcome
    kind = KIND_BY_ANSWER.get(outcome.answer, "refused")
    if outcome.answer == "not_your_table":
        return {"kind": kind, "say": sentence("offline_code_other_table")}
    if outcome.line is None or taken.device is None:
        return {
            "kind": kind,
            "say": error_sentence(outcome.refusal) if outcome.refusal else Sentence("", kind),
        }
    result = _result(tournament, taken.device.tournament, outcome.line)
    return {"kind": kind, "say": sentence(f"offline_code_{kind}", {"result": result})}


def _result(here: Tournament, tournament: Tournament, number: int) -> str:
    """Return «Table 3: Huguette Côté beats Réal O'Brien 121–88.», with the name of another tournament."""
    line = Line.objects.select_related("meeting__round__stage__tournament", "meeting__place").get(
        tournament=tournament, number=number
    )
    meeting = line.meeting
    table = scores.table_state(meeting, meeting.place.number if meeting.place else 0)
    shown = {"label": desk_words.label(table, line.game), "result": desk_words.describe_line(table, line)}
    words = _("%(label)s: %(result)s") % shown
    return words if tournament == here else f"{tournament.name}, {words}"
