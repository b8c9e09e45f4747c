"""Cribbage: what its games, hands and cards are worth."""

from scoring.cribbage.deal import deal
from scoring.cribbage.play import replay
from scoring.cribbage.show import heels, score_hand, total

__all__ = ["deal", "heels", "replay", "score_hand", "total"]
