"""The page of one person: name, presence with its consequences, fixed seat, and missed games to make up."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring import DomainError
from tournaments import registration
from tournaments.common.messages import sentences
from tournaments.common.sanitize import parse_int
from tournaments.models import Act, Entry, Meeting, Round, Stage, Tournament
from tournaments.rounds import make_up, stages
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.registration import rows
from tournaments.web.registration.forms import TAKE_OVER_ID, EntryForm, PaymentForm, SeatForm, TakeOverForm
from tournaments.web.registration.views import teams
from tournaments.web.registration.views.event_door import FROM_DOOR_FIELD, door_url
from tournaments.web.registration.words import consequence_sentences

TEMPLATE_FOLDER = "tournaments/registration/"


def find(tournament: Tournament, number: int) -> Entry:
    """Return the entry of this number, or raise `Http404`."""
    return get_object_or_404(tournament.entries, number=number)


@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show everything about one person; a POST corrects the name."""
    person = find(tournament, number)
    if request.method != "POST":
        return person_page(request, person)
    form = EntryForm.for_entry(person, request.POST)
    written = form.write(person) if form.is_valid() else None
    if written is None:
        return person_page(request, find(tournament, number), form=form)
    flash.success(request, "kept_as_written", {"name": written.name})
    return redirect("entry", tournament.slug, number)


def person_page(
    request: HttpRequest,
    person: Entry,
    *,
    form: EntryForm | None = None,
    seat_form: SeatForm | None = None,
    typed: teams.RefusedForm | None = None,
    takes_over: TakeOverForm | None = None,
    payment: PaymentForm | None = None,
) -> HttpResponse:
    """Return the page of a person, with a refused form as it was typed."""
    tournament, refused = person.tournament, form or seat_form or typed or takes_over or payment
    seated = registration.ever_seated([person]) is not None
    ahead = registration.rounds_ahead(tournament, stages.qualifying(tournament).rules["rounds"])
    context: dict[str, Any] = {
        "entry": person,
        "form": form or EntryForm.for_entry(person),
        "seat_form": seat_form or SeatForm.for_entry(person),
        "row": (row := rows.row_of(tournament, person)),
        "payments": [(line, row.account.cents(line)) for line in row.account.lines],
        "payment": payment or PaymentForm(initial={"amount": row.account.due or row.account.over or None}),
        "intervals": list(person.presences.all()),
        "next_round": ahead.start,
        "all_seated": not ahead,
        "matches_follow": _has_later_matches(tournament),
        "may_strike": not seated,
        "paid": row.account.paid,
        "strike_id": f"strike-{person.number}",
        "members": teams.members_context(person, typed),
        "join": typed.form if typed and not typed.position else None,
        "missed": make_up_context(tournament, person),
        "house": house_player_name(tournament),
        "may_join": teams.may_join(person, seated=seated),
        **_take_over_context(person, takes_over, last=ahead.start - 1),
        "before": registration.earlier_players(tournament).get(person.number, []),
        **rows.suggestions(tournament),
    }
    return render(request, TEMPLATE_FOLDER + "entry.html", context, status=422 if refused else 200)


def _take_over_context(person: Entry, typed: TakeOverForm | None, *, last: int) -> dict[str, Any]:
    """Return the context of the card for taking over a number: the form, or why it is not possible.

    `last` is the last game that is seated.
    """
    against = registration.take_over_obstacle(person)
    has_games = bool(stages.qualifying(person.tournament).rules["rounds"])
    offered = has_games and (against is None or against.code != "nothing_to_take_over")
    return {
        "takes_over": typed or TakeOverForm(auto_id=TAKE_OVER_ID),
        "may_take_over": offered or typed is not None,
        "not_taken_over": sentences.error_sentence(against) if against else "",
        "in_play": _unfinished_round(person.tournament, last),
    }


def seat(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Set or remove a fixed seat."""
    person = find(tournament, number)
    form = SeatForm(request.POST)
    if not form.is_valid():
        return person_page(request, person, seat_form=form)
    place = form.place()
    if place == (tuple(person.fixed_seat) if person.fixed_seat else None):
        return redirect("entry", tournament.slug, number)
    try:
        act = registration.fix_seat(person, place, seen=form.values_on_page(), by=request.user)  # type: ignore[arg-type]
    except DomainError as refusal:
        form.refuse(refusal, "table")
    else:
        if place:
            _report_with_undo(
                request, act, "seat_fixed", {"name": person.name, "table": place[0], "seat": place[1]}
            )
        else:
            _report_with_undo(request, act, "seat_not_fixed", {"name": person.name})
        return redirect("entry", tournament.slug, number)
    return person_page(request, find(tournament, number), seat_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def presence(request: HttpRequest, tournament: Tournament, number: int, *, leaves: bool) -> HttpResponse:
    """Withdraw a person, or enter one who comes late or returns; a GET shows what a POST would change."""
    person = find(tournament, number)
    rules = stages.qualifying(tournament).rules
    ahead = registration.rounds_ahead(tournament, rules["rounds"])
    typed = request.POST if request.method == "POST" else request.GET
    asked, door = parse_int(typed.get("from_round", "")), typed.get(FROM_DOOR_FIELD, "")[:10]
    from_round = asked if asked is not None and asked in ahead else ahead.start
    refusal = ""
    if request.method == "POST":
        sent = from_round if asked is None else min(asked, from_round)  # refused if seated meanwhile
        try:
            return _change(request, person, sent, leaves=leaves, door=door)
        except DomainError as refused:
            refusal = sentences.error_sentence(refused)
    change = registration.consequence(person, leaves=leaves, from_round=from_round, rounds=rules["rounds"])
    context = {
        "entry": person,
        "leaves": leaves,
        "door": door,
        "back": door_url(person, door),
        "from_round": from_round,
        "choices": ahead,
        "matches_follow": _has_later_matches(tournament),
        "refusal": refusal,
        "consequences": consequence_sentences(
            change,
            leaves=leaves,
            rules=rules,
            house=registration.house_name(tournament),
            unfinished=_unfinished_round(tournament, ahead.start - 1),
        ),
    }
    return render(request, TEMPLATE_FOLDER + "presence.html", context, status=422 if refusal else 200)


def _has_later_matches(tournament: Tournament) -> bool:
    """Return whether there are matches after the qualifying games, or playoffs were declared."""
    later = tournament.stages.filter(order__gt=1).exclude(state=Stage.State.VOID)
    return bool(stages.qualifying(tournament).rules.get("playoffs")) or later.exists()


def _unfinished_round(tournament: Tournament, number: int) -> int | None:
    last = Round.objects.filter(stage__tournament=tournament, stage__order=1, number=number)
    return number if last.filter(state__in=[Round.State.SEATED, Round.State.OPEN]).exists() else None


def _change(request: HttpRequest, person: Entry, from_round: int, *, leaves: bool, door: str) -> HttpResponse:
    if leaves:
        act = registration.withdraw(person, from_round=from_round, by=request.user)  # type: ignore[arg-type]
        code = "plays_no_more"
    else:
        act = registration.come_back(person, from_round=from_round, by=request.user)  # type: ignore[arg-type]
        registration.check_in(person, here=True)
        code = "plays_from"
    _report_with_undo(request, act, code, {"name": person.name, "game": from_round}, door)
    return redirect(door_url(person, door))


def _report_with_undo(
    request: HttpRequest, act: Act, code: str, args: dict[str, Any], door: str = ""
) -> None:
    undo = reverse("registration_undo", args=[act.tournament.slug, act.version])
    query = f"?{urlencode({FROM_DOOR_FIELD: door})}" if door else ""
    flash.success(request, code, args, undo=undo + query)


def make_up_context(tournament: Tournament, person: Entry) -> list[dict[str, Any]]:
    """Return each game that was missed or is made up, if the rules of the tournament allow making up."""
    stage = stages.qualifying(tournament)
    if not stage.rules.get("made_up") or person.is_house or not person.presences.exists():
        return []
    made = Meeting.objects.filter(
        round__stage=stage, origin=Meeting.Origin.MADE_UP, void_act=None, seats__entry=person
    )
    open_ = {meeting.pk for meeting in make_up.unfinished_games(tournament)}
    desk = reverse("desk", args=[tournament.slug])
    rows: list[dict[str, Any]] = []
    for meeting in made.select_related("round", "place"):
        table = meeting.place.number if meeting.place else 0
        address = f"{desk}?stage={stage.order}&round={meeting.round.number}&table={table}"
        over = meeting.pk not in open_
        rows.append({"round": meeting.round, "table": table, "over": over, "desk": address})
    for round_ in make_up.missed_rounds(stage, person):
        rows.append({"round": round_, "others": make_up.possible_opponents(round_, person)})
    return sorted(rows, key=lambda row: row["round"].number)


def house_player_name(tournament: Tournament) -> str:
    """Return the name of the house player."""
    return registration.house_name(tournament) or _("House player")


def start(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Seat a missed game; its result is entered at the desk."""
    person = get_object_or_404(Entry, tournament=tournament, number=number)
    asked, other = parse_int(request.POST.get("round", "")), parse_int(request.POST.get("against", ""))
    stage = stages.qualifying(tournament)
    round_ = get_object_or_404(stage.rounds.exclude(state="void"), number=asked or 0)
    against = get_object_or_404(Entry, tournament=tournament, number=other) if other is not None else None
    with flash.domain_errors(request):
        meeting = make_up.start(
            round_, person, against, house_name=house_player_name(tournament), by=request.user
        )
        who = [seat.entry.name for seat in meeting.seats.select_related("entry").order_by("side")]
        table = meeting.place.number if meeting.place else 0
        flash.success(request, "make_up_begun", {"game": round_.number, "table": table, "who": who})
    return redirect("entry", tournament.slug, number)
