"""Cribbage: what its games, hands and cards are worth."""

from scoring.cribbage.deal import deal
from scoring.cribbage.show import heels, score_hand, total
