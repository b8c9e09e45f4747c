"""A glossary of both games."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

Words = tuple[tuple[str, str], ...]


def glossary_of(game: str) -> Words:
    """Return the words of `cribbage` or `gin`, in the order of a game: (word, meaning)."""
    return _cribbage() if game == "cribbage" else _gin()


def _cribbage() -> Words:
    return (
        (
            pgettext("a word of cribbage", "Crib"),
            _("The four cards that the players put aside. The dealer counts them after their own hand."),
        ),
        (
            pgettext("a word of cribbage", "Starter"),
            _("The card that is turned up from the cut pack. It counts with every hand and the crib."),
        ),
        (pgettext("a word of cribbage", "Go"), _("What is said by whoever cannot lay without passing 31.")),
        (
            pgettext("a word of cribbage", "His nobs"),
            _("The jack of the starter’s suit in a hand or the crib: 1 point."),
        ),
        (
            pgettext("a word of cribbage", "His heels"),
            _("A jack as the starter: 2 points for the dealer, at once."),
        ),
        (
            pgettext("a word of cribbage", "Skunk"),
            _(
                "A win against somebody who has stayed under the skunk line: 91 points if no other is "
                "declared."
            ),
        ),
        (
            pgettext("a word of cribbage", "Muggins"),
            _("Points that a player overlooks are taken by the opponent, where that was announced."),
        ),
    )


def _gin() -> Words:
    return (
        (
            pgettext("a word of gin", "Up-card"),
            _("The first card turned up beside the stock. It is offered to the dealer’s opponent first."),
        ),
        (
            pgettext("a word of gin", "Meld"),
            _("Three or four cards of one rank, or three or more of one suit in sequence."),
        ),
        (pgettext("a word of gin", "Deadwood"), _("The cards that are in no meld, and what they count.")),
        (pgettext("a word of gin", "To knock"), _("To end the hand with a deadwood of 10 or less.")),
        (pgettext("a word of gin", "To go gin"), _("To knock with every card in a meld.")),
        (
            pgettext("a word of gin", "To lay off"),
            _("To add cards of one’s own to the melds of whoever has knocked."),
        ),
        (
            pgettext("a word of gin", "Undercut"),
            _("The opponent has as little deadwood as whoever knocked, or less, and wins the hand."),
        ),
        (pgettext("a word of gin", "Box"), _("A hand won. Each brings its bonus at the end of the game.")),
    )
