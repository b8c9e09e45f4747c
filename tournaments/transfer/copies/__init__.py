"""Copies: the whole of a tournament as one file, written automatically, restored on another laptop."""

from tournaments.transfer.copies.comparison import AHEAD, CHOICE_KINDS, compare
from tournaments.transfer.copies.file import (
    SUFFIX,
    Copy,
    find_copies,
    first_readable,
    open_copy,
    seal_copy,
    seal_of,
    sealed,
    unsealed,
)
from tournaments.transfer.copies.people import uids_here
from tournaments.transfer.copies.receiving import KNOWN, issue, key_of, receive
from tournaments.transfer.copies.restore import begin_next_epochs, restore
from tournaments.transfer.copies.rows import consistent_read, pack, pack_rows, unpack
from tournaments.transfer.copies.writing import (
    configured_folder,
    copy_fault,
    copy_written,
    folder,
    latest,
    own_folder,
    remove_beside,
    requeue_failed,
    write_beside,
    write_copy,
    write_copy_job,
)
