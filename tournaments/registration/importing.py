"""A whole list entered at once: all of it or nothing, and the same confirmation only once."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import takewhile
from typing import Any

from django.db.models import Exists, OuterRef

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Act, Entry, Seat, Tournament, User
from tournaments.models.tournament import locked
from tournaments.registration.columns import ANSWERS, is_role, split
from tournaments.registration.roster import (
    Draft,
    People,
    add_entries,
    entered_people,
    refuse_if_seated,
    take_off,
)

MAX_AT_ONCE = 2_000
MAX_IMPORT_TIME = timedelta(minutes=1)  # from the first entry to the act that follows the last one
REMEMBERED = 40  # lists of the organisation, the newest


def import_roster(
    tournament: Tournament,
    drafts: Sequence[Draft],
    *,
    token: str,
    by: User | None,
    source: str = "",
    columns: Mapping[str, str] | None = None,
    compared_with: People | None = None,
) -> tuple[Act, bool]:
    """Enter `drafts` in one transaction; the act, and whether it was written now.

    `source` is what the list is called, `columns` the role that was confirmed for each of its headings.
    `compared_with` are the people among whom duplicates of the list were looked for.
    A second confirmation with the same `token` changes nothing and answers with the first one's act.
    Raises `DomainError` where one of them cannot be entered, or where others than `compared_with` are entered
    by now: then nobody is.
    """
    with locked(tournament) as tournament:
        earlier = tournament.acts.filter(kind="import", args__token=token).first()
        if earlier:
            return earlier, False
        if len(drafts) > MAX_AT_ONCE:
            raise DomainError("file_too_many_rows", most=MAX_AT_ONCE)
        if compared_with is not None and entered_people(tournament) != list(compared_with):
            raise DomainError("roster_changed")  # the same list, perhaps, that another director entered first
        entries = add_entries(tournament, drafts)
        args: dict[str, Any] = {"token": token, "entries": [entry.number for entry in entries]}
        args |= {"source": source, "columns": dict(columns or {})}
        inverse = {"uids": [str(entry.uid) for entry in entries]}
        return audit_log.record(tournament, "import", args, by=by, inverse=inverse), True


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
    seated = list(tournament.entries.filter(seats).order_by("number"))
    return [act for act in lists if not _of_list(act, seated)]


def imported(act: Act) -> list[Entry]:
    """Return those who were entered by a list and still are, in the order of their numbers."""
    return _of_list(act, act.tournament.entries.order_by("number"))


def _of_list(act: Act, entries: Iterable[Entry]) -> list[Entry]:
    """Return those of `entries`, which are ordered by number, that the act `act` entered.

    The number of somebody who was struck off is given again, and a clock can be set back: neither says who
    came with a list. Acts of older programs have no uids. They were written within a moment of all of their
    entries, which were made in the order of their numbers; whoever does not fit that came later and stays.
    """
    uids = act.way_back.get("uids")
    if uids is not None:
        known = set(uids)
        return [entry for entry in entries if str(entry.uid) in known]
    numbers, latest, found = set(act.args["entries"]), act.at - MAX_IMPORT_TIME, []
    for entry in entries:
        if entry.number in numbers and latest <= entry.created_at <= act.at:
            latest = entry.created_at
            found.append(entry)
    return found


@audit_log.undoes("import", obstacle=lambda act: refuse_if_seated(imported(act)))
def _take_back_import(tournament: Tournament, act: Act) -> None:
    take_off(imported(act))
