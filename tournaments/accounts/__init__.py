"""Users and what they may do: roles, permissions, staff, sessions, rate limits."""
