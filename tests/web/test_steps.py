"""The steps of the day as navigation: every page marks the one to which it belongs."""

import pytest
from django.urls import reverse

from tests import factories, shown_by
from tests.walk import of_a_tournament, parameters, patterns
from tournaments.publishing import snapshot

pytestmark = pytest.mark.django_db


def pages(day):
    """Every address of a tournament that takes no more than what such a day has."""
    known = of_a_tournament(day)
    for pattern in patterns():
        names = parameters(pattern)
        if "slug" in names and all(known.get(name) for name in names):
            yield pattern.name, reverse(pattern.name, kwargs={name: known[name][0] for name in names})


def test_every_page_marks_one_step(client):
    day = factories.tournament(4, key="acc-swiss", cards="two", protest_minutes=20)
    factories.sit(day, 1, (1, 2), (3, 4))
    client.force_login(factories.organiser(day))
    walked, wrong = [], {}
    for name, url in pages(day):
        answer = client.get(url)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        for steps in shown_by.page(answer).all("[data-steps]"):
            walked.append(name)
            if len(steps.all("[aria-current=page]")) != 1:
                wrong[name] = url
    assert {"acts", "cards", "cards_check", "prizes", "protests", "table_status", "tablets"} <= set(walked)
    assert len(walked) > 50
    assert not wrong


def test_every_link_to_a_projector_opens_its_window(client):
    day = factories.tournament(4, rounds=1)
    factories.play_round(day, 1)
    snapshot.publish(day, official=True, by=None)
    client.force_login(factories.organiser(day))
    screens = {reverse(name, args=[day.slug]) for name in ("standings_screen", "rules_screen", "podium")}
    screens |= {reverse("round_screen", args=[day.slug, 1])}
    found, wrong = set(), {}
    for name, url in pages(day):
        answer = client.get(url)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        for link in shown_by.page(answer).all("a[href]"):
            if link["href"] in screens:
                found.add(link["href"])
                if link.get("target") != "projector":
                    wrong[name] = link["href"]
    assert found == screens
    assert not wrong
