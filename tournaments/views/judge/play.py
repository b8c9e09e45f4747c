"""The play of cribbage, card after card: the count, who pegged what and why (rules.md §2.2, §2.4)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from scoring import Refusal
from scoring.cards import read_card
from scoring.cribbage.deal import HAND, TEAMS, deal
from scoring.cribbage.pegging import PegRules, read_rules
from scoring.cribbage.play import Play, replay
from tournaments.judging import play as words
from tournaments.models import Tournament
from tournaments.views.judge import frame
from tournaments.views.judge.frame import Choice
from tournaments.views.judge.trays import BETWEEN, MOST_LETTERS

GO, BACK = "go", "back"
MOST_MOVES = 60
TARGETS = (121, 61)


@dataclass(frozen=True)
class Asked:
    """A play as an address speaks of it: the moves, the hands that are known, where the sides stand."""

    moves: tuple[str, ...]
    typed: str
    players: int
    sides: tuple[int, ...]
    hands: tuple[str, ...]
    scores: tuple[str, ...]
    rules: PegRules

    def replayed(self, moves: Sequence[str]) -> Play:
        """The play with these moves. Raises `Refusal`."""
        return replay(
            [move if move == GO else read_card(move) for move in moves],
            players=self.players,
            hands=[hand.replace("-", " ") or None for hand in self.hands],
            sides=self.sides,
            scores=[int(score or 0) for score in self.scores],
            rules=self.rules,
        )


def play(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Cards tapped in the order in which they were laid, and what each brought."""
    taken = request.GET
    asked, choices = _asked(taken, tournament)
    asked, done, refusal = _replayed(asked, taken.getlist("tap"))
    hands = {f"h{seat + 1}": hand for seat, hand in enumerate(asked.hands)}
    scores = {f"s{side + 1}": score for side, score in enumerate(asked.scores)}
    said = {"laid": "-".join(asked.moves), **hands, **scores, **{one.name: one.said for one in choices}}
    return frame.show(
        request,
        tournament,
        "judge_play",
        query={name: value for name, value in said.items() if value},
        refusal=refusal,
        changed="tap" in taken,
        counted={"choices": choices, "typed": asked.typed, **_fields(asked), **_shown(asked, done)},
    )


def _asked(taken: QueryDict, tournament: Tournament | None) -> tuple[Asked, list[Choice]]:
    usual = read_rules(frame.rules_of(tournament, "cribbage"))
    players = int(frame.one_of(taken, "players", [str(number) for number in TEAMS], "2"))
    teams = [str(number) for number in TEAMS[players]]
    sides = deal(players, teams=int(frame.one_of(taken, "teams", teams, teams[0]))).sides
    target = frame.one_of(taken, "target", [str(one) for one in {*TARGETS, usual.target}], str(usual.target))
    from_116 = frame.one_of(taken, "from_116", ["yes", "no"], "yes" if usual.from_116 else "no")
    text = taken.get("laid", "")[:MOST_LETTERS]
    asked = Asked(
        moves=tuple(part.lower() if part.lower() == GO else part for part in BETWEEN.split(text) if part),
        typed=text,
        players=players,
        sides=sides,
        hands=tuple(taken.get(f"h{seat + 1}", "")[:40] for seat in range(players)),
        scores=tuple(frame.figure(taken.get(f"s{side + 1}", "")) for side in range(max(sides) + 1)),
        rules=replace(usual, target=int(target), from_116=from_116 == "yes"),
    )
    return asked, _choices(players, max(sides) + 1, target, from_116, usual)


def _choices(players: int, sides: int, target: str, from_116: str, usual: PegRules) -> list[Choice]:
    numbers = [(str(number), str(number)) for number in TEAMS]
    choices = [Choice("players", _("Players"), numbers, str(players), "2")]
    if len(TEAMS[players]) > 1:
        label = {2: _("two teams"), 3: _("three teams"), 4: _("each alone")}
        teams = [(str(number), label[number]) for number in TEAMS[players]]
        choices.append(Choice("teams", _("Sides"), teams, str(sides), teams[0][0]))
    targets = [(str(one), str(one)) for one in sorted({*TARGETS, usual.target}, reverse=True)]
    yes_no = [("yes", _("no single point")), ("no", _("single points count"))]
    return [
        *choices,
        Choice("target", _("Game to"), targets, target, str(usual.target)),
        Choice("from_116", _("From 116"), yes_no, from_116, "yes" if usual.from_116 else "no"),
    ]


def _replayed(asked: Asked, taps: Sequence[str]) -> tuple[Asked, Play, Refusal | None]:
    """The play after all taps; a move that cannot be is refused, and what came before it stays."""
    asked, done, refusal = _as_far_as_can_be(asked)
    for tap in taps[:MOST_MOVES]:
        if refusal:
            break
        try:
            moves = _tapped(asked.moves, tap)
            done = asked.replayed(moves)
            asked = replace(asked, moves=moves, typed="-".join(moves))
        except Refusal as refused:
            refusal = refused
    return asked, done, refusal


def _as_far_as_can_be(asked: Asked) -> tuple[Asked, Play, Refusal | None]:
    try:
        return asked, asked.replayed(asked.moves[:MOST_MOVES]), None
    except Refusal as refusal:
        good = asked.moves
        refused = refusal
    asked = _without_bad_hands(asked)
    while good:
        good = good[:-1]
        try:
            return replace(asked, moves=good), asked.replayed(good), refused
        except Refusal:
            continue
    return replace(asked, moves=()), asked.replayed(()), refused


def _without_bad_hands(asked: Asked) -> Asked:
    """Hands and scores that cannot be are left out, so that the moves can be shown."""
    try:
        asked.replayed(())
    except Refusal:
        no_scores = tuple("" for _score in asked.scores)
        return replace(asked, hands=tuple("" for _hand in asked.hands), scores=no_scores)
    return asked


def _tapped(moves: tuple[str, ...], tap: str) -> tuple[str, ...]:
    """The moves after one tap: a card or a go more, or the last one less."""
    if tap == BACK:
        return moves[:-1]
    if tap == GO:
        return (*moves, GO)
    name = read_card(tap).name
    laid = [move if move == GO else read_card(move).name for move in moves]
    if laid and laid[-1] == name:
        return moves[:-1]
    if name in laid:
        raise Refusal("laid_already", card=name)
    return (*moves, name)


def _fields(asked: Asked) -> dict[str, Any]:
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


def _shown(asked: Asked, done: Play) -> dict[str, Any]:
    events = [
        {
            "card": event.card,
            "action": words.action(event),
            "pegged": words.pegged(event),
            "points": sum(moved.points for moved in event.moved),
            "closes": words.closes() if event.closes and not done.over else "",
            "count": event.count,
        }
        for event in done.events
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
    winner = "" if done.winner is None else words.wins(score_of[done.winner]["label"])
    return {
        "suits": frame.pack(laid),
        "events": events,
        "latest": events[-1] if events else None,
        "on_table": done.on_table,
        "count": done.count,
        "side_scores": score_of,
        "turn": "" if done.turn is None else words.player(done.turn),
        "left": "" if done.turn is None else done.left[done.turn],
        "held": HAND,
        "winner": winner,
        "over": done.over,
    }
