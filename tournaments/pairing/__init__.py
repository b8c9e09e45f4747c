"""How entries are seated round after round: one file, one movement; pure functions."""
