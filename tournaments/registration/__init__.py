"""Registration and presence: entries, check-in, late arrivals, withdrawals and returns.

Presence is intervals of rounds: a late arrival, a withdrawal and a return are rows, and no entry leaves a
list.
"""

from tournaments.common.competitors import ENTRIES, PLAYERS, competitor_kind
from tournaments.registration.clubs import club_beside, club_key
from tournaments.registration.consent import public_members, public_names
from tournaments.registration.draw import answering
from tournaments.registration.duplicates import alike, look_alikes, name_key
from tournaments.registration.fixed_seats import as_fixed, fix_seat
from tournaments.registration.importing import (
    bring_people,
    import_roster,
    imported,
    remember_people,
    remembered,
    undoable,
)
from tournaments.registration.members import (
    NamesInRound,
    Replaced,
    against_taking_over,
    as_written,
    changes,
    edit_member,
    everybody_of,
    join,
    played_before,
    replace,
    replaced,
    take_over,
)
from tournaments.registration.name_search import is_found
from tournaments.registration.names import family_name_first, fold, sort_name, told_apart
from tournaments.registration.payments import MAX_CENTS, cash_total
from tournaments.registration.presence import (
    AT_KIOSK,
    Consequence,
    absences,
    awaited,
    check_in,
    check_in_all,
    checked_in_at_kiosks,
    come_back,
    consequence,
    count_present,
    departures,
    entries_present,
    is_official,
    keys_of_players,
    keys_of_present,
    leave_out,
    left_after,
    next_round_number,
    present,
    take_back,
    withdraw,
)
from tournaments.registration.roster import (
    Draft,
    People,
    add_entries,
    add_entry,
    add_team,
    edit_entry,
    editable_fields,
    ensure_house,
    entered_people,
    forget_people,
    house_name,
    known_players,
    name_house,
    next_number,
    remove_entry,
)
from tournaments.registration.squads import (
    Squad,
    at_member,
    at_seat,
    is_empty,
    on_board,
    squads,
    team_in_short,
    with_who_played,
)
from tournaments.registration.teams import (
    BETWEEN,
    MAX_MEMBERS,
    MAX_NAMED_MEMBERS,
    MIN_MEMBERS,
    Mate,
    competing,
    competing_in,
    composed,
    every_name,
    found_by,
    in_full,
    is_composed,
    is_named,
    members_each,
    members_told,
    names_in_hall,
    persons,
    side_by_side,
    told_apart_from_name,
    too_small,
)
