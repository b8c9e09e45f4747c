"""Gin rummy: the points of its hands, games and sheets."""

from scoring.gin.game import Sheet, sheet
