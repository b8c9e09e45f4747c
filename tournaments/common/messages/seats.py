"""Messages about a file of seats, by code: its format, its errors, and its shortcomings."""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

OF_SEATS: dict[str, Any] = {
    # hard: the file cannot be played like this
    "file_no_lines": gettext_lazy(
        "No line with a game, a table and people was found. Look at the model file."
    ),
    "file_no_game": gettext_lazy("“%(value)s” is no game. Write its number, from 1 to %(most)s."),
    "file_no_table": gettext_lazy(
        "“%(value)s” is no table. Write its number, from 1 to %(most)s, or “-” for who sits out."
    ),
    "file_no_seat": gettext_lazy("“%(value)s” is no seat. Write its letter, such as A or B."),
    "file_nobody": gettext_lazy("Nobody sits at table %(table)s. Write who does, or take the line away."),
    "file_table_full": gettext_lazy("Table %(table)s has no seat left for one more. Take somebody away."),
    "file_seat_taken": gettext_lazy(
        "Somebody has seat %(seat)s of table %(table)s already. Give one of the two another seat."
    ),
    "file_round_missing": gettext_lazy("This game has no line. Write its tables, or number the games anew."),
    "file_name_unknown": gettext_lazy(
        "Nobody here is called “%(name)s”. Write the name as it is registered, or the number."
    ),
    "file_name_twice": gettext_lazy("Several people are called “%(name)s”. Write the number instead."),
    "file_number_unknown": gettext_lazy(
        "Nobody has number %(who)s, and not so many are expected. Mend the number, register them first, or "
        "expect more players."
    ),
    "file_twice": gettext_lazy(
        "%(who)s sits there too on line %(first)s, in the same game. Keep one of the two lines."
    ),
    "file_no_such_table": gettext_lazy(
        "There is no table %(table)s: the hall has %(tables)s. Use another one, or declare more tables."
    ),
    "file_too_few_tables": gettext_lazy(
        "This game needs %(needed)s tables, with one for each who sits out; the hall has %(tables)s. Declare "
        "more tables."
    ),
    "file_table_size": gettext_lazy(
        "%(count)s people sit at table %(table)s (%(who)s); in this format %(sizes)s do. Seat as many, or "
        "choose another format."
    ),
    "file_apart": gettext_lazy(
        "%(who)s are to be kept apart. Exchange one of them with somebody of another table, or take the wish "
        "away on the registration page."
    ),
    "file_fixed_meet": gettext_lazy(
        "%(who)s both have fixed seats and would meet. Change this line, or let one give up the fixed seat."
    ),
    # not ideal
    "file_together": gettext_lazy("%(who)s asked to be kept apart, and meet."),
    "file_one_club": gettext_lazy("%(who)s are of one club and meet."),
    "file_fixed_moves": gettext_lazy(
        "%(who)s has a fixed seat at table %(home)s: this game of table %(table)s is played there."
    ),
    "file_again": gettext_lazy("%(who)s meet again; they met in game %(game)s."),
    "file_partners_again": gettext_lazy("%(who)s play together again."),
    "file_walk": gettext_lazy("%(who)s walks %(tables)s tables."),
    "file_sits_out": ngettext_lazy(
        "Sitting out %(times)s time, others %(fewest)s: %(who)s.",
        "Sitting out %(times)s times, others %(fewest)s: %(who)s.",
        "times",
    ),
    "file_sits_out_fair": ngettext_lazy(
        "Sitting out %(times)s time at the most: %(who)s.",
        "Sitting out %(times)s times at the most: %(who)s.",
        "times",
    ),
    "file_hidden": ngettext_lazy(
        "%(count)s line is hidden in the workbook, by hand or by a filter, and is left out. To take it, show"
        " it there and bring the file again.",
        "%(count)s lines are hidden in the workbook, by hand or by a filter, and are left out. To take them,"
        " show them there and bring the file again.",
        "count",
    ),
    "file_fewer_games": gettext_lazy(
        "The file has %(file)s games, the day %(games)s: those after it are seated by the program. Declare "
        "%(file)s games, or bring a longer file."
    ),
    "file_to_come": gettext_lazy("Not registered yet: %(who)s. Without them their tables change."),
    "file_without": gettext_lazy(
        "In no line: %(who)s. Each game seats them with whoever is left over. Write them in, or leave them "
        "out on the registration page."
    ),
    # errors of the page
    "file_has_faults": gettext_lazy(
        "This file cannot be played yet: mend what is marked, then bring it again."
    ),
    "file_three": gettext_lazy(
        "Where an odd number plays with three at one table, no file can give the seats: choose on the set-up "
        "page that one player sits out or that a house player joins, then bring the file again."
    ),
    "file_of_a_league": gettext_lazy(
        "The fixtures of a league say who meets whom on this evening: no file can give the seats."
    ),
    "file_too_late": gettext_lazy(
        "Game 1 is seated already, and not from a file: seats from a file begin with game 1. Undo the "
        "seating first."
    ),
    "file_of_seats_used": gettext_lazy("The games are seated as the file says."),
    "file_of_seats_away": gettext_lazy(
        "The file of seats is put away: the format says again who meets whom."
    ),
    # obstacles of the tournament (pairing/seats_from_file.py)
    "file_missing": gettext_lazy("The file of seats is missing. Bring it, or put it away."),
}
