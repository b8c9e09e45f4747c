"""Gin rummy, without its rules, which are in `scoring/gin/`."""

from scoring.gin import book
from tournaments.common.messages import sentences
from tournaments.games.game import Game
from tournaments.games.gin import desk, tablet, words
from tournaments.games.gin.refusals import GIN_MESSAGES
from tournaments.games.gin.rules import TABLE

GAME = Game(book=book, words=words, rules=TABLE, desk=desk, tablet=tablet)
sentences.add_sentences(GIN_MESSAGES)
