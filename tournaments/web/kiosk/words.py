"""The sentences of the page of a kiosk, by the codes in its scripts."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tournaments.common.catalogue import Catalogue
from tournaments.web.tablet_app.words import TABLE_WORDS

WORDS: Catalogue = {
    **{code: TABLE_WORDS[code] for code in ("and", "back", "connecting", "status_on")},
    "connecting_more": _("This device is asking the desk."),
    "status_off": _("No connection. Check-in goes on: nothing is lost."),
    "unsent": [
        ngettext_lazy(
            "{count} check-in is kept here and will be sent automatically.",
            "{count} check-ins are kept here and will be sent automatically.",
            count,
        )
        for count in (1, 2)
    ],
    # Pairing
    "pair": _("Pair this device"),
    "pair_code": _("The code on the organiser’s screen"),
    "pair_now": pgettext_lazy("on a button: make this device a kiosk", "Pair"),
    "shut": _("This device is no longer used for check-in"),
    # Who is here
    "welcome": _("Welcome! Please check in"),
    "who": _("Your name, or your member number"),
    "find": _("Find"),
    "i_am_here": _("I am here"),
    "scan": _("Scan the code of my card"),
    "no_camera": _("The camera cannot be used."),
    "found_short": _("Type at least three letters."),
    "found_number": _("After the last digit, tap “Find”."),
    "found_many": _("Several people match. Type more letters, or your member number."),
    "found_same": _("Two people have this name. Type your member number, or come to the desk."),
    "found_nobody": _("Nobody matches. Check the letters, or come to the desk."),
    "found_no_code": _("This number is not on the list. Type your name, or come to the desk."),
    "found_paused": _("One moment, please. If you do not find your name, come to the desk."),
    # What follows
    "checked_in": _("You are checked in"),
    "seat": _("Table {table}, seat {letter}"),
    "game": _("Game {number}"),
    "seats_later": _("The seats will be announced."),
    "sits_out": _("You sit out game {game}."),
    "to_desk": _("Please come to the desk"),
    "desk_knows": _("The desk knows that you are here."),
    "desk_asks": _("You are checked in. The desk has a question for you."),
    "over": _("Check-in is over"),
    "over_more": _("If you have a question, please ask at the desk."),
    "done": pgettext_lazy("on a button, after reading", "Done"),
}
