"""Registration by typing: one line per person, then Enter; and its export as a file to import again."""

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournaments import registration
from tournaments.common.spreadsheets.table import quote_formula
from tournaments.delivery import signup_transfer
from tournaments.models import Act, Entry, Tournament
from tournaments.publishing.money_words import how_paid
from tournaments.publishing.outputs import workbook
from tournaments.publishing.outputs.tables import Cell, Table
from tournaments.publishing.papers.door_papers import short_answer
from tournaments.registration import categories, list_files, members, money, payments, questions, signups
from tournaments.registration.categories import Category
from tournaments.registration.questions import Question
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.audit_log.views import affected_numbers, undo_if_confirmed, undo_question
from tournaments.web.confirm import Confirmation
from tournaments.web.registration import rows
from tournaments.web.registration.forms import REPEATED_FIELDS, EntryForm, HouseForm
from tournaments.web.registration.views.event_door import FROM_DOOR_FIELD, door_url
from tournaments.web.registration.words import paid_word, roster_headings

TEMPLATE_FOLDER = "tournaments/registration/"
DOOR_KINDS = ("withdraw", "come_back", "leave_out", "fix_seat", "import", "substitute", "partners")


@require_http_methods(["GET", "HEAD", "POST"])
def roster(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the form for typing players, and the list under it."""
    if request.method == "POST":
        return _add(request, tournament)
    kept = {name: request.GET.get(name, "")[:120] for name in ("name", *REPEATED_FIELDS)}
    return _roster_page(request, tournament, EntryForm(tournament, initial=kept))


def _roster_page(
    request: HttpRequest, tournament: Tournament, form: EntryForm, status: int = 200
) -> HttpResponse:
    by_name, typed = request.GET.get("order") == "name", request.GET.get("q", "")[:80]
    unsettled = request.GET.get("money") == "open"
    balances = payments.balances(tournament)
    page, shown = rows.page_of_rows(
        request, tournament, balances, by_name=by_name, typed=typed, unsettled=unsettled
    )
    context: dict[str, Any] = {
        "form": form,
        "from_door": (request.POST or request.GET).get(FROM_DOOR_FIELD, ""),
        "rows": shown,
        "page": page,
        "q": typed,
        "by_name": by_name,
        "unsettled": unsettled,
        "next_round": registration.next_round_number(tournament),
        "official": registration.is_official(tournament),
        "imports": registration.undoable_imports(tournament),
        "waiting": signups.count_waiting(tournament),
        "fetches": bool(signup_transfer.transfer_of(tournament).source),
        **rows.totals(tournament, balances),
        **rows.suggestions(tournament),
    }
    return render(request, TEMPLATE_FOLDER + "roster.html", context, status=status)


def _add(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    form = EntryForm(tournament, request.POST)
    entry = form.add_to(tournament, by=request.user) if form.is_valid() else None
    if entry is None:
        if request.htmx:  # type: ignore[attr-defined]
            return render(request, TEMPLATE_FOLDER + "refused.html", {"form": form}, status=422)
        return _roster_page(request, tournament, form, status=422)
    if FROM_DOOR_FIELD in request.POST:  # the name was looked for at the door: the person is here
        registration.check_in(entry, here=True)
        flash.success(request, "entered_as", _name_args(entry))
        return redirect(door_url(entry, request.POST[FROM_DOOR_FIELD]))
    row = rows.row_of(tournament, entry)
    if request.htmx:  # type: ignore[attr-defined]
        context = {
            "row": row,
            "fresh": True,
            **rows.totals(tournament, payments.balances(tournament)),
            **rows.suggestions(tournament),
        }
        return render(request, TEMPLATE_FOLDER + "added.html", context)
    flash.success(request, "entered_as", _name_args(row.entry))
    for other, how in row.likes:
        flash.warning(request, "like_same" if how == "same" else "like_near", _name_args(other))
    kept = {name: request.POST[name] for name in REPEATED_FIELDS if request.POST.get(name)}
    return redirect(f"{reverse('registration', args=[tournament.slug])}?{urlencode(kept)}")


def _name_args(entry: Entry) -> dict[str, Any]:
    return {"name": entry.name, "number": entry.number}


@require_GET
def suggestions(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the organisation's players who match what is typed."""
    typed = request.GET.get("name", "")[:120]
    found = registration.known_players(tournament, typed) if len(typed.strip()) > 1 else []
    asked = questions.questions_of(tournament)
    now = categories.categories_of(tournament)
    offered = [(player, *_last_answers(player, asked, now)) for player in found]
    return render(request, TEMPLATE_FOLDER + "known.html", {"players": offered})


def _last_answers(player: Any, asked: list[Question], now: list[Category]) -> tuple[str, str]:
    """Return the answers (JSON) and categories of a player's last tournament, where they are asked here."""
    answers = questions.earlier_answers(asked, player.asked_then, player.answers)
    held = categories.earlier_categories(now, player.asked_then, player.categories or ())
    return json.dumps(answers, ensure_ascii=False), " ".join(map(str, held))


@require_http_methods(["GET", "HEAD", "POST"])
def edit_row(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Turn a row of the list into a form, or save it; `?cancel` restores the row."""
    entry = get_object_or_404(Entry, tournament=tournament, number=number)
    if request.method != "POST":
        if not request.htmx:  # type: ignore[attr-defined]
            return redirect("entry", tournament.slug, number)
        if "cancel" in request.GET:
            return render(
                request, TEMPLATE_FOLDER + "row.html", {"row": rows.row_of(tournament, entry), "focus": True}
            )
    typed = request.POST if request.method == "POST" else None
    form = EntryForm.for_entry(entry, typed, auto_id=f"id_{number}_%s")
    written = form.write(entry) if form.is_valid() else None
    if written:
        context = {"row": rows.row_of(tournament, written), "focus": True, "with_totals": True}
        return render(
            request,
            TEMPLATE_FOLDER + "row.html",
            context | rows.totals(tournament, payments.balances(tournament)),
        )
    form.fields["name"].widget.attrs["autofocus"] = not form.is_bound
    may_strike = {"may_strike": registration.ever_seated([entry]) is None, "strike_id": f"strike-{number}"}
    may_strike["paid"] = payments.account_of(entry).paid
    return render(request, TEMPLATE_FOLDER + "row_form.html", {"form": form, "entry": entry, **may_strike})


def strike(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Remove an entry that was typed by mistake."""
    entry = tournament.entries.filter(number=number).first()
    if entry is None:  # the second of two clicks
        return redirect("registration", tournament.slug)
    with flash.domain_errors(request):
        registration.remove_entry(entry, by=request.user)
        flash.success(request, "off_the_list", {"name": entry.name})
        return redirect("registration", tournament.slug)
    return redirect("entry", tournament.slug, number)


def house(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Set the name of the house player."""
    form = HouseForm(request.POST)
    if not form.is_valid():
        flash.form_error(request, form, "house")
        return redirect("registration", tournament.slug)
    with flash.domain_errors(request):
        seen = request.POST.get("seen")
        player = registration.name_house(tournament, form.cleaned_data["house"], seen=seen)
        flash.success(request, "house_named", {"name": player.name})
    return redirect("registration", tournament.slug)


def undo(request: HttpRequest, tournament: Tournament, version: int) -> HttpResponse:
    """Undo an act of registration."""
    act = get_object_or_404(tournament.acts, version=version, kind__in=DOOR_KINDS)
    back = _return_url(tournament, act, request.GET.get(FROM_DOOR_FIELD, ""))

    def ask(held: Act) -> Confirmation | None:
        return undo_question(held, back) if len(affected_numbers(held)) > 1 else None

    with flash.domain_errors(request):
        if page := undo_if_confirmed(request, act, ask):
            return page
        flash.success(request, "undone")
    return redirect(back)


def _return_url(tournament: Tournament, act: Act, door: str) -> str:
    number = act.args.get("entry")
    entry = tournament.entries.filter(number=number).first() if number else None
    if entry:
        return door_url(entry, door)
    page = {"partners": "partners", "leave_out": "check_in"}.get(act.kind, "registration")
    return reverse(page, args=[tournament.slug])


@require_GET
def as_csv(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the roster as CSV for French Excel; it can be imported again."""
    return _file(
        f"{tournament.slug}.csv",
        "text/csv; charset=utf-8",
        list_files.csv_bytes(_roster_table(tournament).lines),
    )


@require_GET
def as_workbook(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the roster as a workbook, in which 00123 stays as it is."""
    tables = [_roster_table(tournament), *_payment_tables(tournament)]
    content = workbook.workbook_bytes(tables, tournament.name, timezone.now())
    return _file(f"{tournament.slug}.xlsx", workbook.CONTENT_TYPE, content)


def _file(name: str, content_type: str, content: bytes) -> HttpResponse:
    answer = HttpResponse(content, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _roster_table(tournament: Tournament) -> Table:
    """Return the roster: a row for each entry, with answers and categories."""
    asked, known = questions.questions_of(tournament), categories.categories_of(tournament)
    entries = list(tournament.entries.exclude(kind=Entry.Kind.HOUSE))
    most = max((len(entry.team) for entry in entries), default=0)
    numbers = members.team_numbers(tournament)
    numbered = any(any(own[1:]) for own in numbers.values())
    headings = roster_headings(
        [question.text for question in asked], categories=bool(known), most=most, numbered=numbered
    )
    rows: list[list[Cell]] = []
    accounts = payments.accounts(tournament, entries)
    for entry in entries:
        answers = [short_answer(entry.answers.get(str(question.id), "")) for question in asked]
        held = ", ".join(one.name for one in known if one.id in entry.categories)
        rows.append(
            [
                *_entry_cells(accounts[entry.pk], numbers.get(entry.pk, [entry.member_number])),
                *answers,
                *([held] if known else []),
                *_team_cells(entry, most, numbers.get(entry.pk, []) if numbered else None),
            ]
        )
    return Table("roster", _("Registration"), headings, rows)


def _payment_tables(tournament: Tournament) -> list[Table]:
    """Return the payments that stand, one a row; no table if there are none."""
    headings = [
        *(_("Receipt"), _("Date"), _("Number"), _("Name")),
        *(_("Amount"), _("Payment method"), _("Recorded by")),
    ]
    rows: list[list[Cell]] = [
        [
            line.number,
            timezone.localtime(line.at).strftime("%Y-%m-%d %H:%M"),
            account.entry.number,
            registration.name_in_hall(account.entry),
            money.format_cents(account.cents(line), point=","),
            how_paid(line.how),
            str(line.by or ""),
        ]
        for account in payments.accounts(tournament).values()
        for line in account.lines
    ]
    return [Table("payments", _("Payments"), headings, rows)] if rows else []


def _team_cells(entry: Entry, most: int, numbers: Sequence[str] | None) -> list[str]:
    """Return the members after the first, whose name is that of the entry, and the team's own name if any.

    Each with the member number; without `numbers` the names alone.
    """
    if not most:
        return []
    cells: list[str] = []
    for at in range(1, most):
        cells.append(quote_formula(entry.team[at]) if at < len(entry.team) else "")
        if numbers is not None:
            cells.append(numbers[at] if at < len(numbers) else "")
    return [*cells, entry.name if registration.is_named(entry) else ""]


def _entry_cells(account: payments.Account, numbers: Sequence[str]) -> list[Cell]:
    """Return the columns of an entry; who has not paid all is written as one who has not paid."""
    entry = account.entry
    table, seat = entry.fixed_seat or ("", "")
    return [
        entry.number,
        quote_formula(registration.persons(entry)[0]),
        entry.club,
        entry.region,
        next(iter(numbers), ""),
        money.format_cents(account.fee, point=","),
        "" if account.due else paid_word(account.how),
        entry.apart,
        entry.note,
        table,
        seat,
        _("yes") if entry.checked_in_at else "",
    ]
