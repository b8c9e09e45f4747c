"""The exception for invalid data: a code and its numbers; the sentence is worded where it is shown."""

from typing import TypeGuard


class DomainError(ValueError):
    """An error that a person can correct.

    `code` names the sentence, `args_` holds its numbers and names.
    """

    def __init__(self, code: str, **args: object) -> None:
        super().__init__(code, args)
        self.code = code
        self.args_ = args

    def __str__(self) -> str:
        return f"{self.code} {self.args_}" if self.args_ else self.code


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number, 0 or more."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
