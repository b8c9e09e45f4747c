"""Users and what they may do: roles, permissions, helpers, sessions, rate limits."""
