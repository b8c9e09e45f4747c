"""Every meeting of a bracket as it stands: its sides, its table, the games won."""

from dataclasses import dataclass
from typing import NamedTuple

from tournaments import playoffs
from tournaments.models import Entry, Meeting, Result, Stage, Tournament
from tournaments.seating import brackets
from tournaments.seating.brackets import BracketMeeting
from tournaments.standings.playoffs import Standing, standing


@dataclass(frozen=True)
class View:
    """A meeting of the bracket as it stands: who plays (None: not known yet), where, and how it ended.

    `needed` is whether it is played at all, None while nobody knows.
    """

    planned: BracketMeeting
    number: int
    sides: tuple[Entry | None, Entry | None]
    won: tuple[int, int]
    meeting: Meeting | None
    winner: int | None
    forfeited: bool
    needed: bool | None = True


class Drawn(NamedTuple):
    """Playoffs as they stand: the bracket, and its meetings."""

    standing: Standing
    views: tuple[View, ...]


def drawn(tournament: Tournament, day: Stage) -> Drawn | None:
    """The playoffs after the games of `day`; None where there are none."""
    found = standing(tournament) if day.rules.get("playoffs") else None
    return Drawn(found, tuple(views(tournament, found))) if found else None


def views(tournament: Tournament, found: Standing) -> list[View]:
    """Every meeting of the bracket as it stands, in four queries."""
    entries = {entry.number: entry for entry in tournament.entries.all()}
    meetings = {meeting.code: meeting for meeting in playoffs.seated(found.stage)}
    games: dict[int, dict[int, int]] = {}
    won = Result.objects.filter(stage=found.stage, won__gt=0, meeting__void_act=None)
    for key, number in won.values_list("meeting_id", "entry__number"):
        of_meeting = games.setdefault(key, {})
        of_meeting[number] = of_meeting.get(number, 0) + 1
    shown = []
    for at, planned in enumerate(found.bracket.meetings, start=1):
        sides = brackets.sides(planned, found.seeded, found.results)
        meeting, played = meetings.get(planned.id), found.results.get(planned.id)
        if played:
            score = {played.winner: played.games[0], played.loser: played.games[1]}
        else:
            score = games.get(meeting.pk, {}) if meeting else {}
        one, other = (entries[number] if number is not None else None for number in sides)
        had = (score.get(sides[0] or 0, 0), score.get(sides[1] or 0, 0))
        winner = played.winner if played else None
        needed = brackets.is_needed(planned, found.seeded, found.results)
        forfeited = bool(played and played.forfeited)
        shown.append(View(planned, at, (one, other), had, meeting, winner, forfeited, needed))
    return shown
