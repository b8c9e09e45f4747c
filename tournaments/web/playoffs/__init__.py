"""Playoffs: the bracket for everybody, on phones and on the wall; what the director does with it."""
