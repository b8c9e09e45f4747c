"""Mistakes that no test can or need notice, each with the reason."""

EXPLAINED: dict[str, str] = {}
