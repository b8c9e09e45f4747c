"""Helpers: inviting them, letting them go, and joining by an invitation."""
