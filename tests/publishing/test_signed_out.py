"""Pages without sign-in: by consent where the program is on the Internet, in full in a hall."""

from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests import factories
from tests.accounts.addresses import every
from tests.publishing.tournaments import played
from tournaments import registration
from tournaments.accounts.permissions import EVERYBODY, PERMISSIONS
from tournaments.finals import medals
from tournaments.models import Tournament
from tournaments.publishing import publications

pytestmark = pytest.mark.django_db
FAMILIES = ("O'Brien", "O&#x27;Brien", "o'brien", "o&#x27;brien", "Écuyer", "ecuyer", "Lefebvre", "D’Amour")


@dataclass
class PublicText:
    """The text of all public addresses of a tournament."""

    answered: set[str]
    text: str


def read_public_pages(
    client, tournament: Tournament, leave_out: tuple[str, ...] = (), queries=("", "?by=table", "?q=obrien")
) -> PublicText:
    cache.clear()
    answered, texts = set(), []
    for address in every(tournament):
        if (
            address.name not in leave_out
            and address.of_a_tournament
            and EVERYBODY in PERMISSIONS.get(address.action, ())
        ):
            for query in queries:
                answer = client.get(address.path + query, follow=True)
                if answer.status_code != 200:
                    break
                answered.add(address.name)
                texts.append(answer.content.decode(errors="replace"))  # one of them is a picture
    return PublicText(answered, "\n".join(texts))


@pytest.fixture(params=["playing", "official", "in sight"])
def tournament(request, db) -> Tournament:
    if request.param == "playing":
        tournament = played(closed=1)
        factories.open_round(tournament, 2)
    else:
        rounds, closed = {"official": (2, 2), "in sight": (6, 4)}[request.param]
        tournament = played(rounds=rounds, closed=closed)
    if request.param == "official":
        medals.create(tournament, seed=1, by=None)
        publications.publish(tournament, official=True, by=None)
    entry = tournament.entries.get(number=2)
    registration.edit_entry(entry, entry.name, consented_at=timezone.now())
    return tournament


def test_internet_pages_show_full_names_only_by_consent(client, tournament, settings):
    settings.SHORT_NAMES = True
    found = read_public_pages(client, tournament)
    assert {
        "public",
        "card",
        "standings_screen",
        "public_why",
        "public_rows",
        "podium",
    } <= found.answered
    assert {"where", "round", "round_screen"} <= found.answered
    assert [family for family in FAMILIES if family in found.text] == []
    assert "Réal O." in found.text
    assert "Huguette Côté" in found.text


def test_hall_pages_show_full_names(client, tournament, settings):
    settings.SHORT_NAMES = False
    # Shown by other sites.
    found = read_public_pages(client, tournament, leave_out=("embed",), queries=("",))
    assert "Réal O&#x27;Brien" in found.text
    assert "Réal O." not in found.text


def test_organiser_sees_full_names_on_pages(client, tournament, settings):
    settings.SHORT_NAMES = True
    client.force_login(factories.organiser(tournament))
    for path in ("where/", "players/1/", "standings/"):
        assert "Réal O&#x27;Brien" in client.get(f"/t/{tournament.slug}/{path}").content.decode(), path
