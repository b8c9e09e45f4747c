"""Messages around the games, by code: seasons, the hall, prizes, cash, own formats, updates, destinations."""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

OTHER_MESSAGES: dict[str, Any] = {
    # seasons
    "removal_name": gettext_lazy("This is not its name. Type it as it stands at the top: %(name)s"),
    "removal_published": gettext_lazy(
        "Its results are published: only a director of the organisation can delete it."
    ),
    "removal_in_season": gettext_lazy("It counts for “%(name)s”. Take it out of that season first."),
    "removal_changed": gettext_lazy(
        "Something was done in the tournament while its copy was being written. "
        "Nothing is deleted: look again."
    ),
    "removal_no_copy": gettext_lazy(
        "Nothing is deleted: no copy that can be read could be kept. Look at the folder of the copies."
    ),
    "tournament_gone": gettext_lazy("This tournament is no longer here: it was deleted."),
    "tournament_replaced": gettext_lazy(
        "A copy of this tournament was restored in the meantime, so nothing was written. Open the tournament "
        "again from the list of tournaments, look whether what you did is in it, and do it again if not."
    ),
    "erasure_plays": gettext_lazy(
        "%(tournament)s is not over, and this person plays in it. Withdraw them there, or wait until its "
        "standings are official."
    ),
    "event_none_ticked": gettext_lazy("Tick the tournaments to add."),
    "event_full": gettext_lazy("An event has %(most)s tournaments at the most."),
    "event_not_free": gettext_lazy(
        "%(name)s cannot be added: it is in an event already, or hidden. Take it out there first."
    ),
    "event_not_published": gettext_lazy("No files are ready. Make them first."),
    "event_gone": gettext_lazy("This event is no longer here: another organiser has deleted it."),
    "season_not_ours": gettext_lazy("%(name)s is no tournament of this organisation any more."),
    "season_full": gettext_lazy("A season has %(most)s evenings at the most."),
    "season_same_team": gettext_lazy("Choose two different teams of this season."),
    "season_changed": gettext_lazy(
        "Another organiser has changed how this season counts since you opened this page. Save again if "
        "it should "
        "count as you typed it."
    ),
    "season_gone": gettext_lazy("This season is no longer here: another organiser has deleted it."),
    "season_in_use": gettext_lazy(
        "Only a season without tournaments and fixtures can be deleted. Take its tournaments out first."
    ),
    "season_unreadable": gettext_lazy(
        "This file is not a season, or only a part of one. Choose a file that ends with .cheville-season."
    ),
    "season_is_newer": gettext_lazy(
        "This season was written by a newer Cheville. Bring this one up to date, then take the season over."
    ),
    "season_does_not_fit": gettext_lazy(
        "This season cannot be taken over: what is in the file does not fit together (%(part)s). "
        "Choose another file."
    ),
    "season_of_another": gettext_lazy("This season is here already, in another organisation: open it there."),
    "season_went_on_here": gettext_lazy(
        "Something was decided here that is not in this file: it would be lost. Take a newer file of this "
        "season over."
    ),
    "season_differs": gettext_lazy(
        "The name, the rules, the dates or the evenings of this season are not the same here as in this "
        "file. Make them the same on one of the two laptops, then take the season over again."
    ),
    "season_too_large": gettext_lazy(
        "This season with its evenings is too large for one file. Take a copy of each evening along, and the "
        "file of the season that lies beside the copies."
    ),
    # leagues
    "league_sides": gettext_lazy("A league has %(least)s to %(most)s sides; there are %(sides)s."),
    "league_side_twice": gettext_lazy("%(name)s is there twice. Give one of them another name or club."),
    "league_dates": gettext_lazy("The fixtures need %(needed)s evenings; there are dates for %(given)s."),
    "league_exists": gettext_lazy(
        "Another organiser has drawn the fixtures of this season already: look at them on its page. "
        "Nothing was drawn "
        "again, and what you have typed is still here."
    ),
    "league_two_at_table": gettext_lazy(
        "A fixture is two sides at a table. Set this evening up with a format in which two meet."
    ),
    "league_evening_taken": gettext_lazy("%(name)s plays this evening already."),
    "league_plays_another": gettext_lazy(
        "%(name)s plays an evening of another league. Take it out of that season first."
    ),
    "league_evening_empty": gettext_lazy("There is no fixture on this evening. Put one on it first."),
    "league_evening_over": gettext_lazy("%(name)s is official: no fixture can be added to it."),
    "league_no_evening": gettext_lazy("This league has no such evening."),
    "league_is_played": gettext_lazy(
        "This fixture is at a table or has been played: what happened is entered at the desk of its evening."
    ),
    "league_is_awarded": gettext_lazy("This fixture was awarded. Take that back first."),
    "league_award_to": gettext_lazy("Say to whom the fixture goes."),
    "league_award_reason": gettext_lazy("Give the reason: it stays with the fixture."),
    "league_nothing_open": gettext_lazy("There is nothing left to play for this side."),
    "league_dates_changed": gettext_lazy(
        "Another organiser has changed the dates since you opened this page: they are now %(dates)s. "
        "Save again if "
        "yours should hold."
    ),
    "league_decided_since": gettext_lazy(
        "Something else was decided about this fixture since you opened this page: it is in the list. Decide "
        "again if yours should hold."
    ),
    "league_not_the_last": gettext_lazy("Something else was decided about this fixture since."),
    "league_still_open": gettext_lazy(
        "Fixtures are still open (%(fixtures)s). Play or award them; then the table can be official."
    ),
    # around the game
    "notice_missing": gettext_lazy("Type what everybody should read."),
    "notice_too_long": gettext_lazy("A notice has %(most)s characters at the most: say it in fewer words."),
    "notice_is_over": gettext_lazy(
        "That moment of today is over. Give a later time, or none: "
        "then the notice stays until you take it away."
    ),
    "identity_colour": gettext_lazy("Give a colour as a # and six digits or letters from a to f: #1d4f40."),
    "identity_sponsors": gettext_lazy("That is too much at once: %(most)s sponsors at the most, one a line."),
    "identity_sponsor_too_long": gettext_lazy(
        "“%(name)s” is too long: a sponsor has %(most)s characters at the most."
    ),
    "logo_too_large": gettext_lazy(
        "This file has more than %(megabytes)s MB. Save the logo smaller, 800 pixels wide, and choose it."
    ),
    "logo_too_many_pixels": gettext_lazy(
        "This picture has more than %(millions)s million pixels. Save it 800 pixels wide, and choose it."
    ),
    "logo_unreadable": gettext_lazy(
        "This is no whole PNG or JPEG picture, whatever its name says. Save the logo as PNG, and choose that."
    ),
    "logo_is_drawing": gettext_lazy(
        "The browser could not turn this drawing (SVG) into a picture. Save the logo as PNG, "
        "800 pixels wide, and choose that."
    ),
    "logo_all_white": gettext_lazy(
        "Nothing of this logo is seen on white paper. Choose the version of it that is made for white."
    ),
    "wifi_name_too_long": gettext_lazy(
        "The name of a Wi-Fi network is shorter. Type it as phones show it in their list."
    ),
    "wifi_password": gettext_lazy(
        "A Wi-Fi password has %(least)s to %(most)s characters, without accents. "
        "Leave it empty where there is none."
    ),
    "no_address_for_others": gettext_lazy(
        "Phones cannot reach this computer yet. Connect it to the Wi-Fi of the hall, then make the sheet."
    ),
    "nobody_may_follow": gettext_lazy(
        "Only organisers may follow this tournament. Choose on the page of visitors who else may, then make "
        "the sheet."
    ),
    "no_such_visibility": gettext_lazy("Choose one of the three states."),
    "question_twice": gettext_lazy(
        "These are the same question twice. Ask %(most)s different ones at the most."
    ),
    "question_choices": gettext_lazy(
        "“%(question)s”: give %(least)s to %(most)s different choices, one a line, or none for yes and no."
    ),
    # prizes (tournaments/publishing/prizes.py)
    "too_many_prizes": gettext_lazy("That is too much at once: %(most)s prizes at the most."),
    "prize_is_nothing": gettext_lazy("Say what is given: a thing, money, or both."),
    "prize_too_high": gettext_lazy("That is more than a cash box holds: %(most)s $ at the most."),
    "category_has_prizes": gettext_lazy(
        "Prizes are given in “%(name)s”: take them off the list of prizes first."
    ),
    "club_team_size": gettext_lazy(
        "Say how many of each club count, from 1 to %(most)s, and how many a team needs, not more than that."
    ),
    "club_teams_have_prizes": gettext_lazy(
        "Prizes are given to club teams: take them off the list of prizes first."
    ),
    "no_club_teams": gettext_lazy(
        "Say under Categories and prizes how clubs are ranked, then make this paper."
    ),
    "cash_for_nothing": gettext_lazy("Say what the amount is for, or empty the amount too."),
    "prize_without_rank": gettext_lazy("Say for which rank the prize is: from 1 to %(most)s."),
    "prize_is_drawn": gettext_lazy(
        "The door prize “%(thing)s” is drawn already. Take its lot back before you change it."
    ),
    "nobody_in_lot": gettext_lazy(
        "Nobody is left for this lot: everybody who is here and may win it has a prize already."
    ),
    "nobody_has_number": gettext_lazy("Nobody plays under number %(number)s. Look it up on the list."),
    "hand_points": gettext_lazy("A hand has 1 to %(most)s points."),
    "witness_missing": gettext_lazy("Say who saw the hand: a person other than the player who held it."),
    "no_prizes": gettext_lazy("Write down under Prizes what is given, then make this paper."),
    "not_official_yet": gettext_lazy("Make the standings official first, under Medals."),
    "podium_first": gettext_lazy(
        "The papers are being made. Nothing goes on the Internet while the podium is a secret: show it, then "
        "press the button again."
    ),
    "category_twice": gettext_lazy("Name each category once, %(most)s at the most."),
}


FORMAT_MESSAGES: dict[str, Any] = {
    "format_name_taken": gettext_lazy("There is a format called “%(name)s”: give this one another name."),
    "page_changed": gettext_lazy(
        "What this page is about has changed since you opened it: nothing of yours was written. Save again "
        "if it should all be as it stands here, or open the page again to see the changes."
    ),
    "format_changed_meanwhile": gettext_lazy(
        "Another organiser has changed this format meanwhile. Open it again: nothing was written over."
    ),
    "format_gone_meanwhile": gettext_lazy(
        "Another organiser has taken %(name)s away meanwhile. What you have typed is still here: open "
        "the formats in "
        "another tab, put it back, then keep it here once more."
    ),
    "format_gone": gettext_lazy("This format is no longer there. Look at the list: it may be taken away."),
    "format_too_many": gettext_lazy(
        "An organisation keeps %(most)s formats at the most: take one away that nobody plays."
    ),
    "format_file_missing": gettext_lazy("Choose the file of a format: its name ends with .json."),
    "format_file_too_big": gettext_lazy("This file is too big to be a format: %(most)s kB at the most."),
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
    "format_file_field": gettext_lazy("“%(name)s” is not what it should be in this file. Nothing was kept."),
    "format_file_unknown_rule": gettext_lazy(
        "This Cheville does not know the rule “%(name)s” of this format. Nothing was kept."
    ),
    "format_file_rules": gettext_lazy("The rules of this format contradict one another. Nothing was kept."),
    "format_file_set_up": gettext_lazy(
        "The set-up does not take what this format has for “%(field)s”: %(why)s Nothing was kept."
    ),
    "format_is_here": gettext_lazy("“%(name)s” is here already, exactly as in the file."),
    # success
    "format_kept": gettext_lazy("“%(name)s” is kept. You find it among the formats of a new tournament."),
    "format_changed": gettext_lazy(
        "“%(name)s” is changed. Tournaments that were made with it stay as they are."
    ),
    "format_removed": gettext_lazy(
        "“%(name)s” is taken away. Tournaments that were made with it stay as they are."
    ),
    "format_back": gettext_lazy("“%(name)s” is among the formats again."),
    "format_brought": gettext_lazy("“%(name)s” was brought in. Look at its rules before you play by them."),
}


DESTINATION_MESSAGES: dict[str, Any] = {
    # errors that pass by themselves
    "host_not_found": gettext_lazy(
        "“%(why)s” is not found: this computer has no Internet just now, or the name of the server is wrong."
    ),
    "host_not_reached": gettext_lazy(
        "The server does not answer (%(why)s): there is no Internet just now, or it is another port."
    ),
    "connection_lost": gettext_lazy("The connection ended in the middle. What arrived stays there."),
    "destination_busy": gettext_lazy("The server asks to come again later: “%(why)s”."),
    "folder_gone": gettext_lazy("The folder %(why)s is not there. Plug the USB key in."),
    # errors that a person has to correct
    "sign_in_refused": gettext_lazy("The server does not take this user and password. Type them again."),
    "host_key_new": gettext_lazy(
        "This server is new here. Ask its administrator whether its key is %(why)s, then confirm it."
    ),
    "host_key_changed": gettext_lazy(
        "The server shows another key than before (%(why)s), so nothing was sent to it: the connection may "
        "be intercepted. Ask its administrator before you accept the new key."
    ),
    "certificate_refused": gettext_lazy(
        "Nobody vouches for this server: its certificate says “%(why)s”. Type the server as its host gives "
        "it, or tell the host."
    ),
    "destination_not_writable": gettext_lazy(
        "Nothing can be written in that folder (“%(why)s”). Check its name, and that it is there."
    ),
    "destination_full": gettext_lazy(
        "There is no room left there: %(why)s. Delete there what is not needed, then send again."
    ),
    "internal_address": gettext_lazy(
        "“%(why)s” is inside the network of this server, where nothing is sent. Ask its administrator."
    ),
    "not_that_protocol": gettext_lazy(
        "What answers there speaks another language (%(why)s). Check the way, the port and the address."
    ),
    "key_refused": gettext_lazy("The server does not know this key. Ask its administrator for a new one."),
    "signup_address_ended": gettext_lazy(
        "The server does not know this address any more. Make another one there, and paste it here."
    ),
    "day_not_taken": gettext_lazy("The server does not take the day over: “%(why)s”"),
    # answers of a server that is to take a tournament over
    "key_unknown": gettext_lazy(
        "This key is not known here. Ask a director of the organisation for a new one."
    ),
    "day_of_another": gettext_lazy("That tournament is here already, in another organisation."),
    "day_went_on_here": gettext_lazy(
        "Something was done here that the laptop does not have. A director restores a copy from the laptop "
        "here: both are shown, and one is chosen."
    ),
    "upload_keys_too_many": gettext_lazy("There are %(most)s keys already. Take one away first."),
    "upload_key_gone": gettext_lazy("%(name)s opens nothing any more."),
    "password_unreadable": gettext_lazy(
        "The password was kept by another installation and cannot be read here. Type it again."
    ),
    "folder_of_another": gettext_lazy(
        "Another tournament lies in the folder “%(why)s” there. Choose another folder, or move that one away."
    ),
    "front_page_stays": gettext_lazy(
        "The front page in that folder is not from Cheville, so it was left as it is: "
        "link from it to the folder of the tournament."
    ),
    # input
    "destination_host": gettext_lazy("“%(host)s” is no name of a server, such as sftp.example.org."),
    "destination_path": gettext_lazy("“%(path)s” is no folder of a server, such as /www/cribbage."),
    "destination_folder": gettext_lazy(
        "There is no folder “%(path)s” on this computer. Type all of it, from the disk on."
    ),
    "destination_own_folder": gettext_lazy(
        "“%(path)s” belongs to Cheville itself. Choose a folder beside it, or on a USB key."
    ),
    "destination_read_only": gettext_lazy(
        "Cheville may not write in “%(path)s” (%(why)s). Choose another folder, or ask the administrator of "
        "this computer: on a server, the units of systemd name the folders (ReadWritePaths)."
    ),
    "destination_password": gettext_lazy("Type the password: it is kept for one server and user alone."),
    "destination_too_many": gettext_lazy("There are %(most)s destinations already. Take one away first."),
    "destination_not_yours": gettext_lazy(
        "%(name)s is for every tournament of the organisation: its directors change it."
    ),
    "destination_not_here": gettext_lazy("A folder of this computer is set up at the computer itself."),
    # the page of destinations
    "destination_kept": gettext_lazy("%(name)s is kept. It is being tried out."),
    "destination_gone": gettext_lazy("%(name)s is no longer a destination. What was sent there stays there."),
    "destination_key_kept": gettext_lazy("The key is remembered. It is being tried out again."),
    "destination_all_again": gettext_lazy("Everything is sent to %(name)s again."),
    "destination_nothing_made": gettext_lazy("Make the files first, then they can be sent."),
    # mail
    "mail_address": gettext_lazy("“%(address)s” is no e-mail address, such as lise@example.org."),
    "mail_password": gettext_lazy("A mail server takes a user and a password without accents."),
    "mail_no_server": gettext_lazy(
        "No mail server is set up yet: do so on this page, or ask the directors of the organisation."
    ),
    "mail_sender_refused": gettext_lazy(
        "The server sends nothing from that address: “%(why)s”. Type the address that belongs to its user."
    ),
    "mail_refused": gettext_lazy("The server does not take the letter: “%(why)s”."),
    "mail_server_kept": gettext_lazy("The mail server is kept. A letter to yourself tries it out."),
    "mail_asked": ngettext_lazy(
        "%(count)s letter is on its way.", "%(count)s letters are on their way.", "count"
    ),
    "mail_nobody": gettext_lazy(
        "There is no one to write to: no address is known, or all who have one have this already."
    ),
    "mail_address_kept": gettext_lazy("%(name)s gets mail from now on."),
    "message_empty": gettext_lazy("Type a subject and a text."),
    "message_placeholder": gettext_lazy(
        "%(word)s has no value here. In braces can stand: %(known)s. Correct the text; it is still there."
    ),
    "message_nobody": gettext_lazy("Nobody of them has an address to write to."),
    "message_queued": gettext_lazy("The message is on its way. This page shows who got it."),
    "message_stopped": gettext_lazy("What was not sent yet is stopped."),
    "message_unsubscribed": gettext_lazy("No message goes to %(address)s any more."),
    "mail_address_gone": gettext_lazy("The address is forgotten."),
    "each_game_on": gettext_lazy("From now on the results go out after each closed game."),
    "each_game_off": gettext_lazy("Results go out only when you say so."),
}
