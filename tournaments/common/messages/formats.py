"""Messages about an organisation's own formats, by code: errors, and success."""

from typing import Any

from django.utils.translation import gettext_lazy

OF_FORMATS: dict[str, Any] = {
    "format_name_taken": gettext_lazy("There is a format called “%(name)s”: give this one another name."),
    "setup_changed": gettext_lazy(
        "Somebody else has saved this page since you opened it: nothing of yours was written. Save again if "
        "it should all be as it stands here, or open the page again to see theirs."
    ),
    "format_changed_meanwhile": gettext_lazy(
        "Somebody else has changed this format meanwhile. Open it again: nothing was written over."
    ),
    "format_gone_meanwhile": gettext_lazy(
        "Somebody has taken %(name)s away meanwhile. What you have typed is still here: open the formats in "
        "another tab, put it back, then keep it here once more."
    ),
    "format_gone": gettext_lazy("This format is no longer there. Look at the list: it may be taken away."),
    "format_too_many": gettext_lazy(
        "An organisation keeps %(most)s formats at the most: take one away that nobody plays."
    ),
    "format_file_missing": gettext_lazy("Choose the file of a format: its name ends with .json."),
    "format_file_too_big": gettext_lazy("This file is too big to be a format: %(most)s kB at the most."),
    "format_file_unreadable": gettext_lazy(
        "This file cannot be read as a format of Cheville: it is something else, or only a part of it. "
        "Copy it again."
    ),
    "format_file_version": gettext_lazy(
        "This format was written by a newer version of Cheville: update this one to read it."
    ),
    "format_file_damaged": gettext_lazy(
        "The file was changed since it was made: its checksum is not that of its rules. Ask for it again."
    ),
    "format_file_game": gettext_lazy("This Cheville does not know the game of this format: “%(value)s”."),
    "format_file_movement": gettext_lazy(
        "This Cheville does not know the movement of this format: “%(value)s”."
    ),
    "format_file_field": gettext_lazy("“%(name)s” is not what it should be in this file. Nothing was kept."),
    "format_file_unknown_rule": gettext_lazy(
        "This Cheville does not know the rule “%(name)s” of this format. Nothing was kept."
    ),
    "format_file_rules": gettext_lazy("The rules of this format contradict one another. Nothing was kept."),
    "format_file_set_up": gettext_lazy(
        "The set-up does not take what this format has for “%(field)s”: %(why)s Nothing was kept."
    ),
    "format_is_here": gettext_lazy("“%(name)s” is here already, exactly as in the file."),
    # success
    "format_kept": gettext_lazy("“%(name)s” is kept. You find it among the formats of a new tournament."),
    "format_changed": gettext_lazy(
        "“%(name)s” is changed. Tournaments that were made with it stay as they are."
    ),
    "format_removed": gettext_lazy(
        "“%(name)s” is taken away. Tournaments that were made with it stay as they are."
    ),
    "format_back": gettext_lazy("“%(name)s” is among the formats again."),
    "format_brought": gettext_lazy("“%(name)s” was brought in. Look at its rules before you play by them."),
}
