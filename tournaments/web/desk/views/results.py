"""Results entered at the desk: a result, a correction, a decision. An entry sent twice is written once."""

import uuid
from collections.abc import Callable
from typing import Any, NoReturn

from django.contrib.messages import SUCCESS, WARNING
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse

from scoring import DomainError
from scoring.settle import Open
from tournaments import games
from tournaments.common.messages.sentences import Sentence, error_sentence, sentence
from tournaments.common.sanitize import parse_int
from tournaments.finals import playoffs
from tournaments.games import parsing
from tournaments.models import Tournament
from tournaments.models.tournament import locked
from tournaments.rounds.scores import TableState, WriteResult
from tournaments.rounds.scores import desk as book
from tournaments.web import flash
from tournaments.web.desk import desk_view as boards
from tournaments.web.desk import words as desk_words
from tournaments.web.desk.views import desk

FIELDS = dict.fromkeys(("no_such_table", "already_entered", "meeting_void", "round_not_open"), "table")


def write(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Write one line; answers the script with JSON, a plain form with a redirect."""
    board = boards.load_desk(tournament, request.POST)
    try:
        table = _table(board, request.POST)
        game = _game(table, request.POST)
        said = {
            "nonce": request.POST.get("nonce", "")[:64] or _missing("nonce"),
            "seen": parse_int(request.POST.get("seen", "")) or 0,
            "user": request.user,
        }
        answer = _written(request.POST, table, game, said)
    except DomainError as refusal:
        return _refuse(request, board, refusal)
    return _acknowledge(request, tournament, table, game, answer)


def rule(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Decide which of several lines counts: all that a judge may write."""
    if request.POST.get("do") != "rule":
        raise PermissionDenied
    return write(request, tournament)


def _written(typed: QueryDict, table: TableState, game: int, said: dict[str, Any]) -> WriteResult:
    """Write a line, and its consequences in a medal match or in the playoffs."""
    stage = table.meeting.round.stage
    write, asks = WRITERS.get(typed.get("do", "enter")) or _missing("do")

    def written() -> WriteResult:
        return write(table.meeting, game=game, **asks(table, typed), **said)

    if not stage.ranks_only:
        return written()
    with locked(stage) as stage:  # a result that would overturn later games is not written either
        answer = written()
        playoffs.follow_up(stage, by=said["user"])
        return answer


def _missing(name: str) -> NoReturn:
    raise DomainError("form_incomplete", field=name)


def meeting_uid(text: str) -> str:
    """Return the uid of a meeting as it is posted. Raises `DomainError`."""
    try:
        return str(uuid.UUID(text))
    except ValueError:
        raise DomainError("meeting_void") from None


def _table(board: boards.DeskView, typed: QueryDict) -> TableState:
    meeting, number = typed.get("meeting", ""), typed.get("table", "").strip()
    table = board.anywhere(meeting_uid(meeting)) if meeting else board.numbered(parse_int(number))
    if table is None:
        raise DomainError("meeting_void") if meeting else DomainError("no_such_table", table=number or "?")
    if table.bye:
        raise DomainError("sits_out", name=desk_words.names(table)[0])
    return table


def _game(table: TableState, typed: QueryDict) -> int:
    return parse_int(typed.get("game", "")) or table.next_game or table.meeting.games_planned


def _data(table: TableState, typed: QueryDict) -> dict[str, Any]:
    """Return line data from the typed fields, in the words of the game."""
    return {"data": games.GAMES[table.meeting.round.stage.game].desk.data(table, typed)}


def _line(table: TableState, typed: QueryDict) -> dict[str, Any]:
    return {"line": parse_int(typed.get("line", "")) or 0}


def _winner(table: TableState, typed: QueryDict) -> dict[str, Any]:
    return {"winner": parsing.side(table, typed.get("winner", "")), **_line(table, typed)}


Asks = Callable[[TableState, QueryDict], dict[str, Any]]
WRITERS: dict[str, tuple[Callable[..., WriteResult], Asks]] = {
    "enter": (book.enter_result, _data),
    "correct": (book.correct_result, _data),
    "turn": (book.swap_winner, _winner),
    "rule": (book.rule_on_dispute, _line),
    "void": (book.void_result, lambda table, typed: {}),
}
"""By the action of the form: the function that writes, and the fields it needs beside meeting and game."""


def _wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def _refuse(request: HttpRequest, board: boards.DeskView, refusal: DomainError) -> HttpResponse:
    said = error_sentence(refusal)
    if _wants_json(request):
        fields = FIELDS | (board.entry.FIELDS if board.rounds else {})
        first = board.entry.FIRST if board.rounds else "table"
        field = refusal.args_.get("box") or fields.get(refusal.code, first)
        answer = {"ok": False, "code": refusal.code, "say": said, "field": field}
        return JsonResponse(answer | boards.desk_state(request, board), status=422)
    typed = request.POST.dict()
    shown = board.table(number=parse_int(typed.get("table", "")))
    if refusal.code == "already_entered":
        typed["do"] = "correct"
    return desk.show(request, board, shown=shown, typed=typed, refused=said, status=422)


def _acknowledge(
    request: HttpRequest, tournament: Tournament, table: TableState, game: int, answer: WriteResult
) -> HttpResponse:
    tournament.refresh_from_db()
    board = boards.load_desk(tournament, request.POST)
    # The whole desk is read after the line is written, and only once: results that other tables sent
    # meanwhile belong to `seen`, or the script would believe that it has them.
    news = boards.desk_state(request, board) if _wants_json(request) else {}
    now = board.anywhere(str(table.meeting.uid)) or table
    said = _result_sentence(now, game, answer)
    told = [sentence(outcome.code, outcome.args) for outcome in book.notices_about(answer.line)]
    if _wants_json(request):
        return JsonResponse(
            {
                "ok": True,
                "code": said.code,
                "say": said,
                "told": told,
                "line": answer.line.number,
                "meeting": str(table.meeting.uid),
                "game": game,
                "disputed": now.game(game).disputed,
                "turnable": now.game(game).counting == answer.line and not now.game(game).disputed,
            }
            | news
        )
    flash.add(request, WARNING if now.game(game).disputed else SUCCESS, said)
    for outcome in told:
        flash.add(request, WARNING, outcome)
    return redirect(reverse("desk", args=[tournament.slug]) + board.query)


def _result_sentence(table: TableState, game: int, answer: WriteResult) -> Sentence:
    """Return the outcome of the entry as a sentence."""
    state = table.game(game)
    label = desk_words.label(table, game)
    if state.disputed:
        return sentence("now_disputed", {"label": label})
    if isinstance(state.amount, Open):
        return sentence("taken_out", {"label": label})
    if answer.line.kind == "correction":
        return sentence("corrected", {"result": desk_words.read_back(table, state)})
    return desk_words.read_back(table, state)
