"""A tournament for its organisers only is hidden from others, and a publication may be replaced."""

import pytest

from tests import factories
from tournaments.accounts.permissions import may, tournaments_of
from tournaments.models import Role, Tournament
from tournaments.publishing import publications

PAGES = ("", "rows/", "screen/", "players/1/", "where/")


@pytest.mark.parametrize("path", PAGES)
def test_desk_only_tournament_gets_404_for_other_users(client, tournament, path):
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Tournament.Visibility.DESK)
    address = f"/t/{tournament.slug}/{path}"
    assert client.get(address).status_code == 404
    client.force_login(factories.director("yvon"))
    assert client.get(address).status_code == 404
    client.force_login(factories.organiser(tournament))
    assert client.get(address).status_code == 200


def test_roles_give_access_to_tournaments(tournament):
    lise, yvon, aline = (factories.director(name) for name in ("lise", "yvon", "aline"))
    boss = factories.director("boss")
    boss.is_superuser = True
    boss.save()
    Role.objects.create(user=lise, tournament=tournament, role=Role.Kind.DIRECTOR)
    Role.objects.create(user=yvon, organisation=tournament.organisation, role=Role.Kind.DIRECTOR)
    assert [may(user, "set_up", tournament) for user in (lise, yvon, aline, boss)] == [
        True,
        True,
        False,
        True,
    ]
    assert [list(tournaments_of(user)) for user in (lise, yvon, aline, boss)] == [
        [tournament],
        [tournament],
        [],
        [tournament],
    ]
    Tournament.objects.update(live=False)
    assert not tournaments_of(lise).exists()


def test_replaced_publication_is_not_official(tournament):
    factories.play_round(tournament, 1)
    assert publications.official_publication(tournament) is None
    first = publications.publish(tournament, official=True, by=None)
    assert publications.official_publication(tournament) == first
    second = publications.publish(tournament, official=True, by=None)
    assert publications.official_publication(tournament) == second
    publications.publish(tournament, official=False, by=None)
    assert publications.official_publication(tournament) is None
