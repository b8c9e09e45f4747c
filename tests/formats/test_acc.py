"""A qualifying tournament of the ACC: set up by its own defaults, paired and ranked by game points."""

import random

import pytest

from tests import factories
from tests.web.setup.posting import posted
from tournaments import formats
from tournaments.common.messages.sentences import sentence
from tournaments.models import Tournament
from tournaments.pairing import pairing_systems
from tournaments.publishing.tournament_words import announced_rules
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import simulated_tournament
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db
ACC = {"format": "acc-swiss", "rounds": "12", "dinner_after": "6"}


def test_setup_ignores_fields_of_other_formats(client):
    """The page has the fields of FADOQ too, pegged points and no match points, but ignores them here."""
    client.force_login(factories.director())
    typed = posted(**ACC, rank_by="pegged", match_points="none", pegging="as_pegged", muggins="on")
    assert client.post("/new/", typed).status_code == 302
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["movement"], rules["rank_by"], rules["match_points"]) == ("swiss", "match_points", "acc")
    assert rules["criteria"] == ["match_points", "won", "spread"]
    assert (rules["pegging"], rules["from_116"], rules["muggins"]) == ("exact", False, True)


@pytest.mark.parametrize(("typed", "stands"), [("11", False), ("12", True), ("22", True), ("23", False)])
def test_format_allows_twelve_to_twenty_two_rounds(typed, stands):
    form = SetupForm(posted(**{**ACC, "rounds": typed}))
    assert form.is_valid() == stands
    codes = [error.code for error in form.errors.as_data().get("rounds", [])]
    assert codes == ([] if stands else ["rounds_of_the_format"])


def test_saving_setup_unchanged_changes_nothing(client):
    tournament = factories.tournament(8, key="acc-swiss")
    client.force_login(factories.organiser(tournament))
    before = stages.qualifying(tournament).rules
    assert (
        client.post(f"/t/{tournament.slug}/setup/", posted(SetupForm(tournament=tournament))).status_code
        == 302
    )
    assert stages.qualifying(tournament).rules | {"tables": 4} == before


@pytest.mark.parametrize(("players", "odd"), [(14, None), (15, "bye"), (15, "house")])
def test_pairing_is_by_game_points_without_rematches(players, odd):
    tournament = factories.simulated(players, "acc-swiss", **{"odd": odd} if odd else {})
    played = simulated_tournament.play(tournament, seed=5, by=None, upto=5)
    assert (played.faults, played.rematches) == ([], 0)
    shown = standings(tournament)
    assert shown.criteria == ("match_points", "won", "spread")
    assert [row.points for row in shown.rows] == [row.match_points for row in shown.rows]
    assert max(row.points for row in shown.rows) >= 2 * 4
    keys = [(row.match_points, row.won, row.spread) for row in shown.rows]
    assert keys == sorted(keys, reverse=True)
    if not odd:
        round_ = simulated_tournament.play_round(tournament, 6, chance=random.Random(1), by=None)
        had = {row.number: row.match_points for row in shown.rows}
        spent = sum((had[one] - had[other]) ** 2 for one, other in pairs_of(round_))
        points, chance = list(had.values()), random.Random(2)
        by_lot = []
        for _ in range(200):
            chance.shuffle(points)
            by_lot.append(
                sum((one - other) ** 2 for one, other in zip(points[::2], points[1::2], strict=True))
            )
        assert spent < sum(by_lot) / len(by_lot) / 2


def pairs_of(round_):
    return [
        sorted(meeting.seats.values_list("entry__number", flat=True))
        for meeting in round_.meetings.filter(void_act=None)
    ]


def test_wall_sheet_describes_the_pairing_system():
    texts = [str(text) for _heading, text in announced_rules(formats.rules("acc-swiss"))]
    wall = pairing_systems.PAIRING_SYSTEMS["swiss"].CODES["wall"]
    assert str(sentence(wall)) in texts
    assert str(sentence("wall_winners_stay")) not in " ".join(texts)
