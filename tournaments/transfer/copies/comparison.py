"""Compare two score books of one tournament: the one in a copy, and the one here.

Lines and acts are never changed, so a tournament that went on begins with all lines and acts of the other.
Only then is one of them simply ahead of the other. Where each has a line, an act or an entry that the other
lacks, the user chooses.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any, NamedTuple

from tournaments.common import audit_log
from tournaments.models import Line, Tournament
from tournaments.registration.signups import entries_by_form
from tournaments.transfer.copies.file import Copy

AHEAD, SAME, BEHIND, APART = "ahead", "same", "behind", "apart"
TO_BE_CHOSEN = (BEHIND, APART)  # choosing the copy would put aside what happened here
# Acts of one machine, which are not missed on another.
OF_A_MACHINE = (
    "restore",
    "notice",
    "notice_end",
    "wifi",
    "identity",
    "publish_files",
    "visibility",
    "new_link",
    *audit_log.UPDATES,
)


class Written(NamedTuple):
    """A line as it is compared: its game, its content, and its nonce, which no two results share."""

    number: int
    meeting: str
    game: int
    kind: str
    nonce: str
    sides: Any
    data: Any


class Seen(NamedTuple):
    """A line as it is shown: its number, the round, its table (None: none) and its data."""

    number: int
    round: int
    table: int | None
    kind: str
    data: Any


class Besides(NamedTuple):
    """The numbers of people and of acts that only one side has."""

    people: int
    acts: int

    def __bool__(self) -> bool:
        return any(self)


class Compared(NamedTuple):
    """The relation of a copy to the tournament here: `ahead`, the `same`, `behind`, or `apart`.

    `common` lines are the same in both; then follow those of the copy alone and those here alone, and the
    other differences. `version` is that of the tournament here: it shows whether something happened since.
    """

    kind: str
    common: int
    in_copy: tuple[Seen, ...]
    here: tuple[Seen, ...]
    besides_in_copy: Besides
    besides_here: Besides
    version: int


def compare(copy: Copy, live: Tournament) -> Compared:
    """Compare a copy with the same tournament here: the score book, the acts, and the entries."""
    theirs, shown = _in_copy(copy)
    ours, ours_shown = _here(live)
    common = _common(theirs, ours)
    besides, ours_besides = _besides(copy, live)
    more = len(theirs) > common or bool(besides)
    own = len(ours) > common or bool(ours_besides)
    kind = APART if more and own else AHEAD if more else BEHIND if own else SAME
    alone = tuple(shown[common:]), tuple(ours_shown[common:])
    return Compared(kind, common, *alone, besides, ours_besides, live.version)


def _common(theirs: Sequence[Any], ours: Sequence[Any]) -> int:
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(theirs, ours, strict=False))))


def _besides(copy: Copy, live: Tournament) -> tuple[Besides, Besides]:
    done = [
        (row["kind"], datetime.fromisoformat(row["at"]))
        for row in sorted(_rows(copy, "Act"), key=lambda row: row["version"])
        if row["kind"] not in OF_A_MACHINE
    ]
    ours_done = list(live.acts.exclude(kind__in=OF_A_MACHINE).order_by("version").values_list("kind", "at"))
    common = _common(done, ours_done)
    people = {row["uid"] for row in _rows(copy, "Entry")}
    ours = {str(uid) for uid in live.entries.values_list("uid", flat=True)}
    online = {str(uid) for uid in entries_by_form(live)}  # found again by `restored_signups.follow_restored`
    return (
        Besides(len(people - ours), len(done) - common),
        Besides(len(ours - people - online), len(ours_done) - common),
    )


def _here(live: Tournament) -> tuple[list[Written], list[Seen]]:
    written, seen = [], []
    lines = Line.objects.filter(tournament=live).select_related("meeting__round", "meeting__place")
    for line in lines.order_by("number"):
        meeting = line.meeting
        written.append(
            Written(line.number, str(meeting.uid), line.game, line.kind, line.nonce, line.sides, line.data)
        )
        table = meeting.place.number if meeting.place else None
        seen.append(Seen(line.number, meeting.round.number, table, line.kind, line.data))
    return written, seen


def _in_copy(copy: Copy) -> tuple[list[Written], list[Seen]]:
    meetings, rounds, places = (_rows(copy, part) for part in ("Meeting", "Round", "Place"))
    written, seen = [], []
    for line in sorted(_rows(copy, "Line"), key=lambda row: row["number"]):
        meeting = meetings[line["meeting"]]
        place = meeting["place"]
        table = None if place is None else places[place]["number"]
        content = (line["game"], line["kind"], line["nonce"], line["sides"], line["data"])
        written.append(Written(line["number"], str(meeting["uid"]), *content))
        number = rounds[meeting["round"]]["number"]
        seen.append(Seen(line["number"], number, table, line["kind"], line["data"]))
    return written, seen


def _rows(copy: Copy, part: str) -> Sequence[dict[str, Any]]:
    there = copy.rows["parts"][part]
    return [dict(zip(there["fields"], row, strict=True)) for row in there["rows"]]
