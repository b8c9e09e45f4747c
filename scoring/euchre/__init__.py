"""Euchre: two against two; the points of each side, and the lone hands that it has won (rules.md §15)."""
