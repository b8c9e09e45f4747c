"""The play of cribbage in a judge's words: each card laid, each go, who pegged what (rules.md §2.2)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.cribbage.play_state import Event, EventPoints
from scoring.cribbage.sequence import Pegging
from tournaments.games.card_names import face
from tournaments.judge.wording.figures import points


def player(seat: int) -> str:
    """Return the name of a seat; players are counted from the one who lays first."""
    return _("Player %(number)d") % {"number": seat + 1}


def teams_name(number: int) -> str:
    """Return the name of so many sides, for 4 or 6 players (rules.md §1)."""
    return {2: _("two teams"), 3: _("three teams"), 4: _("each alone")}[number]


def side(number: int, seats: Sequence[int]) -> str:
    """Return the name of a side: the only player, or a team with its players."""
    if len(seats) == 1:
        return player(seats[0])
    names = " + ".join(str(seat + 1) for seat in seats)
    return _("Team %(number)d (%(players)s)") % {"number": number + 1, "players": names}


def reason_name(pegging: Pegging) -> str:
    """Return what scored, to be put into a sentence."""
    if pegging.reason == "run":
        return _("a run of %(number)d") % {"number": len(pegging.cards)}
    return {
        "fifteen": _("fifteen"),
        "thirty_one": _("thirty-one"),
        "pair": _("a pair"),
        "three_of_a_kind": _("three of a kind"),
        "four_of_a_kind": _("four of a kind"),
        "go": _("the go"),
        "last_card": _("the last card"),
    }[pegging.reason]


def _reasons(pegged: Sequence[Pegging]) -> str:
    """Return everything that scored; with points where there are several."""
    if len(pegged) == 1:
        return reason_name(pegged[0])
    each = [{"name": reason_name(one), "points": one.points} for one in pegged]
    return ", ".join(_("%(name)s for %(points)d") % one for one in each)


def action(event: Event) -> str:
    """Return what was done in an event, as a sentence."""
    words = {"player": player(event.player), "count": event.count}
    if event.card:
        return _("%(player)s lays %(card)s: %(count)d.") % {**words, "card": face(event.card)}
    if event.implied:
        return _("%(player)s cannot lay at %(count)d: go.") % words
    return _("%(player)s says go at %(count)d.") % words


def pegged_sentences(event: Event) -> list[str]:
    """Return who pegged how much for what; empty if there was none."""
    why = _reasons(event.pegged)
    return [_moved_sentence(moved, why) for moved in event.moved]


def _moved_sentence(moved: EventPoints, why: str) -> str:
    words = {"player": player(moved.player), "points": points(moved.worth), "why": why}
    return {
        "claimed": _("%(player)s pegs %(points)s: %(why)s."),
        "muggins": _("Muggins: %(player)s takes %(points)s: %(why)s."),
        "unclaimed": _("%(player)s did not claim %(points)s: %(why)s."),
        "from_116": _("%(player)s stands at 116 or more and loses the single point: %(why)s."),
    }[moved.why] % words


def muggins_label(seat: int) -> str:
    """Return the label of the button by which a player takes points that were not claimed."""
    return _("Muggins: %(player)s") % {"player": player(seat)}


def restart_sentence() -> str:
    """Return the sentence for after 31, and for when no player can lay."""
    return _("The count starts again at 0.")


def win_sentence(name: str) -> str:
    """Return the sentence about the player who reached the target."""
    return _("%(name)s wins the game, at once.") % {"name": name}
