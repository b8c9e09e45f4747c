"""The line under the steps: how far a tournament is, what comes next, and what it waits for."""

from hashlib import sha256
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round


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


def next_line(stage: Any, may: Any, at: str) -> NextLine:
    """Return the line for a user who reads the page at this address, which may be anything.

    `stage` is the first stage with the facts of `raw_sql.STEPS`.
    """
    code, text, (page, label, action) = _next_step(stage)
    url = reverse(page, args=[stage.tournament.slug])
    return NextLine(code, text, url, label) if may[action] and not at.endswith(url) else NextLine(code, text)


def _next_step(stage: Any) -> tuple[str, str, tuple[str, str, str]]:
    number, total = stage.last_number, stage.rules["rounds"]
    medals = ("medals", _("Medals"), "see_day")
    if stage.official:
        copies = ("copies", _("Copies"), "copy")
        return "done", _("Done: the standings are official. Put a copy on a USB key."), copies
    if not stage.people:
        registration = ("registration", _("Registration"), "register")
        return "people", _("Nobody is registered yet. Next: enter the players."), registration
    if stage.last_state == Round.State.SEATED:
        games = ("rounds", _("Games"), "see_day")
        return "open", _("Game %(number)d is seated. Next: start it.") % {"number": number}, games
    if stage.last_state == Round.State.OPEN:
        return _open_game_step(stage, number)
    if stage.closed >= total:
        if total:
            return "medals", _("All games are played. Next: medals and official standings."), medals
        return "medals", _("Next: the playoffs."), medals
    seat = ("rounds_seat", _("Seat game %(number)d") % {"number": number + 1}, "run_rounds")
    if not number:
        return "seat", _("Next: seat game 1, once everybody is here."), seat
    words = {"number": number, "total": total, "next": number + 1}
    return "seat", _("Game %(number)d of %(total)d is over. Next: seat game %(next)d.") % words, seat


def _open_game_step(stage: Any, number: int) -> tuple[str, str, tuple[str, str, str]]:
    results = ("desk", _("Results"), "see_day")
    if not stage.open_tables:
        sentence = _("Every result of game %(number)d is in. Next: close it.")
        return "close", sentence % {"number": number}, ("rounds", _("Games"), "see_day")
    sentence = ngettext(
        "Game %(number)d is being played: %(tables)d table has no result yet.",
        "Game %(number)d is being played: %(tables)d tables have no result yet.",
        stage.open_tables,
    )
    return "enter", sentence % {"number": number, "tables": stage.open_tables}, results
