"""A newer Cheville on a laptop: found, checked, tried on a copy of the database, and put beside this one."""

from tournaments.update.bundles import Bundle, lying, read
from tournaments.update.changing import Work, begin, entered_since, go_back, tell, way_back, work

__all__ = [
    "Bundle",
    "Work",
    "begin",
    "entered_since",
    "go_back",
    "lying",
    "read",
    "tell",
    "way_back",
    "work",
]
