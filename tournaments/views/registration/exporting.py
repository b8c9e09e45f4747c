"""The roster as a file."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments import registration
from tournaments.models import Entry, Tournament
from tournaments.publication.around_papers import answer_word
from tournaments.registration import categories, money, questions, sheets


@require_GET
def export(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The roster as French Excel reads it; a list that can be brought again."""
    asked, known = questions.of(tournament), categories.of(tournament)
    entries = list(tournament.entries.exclude(kind=Entry.Kind.HOUSE))
    most = max((len(entry.team) for entry in entries), default=0)
    rows: list[list[Any]] = [
        [
            *(_("Number"), _("Name"), _("Club"), _("Region"), _("Member number"), _("Fee"), _("Paid")),
            *(_("Keep apart"), _("Note"), _("Table kept"), _("Seat kept"), _("Arrived")),
            *(question.text for question in asked),
            *([_("Category")] if known else []),
            *(_("Player %(number)s") % {"number": number} for number in range(2, most + 1)),
            *([_("Team")] if most else []),
        ]
    ]
    for entry in entries:
        given = [entry.answers.get(str(question.id), "") for question in asked]
        held = ", ".join(one.name for one in known if one.id in entry.categories)
        answers = [answer_word(value) if value else "" for value in given]
        row = [*_exported(entry), *answers, *([held] if known else [])]
        rows.append([*row, *_team(entry, most)])
    answer = HttpResponse(sheets.written(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}.csv"'
    return answer


def _team(entry: Entry, most: int) -> list[str]:
    """The members after the first, who stands under the name, and the name of a team that has one."""
    if not most:
        return []
    others = [*entry.team[1:], *[""] * (most - 1)][: most - 1]
    return [*others, entry.name if registration.is_named(entry) else ""]


def _exported(entry: Entry) -> list[Any]:
    words = {"cash": _("cash"), "cheque": _("cheque"), "transfer": _("transfer"), "free": _("free")}
    table, seat = entry.fixed_seat or ("", "")
    return [
        entry.number,
        registration.persons(entry)[0],
        entry.club,
        entry.region,
        entry.member_number,
        money.plain(entry.fee_cents, point=","),
        words.get(entry.paid_how, _("yes") if entry.paid_how else ""),
        entry.apart,
        entry.note,
        table,
        seat,
        _("yes") if entry.checked_in_at else "",
    ]
