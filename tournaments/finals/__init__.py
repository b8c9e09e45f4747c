"""Medal matches, forfeits, and play-offs after the games."""
