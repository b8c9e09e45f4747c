"""Messages about refused changes to a team or its members, each with what to do about it."""

from typing import Any

from django.utils.translation import gettext_lazy

OF_TEAMS: dict[str, Any] = {
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
        "Nothing was changed: the next game to be seated is game %(round)s now. Send it again if somebody "
        "else plays from that game on."
    ),
    "entered_already": gettext_lazy(
        "%(name)s is entered today already, as number %(number)s: let that number play on. Is it somebody "
        "else of the same name? Add something by which they are told apart."
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
    "line_up_of_nobody": gettext_lazy("Put somebody of %(name)s on a board, or let the whole team leave."),
    "line_up_same": gettext_lazy("That is the line-up already: nothing to change."),
    "no_forfeit_declared": gettext_lazy("Declare on the set-up page first what a forfeit is worth."),
    "no_boards_empty": gettext_lazy("No board is left empty that has no result yet."),
    "team_of_nobody": gettext_lazy(
        "Nobody would be left in %(name)s: type who plays instead, or let the whole team leave."
    ),
    # partners (tournaments/registration/draw.py)
    "nobody_to_draw": gettext_lazy(
        "Partners are drawn among 2 to 400 people who play alone and are here for game 1: register them "
        "first."
    ),
    "nobody_alone_has_number": gettext_lazy(
        "Nobody who is here and plays alone has number %(number)s. Look it up in the list below."
    ),
    "redraw_needs_reason": gettext_lazy(
        "Partners are drawn already. Say why they are drawn anew: the reason stays in the list of acts."
    ),
    "partners_list_changed": gettext_lazy(
        "Somebody came or left since the draw. Draw anew, and say so as the reason."
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
