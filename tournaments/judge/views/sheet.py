"""A sheet of gin, hand after hand, in every way of playing, and who pays whom (rules.md §5 to §7)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.formats import localize
from django.utils.translation import gettext as _

from scoring import DomainError
from scoring.gin.book import rules_of
from scoring.gin.ending import HAND_SIZE
from scoring.gin.game import Sheet
from scoring.gin.game import sheet as worked_out
from scoring.gin.meetings import Meeting, first_meetings, next_meetings, observer
from scoring.gin.rules import MAX_SIDE_SIZE, MODES, NAMED_RULES, SHUTOUTS, GinRules
from scoring.gin.score import Score
from tournaments.games.gin import hand_text
from tournaments.games.gin.sheet_lines import footer
from tournaments.judge.views import frame
from tournaments.judge.views.frame import Choice
from tournaments.judge.views.gin import bonus_choices
from tournaments.judge.wording import gin as words
from tournaments.judge.wording.play import player
from tournaments.models import Tournament

MAX_HANDS = 100
MAX_LETTERS = 4000
STAKE_MODES = ("three", "captain")
"""The modes in which the source settles every point by a stake (rules.md §6)."""
STAKE = re.compile(r"(\d{1,3})(?:[.,](\d{1,2}))?", re.ASCII)
YES, NO = "yes", "no"
ADD, BACK = "add", "back"


@dataclass(frozen=True)
class SheetQuery:
    """A sheet as given in an address: its rules, the hands, who dealt first (None: not given)."""

    rules: GinRules
    hands: tuple[str, ...]
    dealer: int | None

    def played(self) -> tuple[Sheet, DomainError | None]:
        """Return the sheet up to the first invalid hand, and the refusal of that hand."""
        scores, refusal = self._read()
        try:
            return self._sheet(scores), refusal
        except DomainError as over:
            return self._sheet(scores[: int(str(over.args_["hand"])) - 1]), over

    def _read(self) -> tuple[list[list[Score]], DomainError | None]:
        """Return the scores of each hand up to the first unreadable one, and its refusal."""
        scores: list[list[Score]] = []
        meetings = first_meetings(self.rules, self._dealers)
        for number, text in enumerate(self.hands, 1):
            try:
                scores.append(hand_text.read_scores(text, meetings, self.rules))
            except DomainError as refusal:
                return scores, DomainError("gin_in_line", number=number, said=frame.refusal_sentence(refusal))
            meetings = next_meetings(meetings, scores[-1], self.rules)
        return scores, None

    def _sheet(self, scores: Sequence[list[Score]]) -> Sheet:
        return worked_out(scores, self.rules, dealers=self._dealers)

    @property
    def _dealers(self) -> list[int] | None:
        return None if self.dealer is None else [self.dealer]


def sheet(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show the hands of a sheet, the results below them, and a form for the next hand."""
    taken = request.GET
    asked, choices, target = _parse_query(taken, tournament)
    if BACK in taken:
        asked = replace(asked, hands=asked.hands[:-1])
    paper, refusal = asked.played()
    stops = refusal is not None
    if ADD in taken and not stops:
        asked, paper, refusal = _with_next_hand(asked, paper, taken)
    stake = _stake(taken.get("stake", "")) if asked.rules.mode in STAKE_MODES else None
    query = {
        "hands": ".".join(asked.hands),
        "target": target,
        "stake": str(stake or ""),
        **{one.name: one.query_value for one in choices},
    }
    return frame.show(
        request,
        tournament,
        "judge_sheet",
        query=query,
        refusal=refusal,
        changed=ADD in taken or BACK in taken,
        counted={
            "choices": choices,
            "target": target,
            "typed": " ".join(asked.hands),
            **_sheet_context(paper, stake),
            "stakes": asked.rules.mode in STAKE_MODES,
            "stake": "" if stake is None else localize(stake),
            "tables": [] if stops else _tables(paper, taken if refusal else QueryDict()),
            "hows": _ending_choices(),
        },
    )


def _parse_query(taken: QueryDict, tournament: Tournament | None) -> tuple[SheetQuery, list[Choice], str]:
    today = frame.rules_of(tournament, "gin")
    choices = {choice.name: choice for choice in _choices(taken, today)}
    target = frame.score_digits(taken.get("target", "")).lstrip("0")
    hands = tuple(hand_text.split(taken.get("hands", "")[:MAX_LETTERS]))[:MAX_HANDS]
    dealer = choices["dealer"].value if "dealer" in choices else ""
    asked = SheetQuery(_rules(choices, today, target), hands, int(dealer) - 1 if dealer else None)
    return asked, list(choices.values()), target


def _stake(typed: str) -> Decimal | None:
    """Return the stake for a point, with a comma or a point in it; None for anything else, and for zero."""
    found = STAKE.fullmatch(typed.strip())
    return Decimal(f"{found[1]}.{found[2] or 0}") or None if found else None


def _choices(taken: QueryDict, today: dict[str, Any]) -> Iterator[Choice]:
    """Yield the options; some are offered only with certain values of others."""
    choose = partial(frame.choose, taken)
    declared = rules_of(today)
    no_or_yes = [(NO, _("no")), (YES, _("yes"))]
    mode = choose("mode", _("Who plays"), [(one, words.mode_name(one)) for one in MODES], MODES[0])
    yield mode
    if mode.value == "teams":
        sizes = [(str(n), str(n)) for n in range(2, MAX_SIDE_SIZE + 1)]
        yield choose("a_side", _("Players a side"), sizes, "2")
        yield choose("alternating", _("Opponents"), [(NO, _("the same")), (YES, _("swap every hand"))], NO)
    yield from bonus_choices(taken, today)
    if mode.value == "three":
        shutouts = [("once", _("100, once, to the winner")), ("paid", _("100 from each such player"))]
        yield choose("three_shutout", _("No hand won"), shutouts, SHUTOUTS[0])
        return
    hollywood = choose(
        "hollywood", _("Hollywood: three games at once"), no_or_yes, _yes_or_no(declared.hollywood)
    )
    yield hollywood
    if hollywood.value == YES:
        readings = [  # rules.md §7.2
            (LETTER, _("the other still scores, until one has all three")),
            (CLOSED, _("closed for both")),
            (OPEN, _("the other still scores, until all three are won")),
        ]
        yield choose("hollywood_won", _("A game that is won"), readings, _reading(declared))
    doubled = [(NO, _("not doubled")), (YES, _("doubled too"))]
    yield choose("boxes_doubled", _("Hands won, in a shutout"), doubled, _yes_or_no(declared.boxes_doubled))
    if mode.value == "two":
        first = [("", _("not said")), ("1", player(0)), ("2", player(1))]
        yield choose("dealer", _("First dealer"), first, "")


LETTER, CLOSED, OPEN = "letter", "closed", "open"


def _reading(declared: GinRules) -> str:
    """Return the declared reading of Hollywood; that of the source's text if it is not declared."""
    if not declared.hollywood or declared.hollywood_letter:
        return LETTER
    return OPEN if declared.hollywood_open else CLOSED


def _yes_or_no(declared: bool) -> str:
    return YES if declared else NO


def _rules(choices: Mapping[str, Choice], today: dict[str, Any], target: str) -> GinRules:
    """Return the rules chosen; the tournament's own target counts if its game is played."""

    def value(name: str, otherwise: str = NO) -> str:
        return choices[name].value if name in choices else otherwise

    mode, bonuses = value("mode"), choices["bonuses"]
    declared = rules_of(today)
    rules = replace(
        declared if bonuses.value == bonuses.usual else NAMED_RULES[bonuses.value],
        set_target=None,
        ace=value("ace"),
        boxes_doubled=value("boxes_doubled") == YES,
        mode=mode,
        a_side=int(value("a_side", "1")),
        alternating=value("alternating") == YES,
        hollywood=value("hollywood") == YES,
        hollywood_open=value("hollywood_won") == OPEN,
        hollywood_letter=value("hollywood_won") == LETTER,
        three_shutout=value("three_shutout", SHUTOUTS[0]),
    )
    if target:
        return replace(rules, set_target=int(target))
    of_the_day = rules == replace(declared, set_target=None)
    return replace(rules, set_target=declared.target) if of_the_day else rules


def _with_next_hand(
    asked: SheetQuery, paper: Sheet, taken: QueryDict
) -> tuple[SheetQuery, Sheet, DomainError | None]:
    """Return the sheet with the hand of the form added, or unchanged with the refusal."""
    try:
        hand = hand_text.TABLE_SEPARATOR.join(
            _result(taken, table, meeting) for table, meeting in enumerate(paper.meetings, 1)
        )
        hand_text.read_scores(hand, paper.meetings, asked.rules)
    except DomainError as refusal:
        return asked, paper, refusal
    more = replace(asked, hands=(*asked.hands, hand))
    return more, *more.played()


def _result(taken: QueryDict, table: int, meeting: Meeting) -> str:
    """Return the result of one table as its fields give it."""

    def typed(name: str) -> str:
        return taken.get(f"{name}{table}", "").strip()[:10]

    how, up_card = typed("how"), typed("up")
    turned = f"@{up_card}" if up_card else ""
    if how not in hand_text.ENDING_BY_LETTER:
        return (how if how in hand_text.VOID_REASON_BY_CODE else "0") + turned
    if typed("who") not in {str(one + 1) for one in meeting.players}:
        raise DomainError("unknown_winner")
    if not frame.score_digits(typed("by")) or not typed("by").isdecimal():
        raise DomainError("gin_points_whole_number", value=typed("by"))
    held = frame.score_digits(typed("held"))
    cards = f"C{held}" if held and held != str(HAND_SIZE) else ""
    return f"{typed('who')}{how}{int(typed('by'))}{cards}{turned}"


def _ending_choices() -> list[tuple[str, str]]:
    """Return the choices of the form for how a hand ended."""
    ends = {"K": _("knock"), "G": _("gin"), "U": _("undercut"), "0": _("nobody scored")}
    voids = {key: words.void_reason(reason) for key, reason in hand_text.VOID_REASON_BY_CODE.items()}
    return [
        *ends.items(),
        *((key, _("Void: %(reason)s") % {"reason": reason}) for key, reason in voids.items()),
    ]


def _tables(paper: Sheet, taken: QueryDict) -> list[dict[str, Any]]:
    """Return the fields of the next hand, table by table; typed text is kept where it was refused."""
    return [
        {
            "number": number,
            "said": words.meeting_line(meeting, paper.rules),
            "meets": [one + 1 for one in meeting.players],
            "dealer": _number(meeting.dealer),
            "watches": _number(observer(meeting, paper.rules)),
            "players": [(str(one + 1), player(one)) for one in meeting.players],
            "typed": {name: taken.get(f"{name}{number}", "") for name in ("how", "who", "by", "held", "up")},
        }
        for number, meeting in enumerate(paper.meetings, 1)
    ]


def _number(player: int | None) -> int | str:
    """Return the number of a player, from 1; '' for None."""
    return "" if player is None else player + 1


def _sheet_context(paper: Sheet, stake: Decimal | None) -> dict[str, Any]:
    rules = paper.rules
    heads = [words.column_name(title) for title in paper.titles]
    return {
        "rules": rules,
        "seats": words.seats(rules),
        "heads": heads,
        "games": range(1, len(paper.games) + 1),
        "sides": len(paper.games[0].points),
        "rows": [
            {
                "number": row.number,
                "results": words.result_lines(row),
                "netted": words.net_result(row, heads),
                "winner": _number(row.winner),
                "points": row.points,
                "cells": row.cells,
            }
            for row in paper.rows
        ],
        "footers": [
            {
                "code": foot.code,
                "said": footer(foot.code, rules.mode),
                "numbers": foot.numbers,
                "signed": foot.code == "value",
            }
            for foot in paper.footers
        ],
        "sentence": words.standing_sentence(paper, heads),
        "payments": [(paid, words.payment(paid, stake)) for paid in paper.payments],
        "balances": [(player(one), points) for one, points in enumerate(paper.balances) if paper.payments],
        "over": paper.over,
        "winner": _number(paper.winner),
        "value": "" if paper.winner is None else paper.values[paper.winner],
    }
