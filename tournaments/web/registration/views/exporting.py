"""Export the roster as a file that can be imported again."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments import registration
from tournaments.models import Entry, Tournament
from tournaments.publishing.outputs import workbook
from tournaments.publishing.outputs.tables import Cell, Table
from tournaments.publishing.venue_papers import answer_word
from tournaments.registration import categories, list_files, money, questions


@require_GET
def as_csv(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the roster as CSV for French Excel; it can be imported again."""
    return _file(
        f"{tournament.slug}.csv", "text/csv; charset=utf-8", list_files.written(_table(tournament).lines)
    )


@require_GET
def as_workbook(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the roster as a workbook, in which 00123 stays as it is."""
    content = workbook.written([_table(tournament)], tournament.name, timezone.now())
    return _file(f"{tournament.slug}.xlsx", workbook.CONTENT_TYPE, content)


def _file(name: str, content_type: str, content: bytes) -> HttpResponse:
    answer = HttpResponse(content, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _table(tournament: Tournament) -> Table:
    """Return the roster: a row for each entry, with answers and categories."""
    asked, known = questions.questions_of(tournament), categories.categories_of(tournament)
    entries = list(tournament.entries.exclude(kind=Entry.Kind.HOUSE))
    most = max((len(entry.team) for entry in entries), default=0)
    headings = [
        *(_("Number"), _("Name"), _("Club"), _("Region"), _("Member number"), _("Fee"), _("Paid")),
        *(_("Keep apart"), _("Note"), _("Table kept"), _("Seat kept"), _("Arrived")),
        *(question.text for question in asked),
        *([_("Category")] if known else []),
        *(_("Player %(number)s") % {"number": number} for number in range(2, most + 1)),
        *([_("Team")] if most else []),
    ]
    rows: list[list[Cell]] = []
    for entry in entries:
        given = [entry.answers.get(str(question.id), "") for question in asked]
        held = ", ".join(one.name for one in known if one.id in entry.categories)
        answers = [answer_word(value) if value else "" for value in given]
        rows.append([*_exported(entry), *answers, *([held] if known else []), *_team(entry, most)])
    return Table("roster", _("Registration"), headings, rows)


def _team(entry: Entry, most: int) -> list[str]:
    """Return the members after the first, whose name is that of the entry, and the team's own name if any."""
    if not most:
        return []
    others = [*entry.team[1:], *[""] * (most - 1)][: most - 1]
    return [*others, entry.name if registration.is_named(entry) else ""]


def _exported(entry: Entry) -> list[Cell]:
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
