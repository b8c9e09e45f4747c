"""Cribbage, without its rules, which are in `scoring/cribbage/`."""

from scoring.cribbage import game
from tournaments.common.messages import sentences
from tournaments.games.cribbage import desk, tablet, words
from tournaments.games.cribbage.refusals import CRIBBAGE_MESSAGES
from tournaments.games.cribbage.rules import TABLE
from tournaments.games.game import Game

GAME = Game(book=game, words=words, rules=TABLE, desk=desk, tablet=tablet)
sentences.add_sentences(CRIBBAGE_MESSAGES)
