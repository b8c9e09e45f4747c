"""What a result is made of at the desk: one file, one game, all with the same names in them.

| name      | what it is                                                             |
|-----------|------------------------------------------------------------------------|
| TEMPLATE  | the fields of the form between the table and the button                |
| BELOW     | what stands below the line of the form; empty for nothing              |
| FIELDS    | which field a refusal is about, by its code; FIRST for any other       |
| AWARDS    | why a game may not have been played out                                |
| example   | what is typed, and an example, for the head of the page                |
|           | (`example_of_several` for a table of several, where the game has them) |
| data      | line data from what was typed                                          |
| sheet     | what lies behind a line of the score book, for the panel; None for nothing  |
| script    | what the script needs to know of the rules; words: what it says itself |
"""

from types import ModuleType

from tournaments.views.desk.entries import cribbage, gin, parsing

__all__ = ["ENTRIES", "cribbage", "gin", "of", "parsing"]

ENTRIES: dict[str, ModuleType] = {"cribbage": cribbage, "gin": gin}


def of(game: str) -> ModuleType:
    """The entry of a game."""
    return ENTRIES[game]
