"""What a player's own phone says where a tablet says something else: the same name with `_phone` after it."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

Words = dict[str, str | list[str]]


def words() -> Words:
    """The words in the language that is active."""
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
