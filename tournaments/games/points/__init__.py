"""Points, for any card game in which each side ends with a number; its rules are in `scoring/points/`."""

from scoring.points import game
from tournaments.common.messages import sentences
from tournaments.games.game import Game
from tournaments.games.points import copies, desk, setup, tablet, words
from tournaments.games.points.refusals import OF_POINTS

GAME = Game(book=game, words=words, setup=setup, desk=desk, tablet=tablet, copies=copies)
sentences.add_sentences(OF_POINTS)
