"""The state of a table as a device receives it (docs/protocol.md)."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.games import GAMES
from scoring.match import Match
from tournaments import devices, games, registration, rounds
from tournaments.models import Call, Device, Line, Meeting, Seat, Stage, Tournament, raw_sql
from tournaments.models.rows import fetch, placeholders
from tournaments.pairing import bracket_kinds
from tournaments.publishing import ceremony, notices
from tournaments.publishing.explain import join_names
from tournaments.publishing.names import time_of_day
from tournaments.publishing.penalties import sentence
from tournaments.rounds.scores import GameState, TableState, match_of, points_off
from tournaments.rounds.scores.submissions import protocol_state
from tournaments.web.device_api.cache import (
    SeatsOfDevice,
    boards_of,
    call_from,
    seats_of_device,
    table_of,
    unfinished_tables,
)

UNCHANGED = {"same": True}


def here(device: Device, *, seen: int, epoch: int, addresses: list[str]) -> dict[str, Any]:
    """Return what `device` should show now; `{"same": true}` if it has seen this version already."""
    tournament = device.tournament
    if (seen, epoch) == (tournament.version, tournament.epoch):
        return UNCHANGED
    sitting = seats_of_device(device)
    stage, round_ = sitting.stage, sitting.round
    text = notices.current_notice(tournament)
    answer = {
        "version": tournament.version,
        "epoch": tournament.epoch,
        "tournament": tournament_identity(tournament),
        "table": device.place.number if device.place else None,
        "entry": device.entry.number if device.entry else None,
        "label": device.label,
        "may_report": devices.phones_may_report(tournament)
        if device.entry_id
        else not devices.is_waiting(device),
        "newcomers": _newcomers(device, sitting),
        "called": _waiting_call(device),
        "addresses": addresses,
        "notice": {"text": text, "left": notices.seconds_left(tournament)} if text else None,
        "rules": rules_of(stage),
        "round": None,
        "meetings": [],
        "moves": [],
        "playing": [],
    }
    if round_ is None:
        return answer
    table = table_of(tournament, sitting)
    answer["round"] = {
        "number": round_.number,
        "of": _round_count(stage),
        "state": round_.state,
        "left": rounds.seconds_left(round_),
    }
    answer["meetings"] = [_meeting(table) | _board_lines(table)] if table else []
    answer["moves"] = [_move(before, now) for before, now in sitting.moved]
    if table is None or table.settled:
        answer["playing"] = unfinished_tables(tournament, round_)
    return answer


def _newcomers(device: Device, sitting: SeatsOfDevice) -> list[dict[str, Any]]:
    """Return the tablets that may be let in from this table."""
    if device.waits or device.tournament.settings.get(devices.BOTH_SETTING):
        return []
    return [{"device": key, "label": label} for key, label in sitting.newcomers]


def _waiting_call(device: Device) -> dict[str, Any] | None:
    """Return the call that waits from here, and of a protest the time at which it was noted."""
    call = call_from(device)
    if call is None:
        return None
    return {"call": call.pk, "noted": time_of_day(call.at) if call.what == Call.What.PROTEST else ""}


def _round_count(stage: Stage) -> int:
    """Return how many rounds there are; those of medal matches are made as they become ready."""
    if stage.kind == Stage.Kind.PLAYOFF:
        return len(bracket_kinds.bracket_from_rules(stage.rules["bracket"]).meetings)
    if stage.ranks_only:
        return stage.rounds.filter(rounds.NOT_VOID).count()
    return int(stage.rules["rounds"])


def people(device: Device) -> dict[str, Any]:
    """Return the players of the round that is being played at `device`, by name, with their seats."""
    sitting = seats_of_device(device)
    seats = Seat.objects.filter(meeting__round=sitting.round, meeting__void_act=None)
    known = registration.annotate_past_players(seats).select_related(
        "entry", "member__player", "meeting__place"
    )
    known = known.order_by("entry__sort_name", "entry__number")
    return {
        "stage": sitting.stage.order,
        "round": sitting.round.number if sitting.round else None,
        "people": [
            {
                "number": seat.entry.number,
                "name": registration.names_at_seat(seat, seat.meeting.board),
                "sorted": seat.member.player.sort_name if seat.member else seat.entry.sort_name,
                "table": seat.meeting.place.number if seat.meeting.place else None,
                "letter": seat.letter,
            }
            for seat in known
        ],
    }


def tournament_identity(tournament: Tournament) -> dict[str, Any]:
    """Return the data that identify a tournament."""
    return {
        "uid": str(tournament.uid),
        "epoch": tournament.epoch,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "language": tournament.language,
    }


def rules_of(stage: Stage) -> dict[str, Any]:
    """Return the rules that a device needs to ask for a result and to tell its points."""
    rules = stage.rules
    content = {"game": stage.game, "target": rules["target"], "stage": stage.order}
    return content | games.game_of(rules).words.device_rules(rules)


def _meeting(table: TableState) -> dict[str, Any]:
    meeting, game = table.meeting, table.next_game
    match, cards = match_of(meeting), _cards(table)
    return {
        "uid": str(meeting.uid),
        "stage": meeting.round.stage.order,
        "round": meeting.round.number,
        "table": table.number,
        "games": meeting.games_planned,
        "match": _match(match, meeting),
        "game": game,
        "basis": max((line.number for line in table.game(game or 1).lines), default=0),
        "state": _state(table),
        "deals": table.match.next_deal,
        "sides": [
            {
                "letter": seats[0].letter,
                "entries": [
                    {
                        "number": seat.entry.number,
                        "name": registration.names_at_seat(seat, meeting.board),
                        "letter": seat.letter,
                        **({"team": seat.entry.team} if seat.entry.team else {}),
                        **cards[seat.entry_id],
                    }
                    for seat in seats
                ],
            }
            for seats in (table.side(side) for side in sorted({seat.side for seat in table.seats}))
        ],
        "results": [_result(game, table) for game in table.games if game.values],
        "penalties": _penalties(table),
    }


def _board_lines(table: TableState) -> dict[str, list[str]]:
    """Return the match of teams to which this board belongs, line by line; without hidden results."""
    meeting, last = table.meeting, _last_public_game(table)
    if meeting.board is None:
        return {}
    with_results = last is None or meeting.round.number <= last
    found = boards_of(meeting.round.stage.tournament, meeting.round, with_results=with_results)
    return {"boards": found.get(meeting.pk, [])}


def _match(match: Match, meeting: Meeting) -> dict[str, Any]:
    """Return how the meeting is decided; `by` and `at_once` only if not simply by games won."""
    content: dict[str, Any] = {"kind": "fixed" if match.kind == "one_game" else match.kind}
    content["games"] = meeting.games_planned
    if match.kind == "first_to":
        content["points"] = match.n
    if match.decided_by_points:
        content["by"] = "points"
    stage = meeting.round.stage
    at_once = GAMES[stage.game].wins_match_at(stage.rules) if meeting.games_planned > 1 else None
    return content | ({"at_once": at_once} if at_once is not None else {})


def _state(table: TableState) -> str:
    if table.bye:
        return "bye"
    if table.disputed:
        return "disputed"
    if table.match.over:
        return "entered"
    return protocol_state(table.game(table.next_game or 1).result)


def _result(game: GameState, table: TableState) -> dict[str, Any]:
    winner = game.winner
    worth = not table.meeting.round.stage.ranks_only  # a medal match earns no match points
    return {
        "game": game.number,
        "line": game.result.line,
        "pegged": [value.pegged for value in game.values],
        "winner": winner,
        # between several lines, or by a penalty
        "ruled": game.counting.kind == Line.Kind.RULING if game.counting else bool(game.values),
        "how": game.values[0].how,
        "skunk": game.values[winner].skunk if winner is not None else 0,
        "match_points": game.values[winner].match_points if winner is not None and worth else 0,
    }


def _penalties(table: TableState) -> list[dict[str, Any]]:
    """Return the penalties in force at this table, in words too."""
    board = table.meeting.board
    names = {seat.entry.number: registration.names_at_seat(seat, board) for seat in table.seats}
    rules = table.meeting.round.stage.rules
    return [
        {
            "line": penalty.number,
            "game": game.number,
            "side": penalty.side,
            "points": penalty.points,
            "sentence": _("Penalty for %(name)s: %(said)s")
            % {
                "name": join_names([names.get(number, f"#{number}") for number in penalty.offenders]),
                "said": sentence(penalty, rules),
            },
        }
        for game in table.games
        for penalty in game.penalties
    ]


def _cards(table: TableState) -> dict[int, dict[str, int]]:
    """Return by entry: games played so far, won, points, and the value of games of gin.

    The games of this meeting are counted as `table` shows them: a result that came in since is not included
    yet. Games that are hidden until the podium are left out: two cards from each table would reveal all of
    them.
    """
    entries = [seat.entry_id for seat in table.seats]
    stage, last = table.meeting.round.stage, _last_public_game(table)
    found = {entry: {"games": 0, "won": 0, "points": 0, "value": 0} for entry in entries}
    public = "" if last is None else raw_sql.PUBLIC_ROUNDS_FILTER
    asked = raw_sql.TOTALS_ELSEWHERE.format(placeholders(entries), public)
    up_to = () if last is None else (stage.pk, last)
    for entry, *sums in fetch(asked, stage.pk, table.meeting.pk, *entries, *up_to):
        found[entry] = dict(zip(("games", "won", "points", "value"), sums, strict=True))
    hidden = last is not None and table.meeting.round.number > last
    for game in () if hidden else table.games:
        for seat in table.seats if game.values else ():
            value, card = game.values[seat.side], found[seat.entry_id]
            card["games"] += 1
            card["won"] += value.won
            card["points"] += value.pegged
            card["value"] += value.value
    _subtract_penalties(table, found, last)
    return found


def _last_public_game(table: TableState) -> int | None:
    """Return the last game of the tournament that cards may show; None: all, as in medal matches."""
    stage = table.meeting.round.stage
    return ceremony.last_public_game(stage.tournament, stage) if stage.order == 1 else None


def _subtract_penalties(table: TableState, cards: dict[int, dict[str, int]], last: int | None) -> None:
    """Subtract the points of penalties from the figure that they reduce, if a card shows it."""
    stage = table.meeting.round.stage
    shown = {"pegged": "points", "spread": "value", "value": "value"}.get(stage.rules["penalised"])
    off = points_off(stage) if shown else {}
    if last is not None:
        open_ones = set(stage.rounds.filter(number__lte=last).values_list("pk", flat=True))
        off = {at: points for at, points in off.items() if at[0] in open_ones}
    for (_round, number), points in off.items():
        for seat in table.seats:
            if shown and seat.entry.number == number:
                cards[seat.entry_id][shown] -= points


def _move(before: Seat, now: Seat) -> dict[str, Any]:
    """Return the new seat of a player who sat here in the round before."""
    return {
        "number": now.entry.number,
        "name": registration.names_at_seat(now, now.meeting.board),
        "table": now.meeting.place.number if now.meeting.place else None,
        "letter": now.letter,
        "stays": now.meeting.place_id == before.meeting.place_id,
    }
