"""The audit log, each entry with its undo, and the lists of rulings and of departures."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.messages import SUCCESS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import registration
from tournaments.common import audit_log
from tournaments.common.messages import sentences
from tournaments.games.declared_rules import removed_sentence
from tournaments.models import Act, Line, Round, Seat, Tournament
from tournaments.models.locking import locked
from tournaments.publishing.explain import join_names
from tournaments.publishing.names import time_of_day
from tournaments.rounds import protests, stages
from tournaments.web import confirm, flash, paging
from tournaments.web.access import SignedInRequest
from tournaments.web.audit_log.words import Changes, describe_act, name_of_round, people_of, round_phrase
from tournaments.web.confirm import Confirmation
from tournaments.web.desk import words as desk_words
from tournaments.web.rounds.words import NOTED_KINDS, undo_note, undone_sentence

ON_A_PAGE = 100
BACK_PAGES = ("acts", "medals")
"""The pages that lead to the confirmation of an undo, and are shown after it."""
ROUND_KINDS = ("seat", "open", "close", "swap", "as_played")


def acts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show every act, the newest first."""
    every = tournament.acts.select_related("by", "undoes").prefetch_related("undone_by").order_by("-version")
    page = paging.page_of(request, every, ON_A_PAGE)
    names, changed = _names(tournament)
    shown = [
        {
            "act": act,
            "text": describe_act(act, names, changed),
            "by": act.by.shown_name if act.by else "",
            "undo": audit_log.has_undo(act),
        }
        for act in page
    ]
    return render(request, "tournaments/audit_log/acts.html", {"rows": shown, "page": page})


def undo(request: SignedInRequest, tournament: Tournament, version: int) -> HttpResponse:
    """Show whom undoing an act would affect, or why it cannot be undone; a POST undoes it."""
    act = get_object_or_404(tournament.acts.select_related("by", "undoes"), version=version)
    asked = request.GET.get("then", "")
    back = reverse(asked if asked in BACK_PAGES else "acts", args=[tournament.slug])
    if request.method != "POST" and (against := audit_log.undo_obstacle(act)):
        context = {
            "act": act,
            "text": _describe(act),
            "against": sentences.error_sentence(against),
            "back": back,
        }
        return render(request, "tournaments/audit_log/undo.html", context)
    return take_back(request, act, back) or redirect(back)


def take_back(request: SignedInRequest, act: Act, back: str) -> HttpResponse | None:
    """Undo an act after showing whom that affects.

    Return the page that asks for confirmation. Return None if the act was undone or refused: the next page
    shows the message.
    """
    with flash.domain_errors(request):
        if page := undo_if_confirmed(request, act, lambda held: undo_question(held, back)):
            return page
        flash.add(request, SUCCESS, undone_sentence(act))
    return None


def undo_if_confirmed(
    request: HttpRequest, act: Act, ask: Callable[[Act], Confirmation | None]
) -> HttpResponse | None:
    """Undo an act, or return the page that asks. Raises `DomainError` where it cannot be undone."""
    return confirm.run_if_confirmed(
        request,
        locked(act),
        lambda held: ask(held) if audit_log.undo_obstacle(held) is None else None,
        lambda held: audit_log.undo(held, by=request.user),  # type: ignore[arg-type]
    )


def undo_posted_act(request: SignedInRequest, act: Act | None, back: str) -> HttpResponse:
    """Undo the act that the page at `back` showed, unless something happened since."""
    if act is None or str(act.version) != request.POST.get("act"):
        flash.error(request, "look_again")
        return redirect(back)
    return take_back(request, act, back) or redirect(back)


def undo_question(act: Act, back: str) -> Confirmation:
    """Return the confirmation to ask for before an act is undone."""
    names = dict(act.tournament.entries.values_list("number", "name"))
    return Confirmation(
        title=_("Undo: %(what)s, %(at)s") % {"what": _describe(act), "at": time_of_day(act.at)},
        label=_("Yes, undo"),
        who=[names.get(number, f"#{number}") for number in affected_numbers(act)],
        back=back,
        note=undo_note(act) if act.kind in NOTED_KINDS else "",
        by=act.by.shown_name if act.by else "",
        danger=True,
        kind=registration.competing_kind(act.tournament),
    )


def _describe(act: Act) -> str:
    return describe_act(act, *_names(act.tournament))


def _names(tournament: Tournament) -> tuple[dict[int, str], Changes]:
    return dict(tournament.entries.values_list("number", "name")), registration.player_changes(tournament)


def affected_numbers(act: Act) -> list[int]:
    """Return the numbers of the entries that an act affects; for a round, all who sit in it."""
    if act.kind == "import":
        return [entry.number for entry in registration.imported_entries(act)]
    if act.kind not in ROUND_KINDS:
        return sorted(set(people_of(act.args)))
    seats = Seat.objects.filter(
        meeting__round__stage__tournament=act.tournament,
        meeting__round__stage__order=act.args["stage"],
        meeting__round__number=act.args["round"],
        meeting__void_act=None,
    ).exclude(meeting__round__state=Round.State.VOID)
    everybody = set(seats.values_list("entry__number", flat=True))
    own = everybody.intersection(people_of(act.args))  # of a swap only two
    return sorted(own or everybody)


def rulings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show rulings at the tables, newest first: corrections, decisions, awards, voids, penalties, protests.

    Lines and acts share the versions of the tournament, so that both are in one order.
    """
    lines = tournament.lines.exclude(kind=Line.Kind.CLAIM)
    known = {one.ruling.version: one for one in protests.rulings(tournament) if one.ruling}
    versions = sorted([*lines.values_list("version", flat=True), *known], reverse=True)
    page = paging.page_of(request, versions, ON_A_PAGE)
    called = registration.NamesInRound(tournament)
    here = lines.filter(version__in=[version for version in page if version not in known])
    here = here.select_related("user", "meeting__place", "meeting__round__stage")
    by_version = {
        line.version: _ruling_row(
            line, called.in_round(line.meeting.round.number if line.meeting.round.stage.order == 1 else None)
        )
        for line in here
    }
    shown = [by_version.get(version) or _protest_row(known[version], called) for version in page]
    return render(request, "tournaments/audit_log/rulings.html", {"rows": shown, "page": page})


def _ruling_row(line: Line, names: Mapping[int, str]) -> dict[str, Any]:
    sides = [[names.get(number, f"#{number}") for number in side] for side in line.sides]
    people = [name for side in sides for name in side]
    round_ = line.meeting.round
    words = desk_words.describe_line_by(line, line.meeting, [join_names(side) for side in sides])
    if all(name in words for name in people):
        people = []
    return {
        "version": line.version,
        "kind": line.kind,
        "at": line.written_at,
        "what": line.get_kind_display(),
        "text": words,
        "note": line.note,
        "where": round_phrase(round_),
        "table": line.meeting.place.number if line.meeting.place else "",
        "people": join_names(people, len(people)) if people else "",
        "by": line.user.shown_name if line.user else line.get_by_display(),
    }


def _protest_row(one: protests.Protest, called: registration.NamesInRound) -> dict[str, Any]:
    ruling = one.ruling
    assert ruling is not None
    names = called.in_round(ruling.args["round"] if ruling.args["stage"] == 1 else None)
    people = [names.get(number, f"#{number}") for number in ruling.args["entries"]]
    return {
        "version": ruling.version,
        "kind": protests.KIND,
        "at": ruling.at,
        "what": _("Protest upheld") if one.upheld else _("Protest dismissed"),
        "note": ruling.args["text"],
        "where": name_of_round(ruling.args),
        "table": ruling.args["table"],
        "people": join_names(people, len(people)),
        "by": ruling.by.shown_name if ruling.by else "",
        "protest": one.act,
    }


def departures(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who was taken out of the tournament, from which game on, when and by whom."""
    called = registration.NamesInRound(tournament)
    rows = [
        {"left": one, "name": called.in_round(one.from_round - 1).get(one.number, f"#{one.number}")}
        for one in registration.absences(tournament)
    ]
    replaced = registration.replaced_players(tournament)
    rules = stages.qualifying(tournament).rules
    removed = removed_sentence() if rules.get("withdrawn") == "removed" else ""
    return render(
        request,
        "tournaments/helpers/departures.html",
        {"rows": rows, "replaced": replaced, "removed": removed},
    )
