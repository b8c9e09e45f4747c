"""Notices for the user who wrote a line: what it changed, and what it did not change."""

from dataclasses import dataclass
from typing import Any

from scoring.games import GAMES
from tournaments.models import Line, Publication, Round, Stage
from tournaments.rounds.scores.loaded_game import GameResult, LoadedGame


@dataclass(frozen=True)
class Notice:
    """A message about a line: a code and its arguments."""

    code: str
    args: dict[str, Any]


LATER_STAGE_CODES = {
    Stage.Kind.TIE_BREAK.value: "medal_matches_stand",
    Stage.Kind.PLAYOFF.value: "playoffs_stand",
}
"""The notices, by kind of stage, when a result changes after stages were made from the standings."""


def notices_about(line: Line, game: LoadedGame) -> list[Notice]:
    """Return the notices about a line of a game.

    They follow from the line alone, so a repeated request gets the same answer when the first one was lost.
    """
    before = game.result_at(line.number - 1)
    if line.kind != Line.Kind.PENALTY and before.data is None:
        return []
    after = game.result_at(line.number)
    if line.kind != Line.Kind.PENALTY and before.data == after.data:
        return []
    round_ = line.meeting.round
    stage = round_.stage
    outcome = []
    later = stage.rounds.exclude(state=Round.State.VOID).filter(number__gt=round_.number)
    stays = before.data is not None and not stage.ranks_only and later.exists()
    if stays and _winner(before, stage) != _winner(after, stage):
        outcome.append(Notice("seats_stay", {"round": round_.number + 1}))
    if stage.order == 1:
        made = Stage.objects.filter(tournament=stage.tournament_id, kind__in=LATER_STAGE_CODES)
        kinds = set(made.exclude(state=Stage.State.VOID).values_list("kind", flat=True))
        outcome += [Notice(LATER_STAGE_CODES[kind], {}) for kind in sorted(kinds)]
    if Publication.objects.official_now().filter(tournament=stage.tournament_id).exists():
        outcome.append(Notice("official_stands", {}))
    return outcome


def _winner(result: GameResult, stage: Stage) -> int | None:
    """Return the side that won a game, by its state."""
    return None if result.data is None else GAMES[stage.game].winner_of(result.data, stage.rules)
