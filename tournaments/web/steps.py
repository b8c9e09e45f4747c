"""The five steps of a tournament and "More": to which of them each page of a director belongs.

The navigation and the page "More" are made from `STEPS`. A page is found by the first part of its address
behind that of the tournament, so that a new page below a known one belongs there by itself.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.web.access import TemplatePermissions
from tournaments.web.navigation_state import NavigationState


class Link(NamedTuple):
    """A page in the row of its step. One that is not `needed` yet is under "More", with its `purpose`."""

    name: str  # of its address
    label: Any  # these are lazy translations
    action: str  # that the reader must be allowed
    purpose: Any = ""
    needed: Callable[[NavigationState], bool] = lambda _state: True


class Step(NamedTuple):
    """A step, its links in order, and where its other pages begin, which its pages lead to."""

    key: str
    label: Any
    links: tuple[Link, ...]
    beside: tuple[str, ...] = ()


STEPS = (
    Step(
        "prepare",
        pgettext_lazy("a step of a tournament", "Prepare"),
        (
            Link("setup", _("Set-up"), "set_up"),
            Link("papers", _("Papers"), "print"),
            Link("around", _("Wi-Fi and materials"), "print"),
            Link("identity", _("Name and logo"), "set_up"),
            Link("helpers", _("People who help"), "manage_helpers"),
            Link("rules", _("Rules of the day"), "follow"),
            Link(
                "tournament_dry_run",
                _("Rehearse the day"),
                "set_up",
                _("The whole tournament is played as a trial, many times."),
                lambda state: not state.last_number and state.stage.rules["rounds"],
            ),
        ),
    ),
    Step(
        "welcome",
        pgettext_lazy("a step of a tournament", "Welcome"),
        (
            Link("registration", _("Registration"), "register"),
            Link("check_in", _("Check-in"), "register"),
        ),
        ("register",),
    ),
    Step(
        "play",
        pgettext_lazy("a step of a tournament", "Play"),
        (
            Link("rounds", _("Games"), "see_day"),
            Link("table_status", _("The hall"), "see_day"),
            Link("tablets", _("Tablets"), "tablets"),
            Link("notice", _("Notice"), "notify"),
            Link("aloud", _("To read aloud"), "see_day"),
            Link("judge", _("Judge"), "follow"),
            Link(
                "penalties",
                _("Penalties"),
                "see_day",
                _("A judge takes points or a game away."),
                lambda state: state.penalties or bool(state.stage.rules.get("penalties")),
            ),
            Link(
                "protests",
                _("Protests"),
                "see_day",
                _("A player disagrees with a result, and a judge rules."),
                lambda state: bool(state.stage.rules.get("protest_minutes")),
            ),
        ),
        ("where", "found", "training"),
    ),
    Step(
        "results",
        pgettext_lazy("a step of a tournament", "Results"),
        (
            Link("desk", _("Enter results"), "see_day"),
            Link("standings", _("Standings"), "see_day"),
            Link(
                "qualification",
                _("Qualification"),
                "see_day",
                _("The top players go on to another tournament, with replacements."),
                lambda state: bool(state.tournament.settings.get("qualification")),
            ),
        ),
        ("", "boards", "cards", "cross-table", "players", "statistics"),
    ),
    Step(
        "finish",
        pgettext_lazy("a step of a tournament", "Finish"),
        (
            Link("medals", _("Medals"), "see_day"),
            Link("prizes", _("Prizes"), "see_day"),
            Link("cash", _("Cash box"), "register"),
            Link("ceremony", _("Ceremony"), "publish"),
            Link("remote", _("Remote control"), "steer_screens"),
            Link("publish", _("Publish"), "publish"),
            Link("copies", _("Copies"), "copy"),
        ),
        ("bracket", "mail", "playoffs"),
    ),
    Step(
        "more",
        pgettext_lazy("a step of a tournament", "More"),
        (
            Link(
                "acts",
                _("Who did what"),
                "see_acts",
                _("Every step of the day, and how to undo most of them."),
            ),
            Link(
                "rulings",
                _("Rulings and corrections"),
                "see_day",
                _("Results that were corrected, decided or awarded."),
            ),
            Link("departures", _("Who has left"), "see_day", _("Players who went home or were replaced.")),
            Link(
                "visitors", _("Visitors"), "publish", _("Who may follow the tournament, and the code for it.")
            ),
            Link("data_page", _("For other programs"), "visit", _("The addresses of a tournament’s data.")),
            Link("privacy", _("Personal data"), "follow", _("What is kept about people, and whom to ask.")),
            Link(
                "removal",
                _("Hide or delete this tournament"),
                "remove",
                _("What is hidden can be shown again."),
            ),
        ),
        ("more",),
    ),
)


def _address(link: Link, slug: str) -> str:
    """Return the address of a link, "" where its optional package is left out."""
    try:
        return reverse(link.name, args=[] if link.action == "visit" else [slug])
    except NoReverseMatch:
        return ""


def navigation(path: str, may: TemplatePermissions, state: NavigationState) -> list[dict[str, Any]]:
    """Return the steps for the reader of a page, that of the page with its row of links."""
    slug = state.tournament.slug
    home = reverse("public", args=[slug])
    inside = path.startswith(home)  # the page of a registrant or of a club is not: its address is a secret
    part, done = path.removeprefix(home).partition("/")[0] if inside else "register", _finished_steps(state)
    found = []
    for step in STEPS:
        known = [(link, _address(link, slug)) for link in step.links if may[link.action]]
        current = part in step.beside or any(url.startswith(f"{home}{part}/") for _link, url in known if part)
        shown = [(link, url) for link, url in known if url and link.needed(state)]
        url = reverse("more", args=[slug]) if step.key == "more" else next((url for _link, url in shown), "")
        if url:
            row = _row(path, shown) if current and step.key != "more" else []
            made = {"label": step.label, "url": url, "current": current, "done": step.key in done}
            found.append(made | {"row": row})
    return found


def _row(path: str, links: list[tuple[Link, str]]) -> list[dict[str, Any]]:
    """Return the links of a step, marked "page" for the page itself and "true" for one below it."""
    below = max((url for _link, url in links if path.startswith(url)), key=len, default="")
    return [
        {
            "label": link.label,
            "url": url,
            "current": "page" if url == path else "true" if url == below else "",
        }
        for link, url in links
    ]


def _finished_steps(state: NavigationState) -> set[str]:
    done = {"prepare"}  # there is no tournament before it is set up
    if state.seated:
        done.add("welcome")
    if state.closed >= state.stage.rules["rounds"]:
        done |= {"play", "results"}
    return done | {"finish"} if state.official else done


def more(may: TemplatePermissions, state: NavigationState) -> Iterator[dict[str, Any]]:
    """Yield the links of the page "More": of the other steps those that are not needed yet, then its own."""
    for step in STEPS:
        for link in step.links:
            url = _address(link, state.tournament.slug)
            if url and may[link.action] and (step.key == "more" or not link.needed(state)):
                yield {"name": link.name, "label": link.label, "url": url, "purpose": link.purpose}
