"""Messages of the organiser: who gets them, what they say, and what became of each."""
