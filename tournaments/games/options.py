"""The options that a game adds to `manage.py simulate`."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Option(NamedTuple):
    """An option `--name` of the command: one of `choices`, or any text if there are none.

    `rules` turns its value into rules of a tournament.
    """

    name: str
    help: Any
    rules: Callable[[str], dict[str, Any]]
    choices: tuple[str, ...] | None = None
