"""How the rule book says no: a code and its numbers; the sentence is worded by whoever shows it."""

from typing import TypeGuard


class DomainError(ValueError):
    """Something a person can put right.

    `code` names the sentence, `args_` holds its numbers and names.
    """

    def __init__(self, code: str, **args: object) -> None:
        super().__init__(code, args)
        self.code = code
        self.args_ = args

    def __str__(self) -> str:
        return f"{self.code} {self.args_}" if self.args_ else self.code


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number, 0 or more: what is asked first of most figures."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
