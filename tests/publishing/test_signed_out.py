"""Pages without sign-in: by consent where the program is on the Internet, in full in a hall."""

from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests import factories
from tests.accounts.addresses import every
from tests.publishing.days import played
from tournaments import registration
from tournaments.accounts.permissions import EVERYBODY, PERMISSIONS
from tournaments.finals import medals
from tournaments.models import Tournament
from tournaments.publishing import snapshot

pytestmark = pytest.mark.django_db
FAMILIES = ("O'Brien", "O&#x27;Brien", "o'brien", "o&#x27;brien", "Écuyer", "ecuyer", "Lefebvre", "D’Amour")


@dataclass
class Seen:
    """What somebody reads on all addresses of a day that are everybody's."""

    answered: set[str]
    text: str


def seen(
    client, day: Tournament, leave_out: tuple[str, ...] = (), queries=("", "?by=table", "?q=obrien")
) -> Seen:
    cache.clear()
    answered, texts = set(), []
    for address in every(day):
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
    return Seen(answered, "\n".join(texts))


@pytest.fixture(params=["playing", "official", "in sight"])
def day(request, db) -> Tournament:
    if request.param == "playing":
        day = played(closed=1)
        factories.open_round(day, 2)
    else:
        rounds, closed = {"official": (2, 2), "in sight": (6, 4)}[request.param]
        day = played(rounds=rounds, closed=closed)
    if request.param == "official":
        medals.create(day, seed=1, by=None)
        snapshot.publish(day, official=True, by=None)
    entry = day.entries.get(number=2)
    registration.edit_entry(entry, entry.name, consented_at=timezone.now())
    return day


def test_on_the_internet_nobody_is_named_in_full_who_did_not_agree(client, day, settings):
    settings.SHORT_NAMES = True
    found = seen(client, day)
    assert {
        "public",
        "card",
        "standings_screen",
        "standings_why",
        "standings_rows",
        "podium",
    } <= found.answered
    assert {"where", "round", "round_screen"} <= found.answered
    assert [family for family in FAMILIES if family in found.text] == []
    assert "Réal O." in found.text
    assert "Huguette Côté" in found.text


def test_in_a_hall_everybody_is_named_in_full(client, day, settings):
    settings.SHORT_NAMES = False
    found = seen(client, day, leave_out=("embed",), queries=("",))  # which other sites show
    assert "Réal O&#x27;Brien" in found.text
    assert "Réal O." not in found.text


def test_whoever_runs_the_day_sees_full_names_everywhere(client, day, settings):
    settings.SHORT_NAMES = True
    client.force_login(factories.organiser(day))
    for path in ("where/", "players/1/", "standings/"):
        assert "Réal O&#x27;Brien" in client.get(f"/t/{day.slug}/{path}").content.decode(), path
