"""The rounds of the tournament: seat, open, close; and the public list of seats."""
