"""Record who really plays at a table where others were seated: a form, its consequences, one button."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from django.contrib.messages import SUCCESS
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import rounds
from tournaments.common.messages.sentences import error_sentence, sentence
from tournaments.common.sanitize import parse_int
from tournaments.models import Meeting, Round, Tournament
from tournaments.pairing import pairing_systems
from tournaments.pairing.values import LETTERS, PARTNERS, PlannedTable
from tournaments.rounds import AsPlayed, scores
from tournaments.web import flash
from tournaments.web.confirm import fingerprint
from tournaments.web.desk import words as desk_words
from tournaments.web.rounds import words as rounds_words
from tournaments.web.rounds.as_played_query import ARRANGEMENT_BY_WORD, EACH, WORD_BY_ARRANGEMENT
from tournaments.web.rounds.views.rounds import find

FIRST_SEATS = LETTERS[:2]
NOBODY = "0"
MAX_TABLES = 12
CHANGED_CODE = "what_follows_changed"


@dataclass(frozen=True)
class TypedTable:
    """A table as typed: the numbers seated there by letter, and how they play (`partners`)."""

    table: str
    seats: dict[str, str]
    how: str = EACH

    @property
    def required_fields(self) -> list[str]:
        """Return the fields that must be filled in: the table, its first two seats, and other typed seats."""
        first = [person for letter, person in self.seats.items() if letter in FIRST_SEATS or person]
        return [self.table, *first]

    @property
    def more(self) -> dict[str, str]:
        """Return the seats beyond the first two."""
        return {letter: person for letter, person in self.seats.items() if letter not in FIRST_SEATS}

    @property
    def has_more(self) -> bool:
        """Return whether more than two people were typed."""
        return any(person not in ("", NOBODY) for person in self.more.values())

    @property
    def first(self) -> dict[str, str]:
        """Return the first two seats."""
        return {letter: self.seats[letter] for letter in FIRST_SEATS}


def as_played(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the consequences if these sit at a table (`?table=7&A=12&B=31`); a POST records it.

    `?table=7` alone shows who is planned there; `&more` asks for another table. Up to six: `&C=4&D=9`, with
    `&how=partners` for those who play with the person opposite, `&how=two_sides` for every other seat.
    """
    shown = find(tournament, number)
    typed = request.POST if request.method == "POST" else request.GET
    rows = rounds.sheet(shown)
    letters = LETTERS[: shown.stage.rules["most_at_table"]]
    tables = pairing_systems.Tables.from_rules(shown.stage.rules)
    places = _places(typed, rounds.planned_tables(shown), letters, tables.partners)
    context: dict[str, Any] = {"round": shown, "rows": rows, "places": places, "nobody": NOBODY}
    context["many"] = tables.size > len(FIRST_SEATS)
    context["tables"] = list(tournament.places.order_by("number").values_list("number", flat=True))
    context["desk"] = _desk_url(shown)
    if "more" in typed or not typed.get("A", typed.get("B")):
        return render(request, "tournaments/rounds/as_played.html", context)
    try:
        really = _typed_tables(places)
        plan = rounds.plan_as_played(shown, really)
        if request.method == "POST" and request.POST.get("shown") == fingerprint(*plan.identity):
            rounds.seat_as_played(shown, really, seen=plan, by=request.user)  # type: ignore[arg-type]
            flash.success(request, "as_played_done")
            shown.refresh_from_db(fields=["state"])
            return redirect(_desk_url(shown))
    except DomainError as refusal:
        if refusal.code == CHANGED_CODE:  # since it was read above: the present consequences are shown
            return as_played(request, tournament, number)
        context["refused"] = error_sentence(refusal)
        return render(request, "tournaments/rounds/as_played.html", context, status=422)
    if request.method == "POST":
        flash.warning(request, CHANGED_CODE)
    names = {row.entry.number: row.name for row in rows}
    context |= {
        "plan": plan,
        "shown": fingerprint(*plan.identity),
        "hall": len(context["tables"]),
        "then": _changed_tables(plan, names, len(context["tables"])),
    }
    context |= {
        "follows": [sentence(found.code, found.args) for found in plan.consequences],
        "faults": [rounds_words.finding(found, names) for found in plan.findings if found.hard],
        "ideals": [rounds_words.finding(found, names) for found in plan.findings if not found.hard],
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/rounds/as_played.html", context, status=status)


def _places(
    typed: QueryDict, planned: Sequence[PlannedTable], letters: Sequence[str], partners: int
) -> list[TypedTable]:
    """Return the typed tables; for one typed without seats, those planned there.

    Where it is not typed how they play, they play as all in the tournament (`partners`) if so many can.
    """
    known = {str(table.table): table for table in planned}
    columns = {name: typed.getlist(name)[:MAX_TABLES] for name in ("table", "how", *letters)}
    places = []
    for at, number in enumerate(columns["table"]):
        seats = {letter: columns[letter][at] for letter in letters if at < len(columns[letter])}
        table = known.get(number)
        there = {letter: str(person) for letter, person in table.seats} if table else {}
        left = there if not seats else {letter: there.get(letter, "") for letter in FIRST_SEATS}
        count = sum(person not in ("", NOBODY) for person in seats.values())
        as_all = not seats or count in PARTNERS.get(partners, ())
        how = (
            WORD_BY_ARRANGEMENT[table.partners]
            if not seats and table
            else WORD_BY_ARRANGEMENT[partners]
            if as_all
            else EACH
        )
        how = columns["how"][at] if at < len(columns["how"]) else how
        places.append(TypedTable(number, dict.fromkeys(letters, "") | left | seats, how))
    blank = TypedTable("", dict.fromkeys(letters, ""), WORD_BY_ARRANGEMENT[partners])
    return places + [blank] * (not places or "more" in typed)


def _typed_tables(places: Sequence[TypedTable]) -> list[PlannedTable]:
    """Return the typed tables. Raises `DomainError` where a field is empty."""
    named = [place for place in places if place.table or any(place.seats.values())]
    if any(parse_int(value) is None for place in named for value in place.required_fields):
        raise DomainError("as_played_who")
    return [
        PlannedTable(
            int(place.table),
            tuple(
                (letter, int(person)) for letter, person in place.seats.items() if person not in ("", NOBODY)
            ),
            partners=ARRANGEMENT_BY_WORD.get(place.how, ARRANGEMENT_BY_WORD[EACH]),
        )
        for place in named
    ]


def _desk_url(shown: Round) -> str:
    """Return the desk on which the results of a round are entered."""
    address = reverse("desk", args=[shown.stage.tournament.slug])
    chosen = f"?stage={shown.stage.order}&round={shown.number}"
    return address + (chosen if shown.state == Round.State.CLOSED else "")


def _changed_tables(plan: AsPlayed, names: rounds_words.Names, hall: int) -> list[dict[str, Any]]:
    """Return every table with other people than before: who sits there then, and where each comes from."""
    moves = {move.number: move for move in plan.moves}
    return [
        {
            "table": table.table,
            "label": rounds_words.table_label(table.table, hall),
            "sides": _sides_sentence(table, names),
            "seats": [
                {"letter": letter, "name": names[number], "move": moves.get(number)}
                for letter, number in table.seats
            ],
        }
        for table in plan.changed
    ]


def _sides_sentence(table: PlannedTable, names: rounds_words.Names) -> str:
    """Return who plays with whom against whom; empty without partners."""
    if not table.partners:
        return ""
    sides = [
        reduce(lambda one, other: _("%(one)s and %(other)s") % {"one": one, "other": other}, people)
        for people in ([names[number] for number in side] for side in table.sides)
    ]
    return reduce(lambda one, other: _("%(one)s against %(other)s") % {"one": one, "other": other}, sides)


def repeat(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Write a line that already named these two again, as the result of their meeting."""
    shown = find(tournament, number)
    standing = Meeting.objects.filter(round=shown, void_act=None).select_related("place")
    try:
        meeting = get_object_or_404(standing, uid=uuid.UUID(request.POST.get("meeting", "")))
    except ValueError:
        return redirect(_desk_url(shown))
    meeting.round = shown
    line, nonce = parse_int(request.POST.get("line", "")), request.POST.get("nonce", "")[:64]
    with flash.domain_errors(request):
        if not nonce or line is None:
            raise DomainError("form_incomplete", field="line")
        answer = scores.write_misdirected(meeting, line=line, nonce=nonce, user=request.user)  # type: ignore[arg-type]
        table = scores.table_state(meeting, meeting.place.number if meeting.place else 0)
        flash.add(request, SUCCESS, desk_words.read_back(table, table.game(answer.line.game)))
    return redirect(_desk_url(shown))
