"""A tournament for its organisers only is nobody else's; and what was announced may be replaced."""

import pytest

from tests import factories
from tournaments.accounts.permissions import may, tournaments_of
from tournaments.models import Role, Tournament
from tournaments.publishing import snapshot

PAGES = ("", "rows/", "screen/", "players/1/", "where/")


@pytest.mark.parametrize("path", PAGES)
def test_who_does_not_direct_it_does_not_see_it(client, day, path):
    Tournament.objects.filter(pk=day.pk).update(visibility=Tournament.Visibility.DESK)
    address = f"/t/{day.slug}/{path}"
    assert client.get(address).status_code == 404
    client.force_login(factories.director("yvon"))
    assert client.get(address).status_code == 404
    client.force_login(factories.organiser(day))
    assert client.get(address).status_code == 200


def test_who_directs_what(day):
    lise, yvon, aline = (factories.director(name) for name in ("lise", "yvon", "aline"))
    boss = factories.director("boss")
    boss.is_superuser = True
    boss.save()
    Role.objects.create(user=lise, tournament=day, role=Role.Kind.DIRECTOR)
    Role.objects.create(user=yvon, organisation=day.organisation, role=Role.Kind.DIRECTOR)
    assert [may(user, "set_up", day) for user in (lise, yvon, aline, boss)] == [True, True, False, True]
    assert [list(tournaments_of(user)) for user in (lise, yvon, aline, boss)] == [[day], [day], [], [day]]
    Tournament.objects.update(live=False)
    assert not tournaments_of(lise).exists()


def test_what_was_replaced_is_official_no_more(day):
    factories.play_round(day, 1)
    assert snapshot.official(day) is None
    first = snapshot.publish(day, official=True, by=None)
    assert snapshot.official(day) == first
    second = snapshot.publish(day, official=True, by=None)
    assert snapshot.official(day) == second
    snapshot.publish(day, official=False, by=None)
    assert snapshot.official(day) is None
