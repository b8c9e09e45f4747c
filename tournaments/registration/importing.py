"""A whole list entered at once: all of it or nothing, and the same confirmation only once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.db.models import Exists, OuterRef

from scoring import Refusal
from tournaments import acts
from tournaments.models import Act, Entry, Seat, Tournament, User
from tournaments.models.tournament import locked
from tournaments.registration.columns import ANSWERS, is_role, split
from tournaments.registration.roster import Draft, add_entries, refuse_if_seated, take_off

MOST_AT_ONCE = 2_000
REMEMBERED = 40  # lists of the organisation, the newest


def import_roster(
    tournament: Tournament,
    drafts: Sequence[Draft],
    *,
    token: str,
    by: User | None,
    source: str = "",
    columns: Mapping[str, str] | None = None,
) -> tuple[Act, bool]:
    """Enter `drafts` in one transaction; the act, and whether it was written now.

    `source` is what the list is called, `columns` the role that was confirmed for each of its headings.
    A second confirmation with the same `token` changes nothing and answers with the first one's act.
    Raises `Refusal` where one of them cannot be entered: then nobody is.
    """
    with locked(tournament.pk) as tournament:
        earlier = tournament.acts.filter(kind="import", args__token=token).first()
        if earlier:
            return earlier, False
        if len(drafts) > MOST_AT_ONCE:
            raise Refusal("file_too_many_rows", most=MOST_AT_ONCE)
        entries = add_entries(tournament, drafts)
        args: dict[str, Any] = {"token": token, "entries": [entry.number for entry in entries]}
        args |= {"source": source, "columns": dict(columns or {})}
        return acts.record(tournament, "import", args, by=by, inverse={}), True


def remembered(tournament: Tournament) -> list[dict[str, str]]:
    """What the columns of earlier lists of the organisation meant, the newest first, by folded heading."""
    lists = Act.objects.filter(kind="import", tournament__organisation=tournament.organisation_id)
    known = lists.order_by("-at", "-pk").values_list("args__columns", flat=True)[:REMEMBERED]
    return [_known_roles(columns) for columns in known if isinstance(columns, dict)]


def _known_roles(columns: Mapping[str, Any]) -> dict[str, str]:
    """What this version of the program can do with it: a copy may bring roles of another."""
    known = {title: role for title, role in columns.items() if role == "" or is_role(role)}
    # what is asked belongs to one tournament: its columns are found by their heading
    return {title: "" if split(role)[0] in ANSWERS else role for title, role in known.items()}


def undoable(tournament: Tournament) -> list[Act]:
    """The lists that can still be taken back, the newest first: those of whom nobody has been seated.

    What came before partners were drawn together waits until they are parted (`acts.drawn_together_since`).
    """
    newest_first = tournament.acts.filter(kind__in=("import", "partners"), undone_by=None).order_by(
        "-version"
    )
    lists = list(takewhile(lambda act: act.kind == "import", newest_first))
    if not lists:
        return []
    seats = Exists(Seat.objects.filter(entry=OuterRef("pk")))
    seated = dict(tournament.entries.filter(seats).values_list("number", "created_at"))
    return [
        act for act in lists if not any(_was_there(seated, number, act) for number in act.args["entries"])
    ]


def _was_there(seated: Mapping[int, datetime], number: int, act: Act) -> bool:
    """Whether somebody who was seated came with that list, not later under a number that was free again."""
    return number in seated and seated[number] <= act.at


def _imported(act: Act) -> list[Entry]:
    return list(act.tournament.entries.filter(number__in=act.args["entries"], created_at__lte=act.at))


@acts.undoes("import", obstacle=lambda act: refuse_if_seated(_imported(act)))
def _take_back_import(tournament: Tournament, act: Act) -> None:
    take_off(_imported(act))
