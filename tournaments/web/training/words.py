"""The words of the training exercise: each incident as it happens, how it is solved, and why so."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.transfer.training import LATER, MISSED, NOW, SOLVED, Incident, incidents, is_finished


class IncidentWords(NamedTuple):
    """An incident in words: what happens, what to do and on which page, and what follows from it."""

    title: str
    happens: str
    do: str
    label: str
    url: str
    solved: str
    missed: str


def panel(tournament: Tournament) -> dict[str, Any]:
    """Return the data of the panel and of the page: incidents in words, the one that is due, the last one."""
    found = [_row(tournament, one) for one in incidents(tournament)]
    over = [row for row in found if row["state"] in (SOLVED, MISSED)]
    finished = is_finished(tournament)
    states = "-".join(f"{row['state']}{row.get('entered', '')}" for row in found)
    return {
        "incidents": found,
        "due": next((row for row in found if row["state"] == NOW), None),
        "last": over[-1] if over else None,
        "number": len(over) + 1,
        "solved": sum(row["state"] == SOLVED for row in over),
        "finished": finished,
        "shown": f"{states}-{finished}",
    }


def _row(tournament: Tournament, incident: Incident) -> dict[str, Any]:
    """Return an incident in words; of one that comes later, its code and state alone."""
    row = {"code": incident.code, "state": incident.state}
    if incident.state == LATER:
        return row
    write = {"slip": _slip, "late": _late, "seats": _seats, "leaves": _leaves, "dispute": _dispute}
    over = incident.state in (SOLVED, MISSED)  # then there is nothing to correct any more
    args = incident.args | ({"entered": ()} if over else {})
    words = write[incident.code](tournament.slug, args)
    after = {SOLVED: words.solved, MISSED: words.missed}.get(incident.state, "")
    return row | words._asdict() | {"after": after, "entered": args.get("entered", "")}


def _slip_facts(args: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a slip: the table, and names with points of both sides."""
    (one, other), (first, second) = args["names"], args["points"]
    return {"table": args["table"], "one": one, "first": first, "other": other, "second": second}


def _correction_request(entered: Sequence[int]) -> str:
    """Return the request to correct a result that is not that of the slip; empty where none is entered."""
    if not entered:
        return ""
    words = {"first": entered[0], "second": entered[1]}
    return " " + _("You entered %(first)d to %(second)d: correct it.") % words


def _closed_wrong() -> str:
    return _(
        "The game was closed with a different result from that on the slip. It can still be "
        "corrected under Results."
    )


def _slip(slug: str, args: dict[str, Any]) -> IncidentWords:
    facts = _slip_facts(args)
    return IncidentWords(
        _("A tablet without Wi-Fi"),
        _(
            "The tablet of table %(table)d has lost the Wi-Fi, and its players bring you their slip: "
            "%(one)s %(first)d, %(other)s %(second)d."
        )
        % facts
        + _correction_request(args["entered"]),
        _("Enter the result of the slip at its table, as if there were no tablets."),
        _("Results"),
        reverse("desk", args=[slug]),
        _(
            "Paper and tablet count the same. If the tablet sends the same result later, "
            "Cheville recognises it; if it sends a different one, you are asked to decide."
        ),
        _closed_wrong(),
    )


def _late(slug: str, args: dict[str, Any]) -> IncidentWords:
    return IncidentWords(
        _("A late arrival"),
        _("%(name)s arrives now: the bus was late.") % {"name": args["name"]},
        _("Open the page of this player and say that they are here from the next game on."),
        _("Registration"),
        reverse("registration", args=[slug]),
        _(
            "A late player joins at the next game that is not seated yet. What the missed game gives was "
            "set before the tournament."
        ),
        _("The player could not play: every game was seated without them."),
    )


def _seats(slug: str, args: dict[str, Any]) -> IncidentWords:
    (one, other), tables = args["names"], args["tables"]
    return IncidentWords(
        _("Two players in each other’s seats"),
        _(
            "%(one)s (table %(first)d) and %(other)s (table %(second)d) have taken each other’s seats, and "
            "both games are half played."
        )
        % {"one": one, "other": other, "first": tables[0], "second": tables[1]},
        _("Let them play on. Enter who really sits at table %(table)d; Cheville works out the rest.")
        % {"table": tables[1]},
        _("Seat them as they play"),
        reverse("round_as_played", args=[slug, 2]),
        _(
            "The games count for the players who played them. Nothing was lost, and the next game is "
            "seated from where they really sat."
        ),
        _(
            "The results were entered for the players who were planned at these tables, not for those who "
            "played."
        ),
    )


def _leaves(slug: str, args: dict[str, Any]) -> IncidentWords:
    return IncidentWords(
        _("A player goes home"),
        _("%(name)s does not feel well and goes home.") % {"name": args["name"]},
        _("Open the page of this player and say that they leave before the next game."),
        _("Registration"),
        reverse("registration", args=[slug]),
        _(
            "The games that were played keep counting, for the opponents too. The next game "
            "is seated without the player."
        ),
        _("The last game was seated with a player who had gone home."),
    )


def _dispute(slug: str, args: dict[str, Any]) -> IncidentWords:
    facts = _slip_facts(args)
    return IncidentWords(
        _("Two different results"),
        _(
            "The two players of table %(table)d have sent different results. You look at the slip that "
            "both signed: %(one)s %(first)d, %(other)s %(second)d."
        )
        % facts
        + _correction_request(args["entered"]),
        _("Choose the right result at this table, or press C and type it."),
        _("Results"),
        reverse("desk", args=[slug]),
        _(
            "While two results differ, the game cannot be closed. Both stay readable, with the name of who "
            "decided."
        ),
        _closed_wrong(),
    )
