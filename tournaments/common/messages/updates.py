"""Messages about refused updates of the laptop, by code."""

from typing import Any

from django.utils.translation import gettext_lazy

OF_UPDATES: dict[str, Any] = {
    "update_unreadable": gettext_lazy(
        "%(file)s cannot be read as a bundle: it is something else, or only a part of it. Copy it again."
    ),
    "update_no_list": gettext_lazy(
        "This file is no bundle that an update can use. Ask for the newest Cheville.zip."
    ),
    "update_incomplete": gettext_lazy(
        "Files are missing in %(file)s, or do not belong there. Copy it again."
    ),
    "update_damaged": gettext_lazy("The file is damaged (%(file)s). Copy it again. Nothing was changed."),
    "update_unsafe": gettext_lazy(
        "This file holds what no bundle of Cheville holds (%(file)s). It was not opened."
    ),
    "update_too_big": gettext_lazy("This file is too big to be a bundle of Cheville."),
    "update_not_newer": gettext_lazy("It holds version %(version)s, which is not newer than what runs."),
    "update_backward": gettext_lazy(
        "It cannot read what is entered here, which a newer version has written (%(what)s). "
        "Choose a newer file."
    ),
    "update_no_room": gettext_lazy(
        "The disk has too little room for an update (%(why)s). Nothing was changed: make room and try again."
    ),
    "update_stopped": gettext_lazy(
        "The update has stopped: %(why)s. Nothing was changed, Cheville goes on as before."
    ),
    "update_does_not_start": gettext_lazy(
        "The new Cheville does not start on this computer, so nothing was changed. It said: %(why)s"
    ),
    "update_no_way_back": gettext_lazy("There is no version before to go back to."),
    "update_gone": gettext_lazy("The file is no longer there. Is the USB key plugged in? Choose it again."),
    "update_not_sure": gettext_lazy(
        "Tick that you want this all the same, or wait until the game is closed."
    ),
    "update_not_fetched": gettext_lazy(
        "Nothing could be fetched (%(why)s). Is there an Internet here? A file does too."
    ),
    "update_slice": gettext_lazy("The file did not arrive whole. Choose it again."),
}
