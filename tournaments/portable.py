"""A tournament as one file of plain JSON."""

from typing import Any

from django.db.models import Prefetch

from scoring.games import GAMES
from tournaments import formats
from tournaments.models import Entry, Meeting, Result, Round, Seat, Stage, Tournament


def export(tournament: Tournament, standings: list[dict[str, Any]]) -> dict[str, Any]:
    """The tournament as plain data: entries, stages with rounds, tables and games, and `standings`.

    `sides` are entry numbers in the order of the seats, a list of them where partners play, `scores` in the
    same order, with what else the game tells; a bye is a table with one side and its declared credit.
    """
    return {
        "format": tournament.stages.get(order=1).rules["format"],
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "entries": [_entry(entry) for entry in tournament.entries.all()],
        "stages": [_stage(stage) for stage in tournament.stages.exclude(state=Stage.State.VOID)],
        "standings": standings,
    }


def _entry(entry: Entry) -> dict[str, Any]:
    exported: dict[str, Any] = {"number": entry.number, "name": entry.name, "club": entry.club}
    if entry.is_house:
        exported["house"] = True
    if entry.fixed_seat:
        exported["fixed_seat"] = True
    return exported


def _stage(stage: Stage) -> dict[str, Any]:
    seats = Seat.objects.select_related("entry")
    results = Result.objects.select_related("line")
    rounds = stage.rounds.exclude(state=Round.State.VOID).prefetch_related(
        Prefetch("meetings", Meeting.objects.select_related("place")),
        Prefetch("meetings__seats", seats),
        Prefetch("meetings__results", results),
    )
    return {
        "kind": stage.kind,
        "rules": stage.rules,
        "seed": stage.seed,
        "rounds": [
            {
                "number": round_.number,
                "tables": [
                    _table(meeting, stage) for meeting in round_.meetings.all() if not meeting.void_act_id
                ],
            }
            for round_ in rounds
        ],
    }


def _table(meeting: Meeting, stage: Stage) -> dict[str, Any]:
    seats = list(meeting.seats.all())
    lines = {result.game: result.line for result in meeting.results.all()}
    exported = [GAMES[stage.game].exported(lines[game].data, stage.rules) for game in sorted(lines)]
    if len(seats) == 1:
        exported = [_bye(stage)]
    return {
        "table": meeting.place.number if meeting.place else None,
        "sides": _sides(seats),
        "games": exported,
    }


def _sides(seats: list[Seat]) -> list[Any]:
    """Everybody who sits there side by side: a number, or a list of numbers where somebody has a partner."""
    sides: dict[int, list[int]] = {}
    for seat in seats:
        sides.setdefault(seat.side, []).append(seat.entry.number)
    return [side[0] if len(side) == 1 else side for side in sides.values()]


def _bye(stage: Stage) -> dict[str, Any]:
    credit = stage.rules["bye_credit"] or 0
    if formats.of(stage.rules).CREDITED == "value":
        return {"scores": [0], "values": [credit]}
    return {"scores": [credit]}
