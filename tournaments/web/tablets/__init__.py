"""Tablets and phones as the organiser sees them: the hall as a map, every device, how one joins."""
