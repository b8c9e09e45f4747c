"""The people of a club with their fees, for its representative."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Tournament
from tournaments.papers.values import Column, List
from tournaments.publishing.money_words import money
from tournaments.publishing.papers.door_papers import BLANK, empty_sheet, short_answer
from tournaments.publishing.papers.paper_types import Paper, draw_lists
from tournaments.registration import questions
from tournaments.registration.club_sheets import RegisteredLine
from tournaments.registration.signups import PLACED


def list_with_fees(paper: Paper, club: str, people: Sequence[RegisteredLine]) -> bytes:
    """Draw the people of a club with their fees and the total."""
    asked = questions.questions_of(paper.tournament)
    columns = [
        Column(_("No."), figures=True),
        Column(_("Name")),
        Column(_("Member number")),
        *(Column(question.text) for question in asked),
        Column(pgettext("that a person has in a tournament", "Place")),
        Column(_("Fee"), figures=True),
    ]
    rows = [_row(at, one, [str(question.id) for question in asked]) for at, one in enumerate(people, start=1)]
    fees = [one.fee_cents for one in people if one.fee_cents is not None]
    if fees:
        rows.append((BLANK, _("Total"), *[""] * (len(columns) - 3), money(sum(fees))))
    note = _("%(placed)s with a place, %(waiting)s on the waiting list") % {
        "placed": sum(one.state == PLACED for one in people),
        "waiting": sum(one.state != PLACED for one in people),
    }
    title = _("Registration: %(club)s") % {"club": club}
    return draw_lists(paper.header, List(title, note, columns, rows))


def _row(at: int, one: RegisteredLine, asked: Sequence[str]) -> tuple[str, ...]:
    place = _("yes") if one.state == PLACED else _("waits, %(place)s") % {"place": one.place_in_line}
    fee = "" if one.fee_cents is None else money(one.fee_cents)
    answers = [short_answer(one.typed.answers.get(key, "")) for key in asked]
    return str(at), " / ".join(one.typed.names), one.typed.member_number, *answers, place, fee


def representative_sheet(
    tournament: Tournament, club: str, people: Sequence[RegisteredLine] | None, base: str
) -> bytes:
    """Draw the list of a club, or an empty sheet if there are no `people`, as its link offers it."""
    paper = Paper(tournament, {"base": base}, lambda _done: None)
    return empty_sheet(paper, club) if people is None else list_with_fees(paper, club, people)
