"""Tournaments made before stages froze all their rules show the same when they are restored here."""

import json
from pathlib import Path

import pytest
from django.test import Client

from tests import factories, page_reader
from tests.web.setup.posting import posted
from tournaments.models import Stage
from tournaments.publishing import publications
from tournaments.rounds import scores
from tournaments.standings import standings
from tournaments.transfer import copies
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db
OLD_FORMATS = Path(__file__).parent / "before" / "formats"
EXPECTED_STANDINGS = json.loads((OLD_FORMATS / "told.json").read_text(encoding="utf-8"))
PAGES = ("", "setup/", "around/", "rounds/", "desk/", "standings/", "medals/")


@pytest.mark.parametrize("name", EXPECTED_STANDINGS)
def test_copy_of_earlier_version_keeps_its_standings(name):
    lise = factories.director()
    tournament = copies.restore(copies.open_copy((OLD_FORMATS / f"{name}.cheville").read_bytes()), by=lise)
    now = standings(tournament)
    assert list(now.criteria) == EXPECTED_STANDINGS[name]["criteria"]
    assert [
        [row.rank, row.number, row.points, row.won, row.spread] for row in now.rows
    ] == EXPECTED_STANDINGS[name]["standings"]
    assert scores.rebuild(tournament, check=True) == []
    browser = Client(headers={"accept-language": "fr-ca"})
    browser.force_login(lise)
    shown = {page: browser.get(f"/t/{tournament.slug}/{page}") for page in PAGES}
    assert {page: answer.status_code for page, answer in shown.items()} == dict.fromkeys(PAGES, 200)
    official = publications.official_publication(tournament)
    assert (official is not None) == name.endswith("official")
    if official:
        assert not publications.differs(official)
        assert [row.values for row in publications.published_standings(official).rows] == [
            row.values for row in now.rows
        ]
        assert not shown["medals/"].context["changed"] and not shown["standings/"].context["changed"]
        assert page_reader.parse(shown["medals/"].content.decode()).all(".official-line")
        official.rows[0]["name"] = "Zéphirin Saint-Hilaire-L'Écuyer"
        assert not publications.is_equal_to_standings(official, now)
    assert {stage.rules["v"] for stage in Stage.objects.filter(tournament=tournament)} == {2}
    written = posted(SetupForm(tournament=tournament), place="Salle Sainte-Rose")
    assert browser.post(f"/t/{tournament.slug}/setup/feasibility/", written).status_code == 200
    assert browser.post(f"/t/{tournament.slug}/setup/", written).status_code == 302
