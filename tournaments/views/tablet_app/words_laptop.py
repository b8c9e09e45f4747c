"""What the tablet's page says when the desk's computer was replaced, wherever the new one is."""

from django.utils.translation import gettext as _


def words() -> dict[str, str | list[str]]:
    """The words in the language that is active."""
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
