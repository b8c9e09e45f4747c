"""Tables of three and more, and partners: lines about them, and the figures of each player."""

import uuid

import pytest
from django.utils.html import escape

from scoring import DomainError
from scoring.settle import Disputed, Settled
from tests import factories, page_reader
from tournaments import registration, rounds, standings
from tournaments.games.cribbage import desk as cribbage
from tournaments.models import Line, Result
from tournaments.rounds import scores
from tournaments.rounds.scores import desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(9, match_points="acc")


@pytest.fixture
def three(tournament):
    """Return a round with three at table 1, each alone, four partners at 2, and two at 3."""
    return factories.sit(tournament, 1, (4, 2, 9), (1, 3, 5, 6), (7, 8), partners=[2])


def desk_fields(**fields):
    return {"nonce": uuid.uuid4().hex, "seen": 10_000, "user": None, "game": 1, **fields}


def round_totals(tournament):
    """Return the figures of all players, checked against the lines: (pegged, won, match points, spread)."""
    assert scores.rebuild(tournament, check=True) == []
    tournament.refresh_from_db()
    now, replayed = standings.standings(tournament), standings.standings(tournament, upto=tournament.version)
    assert now.rows == replayed.rows
    return {row.number: (row.pegged, row.won, row.match_points, row.spread) for row in now.rows}


def test_each_player_of_side_gets_its_points(tournament, three):
    factories.enter(factories.meeting_at(three, 1), [88, 121, 64])
    factories.enter(factories.meeting_at(three, 2), [121, 97])
    has = round_totals(tournament)
    assert {number: has[number] for number in (4, 2, 9)} == {
        4: (88, 0, 0, -33),
        2: (121, 1, 3, 33),  # both losers are under 91: a skunk
        9: (64, 0, 0, -57),
    }
    assert has[1] == has[5] == (121, 1, 2, 24)
    assert has[3] == has[6] == (97, 0, 0, -24)
    assert scores.table_states([three])[0].settled


def test_round_closes_after_results_of_all_tables(tournament, three):
    assert rounds.unsettled_tables(three) == [1, 2, 3]
    for table, points in ((1, [121, 88, 64]), (2, [100, 121]), (3, [121, 90])):
        factories.enter(factories.meeting_at(three, table), points)
    assert rounds.close_round(three, by=None).state == "closed"


def test_result_needs_one_score_per_side(three):
    for table, points in ((1, [121, 88]), (2, [121, 88, 64, 30]), (3, [121, 88, 64])):
        with pytest.raises(DomainError) as refused:
            factories.enter(factories.meeting_at(three, table), points)
        assert refused.value.code == "one_score_a_side"


def test_desk_enters_winner_and_scores_of_others(three):
    meeting = factories.meeting_at(three, 1)
    data = cribbage.line_from_points(meeting.round.stage.rules, winner=1, losers=[88, 64])
    assert data["pegged"] == [88, 121, 64]
    assert isinstance(desk.enter_result(meeting, data=data, **desk_fields()).result, Settled)
    with pytest.raises(DomainError) as refused:
        cribbage.line_from_points(meeting.round.stage.rules, winner=1, losers=[88, 121])
    assert refused.value.code == "loser_too_high"


def test_a_forfeit_at_a_table_of_three_declares_points_for_all(tournament, three):
    meeting = factories.meeting_at(three, 1)
    data = desk.award_data(meeting, "forfeit", winner=2, declared=[60, 100, 121])
    desk.enter_result(meeting, data=data, **desk_fields())
    has = round_totals(tournament)
    assert [has[number][:2] for number in (4, 2, 9)] == [(60, 0), (100, 0), (121, 1)]
    row = standings.standings(tournament).by_number[9]
    assert (row.played, row.awards, row.skunks) == (0, 1, 0)
    with pytest.raises(DomainError) as refused:
        desk.enter_result(
            meeting,
            data=desk.award_data(meeting, "forfeit", winner=0, declared=[121, 0]),
            **desk_fields(seen=0),
        )
    assert refused.value.code == "one_score_a_side"


def test_swap_winner_with_three_sides_needs_winner(tournament, three):
    meeting = factories.meeting_at(three, 1)
    line = factories.enter(meeting, [121, 88, 64]).line.number
    for winner in (None, 3):
        with pytest.raises(DomainError) as refused:
            desk.swap_winner(meeting, line=line, winner=winner, **desk_fields())
        assert refused.value.code == "who_really_won"
    with pytest.raises(DomainError) as refused:
        desk.swap_winner(meeting, line=line, winner=0, **desk_fields())
    assert refused.value.code == "says_the_same"
    turned = desk.swap_winner(meeting, line=line, winner=2, **desk_fields())
    assert turned.result.data["pegged"] == [64, 88, 121]
    assert turned.line.kind == Line.Kind.CORRECTION


def test_swap_winner_of_partners_swaps_sides(three):
    meeting = factories.meeting_at(three, 2)
    line = factories.enter(meeting, [121, 88]).line.number
    assert desk.swap_winner(meeting, line=line, **desk_fields()).result.data["pegged"] == [88, 121]


def test_line_with_other_side_order_is_reordered(three):
    meeting = factories.meeting_at(three, 1)
    factories.enter(meeting, [88, 121, 64])
    other = factories.enter(meeting, [121, 70, 60], sides=[[9], [4], [2]], by=Line.By.TABLE)
    assert isinstance(other.result, Disputed)
    ruled = desk.rule_on_dispute(meeting, line=other.line.number, **desk_fields())
    assert ruled.result.data["pegged"] == [70, 60, 121]


def test_misdirected_result_of_three_is_reordered(tournament):
    round_ = factories.sit(tournament, 1, (4, 2, 9), (7, 8, 1))
    elsewhere = factories.meeting_at(round_, 2)
    line = factories.enter(elsewhere, [88, 121, 64], sides=[[2], [9], [4]], by=Line.By.TABLE).line
    (offer,) = scores.find_misdirected(scores.table_states([round_]))
    assert (offer.table.number, offer.data["pegged"]) == (1, [64, 88, 121])
    answer = scores.write_misdirected(
        factories.meeting_at(round_, 1), line=line.number, nonce="m" * 16, user=None
    )
    assert answer.result.data["pegged"] == [64, 88, 121]


def test_a_card_names_opponents_and_partners(tournament, three):
    factories.enter(factories.meeting_at(three, 2), [121, 97])
    for number in (1, 4):
        registration.check_in(factories.entry(tournament, number), here=True)
    name = {entry.number: entry.name for entry in tournament.entries.all()}
    (row,) = standings.card(factories.entry(tournament, 1))
    assert row.partner == name[5]
    assert row.opponent == f"{name[3]}, {name[6]}"
    assert (row.points, row.against, row.won, row.total) == (121, 97, True, 121)
    (row,) = standings.card(factories.entry(tournament, 4))
    assert (row.opponent, row.partner, row.points) == (f"{name[2]}, {name[9]}", "", None)


def test_a_sheet_names_opponents_and_partners(three):
    rows = {row.entry.number: row for row in rounds.sheet(three)}
    assert [other.number for other in rows[4].opponents] == [2, 9]
    assert (rows[4].opponent_name, rows[4].partner_name) == (f"{rows[2].name}, {rows[9].name}", "")
    assert [other.number for other in rows[6].partners] == [3]
    assert rows[6].opponent_name == f"{rows[1].name}, {rows[5].name}"


def test_each_partner_has_a_result(three):
    factories.enter(factories.meeting_at(three, 2), [121, 97])
    found = Result.objects.order_by("side", "entry__number").values_list("entry__number", "side", "pegged")
    assert list(found) == [(1, 0, 121), (5, 0, 121), (3, 1, 97), (6, 1, 97)]


def test_the_card_page_leads_to_every_opponent_and_partner(client, tournament, three):
    factories.enter(factories.meeting_at(three, 2), [121, 97])
    registration.check_in(factories.entry(tournament, 1), here=True)
    client.cookies["django_language"] = "en"
    page = page_reader.parse(client.get(f"/t/{tournament.slug}/players/1/"))
    leads = {link["href"]: link.words for link in page.all("a[href]")}
    for number in (3, 5, 6):
        assert leads[f"/t/{tournament.slug}/players/{number}/"] == factories.entry(tournament, number).name
    assert page.one(".with").one("a")["href"] == f"/t/{tournament.slug}/players/5/"


def test_the_next_game_names_partner_and_opponents(client, tournament, three):
    registration.check_in(factories.entry(tournament, 1), here=True)
    client.cookies["django_language"] = "en"
    page = client.get(f"/t/{tournament.slug}/players/1/").content.decode()
    name = {entry.number: escape(entry.name) for entry in tournament.entries.all()}
    assert "Table <strong>2</strong>, seat <strong>A</strong>" in page
    assert f"with {name[5]}, against {name[3]}, {name[6]}<" in " ".join(page.split())
