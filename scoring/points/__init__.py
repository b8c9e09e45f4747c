"""Any card game at whose end each side has a number: 500, whist, euchre, hearts, 200 (rules.md §9).

How it is played is the organiser's affair: the program knows its name, and what the numbers may be.
"""
