"""Gin rummy: what its hands, games and sheets are worth."""

from scoring.gin.game import Sheet, sheet
from scoring.gin.hand import score_figures, score_hand
from scoring.gin.melds import best_melds, deadwood, lay_off

__all__ = ["Sheet", "best_melds", "deadwood", "lay_off", "score_figures", "score_hand", "sheet"]
