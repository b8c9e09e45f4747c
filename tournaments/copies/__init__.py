"""The whole of a tournament as one file: written by itself, restored on another laptop."""

from tournaments.copies.comparing import AHEAD, TO_BE_CHOSEN, Compared, compare
from tournaments.copies.file import SUFFIX, Copy, open_copy, seal_copy, seal_of, sealed, unsealed
from tournaments.copies.finding import lying_in, readable
from tournaments.copies.keeping import (
    asked_folder,
    copy_written,
    folder,
    keep,
    keep_beside,
    keep_job,
    latest,
    make_good,
    own_folder,
    trouble,
)
from tournaments.copies.receiving import KNOWN, issue, key_of, receive
from tournaments.copies.restore import restore
from tournaments.copies.rows import pack, unpack
