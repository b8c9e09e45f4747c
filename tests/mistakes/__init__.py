"""Deliberate mistakes, as a tired person makes them: `python -m tests.figures_mistakes` plants each."""

from tests.mistakes.book import BOOK_AND_RULES
from tests.mistakes.day import OF_THE_DAY
from tests.mistakes.scripts import SCRIPTS
from tests.mistakes.values import Mistake

__all__ = ["MISTAKES", "Mistake"]

MISTAKES = (*BOOK_AND_RULES, *OF_THE_DAY, *SCRIPTS)
