"""Medal matches, forfeits, and playoffs after the rounds."""
