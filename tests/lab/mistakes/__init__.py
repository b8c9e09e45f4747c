"""Deliberate mistakes such as a tired person makes: `python -m tests.lab.mistakes` plants each."""

from tests.lab.mistakes.book import BOOK_AND_RULES
from tests.lab.mistakes.day import OF_THE_DAY
from tests.lab.mistakes.scripts import SCRIPTS
from tests.lab.mistakes.values import Mistake

__all__ = ["MISTAKES", "Mistake"]

MISTAKES = (*BOOK_AND_RULES, *OF_THE_DAY, *SCRIPTS)
