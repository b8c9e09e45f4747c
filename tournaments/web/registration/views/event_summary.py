"""The cash boxes of an event and the answers of its people, each counted once: a page and a workbook."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.publishing import cash_box
from tournaments.publishing.money_words import how_paid
from tournaments.publishing.outputs import workbook
from tournaments.publishing.outputs.tables import Cell, Table
from tournaments.publishing.papers.door_papers import answer_word
from tournaments.registration import event_door, money
from tournaments.registration.event_door import Person
from tournaments.registration.event_signups import SharedQuestion, shared_questions
from tournaments.registration.questions import count_answers
from tournaments.web.access import SignedInRequest
from tournaments.web.registration.views.event_door import TEMPLATE_FOLDER, event_of_user


class Box(NamedTuple):
    """The money of a tournament in cents: by way of payment (`_boxes`), in all, and still owed."""

    tournament: Tournament
    cents: list[int]
    paid: int
    owed: int


def _boxes(tournaments: Sequence[Tournament]) -> tuple[list[str], list[Box]]:
    """Return the ways in which people paid, and the box of each tournament."""
    found = [{fees.how: fees.cents for fees in cash_box.box(one, []).fees} for one in tournaments]
    ways = sorted({how for box in found for how in box if how})
    boxes = []
    for tournament, box in zip(tournaments, found, strict=True):
        cents = [box.get(how, 0) for how in ways]
        boxes.append(Box(tournament, cents, sum(cents), box.get("", 0)))
    return ways, boxes


def summary(request: SignedInRequest, event: UUID) -> HttpResponse:
    """Show the sums of the cash boxes, and the answers of all people, each counted once."""
    found, tournaments = event_of_user(request, event)
    people = event_door.people_of(tournaments)
    ways, boxes = _boxes(tournaments)
    context = {
        "event": found,
        "ways": ways,
        "boxes": boxes,
        "sums": [sum(box.cents[at] for box in boxes) for at in range(len(ways))],
        "paid": sum(box.paid for box in boxes),
        "owed": sum(box.owed for box in boxes),
        "people": len(people),
        "asked": [_answer_counts(one, people) for one in shared_questions(tournaments)],
    }
    return render(request, TEMPLATE_FOLDER + "event_summary.html", context)


def _answer_counts(shared: SharedQuestion, people: Sequence[Person]) -> dict[str, Any]:
    given = event_door.answers_to_question(shared, people)
    by_answer = count_answers(shared.question, [one.answer for one in given])
    return {
        "question": shared.question,
        "counts": [
            (answer_word(value), count, [one for one in given if one.answer == value])
            for value, count in by_answer
        ],
    }


def as_workbook(request: SignedInRequest, event: UUID) -> HttpResponse:
    """Send the same as a workbook: the money of each tournament, and the answer of each person."""
    found, tournaments = event_of_user(request, event)
    ways, boxes = _boxes(tournaments)
    headings = [_("Tournament"), *map(how_paid, ways), _("Paid"), _("Still owed")]
    rows: list[list[Cell]] = [
        [box.tournament.name, *(money.format_cents(cents, ",") for cents in (*box.cents, box.paid, box.owed))]
        for box in boxes
    ]
    tables = [Table("money", _("Money"), headings, rows)]
    people = event_door.people_of(tournaments)
    answers: list[list[Cell]] = [
        [shared.question.text, answer_word(one.answer), one.name, one.club]
        for shared in shared_questions(tournaments)
        for one in event_door.answers_to_question(shared, people)
    ]
    if answers:
        columns = [_("Question"), _("Answer"), _("Name"), _("Club")]
        tables.append(Table("answers", _("Answers"), columns, answers))
    content = workbook.workbook_bytes(tables, found.name, timezone.now())
    answer = HttpResponse(content, content_type=workbook.CONTENT_TYPE)
    name = slugify(found.name)[:60] or "event"
    answer["Content-Disposition"] = f'attachment; filename="{name}.xlsx"'
    return answer
