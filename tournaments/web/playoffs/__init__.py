"""Playoffs: the public bracket, on phones and on the wall; the director's actions."""
