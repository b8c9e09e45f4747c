"""Entries and stages as plain data of the exchange format, with every round, table and result."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from django.db.models import Prefetch, QuerySet

from scoring import boards, penalties
from scoring import match as matches
from scoring.games import GAMES
from scoring.penalties import Penalty, line_result
from tournaments import registration
from tournaments.models import Entry, Line, Meeting, Member, Result, Round, Seat, Stage, Tournament
from tournaments.publishing.export_names import VERSION_1_NAMES, figure, rename_for_version
from tournaments.rounds import stages


def export_tournament(tournament: Tournament, standings: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what `simulate --export --version 1` writes: entries, stages with their rounds, `standings`."""
    entries = list(with_members(tournament.entries.all()))
    content = {
        "format": stages.qualifying(tournament).rules["format"],
        "slug": tournament.slug,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "entries": [_entry(entry) for entry in entries],
        "stages": [
            stage_data(stage, entries) | played_rounds(stage)
            for stage in tournament.stages.exclude(state=Stage.State.VOID)
        ],
    }
    found: dict[str, Any] = rename_for_version(1, content, "simulation")
    return found | {"standings": standings}


def _entry(entry: Entry) -> dict[str, Any]:
    exported: dict[str, Any] = {
        "entry": entry.number,
        "name": entry.name,
        "club": entry.club,
        "kind": entry.kind,
        "members": members_of(entry),
        "presence": [list(interval) for interval in presence_of(entry)],
    }
    return exported | ({"house": True} if entry.is_house else {}) | line_up_data(entry)


def line_up_data(entry: Entry) -> dict[str, Any]:
    """Return who plays under a number in which rounds and whether the seat is fixed; empty if neither."""
    line_up = line_up_of(entry)
    return ({"line_up": line_up} if line_up else {}) | ({"fixed_seat": True} if entry.fixed_seat else {})


def with_members(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Prefetch what `members_of` and `presence_of` need, in three queries however many entries there are."""
    members = Member.objects.select_related("player").order_by("position", "from_round")
    return entries.prefetch_related("presences", Prefetch("members", members))


def members_of(entry: Entry) -> list[str]:
    """Return the names of those who play or played under a number, each once, in their order.

    None for a house player. The place of a name in it, from 1, identifies the player of a team on a board.
    """
    found: dict[str, str] = {}
    for member in entry.members.all():
        found.setdefault(registration.fold(member.player.name), member.player.name)
    return list(found.values())


def line_up_of(entry: Entry) -> list[dict[str, Any]]:
    """Return the rounds of each person under a number, if one was replaced, left or came later; else []."""
    members = list(entry.members.all())
    if all(member.from_round == 1 and member.to_round is None for member in members):
        return []
    return [
        {"name": member.player.name, "rounds": [member.from_round, member.to_round]} for member in members
    ]


def presence_of(entry: Entry) -> tuple[tuple[int, int | None], ...]:
    """Return the rounds in which an entry is here: (from, to), to is None where it is not known yet."""
    return tuple((interval.from_round, interval.to_round) for interval in entry.presences.all())


def match_of(stage: Stage) -> dict[str, Any]:
    """Return what is played at a table in one round: `games` are those that it can have at the most."""
    match = matches.read_match(stage.rules)
    content = {"kind": "fixed" if match.kind == "one_game" else match.kind, "games": match.most_games()}
    return content | ({"match_points": match.n} if match.kind == "first_to" else {})


def apart_pairs(stage: Stage, entries: Iterable[Entry]) -> list[list[int]]:
    """Return the pairs of entry numbers that asked not to meet; none for medal matches."""
    if stage.kind == Stage.Kind.TIE_BREAK:
        return []
    groups: dict[str, list[int]] = {}
    for entry in entries:
        if entry.apart:
            groups.setdefault(registration.fold(entry.apart), []).append(entry.number)
    return sorted(list(pair) for group in groups.values() for pair in combinations(sorted(group), 2))


def stage_data(stage: Stage, entries: Iterable[Entry]) -> dict[str, Any]:
    """Return a stage without its rounds, the same in every export."""
    content = {
        "kind": stage.kind,
        "order": stage.order,
        "pairing_system": stage.movement,
        "match": match_of(stage),
        "criteria": [figure(code) for code in stage.rules["criteria"]],
        "apart": apart_pairs(stage, entries),
    }
    known = boards.read_boards(stage.rules)
    return content | ({"boards": _boards(known)} if known else {})


def _boards(known: boards.Boards) -> dict[str, Any]:
    return {
        "count": known.count,
        "by": figure(known.by),
        "team_points": list(known.points),
        "bye": known.bye,
    }


def played_rounds(stage: Stage) -> dict[str, Any]:
    """Return the rules of a stage as they are stored, its seed, and its rounds with tables and results.

    `sides` are entry numbers in the order of the seats, a list of them where partners play. `results` are the
    games of a table, with `points` in the order of the sides and what else the game records; a bye is a table
    with one side and its declared credit. On a board `members` are the players of the sides: the place in the
    `members` of the entry, from 1, or None. Penalties that are not taken back are given with their round.
    """
    seats = Seat.objects.select_related("entry")
    results = Result.objects.select_related("line")
    rounds = stage.rounds.exclude(state=Round.State.VOID).prefetch_related(
        Prefetch("meetings", Meeting.objects.select_related("place")),
        Prefetch("meetings__seats", seats),
        Prefetch("meetings__results", results),
        Prefetch("meetings__lines", Line.objects.filter(kind=Line.Kind.PENALTY).order_by("number")),
    )
    squads = registration.squads(stage.tournament) if stage.rules.get("boards") else {}
    places: dict[int | None, int] = {key: at for squad in squads.values() for key, at in squad.places.items()}
    return {
        "rules": stage.rules,
        "seed": stage.seed,
        "rounds": [_round(round_, stage, places) for round_ in rounds],
    }


def _table(meeting: Meeting, stage: Stage, places: Mapping[int | None, int]) -> dict[str, Any]:
    seats = list(meeting.seats.all())
    lines = {result.game: result.line for result in meeting.results.all()}
    results = [
        _result(GAMES[stage.game].export_data(line_result(lines[game].data), stage.rules))
        for game in sorted(lines)
    ]
    if len(seats) == 1:
        credit, by_value = stage.rules["bye_credit"] or 0, stage.rules["credited"] == "value"
        results = [{"points": [0], "value": [credit]} if by_value else {"points": [credit]}]
    content = {
        "table": meeting.place.number if meeting.place else None,
        "sides": _sides(seats),
        "results": results,
    }
    if meeting.board:
        content |= {"board": meeting.board, "members": [places.get(seat.member_id) for seat in seats]}
    # The items of `from` are in the order of the sides.
    return content | ({"id": meeting.code, "from": meeting.feeders} if meeting.feeders else {})


def _result(content: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a game with the names of the exchange format."""
    names = {before: name for name, before in VERSION_1_NAMES["results"].items()}
    return {names.get(name, name): value for name, value in content.items()}


def _round(round_: Round, stage: Stage, places: Mapping[int | None, int]) -> dict[str, Any]:
    meetings = list(round_.meetings.all())
    content: dict[str, Any] = {
        "round": round_.number,
        "tables": [_table(meeting, stage, places) for meeting in meetings if not meeting.void_act_id],
    }
    ruled = [penalty for meeting in meetings for penalty in _penalties(meeting)]
    return content | ({"penalties": ruled} if ruled else {})


def _penalties(meeting: Meeting) -> list[dict[str, Any]]:
    """Return the penalties that are not taken back: offenders, game, what is taken and why.

    A penalty of points still counts where the round was rewritten as it was played, one of the game does not.
    """
    lines = list(meeting.lines.all())
    game = {line.number: line.game for line in lines}
    return [
        {
            "entries": list(one.offenders),
            "game": game[one.number],
            **_penalty_effect(one),
            "why": dict(one.why),
        }
        for one in penalties.active_penalties(lines)
        if one.game is None or not meeting.void_act_id
    ]


def _penalty_effect(penalty: Penalty) -> dict[str, Any]:
    if penalty.game is not None:
        return {"takes": "game"}
    return {"takes": "deal"} if penalty.deal else {"takes": "points", "points": penalty.points}


def _sides(seats: list[Seat]) -> list[Any]:
    """Return the sides at a table: a number each, or a list of numbers where partners play."""
    sides: dict[int, list[int]] = {}
    for seat in seats:
        sides.setdefault(seat.side, []).append(seat.entry.number)
    return [side[0] if len(side) == 1 else side for side in sides.values()]
