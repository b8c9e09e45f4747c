"""Results that reach the desk as offline codes, typed by a barcode scanner or pasted."""

import contextlib
import re
from typing import Any

from django.contrib.messages import SUCCESS, WARNING
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import devices
from tournaments.accounts.permissions import may
from tournaments.common.messages.sentences import Sentence, error_sentence, sentence
from tournaments.models import Line, Tournament
from tournaments.rounds import scores
from tournaments.web import flash
from tournaments.web.desk import words as desk_words
from tournaments.web.device_api import payloads
from tournaments.web.device_api.payloads import SubmissionReceipt

CODE = re.compile(r"CHV\d+\.[\w-]+\.[\w-]+", re.ASCII)
KINDS = {"accepted": "ok", "same": "again", "conflict": "dispute", "later": "later"}


def take(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Write the result of every code in what was typed, and report the outcome of each.

    A scanner set to another keyboard layout garbles the address before a code, never the code itself.
    """
    typed = request.POST.get("codes", "")
    codes = CODE.findall(typed) or [typed]
    told = [_taken(request, tournament, code) for code in codes]
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"answers": told})
    for answer in told:
        flash.add(request, SUCCESS if answer["kind"] in ("ok", "again") else WARNING, answer["say"])
    return redirect("tablets" if request.POST.get("from") == "tablets" else "desk", tournament.slug)


def _taken(request: HttpRequest, here: Tournament, code: str) -> dict[str, Any]:
    """Take one code, also of another tournament if the user may enter results there."""
    with contextlib.suppress(DomainError):  # a code that cannot be read is worded below
        there = devices.read_offline_code(code).device.tournament
        if not may(request.user, "enter_results", there):
            said = sentence("offline_code_elsewhere")
            return {"kind": "refused", "say": said}
    return _code_result(here, payloads.take_offline_code(code))


def _code_result(tournament: Tournament, taken: SubmissionReceipt) -> dict[str, Any]:
    """Return the outcome of one code: its kind, a code for the outcome, and words."""
    refusal = taken.outcome.refusal
    return {"code": refusal.code if refusal else taken.outcome.answer} | _worded(tournament, taken)


def _worded(tournament: Tournament, taken: SubmissionReceipt) -> dict[str, Any]:
    outcome = taken.outcome
    kind = KINDS.get(outcome.answer, "refused")
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
    table = scores.table_of(meeting, meeting.place.number if meeting.place else 0)
    shown = {"label": desk_words.label(table, line.game), "result": desk_words.describe_line(table, line)}
    said = _("%(label)s: %(result)s") % shown
    return said if tournament == here else f"{tournament.name}, {said}"
