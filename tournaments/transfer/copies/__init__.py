"""Copies: the whole of a tournament as one file, written automatically, restored on another laptop."""

from tournaments.transfer.copies.comparison import AHEAD, TO_BE_CHOSEN, compare
from tournaments.transfer.copies.file import (
    SUFFIX,
    Copy,
    lying_in,
    open_copy,
    readable,
    seal_copy,
    seal_of,
    sealed,
    unsealed,
)
from tournaments.transfer.copies.people import uids_here
from tournaments.transfer.copies.receiving import KNOWN, issue, key_of, receive
from tournaments.transfer.copies.restore import restore
from tournaments.transfer.copies.rows import at_one_moment, pack, pack_standing, unpack
from tournaments.transfer.copies.writing import (
    asked_folder,
    copy_written,
    folder,
    keep,
    keep_beside,
    keep_job,
    latest,
    own_folder,
    remove_beside,
    requeue_failed,
    trouble,
)
