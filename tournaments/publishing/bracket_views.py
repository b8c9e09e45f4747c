"""Every meeting of a bracket in its current state: its sides, its table, the games won."""

from dataclasses import dataclass
from typing import NamedTuple

from tournaments.finals import playoffs
from tournaments.models import Entry, Meeting, Result, Stage, Tournament
from tournaments.pairing import brackets
from tournaments.pairing.brackets import BracketMeeting
from tournaments.pairing.tiebreak import NOBODY
from tournaments.standings.playoffs import Standing, standing


@dataclass(frozen=True)
class View:
    """A meeting of the bracket in its current state: players, meeting with its table, and outcome.

    A side is None if it is not known yet, or stays empty. `nobody` is true for a side that stays empty,
    `winner` is None before the end and where both have forfeited. `needed` is whether it is played at all,
    None while that is open.
    """

    planned: BracketMeeting
    number: int
    sides: tuple[Entry | None, Entry | None]
    won: tuple[int, int]
    meeting: Meeting | None
    winner: int | None
    forfeited: bool
    needed: bool | None = True
    over: bool = False
    nobody: tuple[bool, bool] = (False, False)


class Drawn(NamedTuple):
    """Playoffs in their current state: the bracket, and its meetings."""

    standing: Standing
    views: tuple[View, ...]


def drawn(tournament: Tournament, day: Stage) -> Drawn | None:
    """Return the playoffs that follow the stage `day`; None where there are none."""
    found = standing(tournament) if day.rules.get("playoffs") else None
    return Drawn(found, tuple(views(tournament, found))) if found else None


def views(tournament: Tournament, found: Standing) -> list[View]:
    """Return every meeting of the bracket in its current state, in four queries."""
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
            score = dict(zip(played.sides, played.games, strict=True))
        else:
            score = games.get(meeting.pk, {}) if meeting else {}
        shown.append(
            View(
                planned,
                at,
                sides=(entries.get(sides[0] or NOBODY), entries.get(sides[1] or NOBODY)),
                won=(score.get(sides[0] or NOBODY, 0), score.get(sides[1] or NOBODY, 0)),
                meeting=meeting,
                winner=(played.winner or None) if played else None,
                forfeited=bool(played and played.forfeited),
                needed=brackets.is_needed(planned, found.seeded, found.results),
                over=played is not None,
                nobody=(sides[0] == NOBODY, sides[1] == NOBODY),
            )
        )
    return shown
