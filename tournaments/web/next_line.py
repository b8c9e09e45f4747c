"""The line under the steps: how far a tournament is, what comes next, and what it waits for."""

from hashlib import sha256
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round
from tournaments.web.access import TemplatePermissions
from tournaments.web.navigation_state import NavigationState


class NextLine(NamedTuple):
    """A sentence, and a link to the page of the next step, unless the reader is there or may not open it."""

    code: str
    text: str
    url: str = ""
    label: str = ""

    @property
    def tag(self) -> str:
        """Return a hash of the line: the version of a tournament does not cover all that it depends on."""
        return sha256("\0".join(self).encode()).hexdigest()[:16]


def next_line(state: NavigationState, may: TemplatePermissions, at: str) -> NextLine:
    """Return the line for a user who reads the page at this address, which may be anything."""
    code, text, (page, label, action) = _next_step(state)
    url = reverse(page, args=[state.tournament.slug])
    return NextLine(code, text, url, label) if may[action] and not at.endswith(url) else NextLine(code, text)


def _next_step(state: NavigationState) -> tuple[str, str, tuple[str, str, str]]:
    number, total = state.last_number, state.stage.rules["rounds"]
    medals = ("medals", _("Medals"), "see_day")
    if state.official:
        copies = ("copies", _("Copies"), "copy")
        return "done", _("Done: the standings are official. Put a copy on a USB key."), copies
    if not state.people:
        registration = ("registration", _("Registration"), "register")
        return "people", _("Nobody is registered yet. Next: enter the players."), registration
    if state.last_state == Round.State.SEATED:
        games = ("rounds", _("Games"), "see_day")
        return "open", _("Game %(number)d is seated. Next: start it.") % {"number": number}, games
    if state.last_state == Round.State.OPEN:
        return _open_game_step(state, number)
    if state.closed >= total:
        if total:
            return "medals", _("All games are played. Next: medals and official standings."), medals
        return "medals", _("Next: the playoffs."), medals
    seat = ("rounds_seat", _("Seat game %(number)d") % {"number": number + 1}, "run_rounds")
    if not number:
        return "seat", _("Next: seat game 1, once everybody is here."), seat
    words = {"number": number, "total": total, "next": number + 1}
    return "seat", _("Game %(number)d of %(total)d is over. Next: seat game %(next)d.") % words, seat


def _open_game_step(state: NavigationState, number: int) -> tuple[str, str, tuple[str, str, str]]:
    results = ("desk", _("Results"), "see_day")
    if not state.open_tables:
        sentence = _("Every result of game %(number)d is in. Next: close it.")
        return "close", sentence % {"number": number}, ("rounds", _("Games"), "see_day")
    sentence = ngettext(
        "Game %(number)d is being played: %(tables)d table has no result yet.",
        "Game %(number)d is being played: %(tables)d tables have no result yet.",
        state.open_tables,
    )
    return "enter", sentence % {"number": number, "tables": state.open_tables}, results
