"""Messages about refused lists, teams and files of seats, each with what to do about it."""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

LIST_MESSAGES: dict[str, Any] = {
    "file_empty": gettext_lazy("The list is empty: no line with a name was found."),
    "file_too_big": gettext_lazy(
        "This file is too big for a list of players: %(most)s MB at most. Is it the right file?"
    ),
    "file_too_heavy": gettext_lazy(
        "This workbook holds far more than a list: too many cells, styles or empty rows. Copy the rows of "
        "the list into a new workbook, and save that one."
    ),
    "file_broken_excel": gettext_lazy(
        "This file cannot be read: it is damaged, protected by a password, or not a list at all. Open it in "
        "Excel or LibreOffice, and save it as .xlsx, .ods or CSV."
    ),
    "file_not_a_list": gettext_lazy(
        "This is not a list: it may be a picture, a web page or a document. Open it in Excel or "
        "LibreOffice, and save it as .xlsx, .ods or CSV."
    ),
    "file_chess_report": gettext_lazy(
        "This is the report of a chess program (.trf). Export the players from that program as CSV or Excel, "
        "and import that file."
    ),
    "file_too_many_rows": gettext_lazy("This list has more than %(most)s rows. Import it in parts."),
    "roster_changed": gettext_lazy(
        "Other people were entered while this list was being read. Nobody from this list is entered yet: "
        "check it again."
    ),
    "row_without_name": gettext_lazy("There is no name."),
    "formula_without_result": gettext_lazy(
        "A formula has no result here (%(value)s). "
        "Open the file in Excel and save it, or type the value itself."
    ),
    "signup_not_open": gettext_lazy(
        "Registration is not open. If something has to be changed, ask the organiser, who can do it."
    ),
    "signup_too_often": ngettext_lazy(
        "Many registrations came from here: try again in %(minutes)s minute. What you typed stays here.",
        "Many registrations came from here: try again in %(minutes)s minutes. What you typed stays here.",
        "minutes",
    ),
    "signup_times": gettext_lazy("Registration has to close after it opens: correct one of the two times."),
    "signup_numbers": gettext_lazy("Type numbers from 1 to %(most)s, or leave the field empty: no limit."),
    "signup_club_full": gettext_lazy(
        "Your club has no places left (%(club)s). Leave the club as it was, or withdraw and register again: "
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
        "This is an address of this computer. Paste the address of the server whose list you want."
    ),
    "signup_list_unreadable": gettext_lazy(
        "This is not a list of registrations from Cheville, or only part of one. Save the file on the "
        "server again."
    ),
    "signup_list_newer": gettext_lazy(
        "This list was written by a newer Cheville. Update this one, then fetch the list again."
    ),
    "signup_list_too_big": gettext_lazy(
        "This file is too big for a list of registrations: %(most)s MB at most. Is it the right file?"
    ),
    "signup_same_twice": gettext_lazy(
        "Two people on the list cannot be the same person here. Choose again for one of them."
    ),
    "signup_other_contact": gettext_lazy(
        "That link belongs to an earlier address. Open the newest e-mail, and tap its link."
    ),
    "signup_request_empty": gettext_lazy("Type what the organiser should change."),
    "qualification_places": gettext_lazy("Type a number from 1 to %(most)s, or leave the field empty."),
    "qualification_nothing": gettext_lazy("First enter how many go on, on the page Qualification."),
    "club_link_of_none": gettext_lazy("Type the name of the club."),
    "club_link_over": gettext_lazy("The organiser has ended this link. Ask for a new one."),
    "club_lines_refused": ngettext_lazy(
        "%(count)s line is not saved: the reason is beside it. The others are saved.",
        "%(count)s lines are not saved: the reasons are beside them. The others are saved.",
        "count",
    ),
    "club_line_gone": gettext_lazy(
        "This person was withdrawn or struck off in the meantime. Save again to register them once more."
    ),
    "club_sheet_full": gettext_lazy("A sheet has room for %(most)s people. For more, ask the organiser."),
    "club_paste_unread": ngettext_lazy(
        "%(count)s row has no name. It is still in the box.",
        "%(count)s rows have no name. They are still in the box.",
        "count",
    ),
    "club_person_not_chosen": gettext_lazy("Choose whom your request is about."),
    "no_name_column": gettext_lazy("Choose the column that holds the names."),
    "club_spelling_undecided": gettext_lazy(
        "Choose for each spelling of a club whether it is the same club."
    ),
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
    "name_order_undecided": gettext_lazy("Choose under “The columns” which name comes first."),
}


TEAM_MESSAGES: dict[str, Any] = {
    "team_size": gettext_lazy("A team has %(least)s to %(most)s members: type the names of all of them."),
    "team_too_large": gettext_lazy("A team has at most %(most)s members, and this one has %(count)s."),
    "teams_of_clubs_undecided": gettext_lazy(
        "Choose whether a team listed with several clubs is one team, or one team for each club."
    ),
    "member_twice": gettext_lazy("%(name)s is in this team already."),
    "member_gone": gettext_lazy("This member has left the team in the meantime: look at the team again."),
    "nothing_to_take_over": gettext_lazy(
        "%(name)s has not played under this number yet, or the number belongs to a team: correct the name, "
        "or look at the team’s members."
    ),
    "take_over_too_late": gettext_lazy(
        "A number can no longer be taken over: all games of the day are seated, or the standings are "
        "official."
    ),
    "take_over_away": gettext_lazy(
        "%(name)s is away in game %(round)s. First let the number come back, under “Here or away”, then "
        "enter who takes it over."
    ),
    "taken_over_just_now": gettext_lazy(
        "%(name)s plays under this number from game %(round)s on and has not played yet. Correct the name "
        "under “Details”, or take the change back in the list “Who did what”."
    ),
    "take_over_next_game": gettext_lazy(
        "Nothing was changed: the next game to be seated is game %(round)s now. Send it again if another "
        "person plays from that game on."
    ),
    "entered_already": gettext_lazy(
        "%(name)s is already entered today, as number %(number)s: let that number play on. Is this another "
        "person with the same name? Add something that tells them apart."
    ),
    "plays_here_already": gettext_lazy("%(name)s plays under this number already: type who plays instead."),
    "boards_need_teams": gettext_lazy(
        "Teams meet on boards, and these have no members: %(names)s. Write on the registration page who "
        "plays with them, or leave them out."
    ),
    "boards_number": gettext_lazy("Choose %(least)s to %(most)s boards."),
    "unknown_boards": gettext_lazy(
        "These team points are not possible: a match won has to be worth more than one that is lost."
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
    "line_up_not_seated": gettext_lazy(
        "Game %(round)s is not seated, or it is over: line-ups stay as they are."
    ),
    "line_up_twice": gettext_lazy("%(name)s cannot play on two boards at once."),
    "line_up_stranger": gettext_lazy("Choose members who play in this team now."),
    "line_up_of_nobody": gettext_lazy("Put a player of %(name)s on a board, or let the whole team leave."),
    "line_up_same": gettext_lazy("That is the line-up already: nothing to change."),
    "no_forfeit_declared": gettext_lazy("First declare on the set-up page what a forfeit is worth."),
    "no_boards_empty": gettext_lazy("No empty board is without a result."),
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
        "Partners are already drawn. Enter why you are drawing again: the reason stays in the list “Who did "
        "what”."
    ),
    "partners_list_changed": gettext_lazy(
        "A player came or left since the draw. Draw again, and give that as the reason."
    ),
    "partners_after_start": gettext_lazy(
        "The first seats are given: partners stay as they are. First take them back, before anybody plays."
    ),
    "partners_after_seats": gettext_lazy(
        "%(name)s has had a place at a table or in a bracket, and plays alone in this tournament. To draw "
        "partners, make another one “Like an earlier one”, with its people; or let those who play together "
        "leave, and enter them under “Pairs and teams”."
    ),
    "partners_changed": gettext_lazy(
        "%(name)s has other members than those drawn: correct that team by hand, under its name."
    ),
    "part_partners_first": gettext_lazy(
        "Partners have been drawn since then. Separate them first, under Registration, Partners."
    ),
    "wish_unreadable": gettext_lazy(
        "“%(text)s”: write the numbers of those who want to play together, one group per line, such as 12 34."
    ),
    "strength_unreadable": gettext_lazy("“%(text)s” is not a strength: type a number, such as 3 or 118.5."),
}


SEAT_MESSAGES: dict[str, Any] = {
    # hard: the file cannot be played like this
    "file_no_lines": gettext_lazy("No line with a game, a table and people was found. See the sample file."),
    "file_no_game": gettext_lazy("“%(value)s” is not a game. Write its number, from 1 to %(most)s."),
    "file_no_table": gettext_lazy(
        "“%(value)s” is not a table. Write its number, from 1 to %(most)s, or “-” for a player who sits out."
    ),
    "file_no_seat": gettext_lazy("“%(value)s” is not a seat. Write its letter, such as A or B."),
    "file_nobody": gettext_lazy("Nobody sits at table %(table)s. Write who does, or remove the line."),
    "file_table_full": gettext_lazy("Table %(table)s has no seat left. Remove a player."),
    "file_seat_taken": gettext_lazy(
        "A player has seat %(seat)s of table %(table)s already. Give one of the two another seat."
    ),
    "file_round_missing": gettext_lazy("This game has no line. Write its tables, or renumber the games."),
    "file_name_unknown": gettext_lazy(
        "Nobody here is called “%(name)s”. Write the name as it is registered, or the number."
    ),
    "file_name_twice": gettext_lazy("Several people are called “%(name)s”. Write the number instead."),
    "file_number_unknown": gettext_lazy(
        "Nobody has number %(who)s, and fewer players are expected. Correct the number, register them "
        "first, or expect more players."
    ),
    "file_twice": gettext_lazy(
        "%(who)s is also on line %(first)s, in the same game. Keep one of the two lines."
    ),
    "file_no_such_table": gettext_lazy(
        "There is no table %(table)s: the hall has %(tables)s. Use another one, or declare more tables."
    ),
    "file_too_few_tables": gettext_lazy(
        "This game needs %(needed)s tables, with one for each player who sits out; the hall has %(tables)s. "
        "Declare more tables."
    ),
    "file_table_size": gettext_lazy(
        "%(count)s people sit at table %(table)s (%(who)s); in this format it is %(sizes)s. Seat that many, "
        "or choose another format."
    ),
    "file_apart": gettext_lazy(
        "%(who)s are to be kept apart. Swap one of them with a player at another table, or remove the "
        "request on the registration page."
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
    "file_walk": gettext_lazy("%(who)s moves %(tables)s tables."),
    "file_sits_out": ngettext_lazy(
        "Sitting out %(times)s time, others %(fewest)s: %(who)s.",
        "Sitting out %(times)s times, others %(fewest)s: %(who)s.",
        "times",
    ),
    "file_sits_out_fair": ngettext_lazy(
        "Sitting out at most %(times)s time: %(who)s.",
        "Sitting out at most %(times)s times: %(who)s.",
        "times",
    ),
    "file_hidden": ngettext_lazy(
        "%(count)s line is hidden in the workbook, by hand or by a filter, and is left out. To include it, "
        "show it there and upload the file again.",
        "%(count)s lines are hidden in the workbook, by hand or by a filter, and are left out. To include "
        "them, show them there and upload the file again.",
        "count",
    ),
    "file_fewer_games": gettext_lazy(
        "The file has %(file)s games, the day %(games)s: the program seats the later ones. Declare %(file)s "
        "games, or upload a longer file."
    ),
    "file_to_come": gettext_lazy("Not registered yet: %(who)s. Without them their tables change."),
    "file_without": gettext_lazy(
        "Not on any line: %(who)s. In each game they are seated with the others who are left over. Add them "
        "to the file, or leave them out on the registration page."
    ),
    # errors of the page
    "file_has_faults": gettext_lazy(
        "This file cannot be used yet: correct what is marked, then upload it again."
    ),
    "file_three": gettext_lazy(
        "Where an odd number plays with three at one table, a file cannot give the seats: choose on the "
        "set-up page that one player sits out or that a house player joins, then upload the file again."
    ),
    "file_of_a_league": gettext_lazy(
        "The fixtures of a league say who meets whom on this evening: a file cannot give the seats."
    ),
    "file_too_late": gettext_lazy(
        "Game 1 is seated already, and not from a file: seats from a file begin with game 1. Undo the "
        "seating first."
    ),
    "file_of_seats_used": gettext_lazy("The games are seated as the file says."),
    "file_of_seats_away": gettext_lazy("The file of seats is removed: the format says again who meets whom."),
    # obstacles of the tournament (pairing/seats_from_file.py)
    "file_missing": gettext_lazy("The file of seats is missing. Upload it, or remove it."),
}
