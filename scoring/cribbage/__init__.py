"""Cribbage: what its games, hands and cards are worth."""
