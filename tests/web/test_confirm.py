"""Acts that touch many say first whom: nothing is done before somebody agreed to exactly that."""

import pytest
from django.urls import reverse

from tests import factories, shown_by
from tests.previewed import agree, sent_again
from tournaments import formats, registration, rounds
from tournaments.finals import medals, playoffs
from tournaments.models import Presence, Stage
from tournaments.registration import consent
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


def of_one_game(players=8, **rules):
    """A day of one game, over: at every table seat A has won, so the first place is shared."""
    day = factories.tournament(players, rounds=1, **rules)
    round_ = factories.open_round(day)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 100])
    rounds.close_round(round_, by=None)
    day.refresh_from_db()
    return day


def tied():
    day = of_one_game()
    return (
        day,
        reverse("medals_create", args=[day.slug]),
        {},
        lambda: day.stages.filter(kind="tie_break").count(),
    )


def bracket():
    day = of_one_game(playoffs=formats.playoffs(who="first", count=4, games=1))
    url = reverse("playoffs_begin", args=[day.slug])
    return day, url, {}, lambda: day.stages.filter(kind=Stage.Kind.PLAYOFF).exclude(state="void").count()


def bracket_taken_back():
    day, *_rest = bracket()
    playoffs.begin(day, seed=1, by=None)
    act = day.acts.get(kind="playoffs")
    url = reverse("playoffs_undo", args=[day.slug])
    return day, url, {"act": str(act.version)}, lambda: day.acts.filter(undoes=act).count()


def seats_taken_back():
    day = factories.tournament(8)
    act = rounds.seat(stages.qualifying(day), 1, by=None).act
    url = reverse("act_undo", args=[day.slug, act.version])
    return day, url, {}, lambda: day.acts.filter(undoes=act).count()


def left_out_taken_back():
    day = factories.tournament(8)
    act = registration.leave_out(day, list(day.entries.filter(number__lte=3)), by=None)
    url = reverse("registration_undo", args=[day.slug, act.version])
    return day, url, {}, lambda: Presence.objects.filter(entry__number=1, entry__tournament=day).count() - 1


def full_names():
    day = factories.tournament(8)
    day.entries.update(consented_at=None)
    url = reverse("publish_names", args=[day.slug])
    again = type(day).objects
    return day, url, {"everybody": "yes"}, lambda: int(bool(consent.declared_at(again.get(pk=day.pk))))


ACTS = [tied, bracket, bracket_taken_back, seats_taken_back, left_out_taken_back, full_names]


@pytest.mark.parametrize("act", ACTS)
def test_nothing_is_done_before_somebody_agreed_to_exactly_that(client, act):
    day, url, typed, done = act()
    client.force_login(factories.organiser(day))
    before = done()
    page = client.post(url, typed)
    (touches,) = shown_by.data(page, "touches")
    assert int(touches) == len(shown_by.page(page).one("[data-touches]").all("li")) > 1
    assert done() == before
    stale = sent_again(page) | {"shown": ["0123456789abcdef"]}
    changed = client.post(url, stale)
    assert (changed.status_code, shown_by.codes(changed)) == (409, ["touches_others"])
    assert done() == before
    assert {name: sent_again(changed)[name] for name in typed} == {name: [typed[name]] for name in typed}
    assert agree(client, url, typed).status_code == 302
    assert done() != before


def test_a_page_that_names_them_is_not_asked_again_unless_they_are_others(client):
    day, url, *_rest = tied()
    client.force_login(factories.organiser(day))
    page = client.get(reverse("medals", args=[day.slug]))
    asked = {"shown": page.context["whom"]}
    meeting = stages.qualifying(day).rounds.get().meetings.first()
    factories.enter(meeting, [100, 121], kind="correction")
    assert client.post(url, asked).status_code == 409
    assert not medals.open_meetings(day)
    page = client.get(reverse("medals", args=[day.slug]))
    assert client.post(url, {"shown": page.context["whom"]}).status_code == 302
    assert medals.open_meetings(day)


def test_one_person_is_taken_back_at_once(client):
    day = factories.tournament(8)
    act = registration.fix_seat(day.entries.get(number=1), (2, "A"), by=None)
    client.force_login(factories.organiser(day))
    assert client.post(reverse("registration_undo", args=[day.slug, act.version])).status_code == 302
    assert day.entries.get(number=1).fixed_seat is None
