"""The steps of the day as navigation: every page marks the one to which it belongs."""

from urllib.parse import urlsplit

import pytest
from django.urls import resolve, reverse

from tests import factories, shown_by
from tests.walk import of_a_tournament, parameters, patterns
from tournaments.models import Role
from tournaments.publishing import snapshot
from tournaments.registration import signups
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.rounds import scores
from tournaments.rounds.scores import PenaltyEffect
from tournaments.web.steps import STEPS

pytestmark = pytest.mark.django_db


OF_OTHER_TOURNAMENTS = {
    *("boards", "bracket", "cross_table", "playoffs_players"),
    *("judge_gin", "judge_sheet"),
}
"""Pages that the navigation leads to where they have something to show."""


def pages(day):
    """Every address of a tournament that takes no more than what such a day has."""
    known = of_a_tournament(day)
    for pattern in patterns():
        names = parameters(pattern)
        if "slug" in names and all(known.get(name) for name in names):
            yield pattern.name, reverse(pattern.name, kwargs={name: known[name][0] for name in names})


def read(client, url):
    """Return a page of a director, None where the address answers anything else."""
    answer = client.get(url)
    if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
        return None
    page = shown_by.page(answer)
    return page if page.all("[data-steps]") else None


def pages_read(client, day):
    """Return the pages of a tournament, by name, as a director reads them."""
    read_once = {name: (url, read(client, url)) for name, url in pages(day)}
    return {name: (url, page) for name, (url, page) in read_once.items() if page}


def links(page):
    """Return the addresses that a page links to."""
    return {urlsplit(link["href"]).path for link in page.all("a[href]")}


@pytest.fixture
def day(client):
    made = factories.tournament(4, key="acc-swiss", cards="two", protest_minutes=20)
    factories.sit(made, 1, (1, 2), (3, 4))
    client.force_login(factories.organiser(made))
    return made


def test_every_page_belongs_to_one_step_and_marks_that_alone(client, day):
    walked = pages_read(client, day)
    assert {"acts", "cards", "cards_check", "more", "prizes", "protests"} < walked.keys()
    assert {"table_status", "tablets"} < walked.keys()
    assert len(walked) > 50
    marked = {
        name: len(page.all("[data-steps]")[0].all("[aria-current=step]"))
        for name, (_url, page) in walked.items()
    }
    assert marked == dict.fromkeys(walked, 1)
    home = reverse("public", args=[day.slug])
    begins = [
        {
            reverse(link.name, args=[day.slug]).removeprefix(home).partition("/")[0]
            for link in step.links
            if link.action != "visit"
        }
        | set(step.beside)
        for step in STEPS
    ]
    parts = {url.removeprefix(home).partition("/")[0] for url, _page in walked.values()}
    assert {part: sum(part in one for one in begins) for part in parts} == dict.fromkeys(parts, 1)
    names = [link.name for step in STEPS for link in step.links]
    assert len(names) == len(set(names))


def test_links_lead_from_the_navigation_to_every_page(client, day):
    before = factories.tournament(4, about={"name": "Demain"})
    alone = [pattern.name for pattern in patterns() if parameters(pattern) == ["slug"]]
    known, found = set(), set()
    for one in (day, before):
        client.force_login(factories.organiser(one, one.slug))
        names = {reverse(name, args=[one.slug]): name for name in alone}
        leads_to = {url: links(page) & names.keys() for url in names if (page := read(client, url))}
        seen, to_follow = set(), {reverse("rounds", args=[one.slug])}
        while to_follow:
            url = to_follow.pop()
            seen.add(url)
            to_follow |= leads_to.get(url, set()) - seen
        found |= {names[url] for url in seen}
        known |= {names[url] for url in leads_to}
    assert known - found == OF_OTHER_TOURNAMENTS


def test_a_link_stands_in_its_row_once_it_is_needed(client):
    day = factories.tournament(4, rounds=2)
    client.force_login(factories.organiser(day))

    def at(page, selector):
        (row,) = shown_by.page(client.get(reverse(page, args=[day.slug]))).all(selector)
        return {resolve(url).url_name for url in links(row)}

    assert "proof_of" in at("setup", "[data-step-row]")
    assert {"penalties", "protests"} <= at("more", ".more-links")
    assert not {"penalties", "protests"} & at("rounds", "[data-step-row]")
    factories.open_round(day)
    assert "proof_of" in at("more", ".more-links")
    assert "proof_of" not in at("setup", "[data-step-row]")
    meeting = day.stages.get().rounds.get().meetings.first()
    (number, *_partners), _other = scores.sides_of(meeting)
    about = {"why": {"words": "Carte montrée"}, "nonce": "once", "user": None}
    scores.penalise(meeting, game=1, number=number, takes=PenaltyEffect("points", 10), **about)
    assert "penalties" in at("rounds", "[data-step-row]")
    assert "penalties" not in at("more", ".more-links")


def test_the_page_of_a_registrant_belongs_to_the_welcome(client):
    day = factories.tournament(2)
    client.force_login(factories.organiser(day))
    save_settings(day, SignupSettings(on=True), by=None)
    token = signups.sign_up(day, signups.Typed(("Zoé Roy",), "Sorel"), nonce="once", language="en")
    (step,) = shown_by.page(client.get(reverse("my_signup", args=[token]))).all("[aria-current=step]")
    assert step["href"] == reverse("registration", args=[day.slug])


@pytest.mark.parametrize(
    "address", ["screen/", "screen/seats/", "rounds/2/screen/", "rules/screen/", "podium/"]
)
def test_a_projector_shows_nothing_of_the_organiser_s_pages(client, address):
    day = factories.tournament(4, rounds=2)
    factories.play_round(day, 1)
    factories.open_round(day, 2)
    client.force_login(factories.organiser(day))
    page = shown_by.page(client.get(f"/t/{day.slug}/{address}"))
    for part in ("[data-steps]", "[data-step-row]", "[data-next]", "footer"):
        assert not page.all(part), part


@pytest.mark.parametrize("role", Role.Kind.values)
def test_the_navigation_has_no_link_that_its_reader_may_not_open(client, role):
    day = factories.tournament(4, rounds=1, protest_minutes=20)
    client.force_login(factories.helper(day, role, "marc"))
    to_read = [reverse("more", args=[day.slug])]
    read_so_far = set()
    while to_read:
        url = to_read.pop()
        read_so_far.add(url)
        answer = client.get(url)
        assert answer.status_code == 200, url
        page = shown_by.page(answer)
        for part in page.all("[data-steps]") + page.all("[data-step-row]") + page.all(".more-links"):
            to_read += links(part) - read_so_far - set(to_read)
    assert len(read_so_far) > 10


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
