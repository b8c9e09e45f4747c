"""Decide who meets whom, round after round: one file for each pairing system; pure functions.

A stage names its pairing system. It sees what each side has of the tables played (`PlayedTable.scores`) and
which field ranks first. A table has up to six seats, A to F, and one to six sides: players on their own, or
partners who sit opposite (`values.sides_at`). The rules of a format say how many sit at a full table
(`at_table`, at most `most_at_table`) and what an odd number of people means (`odd_ways`);
`Tables.from_rules(rules)` derives how many sit at each table and who is left over. Everything that is seated
is checked by a validator that does not know the systems.
"""
