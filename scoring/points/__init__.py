"""Any card game at whose end each side has a number: 500, whist, euchre, hearts, 200 (rules.md §9).

The organiser knows how it is played: the program has its name, and the range of the numbers.
"""
