"""People of an organisation: the list, one of them with their history, and all that is kept about one."""

import json

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify

from tournaments.models import Organisation, Player
from tournaments.organisations import people
from tournaments.registration import fold
from tournaments.web import paging
from tournaments.web.access import SignedInRequest

HERE = "tournaments/people/"
AT_ONCE = 50


def every(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Show the people that are known, a part at a time, with a search and the clubs to choose from."""
    typed, club = (request.GET.get(name, "").strip()[:120] for name in ("q", "club"))
    found = paging.search(people.known(organisation), fold(typed), "sort_name", "member_number")
    if club:
        found = found.filter(club=club)
    context = {
        "organisation": organisation,
        "page": paging.page_of(request, found, AT_ONCE),
        "q": typed,
        "club": club,
        "clubs": organisation.clubs.values_list("name", flat=True),
    }
    return render(request, HERE + "every.html", context)


def person(request: SignedInRequest, organisation: Organisation, player: str) -> HttpResponse:
    """Show a person, and the official results of all their tournaments."""
    known = _find(organisation, player)
    context = {"organisation": organisation, "player": known, "history": people.history(known)}
    return render(request, HERE + "person.html", context)


def data(request: SignedInRequest, organisation: Organisation, player: str) -> HttpResponse:
    """Send everything that is kept about a person, as a file."""
    known = _find(organisation, player)
    content = json.dumps(people.everything(known), ensure_ascii=False, indent=1)
    answer = HttpResponse(content, content_type="application/json; charset=utf-8")
    name = slugify(known.name) or "person"
    answer["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer


def _find(organisation: Organisation, player: str) -> Player:
    return get_object_or_404(people.known(organisation), uid=player)
