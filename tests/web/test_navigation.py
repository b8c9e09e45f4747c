"""The steps of the day as navigation: every page marks the one to which it belongs."""

from urllib.parse import urlsplit

import pytest
from django.urls import resolve, reverse

from tests import factories, page_reader
from tests.all_addresses import of_a_tournament, parameters, patterns
from tournaments.models import Role
from tournaments.publishing import publications
from tournaments.registration import signups
from tournaments.registration.signup_settings import SignupSettings, save_settings
from tournaments.rounds import scores
from tournaments.rounds.scores import PenaltyEffect
from tournaments.web.steps import STEPS

pytestmark = pytest.mark.django_db


OTHER_TOURNAMENT_PAGES = {
    *("boards", "bracket", "cross_table", "playoffs_players"),
    *("judge_gin", "judge_sheet"),
}
"""Pages that the navigation leads to where they have something to show."""


def page_addresses(tournament):
    """Yield every address of a tournament whose parameters such a day has."""
    known = of_a_tournament(tournament)
    for pattern in patterns():
        names = parameters(pattern)
        if "slug" in names and all(known.get(name) for name in names):
            yield pattern.name, reverse(pattern.name, kwargs={name: known[name][0] for name in names})


def read_page(client, url):
    """Return a page of a director, None where the address answers anything else."""
    answer = client.get(url)
    if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
        return None
    page = page_reader.parse(answer)
    return page if page.all("[data-steps]") else None


def read_pages(client, tournament):
    """Return the pages of a tournament, by name, as a director reads them."""
    read_once = {name: (url, read_page(client, url)) for name, url in page_addresses(tournament)}
    return {name: (url, page) for name, (url, page) in read_once.items() if page}


def page_links(page):
    """Return the addresses that a page links to."""
    return {urlsplit(link["href"]).path for link in page.all("a[href]")}


@pytest.fixture
def tournament(client):
    made = factories.tournament(4, key="acc-swiss", cards="two", protest_minutes=20)
    factories.sit(made, 1, (1, 2), (3, 4))
    client.force_login(factories.organiser(made))
    return made


def test_every_page_marks_exactly_one_step(client, tournament):
    walked = read_pages(client, tournament)
    assert {"acts", "cards", "cards_check", "more", "prizes", "protests"} < walked.keys()
    assert {"table_status", "tablets"} < walked.keys()
    assert len(walked) > 50
    marked = {
        name: len(page.all("[data-steps]")[0].all("[aria-current=step]"))
        for name, (_url, page) in walked.items()
    }
    assert marked == dict.fromkeys(walked, 1)
    home = reverse("public", args=[tournament.slug])
    begins = [
        {
            reverse(link.name, args=[tournament.slug]).removeprefix(home).partition("/")[0]
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


def test_every_page_is_reachable_from_the_navigation(client, tournament):
    before = factories.tournament(4, about={"name": "Demain"})
    alone = [pattern.name for pattern in patterns() if parameters(pattern) == ["slug"]]
    known, found = set(), set()
    for one in (tournament, before):
        client.force_login(factories.organiser(one, one.slug))
        names = {reverse(name, args=[one.slug]): name for name in alone}
        leads_to = {url: page_links(page) & names.keys() for url in names if (page := read_page(client, url))}
        seen, to_follow = set(), {reverse("rounds", args=[one.slug])}
        while to_follow:
            url = to_follow.pop()
            seen.add(url)
            to_follow |= leads_to.get(url, set()) - seen
        found |= {names[url] for url in seen}
        known |= {names[url] for url in leads_to}
    assert known - found == OTHER_TOURNAMENT_PAGES


def test_link_moves_to_the_step_row_once_needed(client):
    tournament = factories.tournament(4, rounds=2)
    client.force_login(factories.organiser(tournament))

    def at(page, selector):
        (row,) = page_reader.parse(client.get(reverse(page, args=[tournament.slug]))).all(selector)
        return {resolve(url).url_name for url in page_links(row)}

    assert "tournament_dry_run" in at("setup", "[data-step-row]")
    assert {"penalties", "protests"} <= at("more", ".more-links")
    assert not {"penalties", "protests"} & at("rounds", "[data-step-row]")
    factories.open_round(tournament)
    assert "tournament_dry_run" in at("more", ".more-links")
    assert "tournament_dry_run" not in at("setup", "[data-step-row]")
    meeting = tournament.stages.get().rounds.get().meetings.first()
    (number, *_partners), _other = scores.sides_of(meeting)
    about = {"why": {"words": "Carte montrée"}, "nonce": "once", "user": None}
    scores.penalise(meeting, game=1, number=number, takes=PenaltyEffect("points", 10), **about)
    assert "penalties" in at("rounds", "[data-step-row]")
    assert "penalties" not in at("more", ".more-links")


def test_page_of_a_registrant_marks_the_registration_step(client):
    tournament = factories.tournament(2)
    client.force_login(factories.organiser(tournament))
    save_settings(tournament, SignupSettings(on=True), by=None)
    token = signups.sign_up(
        tournament, signups.SignupInput(("Zoé Roy",), "Sorel"), nonce="once", language="en"
    )
    (step,) = page_reader.parse(client.get(reverse("my_signup", args=[token]))).all("[aria-current=step]")
    assert step["href"] == reverse("registration", args=[tournament.slug])


@pytest.mark.parametrize(
    "address", ["screen/", "screen/seats/", "rounds/2/screen/", "rules/screen/", "podium/"]
)
def test_projector_pages_have_no_navigation(client, address):
    tournament = factories.tournament(4, rounds=2)
    factories.play_round(tournament, 1)
    factories.open_round(tournament, 2)
    client.force_login(factories.organiser(tournament))
    page = page_reader.parse(client.get(f"/t/{tournament.slug}/{address}"))
    for part in ("[data-steps]", "[data-step-row]", "[data-next]", "footer"):
        assert not page.all(part), part


@pytest.mark.parametrize("role", Role.Kind.values)
def test_navigation_has_only_permitted_links(client, role):
    tournament = factories.tournament(4, rounds=1, protest_minutes=20)
    client.force_login(factories.helper(tournament, role, "marc"))
    to_read = [reverse("more", args=[tournament.slug])]
    read_so_far = set()
    while to_read:
        url = to_read.pop()
        read_so_far.add(url)
        answer = client.get(url)
        assert answer.status_code == 200, url
        page = page_reader.parse(answer)
        for part in page.all("[data-steps]") + page.all("[data-step-row]") + page.all(".more-links"):
            to_read += page_links(part) - read_so_far - set(to_read)
    assert len(read_so_far) > 10


def test_projector_links_open_the_projector_window(client):
    tournament = factories.tournament(4, rounds=1)
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=True, by=None)
    client.force_login(factories.organiser(tournament))
    screens = {
        reverse(name, args=[tournament.slug]) for name in ("standings_screen", "rules_screen", "podium")
    }
    screens |= {reverse("round_screen", args=[tournament.slug, 1])}
    found, wrong = set(), {}
    for name, url in page_addresses(tournament):
        answer = client.get(url)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        for link in page_reader.parse(answer).all("a[href]"):
            if link["href"] in screens:
                found.add(link["href"])
                if link.get("target") != "projector":
                    wrong[name] = link["href"]
    assert found == screens
    assert not wrong
