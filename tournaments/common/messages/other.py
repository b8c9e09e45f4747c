"""Messages around the games, by code: seasons, the hall, prizes, cash, own formats, updates, destinations."""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

OTHER_MESSAGES: dict[str, Any] = {
    # seasons
    "removal_name": gettext_lazy("This is not its name. Type it as shown at the top: %(name)s"),
    "removal_published": gettext_lazy(
        "Its results are published: only a director of the organisation can delete it."
    ),
    "removal_in_season": gettext_lazy("It counts for “%(name)s”. Remove it from that season first."),
    "removal_changed": gettext_lazy(
        "Something was done in the tournament while its copy was being written. "
        "Nothing is deleted: look again."
    ),
    "removal_no_copy": gettext_lazy(
        "Nothing was deleted: no readable copy could be kept. Check the folder of copies."
    ),
    "tournament_gone": gettext_lazy("This tournament is no longer here: it was deleted."),
    "tournament_replaced": gettext_lazy(
        "A copy of this tournament was restored in the meantime, so nothing was saved. Open the tournament "
        "again from the list of tournaments, check whether what you did is there, and do it again if not."
    ),
    "erasure_plays": gettext_lazy(
        "%(tournament)s is not over, and this person plays in it. Withdraw them there, or wait until its "
        "standings are official."
    ),
    "event_none_ticked": gettext_lazy("Tick the tournaments to add."),
    "event_full": gettext_lazy("An event has at most %(most)s tournaments."),
    "event_not_free": gettext_lazy(
        "%(name)s cannot be added: it is in an event already, or hidden. Remove it from there first."
    ),
    "event_not_published": gettext_lazy("No files are ready. Make them first."),
    "event_gone": gettext_lazy("This event is no longer here: another organiser has deleted it."),
    "season_not_ours": gettext_lazy("%(name)s is no longer a tournament of this organisation."),
    "season_full": gettext_lazy("A season has at most %(most)s evenings."),
    "season_same_team": gettext_lazy("Choose two different teams of this season."),
    "season_changed": gettext_lazy(
        "Another organiser has changed how this season counts since you opened this page. Save again if "
        "it should "
        "count as you typed it."
    ),
    "season_gone": gettext_lazy("This season is no longer here: another organiser has deleted it."),
    "season_in_use": gettext_lazy(
        "Only a season without tournaments and fixtures can be deleted. Remove its tournaments first."
    ),
    "season_unreadable": gettext_lazy(
        "This file is not a season, or only a part of one. Choose a file that ends with .cheville-season."
    ),
    "season_is_newer": gettext_lazy(
        "This season was written by a newer Cheville. Update this one, then import the season."
    ),
    "season_does_not_fit": gettext_lazy(
        "This season cannot be imported: what is in the file does not fit together (%(part)s). Choose "
        "another file."
    ),
    "season_of_another": gettext_lazy("This season is here already, in another organisation: open it there."),
    "season_went_on_here": gettext_lazy(
        "Something was decided here that is not in this file: it would be lost. Import a newer file of "
        "this season."
    ),
    "season_differs": gettext_lazy(
        "The name, the rules, the dates or the evenings of this season are not the same here as in this "
        "file. Make them the same on one of the two laptops, then import the season again."
    ),
    "season_too_large": gettext_lazy(
        "This season with its evenings is too large for one file. Take with you a copy of each evening, and "
        "the season file that is beside the copies."
    ),
    # leagues
    "league_sides": gettext_lazy("A league has %(least)s to %(most)s sides; there are %(sides)s."),
    "league_side_twice": gettext_lazy("%(name)s is listed twice. Give one of them another name or club."),
    "league_dates": gettext_lazy("The fixtures need %(needed)s evenings; there are dates for %(given)s."),
    "league_exists": gettext_lazy(
        "Another organiser has drawn the fixtures of this season already: look at them on its page. "
        "Nothing was drawn "
        "again, and what you have typed is still here."
    ),
    "league_two_at_table": gettext_lazy(
        "A fixture is two sides at a table. Set this evening up with a format in which two meet."
    ),
    "league_evening_taken": gettext_lazy("%(name)s already plays this evening."),
    "league_plays_another": gettext_lazy(
        "%(name)s plays an evening of another league. Remove it from that season first."
    ),
    "league_evening_empty": gettext_lazy("This evening has no fixture. Add one first."),
    "league_evening_over": gettext_lazy("%(name)s is official: no fixture can be added to it."),
    "league_no_evening": gettext_lazy("This league has no such evening."),
    "league_is_played": gettext_lazy(
        "This fixture is at a table or has been played: what happened is entered at the desk of its evening."
    ),
    "league_is_awarded": gettext_lazy("This fixture was awarded. Take that back first."),
    "league_award_to": gettext_lazy("Choose who the fixture is awarded to."),
    "league_award_reason": gettext_lazy("Give the reason: it stays with the fixture."),
    "league_nothing_open": gettext_lazy("There is nothing left to play for this side."),
    "league_dates_changed": gettext_lazy(
        "Another organiser has changed the dates since you opened this page: they are now %(dates)s. Save "
        "again if yours should be kept."
    ),
    "league_decided_since": gettext_lazy(
        "Something else has been decided about this fixture since you opened this page: it is in the list. "
        "Decide again if yours should be kept."
    ),
    "league_not_the_last": gettext_lazy("Something else has been decided about this fixture since then."),
    "league_still_open": gettext_lazy(
        "Fixtures are still open (%(fixtures)s). Play or award them; then the table can be official."
    ),
    # around the game
    "notice_missing": gettext_lazy("Type what everybody should read."),
    "notice_too_long": gettext_lazy("A notice has at most %(most)s characters: use fewer words."),
    "notice_is_over": gettext_lazy(
        "That time is already past today. Enter a later time, or none: the notice then stays until you "
        "remove it."
    ),
    "identity_colour": gettext_lazy(
        "Enter a colour as # and six digits or letters from a to f, such as #1d4f40."
    ),
    "identity_sponsors": gettext_lazy("That is too many: at most %(most)s sponsors, one per line."),
    "identity_sponsor_too_long": gettext_lazy(
        "“%(name)s” is too long: a sponsor has at most %(most)s characters."
    ),
    "logo_too_large": gettext_lazy(
        "This file is larger than %(megabytes)s MB. Save the logo smaller, 800 pixels wide, and choose that "
        "file."
    ),
    "logo_too_many_pixels": gettext_lazy(
        "This picture has more than %(millions)s million pixels. Save it 800 pixels wide, and choose that "
        "file."
    ),
    "logo_unreadable": gettext_lazy(
        "This is not a complete PNG or JPEG picture, whatever its name says. Save the logo as PNG, and "
        "choose that file."
    ),
    "logo_is_drawing": gettext_lazy(
        "The browser could not turn this drawing (SVG) into a picture. Save the logo as PNG, 800 pixels "
        "wide, and choose that file."
    ),
    "logo_all_white": gettext_lazy(
        "This logo cannot be seen on white paper. Choose the version made for a white background."
    ),
    "wifi_name_too_long": gettext_lazy(
        "The name of a Wi-Fi network is shorter than that. Type it as phones show it in their list."
    ),
    "wifi_password": gettext_lazy(
        "A Wi-Fi password has %(least)s to %(most)s characters, without accents. Leave it empty if there is "
        "none."
    ),
    "no_address_for_others": gettext_lazy(
        "Phones cannot reach this computer yet. Connect it to the Wi-Fi of the hall, then make the sheet."
    ),
    "nobody_may_follow": gettext_lazy(
        "Only organisers may follow this tournament. On the page of visitors, choose who else may, then "
        "make the sheet."
    ),
    "no_such_visibility": gettext_lazy("Choose one of the three states."),
    "question_twice": gettext_lazy("The same question is there twice. Ask at most %(most)s different ones."),
    "question_choices": gettext_lazy(
        "“%(question)s”: give %(least)s to %(most)s different choices, one per line, or none for yes and no."
    ),
    # prizes (tournaments/publishing/prizes.py)
    "too_many_prizes": gettext_lazy("That is too many: at most %(most)s prizes."),
    "prize_is_nothing": gettext_lazy("Enter what is given: a thing, money, or both."),
    "prize_too_high": gettext_lazy("That is more than a cash box holds: at most $%(most)s."),
    "category_has_prizes": gettext_lazy(
        "Prizes are given in “%(name)s”: remove them from the list of prizes first."
    ),
    "club_team_size": gettext_lazy(
        "Enter how many of each club count, from 1 to %(most)s, and how many a team needs (no more than "
        "that)."
    ),
    "club_teams_have_prizes": gettext_lazy(
        "Prizes are given to club teams: remove them from the list of prizes first."
    ),
    "no_club_teams": gettext_lazy(
        "Choose under Categories and prizes how clubs are ranked, then make this paper."
    ),
    "cash_for_nothing": gettext_lazy("Enter what the amount is for, or clear the amount too."),
    "prize_without_rank": gettext_lazy("Enter the rank that the prize is for: from 1 to %(most)s."),
    "prize_is_drawn": gettext_lazy(
        "The door prize “%(thing)s” is already drawn. Undo its draw before you change it."
    ),
    "nobody_in_lot": gettext_lazy(
        "Nobody is left for this draw: everybody who is here and may win already has a prize."
    ),
    "nobody_has_number": gettext_lazy("Nobody plays under number %(number)s. Look it up on the list."),
    "hand_points": gettext_lazy("A hand has 1 to %(most)s points."),
    "witness_missing": gettext_lazy("Enter who saw the hand: a person other than the player who held it."),
    "no_prizes": gettext_lazy("Enter under Prizes what is given, then make this paper."),
    "not_official_yet": gettext_lazy("Make the standings official first, under Medals."),
    "podium_first": gettext_lazy(
        "The papers are being made. Nothing goes on the Internet while the podium is a secret: show it, then "
        "press the button again."
    ),
    "category_twice": gettext_lazy("Name each category once, at most %(most)s."),
}


FORMAT_MESSAGES: dict[str, Any] = {
    "format_name_taken": gettext_lazy(
        "There is already a format called “%(name)s”: give this one another name."
    ),
    "page_changed": gettext_lazy(
        "What this page shows has changed since you opened it: your changes were not saved. Save again if "
        "it should all be as shown here, or open the page again to see the changes."
    ),
    "format_changed_meanwhile": gettext_lazy(
        "Another organiser has changed this format in the meantime. Open it again: nothing was overwritten."
    ),
    "format_gone_meanwhile": gettext_lazy(
        "Another organiser has removed %(name)s in the meantime. What you have typed is still here: open "
        "the formats in another tab, restore it, then save again here."
    ),
    "format_gone": gettext_lazy(
        "This format is no longer there. Look at the list: it may have been removed."
    ),
    "format_too_many": gettext_lazy(
        "An organisation keeps at most %(most)s formats: remove one that is not in use."
    ),
    "format_file_missing": gettext_lazy("Choose the file of a format: its name ends with .json."),
    "format_file_too_big": gettext_lazy("This file is too big to be a format: %(most)s kB at most."),
    "format_file_unreadable": gettext_lazy(
        "This file cannot be read as a format of Cheville: it is something else, or only a part of it. "
        "Copy it again."
    ),
    "format_file_version": gettext_lazy(
        "This format was written by a newer version of Cheville: update this one to read it."
    ),
    "format_file_damaged": gettext_lazy(
        "The file was changed since it was made: its checksum is not that of its rules. Ask for it again."
    ),
    "format_file_game": gettext_lazy("This Cheville does not know the game of this format: “%(value)s”."),
    "format_file_movement": gettext_lazy(
        "This Cheville does not know the movement of this format: “%(value)s”."
    ),
    "format_file_field": gettext_lazy("“%(name)s” is not what it should be in this file. Nothing was saved."),
    "format_file_unknown_rule": gettext_lazy(
        "This Cheville does not know the rule “%(name)s” of this format. Nothing was saved."
    ),
    "format_file_rules": gettext_lazy("The rules of this format contradict one another. Nothing was saved."),
    "format_file_set_up": gettext_lazy(
        "The set-up does not accept what this format has for “%(field)s”: %(why)s Nothing was saved."
    ),
    "format_is_here": gettext_lazy("“%(name)s” is already here, exactly as in the file."),
    # success
    "format_kept": gettext_lazy(
        "“%(name)s” is saved. You will find it among the formats of a new tournament."
    ),
    "format_changed": gettext_lazy(
        "“%(name)s” is changed. Tournaments that were made with it stay as they are."
    ),
    "format_removed": gettext_lazy(
        "“%(name)s” is removed. Tournaments that were made with it stay as they are."
    ),
    "format_back": gettext_lazy("“%(name)s” is among the formats again."),
    "format_brought": gettext_lazy("“%(name)s” was added. Read its rules before you play by them."),
}


DESTINATION_MESSAGES: dict[str, Any] = {
    # errors that pass by themselves
    "host_not_found": gettext_lazy(
        "“%(why)s” is not found: this computer has no Internet just now, or the name of the server is wrong."
    ),
    "host_not_reached": gettext_lazy(
        "The server does not answer (%(why)s): there is no Internet just now, or the port is wrong."
    ),
    "connection_lost": gettext_lazy("The connection ended in the middle. What arrived stays there."),
    "destination_busy": gettext_lazy("The server asks you to try again later: “%(why)s”."),
    "folder_gone": gettext_lazy("The folder %(why)s is not there. Plug the USB key in."),
    # errors that a person has to correct
    "sign_in_refused": gettext_lazy("The server does not accept this user and password. Type them again."),
    "host_key_new": gettext_lazy(
        "This server is new here. Ask its administrator whether its key is %(why)s, then confirm it."
    ),
    "host_key_changed": gettext_lazy(
        "The server shows another key than before (%(why)s), so nothing was sent to it: the connection may "
        "be intercepted. Ask its administrator before you accept the new key."
    ),
    "certificate_refused": gettext_lazy(
        "This server cannot be trusted: its certificate says “%(why)s”. Type the server as its host gives "
        "it, or tell the host."
    ),
    "destination_not_writable": gettext_lazy(
        "Nothing can be written in that folder (“%(why)s”). Check its name, and that it exists."
    ),
    "destination_full": gettext_lazy(
        "There is no room left there: %(why)s. Delete what is not needed there, then send again."
    ),
    "internal_address": gettext_lazy(
        "“%(why)s” is inside the network of this server, where nothing is sent. Ask its administrator."
    ),
    "not_that_protocol": gettext_lazy(
        "What answers there uses another protocol (%(why)s). Check the method, the port and the address."
    ),
    "key_refused": gettext_lazy("The server does not know this key. Ask its administrator for a new one."),
    "signup_address_ended": gettext_lazy(
        "The server does not know this address any more. Make another one there, and paste it here."
    ),
    "day_not_taken": gettext_lazy("The server does not accept the day: “%(why)s”"),
    # answers of a server that is to take a tournament over
    "key_unknown": gettext_lazy(
        "This key is not known here. Ask a director of the organisation for a new one."
    ),
    "day_of_another": gettext_lazy("That tournament is here already, in another organisation."),
    "day_went_on_here": gettext_lazy(
        "Something was done here that the laptop does not have. A director restores a copy from the laptop "
        "here: both are shown, and one is chosen."
    ),
    "upload_keys_too_many": gettext_lazy("There are already %(most)s keys. Remove one first."),
    "upload_key_gone": gettext_lazy("%(name)s no longer works."),
    "password_unreadable": gettext_lazy(
        "The password was kept by another installation and cannot be read here. Type it again."
    ),
    "folder_of_another": gettext_lazy(
        "Another tournament is in the folder “%(why)s” there. Choose another folder, or move that "
        "tournament elsewhere."
    ),
    "front_page_stays": gettext_lazy(
        "The front page in that folder is not from Cheville, so it was left as it is: "
        "link from it to the folder of the tournament."
    ),
    # input
    "destination_host": gettext_lazy("“%(host)s” is not the name of a server, such as sftp.example.org."),
    "destination_path": gettext_lazy("“%(path)s” is not a folder on a server, such as /www/cribbage."),
    "destination_folder": gettext_lazy(
        "There is no folder “%(path)s” on this computer. Type the full path, starting with the disk."
    ),
    "destination_own_folder": gettext_lazy(
        "“%(path)s” belongs to Cheville itself. Choose a folder beside it, or on a USB key."
    ),
    "destination_read_only": gettext_lazy(
        "Cheville may not write in “%(path)s” (%(why)s). Choose another folder, or ask the administrator of "
        "this computer: on a server, the units of systemd name the folders (ReadWritePaths)."
    ),
    "destination_password": gettext_lazy("Type the password: it is kept for one server and user only."),
    "destination_too_many": gettext_lazy("There are already %(most)s destinations. Remove one first."),
    "destination_not_yours": gettext_lazy(
        "%(name)s is for every tournament of the organisation: its directors change it."
    ),
    "destination_not_here": gettext_lazy("A folder of this computer is set up at the computer itself."),
    # the page of destinations
    "destination_kept": gettext_lazy("%(name)s is saved. It is being tested."),
    "destination_gone": gettext_lazy("%(name)s is no longer a destination. What was sent there stays there."),
    "destination_key_kept": gettext_lazy("The key is saved. The destination is being tested again."),
    "destination_all_again": gettext_lazy("Everything is sent to %(name)s again."),
    "destination_nothing_made": gettext_lazy("Make the files first, then they can be sent."),
    # mail
    "mail_address": gettext_lazy("“%(address)s” is not an e-mail address, such as lise@example.org."),
    "mail_password": gettext_lazy("A mail server accepts only a user and a password without accents."),
    "mail_no_server": gettext_lazy(
        "No mail server is set up yet: do so on this page, or ask the directors of the organisation."
    ),
    "mail_sender_refused": gettext_lazy(
        "The server sends nothing from that address: “%(why)s”. Type the address that belongs to its user."
    ),
    "mail_refused": gettext_lazy("The server does not accept the e-mail: “%(why)s”."),
    "mail_server_kept": gettext_lazy("The mail server is saved. Send yourself a test e-mail."),
    "mail_asked": ngettext_lazy(
        "%(count)s e-mail is on its way.", "%(count)s e-mails are on their way.", "count"
    ),
    "mail_nobody": gettext_lazy(
        "There is no one to write to: no address is known, or everybody who has one already has this."
    ),
    "mail_address_kept": gettext_lazy("%(name)s gets e-mails from now on."),
    "message_empty": gettext_lazy("Type a subject and a text."),
    "message_placeholder": gettext_lazy(
        "%(word)s has no value here. You can use these in braces: %(known)s. Correct the text; it is still "
        "there."
    ),
    "message_nobody": gettext_lazy("None of these people has an address to write to."),
    "message_queued": gettext_lazy("The message is on its way. This page shows who got it."),
    "message_stopped": gettext_lazy("What was not sent yet has been cancelled."),
    "message_unsubscribed": gettext_lazy("No message goes to %(address)s any more."),
    "mail_address_gone": gettext_lazy("The address is forgotten."),
    "each_game_on": gettext_lazy("From now on the results go out after each closed game."),
    "each_game_off": gettext_lazy("Results go out only when you send them."),
}
