"""A tournament as one file of plain JSON."""

from typing import Any

from tournaments.models import Entry, Meeting, Round, Stage, Tournament


def export(tournament: Tournament, standings: list[dict[str, Any]]) -> dict[str, Any]:
    """The tournament as plain data: entries, stages with rounds, tables and games, and `standings`.

    `sides` are entry numbers in the order of the seats, `scores` in the same order; a bye is a table with
    one side and its declared credit as score.
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
    rounds = stage.rounds.exclude(state=Round.State.VOID).prefetch_related(
        "meetings__seats__entry", "meetings__place", "meetings__results"
    )
    return {
        "kind": stage.kind,
        "rules": stage.rules,
        "seed": stage.seed,
        "rounds": [
            {
                "number": round_.number,
                "tables": [
                    _table(meeting, stage.rules)
                    for meeting in round_.meetings.all()
                    if not meeting.void_act_id
                ],
            }
            for round_ in rounds
        ],
    }


def _table(meeting: Meeting, rules: dict[str, Any]) -> dict[str, Any]:
    seats = list(meeting.seats.all())
    games: dict[int, dict[int, Any]] = {}
    for result in meeting.results.all():
        games.setdefault(result.game, {})[result.entry_id] = result
    exported = []
    for game in sorted(games):
        results = [games[game][seat.entry_id] for seat in seats]
        one: dict[str, Any] = {"scores": [result.pegged for result in results]}
        if results[0].how != "played":
            one["how"] = results[0].how
        exported.append(one)
    if len(seats) == 1:
        exported = [{"scores": [rules["bye_credit"] or 0]}]
    return {
        "table": meeting.place.number if meeting.place else None,
        "sides": [seat.entry.number for seat in seats],
        "games": exported,
    }
