"""Points, for any card game in which each side ends with a number; its rules are in `scoring/points/`."""

from scoring.points import game
from tournaments.common.messages import sentences
from tournaments.games.game import Game
from tournaments.games.points import desk, tablet, words
from tournaments.games.points.refusals import POINTS_MESSAGES
from tournaments.games.points.rules import TABLE

GAME = Game(book=game, words=words, rules=TABLE, desk=desk, tablet=tablet)
sentences.add_sentences(POINTS_MESSAGES)
