"""A player who leaves is ranked with the points so far, or taken out of the standings (rules.md §4)."""

import pytest
from django.urls import reverse

from tests import factories, page_reader
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Tournament
from tournaments.publishing import publications
from tournaments.rounds import stages
from tournaments.standings import rank_history, standings
from tournaments.standings.subset import standings_subset

pytestmark = pytest.mark.django_db
LEFT_NUMBER = 4


@pytest.fixture
def tournament():
    """Return a tournament after two of seven rounds; number 4 has left, and a floater takes the seat."""
    organiser = factories.director("odile")
    tournament = factories.tournament(8, by=organiser, withdrawn="removed", odd="house", missed=0)
    tournament.settings |= {"house_name": "Flotteur L'Écuyer"}
    tournament.save()
    for number in (1, 2):
        factories.play_round(tournament, number)
    registration.withdraw(tournament.entries.get(number=LEFT_NUMBER), from_round=3, by=organiser)
    return Tournament.objects.get(pk=tournament.pk)


def figures(shown):
    return {row.number: (row.pegged, row.won, row.games) for row in shown.rows}


def test_removed_entry_comes_last_and_others_keep_their_games(tournament):
    before = standings(tournament, upto=tournament.acts.get(kind="withdraw").version - 1)
    now = standings(tournament)
    assert figures(now) == figures(before), "no player loses a game"
    assert [row.number for row in now.rows][-1] == LEFT_NUMBER
    assert now.by_number[LEFT_NUMBER].place is None and not before.by_number[LEFT_NUMBER].out
    assert [row.number for row in now.rows if row.out] == [LEFT_NUMBER]
    ranked = [row.number for row in before.rows if row.number != LEFT_NUMBER]
    assert [row.number for row in now.rows[:-1]] == ranked
    assert [row.place for row in now.rows[:-1]] == sorted(row.place for row in now.rows[:-1])
    assert max(row.place for row in now.rows[:-1]) <= 7
    last = now.by_number[LEFT_NUMBER]
    assert last.rank == 8, "it comes last wherever lines are put in order"
    assert (last.points, last.gap, last.above) == (last.pegged, 0, None)


def test_removed_entry_has_its_amount_of_each_criterion(tournament):
    stage = stages.qualifying(tournament)
    order = ["points_left", "buchholz", "plus", "head_to_head", "pegged"]
    stage.rules |= {"criteria": order, "withdrawn": "stand"}
    stage.save(update_fields=["rules"])
    before = standings(tournament).by_number[LEFT_NUMBER]
    stage.rules["withdrawn"] = "removed"
    stage.save(update_fields=["rules"])
    shown = standings(tournament)
    now = shown.by_number[LEFT_NUMBER]
    assert now.out and now.values[:3] == before.values[:3] and now.points == before.points > 0
    assert (now.values[3], now.values[4]) == (None, now.pegged)
    assert shown == standings(tournament, upto=shown.version)


def test_withdrawn_entry_is_ranked_if_results_stand(tournament):
    stage = stages.qualifying(tournament)
    stages.change_rules(stage, {"withdrawn": "stand"}, by=None)
    assert not any(row.out for row in standings(tournament).rows)


def test_undo_or_return_restores_the_rank(tournament):
    act = tournament.acts.get(kind="withdraw")
    audit_log.undo(act, by=None)
    assert not standings(tournament).by_number[LEFT_NUMBER].out
    assert standings(tournament, upto=act.version).by_number[LEFT_NUMBER].out, "as it was announced then"
    registration.withdraw(tournament.entries.get(number=LEFT_NUMBER), from_round=3, by=None)
    assert standings(tournament).by_number[LEFT_NUMBER].out
    registration.come_back(tournament.entries.get(number=LEFT_NUMBER), from_round=4, by=None)
    assert not standings(tournament).by_number[LEFT_NUMBER].out and registration.departures(tournament) == []


def test_house_player_replaces_withdrawn_entry_unranked(tournament):
    rounds.seat(stages.qualifying(tournament), 3, by=None)
    house = tournament.entries.get(kind="house")
    seated = set(house.seats.values_list("meeting__round__number", flat=True))
    assert seated == {3} and house.number not in standings(tournament).by_number


def test_removed_entry_has_no_medal_rank_in_any_category(tournament):
    alone = standings_subset(standings(tournament), {LEFT_NUMBER})
    assert alone.rows[0].place is None and alone.rows[0].rank > 3
    for number in (1, 2, 3, 5, 6):
        registration.withdraw(tournament.entries.get(number=number), from_round=3, by=None)
    assert all(row.rank > 3 for row in standings(tournament).rows if row.out)


def test_rank_history_includes_removed_entries(tournament):
    shown = standings(tournament)
    assert set(rank_history(stages.qualifying(tournament), shown)) == set(shown.by_number)


def test_official_publication_keeps_removed_entry(tournament):
    publication = publications.publish(tournament, official=True, by=None)
    assert publications.published_standings(publication).by_number[LEFT_NUMBER].out
    assert not publications.differs(publication) and publications.is_current(publication)


def test_pages_show_removed_entry(client, tournament):
    client.force_login(factories.director_of(tournament))
    slug = tournament.slug
    for page in ("", "standings/", f"players/{LEFT_NUMBER}/", "screen/"):
        found = client.get(f"/t/{slug}/{page}")
        assert found.status_code == 200, page
        assert tournament.entries.get(number=LEFT_NUMBER).name.split()[0] in found.content.decode(), page


def test_list_shows_withdrawals_with_time_and_user(client, tournament):
    client.force_login(factories.director_of(tournament))
    page = client.get(f"/t/{tournament.slug}/left/")
    (row,) = page.context["rows"]
    act = tournament.acts.get(kind="withdraw")
    assert (row["left"].number, row["left"].from_round, row["left"].at) == (LEFT_NUMBER, 3, act.at)
    assert row["left"].by == act.by and act.by.shown_name in page.content.decode()
    assert f'data-left="{LEFT_NUMBER}"' in page.content.decode()
    cells = page_reader.parse(page).all("td")
    assert cells and all(cell.get("data-label") for cell in cells), "on a phone each says what it is"
    answer = client.get(reverse("entry_leaves", args=[tournament.slug, 5]))
    assert "taken_out" in [notice.code for notice in answer.context["consequences"]]


def test_who_leaves_after_the_last_game_keeps_the_rank(client, tournament):
    stages.change_rules(stages.qualifying(tournament), {"rounds": 3, "breaks": []}, by=None)
    factories.play_round(tournament, 3)
    before = standings(tournament)
    client.force_login(factories.director_of(tournament))
    address = reverse("entry_leaves", args=[tournament.slug, 5])
    assert [notice.code for notice in client.get(address).context["consequences"]][-1] == "played_stay"
    client.post(address, {"from_round": "4"})
    now = standings(tournament)
    assert [one.number for one in registration.departures(tournament)] == [LEFT_NUMBER, 5]
    assert now.rows == before.rows and [row.number for row in now.rows if row.out] == [LEFT_NUMBER]


@pytest.mark.parametrize("code", ["2", publications.CODE_VERSION])
def test_publication_stands_that_took_out_who_left_after_the_last_game(tournament, code):
    stages.change_rules(stages.qualifying(tournament), {"rounds": 2, "breaks": []}, by=None)
    published = publications.publish(tournament, official=True, by=None)
    assert not any(row["out"] for row in published.rows), "the third game was taken off the plan"
    last = published.rows[-1]
    last["out"] = True  # as the earlier program had it
    published.inputs_hash, published.code_version = publications.fingerprint(published.rows), code
    published.save()
    assert publications.differs(published) is (code == publications.CODE_VERSION)
    assert publications.is_current(published) is (code != publications.CODE_VERSION)


@pytest.mark.parametrize("seed", range(3))
def test_simulated_tournament_ranks_removed_entries_last(simulated, seed):
    export = simulated(format="timed-round-robin", players=12, leave=2, late=1, seed=seed)
    out = {row["entry"] for row in export["standings"] if row.get("out")}
    rounds_ = len(export["stages"][0]["rounds"])
    left = {
        entry["entry"]
        for entry in export["entries"]
        if entry["presence"] and entry["presence"][-1][1] not in (None, *range(rounds_, 99))
    }
    assert out == left or out > left, (out, left)
    assert [row["entry"] for row in export["standings"]][-len(out) :] == sorted(
        out, key=[row["entry"] for row in export["standings"]].index
    )
    house = {entry["entry"] for entry in export["entries"] if entry.get("house")}
    assert not house & {row["entry"] for row in export["standings"]}
