"""Equally many games for everybody, where an odd field has byes: the field, and what is refused."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring import Refusal
from tournaments import sentences
from tournaments.seating.movements import Tables


def field() -> forms.BooleanField:
    """Whether everybody must play equally many games."""
    return forms.BooleanField(
        label=gettext_lazy("Everybody must play equally many games"),
        required=False,
        help_text=gettext_lazy(
            "Then the number of games has to be one after which everybody has sat out equally often: of 13 "
            "players each plays 12 in 13 games."
        ),
    )


def clean(form: Any) -> None:
    """Who wants equally many games is told now which numbers there are, not after the last of them.

    `form` is the set-up form. What is typed goes on being summed up, so no field is refused.
    """
    given = form.given()
    if form.frozen or given["odd"] != "bye" or not given["equal_games"] or "rounds" in form.errors:
        return
    players, rounds = int(given["expected"]), int(given["rounds"])
    tables = Tables.of({**form.declared(), "at_table": int(given.get("at_table") or 2)})
    if rounds * tables.sizes(players).count(1) % players:
        told = {"players": players, "kind": form.competing, "rounds": rounds}
        form.add_error(None, sentences.fault(Refusal("games_unequal", **told)))
