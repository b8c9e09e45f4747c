"""All texts of the tablet's page, by the names under which its scripts ask for them.

A text with a count is a list of two: for one, and for several. The page fills in names in braces.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.games import GAMES

Words = dict[str, str | list[str]]


def words() -> Words:
    """Return the words in the active language."""
    own = (_everywhere, _way_in, _seats, _entry, _receipts, _then, _judge, _by_hand, _carry_page, _menu)
    of_games = (game.tablet.words for game in GAMES.values())
    rooms = (*own, *of_games, _laptop, _others, _phone)
    return {name: text for room in rooms for name, text in room().items()}


def _everywhere() -> Words:
    return {
        "and": pgettext("between the last two of a list", "and"),
        "table": _("Table {table}"),
        "game": _("Game {number}"),
        "game_result": _("Game {number}: {result}"),
        "game_of": _("Game {number} of {of}"),
        "game_of_match": _("Game {game} of at most {games}"),
        "match_of": _("Match {number} of {of}"),
        "match_and_game": _("Match {number} of {of} · {game}"),
        "match_games_now": _("The match so far, in games won: {score}"),
        "match_games_now_short": _("games won"),
        "match_games_over": _("The match is over, in games won: {score}"),
        "match_games_over_short": _("the match is over"),
        "match_points_now": _("The match so far, in match points: {score}"),
        "match_points_now_short": _("match points"),
        "match_points_over": _("The match is over, in match points: {score}"),
        "match_points_over_short": _("the match is over"),
        "correct_game": _("Correct game {number}"),
        "back": _("Back"),
        "next": pgettext("on a button", "Next"),
        "no": _("No"),
        "back_to_table": _("Back to the table"),
        "try_now": _("Try now"),
        "status_none": _("Not connected yet."),
        "status_on": _("Connected to the desk."),
        "status_off": _("No connection. Play on: nothing is lost."),
        "status_received": _("Everything is received at the desk."),
        "status_kept": [
            ngettext(
                "{count} result kept here. It is sent by itself.",
                "{count} results kept here. They are sent by themselves.",
                count,
            )
            for count in (1, 2)
        ],
        "status_sending": [
            ngettext(
                "{count} result kept here and on its way.",
                "{count} results kept here and on their way.",
                count,
            )
            for count in (1, 2)
        ],
        "cannot_keep": _("This tablet cannot keep results. Please write this game on paper."),
        "elsewhere": _("This page is open in another window"),
        "elsewhere_more": _("Go on in that window, or here."),
        "elsewhere_here": _("Go on here"),
        "unsent_leave": _("A result on this tablet has not been received yet."),
    }


def _way_in() -> Words:
    return {
        "connecting": _("One moment"),
        "connecting_more": _("This tablet asks the desk who sits here."),
        "nobody_answers": _("The desk does not answer"),
        "nobody_answers_more": _("Is this tablet on the Wi-Fi of the hall? It goes on trying by itself."),
        "type_code": _("Type the code of the table"),
        "type_code_more": _("It stands under the square on the sheet of the table."),
        "keys_of_code": _("Digits and letters"),
        "join": _("Join the table"),
        "other_day": _("Another tournament is on this tablet"),
        "other_day_is": _("It still carries “{name}”, {date}."),
        "other_day_unsent": [
            ngettext(
                "{count} result of it has not been received at its desk.",
                "{count} results of it have not been received at its desk.",
                count,
            )
            for count in (1, 2)
        ],
        "other_day_all_sent": _("All its results have been received."),
        "other_day_stays": _("They stay on this tablet, whatever you choose."),
        "send_now": _("Send them now"),
        "go_to_day": _("Go on with “{name}”"),
        "shut": _("This tablet is not let in any more"),
        "unsent_stay": [
            ngettext(
                "{count} result stays on this tablet. Show it to the desk.",
                "{count} results stay on this tablet. Show them to the desk.",
                count,
            )
            for count in (1, 2)
        ],
        "type_a_code": _("Type a code"),
        "waits": _("This tablet waits to be let in"),
        "waits_more": _("Another tablet already writes for table {table}. This one is {label}."),
        "waits_then": _(
            "Tap “Let it in” on the other tablet, or ask at the desk. "
            "This page goes on by itself, and what was entered on it stays."
        ),
        "newcomer": _("Another tablet wants to write for this table too: {label}. Do you know it?"),
        "let_in": _("Let it in"),
    }


def _seats() -> Words:
    return {
        "welcome": pgettext("said to the players", "Welcome"),
        "before": _("The first game has not been seated yet. Your names will show here."),
        "who_sits_here": _("Who sits here?"),
        "this_is_us": _("This is us"),
        "we_are_others": _("We are others"),
        "others_title": _("You are not the two players shown?"),
        "others_raise": _("Please raise a hand and wait. Do not start the game."),
        "others_call": _("Somebody from the desk will come and see who sits where."),
        "others_back": _("No, it is us"),
        "call_desk": _("Call the desk"),
        "nobody_here": _("Nobody plays at this table now"),
        "nobody_here_more": _("Your next table is on the seating sheet."),
        "bye": _("{name} has no opponent in this game"),
        "bye_more": _("There is nothing to enter. Enjoy the rest."),
        "wait_for_start": _("Wait for the start"),
        "play": _("Good game!"),
        "we_are_done": _("We are done"),
        "cards_to_the_desk": _(
            "Each of you writes the game on your own card and initials the other’s. Both go to the desk."
        ),
        "seat": _("Seat {letter}"),
        "first_game": _("First game of the day"),
        "so_far_games": [ngettext("{count} game", "{count} games", count) for count in (1, 2)],
        "so_far_won": [ngettext("{count} win", "{count} wins", count) for count in (1, 2)],
        "seat_a_deals": _("{name} deals first."),
        "deals_first": _("{name} deals first."),
        "minutes_left": [ngettext("{count} minute left", "{count} minutes left", count) for count in (1, 2)],
        "time_is_up": _("Time is up: finish this deal"),
    }


def _entry() -> Words:
    return {
        "who_won": _("Who won?"),
        "typed": _("Typed so far"),
        "keypad": _("Digits"),
        "clear": _("Clear"),
        "delete": _("Take the last digit back"),
        "sign": _("Plus or minus"),
        "type_points": _("Please type the points first."),
        "please_read": _("{name}, is this right?"),
        "please_read_all": _("The others: is this right?"),
        "one_accepts": _("One of you accepts it: {names}."),
        "one_of_many_accepts": _("One of the others accepts it."),
        "read_short": _("{name} {points}"),
        "accept": _("{name}: yes, this is right"),
        "accept_any": _("Yes, this is right"),
        "not_right": _("No, change it"),
        "correcting": _("{game}, corrected"),
        "draft_dropped": _("The desk has gone on from game {round}. What was being typed was not sent."),
        "tool_dropped": _("The desk has gone on from this game. What stood here for it was not sent."),
    }


def _receipts() -> Words:
    return {
        "after_kept": _("Thank you, it is written down"),
        "after_received": _("Thank you, it is received"),
        "after_dispute": _("Please wait for a judge"),
        "kept_here": _("Kept on this tablet"),
        "kept_later": _("Kept on this tablet until the desk is ready for it"),
        "kept_stumbled": _(
            "Kept on this tablet: the desk’s computer could not take it. Please tell the desk."
        ),
        "kept_other_table": _("Kept on this tablet, which was moved to another table. Show it to the desk."),
        "received": _("Received at the desk"),
        "desk_has": _("Entered at the desk"),
        "desk_decided": _("The desk has decided"),
        "told_here": _("Told on this tablet: {result}"),
        "in_dispute": _("The desk has two different results for this game."),
        "judge_decides": _("A judge will decide which one counts. Please stay at the table."),
        "result": _("{winner} beats {loser}, {high} to {low}."),
        "result_of_several": _("{winner} wins: {points}."),
        "result_level": _("Level: {points}."),
        "awarded_somebody": _("Decided by the desk: {winner} has the game."),
        "awarded_nobody": _("Decided by the desk: nobody has the game."),
        "refused": _("The desk could not take this result"),
        "enter_again": _("Enter it again"),
        "correct": _("Correct this result"),
    }


def _then() -> Words:
    return {
        "where_now": _("Where those go who played here"),
        "goes": _("{name} goes to table {table}, seat {letter}."),
        "goes_nowhere": _("{name} has no table in this game."),
        "stays": _("{name} stays here, in seat {letter}."),
        "still_playing": [
            ngettext("Still playing: table {tables}.", "Still playing: tables {tables}.", count)
            for count in (1, 2)
        ],
        "places_soon": _("Every table is done. The next seats will show here."),
        "places_later": _("The next seats will show here as soon as the desk is reached."),
        "last_game": _("That was the last game of the day. Thank you, and good luck!"),
        "cards_so_far": _("The day so far"),
    }


def _judge() -> Words:
    return {
        "call_judge": _("Call the judge"),
        "judge_called_short": _("Judge called"),
        "judge_title": _("Call a judge to table {table}?"),
        "judge_more": _("Leave cards and pegs as they lie."),
        "call_judge_yes": _("Yes, call the judge"),
        "protest": _("{name} protests the result"),
        "protest_noted": _("A judge is on the way. Protest noted at {time}"),
        "judge_called": _("A judge is on the way"),
        "judge_calling": _("Calling the judge"),
        "judge_told": _("The desk has been told. Please wait at the table."),
        "judge_not_yet": _("The desk has not been reached yet. Please raise a hand as well."),
    }


def _by_hand() -> Words:
    return {
        "show_code": _("Show it as a code"),
        "all_received": _("Everything has been received"),
        "code_title": _("Bring this to the desk"),
        "code_of": _("Result {number} of {count}"),
        "code_alt": _("The result of this game as a QR code"),
        "code_how": _("Somebody scans it with the camera of a phone or tablet that has a connection."),
        "code_safe": _("However often it is scanned and sent, the game counts once."),
        "code_as_text": _("As text"),
        "next_code": _("Next result"),
        "list_title": _("Results of the day on this tablet"),
        "list_open": _("Results on this tablet"),
        "list_empty": _("No result has been entered here yet."),
        "list_kept": _("Kept here"),
        "list_received": _("Received"),
        "list_conflict": _("A judge decides"),
        "list_refused": _("Not taken"),
    }


def _carry_page() -> Words:
    return {
        "carry_sending": _("One moment"),
        "carry_received": _("Received at the desk"),
        "carry_received_more": _("Thank you. This page can be closed."),
        "carry_waits": _("The desk does not answer"),
        "carry_waits_more": _("Leave this page open: it goes on trying by itself."),
        "carry_later": _("Not yet"),
        "carry_conflict": _("Received, and a judge will decide"),
        "carry_refused": _("The desk could not take this result"),
        "carry_none": _("There is no result here"),
        "carry_none_more": _("Scan the code that the tablet of a table shows."),
    }


def _menu() -> Words:
    return {
        "menu": _("Settings"),
        "size": _("Size of the letters"),
        "size_normal": _("Normal"),
        "size_large": _("Large"),
        "size_larger": _("Very large"),
        "language_label": _("Language"),
        "screen": _("Screen"),
        "contrast": _("Strong contrast"),
        "left_hand": _("Keys on the left"),
        "full_screen": _("Full screen"),
        "this_tablet": _("This tablet"),
        "other_table": _("Another table"),
    }


def _laptop() -> Words:
    """Return the words for a desk computer that was replaced, wherever the new one is."""
    return {
        "status_unknown": _("The desk’s computer lacks this tournament so far. Play on: nothing is lost."),
        "status_replaced": _("The computer that answers was replaced by another. Play on: nothing is lost."),
        "seek": _("The desk’s computer"),
        "seek_more": _("Type the address that stands on its screen, such as 192.168.0.10"),
        "seek_ask": _("Ask there"),
        "seek_asking": _("Asking {address}…"),
        "seek_bad": _("An address is four numbers with dots between them."),
        "seek_nobody": _("Nobody answers at {address}. Compare it with the screen of the desk’s computer."),
        "seek_unknown": _("The computer at {address} does not have this tournament yet."),
        "seek_replaced": _("The computer at {address} was replaced. Type the address of the new one."),
        "seek_found": _("The desk’s computer has been found."),
        "seek_type": _("Type its address"),
        "stranger": _("The desk’s computer does not know this tablet."),
        "stranger_more": _("Play on: nothing is lost. If this stays, type the code of the table’s sheet."),
        "lost": _("The desk has not answered for some minutes."),
        "lost_more": _(
            "Play on: nothing is lost. If it has another computer now, the desk knows its address."
        ),
    }


def _others() -> Words:
    """Return the words for other people at the table than planned (static/js/tablet_app/others.js)."""
    return {
        "others_here": _("We sit here"),
        "others_seat": _("Who sits in seat {letter}?"),
        "others_by_number": _("The number on your scorecard."),
        "others_by_name": _("Look for the name"),
        "others_number": _("Number {number}"),
        "others_nobody": _("Nobody plays with number {number} in this game."),
        "others_twice": _("{name} has a seat already."),
        "others_letter": _("The first letter of the family name"),
        "others_more_names": _("More names"),
        "others_check": _("Is this right?"),
        "others_planned": _("Expected at table {table}"),
        "others_more": _("There are more of us"),
        "others_tell": _("Yes, tell the desk"),
        "others_telling": _("Telling the desk"),
        "others_telling_more": _("One moment"),
        "others_told": _("The desk has been told"),
        "others_told_more": _(
            "Please wait: the desk gives you these seats, and this page shows it by itself."
        ),
        "others_later": _("The desk will be told"),
        "others_later_more": _(
            "There is no connection. This is kept on this tablet and told as soon as the desk answers. "
            "Please raise a hand as well."
        ),
    }


def _phone() -> Words:
    """Return the words that differ on a player's own phone: the same name with `_phone` after it."""
    return {
        "connecting_more_phone": _("This phone asks the desk where you sit."),
        "nobody_answers_more_phone": _(
            "Is this phone on the Wi-Fi of the hall? It goes on trying by itself."
        ),
        "other_day_phone": _("Another tournament is on this phone"),
        "other_day_stays_phone": _("They stay on this phone, whatever you choose."),
        "shut_phone": _("This phone is not let in any more"),
        "unsent_stay_phone": [
            ngettext(
                "{count} result stays on this phone. Show it to the desk.",
                "{count} results stay on this phone. Show them to the desk.",
                count,
            )
            for count in (1, 2)
        ],
        "cannot_keep_phone": _("This phone cannot keep results. Please tell the desk how this game ended."),
        "unsent_leave_phone": _("A result on this phone has not been received yet."),
        "before_phone": _("The first game has not been seated yet. Your table and seat will show here."),
        "your_seat": _("You sit at table {table}, seat {letter}"),
        "this_is_us_phone": _("This is me"),
        "we_are_others_phone": _("I sit elsewhere"),
        "others_title_phone": _("You do not sit there?"),
        "others_back_phone": _("No, it is right"),
        "nobody_here_phone": _("You do not play in this game"),
        "we_are_done_phone": _("My game is over"),
        "please_read_phone": _("Is this right?"),
        "please_read_all_phone": _("Is this right?"),
        "you_report": _("You report for yourself; the other side reports too."),
        "accept_phone": _("Yes, send my report"),
        "accept_any_phone": _("Yes, send my report"),
        "report_at_table": _("Results are entered at the table, not on this phone."),
        "other_has_reported": _("The other side has reported. Please report too."),
        "other_side_waits": _("The game counts when the other side has reported the same."),
        "after_entered": _("Your result is in"),
        "after_received_phone": _("Thank you, your report is received"),
        "after_kept_phone": _("Thank you, your report is written down"),
        "kept_here_phone": _("Kept on this phone"),
        "kept_later_phone": _("Kept on this phone until the desk is ready for it"),
        "kept_stumbled_phone": _(
            "Kept on this phone: the desk’s computer could not take it. Please tell the desk."
        ),
        "kept_other_table_phone": _("Kept on this phone. Show it to the desk."),
        "list_title_phone": _("Results of the day on this phone"),
        "list_open_phone": _("Results on this phone"),
        "this_tablet_phone": _("This phone"),
    }
