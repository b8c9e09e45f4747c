"""Enter a whole list at once: all of it or nothing, and the same confirmation only once."""

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
    """Enter `drafts` in one transaction; return the act, and whether it was written now.

    `source` is the name of the list, `columns` the role that was confirmed for each of its headings.
    `compared_with` are the people among whom duplicates of the list were looked for. A second confirmation
    with the same `token` changes nothing and returns the act of the first.

    Raises `DomainError` if one of them cannot be entered, or if others than `compared_with` are entered by
    now: then none is entered.
    """
    with locked(tournament) as tournament:
        earlier = tournament.acts.filter(kind="import", args__token=token).first()
        if earlier:
            return earlier, False
        if len(drafts) > MAX_AT_ONCE:
            raise DomainError("file_too_many_rows", most=MAX_AT_ONCE)
        if compared_with is not None and entered_people(tournament) != list(compared_with):
            raise DomainError("roster_changed")  # perhaps the same list, which another director entered first
        entries = add_entries(tournament, drafts)
        args: dict[str, Any] = {"token": token, "entries": [entry.number for entry in entries]}
        args |= {"source": source, "columns": dict(columns or {})}
        inverse = {"uids": [str(entry.uid) for entry in entries]}
        return audit_log.record(tournament, "import", args, by=by, inverse=inverse), True


def remembered(tournament: Tournament) -> list[dict[str, str]]:
    """Return the column roles of the organisation's earlier lists, newest first, by folded heading."""
    lists = Act.objects.filter(kind="import", tournament__organisation=tournament.organisation_id)
    known = lists.order_by("-at", "-pk").values_list("args__columns", flat=True)[:REMEMBERED]
    return [_known_roles(columns) for columns in known if isinstance(columns, dict)]


def _known_roles(columns: Mapping[str, Any]) -> dict[str, str]:
    """Return the roles that this version knows: a copy may contain those of another version."""
    known = {title: role for title, role in columns.items() if role == "" or is_role(role)}
    # questions belong to one tournament: their columns are found by their heading
    return {title: "" if split(role)[0] in ANSWERS else role for title, role in known.items()}


def undoable(tournament: Tournament) -> list[Act]:
    """Return the lists that can still be undone, newest first: those of which no entry has been seated.

    Lists from before partners were drawn wait until these are separated (`acts.drawn_together_since`).
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

    The number of a removed entry is given again, and a clock can be set back: neither shows who came with a
    list. Acts of older programs have no uids. They were written within a moment of all of their entries,
    which were made in the order of their numbers; entries that do not fit were added later and stay.
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
