"""Deadwood at gin, one Python call a hand, beside a plain search over melds and a published package.

rlcard 1.2.0 is the best published Python found (46 000 hands a second where the goals were set). It is no
dependency: its row is there when it is installed. On the same 20 000 hands in November 2026 it agreed on
every one, with the ace low, the only rule it knows.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module, util

from scoring.gin.masks import mask_of
from scoring.gin.melds import best_melds, deadwood, min_deadwood
from scoring.gin.rules import ACES
from tests.lab.bench.compare import Row, side_by_side
from tests.scoring import gin_plain
from tests.scoring.gin_samples import plain, random_hands, rich_hands

Hands = Sequence[object]


def rows() -> Iterator[Row]:
    """Yield rows of the rule book of gin beside a plain implementation."""
    samples = {"random": random_hands(), "rich in melds": rich_hands()}
    for name, hands in samples.items():
        as_pairs, as_bits = [plain(hand) for hand in hands], [mask_of(hand) for hand in hands]
        assert [deadwood(hand) for hand in hands] == [gin_plain.deadwood(hand) for hand in as_pairs]
        for door, ours, given in (("cards", deadwood, hands), ("bits", min_deadwood, as_bits)):
            title = f"gin, {len(hands)} hands {name}, {door}"
            yield _row(title, (ours, given), (gin_plain.deadwood, as_pairs), "plain search", 1 / 10)
    yield from _other_rule_rows(samples["random"])
    if util.find_spec("rlcard"):
        yield from _rlcard_rows(samples["random"])


def _other_rule_rows(hands: Sequence[Hands]) -> Iterator[Row]:
    as_pairs = [plain(hand) for hand in hands]
    for ace in ACES[1:]:
        title = f"gin, {len(hands)} hands random, ace {ace}"
        ours, other = partial(deadwood, ace=ace), partial(gin_plain.deadwood, ace=ace)
        yield _row(title, (ours, hands), (other, as_pairs), "plain search", 1 / 10)
    title = f"gin, {len(hands)} hands laid out"
    yield _row(
        title, (best_melds, hands), (gin_plain.deadwood, as_pairs), "plain search, the number alone", None
    )


def _rlcard_rows(hands: Sequence[Hands]) -> Iterator[Row]:
    others = import_module("rlcard.games.gin_rummy.utils.utils")
    melding = import_module("rlcard.games.gin_rummy.utils.melding")

    def of_rlcard(hand: list[object]) -> int:
        clusters = melding.get_best_meld_clusters(hand) or [[]]
        return int(others.get_deadwood_count(hand, clusters[0]))

    as_theirs = [[others.card_from_text(_rlcard_name(card.name)) for card in hand] for hand in hands]
    assert [of_rlcard(hand) for hand in as_theirs] == [deadwood(hand) for hand in hands]
    yield _row(
        f"gin, {len(hands)} hands random, cards", (deadwood, hands), (of_rlcard, as_theirs), "rlcard", 1 / 10
    )


def _rlcard_name(name: str) -> str:
    return name.replace("10", "T")


def _row(title: str, ours: tuple, other: tuple, other_name: str, goal: float | None) -> Row:
    return side_by_side(
        title,
        partial(_call_for_each, *ours),
        partial(_call_for_each, *other),
        other_name=other_name,
        goal=goal,
    )


def _call_for_each(worth: Callable[[object], object], hands: Sequence[object]) -> None:
    """Call once for each hand."""
    for hand in hands:
        worth(hand)
