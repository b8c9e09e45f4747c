"""Messages about refused lists, teams and files of seats, each with what to do about it."""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

LIST_MESSAGES: dict[str, Any] = {
    "file_empty": gettext_lazy("There is nothing in it: no line with a name was found."),
    "file_too_big": gettext_lazy(
        "This is too big for a list of players: %(most)s MB at the most. Is it the right file?"
    ),
    "file_too_heavy": gettext_lazy(
        "This workbook holds far more than a list: too many cells, styles or empty rows. "
        "Copy the rows of the list into a new workbook, and save that."
    ),
    "file_broken_excel": gettext_lazy(
        "This file cannot be read: it is damaged, locked by a password, or no list at all. "
        "Open it in Excel or LibreOffice, and save it as .xlsx, .ods or CSV."
    ),
    "file_not_a_list": gettext_lazy(
        "This is no list: a picture, a page of the web or a document, perhaps. "
        "Open it in Excel or LibreOffice, and save it as .xlsx, .ods or CSV."
    ),
    "file_chess_report": gettext_lazy(
        "This is the report of a chess program (.trf). Export the players from that program as CSV or Excel, "
        "and import that file."
    ),
    "file_too_many_rows": gettext_lazy("This list has more than %(most)s rows. Import it in parts."),
    "roster_changed": gettext_lazy(
        "Others were entered while this list was read. Nobody of it is entered yet: look at it again."
    ),
    "row_without_name": gettext_lazy("There is no name."),
    "formula_without_result": gettext_lazy(
        "A formula has no result here (%(value)s). "
        "Open the file in Excel and save it, or type the value itself."
    ),
    "signup_not_open": gettext_lazy(
        "Registration is not open. What you want to change, the organiser can change: ask them."
    ),
    "signup_too_often": ngettext_lazy(
        "Many registrations came from here: try again in %(minutes)s minute. What you typed stays here.",
        "Many registrations came from here: try again in %(minutes)s minutes. What you typed stays here.",
        "minutes",
    ),
    "signup_times": gettext_lazy("Registration has to close after it opens: correct one of the two times."),
    "signup_numbers": gettext_lazy("Type numbers from 1 to %(most)s, or leave the field empty: no limit."),
    "signup_club_full": gettext_lazy(
        "Your club has no more places (%(club)s). Leave the club as it was, or withdraw and register again: "
        "you then wait for a place."
    ),
    "event_choices": ngettext_lazy(
        "One person plays in at most %(most)s tournament here: untick the others.",
        "One person plays in at most %(most)s tournaments here: untick the others.",
        "count",
    ),
    "signup_not_waiting": gettext_lazy(
        "This registration has a place already, or was withdrawn. Look at the list again."
    ),
    "signup_address_unclear": gettext_lazy(
        "Paste the whole address that the server shows, with /registrations/ in it."
    ),
    "signup_source_here": gettext_lazy(
        "This address is one of this computer. Paste that of the server whose list you want."
    ),
    "signup_list_unreadable": gettext_lazy(
        "This is no list of registrations of Cheville, or only a part of one. "
        "Save the file on the server again."
    ),
    "signup_list_newer": gettext_lazy(
        "This list was written by a newer Cheville. Bring this one up to date, then fetch it again."
    ),
    "signup_list_too_big": gettext_lazy(
        "This is too big for a list of registrations: %(most)s MB at the most. Is it the right file?"
    ),
    "signup_same_twice": gettext_lazy(
        "Two people of the list cannot be the same person here. Choose for one of them again."
    ),
    "signup_other_contact": gettext_lazy(
        "That link belongs to an earlier address. Open the newest letter, and tap its link."
    ),
    "signup_request_empty": gettext_lazy("Type what the organiser should change."),
    "qualification_places": gettext_lazy("Type a number from 1 to %(most)s, or leave the field empty."),
    "qualification_nothing": gettext_lazy("Say first how many go on, on the page Qualification."),
    "club_link_of_none": gettext_lazy("Type the name of the club."),
    "club_link_over": gettext_lazy("The organiser has ended this link. Ask for a new one."),
    "club_lines_refused": ngettext_lazy(
        "%(count)s line is not saved: see beside it why. The others are.",
        "%(count)s lines are not saved: see beside them why. The others are.",
        "count",
    ),
    "club_line_gone": gettext_lazy(
        "This person was withdrawn or struck off meanwhile. Save again to register them anew."
    ),
    "club_sheet_full": gettext_lazy("A sheet has room for %(most)s people. For more, ask the organiser."),
    "club_paste_unread": ngettext_lazy(
        "%(count)s row names nobody. It is still in the box.",
        "%(count)s rows name nobody. They are still in the box.",
        "count",
    ),
    "club_person_not_chosen": gettext_lazy("Choose whom your request is about."),
    "no_name_column": gettext_lazy("Say which column holds the names."),
    "club_spelling_undecided": gettext_lazy("Say for each spelling of a club whether it is the same club."),
    "club_not_chosen": gettext_lazy("Choose the club of which this one is a spelling."),
    "club_known": gettext_lazy(
        "Another club is called “%(name)s” already: say on its page that the two are one club."
    ),
    "person_twice": gettext_lazy("%(name)s is in the list twice: the first row counts."),
    "member_number_taken": gettext_lazy(
        "%(name)s has the member number %(number)s. If the two are one person, say so on the page of one of "
        "them; otherwise type another number."
    ),
    "club_since_earlier": gettext_lazy(
        "This person has changed clubs since that day. Choose a later day, or leave it empty if the club was "
        "only mistyped."
    ),
    "club_not_yet": gettext_lazy("That day is still to come. Enter the other club on that day."),
    "people_both_play": gettext_lazy(
        "Both compete in “%(tournament)s”, so they are two people. If one of the entries there is a mistake, "
        "correct it first."
    ),
    "name_order_undecided": gettext_lazy("Say under “The columns” which name comes first."),
}


TEAM_MESSAGES: dict[str, Any] = {
    "team_size": gettext_lazy("A team has %(least)s to %(most)s members: type the names of all of them."),
    "team_too_large": gettext_lazy("A team has no more than %(most)s members, and here are %(count)s."),
    "teams_of_clubs_undecided": gettext_lazy(
        "Say whether a team that stands beside several clubs is one team, or one of each club."
    ),
    "member_twice": gettext_lazy("%(name)s is in this team already."),
    "member_gone": gettext_lazy("This member has left the team meanwhile: look at the team again."),
    "nothing_to_take_over": gettext_lazy(
        "%(name)s has not played under this number yet, or it is that of a team: put the name right, or look "
        "at its members."
    ),
    "take_over_too_late": gettext_lazy(
        "No game of the day is left to be seated, or its standings are official: nobody takes a number over "
        "any more."
    ),
    "take_over_away": gettext_lazy(
        "%(name)s is not there in game %(round)s. Let the number come back first, under “Here or away”, then "
        "write who takes it over."
    ),
    "taken_over_just_now": gettext_lazy(
        "%(name)s plays under this number from game %(round)s on and has not played yet. Put the name right "
        "under “Details”, or take that back in the list “Who did what”."
    ),
    "take_over_next_game": gettext_lazy(
        "Nothing was changed: the next game to be seated is game %(round)s now. Send it again if another "
        "person plays from that game on."
    ),
    "entered_already": gettext_lazy(
        "%(name)s is entered today already, as number %(number)s: let that number play on. Is it another "
        "person of the same name? Add something that tells them apart."
    ),
    "plays_here_already": gettext_lazy("%(name)s plays under this number already: type who plays instead."),
    "boards_need_teams": gettext_lazy(
        "Teams meet on boards, and these have no members: %(names)s. Write on the registration page who "
        "plays with them, or leave them out."
    ),
    "boards_number": gettext_lazy("Choose %(least)s to %(most)s boards."),
    "unknown_boards": gettext_lazy(
        "These team points cannot be: a match won has to be worth more than one that is lost."
    ),
    "boards_no_table": gettext_lazy(
        "Match points decide a match of teams, and no table says what a win is worth: choose a table of "
        "match points, or boards won."
    ),
    "boards_one_game": gettext_lazy("On a board one game is played in each round: choose one game."),
    "boards_line_up_instead": gettext_lazy(
        "Here teams meet on boards: change their line-ups, or let two teams change places."
    ),
    "boards_no_such_team": gettext_lazy("This team does not meet another on boards in this game."),
    "line_up_not_seated": gettext_lazy("Game %(round)s is not seated, or it is over: line-ups stand."),
    "line_up_twice": gettext_lazy("%(name)s cannot play on two boards at once."),
    "line_up_stranger": gettext_lazy("Choose members who play in this team now."),
    "line_up_of_nobody": gettext_lazy("Put a player of %(name)s on a board, or let the whole team leave."),
    "line_up_same": gettext_lazy("That is the line-up already: nothing to change."),
    "no_forfeit_declared": gettext_lazy("Declare on the set-up page first what a forfeit is worth."),
    "no_boards_empty": gettext_lazy("No board is left empty that has no result yet."),
    "team_of_nobody": gettext_lazy(
        "Nobody would be left in %(name)s: type who plays instead, or let the whole team leave."
    ),
    # partners (tournaments/registration/partner_draw.py)
    "nobody_to_draw": gettext_lazy(
        "Partners are drawn among 2 to %(most)s people who play alone and are here for game 1: register them "
        "first."
    ),
    "nobody_alone_has_number": gettext_lazy(
        "Nobody who is here and plays alone has number %(number)s. Look it up in the list below."
    ),
    "redraw_needs_reason": gettext_lazy(
        "Partners are drawn already. Say why they are drawn anew: the reason stays in the list of acts."
    ),
    "partners_list_changed": gettext_lazy(
        "A player came or left since the draw. Draw anew, and say so as the reason."
    ),
    "partners_after_start": gettext_lazy(
        "Game 1 is seated: partners stay as they are. Take its seating back first, before anybody plays."
    ),
    "partners_changed": gettext_lazy(
        "%(name)s has other members than were drawn: mend that team by hand, under its name."
    ),
    "part_partners_first": gettext_lazy(
        "People were drawn together since then. Part the partners first, under Registration, Partners."
    ),
    "wish_unreadable": gettext_lazy(
        "“%(text)s”: write the numbers of those who want to play together, one group a line, such as 12 34."
    ),
    "strength_unreadable": gettext_lazy("“%(text)s” is no strength: type a number, such as 3 or 118.5."),
}


SEAT_MESSAGES: dict[str, Any] = {
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
    "file_table_full": gettext_lazy("Table %(table)s has no seat left for one more. Take a player away."),
    "file_seat_taken": gettext_lazy(
        "A player has seat %(seat)s of table %(table)s already. Give one of the two another seat."
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
        "%(who)s are to be kept apart. Exchange one of them with a player of another table, or take the wish "
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
        "In no line: %(who)s. Each game seats them with the others who are left over. Write them in, or "
        "leave them "
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
