"""The rounds of the day: seat, open, close; and for everybody who sits where."""
