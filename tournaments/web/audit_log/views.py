"""The audit log, each entry with its undo, and the lists of rulings and of departures."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.messages import SUCCESS
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import registration
from tournaments.common import audit_log
from tournaments.common.messages import sentences
from tournaments.models import Act, Line, Round, Seat, Stage, Tournament
from tournaments.models.tournament import locked
from tournaments.publishing.explain import join_names
from tournaments.publishing.names import time_of_day
from tournaments.rounds import protests
from tournaments.web import confirm, flash
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import Confirmation
from tournaments.web.desk import words as desk_words
from tournaments.web.rounds.words import NOTED, undo_note, undone

Changes = Mapping[int, registration.Replaced]
ON_A_PAGE = 100
COME_FROM = ("acts", "medals")
"""The pages that lead to the confirmation of an undo, and are shown after it."""
OF_A_ROUND = ("seat", "open", "close", "swap", "as_played")
# By kind of act; round, table, who and text come from its arguments.
SAID: dict[str, Promise] = {
    "create": gettext_lazy("The tournament was made"),
    "describe": gettext_lazy("Name, date, place or paper was changed"),
    "change_rules": gettext_lazy("The rules of the day were changed"),
    "import": gettext_lazy("A list of players was imported"),
    "fix_seat": gettext_lazy("Fixed seat: %(who)s"),
    "withdraw": gettext_lazy("Left: %(who)s"),
    "come_back": gettext_lazy("Arrived: %(who)s"),
    "partners_drawn": gettext_lazy("Partners were drawn, to be looked at: %(text)s"),
    "partners": gettext_lazy("Partners play together as they were drawn: %(who)s"),
    "substitute": gettext_lazy("Who plays under a number was changed: %(who)s"),
    "leave_out": gettext_lazy("Left out until they arrive: %(who)s"),
    "seat": gettext_lazy("%(round)s was seated"),
    "open": gettext_lazy("%(round)s was opened"),
    "close": gettext_lazy("%(round)s was closed"),
    "swap": gettext_lazy("%(round)s: %(who)s changed seats"),
    "as_played": gettext_lazy("%(round)s: seated as they play"),
    "line_up": gettext_lazy("%(round)s: the line-up of %(who)s was changed"),
    "played_ahead": gettext_lazy(
        "%(round)s, table %(table)s: one game more, as that of the next one: %(who)s"
    ),
    "extra_game": gettext_lazy("%(round)s, table %(table)s: one game too many, it does not count: %(who)s"),
    "fixtures": gettext_lazy("The fixtures of the league were brought to this evening"),
    "protest": gettext_lazy("%(round)s, table %(table)s: %(who)s protests: “%(text)s”"),
    "protest_ruled": gettext_lazy("%(round)s, table %(table)s: ruled on the protest of %(who)s"),
    "make_up": gettext_lazy("%(round)s, table %(table)s: a game that was missed is made up: %(who)s"),
    "medal_seat": gettext_lazy("%(round)s was seated"),
    "medal_close": gettext_lazy("%(round)s was closed"),
    "playoffs": gettext_lazy("The playoffs were drawn for %(who)s"),
    "stay_out": gettext_lazy("Who is here and does not play on in the playoffs: %(who)s"),
    "playoff_seat": gettext_lazy("Playoffs: matches were seated"),
    "playoff_close": gettext_lazy("Playoffs: matches were closed"),
    "playoff_open": gettext_lazy("Playoffs: matches were opened again after a correction"),
    "playoff_unseat": gettext_lazy("Playoffs: matches were taken back after a correction"),
    "tie_break": gettext_lazy("Medal matches were made for %(who)s"),
    "tie_break_withdraw": gettext_lazy("Medal matches were withdrawn, as %(who)s were level no longer"),
    "podium": gettext_lazy("The podium went a step on, or back"),
    "lift_hidden": gettext_lazy("The hidden games were shown to everybody"),
    "publish": gettext_lazy("The standings were made official"),
    "reopen": gettext_lazy("The day was reopened: its games go on"),
    "publish_files": gettext_lazy("The results were made ready for the Internet"),
    "publish_each_game": gettext_lazy("Whether results go out after each closed game was changed"),
    "visibility": gettext_lazy("Who may follow the tournament was changed"),
    "new_link": gettext_lazy("The link for visitors was renewed"),
    "report_columns": gettext_lazy("The columns of the report for the region were chosen"),
    "full_names": gettext_lazy("Whether everybody’s full name goes on the Internet was changed"),
    "restore": gettext_lazy("The day goes on from a copy"),
    "notice": gettext_lazy("Told everybody: “%(text)s”"),
    "notice_end": gettext_lazy("The notice was taken away"),
    "wifi": gettext_lazy("The Wi-Fi of the hall was written down"),
    "questions": gettext_lazy("What everybody is asked at registration was changed"),
    "categories": gettext_lazy("The categories of the tournament were changed"),
    "club_teams": gettext_lazy("Whether and how clubs are ranked was changed"),
    "prizes": gettext_lazy("The list of prizes was changed"),
    "best_hand": gettext_lazy("A hand that may be the best was written down: %(who)s"),
    "door_prize": gettext_lazy("A door prize was drawn: %(who)s"),
    "card_total": gettext_lazy("The totals of a card were written down: %(who)s"),
    "cash": gettext_lazy("The cash box was changed"),
    "password": gettext_lazy("A new password was set at the laptop for %(text)s"),
    "update": gettext_lazy("Cheville was updated at the laptop, to version %(text)s"),
    "update_failed": gettext_lazy("An update to version %(text)s was given up: Cheville runs as before"),
    "update_back": gettext_lazy("Cheville went back at the laptop, to version %(text)s"),
    "device_revoke": gettext_lazy("A tablet or phone was shut out"),
    "device_readmit": gettext_lazy("A tablet or phone was let in again"),
    "device_rename": gettext_lazy("A tablet or phone got another name"),
    "device_move": gettext_lazy("A tablet was moved to table %(table)s"),
    "device_let_in": gettext_lazy("A second tablet was let in at its table"),
    "device_both": gettext_lazy("Whether a second tablet reports at once was changed"),
    "device_share": gettext_lazy("Table %(table)s may keep several tablets"),
    "device_code": gettext_lazy("Table %(table)s got another code"),
    "device_phones": gettext_lazy("Whether players report from their own phones was changed"),
    "device_map": gettext_lazy("Tables or the door were moved on the plan of the hall"),
    "device_floor": gettext_lazy("The plan of the hall was changed"),
}


PEOPLE = ("entries", "swap", "tied", "seeds")
"""The arguments of acts that are numbers of entries."""


def acts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show every act, the newest first."""
    every = tournament.acts.select_related("by", "undoes").prefetch_related("undone_by").order_by("-version")
    page = Paginator(every, ON_A_PAGE).get_page(request.GET.get("page"))
    names, changed = _names(tournament)
    shown = [
        {
            "act": act,
            "said": describe_act(act, names, changed),
            "by": act.by.shown_name if act.by else "",
            "undo": audit_log.has_way_back(act),
        }
        for act in page
    ]
    return render(request, "tournaments/audit_log/acts.html", {"rows": shown, "page": page})


def undo(request: SignedInRequest, tournament: Tournament, version: int) -> HttpResponse:
    """Show whom undoing an act would affect, or why it cannot be undone; a POST undoes it."""
    act = get_object_or_404(tournament.acts.select_related("by", "undoes"), version=version)
    asked = request.GET.get("then", "")
    back = reverse(asked if asked in COME_FROM else "acts", args=[tournament.slug])
    if request.method != "POST" and (against := audit_log.undo_obstacle(act)):
        context = {
            "act": act,
            "said": _describe(act),
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
        if page := undo_agreed(request, act, lambda held: question(held, back)):
            return page
        flash.add(request, SUCCESS, undone(act))
    return None


def undo_agreed(
    request: HttpRequest, act: Act, ask: Callable[[Act], Confirmation | None]
) -> HttpResponse | None:
    """Undo an act, or return the page that asks. Raises `DomainError` where it cannot be undone."""
    return confirm.run_if_confirmed(
        request,
        locked(act),
        lambda held: ask(held) if audit_log.undo_obstacle(held) is None else None,
        lambda held: audit_log.undo(held, by=request.user),  # type: ignore[arg-type]
    )


def take_back_shown(request: SignedInRequest, act: Act | None, back: str) -> HttpResponse:
    """Undo the act that the page at `back` showed, unless something happened since."""
    if act is None or str(act.version) != request.POST.get("act"):
        flash.error(request, "look_again")
        return redirect(back)
    return take_back(request, act, back) or redirect(back)


def question(act: Act, back: str) -> Confirmation:
    """Return the confirmation to ask for before an act is undone."""
    names = dict(act.tournament.entries.values_list("number", "name"))
    return Confirmation(
        title=_("Undo: %(what)s, %(at)s") % {"what": _describe(act), "at": time_of_day(act.at)},
        label=_("Yes, undo"),
        who=[names.get(number, f"#{number}") for number in touched(act)],
        back=back,
        note=undo_note(act) if act.kind in NOTED else "",
        by=act.by.shown_name if act.by else "",
        danger=True,
        kind=registration.competing(act.tournament),
    )


def _describe(act: Act) -> str:
    return describe_act(act, *_names(act.tournament))


def _names(tournament: Tournament) -> tuple[dict[int, str], Changes]:
    return dict(tournament.entries.values_list("number", "name")), registration.changes(tournament)


def touched(act: Act) -> list[int]:
    """Return the numbers of the entries that an act affects; for a round, all who sit in it."""
    if act.kind == "import":
        return [entry.number for entry in registration.imported(act)]
    if act.kind not in OF_A_ROUND:
        return sorted(set(_people(act.args)))
    seats = Seat.objects.filter(
        meeting__round__stage__tournament=act.tournament,
        meeting__round__stage__order=act.args["stage"],
        meeting__round__number=act.args["round"],
        meeting__void_act=None,
    ).exclude(meeting__round__state=Round.State.VOID)
    everybody = set(seats.values_list("entry__number", flat=True))
    own = everybody.intersection(_people(act.args))  # of a swap only two
    return sorted(own or everybody)


def rulings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show rulings at the tables, newest first: corrections, decisions, awards, voids, penalties, protests.

    Lines and acts share the versions of the tournament, so that both are in one order.
    """
    lines = tournament.lines.exclude(kind=Line.Kind.CLAIM)
    known = {one.ruling.version: one for one in protests.rulings(tournament) if one.ruling}
    versions = sorted([*lines.values_list("version", flat=True), *known], reverse=True)
    page = Paginator(versions, ON_A_PAGE).get_page(request.GET.get("page"))
    called = registration.NamesInRound(tournament)
    here = lines.filter(version__in=[version for version in page if version not in known])
    here = here.select_related("user", "meeting__place", "meeting__round__stage")
    by_version = {
        line.version: _ruled_line(
            line, called.at(line.meeting.round.number if line.meeting.round.stage.order == 1 else None)
        )
        for line in here
    }
    shown = [by_version.get(version) or _ruled_protest(known[version], called) for version in page]
    return render(request, "tournaments/audit_log/rulings.html", {"rows": shown, "page": page})


def _ruled_line(line: Line, names: Mapping[int, str]) -> dict[str, Any]:
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
        "said": words,
        "note": line.note,
        "where": _round_phrase(round_),
        "table": line.meeting.place.number if line.meeting.place else "",
        "people": join_names(people, len(people)) if people else "",
        "by": line.user.shown_name if line.user else line.get_by_display(),
    }


def _ruled_protest(one: protests.Protest, called: registration.NamesInRound) -> dict[str, Any]:
    ruling = one.ruling
    assert ruling is not None
    names = called.at(ruling.args["round"] if ruling.args["stage"] == 1 else None)
    people = [names.get(number, f"#{number}") for number in ruling.args["entries"]]
    return {
        "version": ruling.version,
        "kind": protests.KIND,
        "at": ruling.at,
        "what": _("Protest upheld") if one.upheld else _("Protest dismissed"),
        "note": ruling.args["text"],
        "where": _round(ruling.args),
        "table": ruling.args["table"],
        "people": join_names(people, len(people)),
        "by": ruling.by.shown_name if ruling.by else "",
        "protest": one.act,
    }


def departures(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who was taken out of the tournament, from which game on, when and by whom."""
    called = registration.NamesInRound(tournament)
    rows = [
        {"left": one, "name": called.at(one.from_round - 1).get(one.number, f"#{one.number}")}
        for one in registration.absences(tournament)
    ]
    replaced = registration.replaced(tournament)
    removed = tournament.stages.get(order=1).rules.get("withdrawn") == "removed"
    return render(
        request,
        "tournaments/staff/departures.html",
        {"rows": rows, "replaced": replaced, "removed": removed},
    )


def describe_act(act: Act, names: Mapping[int, str], changed: Changes) -> str:
    """Describe an act in words; the code of the kind if this version of Cheville has no words for it.

    `changed` maps acts in force to what they changed of who plays (`registration.changes`).
    """
    if act.undoes is not None:
        return _("Taken back: %(what)s") % {"what": describe_act(act.undoes, names, changed)}
    if one := changed.get(act.version):
        about = {"game": one.from_round, "who": one.instead, "before": one.name, "number": one.number}
        if one.name and one.instead:
            words = _("Number %(number)s: %(who)s plays instead of %(before)s from game %(game)s on")
        elif one.name:
            words = _("%(before)s plays no more in %(entry)s from game %(game)s on")
        else:
            words = _("%(who)s plays in %(entry)s as well from game %(game)s on")
        return words % (about | {"entry": names.get(one.number, f"#{one.number}")})
    numbers = _people(act.args)  # a person who was drawn into a pair may be under the number of the partner
    people = [names[number] for number in numbers if number in names] or [f"#{number}" for number in numbers]
    return str(SAID.get(act.kind, act.kind)) % {
        "round": _round(act.args),
        "table": act.args.get("table") or act.args.get("place") or "",
        "who": join_names(people, len(people)) if people else "",
        "text": act.args.get("text") or act.args.get("name", ""),
    }


def _people(args: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the entries that an act is about."""
    one = [args["entry"]] if "entry" in args else []
    return [*one, *(number for name in PEOPLE for number in args.get(name, []))]


def _round_phrase(round_: Round) -> str:
    if round_.stage.kind == Stage.Kind.PLAYOFF:
        return _("Playoffs, match %(number)s") % {"number": round_.number}
    return _round({"stage": round_.stage.order, "round": round_.number})


def _round(args: Mapping[str, Any]) -> str:
    words = _("Game %(round)s") if args.get("stage", 1) == 1 else _("Medal matches, round %(round)s")
    return words % {"round": args.get("round", "")}
