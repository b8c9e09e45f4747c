"""Medal matches in words: their names, players and state."""

from typing import Any

from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.finals.medals import MedalMatch, TieBreak
from tournaments.models import Result, Stage, Tournament
from tournaments.pairing.tiebreak import FINAL, KNOCK_OUT, THIRD_PLACE, Source
from tournaments.publishing import bracket_words, reopening
from tournaments.publishing.explain import ordinal
from tournaments.publishing.names import time_of_day


def scores(tournament: Tournament) -> dict[int, list[int]]:
    """Return the games won by each side of every medal match so far, by meeting."""
    won: dict[int, list[int]] = {}
    games = Result.objects.filter(tournament=tournament, stage__kind=Stage.Kind.TIE_BREAK)
    for meeting, side, count in games.values_list("meeting_id", "side").annotate(Sum("won")).order_by():
        won.setdefault(meeting, [0, 0])[side] = count
    return won


def _games_won(match: MedalMatch, number: int, so_far: int) -> int:
    """Return the games won by one side: of a match that is over, without games played needlessly after it."""
    if match.played is None:
        return so_far
    return dict(zip(match.played.sides, match.played.games, strict=True))[number]


def match_row(tie_break: TieBreak, match: MedalMatch, won: dict[int, list[int]]) -> dict[str, Any]:
    """Return a match of a tie as the page shows it; `won` comes from `scores`."""
    meeting = match.meeting
    games = won.get(meeting.pk, [0, 0]) if meeting else [0, 0]
    tournament = tie_break.stage.tournament
    sides = [
        {
            "name": entry.name
            if entry
            else bracket_words.empty_side()
            if match.nobody[at]
            else _side_source(tie_break, match.match.sides[at]),
            "known": entry is not None,
            "number": entry.number if entry else None,
            "won": _games_won(match, entry.number, games[at]) if entry else 0,
            "winner": match.played is not None and entry is not None and match.played.winner == entry.number,
        }
        for at, entry in enumerate(match.sides)
    ]
    desk = ""
    if meeting and meeting.place:
        asked = f"?stage={tie_break.stage.order}&round={meeting.round.number}&table={meeting.place.number}"
        desk = reverse("desk", args=[tournament.slug]) + asked
    return {
        "title": _title(tie_break, match.match.code),
        "state": "over" if match.played else "playing" if meeting else "waiting",
        "sides": sides,
        "table": meeting.place.number if meeting and meeting.place else None,
        "forfeited": match.played is not None and match.played.forfeited,
        "desk": desk,
        "uid": meeting.uid if meeting else None,
    }


def _title(tie_break: TieBreak, code: str) -> str:
    if code == FINAL:
        return _("Final")
    if code == THIRD_PLACE:
        return _("For %(place)s place") % {"place": ordinal(tie_break.rank + 2)}
    if tie_break.plan.kind == KNOCK_OUT:
        turn, _dot, number = code.partition(".")
        last = max(match.turn for match in tie_break.plan.matches)
        if int(turn) == last - 1:
            return _("Semi-final %(number)s") % {"number": number}
        return _("Round %(turn)s, match %(number)s") % {"turn": turn, "number": number}
    if len(tie_break.plan.matches) == 1:
        return _("Best of three")
    return _("Match %(number)s") % {"number": code.removeprefix("M")}


def _side_source(tie_break: TieBreak, side: Source) -> str:
    if isinstance(side, int):
        return ""
    which, code = side
    words = _("Winner of: %(match)s") if which == "winner" else _("Loser of: %(match)s")
    return words % {"match": _title(tie_break, code)}


def reopening_note(ending: reopening.Ending) -> str:
    """Return what ends when a tournament is reopened."""
    kinds = {stage.kind for stage in ending.stages}
    parts = []
    if ending.official:
        at = time_of_day(ending.official.at)
        parts.append(_("The standings that were made official at %(at)s are provisional again.") % {"at": at})
    if Stage.Kind.TIE_BREAK in kinds:
        parts.append(_("The medal matches end and decide nothing; what was played stays in the score book."))
    if Stage.Kind.PLAYOFF in kinds:
        parts.append(_("The playoffs end and decide nothing; what was played stays in the score book."))
    return " ".join(parts)
