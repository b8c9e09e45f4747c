"""Messages of success on pages, by code.

`tournaments.common.messages.sentences` fills in their numbers.
"""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

SUCCESS_MESSAGES: dict[str, Any] = {
    "undone": gettext_lazy("Undone."),
    "look_again": gettext_lazy(
        "Nothing was changed, as something else was done in the meantime: look at this page again."
    ),
    "reopened": gettext_lazy("The day is open again: its games go on."),
    # registration
    "protest_filed": gettext_lazy("The protest of %(name)s is filed: a judge rules on it."),
    "protest_upheld": gettext_lazy("The protest is upheld. Correct the result at the desk."),
    "protest_dismissed": gettext_lazy("The protest is dismissed: the result stands."),
    "make_up_begun": gettext_lazy("Game %(game)s is made up at table %(table)s: %(who)s."),
    "signup_settings_kept": gettext_lazy("Your choices for online registration are saved."),
    "signup_placed": gettext_lazy("%(name)s: on the list."),
    "signup_address_end": gettext_lazy("The address has ended: it no longer gives a list."),
    "signup_source_gone": gettext_lazy("The address is forgotten here. What was fetched stays."),
    "signup_list_taken": ngettext_lazy(
        "The changes are applied: %(count)s person was entered.",
        "The changes are applied: %(count)s people were entered.",
        "count",
    ),
    "signup_list_known": gettext_lazy("Nothing has changed on the server since the list was fetched last."),
    "signup_list_not_kept": gettext_lazy("That list is no longer kept here. Fetch it again."),
    "signup_answered": gettext_lazy("The request is marked as answered."),
    "signup_corrected": gettext_lazy("Your registration is corrected."),
    "signup_confirmed": gettext_lazy("Thank you. Your e-mail address is confirmed."),
    "signup_withdrawn": gettext_lazy("Your registration has been withdrawn."),
    "signup_asked": gettext_lazy("The organiser sees your request."),
    "qualification_kept": gettext_lazy("Who goes on follows from the official standings."),
    "qualification_decided": gettext_lazy("The decision is recorded."),
    "club_sheet_saved": gettext_lazy("The sheet is saved."),
    "club_links_made": ngettext_lazy("%(count)s link is made.", "%(count)s links are made.", "count"),
    "club_link_ended": gettext_lazy("The link of %(club)s no longer works. Its people stay."),
    "entered_as": gettext_lazy("%(name)s is number %(number)s."),
    "like_same": gettext_lazy("Number %(number)s has the same name: %(name)s."),
    "like_near": gettext_lazy("Number %(number)s has nearly the same name: %(name)s."),
    "off_the_list": gettext_lazy("%(name)s is off the list."),
    "payment_kept": gettext_lazy("%(name)s: the payment is saved."),
    "payment_taken_back": gettext_lazy("The payment is taken back."),
    "house_named": gettext_lazy("%(name)s plays for the house."),
    "kept_as_written": gettext_lazy("%(name)s: saved."),
    "plays_no_more": gettext_lazy("%(name)s no longer plays from game %(game)s on."),
    "plays_from": gettext_lazy("%(name)s plays from game %(game)s on."),
    "substitute_plays": gettext_lazy("%(who)s plays in %(name)s from game %(game)s on."),
    "number_taken_over": gettext_lazy(
        "%(who)s plays under number %(number)s from game %(game)s on. What %(before)s played stays there."
    ),
    "member_left": gettext_lazy("%(name)s plays on with one member fewer from game %(game)s on."),
    "team_as_written": gettext_lazy("The team is now named %(name)s."),
    "seat_fixed": gettext_lazy("%(name)s keeps table %(table)s, seat %(seat)s all day."),
    "seat_not_fixed": gettext_lazy("%(name)s has no fixed seat any more."),
    "everybody_here": gettext_lazy("Everybody is here."),
    "left_out": ngettext_lazy(
        "%(count)s person is left out until they arrive.",
        "%(count)s people are left out until they arrive.",
        "count",
    ),
    "left_out_named": gettext_lazy(
        "Left out until they arrive: %(names)s. Let them in on the registration page."
    ),
    "more_known": ngettext_lazy(
        "%(count)s more person is known. Type the beginning of a name to see suggestions.",
        "%(count)s more people are known. Type the beginning of a name to see suggestions.",
        "count",
    ),
    "nobody_entered": gettext_lazy("Nobody was entered: everybody on that list was left out."),
    "list_not_kept": gettext_lazy("That list is no longer kept here. Import it again."),
    "list_entered": ngettext_lazy(
        "%(count)s player from the list is entered.", "%(count)s players from the list are entered.", "count"
    ),
    "rows_left_out": ngettext_lazy(
        "%(count)s row of the list was left out: %(names)s.",
        "%(count)s rows of the list were left out: %(names)s.",
        "count",
    ),
    # clubs
    "club_saved": gettext_lazy("%(name)s is now written like this everywhere."),
    "clubs_merged": gettext_lazy("%(club)s is now a spelling of %(name)s."),
    # people
    "person_saved": gettext_lazy("%(name)s is saved. Upcoming tournaments show the change too."),
    "people_merged": gettext_lazy("The two are now one person: %(name)s."),
    "people_loaded": gettext_lazy("Loaded: %(new)s new, %(changed)s changed, %(same)s as before."),
    # data of people
    "person_erased": gettext_lazy("Erased. Results stay, under a number in place of the name."),
    "privacy_saved": gettext_lazy("Saved. Everybody can read it at the foot of the public pages."),
    # seasons
    "season_made": gettext_lazy("The season is created. Add the tournaments that count for it."),
    "season_deleted": gettext_lazy("The season %(name)s is deleted."),
    "season_saved": gettext_lazy("The season is changed."),
    "season_taken_over": gettext_lazy(
        "%(name)s goes on here. Evenings that came with it: %(brought)s; left as they are here: %(left)s."
    ),
    "season_added": gettext_lazy("%(name)s counts for the season."),
    "season_out": gettext_lazy("%(name)s no longer counts for the season. The tournament stays as it is."),
    # events
    "event_made": gettext_lazy("The event is created."),
    "event_saved": gettext_lazy("The event is changed."),
    "event_out": gettext_lazy("%(name)s is no longer in the event. The tournament stays as it is."),
    "event_deleted": gettext_lazy("The event %(name)s is deleted. Its tournaments stay as they are."),
    # leagues
    "league_made": gettext_lazy(
        "The fixtures are drawn. Print them for the wall, and set up the first evening."
    ),
    "league_dates_kept": gettext_lazy("The dates are saved."),
    "league_postpone": gettext_lazy("The fixture is postponed. It stays open until it is played or awarded."),
    "league_move": gettext_lazy("The fixture is now on that evening."),
    "league_award": gettext_lazy("The fixture is awarded, and counts."),
    "league_taken_back": gettext_lazy("The decision is taken back."),
    "league_left": gettext_lazy("What was open is awarded to the others."),
    "league_ended": gettext_lazy("The table is official."),
    "league_brought": gettext_lazy("The fixtures of that evening are in the tournament."),
    # around the game
    "notice_told": gettext_lazy("Everybody will see it within a few seconds."),
    "notice_gone": gettext_lazy("The notice is no longer shown."),
    "identity_kept": gettext_lazy("Saved. The preview shows how it looks."),
    "wifi_kept": gettext_lazy("The Wi-Fi network is saved. Make the sheet for the wall."),
    "visitors_chosen": gettext_lazy("The choice of who may follow the tournament is saved."),
    "link_renewed": gettext_lazy("The old link no longer works. Hand out the new one."),
    "fees_kept": gettext_lazy("The fees are saved."),
    "questions_kept": gettext_lazy("The questions are saved."),
    # prizes
    "categories_kept": gettext_lazy("The categories are saved."),
    "category_about_age": gettext_lazy(
        "“%(name)s” shows how old people are, so it stays in the hall. Tick it again if everybody in it "
        "agrees to have it on the Internet."
    ),
    "club_teams_kept": gettext_lazy("The ranking of clubs is saved."),
    "partners_drawn": gettext_lazy("Partners are drawn: look at them, then enter the teams."),
    "partners_entered": gettext_lazy("The teams are entered as they were drawn."),
    "prizes_kept": gettext_lazy("The prizes are saved."),
    "hand_noted": gettext_lazy("The hand is recorded."),
    "door_prize_drawn": gettext_lazy("%(name)s wins the door prize."),
    "cash_kept": gettext_lazy("The cash box is saved."),
    # set-up
    "example_made": gettext_lazy("This is the example: play with it as you like. Visitors do not see it."),
    "made": gettext_lazy("The tournament is made. Now enter the players."),
    "made_with_people": gettext_lazy("The tournament is made, with the people of %(name)s."),
    "setup_saved": gettext_lazy("The set-up is saved."),
    "date_is_past": gettext_lazy(
        "The tournament is dated %(date)s, which is over. If that is a mistake, correct the date under "
        "Set-up."
    ),
    # rounds
    "date_is_today": gettext_lazy("The date of the tournament is now today."),
    "round_seated": gettext_lazy("Game %(number)s is seated."),
    "round_open": gettext_lazy("Game %(number)s is being played. Good luck to all!"),
    "ended_early": gettext_lazy("Game %(number)s was the last. The medals come next."),
    "round_closed": gettext_lazy("Game %(number)s is closed."),
    "seating_changed": gettext_lazy("A player came or left in the meantime: here is the current seating."),
    "seated_meanwhile": gettext_lazy(
        "Game %(number)s was seated in the meantime from another screen: here is that seating. Nothing more "
        "was done."
    ),
    "seats_changed": gettext_lazy("The seats have changed in the meantime: here are the current seats."),
    "seats_swapped": gettext_lazy("%(one)s and %(other)s have changed seats."),
    "line_up_changed": gettext_lazy("The line-up of %(name)s is changed."),
    "empty_boards_awarded": gettext_lazy("Boards that were left empty and are awarded now: %(count)s."),
    "what_follows_changed": gettext_lazy("The consequences have changed in the meantime: look again."),
    "as_played_done": gettext_lazy(
        "They are seated as they play. The meetings that were planned there are void."
    ),
    "played_ahead_done": gettext_lazy("It is recorded: it counts as their game %(round)s."),
    "extra_game_done": gettext_lazy("It is recorded: it does not count."),
    "undone_seat": gettext_lazy("The seating of game %(round)s was taken back."),
    "undone_open": gettext_lazy("Game %(round)s is seated, but not yet being played."),
    "undone_close": gettext_lazy("Game %(round)s is open again."),
    "undone_swap": gettext_lazy("The two people in game %(round)s have their seats back."),
    "undone_as_played": gettext_lazy("Game %(round)s is seated as it was before."),
    "undone_other": gettext_lazy("Taken back."),
    # the desk
    "entered": gettext_lazy("%(label)s: %(result)s"),
    "now_disputed": gettext_lazy(
        "%(label)s: another result was entered before yours. "
        "Both are kept and the first counts until you decide."
    ),
    "taken_out": gettext_lazy("%(label)s is open again. The result that was removed stays readable."),
    "corrected": gettext_lazy("Corrected. %(result)s"),
    "offline_code_ok": gettext_lazy("%(result)s Received."),
    "offline_code_again": gettext_lazy("%(result)s This was received before: it counts once."),
    "offline_code_dispute": gettext_lazy(
        "%(result)s But something else is in for this game: decide which one counts."
    ),
    "offline_code_elsewhere": gettext_lazy(
        "Not taken: the code belongs to a tournament whose results you do not enter."
    ),
    "offline_code_other_table": gettext_lazy(
        "Not taken: the tablet that made this code belongs to another table."
    ),
    # penalties
    "penalty_written": gettext_lazy("The penalty is recorded: line %(line)s."),
    "penalty_taken_back": gettext_lazy(
        "The penalty is taken back: line %(line)s. What was written stays readable."
    ),
    # tablets
    "layout_by_rows": gettext_lazy("The map shows the tables as they stand."),
    "layout_by_number": gettext_lazy("The map shows the tables by number."),
    "call_answered": gettext_lazy("%(call)s: seen to."),
    "call_written_down": gettext_lazy("Recorded."),
    "both_report": gettext_lazy("A second tablet at a table now reports at once."),
    "both_wait": gettext_lazy("A second tablet at a table now waits until it is let in."),
    "phones_report": gettext_lazy("Players may now report from their own phones."),
    "phones_do_not": gettext_lazy("Results are no longer taken from players’ own phones."),
    "code_renewed": gettext_lazy("Table %(table)s has a new code; its tablets stay in. Print the new sheet."),
    "code_renewed_out": gettext_lazy(
        "Table %(table)s has a new code, and its tablets are shut out. Print the new sheet."
    ),
    "device_renamed": gettext_lazy("%(before)s is called %(now)s from now on."),
    "device_moved": gettext_lazy("%(name)s now writes for table %(table)s."),
    "device_replaced": gettext_lazy(
        "%(name)s is shut out. Let the new tablet scan this code, or type what stands beside it."
    ),
    "device_shut_out": gettext_lazy("%(name)s is shut out: nothing that it sends is accepted."),
    "device_let_in": gettext_lazy("%(name)s is let in again."),
    "device_admitted": gettext_lazy("%(name)s may write for its table too."),
    "device_kept": gettext_lazy("%(name)s stays; every other tablet of the table is shut out."),
    "device_undone": gettext_lazy("Undone: everything is as it was before."),
    # papers and medals
    "files_gone": gettext_lazy("The files are no longer there. Make them again."),
    "report_kept": gettext_lazy("The columns are saved, for the next tournaments too."),
    "full_names_declared": gettext_lazy("Everybody’s full name goes on the Internet from the next files on."),
    "full_names_taken_back": gettext_lazy("From the next files on, names are first name and initial again."),
    "paper_gone": gettext_lazy("The file is no longer there. Make the paper again."),
    "match_forfeited": gettext_lazy("%(name)s forfeits the match."),
    "match_forfeited_by_both": gettext_lazy("Both forfeit the match: nobody has won it."),
    "matches_withdrawn": gettext_lazy("The matches were withdrawn."),
    "standings_changed": gettext_lazy("The standings have changed since this page was shown. Look again."),
    # copies and disks
    "kept_here": gettext_lazy("Nothing was changed: what is on this computer counts."),
    "restored": gettext_lazy(
        "The tournament goes on here. Tablets send again what they still hold, and nothing counts twice."
    ),
    "hidden": gettext_lazy("%(name)s is hidden. A link below the list of tournaments shows it."),
    "hidden_no_more": gettext_lazy("%(name)s is shown in the lists again."),
    "removed": gettext_lazy("%(name)s is deleted. The copy that was kept: %(file)s"),
    "files_deleted": ngettext_lazy("%(count)s file was deleted.", "%(count)s files were deleted.", "count"),
    # people who help, accounts
    "invitation_ended": gettext_lazy("Nobody else can join with this invitation."),
    "own_role": gettext_lazy("Only another director can take back your own role."),
    "helps_no_more": gettext_lazy("%(name)s no longer helps here."),
    "signed_out": gettext_lazy("%(name)s is signed out."),
    "welcome": gettext_lazy("Welcome, %(name)s."),
    "organisation_made": gettext_lazy("%(name)s has been created. Now invite its directors."),
    "organisation_named": gettext_lazy("The organisation is now called %(name)s."),
    "password_changed": gettext_lazy("The new password counts from now on. Your other sessions are ended."),
    "session_ended": gettext_lazy("That session is ended."),
    "sessions_ended": ngettext_lazy("%(count)s session is ended.", "%(count)s sessions are ended.", "count"),
}
