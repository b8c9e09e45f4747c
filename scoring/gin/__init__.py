"""Gin rummy: what its hands, games and sheets are worth."""

from scoring.gin.game import Sheet, sheet
