"""The deal of cribbage in a judge's words: who gets, discards, cuts and leads (rules.md §1)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.cribbage.deal import Deal
from tournaments.judge.wording.play import player

NON_FADOQ_PLAYERS = 5


def cut_name(cuts: str) -> str:
    """Return the player who cuts the starter (rules.md §1)."""
    return {
        "right": _("the dealer’s right"),
        "left": _("the dealer’s left"),
        "non_dealer": _("the non-dealer"),
    }[cuts]


def card_count(count: int) -> str:
    """Return the number of cards that a player gets."""
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def seat_tasks(deal: Deal, seat: int) -> Iterator[tuple[str, str]]:
    """Yield the tasks of a seat besides playing, in the order of the deal: a code and its words."""
    if seat == deal.pack_cutter:
        yield "cuts_pack", _("cuts the pack before the deal")
    if seat == deal.dealer:
        yield "deals", _("deals, takes the crib, shows last")
    if seat == deal.cutter:
        yield "cuts", _("cuts the starter")
    if seat == deal.first:
        yield "leads", _("lays and shows first; deals the next deal")


def partners(deal: Deal, seat: int) -> str:
    """Return the partners of a seat; empty where all play alone."""
    others = deal.partners(seat)
    return _("with %(players)s") % {"players": ", ".join(map(player, others))} if others else ""


def crib(deal: Deal) -> str:
    """Return where the four cards of the crib come from."""
    if deal.to_crib:
        return ngettext(
            "The crib has four cards: those discarded and %(count)d from the pack.",
            "The crib has four cards: those discarded and %(count)d from the pack.",
            deal.to_crib,
        ) % {"count": deal.to_crib}
    return _("The crib has four cards: those discarded.")


def first_deal(winner: int | None) -> str:
    """Return who deals first, from the cards that were cut (rules.md §1)."""
    if winner is None:
        return _("The lowest card was cut twice or more: everybody cuts again.")
    return _("%(player)s cut the lowest card and deals first.") % {"player": player(winner)}


def note(deal: Deal) -> str:
    """Return what the sources add for this number of players."""
    if deal.players == NON_FADOQ_PLAYERS:
        return _("FADOQ plays with 2, 3, 4 or 6, not with five.")
    return ""
