"""Cribbage: what its games, hands and cards are worth."""

from scoring.cribbage.show import heels, score_hand, total

__all__ = ["heels", "score_hand", "total"]
