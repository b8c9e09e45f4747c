"""People of an organisation: the list, one of them with their history, and all that is kept about one."""

import json
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify

from tournaments.common.messages import sentences
from tournaments.games import GAMES
from tournaments.models import Organisation, Player
from tournaments.organisations import history, people, person_changes
from tournaments.organisations.locks import organisation_lock
from tournaments.registration.member_list import has_member_list
from tournaments.registration.name_search import is_found
from tournaments.registration.roster import people_only_in_examples
from tournaments.web import flash, paging
from tournaments.web.access import SignedInRequest
from tournaments.web.confirm import fingerprint
from tournaments.web.people.forms import PersonForm
from tournaments.web.people.words import act_in_words
from tournaments.web.stale_forms import check_unchanged, refusal_codes, seen_fingerprint

TEMPLATE_FOLDER = "tournaments/people/"
PAGE_SIZE = 50
TOURNAMENTS_SHOWN, OPPONENTS_SHOWN = 20, 10
ON_LIST = {"on": True, "off": False}


def every(request: SignedInRequest, organisation: Organisation) -> HttpResponse:
    """Show the people that are known, a part at a time, with a search and the clubs to choose from."""
    context = {
        "organisation": organisation,
        "page": paging.page_of(request, found_people(request, organisation), PAGE_SIZE),
        **_search_fields(request),
        "clubs": organisation.clubs.values_list("name", flat=True),
        "has_list": has_member_list(organisation.pk),
    }
    return render(request, TEMPLATE_FOLDER + "list.html", context)


def _search_fields(request: SignedInRequest) -> dict[str, str]:
    return {name: request.GET.get(name, "").strip()[:120] for name in ("q", "club", "members")}


def found_people(request: SignedInRequest, organisation: Organisation) -> QuerySet[Player]:
    """Return the people whom the search, the club and the list of members in the address choose."""
    chosen = _search_fields(request)
    found = people.known_people(organisation)
    if not chosen["q"]:
        found = found.exclude(pk__in=people_only_in_examples(organisation.pk))
    if chosen["club"]:
        found = found.filter(club=chosen["club"])
    if chosen["members"] in ON_LIST:
        found = found.filter(on_list=ON_LIST[chosen["members"]])
    return people.search_people(found, chosen["q"])


def person(request: SignedInRequest, organisation: Organisation, player: str) -> HttpResponse:
    """Show a person and the official results of all their tournaments; a POST corrects their details."""
    known = find(organisation, player)
    form = PersonForm.for_player(known, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        fields = {
            "member_number_taken": "member_number",
            "club_since_earlier": "since",
            "page_changed": NON_FIELD_ERRORS,
        }
        with sentences.errors_to_form(form, "name", **fields), organisation_lock(organisation):
            check_unchanged(request, _fingerprint(person_changes.reload_person(known)))
            person_changes.correct(known, **form.cleaned_data, by=request.user)
            flash.success(request, "person_saved", {"name": form.cleaned_data["name"]})
            return redirect("player", organisation.slug, known.uid)
        known = find(organisation, player)
    acts = person_changes.acts_on(known)
    context: dict[str, Any] = {
        "organisation": organisation,
        "player": known,
        "form": form,
        "seen": seen_fingerprint(request, _fingerprint(known), *refusal_codes(form)),
        "clubs": organisation.clubs.values_list("name", flat=True),
        **_history(request, known),
        "memberships": people.memberships(known),
        "acts": [(act, act_in_words(act)) for act in acts],
        "undoable": person_changes.undoable_act(acts),
    }
    return render(request, TEMPLATE_FOLDER + "person.html", context, status=422 if form.errors else 200)


def _fingerprint(player: Player) -> str:
    return fingerprint([getattr(player, name) for name in person_changes.DETAILS])


def _history(request: SignedInRequest, known: Player) -> dict[str, Any]:
    """Return a part of the tournaments of a person, their sums, and those whom they met most often."""
    done = history.history(known)
    return {
        "history": done,
        "games": [(GAMES[total.game].words.NAME, total) for total in done.games],
        "page": paging.page_of(request, done.days, TOURNAMENTS_SHOWN),
        "opponents": done.opponents[:OPPONENTS_SHOWN],
        "more_opponents": len(done.opponents) > OPPONENTS_SHOWN,
    }


def opponents(request: SignedInRequest, organisation: Organisation, player: str) -> HttpResponse:
    """Show all whom a person met in official tournaments, a part at a time, with a search."""
    known = find(organisation, player)
    typed = request.GET.get("q", "").strip()[:120]
    met = [one for one in history.opponents(known) if is_found(one.player.name, typed)]
    context = {
        "organisation": organisation,
        "player": known,
        "page": paging.page_of(request, met, PAGE_SIZE),
        "q": typed,
    }
    return render(request, TEMPLATE_FOLDER + "opponents.html", context)


def data(request: SignedInRequest, organisation: Organisation, player: str) -> HttpResponse:
    """Send everything that is kept about a person, as a file."""
    known = find(organisation, player)
    content = json.dumps(people.personal_data(known), ensure_ascii=False, indent=1)
    answer = HttpResponse(content, content_type="application/json; charset=utf-8")
    name = slugify(known.name) or "person"
    answer["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer


def find(organisation: Organisation, player: str) -> Player:
    """Return a person of the organisation, also by the uid of one who was merged into them."""
    known = people.known_people(organisation)
    return known.filter(uid=player).first() or get_object_or_404(known, merged__uid=player)
