"""An organisation's own formats: kept version by version, compared with their original, as files."""

from tournaments.formats.file import MAX_BYTES
from tournaments.organisations.own_formats.differences import differences
from tournaments.organisations.own_formats.file import format_file, parse_format
from tournaments.organisations.own_formats.version_history import (
    Draft,
    change,
    keep,
    of_tournament,
    offered,
    put_back,
    remove,
    rules_to_play,
    shipped,
    taken_away,
    versions,
)
