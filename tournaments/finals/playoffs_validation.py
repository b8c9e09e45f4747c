"""The check of playoffs: reads their seats and results apart from the code that seats them."""

from tournaments.finals.seated import numbers_by_meeting, seated_meetings
from tournaments.models import Tournament
from tournaments.pairing import bracket_check
from tournaments.pairing.bracket_check import PlannedMeeting, SeatedMeeting
from tournaments.standings.playoffs import PlayoffStanding, playoff_stage, stage_standing


def playoff_faults(tournament: Tournament) -> list[str]:
    """Return the faults of the playoffs, as found from their seats and results."""
    stage = playoff_stage(tournament)
    if stage is None:
        return []
    standing = stage_standing(stage)
    planned = [
        PlannedMeeting(one.id, one.turn, (one.sides[0].data, one.sides[1].data), one.part)
        for one in standing.bracket.meetings
    ]
    meetings = list(seated_meetings(stage))
    sits = numbers_by_meeting(meetings)
    sat = [
        SeatedMeeting(meeting.code, tuple(sorted(sits[meeting.pk])), _winner_of(standing, meeting.code))  # type: ignore[arg-type]
        for meeting in meetings
    ]
    entries = max(standing.bracket.order)
    faults = bracket_check.faults(planned, entries, rest=len(standing.seeded) - entries)
    return faults + bracket_check.faults_of_play(planned, standing.seeded, sat, over=standing.over)


def _winner_of(standing: PlayoffStanding, code: str) -> int | None:
    played = standing.results.get(code)
    return played.winner if played else None  # NOBODY if both sides have forfeited
