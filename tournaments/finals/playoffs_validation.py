"""The check of playoffs: reads their seats and results apart from the code that seats them."""

from tournaments.finals import playoffs
from tournaments.models import Tournament
from tournaments.pairing import bracket_check
from tournaments.pairing.bracket_check import Planned, Sat
from tournaments.standings.playoffs import Standing, of_stage, stage_of


def proof_read(tournament: Tournament) -> list[str]:
    """Return the faults of the playoffs, as found from their seats and results."""
    stage = stage_of(tournament)
    if stage is None:
        return []
    found = of_stage(stage)
    planned = [
        Planned(one.id, one.turn, (one.sides[0].data, one.sides[1].data), one.part)
        for one in found.bracket.meetings
    ]
    meetings = list(playoffs.seated(stage))
    sits = playoffs.numbers_at(meetings)
    sat = [
        Sat(meeting.code, tuple(sorted(sits[meeting.pk])), _winner_of(found, meeting.code))  # type: ignore[arg-type]
        for meeting in meetings
    ]
    entries = max(found.bracket.order)
    faults = bracket_check.faults(planned, entries, rest=len(found.seeded) - entries)
    return faults + bracket_check.faults_of_play(planned, found.seeded, sat, over=found.over)


def _winner_of(found: Standing, code: str) -> int | None:
    played = found.results.get(code)
    return played.winner if played else None  # NOBODY if both sides have forfeited
