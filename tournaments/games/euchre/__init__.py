"""Euchre, two against two, with lone hands as a figure of its own; its rules are in `scoring/euchre/`."""

from scoring.euchre import game
from tournaments.common.messages import sentences
from tournaments.games import criteria
from tournaments.games.euchre import desk, tablet, words
from tournaments.games.euchre.refusals import OF_EUCHRE
from tournaments.games.euchre.rules import TABLE
from tournaments.games.game import Game

criteria.add_words(words.OF_FIGURES)
sentences.add_sentences(OF_EUCHRE)
GAME = Game(book=game, words=words, rules=TABLE, desk=desk, tablet=tablet)
