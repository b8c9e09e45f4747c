"""What the tablet's page says where others sit at the table than were seated there."""

from django.utils.translation import gettext as _


def words() -> dict[str, str | list[str]]:
    """The words of static/js/table/others.js in the language that is active."""
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
