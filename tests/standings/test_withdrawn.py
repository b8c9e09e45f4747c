"""Who leaves is ranked with what they have, or taken out of the standings (rules.md §4)."""

import pytest
from django.urls import reverse

from tests import factories, shown_by
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Tournament
from tournaments.publishing import snapshot
from tournaments.rounds import stages
from tournaments.standings import rank_history, standings
from tournaments.standings.subset import among

pytestmark = pytest.mark.django_db
LEFT = 4


@pytest.fixture
def day():
    """Two of seven rounds are over and number 4 has left before the third; a floater takes the seat."""
    organiser = factories.director("odile")
    tournament = factories.tournament(8, by=organiser, withdrawn="removed", odd="house", missed=0)
    tournament.settings |= {"house_name": "Flotteur L'Écuyer"}
    tournament.save()
    for number in (1, 2):
        factories.play_round(tournament, number)
    registration.withdraw(tournament.entries.get(number=LEFT), from_round=3, by=organiser)
    return Tournament.objects.get(pk=tournament.pk)


def figures(shown):
    return {row.number: (row.pegged, row.won, row.games) for row in shown.rows}


def test_a_line_without_a_rank_comes_last_and_the_others_keep_their_games(day):
    before = standings(day, upto=day.acts.get(kind="withdraw").version - 1)
    now = standings(day)
    assert figures(now) == figures(before), "nobody loses a game"
    assert [row.number for row in now.rows][-1] == LEFT
    assert now.by_number[LEFT].place is None and not before.by_number[LEFT].out
    assert [row.number for row in now.rows if row.out] == [LEFT]
    ranked = [row.number for row in before.rows if row.number != LEFT]
    assert [row.number for row in now.rows[:-1]] == ranked
    assert [row.place for row in now.rows[:-1]] == sorted(row.place for row in now.rows[:-1])
    assert max(row.place for row in now.rows[:-1]) <= 7
    last = now.by_number[LEFT]
    assert last.rank == 8, "wherever lines are put in order it comes last"
    assert (last.points, last.gap, last.above) == (last.pegged, 0, None)


def test_where_results_stand_everybody_is_ranked(day):
    stage = stages.qualifying(day)
    stages.change_rules(stage, {"withdrawn": "stand"}, by=None)
    assert not any(row.out for row in standings(day).rows)


def test_the_act_taken_back_or_a_return_brings_the_rank_back(day):
    act = day.acts.get(kind="withdraw")
    audit_log.undo(act, by=None)
    assert not standings(day).by_number[LEFT].out
    assert standings(day, upto=act.version).by_number[LEFT].out, "what was announced then"
    registration.withdraw(day.entries.get(number=LEFT), from_round=3, by=None)
    assert standings(day).by_number[LEFT].out
    registration.come_back(day.entries.get(number=LEFT), from_round=4, by=None)
    assert not standings(day).by_number[LEFT].out and registration.departures(day) == []


def test_the_floater_plays_and_is_not_ranked(day):
    rounds.seat(stages.qualifying(day), 3, by=None)
    house = day.entries.get(kind="house")
    seated = set(house.seats.values_list("meeting__round__number", flat=True))
    assert seated == {3} and house.number not in standings(day).by_number


def test_no_medal_and_no_rank_of_a_category_looks_like_theirs(day):
    alone = among(standings(day), {LEFT})
    assert alone.rows[0].place is None and alone.rows[0].rank > 3
    for number in (1, 2, 3, 5, 6):
        registration.withdraw(day.entries.get(number=number), from_round=3, by=None)
    assert all(row.rank > 3 for row in standings(day).rows if row.out)


def test_the_way_of_everybody_is_known(day):
    shown = standings(day)
    assert set(rank_history(stages.qualifying(day), shown)) == set(shown.by_number)


def test_an_official_publication_says_the_same_ever_after(day):
    publication = snapshot.publish(day, official=True, by=None)
    assert snapshot.published_standings(publication).by_number[LEFT].out
    assert not snapshot.differs(publication) and snapshot.is_current(publication)


def test_everybody_sees_a_line_and_no_rank(client, day):
    client.force_login(factories.director_of(day))
    slug = day.slug
    for page in ("", "standings/", f"players/{LEFT}/", "screen/"):
        found = client.get(f"/t/{slug}/{page}")
        assert found.status_code == 200, page
        assert day.entries.get(number=LEFT).name.split()[0] in found.content.decode(), page


def test_the_list_says_who_left_when_and_by_whom(client, day):
    client.force_login(factories.director_of(day))
    page = client.get(f"/t/{day.slug}/left/")
    (row,) = page.context["rows"]
    act = day.acts.get(kind="withdraw")
    assert (row["left"].number, row["left"].from_round, row["left"].at) == (LEFT, 3, act.at)
    assert row["left"].by == act.by and act.by.shown_name in page.content.decode()
    assert f'data-left="{LEFT}"' in page.content.decode()
    cells = shown_by.page(page).all("td")
    assert cells and all(cell.get("data-label") for cell in cells), "on a phone each says what it is"
    told = client.get(reverse("entry_leaves", args=[day.slug, 5]))
    assert "taken_out" in [notice.code for notice in told.context["said"]]


@pytest.mark.parametrize("seed", range(3))
def test_a_rehearsed_day_of_the_55_plus_games(simulated, seed):
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
