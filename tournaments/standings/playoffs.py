"""The current state of playoffs: bracket, winners of its meetings, and the places that follow."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.ranking import Decision
from tournaments.models import Stage, StageEntry, Tournament
from tournaments.models.rows import attach_related, prepared
from tournaments.pairing import bracket_kinds, brackets
from tournaments.pairing.brackets import Bracket, BracketMeeting
from tournaments.pairing.double_elimination import RESET
from tournaments.pairing.tiebreak import FINAL, THIRD_PLACE, PlayedMatch
from tournaments.standings.tie_break_results import played_matches


@dataclass(frozen=True)
class PlayoffStanding:
    """A bracket with its entries by seed and the meetings that are over, by id."""

    stage: Stage
    bracket: Bracket
    seeded: dict[int, int]
    results: dict[str, PlayedMatch]

    @property
    def over(self) -> bool:
        """Return whether every meeting that is needed has been played."""
        return brackets.is_over(self.bracket, self.seeded, self.results)

    @property
    def left(self) -> int:
        """Return how many meetings are still to be played, or may have to be."""
        return sum(
            meeting.id not in self.results
            and brackets.is_needed(meeting, self.seeded, self.results) is not False
            for meeting in self.bracket.meetings
        )

    @property
    def decided(self) -> bool:
        """Return whether every place is decided: all but the consolation is over."""
        return brackets.is_decided(self.bracket, self.seeded, self.results)


def playoff_stage(tournament: Tournament) -> Stage | None:
    """Return the playoffs of a tournament; None before they begin."""
    return next(iter(attach_related(_playoff_stages(tournament.pk), tournament=tournament)), None)


@prepared
def _playoff_stages(tournament: int) -> QuerySet[Stage]:
    stages = Stage.objects.filter(tournament=tournament, kind=Stage.Kind.PLAYOFF)
    return stages.exclude(state=Stage.State.VOID)


def standing(
    tournament: Tournament, upto: int | None = None, stages: Sequence[Stage] | None = None
) -> PlayoffStanding | None:
    """Return the playoffs now, or as of version `upto`; None where there are none.

    `stages` are those of the tournament, now or as of that version, if the caller has them already.
    """
    if stages is None:
        stage = playoff_stage(tournament)
    else:
        stage = next((one for one in stages if one.kind == Stage.Kind.PLAYOFF), None)
    return stage_standing(stage, upto) if stage else None


def stage_standing(stage: Stage, upto: int | None = None) -> PlayoffStanding:
    """Return the bracket of a stage, with the results that count: those between entries it has paired."""
    entries = StageEntry.objects.filter(stage=stage).values_list("seed", "entry__number")
    seeded = {seed: number for seed, number in entries if seed}
    bracket = bracket_kinds.bracket_from_rules(stage.rules["bracket"])
    over = played_matches([stage], upto).get(stage.pk, {})
    return PlayoffStanding(stage, bracket, seeded, brackets.valid_results(bracket, seeded, over))


def decisions(standing: PlayoffStanding) -> dict[int, Decision]:
    """Return the place of every entry of the playoffs, by number.

    A `Decision`'s code: playoffs_won, playoffs_final (lost it), playoffs_third, playoffs_fourth, playoffs_out
    with how many were left in that round, playoffs_twice (lost for the second time), or playoffs_gone (both
    forfeited); its place is the rank.
    """
    gone = {number for played in standing.results.values() for number in played.gone}
    placed_by = {
        number: meeting
        for meeting in standing.bracket.meetings
        if meeting.loser_place  # its winner has a place as well
        for number in brackets.sides(meeting, standing.seeded, standing.results)
        if number is not None
    }
    return {
        number: Decision(place, "playoffs_gone")
        if number in gone
        else Decision(place, *place_reason(placed_by[number], place))
        for number, place in brackets.placings(standing.bracket, standing.seeded, standing.results).items()
    }


def place_reason(meeting: BracketMeeting, place: int) -> tuple[str] | tuple[str, tuple[int]]:
    if place == 1:
        return ("playoffs_won",)
    if meeting.part == brackets.LOWER:
        return ("playoffs_twice",)
    if meeting.id in (FINAL, RESET):
        return ("playoffs_final",)
    if meeting.id == THIRD_PLACE:
        return ("playoffs_third",) if place == 3 else ("playoffs_fourth",)
    return "playoffs_out", (2 * (place - 1),)
