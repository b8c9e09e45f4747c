"""The play of cribbage, card after card: the count, who pegged what and why (rules.md §2.2, §2.4).

| in an address | move                                                                    |
|---------------|-------------------------------------------------------------------------|
| `8S`, `go`    | a card is laid, go is said                                              |
| `8S!2`        | its owner did not claim its points: muggins, taken by player 2          |
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from scoring import DomainError
from scoring.cards import read_card, split
from scoring.cribbage.deal import TEAM_SIZES, deal
from scoring.cribbage.moves import Move
from scoring.cribbage.pegging import PegRules, read_rules
from scoring.cribbage.play import Play, replay
from scoring.cribbage.play_state import Event
from tournaments.common.sanitize import parse_int
from tournaments.judge.views import frame
from tournaments.judge.views.deal import read_sides
from tournaments.judge.views.frame import Choice
from tournaments.judge.views.trays import MAX_LETTERS
from tournaments.judge.wording import play as words
from tournaments.models import Tournament

GO, BACK, MUGGINS = "go", "back", "muggins:"
TAKEN_MARK = "!"
MAX_MOVES = 60
TARGETS = (121, 61)


@dataclass(frozen=True)
class PlayQuery:
    """A play as given in an address: the moves, the hands that are known, the scores of the sides."""

    moves: tuple[str, ...]
    typed: str
    players: int
    sides: tuple[int, ...]
    hands: tuple[str, ...]
    scores: tuple[str, ...]
    rules: PegRules

    def replayed(self, moves: Sequence[str]) -> Play:
        """Replay these moves. Raises `DomainError`."""
        return replay(
            [_move(text) for text in moves],
            players=self.players,
            hands=[hand.replace("-", " ") or None for hand in self.hands],
            sides=self.sides,
            scores=[int(score or 0) for score in self.scores],
            rules=self.rules,
        )


def _move(text: str) -> Move:
    done, taken, taker = text.partition(TAKEN_MARK)
    card = None if done == GO else read_card(done)
    if not taken:
        return Move(card)
    if not (taker.isdecimal() and len(taker) == 1):
        raise DomainError("bad_card", card=text[:20])
    return Move(card, claimed=0, taken_by=int(taker) - 1)


def play(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show the cards tapped in the order in which they were laid, and the points of each."""
    taken = request.GET
    asked, choices = _parse_query(taken, tournament)
    asked, done, refusal = _replay_taps(asked, taken.getlist("tap"))
    hands = {f"h{seat + 1}": hand for seat, hand in enumerate(asked.hands)}
    scores = {f"s{side + 1}": score for side, score in enumerate(asked.scores)}
    query = {
        "laid": "-".join(asked.moves),
        **hands,
        **scores,
        **{one.name: one.query_value for one in choices},
    }
    return frame.show(
        request,
        tournament,
        "judge_play",
        query=query,
        refusal=refusal,
        changed="tap" in taken,
        counted={"choices": choices, "typed": asked.typed, **_fields(asked), **_play_context(asked, done)},
    )


def _parse_query(taken: QueryDict, tournament: Tournament | None) -> tuple[PlayQuery, list[Choice]]:
    usual = read_rules(frame.rules_of(tournament, "cribbage"))
    choose = partial(frame.choose, taken)
    players, teams, choices = read_sides(taken, TEAM_SIZES)
    sides = deal(players, teams=teams).sides
    targets = [(str(one), str(one)) for one in sorted({*TARGETS, usual.target}, reverse=True)]
    single = [("yes", _("no single point")), ("no", _("single points count"))]
    played = [("no", _("not played")), ("yes", _("played"))]
    target = choose("target", _("Game to"), targets, str(usual.target))
    from_116 = choose("from_116", _("From 116"), single, _option_value(usual.from_116))
    muggins = choose("muggins", _("Muggins"), played, _option_value(usual.muggins))
    text = taken.get("laid", "")[:MAX_LETTERS]
    asked = PlayQuery(
        moves=tuple(
            part.lower() if part.lower().startswith(GO) else part for part in split(text)[:MAX_MOVES]
        ),
        typed=text,
        players=players,
        sides=sides,
        hands=tuple(taken.get(f"h{seat + 1}", "")[:40] for seat in range(players)),
        scores=tuple(frame.score_digits(taken.get(f"s{side + 1}", "")) for side in range(max(sides) + 1)),
        rules=replace(
            usual,
            target=int(target.value),
            from_116=from_116.value == "yes",
            muggins=muggins.value == "yes",
        ),
    )
    return asked, [*choices, target, from_116, muggins]


def _option_value(option: bool) -> str:
    return "yes" if option else "no"


def _replay_taps(asked: PlayQuery, taps: Sequence[str]) -> tuple[PlayQuery, Play, DomainError | None]:
    """Return the play after all taps; an invalid move is refused and the moves before it are kept."""
    asked, done, refusal = _replay_valid_moves(asked)
    for tap in taps[:MAX_MOVES]:
        if refusal:
            break
        try:
            moves = _moves_after_tap(asked.moves, tap)
            done = asked.replayed(moves)
            asked = replace(asked, moves=moves, typed="-".join(moves))
        except DomainError as refused:
            refusal = refused
    return asked, done, refusal


def _replay_valid_moves(asked: PlayQuery) -> tuple[PlayQuery, Play, DomainError | None]:
    try:
        return asked, asked.replayed(asked.moves), None
    except DomainError as refusal:
        good = asked.moves
        refused = refusal
    asked = _without_bad_hands(asked)
    while good:
        good = good[:-1]
        try:
            return replace(asked, moves=good), asked.replayed(good), refused
        except DomainError:
            continue
    return replace(asked, moves=()), asked.replayed(()), refused


def _without_bad_hands(asked: PlayQuery) -> PlayQuery:
    """Return `asked` without invalid hands and scores, so that the moves can be shown."""
    try:
        asked.replayed(())
    except DomainError:
        no_scores = tuple("" for _score in asked.scores)
        return replace(asked, hands=tuple("" for _hand in asked.hands), scores=no_scores)
    return asked


def _moves_after_tap(moves: tuple[str, ...], tap: str) -> tuple[str, ...]:
    """Return the moves after one tap: a card or a go added, or the last move removed."""
    if tap == BACK:
        return moves[:-1]
    if tap == GO:
        return (*moves, GO)
    if tap.startswith(MUGGINS):
        return _toggle_muggins(moves, tap.removeprefix(MUGGINS))
    name = read_card(tap).name
    laid = [move.card.name if move.card else GO for move in map(_move, moves)]
    if laid and laid[-1] == name:
        return moves[:-1]
    if name in laid:
        raise DomainError("laid_already", card=name)
    return (*moves, name)


def _toggle_muggins(moves: tuple[str, ...], where: str) -> tuple[str, ...]:
    """Toggle muggins at a move, given as `3:2` (the move, the player)."""
    move, _colon, player = where.partition(":")
    at = parse_int(move)
    if at is None or at >= len(moves):
        raise DomainError("bad_card", card=where[:20])
    done, taken, taker = moves[at].partition(TAKEN_MARK)
    called = done if taken and taker == player else f"{done}{TAKEN_MARK}{player}"
    return (*moves[:at], called, *moves[at + 1 :])


def _fields(asked: PlayQuery) -> dict[str, Any]:
    seats = [[seat for seat, of in enumerate(asked.sides) if of == side] for side in range(len(asked.scores))]
    return {
        "hand_fields": [
            {"name": f"h{seat + 1}", "label": words.player(seat), "value": hand.replace("-", " ")}
            for seat, hand in enumerate(asked.hands)
        ],
        "score_fields": [
            {"name": f"s{side + 1}", "label": words.side(side, seats[side]), "value": score}
            for side, score in enumerate(asked.scores)
        ],
    }


def _muggins_buttons(asked: PlayQuery, event: Event, at: int | None) -> list[dict[str, Any]]:
    """Return the players who may call muggins on an event: the first player of each other side."""
    if not asked.rules.muggins or at is None or not event.pegged:
        return []
    own = asked.sides[event.pegged[0].player]
    seats = [asked.sides.index(side) for side in range(len(asked.scores)) if side != own]
    taken = asked.moves[at].partition(TAKEN_MARK)[2]
    return [
        {
            "tap": f"{MUGGINS}{at}:{seat + 1}",
            "label": words.muggins_label(seat),
            "called": taken == str(seat + 1),
        }
        for seat in seats
    ]


def _events_with_moves(events: Sequence[Event]) -> Iterator[tuple[Event, int | None]]:
    """Yield the events with the index of their move; None for a go that was inferred."""
    at = 0
    for event in events:
        yield event, None if event.implied else at
        at += not event.implied


def _play_context(asked: PlayQuery, done: Play) -> dict[str, Any]:
    events = [
        {
            "takers": _muggins_buttons(asked, event, at),
            "card": event.card,
            "action": words.action(event),
            "by": event.player + 1,
            "reasons": event.pegged,
            "pegged": list(zip(event.moved, words.pegged_sentences(event), strict=True)),
            "points": sum(moved.points for moved in event.moved),
            "closes": words.restart_sentence() if event.closes and not done.over else "",
            "count": event.count,
        }
        for event, at in _events_with_moves(done.events)
    ]
    laid = {event.card.name: words.player(event.player) for event in done.events if event.card}
    score_of = [
        {
            "label": field["label"],
            "score": score,
            "next": done.turn is not None and done.sides[done.turn] == side,
        }
        for side, (field, score) in enumerate(zip(_fields(asked)["score_fields"], done.scores, strict=True))
    ]
    winner = "" if done.winner is None else words.win_sentence(score_of[done.winner]["label"])
    return {
        "suits": frame.pack(laid),
        "events": events,
        "latest": events[-1] if events else None,
        "on_table": done.on_table,
        "count": done.count,
        "side_scores": score_of,
        "turn": "" if done.turn is None else words.player(done.turn),
        "winner": winner,
        "winning": "" if done.winner is None else done.winner + 1,
        "over": done.over,
    }
