"""Devices of tables and players that may write results. docs/protocol.md has their protocol."""

from tournaments.devices.decisions import let_in, let_in_beside, move, readmit, rename, revoke
from tournaments.devices.invitations import (
    LIMITS,
    TYPED_AT,
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
    BOTH,
    JOINS_BY_CODE,
    JOINS_WITHIN,
    PHONES,
    SILENT_AFTER,
    TOKENS_KEPT,
    by_token,
    fingerprint,
    is_waiting,
    join,
    no_token,
    phones_may_report,
    record_contact,
    tables_of,
)
from tournaments.devices.kiosks import PAIRED_AT, invite_kiosk, kiosk_invitation, kiosk_page_of, pair
from tournaments.devices.offline_codes import read_offline_code, seal, shown_as
