"""The line under the steps says how far the tournament is, and where to go next."""

import pytest
from django.urls import reverse

from tests import factories, shown_by
from tournaments import rounds
from tournaments.models import Round
from tournaments.publishing import reopening, snapshot
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(client, admin_user):
    """Return a function that reads the line on a page: its code and the address of its link."""

    def line(day, page="setup", who=None):
        client.force_login(who or admin_user)
        answer = client.get(reverse(page, args=[day.slug]))
        (found,) = shown_by.page(answer).all(".next-line")
        links = [link["href"] for link in found.all("a")]
        return found["data-next"], links[0].removeprefix(f"/t/{day.slug}/") if links else ""

    return line


def test_it_follows_the_tournament_from_the_first_name_to_the_last_copy(read):
    assert read(factories.tournament(0, rounds=1, tables=2)) == ("people", "registration/")
    day = factories.tournament(4, rounds=1)
    assert read(day) == ("seat", "rounds/seat/")
    round_ = rounds.seat(stages.qualifying(day), 1, by=None)
    assert read(day) == ("open", "rounds/")
    rounds.open_round(round_, by=None)
    assert read(day) == ("enter", "desk/")
    first, second = round_.meetings.order_by("place__number")
    factories.enter(first, [121, 90])
    assert read(day) == ("enter", "desk/")
    factories.enter(second, [121, 80])
    assert read(day) == ("close", "rounds/")
    rounds.close_round(Round.objects.get(pk=round_.pk), by=None)
    assert read(day) == ("medals", "medals/")
    snapshot.publish(day, official=True, by=None)
    assert read(day) == ("done", "copies/")
    reopening.reopen(day, seen=reopening.ending(day).identity, by=None)
    assert read(day) == ("medals", "medals/")


def test_it_has_no_link_to_the_page_itself_or_to_one_that_is_forbidden(read):
    day = factories.tournament(4, rounds=1)
    assert read(day, "rounds_seat") == ("seat", "")
    desk = factories.helper(day, "desk", "marc")
    assert read(day, "medals", desk) == ("seat", "")


def test_it_is_read_again_when_something_has_changed(client):
    day = factories.tournament(4, rounds=1)
    client.force_login(factories.organiser(day))
    (line,) = shown_by.page(client.get(f"/t/{day.slug}/setup/")).all(".next-line")
    assert client.get(line["hx-get"]).status_code == 204
    factories.open_round(day)
    (now,) = shown_by.page(client.get(line["hx-get"])).all(".next-line")
    assert (now["data-next"], now.one("a")["href"]) == ("enter", f"/t/{day.slug}/desk/")
    for odd in ("https://[", "no address", "\xe9?#"):
        assert client.get(line["hx-get"], headers={"HX-Current-URL": odd}).status_code == 200
    (there,) = shown_by.page(
        client.get(line["hx-get"], headers={"HX-Current-URL": f"https://testserver/t/{day.slug}/desk/"})
    ).all(".next-line")
    assert not there.all("a")
