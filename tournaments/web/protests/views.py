"""Protests: filed at the desk, ruled on by a judge; open ones are shown before anything becomes official."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring import DomainError
from tournaments import registration
from tournaments.accounts.permissions import may
from tournaments.common.messages.sentences import error_sentence
from tournaments.common.sanitize import clean_line, parse_int
from tournaments.devices import calls
from tournaments.models import Call, Meeting, Tournament
from tournaments.models.locking import locked
from tournaments.publishing.names import time_of_day
from tournaments.rounds import protests, stages
from tournaments.web import flash
from tournaments.web.access import SignedInRequest

UPHELD, DISMISSED = "upheld", "dismissed"
RULING_MESSAGES = {UPHELD: "protest_upheld", DISMISSED: "protest_dismissed"}
CONCURRENT_CODES = ("protest_filed_otherwise", "protest_seen_to")
"""Refusals after which the input can be filed as another protest."""


def protests_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show every protest of the tournament, and the form of another one."""
    call = calls.waiting_protest(tournament, parse_int(request.GET.get("call", "")))
    return _show(
        request, tournament, **(_form_from_call(tournament, call) or _form_from_table(tournament, request))
    )


def _form_from_table(tournament: Tournament, request: HttpRequest) -> dict[str, Any]:
    """Return the form as the desk opens it for a table: its game, and the people seated there."""
    number, table = (parse_int(request.GET.get(name, "")) for name in ("round", "table"))
    if number is None or table is None:
        return {}
    meeting = _meeting_at(tournament, number, table)
    if meeting is None:
        return {}
    seated = set(meeting.seats.values_list("entry__number", flat=True))
    names = registration.NamesInRound(tournament).now
    people = sorted((one, name) for one, name in names.items() if one in seated)
    return {"typed": {"round": str(number), "meeting": str(meeting.uid)}, "people": people}


def _meeting_at(tournament: Tournament, round_: int, table: int) -> Meeting | None:
    rounds = stages.qualifying(tournament).rounds.filter(number=round_)
    return Meeting.objects.filter(round__in=rounds, place__number=table, void_act=None).first()


def _form_from_call(
    tournament: Tournament, call: Call | None, text: str = "", **ruling: str
) -> dict[str, Any]:
    """Return the form as a table has asked for it, with the moment of the request; empty without a request.

    `text` and `ruling` are the typed values.
    """
    if call is None or call.said is None:
        return {}
    rounds = [one.number for one in reversed(protests.protestable_rounds(tournament, call.at))]
    typed = {"number": str(call.who[0][0]), "round": str(call.said["round"]), "call": str(call.pk)}
    meeting = _meeting_at(tournament, call.said["round"], call.place.number) if call.place else None
    typed["meeting"] = str(meeting.uid) if meeting else ""
    return {"typed": typed | {"text": text} | ruling, "rounds": rounds, "asked_at": time_of_day(call.at)}


def _show(request: HttpRequest, tournament: Tournament, status: int = 200, **more: Any) -> HttpResponse:
    called = registration.NamesInRound(tournament)
    end, shut = protests.open_window_end(tournament), protests.last_window_end(tournament)
    open_ = {one.number for one in protests.protestable_rounds(tournament)}
    # the round that was typed too, even if it is too late for it
    played = stages.qualifying(tournament).rounds.filter(number=parse_int(request.POST.get("round", "")) or 0)
    context = {
        "rows": [
            {
                "protest": one,
                "name": called.in_round(one.act.args["round"] if one.act.args["stage"] == 1 else None).get(
                    one.act.args["entries"][0], ""
                ),
            }
            for one in protests.protests_of(tournament)
        ],
        "rounds": sorted(open_.union(played.values_list("number", flat=True)), reverse=True),
        "people": sorted(called.now.items()),
        "minutes": protests.window_minutes(tournament),
        "until": time_of_day(end) if end else "",
        "shut": {"game": shut[0], "at": time_of_day(shut[1])} if shut else None,
        "longest": protests.MAX_TEXT_LENGTH,
        "typed": request.POST,
        "nonce": request.POST.get("nonce") or uuid.uuid4().hex,
    }
    return render(request, "tournaments/protests/protests.html", context | more, status=status)


def file(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """File a protest of a player at the desk or at a table; a judge may rule on it at once."""
    key, call, gone = parse_int(request.POST.get("call", "")), None, False
    try:
        # All under one lock: else a table's request that still waits, or the same form sent twice at once,
        # would be filed a second time.
        with locked(tournament) as tournament:
            call = calls.waiting_protest(tournament, key)
            gone = key is not None and call is None  # another helper has filed it, or attended to it
            done = _earlier_message(request, tournament)
            if done is None and gone:
                raise DomainError("protest_seen_to")
            done = done or _file(request, tournament, call)
    except DomainError as refusal:
        typed = {name: request.POST.get(name, "") for name in ("text", "ruling", "said")}
        context = _form_from_call(tournament, call, **typed)
        if refusal.code in CONCURRENT_CODES:
            context |= {"nonce": uuid.uuid4().hex} | (
                {"typed": request.POST.dict() | {"call": ""}} if gone else {}
            )
        return _show(request, tournament, status=422, refused=error_sentence(refusal), **context)
    flash.success(request, *done)
    return redirect("protests", tournament.slug)


def _earlier_message(request: SignedInRequest, tournament: Tournament) -> tuple[str, dict[str, Any]] | None:
    """Return the message of the same form when it came the first time; None if it has not come yet.

    Raises `DomainError` if it now has other content.
    """
    found = protests.protest_with_nonce(tournament, _nonce(request))
    if found is None:
        return None
    args = found.act.args
    (number,) = args["entries"]
    name = tournament.entries.get(number=number).name
    typed = [request.POST.get(key, "") for key in ("number", "round", "text", "ruling", "said")]
    who, round_, text = parse_int(typed[0]), parse_int(typed[1]), protests.stored_text(typed[2])
    ruling = (
        (typed[3], protests.stored_text(typed[4])) if may(request.user, "penalise", tournament) else ("", "")
    )
    ruled = UPHELD if found.upheld else DISMISSED
    stands = found.ruling and (ruled, found.ruling.args["text"])
    if (who, round_, text) != (number, args["round"], args["text"]) or ruling not in (("", ""), stands):
        raise DomainError("protest_filed_otherwise", name=name)
    return (RULING_MESSAGES[ruled], {}) if found.ruling else ("protest_filed", {"name": name})


def _nonce(request: HttpRequest) -> str:
    return clean_line(request.POST.get("nonce", ""))[:64]


def _file(request: SignedInRequest, tournament: Tournament, call: Call | None) -> tuple[str, dict[str, Any]]:
    """File what was typed, and rule on it if a judge did; return the code and arguments of the message."""
    ruling, words = request.POST.get("ruling", ""), request.POST.get("said", "")
    rules = may(request.user, "penalise", tournament)
    entry = tournament.entries.filter(number=parse_int(request.POST.get("number", "")) or 0).first()
    if entry is None:
        raise DomainError("protest_who")
    number = parse_int(request.POST.get("round", "")) or 0
    if call and (call.who[0][0], (call.said or {}).get("round")) != (entry.number, number):
        raise DomainError("protest_of_the_table")
    if rules and words.strip() and ruling not in RULING_MESSAGES:
        raise DomainError("protest_no_ruling")
    text, linked = request.POST.get("text", ""), request.POST.get("meeting", "")
    at, nonce = call.at if call else None, _nonce(request)
    act = protests.file(tournament, number, entry, text, by=request.user, at=at, nonce=nonce, linked=linked)
    if call:
        calls.resolve(call, by=request.user)
    if not rules or ruling not in RULING_MESSAGES:
        return "protest_filed", {"name": entry.name}
    protests.rule(tournament, act.version, words, upheld=ruling == UPHELD, by=request.user)
    return RULING_MESSAGES[ruling], {}


def rule(request: SignedInRequest, tournament: Tournament, version: int) -> HttpResponse:
    """Rule on a protest; the second of two judges sees the ruling in force and their own input."""
    upheld, text = request.POST.get("ruling") == UPHELD, request.POST.get("text", "")
    try:
        with locked(tournament) as tournament:
            if not protests.has_ruled(tournament, version, text, upheld=upheld, by=request.user):
                protests.rule(tournament, version, text, upheld=upheld, by=request.user)
    except DomainError as refusal:
        context = {
            "ruling_refused": error_sentence(refusal),
            "ruling_typed": protests.stored_text(text),
            "typed": {},
        }
        return _show(request, tournament, status=422, **context)
    flash.success(request, RULING_MESSAGES[UPHELD if upheld else DISMISSED])
    return redirect("protests", tournament.slug)
