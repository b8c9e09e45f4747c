"""Euchre, two against two, with lone hands as a figure of its own; its rules are in `scoring/euchre/`."""

from scoring.euchre import game
from tournaments.common.messages import sentences
from tournaments.games import criteria
from tournaments.games.euchre import desk, tablet, words
from tournaments.games.euchre.refusals import EUCHRE_MESSAGES
from tournaments.games.euchre.rules import TABLE
from tournaments.games.game import Game

criteria.add_words(words.FIGURE_WORDS)
sentences.add_sentences(EUCHRE_MESSAGES)
GAME = Game(book=game, words=words, rules=TABLE, desk=desk, tablet=tablet)
