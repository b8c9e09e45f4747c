"""Acts that touch many people are previewed: nothing is done before exactly that is confirmed."""

import pytest
from django.urls import reverse

from tests import factories, page_reader
from tests.previewed import post_and_confirm, sent_again
from tournaments import formats, registration, rounds
from tournaments.finals import medals, playoffs
from tournaments.models import Presence, Stage
from tournaments.registration import consent
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


def finished_tournament(players=8, **rules):
    """Return a finished tournament of one game, won by seat A at every table, so first place is shared."""
    tournament = factories.tournament(players, rounds=1, **rules)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 100])
    rounds.close_round(round_, by=None)
    tournament.refresh_from_db()
    return tournament


def tied_tournament():
    tournament = finished_tournament()
    return (
        tournament,
        reverse("medals_create", args=[tournament.slug]),
        {},
        lambda: tournament.stages.filter(kind="tie_break").count(),
    )


def bracket_tournament():
    tournament = finished_tournament(playoffs=formats.playoffs(who="first", count=4, games=1))
    url = reverse("playoffs_begin", args=[tournament.slug])
    return (
        tournament,
        url,
        {},
        lambda: tournament.stages.filter(kind=Stage.Kind.PLAYOFF).exclude(state="void").count(),
    )


def undo_bracket():
    tournament, *_rest = bracket_tournament()
    playoffs.start_playoffs(tournament, seed=1, by=None)
    act = tournament.acts.get(kind="playoffs")
    url = reverse("playoffs_undo", args=[tournament.slug])
    return tournament, url, {"act": str(act.version)}, lambda: tournament.acts.filter(undoes=act).count()


def undo_seating():
    tournament = factories.tournament(8)
    act = rounds.seat(stages.qualifying(tournament), 1, by=None).act
    url = reverse("act_undo", args=[tournament.slug, act.version])
    return tournament, url, {}, lambda: tournament.acts.filter(undoes=act).count()


def undo_leaving_out():
    tournament = factories.tournament(8)
    act = registration.leave_out(tournament, list(tournament.entries.filter(number__lte=3)), by=None)
    url = reverse("registration_undo", args=[tournament.slug, act.version])
    return (
        tournament,
        url,
        {},
        lambda: Presence.objects.filter(entry__number=1, entry__tournament=tournament).count() - 1,
    )


def publish_full_names():
    tournament = factories.tournament(8)
    tournament.entries.update(consented_at=None)
    url = reverse("publish_names", args=[tournament.slug])
    again = type(tournament).objects
    return (
        tournament,
        url,
        {"everybody": "yes"},
        lambda: int(bool(consent.declared_at(again.get(pk=tournament.pk)))),
    )


ACTS = [tied_tournament, bracket_tournament, undo_bracket, undo_seating, undo_leaving_out, publish_full_names]


@pytest.mark.parametrize("act", ACTS)
def test_action_on_many_needs_an_up_to_date_confirmation(client, act):
    tournament, url, typed, done = act()
    client.force_login(factories.organiser(tournament))
    before = done()
    page = client.post(url, typed)
    (touches,) = page_reader.data(page, "touches")
    assert int(touches) == len(page_reader.parse(page).one("[data-touches]").all("li")) > 1
    assert done() == before
    stale = sent_again(page) | {"shown": ["0123456789abcdef"]}
    changed = client.post(url, stale)
    assert (changed.status_code, page_reader.codes(changed)) == (409, ["touches_others"])
    assert done() == before
    assert {name: sent_again(changed)[name] for name in typed} == {name: [typed[name]] for name in typed}
    assert post_and_confirm(client, url, typed).status_code == 302
    assert done() != before


def test_listed_entries_need_no_confirmation_unless_changed(client):
    tournament, url, *_rest = tied_tournament()
    client.force_login(factories.organiser(tournament))
    page = client.get(reverse("medals", args=[tournament.slug]))
    asked = {"shown": page.context["whom"]}
    meeting = stages.qualifying(tournament).rounds.get().meetings.first()
    factories.enter(meeting, [100, 121], kind="correction")
    assert client.post(url, asked).status_code == 409
    assert not medals.open_meetings(tournament)
    page = client.get(reverse("medals", args=[tournament.slug]))
    assert client.post(url, {"shown": page.context["whom"]}).status_code == 302
    assert medals.open_meetings(tournament)


def test_undo_for_one_player_needs_no_confirmation(client):
    tournament = factories.tournament(8)
    act = registration.fix_seat(tournament.entries.get(number=1), (2, "A"), by=None)
    client.force_login(factories.organiser(tournament))
    assert client.post(reverse("registration_undo", args=[tournament.slug, act.version])).status_code == 302
    assert tournament.entries.get(number=1).fixed_seat is None
