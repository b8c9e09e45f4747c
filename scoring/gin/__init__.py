"""Gin rummy: what its hands, games and sheets are worth."""
