"""Late results from a table at which other people sat than planned, which was recorded meanwhile."""

from collections.abc import Sequence

from tournaments.models import Meeting
from tournaments.models.rows import first_or_none
from tournaments.rounds.scores.game_state import same_people, sides_of


def meeting_meant(meeting: Meeting, sides: Sequence[Sequence[int]], nonce: str) -> Meeting:
    """Return the meeting that a device means: `meeting` or, where that is void, that of `sides` at its table.

    A line that was written under `nonce` keeps its meeting, so that it is answered as the first time.
    """
    if meeting.void_act_id is None:
        return meeting
    at_the_table = Meeting.objects.filter(round=meeting.round_id, place=meeting.place_id)
    at_the_table = at_the_table.select_related("round__stage", "place")
    written = first_or_none(at_the_table.filter(lines__nonce=nonce))
    if written:
        return written
    standing = first_or_none(at_the_table.filter(void_act=None, origin=Meeting.Origin.AS_PLAYED))
    return standing if standing and same_people(sides_of(standing), sides) else meeting
