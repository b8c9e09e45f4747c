"""Cribbage, without its rules, which are in `scoring/cribbage/`."""

from scoring.cribbage import game
from tournaments.common.messages import sentences
from tournaments.games.cribbage import copies, desk, setup, tablet, words
from tournaments.games.cribbage.refusals import OF_CRIBBAGE
from tournaments.games.game import Game

GAME = Game(book=game, words=words, setup=setup, desk=desk, tablet=tablet, copies=copies)
sentences.add_sentences(OF_CRIBBAGE)
