"""What should be at a table now, as a device is told it (docs/protocol.md)."""

from typing import Any

from django.db.models import Count, Q, Sum

from scoring.match_points import lines_of, read_table
from tournaments import devices, rounds, scorebook, stages
from tournaments.models import Device, Meeting, Result, Round, Seat, Stage, Tournament
from tournaments.scorebook import GAMES, GameState, TableState
from tournaments.scorebook.table import state_of

SAME = {"same": True}


def here(device: Device, *, seen: int, epoch: int, addresses: list[str]) -> dict[str, Any]:
    """What `device` should show now; `{"same": true}` where it has seen this version already."""
    tournament = device.tournament
    if (seen, epoch) == (tournament.version, tournament.epoch):
        return SAME
    stage = _played_now(device)
    round_ = _latest(stage)
    answer = {
        "version": tournament.version,
        "epoch": tournament.epoch,
        "tournament": described(tournament),
        "table": device.place.number if device.place else None,
        "entry": device.entry.number if device.entry else None,
        "label": device.label,
        "may_report": device.entry is None or devices.phones_may_report(tournament),
        "addresses": addresses,
        "rules": rules_of(stage),
        "round": None,
        "meetings": [],
        "moves": [],
        "playing": [],
    }
    if round_ is None:
        return answer
    table = _table_of(device, round_)
    answer["round"] = {"number": round_.number, "of": stage.rules["rounds"], "state": round_.state}
    answer["meetings"] = [_meeting(table)] if table else []
    answer["moves"] = _moves(device, round_)
    if table is None or table.settled:
        answer["playing"] = _still_playing(round_)
    return answer


def described(tournament: Tournament) -> dict[str, Any]:
    """Which tournament it is."""
    return {
        "uid": str(tournament.uid),
        "epoch": tournament.epoch,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "language": tournament.language,
    }


def rules_of(stage: Stage) -> dict[str, Any]:
    """What a device must know of the rules to ask for a result and to say what it is worth."""
    rules = stage.rules
    told = {"game": stage.game, "target": rules["target"], "stage": stage.order}
    if stage.game != "cribbage":
        return told | {name: rules[name] for name in ("bonuses", "ace") if name in rules}
    table = read_table(rules.get("match_points"))
    return told | {
        "pegging": rules["pegging"],
        "most": GAMES["cribbage"].highest(rules),
        "from_116": rules["from_116"],
        "first_deal": rules["first_deal"],
        "win": table.points[0] if table else None,
        "skunks": [
            {"level": level, "under": line, "worth": table.points[level] if table else None}
            for level, line in enumerate(lines_of(rules), start=1)
        ],
    }


def _played_now(device: Device) -> Stage:
    """The newest stage in which somebody sits where this device is; else the day's games."""
    standing = Round.objects.filter(rounds.NOT_VOID, stage__tournament=device.tournament)
    sitting = standing.filter(_where(device, "meetings__"), meetings__void_act=None)
    newest = sitting.select_related("stage").order_by("-stage__order").first()
    return newest.stage if newest else stages.qualifying(device.tournament)


def _where(device: Device, prefix: str = "") -> Q:
    if device.entry_id:
        return Q(**{prefix + "seats__entry": device.entry_id})
    return Q(**{prefix + "place": device.place_id})


def _latest(stage: Stage) -> Round | None:
    """The round of a stage that is seated or being played, else the last that was."""
    standing = stage.rounds.filter(rounds.NOT_VOID).exclude(state=Round.State.PLANNED)
    return standing.select_related("stage").order_by("-number").first()


def _table_of(device: Device, round_: Round) -> TableState | None:
    meetings = round_.meetings.filter(_where(device), void_act=None).select_related("place", "round__stage")
    meeting = meetings.first()
    if meeting is None:
        return None
    return scorebook.table_of(meeting, meeting.place.number if meeting.place else 0)


def _meeting(table: TableState) -> dict[str, Any]:
    meeting, game = table.meeting, table.next_game
    cards = _cards(table)
    return {
        "uid": str(meeting.uid),
        "stage": meeting.round.stage.order,
        "round": meeting.round.number,
        "table": table.number,
        "games": meeting.games_planned,
        "game": game,
        "basis": max((line.number for line in table.game(game or 1).lines), default=0),
        "state": _state(table),
        "deals": table.match.next_deal,
        "sides": [
            {
                "letter": seats[0].letter,
                "entries": [
                    {"number": seat.entry.number, "name": seat.entry.name, **cards[seat.entry_id]}
                    for seat in seats
                ],
            }
            for seats in (table.side(side) for side in sorted({seat.side for seat in table.seats}))
        ],
        "results": [_result(game) for game in table.games if game.values],
    }


def _state(table: TableState) -> str:
    if table.bye:
        return "bye"
    if table.disputed:
        return "disputed"
    if table.match.over:
        return "entered"
    return state_of(table.game(table.next_game or 1).amount)


def _result(game: GameState) -> dict[str, Any]:
    winner = game.winner
    return {
        "game": game.number,
        "line": game.counting.number if game.counting else None,
        "pegged": [value.pegged for value in game.values],
        "winner": winner,
        "how": game.values[0].how,
        "skunk": game.values[winner].skunk if winner is not None else 0,
        "match_points": game.values[winner].match_points if winner is not None else 0,
    }


def _cards(table: TableState) -> dict[int, dict[str, int]]:
    """By entry: games played so far, won, and points.

    The games of this meeting are counted as `table` shows them: a result that came in since is not on it yet.
    """
    entries = [seat.entry_id for seat in table.seats]
    elsewhere = Result.objects.filter(stage=table.meeting.round.stage, entry__in=entries).order_by()
    found = {entry: {"games": 0, "won": 0, "points": 0} for entry in entries}
    rows = elsewhere.exclude(meeting=table.meeting).values("entry")
    for row in rows.annotate(games=Count("pk"), wins=Sum("won"), points=Sum("pegged")):
        found[row["entry"]] = {"games": row["games"], "won": row["wins"], "points": row["points"]}
    for game in table.games:
        for seat in table.seats if game.values else ():
            value, card = game.values[seat.side], found[seat.entry_id]
            card["games"] += 1
            card["won"] += value.won
            card["points"] += value.pegged
    return found


def _moves(device: Device, round_: Round) -> list[dict[str, Any]]:
    """Where those go who sat here in the round before."""
    if device.place_id is None or round_.number == 1:
        return []
    before = _seats(round_.stage, round_.number - 1).filter(meeting__place=device.place_id)
    was = {seat.entry_id: seat for seat in before}
    now = _seats(round_.stage, round_.number).filter(entry__in=was)
    return [
        {
            "number": seat.entry.number,
            "name": seat.entry.name,
            "table": seat.meeting.place.number if seat.meeting.place else None,
            "letter": seat.letter,
            "stays": (seat.meeting.place_id, seat.letter)
            == (was[seat.entry_id].meeting.place_id, was[seat.entry_id].letter),
        }
        for seat in now
    ]


def _seats(stage: Stage, number: int):
    seats = Seat.objects.filter(
        meeting__round__stage=stage, meeting__round__number=number, meeting__void_act=None
    )
    standing = seats.exclude(meeting__round__state=Round.State.VOID)
    return standing.select_related("entry", "meeting__place").order_by("letter")


def _still_playing(round_: Round) -> list[int]:
    """The tables that the round waits for."""
    if round_.state != Round.State.OPEN:
        return []
    if round_.stage.kind != Stage.Kind.QUALIFYING:
        return rounds.waiting_for(round_)
    done = Result.objects.filter(meeting__round=round_, state="settled").values("meeting")
    playing = (
        Meeting.objects.filter(round=round_, void_act=None)
        .exclude(pk__in=done)
        .annotate(sides=Count("seats__side", distinct=True))
        .filter(sides__gt=1)
    )
    return list(playing.order_by("place__number").values_list("place__number", flat=True))
