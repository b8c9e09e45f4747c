"""The rules and the timetable of a tournament in words: the same on pages and papers."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import games
from tournaments.publishing import bracket_words
from tournaments.publishing.names import break_name, clock
from tournaments.publishing.penalties import scale_sentence

Rules = dict[str, Any]


@dataclass(frozen=True)
class Slot:
    """A line of the timetable: time, label, and code if it is a break. `minute` counts from midnight."""

    minute: int
    time: str
    label: str
    code: str = ""

    @property
    def pause(self) -> bool:
        """Return whether it is a break."""
        return bool(self.code)


# People kept apart


def apart_sentence(rules: Rules) -> str:
    """Return how long people of one word are kept apart, and how firmly."""
    rounds = rules.get("apart_for", 1)
    firmly = rules.get("apart_at_any_price", False)
    if not rounds:
        words = (
            _("Couples and car-pools are always kept apart, all day.")
            if firmly
            else _("Couples and car-pools are kept apart all day, where possible.")
        )
    elif firmly:
        words = ngettext(
            "Couples and car-pools are always kept apart in game %(count)d.",
            "Couples and car-pools are always kept apart in games 1 to %(count)d.",
            rounds,
        )
    else:
        words = ngettext(
            "Couples and car-pools are kept apart in game %(count)d, where possible.",
            "Couples and car-pools are kept apart in games 1 to %(count)d, where possible.",
            rounds,
        )
    return words % {"count": rounds}


# The timetable


def timetable(rules: Rules) -> list[Slot]:
    """Return the timetable: the welcome ends where game 1 begins; a break is after its game."""
    breaks = sorted(rules["breaks"], key=lambda pause: pause["after"])
    before = [pause for pause in breaks if pause["after"] == 0 and pause["minutes"]]
    minute = rules["start"] - sum(pause["minutes"] for pause in before)
    slots: list[Slot] = []
    for pause in before:
        slots.append(_break(minute, pause))
        minute += pause["minutes"]
    first = 1
    for pause in breaks:
        last = min(pause["after"], rules["rounds"])
        if last and pause["minutes"]:
            if last >= first:
                slots.append(_games(minute, first, last))
                minute += (last - first + 1) * rules["minutes"]
                first = last + 1
            slots.append(_break(minute, pause))
            minute += pause["minutes"]
    if first <= rules["rounds"]:
        slots.append(_games(minute, first, rules["rounds"]))
    return slots


def _break(minute: int, pause: dict[str, Any]) -> Slot:
    return Slot(minute, clock(minute), break_name(pause["code"]), pause["code"])


def _games(minute: int, first: int, last: int) -> Slot:
    if first == last:
        label = _("Game %(first)d") % {"first": first}
    else:
        label = _("Games %(first)d to %(last)d") % {"first": first, "last": last}
    return Slot(minute, clock(minute), label)


# The rules


def protests_sentence(rules: Rules) -> str:
    """Return how long a result can be protested."""
    minutes = rules.get("protest_minutes") or 0
    if not minutes:
        return _("No time for protests is declared.")
    words = ngettext(
        "A result can be protested at the desk for %(count)d minute after its game is closed.",
        "A result can be protested at the desk for %(count)d minutes after its game is closed.",
        minutes,
    )
    return words % {"count": minutes}


def announced_rules(rules: Rules, members: int = 1) -> list[tuple[str, str]]:
    """Return what is announced and hung on the wall: (heading, sentence), in the order of reading.

    `members`: how many play under each number, where all entries are teams of that size.
    """
    announced = list(games.game_of(rules).rules.in_order({**rules, "members": members}))
    if rules.get("penalties"):
        announced.append((_("Penalties"), scale_sentence(rules["penalties"], rules)))
    if rules.get("protest_minutes"):
        announced.append((_("Protests"), protests_sentence(rules)))
    if rules.get("playoffs"):
        announced.append((_("Playoffs"), bracket_words.playoffs_sentence(rules["playoffs"])))
    return announced
