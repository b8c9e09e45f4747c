"""Registration and presence: entries, check-in, late arrivals, withdrawals and returns.

Presence is intervals of rounds: a late arrival, a withdrawal and a return are rows, and no entry leaves a
list.
"""

from tournaments.common.competitors import ENTRIES, PLAYERS, competitor_kind
from tournaments.registration.clubs import club_beside, club_key
from tournaments.registration.consent import public_members, public_names
from tournaments.registration.duplicates import alike, look_alikes, name_key
from tournaments.registration.fixed_seats import fix_seat, fixed_seat_data
from tournaments.registration.importing import (
    copy_people,
    import_roster,
    imported_entries,
    remember_people,
    remembered_roles,
    undoable_imports,
)
from tournaments.registration.members import (
    NamesInRound,
    ReplacedPlayer,
    add_member,
    all_members,
    earlier_players,
    edit_member,
    editable_member_fields,
    player_changes,
    replace_member,
    replaced_players,
    take_over_obstacle,
    transfer_number,
)
from tournaments.registration.name_search import is_found
from tournaments.registration.names import distinct_names, family_name_first, fold, sort_name
from tournaments.registration.partner_draw import entries_with_own_answers
from tournaments.registration.payments import MAX_CENTS
from tournaments.registration.presence import (
    AT_KIOSK,
    Consequence,
    absences,
    check_in,
    check_in_all,
    checked_in_at_kiosks,
    come_back,
    consequence,
    count_present,
    departed_last_rounds,
    departures,
    entries_present,
    ever_seated,
    has_begun,
    is_official,
    keys_of_awaited,
    keys_of_players,
    keys_of_present,
    leave_out,
    next_round_number,
    present,
    rounds_ahead,
    undo_check_ins,
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
    annotate_past_players,
    is_seat_empty,
    member_on_board,
    member_with_team,
    names_at_seat,
    short_team_name,
    squads,
)
from tournaments.registration.teams import (
    MAX_MEMBERS,
    MAX_NAMED_MEMBERS,
    MIN_MEMBERS,
    NAME_SEPARATOR,
    NewMember,
    competing_kind,
    competing_kinds,
    composed_full_name,
    composed_name,
    found_by,
    is_composed,
    is_named,
    joined_member_names,
    members_by_number,
    members_not_in_name,
    members_per_entry,
    name_in_hall,
    names_in_hall,
    persons,
    undersized_entries,
)
