"""1  The door: who is entered, who has come, who is late, who has left, who came back.

Presence is intervals of rounds: a late arrival, a withdrawal and a return are rows, and nobody leaves a list.
"""

from tournaments.registration.consent import public_names
from tournaments.registration.duplicates import Likeness, Names, alike, look_alikes, name_key
from tournaments.registration.earlier import bring_people, know
from tournaments.registration.fixed_seats import fix_seat
from tournaments.registration.importing import import_roster, remembered, undoable
from tournaments.registration.names import (
    first_name_and_initial,
    fold,
    joined_name,
    listed,
    sort_name,
    told_apart,
)
from tournaments.registration.presence import (
    Consequence,
    awaited,
    check_in,
    check_in_all,
    come_back,
    consequence,
    leave_out,
    left_after,
    next_round_number,
    present,
    take_back,
    withdraw,
)
from tournaments.registration.roster import (
    DETAILS,
    MOST_CENTS,
    PAID_HOW,
    Draft,
    add_entries,
    add_entry,
    cash_total,
    check_draft,
    edit_entry,
    ensure_house,
    house_name,
    known_players,
    next_number,
    strike,
)

__all__ = [
    "DETAILS",
    "MOST_CENTS",
    "PAID_HOW",
    "Consequence",
    "Draft",
    "Likeness",
    "Names",
    "add_entries",
    "add_entry",
    "alike",
    "awaited",
    "bring_people",
    "cash_total",
    "check_draft",
    "check_in",
    "check_in_all",
    "come_back",
    "consequence",
    "edit_entry",
    "ensure_house",
    "first_name_and_initial",
    "fix_seat",
    "fold",
    "house_name",
    "import_roster",
    "joined_name",
    "know",
    "known_players",
    "leave_out",
    "left_after",
    "listed",
    "look_alikes",
    "name_key",
    "next_number",
    "next_round_number",
    "present",
    "public_names",
    "remembered",
    "sort_name",
    "strike",
    "take_back",
    "told_apart",
    "undoable",
    "withdraw",
]
