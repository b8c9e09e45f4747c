"""What a game adds to `manage.py simulate`."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Option(NamedTuple):
    """An option `--name` of the command: one of `choices`, or any text where there are none.

    `rules` turns its value into rules of the day.
    """

    name: str
    help: Any
    rules: Callable[[str], dict[str, Any]]
    choices: tuple[str, ...] | None = None
