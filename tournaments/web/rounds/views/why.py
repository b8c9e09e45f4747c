"""The reasons for a meeting: the costs of a table, and those of the next best seating."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import registration
from tournaments import rounds as day
from tournaments.common.messages import sentences
from tournaments.models import Meeting, Tournament
from tournaments.pairing import pairing_systems
from tournaments.publishing import why_words
from tournaments.web.rounds import words as rounds_words
from tournaments.web.rounds.views.lifecycle import find


def why(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Explain one table of a round of the tournament."""
    round_ = find(tournament, number)
    explained = day.explained(round_)
    tables = sorted(explained.planned)
    if round_.meetings.filter(void_act=None, place__number=table).exists():
        table = max((first for first in tables if first <= table), default=table)  # teams: their first board
    if table not in explained.planned:
        raise Http404
    names = registration.told_apart(tournament.entries.values_list("number", "name", "club"))
    planned = explained.planned[table]
    here, partners = set(planned.people), rounds_words.partners(planned, names)
    unmet = [
        rounds_words.finding(found, names)
        for found in day.seating_of(round_).findings
        if found.people and set(found.people) <= here
    ]
    origin = day.by_hand(round_).get(table, "")
    asked = explained.why(table, by_hand=origin == Meeting.Origin.HAND)
    place = tables.index(table)
    best = why_words.next_best(asked.next_best, names, follows=asked.follows, by_hand=bool(origin))
    context = {
        "round": round_,
        "table": table,
        "seats": [(letter, names[seated], partners[seated]) for letter, seated in planned.seats],
        "weighed": why_words.weighed(asked, names, origin=origin),
        "next_best": best if why_words.asks_for_next_best(origin) else None,
        "unmet": unmet,
        "rule": sentences.sentence(pairing_systems.pairing_system(round_.stage.movement).CODES["seats"]),
        "before": tables[place - 1] if place else None,
        "after": tables[place + 1] if place + 1 < len(tables) else None,
    }
    return render(request, "tournaments/rounds/why.html", context)
