"""Cribbage: the points of its games, hands and cards."""

from scoring.cribbage.deal import deal
from scoring.cribbage.show import heels, score_hand, total
