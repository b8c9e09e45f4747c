"""A tournament ranked by the organiser's own order of criteria, from the lines to the papers."""

import random

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.criteria import CRITERIA, RankingInput
from scoring.ranking import Decision
from tests import factories, page_reader
from tournaments import registration, rounds
from tournaments.finals import medals
from tournaments.games import criteria as words
from tournaments.games.declared_rules import criteria_sentence
from tournaments.models import Line
from tournaments.publishing import publications
from tournaments.publishing.explain import explain
from tournaments.publishing.outputs import tables
from tournaments.publishing.outputs.rows import publishable_data
from tournaments.publishing.papers.paper_types import Paper
from tournaments.publishing.papers.registry import PAPER_TYPES
from tournaments.rounds import scores, stages
from tournaments.standings import Row, Standings, cards, rank_history, standings
from tournaments.standings.ranking import declared_fields
from tournaments.transfer import copies, simulated_tournament

pytestmark = pytest.mark.django_db
ORDERS = [
    ["won", "buchholz", "buchholz_cut_1", "head_to_head", "plus", "lot"],
    ["points_left", "losing_points", "skunks_taken", "spread"],
    ["games_behind", "skunks", "match_points", "played_match", "lot"],
]


def test_every_criterion_has_its_words():
    assert set(words.NAMES) == set(CRITERIA)
    assert set(words.HEADINGS) == set(words.AHEAD_SENTENCES) == set(CRITERIA) - {"played_match"}


def penalise(meeting, number, points):
    scores.penalise(
        meeting,
        game=1,
        number=number,
        takes=scores.PenaltyEffect("points", points),
        why={"words": "Card shown"},
        nonce=f"penalty-{meeting.uid}",
        user=None,
    )


def played(order, games=3):
    """Return seven people with byes; one leaves, one game is a forfeit, every other table has a penalty."""
    rules = {"odd": "bye", "bye_credit": 80, "missed": 0, "match_points": "acc"}
    tournament = factories.tournament(7, order=order, rounds=games, **rules)
    chance = random.Random(3)
    for number in range(1, games + 1):
        round_ = factories.open_round(tournament, number)
        for meeting in round_.meetings.filter(void_act=None):
            if meeting.seats.count() < 2:
                continue
            if number == 2 and not Line.objects.filter(kind=Line.Kind.AWARD).exists():
                scores.write_line(
                    meeting,
                    kind=Line.Kind.AWARD,
                    data=scores.GAMES["cribbage"].award_data("forfeit", [121, 60], winner=0),
                    sides=scores.sides_of(meeting),
                    by=Line.By.DESK,
                    nonce="forfeit",
                    basis=0,
                )
                continue
            totals = [121, chance.choice((55, 85, 110))]
            factories.enter(meeting, totals if chance.random() < 0.5 else totals[::-1])
            penalise(meeting, scores.sides_of(meeting)[0][0], number)
        rounds.close_round(round_, by=None)
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize("order", ORDERS)
def test_cache_replay_and_history_give_the_same_ranks(order):
    tournament = played(order)
    now = standings(tournament)
    assert now.criteria == tuple(order)
    assert standings(tournament, upto=tournament.version).rows == now.rows
    histories = rank_history(stages.qualifying(tournament), now)
    assert {row.number: histories[row.number].ranks[-1] for row in now.rows} == {
        row.number: row.rank for row in now.rows
    }
    earlier = standings(tournament, through_round=2)
    assert {row.number: histories[row.number].ranks[1] for row in now.rows} == {
        row.number: row.rank for row in earlier.rows
    }, "as it was after game 2"
    first = [row.points for row in now.rows]
    assert first == sorted(first, reverse=not CRITERIA[order[0]].LOWEST)


@pytest.mark.parametrize("order", [["won", "skunks"], ["pegged", "won"], ["won", "buchholz", "lot"]])
def test_penalty_counts_except_for_removed_entries(order):
    tournament = factories.tournament(8, order=order, rounds=3, withdrawn="removed", odd="house", missed=0)
    for number in (1, 2):
        factories.play_round(tournament, number, loser_points=80)
    stage = stages.qualifying(tournament)
    meeting = factories.meeting_at(stage.rounds.get(number=1), 1)
    left = scores.sides_of(meeting)[0][0]
    registration.withdraw(factories.entry(tournament, left), from_round=3, by=None)
    penalise(meeting, left, 60)
    other = factories.meeting_at(stage.rounds.get(number=1), 2)
    stays = scores.sides_of(other)[0][0]
    penalise(other, stays, 60)
    tournament.refresh_from_db()
    now = standings(tournament)
    histories = rank_history(stage, now)
    taken_out = now.by_number[left]
    assert taken_out.out
    of_games = {"buchholz": 0, "lot": None}  # the opponents have won nothing; no one is level with it
    assert taken_out.values == tuple(of_games.get(code, getattr(taken_out, code, None)) for code in order)
    assert {one.number: histories[one.number].ranks[-1] for one in now.ranked} == {
        one.number: one.rank for one in now.ranked
    }
    assert histories[left].ranks == ()
    assert now.by_number[stays].penalty == 60


@pytest.mark.parametrize("order", [["won", "spread"], ["spread", "won"], ["match_points"], *ORDERS])
def test_running_total_of_a_card_is_that_of_the_standings(order):
    tournament = played(order)
    now = standings(tournament)
    assert {number: rows[-1].total for number, rows in cards(tournament).items()} == {
        row.number: now.card_total(row) for row in now.rows
    }


@pytest.mark.parametrize("order", ORDERS)
def test_publication_and_copy_keep_the_ranks(order):
    tournament = played(order)
    publication = publications.publish(tournament, official=False, by=None)
    now = standings(tournament)
    assert publications.published_standings(publication).rows == now.rows
    assert not publications.differs(publication)
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert standings(again).rows == now.rows
    assert publications.published_standings(again.publications.get()).rows == now.rows


@pytest.mark.parametrize("order", ORDERS)
def test_pages_and_papers_show_every_criterion(order, client):
    tournament = played(order)
    now = standings(tournament)
    shown = [code for code in order if code in words.HEADINGS]
    page = client.get(f"/t/{tournament.slug}/").content.decode()
    headings = [str(words.HEADINGS[code]) for code in shown]
    with translation.override("fr-ca"):
        french = [str(words.HEADINGS[code]) for code in shown]
    assert all(heading in page for heading in headings) or all(heading in page for heading in french)
    table = tables.standings(publishable_data(tournament))
    assert {tables.heading(code) for code in shown} <= set(table.headings)
    for row in now.rows:
        assert explain(row, now)
        assert client.get(f"/t/{tournament.slug}/players/{row.number}/").status_code == 200
    assert PAPER_TYPES["standings"].draw(Paper(tournament, {}, lambda done: None))[:5] == b"%PDF-"
    assert client.get(f"/t/{tournament.slug}/screen/").status_code == 200


def test_explanation_names_the_deciding_criterion():
    tournament = played(ORDERS[0])
    now = standings(tournament)
    decided = 0
    for row in now.rows:
        leader = now.by_number.get(row.above)
        if leader and not row.gap and row.rank != leader.rank:
            code, sentence = words.deciding_criterion(row, leader, now)
            at = now.criteria.index(code)
            assert row.values[:at] == leader.values[:at] and row.values[at] != leader.values[at]
            assert sentence in explain(row, now)
            decided += 1
    assert decided


@pytest.mark.parametrize(
    ("order", "values", "codes"),
    [
        (("won", "spread"), [(8, 40), (8, 30), (8, 30)], ["spread", ""]),
        (("won", "played_match", "spread"), [(8, None, 40), (8, None, 30), (8, None, 20)], ["", ""]),
    ],
)
def test_a_match_with_another_player_does_not_hide_what_decided(order, values, codes):
    """The second and third of these have played for third place, and not against the first."""
    first, *tied = (
        Row(rank, rank, f"O'Brien {rank}", "", 8, 8, 0, 8, 0, 0, 9, above=rank - 1, values=of)
        for rank, of in enumerate(values, start=2)
    )
    won, lost = (Decision(at, "best_of_three", (2 - at, 1 + at)) for at in (0, 1))
    rows = [first, tied[0]._replace(decision=won), tied[1]._replace(decision=lost)]
    shown = Standings(1, 9, 9, rows, "won", criteria=order, game="cribbage")
    found = [words.deciding_criterion(row, shown.by_number[row.above], shown)[0] for row in rows[1:]]
    assert found == codes


def test_medal_matches_decide_before_the_lot():
    tournament = factories.tournament(4, order=["won", "played_match", "lot"], rounds=1)
    factories.play_round(tournament, 1)
    tied = medals.ties(tournament)
    assert [(rank, len(numbers)) for rank, numbers in tied] == [(1, 2), (3, 2)]
    simulated_tournament.play_medals(tournament, chance=random.Random(1), by=None)
    after = standings(tournament)
    assert medals.ties(tournament) == []
    assert [row.rank for row in after.rows] == [1, 2, 3, 4]
    assert after.rows[0].decision and after.rows[0].decision.code != "lot"


def test_older_rules_keep_default_counting_of_byes_and_forfeits():
    stage = stages.qualifying(factories.tournament(4))
    for name in ("byes_as", "forfeits_as"):
        stage.rules.pop(name, None)
    found, ever = declared_fields(stage), RankingInput([])
    assert (found["byes_as"], found["forfeits_as"]) == (ever.byes_as, ever.forfeits_as)


def test_no_medal_matches_where_the_lot_decides():
    tournament = factories.tournament(4, order=["won", "lot"], rounds=1)
    factories.play_round(tournament, 1)
    assert medals.ties(tournament) == []
    assert [row.rank for row in standings(tournament).rows] == [1, 2, 3, 4]


def test_wall_sheet_explains_how_byes_count_for_opponents():
    rules = stages.qualifying(factories.tournament(4, order=["won", "buchholz"])).rules
    own = criteria_sentence(rules)
    assert (
        own
        != criteria_sentence(rules | {"byes_as": "nothing"})
        != criteria_sentence(rules | {"byes_as": "nothing", "forfeits_as": "met"})
    )
    assert len(criteria_sentence(rules | {"criteria": ["won"]})) < len(own)


@pytest.mark.parametrize("key", ["points-round-robin", "gin-round-robin"])
def test_points_of_a_bye_and_of_a_penalty_rank_after_games_won(key):
    declared = {"odd": "bye", "bye_credit": 300, "forfeit": {"present": 120, "absent": 0}}
    tournament = factories.tournament(3, key=key, order=["won", "pegged"], **declared)
    simulated_tournament.play_round(tournament, 1, chance=random.Random(1), by=None)
    before = {row.number: row for row in standings(tournament).rows}
    (alone,) = [row for row in before.values() if row.byes]
    assert (alone.credited, alone.values) == (300, (0, 300))
    meeting = factories.meeting_at(stages.qualifying(tournament).rounds.get(), 1)
    number = scores.sides_of(meeting)[0][0]
    penalise(meeting, number, 10)
    assert standings(tournament).by_number[number].values[1] == before[number].values[1] - 10
    tournament.refresh_from_db()
    shown = standings(tournament)
    assert {number: rows[-1].total for number, rows in cards(tournament).items()} == {
        row.number: shown.card_total(row) for row in shown.rows
    }


def test_match_points_below_zero_have_a_minus_sign(client):
    tournament = played(["match_points", "spread"])
    least = min(row.match_points for row in standings(tournament).rows)
    assert least < 0
    client.force_login(factories.organiser(tournament))
    page = page_reader.parse(client.get(reverse("standings", args=[tournament.slug])))
    figures = [cell.words for cell in page.all("td.ranks")]
    assert f"\N{MINUS SIGN}{-least}" in figures and f"{least}" not in figures


@pytest.mark.parametrize(
    ("code", "order", "stands"), [("1", "plus", True), ("2", "plus", False), ("1", "won", False)]
)
def test_publication_of_an_earlier_way_of_counting_stands_until_a_correction(code, order, stands):
    tournament = played([order, "spread"] if order == "won" else ["won", order])
    published = publications.publish(tournament, official=True, by=None)
    for row in published.rows:  # as that program had computed it
        row["values"] = [value + 1 for value in row["values"]]
    published.inputs_hash, published.code_version = publications.fingerprint(published.rows), code
    published.save()
    assert publications.differs(published) is not stands
    assert publications.is_current(published) is stands
    meeting = tournament.stages.get(order=1).rounds.get(number=1).meetings.first()
    factories.enter(meeting, [121, 30], kind="correction")
    assert not publications.is_current(published)
    assert publications.differs(published) is not stands
