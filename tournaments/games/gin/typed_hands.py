"""A sheet of gin as it is typed, one hand a line: the winner, how it ended, and the points as written.

| typed           | meaning                                                                           |
|-----------------|-----------------------------------------------------------------------------------|
| `A 24`, `A K 24` | A knocked and won 24                                                              |
| `B G 43`        | B went gin: 43, the bonus in it                                                   |
| `A U 14`        | A undercut B: 14, the bonus in it                                                 |
| `0`             | no side scored                                                                    |
| `V`             | void: the stock ran out                                                           |
| `VA` … `VG`, `VK` | void: misdeal a) to g), the knocker's hand irregular (rules.md §5.1)            |
| `S`, `P`        | with any hand in Oklahoma: a spade was turned up, the points are already doubled  |
| `C9`            | with any hand: the opponent of the knocker held nine cards (rules.md §5.1)        |
| `A 24 / B G 43` | in teams: a result for each pair of opponents, in the order of the first side     |

>>> from scoring.gin.rules import STANDARD
>>> parse_hand("b g 43", STANDARD)
{'how': 'gin', 'winner': 1, 'difference': 23}
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scoring import DomainError
from scoring.cards import SYMBOLS
from scoring.gin import game
from scoring.gin.book import MAX_HANDS
from scoring.gin.ending import compare
from scoring.gin.figures import is_doubled, read_hand, score_figures
from scoring.gin.hand_data import Hand, results_of, scores_of
from scoring.gin.meetings import first_meetings
from scoring.gin.rules import GinRules
from tournaments.common.messages.sentences import error_sentence
from tournaments.games.card_letters import local_letters
from tournaments.games.gin.hand_text import ENDING_BY_LETTER, VOID_REASON_BY_CODE
from tournaments.games.gin.players import letters_of
from tournaments.pairing.values import LETTERS, PAIR

SEPARATOR = "/"
"""The sign between the results of two pairs in teams."""
SEATS = LETTERS[:4]
WORD = re.compile(r"C\d{1,2}|[ABCDKGUVSP]|-?\d{1,6}|[^\s,;]+")


def parse_hands(text: str, rules: GinRules, players: Sequence[str] = LETTERS) -> list[Hand]:
    """Parse the hands of a sheet into data, in order; `players` as `players.labels` returns them.

    Raises `DomainError` with the number of the line that is wrong.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MAX_HANDS:
        raise DomainError("gin_too_many_hands", most=MAX_HANDS)
    hands: list[Hand] = []
    scores: list[game.Hand] = []
    for number, line in enumerate(lines, 1):
        try:
            hands.append(_read_hand(line, rules, scores, players))
            scores.append(scores_of(hands[-1], rules))
        except DomainError as refusal:
            raise DomainError("gin_in_line", number=number, said=error_sentence(refusal)) from refusal
    return hands


def _read_hand(line: str, rules: GinRules, before: Sequence[game.Hand], players: Sequence[str]) -> Hand:
    """Parse one line: a hand, or in teams a result for each pair of opponents."""
    if rules.mode == "two":
        return parse_hand(line, rules)
    # A hand after the end of the game is read as a first hand; the rule book then refuses it.
    meetings = game.sheet(before, rules).meetings or first_meetings(rules)
    if rules.mode != "teams":
        return parse_hand(line, rules, letters_of(meetings[0], players))
    results = line.split(SEPARATOR)
    if len(results) != len(meetings):
        raise DomainError("gin_results_of_pairs", needed=len(meetings), given=len(results))
    return [
        parse_hand(result, rules, letters_of(meeting, players))
        for result, meeting in zip(results, meetings, strict=True)
    ]


def parse_hand(line: str, rules: GinRules, playing: Sequence[str] = PAIR) -> dict[str, Any]:
    """Parse one hand of the two players in `playing` into data. Raises `DomainError` for other texts."""
    words = WORD.findall(line.upper())
    if words == ["0"]:
        return {"how": "nobody"}
    if "".join(words) in VOID_REASON_BY_CODE:
        return {"how": "void", "reason": VOID_REASON_BY_CODE["".join(words)]}
    found = _sort_words(words, line)
    if found["side"] not in playing:
        if rules.mode == "two":  # a game of two players has no other seat to name
            raise DomainError("gin_line_unread", line=line.strip()[:30])
        if rules.mode == "teams":
            raise DomainError("gin_other_pair", side=found["side"], one=playing[0], other=playing[1])
        raise DomainError("gin_not_at_the_table", side=found["side"])
    winner = list(playing).index(found["side"])
    hand: dict[str, Any] = {"how": ENDING_BY_LETTER[found.get("how", "K")], "winner": winner}
    extra: dict[str, Any] = {"spade": "spade" in found} if rules.oklahoma else {}
    if "cards" in found:
        extra["opponent_cards"] = found["cards"]
    hand |= {"difference": _difference(hand, found["points"], extra, rules)} | extra
    given = read_hand(hand, rules).points
    if given != found["points"]:
        raise DomainError("gin_points_differ", value=found["points"], given=given)
    return hand


def format_hands(hands: Sequence[Hand], rules: GinRules, players: Sequence[str] = LETTERS) -> str:
    """Return hands as text, one per line: the inverse of `parse_hands`.

    >>> from scoring.gin.rules import STANDARD
    >>> hands = [{"how": "gin", "winner": 1, "difference": 23}, {"how": "void", "reason": "stock_out"}]
    >>> format_hands(hands, STANDARD)
    'B G 43\\nV'
    """
    rows = game.sheet([scores_of(hand, rules) for hand in hands], rules).rows
    return "\n".join(
        f" {SEPARATOR} ".join(
            _format_hand(result, rules, letters_of(meeting, players))
            for result, meeting in zip(results_of(hand), row.meetings, strict=True)
        )
        for hand, row in zip(hands, rows, strict=True)
    )


def _format_hand(hand: Mapping[str, Any], rules: GinRules, playing: Sequence[str]) -> str:
    score = read_hand(hand, rules)
    if score.how == "void":
        return next(key for key, reason in VOID_REASON_BY_CODE.items() if reason == hand["reason"])
    how, winner = _hand_ending(hand)
    if winner is None:
        return "0"
    words = [
        playing[winner],
        next(key for key, known in ENDING_BY_LETTER.items() if known == how),
        str(score.points),
    ]
    if is_doubled(rules, hand.get("up_card"), hand.get("spade")):
        words.append(local_letters()[SYMBOLS.index("♠")])
    if "opponent_cards" in hand:
        words.append(f"C{hand['opponent_cards']}")
    return " ".join(words)


def _hand_ending(hand: Mapping[str, Any]) -> tuple[str, int | None]:
    """Return how a hand ended and for which side, even if an irregularity left it without a score."""
    if "deadwood" not in hand:
        return hand["how"], hand.get("winner")
    knocker, deadwood = hand["knocker"], hand["deadwood"]
    how, winner, _difference = compare(knocker, deadwood[knocker], deadwood[1 - knocker])
    return how, winner


def _sort_words(words: list[str], line: str) -> Mapping[str, Any]:
    """Sort the words by meaning: each at most once; a side and points are required."""
    found: dict[str, Any] = {}
    for word in words:
        kind, value = _kind(word)
        if not kind or kind in found:
            raise DomainError("gin_line_unread", line=line.strip()[:30])
        found[kind] = value
    if "side" not in found or "points" not in found:
        raise DomainError("gin_line_unread", line=line.strip()[:30])
    return found


def _kind(word: str) -> tuple[str, Any]:
    if word in SEATS:
        return "side", word
    if word in ENDING_BY_LETTER:
        return "how", word
    if word in ("S", "P"):  # spades, pique
        return "spade", True
    if re.fullmatch(r"C\d+", word, re.ASCII):
        return "cards", int(word[1:])
    if re.fullmatch(r"\d+", word, re.ASCII):
        return "points", int(word)
    return "", None


def _difference(hand: Mapping[str, Any], points: int, extra: Mapping[str, Any], rules: GinRules) -> int:
    """Return the difference of the cards: the points written, without doubling for a spade and bonus."""
    times = 2 if extra.get("spade") else 1
    if points % times:
        raise DomainError("gin_odd_when_doubled", value=points)
    how, winner = hand["how"], hand["winner"]
    if not points and not score_figures(how, winner, 0, rules=rules, **extra).points:
        return 0
    # With a difference of 0 there may be no score.
    bonus = score_figures(how, winner, 1, rules=rules, **extra).bonus
    if points < bonus * times:
        raise DomainError("gin_points_without_bonus", value=points, least=bonus * times)
    return points // times - bonus
