"""Signals from a package to those above it, which it may not import (`pyproject.toml`).

| signal            | sent by                               | received by, in this order           |
|-------------------|---------------------------------------|--------------------------------------|
| `action_recorded` | `common/audit_log`                    | `transfer/copies`, `publishing`      |
| `result_written`  | `rounds/scores/lines`                 | `finals/playoffs`, `transfer/copies` |
| `place_freed`     | `registration`, `organisations`       | `registration/signups`               |
| `signups_changed` | `registration/signups`                | `delivery/mail`                      |
| `players_changed` | `models/people`                       | `organisations/seasons`              |
| `season_changed`  | `organisations`, `transfer/erasure`   | `organisations/leagues/season_file`  |
| `season_deleted`  | `organisations/seasons`               | `organisations/leagues/season_file`  |
| `copy_written`    | `transfer/copies/writing`             | `https/ca_backup`                    |

The last three are sent after the commit by `send_robust`: an error of a receiver is logged and stops nothing.
`players_changed` is sent with each change of people, in the transaction of that change if there is one, under
any lock or none; its receiver only waits for the commit. It and the last two are defined where they are sent.

`tournaments/apps.py` connects them, except `copy_written`, which `https/apps.py` connects. The receivers of
the first four run under the lock of the tournament, in the transaction of the sender; an error of theirs
reaches the sender's caller and rolls everything back. What need not be part of the transaction (copies,
publications, mail) is only queued: it begins after the commit.
"""

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.dispatch import Signal

from tournaments.models import Season
from tournaments.models.locking import call_after_writer_lock

action_recorded = Signal()
"""An action was recorded: `action`, of its `tournament`."""

result_written = Signal()
"""A new line was written: `line`, with the `meeting` that it is about."""

place_freed = Signal()
"""A place of the roster of `tournament` may have become free."""

signups_changed = Signal()
"""Registrations online were made or changed: `signups` of one `tournament`, which all have `state` now."""

season_changed = Signal()
"""A change of a season, or of its league, was committed: `season`, its key.

One act can lock a season several times and sends this once, outside `writer_lock`.
"""


def announce_season_changes(seasons: Iterable[int]) -> None:
    """Send `season_changed` of these seasons, by their keys, once the transaction is committed."""
    for key in seasons:
        send = partial(season_changed.send_robust, sender=Season, season=key)
        transaction.on_commit(partial(call_after_writer_lock, (Season, key), send))
