"""Devices of tables and players that may write results. docs/protocol.md has their protocol."""

from tournaments.devices.decisions import (
    keep_only,
    let_in,
    let_in_second_tablet,
    move,
    readmit,
    rename,
    revoke,
)
from tournaments.devices.invitations import (
    LIMITS,
    TYPING_PATH,
    by_secret,
    free_code,
    invitation,
    invite_players,
    invite_tables,
    new_secret,
    own_page_of,
    page_of,
    renew,
)
from tournaments.devices.joining import (
    BOTH_SETTING,
    JOIN_PERIOD,
    MAX_JOINS,
    MAX_TOKENS,
    PHONES_SETTING,
    SILENT_AFTER,
    by_token,
    fingerprint,
    is_waiting,
    join,
    phones_may_report,
    record_contact,
    tables_of,
    unused_fingerprint,
)
from tournaments.devices.kiosks import PAIRING_PATH, invite_kiosk, kiosk_invitation, kiosk_page_of, pair
from tournaments.devices.offline_codes import name_in_code, read_offline_code, seal
