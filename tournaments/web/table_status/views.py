"""The map of the hall: the progress of every table, and its place, which the organiser can move."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse

from scoring import DomainError
from tournaments.common.messages.sentences import error_sentence
from tournaments.devices import table_layout
from tournaments.models import Tournament
from tournaments.web import flash, polling
from tournaments.web.access import SignedInRequest
from tournaments.web.table_status import statuses
from tournaments.web.tablets import words as tablets_words
from tournaments.web.templatetags.table_map import drawing

SPARE_CELLS = 3  # empty cells beyond the tables, to move one there
MIN_GRID = 12, 7  # cells of a map that is being made
MOVED_CELL = re.compile(r"(door|[0-9]{1,4}):([0-9]{1,4}),([0-9]{1,4})")


def table_map(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the map of the hall, which fills as results come in."""
    return render(request, "tournaments/table_status/page.html", hall(tournament))


def hall(tournament: Tournament) -> dict[str, str]:
    """Return the context of a page that shows the map and polls `rows`."""
    return polling.fragment_context(tournament, "hall", lambda: _parts(tournament))


def rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the fragment that this page and the page of the rounds poll."""
    return polling.answer(request, tournament, "hall", lambda: _parts(tournament))


def _parts(tournament: Tournament) -> str:
    """Render the map at this version of the tournament; last contacts of tablets are on their own page."""
    now = statuses.load_hall(tournament, [])
    plan = table_layout.plan_of(tournament)
    round_ = now.rounds[0] if now.rounds else None
    stage = round_.stage.order if round_ else 1
    address = f"{reverse('desk', args=[tournament.slug])}?stage={stage}"
    context = {
        "plan": plan,
        "tiles": {spot.number: tablets_words.tile(spot) for spot in now.spots},
        "game": tablets_words.game_number(now.rounds),
        "round": round_,
        "desk": f"{address}&round={round_.number if round_ else 1}&table=",
        **tablets_words.summary(now),
    }
    return render_to_string("tournaments/table_status/map.html", context)


def arrange(request: HttpRequest, tournament: Tournament, wrong: str = "") -> HttpResponse:
    """Show the map for arranging: tables are moved by dragging or with the arrow keys."""
    plan = table_layout.plan_of(tournament)
    context: dict[str, Any] = {
        "map": drawing(
            plan,
            across=max(plan.across + SPARE_CELLS, MIN_GRID[0]),
            down=max(plan.down + SPARE_CELLS, MIN_GRID[1]),
        ),
        "cells": plan.tables,
        "door": plan.door,
        "wrong": wrong,
    }
    return render(request, "tournaments/table_status/arrange.html", context, status=422 if wrong else 200)


def save(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Save the map: `where` gives the cell of every table and of the door, `3:4,2`."""
    found = {
        name: (int(x) + 1, int(y) + 1) for name, x, y in MOVED_CELL.findall(request.POST.get("where", ""))
    }
    door = found.pop("door", None)
    try:
        done = table_layout.move(
            tournament, {int(name): cell for name, cell in found.items()}, door, by=request.user
        )
    except DomainError as refusal:
        return arrange(request, tournament, error_sentence(refusal))
    if done is not None:
        undo = reverse("tablets_undo", args=[tournament.slug, done.version])
        flash.success(request, "layout_by_rows", undo=undo)
    return redirect("table_status", tournament.slug)
