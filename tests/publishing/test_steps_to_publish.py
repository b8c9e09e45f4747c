"""The usual way from the last closed game to a published site, by the steps that the pages offer."""

import pytest
from django.test import Client

from tests import factories
from tests.page_reader import parse
from tournaments.models import Job, Tournament
from tournaments.publishing import card_audit
from tournaments.publishing.outputs import folder
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
MAX_CLICKS = 4


class Organiser:
    """An organiser who follows links and presses buttons of the open page, and counts them."""

    def __init__(self, tournament: Tournament, at: str) -> None:
        self.client = Client()
        self.client.force_login(factories.organiser(tournament))
        self.clicks = 0
        self.open(self.client.get(at))

    def open(self, answer) -> None:
        assert answer.status_code == 200
        self.page = parse(answer.content.decode())

    def follow(self, end: str) -> None:
        """Follow the first link whose address ends so."""
        links = [one["href"] for one in self.page.all("a") if (one.get("href") or "").endswith(end)]
        self.clicks += 1
        self.open(self.client.get(links[0]))

    def press(self, end: str) -> None:
        """Send the form whose address ends so, with its fields as they are."""
        (form,) = [one for one in self.page.all("form") if (one.get("action") or "").endswith(end)]
        fields = [one for one in form.all("input") if one.get("type") == "hidden" or "checked" in one]
        self.clicks += 1
        self.open(
            self.client.post(form["action"], {one["name"]: one["value"] for one in fields}, follow=True)
        )


def test_publishing_takes_four_clicks_after_card_check():
    tournament = factories.tournament(2, rounds=1)
    factories.play_round(tournament, 1)
    card_audit.tick(tournament, {row.number: row.points for row in standings(tournament).rows})
    lise = Organiser(tournament, f"/t/{tournament.slug}/rounds/")
    lise.follow("/medals/")
    lise.press("/medals/official/")
    lise.follow("/publish/")
    lise.press("/publish/make/")
    assert lise.clicks <= MAX_CLICKS
    job = tournament.jobs.get(kind=folder.KIND)
    folder.publish_job(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE
    assert tournament.acts.get(kind="publish_files").args["official"]
    lise.open(lise.client.get(f"/t/{tournament.slug}/publish/"))
    assert [one["href"] for one in lise.page.all("a") if str(job.uid) in (one.get("href") or "")]
