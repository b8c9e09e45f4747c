"""An organisation's own formats: kept version by version, compared with their original, as files."""

from tournaments.formats.file import MAX_BYTES
from tournaments.organisations.own_formats.differences import differences
from tournaments.organisations.own_formats.file import format_file, parse_format
from tournaments.organisations.own_formats.version_history import (
    Draft,
    change,
    draft_from_tournament,
    offered_formats,
    put_back,
    remove,
    removed_formats,
    rules_to_play,
    save_format,
    shipped,
    versions,
)
