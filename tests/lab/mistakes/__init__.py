"""Deliberate mistakes that are easily made: `python -m tests.lab.mistakes` plants each."""

from tests.lab.mistakes.book import BOOK_MISTAKES
from tests.lab.mistakes.scripts import SCRIPT_MISTAKES
from tests.lab.mistakes.tournament import TOURNAMENT_MISTAKES
from tests.lab.mistakes.values import Mistake

__all__ = ["MISTAKES", "Mistake"]

MISTAKES = (*BOOK_MISTAKES, *TOURNAMENT_MISTAKES, *SCRIPT_MISTAKES)
