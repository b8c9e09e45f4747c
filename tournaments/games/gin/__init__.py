"""Gin rummy, without its rules, which are in `scoring/gin/`."""

from scoring.gin import book
from tournaments.common.messages import sentences
from tournaments.games.game import Game
from tournaments.games.gin import copies, desk, setup, tablet, words
from tournaments.games.gin.refusals import OF_GIN

GAME = Game(book=book, words=words, setup=setup, desk=desk, tablet=tablet, copies=copies)
sentences.add_sentences(OF_GIN)
