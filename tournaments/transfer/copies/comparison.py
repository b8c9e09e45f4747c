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
from tournaments.registration.signups import uids_entered_by_form
from tournaments.transfer.copies.file import Copy

AHEAD, SAME, BEHIND, APART = "ahead", "same", "behind", "apart"
CHOICE_KINDS = (BEHIND, APART)  # choosing the copy would put aside what happened here
# Acts of one machine, which are not missed on another.
MACHINE_KINDS = (
    "restore",
    "notice",
    "notice_end",
    "wifi",
    "identity",
    "publish_files",
    "visibility",
    "new_link",
    *audit_log.UPDATE_KINDS,
)


class ComparedLine(NamedTuple):
    """A line as it is compared: its game, its content, and its nonce, which no two results share."""

    number: int
    meeting: str
    game: int
    kind: str
    nonce: str
    sides: Any
    data: Any


class ListedLine(NamedTuple):
    """A line as it is shown: its number, the round, its table (None: none) and its data."""

    number: int
    round: int
    table: int | None
    kind: str
    data: Any


class ExtraNumbers(NamedTuple):
    """The numbers of people and of acts that only one side has."""

    people: int
    acts: int

    def __bool__(self) -> bool:
        return any(self)


class Comparison(NamedTuple):
    """The relation of a copy to the tournament here: `ahead`, the `same`, `behind`, or `apart`.

    `common` lines are the same in both; then follow those of the copy alone and those here alone, and the
    other differences. `version` is that of the tournament here: it shows whether something happened since.
    """

    kind: str
    common: int
    in_copy: tuple[ListedLine, ...]
    here: tuple[ListedLine, ...]
    besides_in_copy: ExtraNumbers
    besides_here: ExtraNumbers
    version: int


def compare(copy: Copy, live: Tournament) -> Comparison:
    """Compare a copy with the same tournament here: the score book, the acts, and the entries."""
    theirs, shown = _lines_in_copy(copy)
    ours, ours_shown = _lines_here(live)
    common = _common_length(theirs, ours)
    besides, ours_besides = _other_differences(copy, live)
    more = len(theirs) > common or bool(besides)
    own = len(ours) > common or bool(ours_besides)
    kind = APART if more and own else AHEAD if more else BEHIND if own else SAME
    alone = tuple(shown[common:]), tuple(ours_shown[common:])
    return Comparison(kind, common, *alone, besides, ours_besides, live.version)


def _common_length(theirs: Sequence[Any], ours: Sequence[Any]) -> int:
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(theirs, ours, strict=False))))


def _other_differences(copy: Copy, live: Tournament) -> tuple[ExtraNumbers, ExtraNumbers]:
    done = [
        (row["kind"], datetime.fromisoformat(row["at"]))
        for row in sorted(_rows(copy, "Act"), key=lambda row: row["version"])
        if row["kind"] not in MACHINE_KINDS
    ]
    ours_done = list(live.acts.exclude(kind__in=MACHINE_KINDS).order_by("version").values_list("kind", "at"))
    common = _common_length(done, ours_done)
    people = {row["uid"] for row in _rows(copy, "Entry")}
    ours = {str(uid) for uid in live.entries.values_list("uid", flat=True)}
    online = {
        str(uid) for uid in uids_entered_by_form(live)
    }  # found again by `restored_signups.relink_restored_signups`
    return (
        ExtraNumbers(len(people - ours), len(done) - common),
        ExtraNumbers(len(ours - people - online), len(ours_done) - common),
    )


def _lines_here(live: Tournament) -> tuple[list[ComparedLine], list[ListedLine]]:
    written, seen = [], []
    lines = Line.objects.filter(tournament=live).select_related("meeting__round", "meeting__place")
    for line in lines.order_by("number"):
        meeting = line.meeting
        written.append(
            ComparedLine(
                line.number, str(meeting.uid), line.game, line.kind, line.nonce, line.sides, line.data
            )
        )
        table = meeting.place.number if meeting.place else None
        seen.append(ListedLine(line.number, meeting.round.number, table, line.kind, line.data))
    return written, seen


def _lines_in_copy(copy: Copy) -> tuple[list[ComparedLine], list[ListedLine]]:
    meetings, rounds, places = (_rows(copy, part) for part in ("Meeting", "Round", "Place"))
    written, seen = [], []
    for line in sorted(_rows(copy, "Line"), key=lambda row: row["number"]):
        meeting = meetings[line["meeting"]]
        place = meeting["place"]
        table = None if place is None else places[place]["number"]
        content = (line["game"], line["kind"], line["nonce"], line["sides"], line["data"])
        written.append(ComparedLine(line["number"], str(meeting["uid"]), *content))
        number = rounds[meeting["round"]]["number"]
        seen.append(ListedLine(line["number"], number, table, line["kind"], line["data"]))
    return written, seen


def _rows(copy: Copy, part: str) -> Sequence[dict[str, Any]]:
    there = copy.rows["parts"][part]
    return [dict(zip(there["fields"], row, strict=True)) for row in there["rows"]]
