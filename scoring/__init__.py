"""The rule book: what a director could work out with pencil and paper. Pure Python, integers only."""

from scoring.errors import DomainError
