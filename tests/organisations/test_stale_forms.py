"""Two directors with the same page before the day open: the second undoes nothing of the first."""

from typing import Any

import pytest
from django.urls import reverse

from tests import factories, page_reader
from tests.factories import signed_in
from tournaments import registration
from tournaments.models import Event, Organisation, Privacy
from tournaments.organisations import events

pytestmark = pytest.mark.django_db


@pytest.fixture
def organisation() -> Organisation:
    tournament = factories.tournament(0, by=factories.director())
    registration.add_entry(tournament, "Zoé Roy", club="Sorel")
    organisation = tournament.organisation
    events.make(organisation, name="Fin de semaine", max_choices=None, tournaments=[tournament], by=None)
    Privacy.objects.create(organisation=organisation, responsible="Lise Roy", keep_days=365)
    return organisation


def address(organisation: Organisation, page: str) -> str:
    things = {"player": organisation.players, "club": organisation.clubs, "event_change": organisation.events}
    more = [things[page].get().uid] if page in things else []
    return reverse(page, args=[organisation.slug, *more])


def stored(organisation: Organisation, page: str) -> Any:
    if page == "player":
        return organisation.players.values_list("club", "region").get()
    if page == "club":
        return organisation.clubs.values_list("name", "city").get()
    if page == "event_change":
        return Event.objects.values_list("name", "max_choices").get()
    return Privacy.objects.values_list("responsible", "contact").get()


CHANGES = {
    "player": ({"club": "Beloeil", "since": ""}, {"region": "Estrie"}, ("Beloeil", ""), ("Sorel", "Estrie")),
    "club": ({"name": "Sorel-Tracy"}, {"city": "Sorel"}, ("Sorel-Tracy", ""), ("Sorel", "Sorel")),
    "event_change": (
        {"name": "Congé"},
        {"max_choices": "2"},
        ("Congé", None),
        ("Fin de semaine", 2),
    ),
    "privacy_settle": (
        {"responsible": "Jean Roy"},
        {"contact": "450 555-0199"},
        ("Jean Roy", ""),
        ("Lise Roy", "450 555-0199"),
    ),
}


@pytest.mark.parametrize("page", CHANGES)
def test_second_save_of_the_same_page_is_refused_once(organisation: Organisation, page: str):
    first, second, after_first, after_both = CHANGES[page]
    browser = signed_in(factories.helper(organisation, "director", "jean"))
    url = address(organisation, page)
    form = page_reader.form_data(browser.get(url), None)
    assert browser.post(url, form | first).status_code == 302
    refused = browser.post(url, form | second)
    assert (refused.status_code, stored(organisation, page)) == (422, after_first)
    form["seen"] = refused.context["seen"]
    assert browser.post(url, form | second).status_code == 302
    assert stored(organisation, page) == after_both
