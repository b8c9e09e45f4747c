"""The head of a player's page in words: the seat now, and the next step."""

from django.utils.translation import gettext as _

BYE, OVER, SEATED, DISPUTED, ENTERED = "bye", "over", "seated", "disputed", "entered"


def no_seat_words() -> dict[str, str]:
    """Return title and note for a player who has no seat yet."""
    return {"title": _("Your seat is not drawn yet"), "note": _("It will appear here automatically.")}


def seat_words(state: str, game: int | None) -> dict[str, str]:
    """Return title and note for a seat by the state of its game; `game` is None in a medal match."""
    if state == OVER:
        over = _("The match is over") if game is None else _("Game %(game)s is over") % {"game": game}
        return {"title": over, "note": _("Your next seat will appear here automatically.")}
    notes = {
        BYE: _("You sit out this game."),
        SEATED: _("Take your seat; the game opens for everybody at once."),
        "playing": _("No result is in yet."),
        "waiting": _("One side has reported: the other side still has to."),
        DISPUTED: _("Two different results are in: the desk decides. Stay at the table."),
        ENTERED: _("The result is in. Your next seat will appear here automatically."),
    }
    title = _("Match") if game is None else _("Game %(game)s") % {"game": game}
    return {"title": title, "note": notes[state]}
