"""Medals: ties and their matches, the cards read back, and the standings made official."""
