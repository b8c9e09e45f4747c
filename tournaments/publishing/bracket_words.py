"""A bracket in words: the names of its rounds and meetings."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.models import Meeting
from tournaments.pairing import bracket_kinds, consolation
from tournaments.pairing.brackets import CONSOLATION, LOWER, MAIN, SEED, WINNER_OF, Bracket, Source
from tournaments.pairing.double_elimination import RESET
from tournaments.pairing.tiebreak import FINAL, THIRD_PLACE


def round_of(left: int) -> str:
    """Return a round by how many are left in it, as used in a sentence: 4 are in the semi-finals."""
    return {
        2: _("final"),
        4: _("semi-finals"),
        8: _("quarter-finals"),
        16: _("round of 16"),
        32: _("round of 32"),
        64: _("round of 64"),
        128: _("round of 128"),
    }.get(left, str(left))


def playoffs_sentence(asked: Mapping[str, Any] | None) -> str:
    """Return the declaration of playoffs as a sentence."""
    if not asked:
        return _("None: the standings after the last game decide.")
    who = {
        "quarter": _("The first quarter, rounded up"),
        "first": _("The first %(count)s") % {"count": asked["count"]},
        "everybody": _("Everybody"),
    }[asked["who"]]
    match = (
        _("one game a match")
        if asked["games"] == 1
        else _("best of %(games)s games") % {"games": asked["games"]}
    )
    if asked.get("double"):
        return _("%(who)s: out after two losses; %(match)s.") % {"who": who, "match": match}
    third = (
        _("with a match for third place")
        if asked["third_place"]
        else _("both losers of the semi-finals are third")
    )
    words = {"who": who, "match": match, "third": third}
    sentence = _("%(who)s: out after one loss; %(match)s; %(third)s.") % words
    beside = {
        consolation.LOSERS: _("Those who lose in round 1 play a consolation."),
        consolation.REST: _("Everybody else plays a consolation at the same time."),
    }.get(asked.get("consolation", ""))
    return f"{sentence} {beside}" if beside else sentence


def part(bracket: Bracket, part: str) -> str:
    """Return the name of a part of a bracket; "" where it is the whole of it."""
    if len(bracket.parts) == 1:
        return ""
    return {
        MAIN: _("Winners’ bracket") if bracket.is_double else _("Main bracket"),
        LOWER: _("Losers’ bracket"),
        CONSOLATION: _("Consolation"),
    }[part]


def heading(bracket: Bracket, turn: int, part: str = MAIN) -> str:
    """Return the heading over a round: 'Semi-finals'."""
    if bracket.is_double:
        last = bracket.turns_of(part)
        if part == MAIN and turn > last - 2:
            return _("If needed") if turn == last else _("Grand final")
        return _("Round %(number)s") % {"number": turn}
    left = 2 ** (bracket.turns_of(part) - turn + 1)
    return str(capfirst(round_of(left)))


def title(bracket: Bracket, id_: str) -> str:
    """Return the title of a meeting: 'Semi-final 2', 'Match 5' in the rounds before the quarter-finals."""
    if id_ == THIRD_PLACE:
        return _("Match for third place")
    if id_ == FINAL:
        return _("Grand final") if bracket.is_double else _("Final")
    if id_ == RESET:
        return _("Second match of the grand final")
    if id_ == consolation.FINAL_ID:
        return _("Final of the consolation")
    at, meeting = next((at, m) for at, m in enumerate(bracket.meetings, start=1) if m.id == id_)
    beside = [one.id for one in bracket.meetings_in_turn(meeting.turn, meeting.part)]
    words = {} if bracket.is_double else _last_rounds(meeting.part, alone=len(beside) == 1)
    left = bracket.turns_of(meeting.part) - meeting.turn
    if left in words:
        return words[left] % {"number": beside.index(id_) + 1}
    return _("Match %(number)s") % {"number": at}


def _last_rounds(part: str, *, alone: bool) -> dict[int, str]:
    """Return titles of meetings, by how many rounds of their part follow; `alone`: one is its whole round."""
    if part == MAIN:
        return {1: _("Semi-final %(number)s"), 2: _("Quarter-final %(number)s")}
    if alone:
        return {1: _("Semi-final of the consolation"), 2: _("Quarter-final of the consolation")}
    return {
        1: _("Semi-final %(number)s of the consolation"),
        2: _("Quarter-final %(number)s of the consolation"),
    }


def meeting_title(meeting: Meeting) -> str:
    """Return the title of a seated meeting of the playoffs."""
    return title(bracket_kinds.bracket_from_rules(meeting.round.stage.rules["bracket"]), meeting.code)


def empty_side() -> str:
    """Name a side that stays empty, as both who could reach it have forfeited."""
    return _("Nobody")


def source_words(bracket: Bracket, source: Source) -> str:
    """Return where a side comes from, while it is not known: 'Winner of: Match 5'."""
    if source.kind == SEED:
        return _("Seed %(seed)s") % {"seed": source.of}
    words = _("Winner of: %(match)s") if source.kind == WINNER_OF else _("Loser of: %(match)s")
    return words % {"match": title(bracket, str(source.of))}
