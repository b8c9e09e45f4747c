"""Tournaments made before stages froze their rules whole, brought here as copies, say what they said."""

import json
from pathlib import Path

import pytest
from django.test import Client

from tests import factories, shown_by
from tests.web.setup.posting import posted
from tournaments.models import Stage
from tournaments.publishing import snapshot
from tournaments.rounds import scores
from tournaments.standings import standings
from tournaments.transfer import copies
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db
BEFORE = Path(__file__).parent / "before" / "formats"
TOLD = json.loads((BEFORE / "told.json").read_text(encoding="utf-8"))
PAGES = ("", "setup/", "around/", "rounds/", "desk/", "standings/", "medals/")


@pytest.mark.parametrize("name", TOLD)
def test_a_tournament_of_an_earlier_version_says_what_it_said(name):
    lise = factories.director()
    day = copies.restore(copies.open_copy((BEFORE / f"{name}.cheville").read_bytes()), by=lise)
    now = standings(day)
    assert list(now.criteria) == TOLD[name]["criteria"]
    assert [[row.rank, row.number, row.points, row.won, row.spread] for row in now.rows] == TOLD[name][
        "standings"
    ]
    assert scores.rebuild(day, check=True) == []
    browser = Client(headers={"accept-language": "fr-ca"})
    browser.force_login(lise)
    shown = {page: browser.get(f"/t/{day.slug}/{page}") for page in PAGES}
    assert {page: answer.status_code for page, answer in shown.items()} == dict.fromkeys(PAGES, 200)
    official = snapshot.official(day)
    assert (official is not None) == name.endswith("official")
    if official:
        assert not snapshot.differs(official)
        assert [row.values for row in snapshot.published_standings(official).rows] == [
            row.values for row in now.rows
        ]
        assert not shown["medals/"].context["changed"] and not shown["standings/"].context["changed"]
        assert shown_by.page(shown["medals/"].content.decode()).all(".official-line")
        official.rows[0]["name"] = "Zéphirin Saint-Hilaire-L'Écuyer"
        assert not snapshot.shows(official, now)
    assert {stage.rules["v"] for stage in Stage.objects.filter(tournament=day)} == {2}
    written = posted(SetupForm(tournament=day), place="Salle Sainte-Rose")
    assert browser.post(f"/t/{day.slug}/setup/feasibility/", written).status_code == 200
    assert browser.post(f"/t/{day.slug}/setup/", written).status_code == 302
