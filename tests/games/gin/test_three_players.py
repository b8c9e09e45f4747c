"""Gin for three, and the captain against two: rule book, tournaments, desk, papers, copies (rules.md §6)."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.gin import book
from scoring.gin.settlement import settle
from tests import factories
from tests.formats.test_partners_and_tables import seat_and_open, set_up, sides
from tests.page_reader import spoken
from tests.samples import tried
from tests.web.desk.desk_client import Desk
from tournaments import formats
from tournaments.games import GAMES
from tournaments.games.gin import typed_hands, who_plays
from tournaments.models import Meeting, Result, Tournament
from tournaments.pairing.pairing_systems import Tables
from tournaments.pairing.values import CAPTAIN, sides_at
from tournaments.publishing.papers import registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_tournament

THREE_FORMAT, CAPTAIN_FORMAT = "gin-three", "gin-captain"
MODES = {THREE_FORMAT: ("three", 3), CAPTAIN_FORMAT: ("captain", 2)}
both = pytest.mark.parametrize("key", MODES)


def make_tournament(key: str, players: int, **rules) -> Tournament:
    declared = formats.rehearsal_rules(formats.FORMATS[key], players)
    return factories.tournament(players, key=key, **{**declared, **rules})


@tried(10)
@given(seed=st.integers(0, 2**30), key=st.sampled_from([*MODES]))
def test_hands_and_totals_agree_and_values_sum_to_zero(seed, key):
    rules, sides_ = formats.rules(key), MODES[key][1]
    data = book.simulated_data(Random(seed), rules, sides_)
    book.check(data, rules, sides_)
    paper, earned = book.sheet_of(data, rules), book.side_values(data, rules)
    by_totals = book.data_from_totals(book.final_totals(data, rules), paper.winner)
    book.check(by_totals, rules, sides_)
    assert book.side_values(by_totals, rules) == earned
    people = (1, 1, 1) if key == THREE_FORMAT else (1, 2)
    assert sum(side.value * many for side, many in zip(earned, people, strict=True)) == 0
    assert sum(side.won for side in earned) == 1
    assert [side.value for side in earned] == [paper.balances[player] for player in range(sides_)]
    written = typed_hands.format_hands(data["hands"], book.rules_of(rules))
    again = book.hands(typed_hands.parse_hands(written, book.rules_of(rules)), MODES[key][0])
    assert book.side_values(again, rules) == earned


def test_source_example_is_settled():
    rules = book.rules_of({"mode": "three"})
    assert settle((180, 100, 80), rules) == (180, -60, -120)
    assert settle((350, 250), book.rules_of({"mode": "captain"})) == (200, -100)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"v": 1, "totals": [300, 20]}, "one_score_a_side"),
        ({"v": 1, "totals": [200, 20, 30]}, "gin_total_too_low"),
        ({"v": 1, "totals": [300, 300, 30]}, "gin_totals_level"),
        ({"v": 1, "totals": [300, 20, 30], "winner": 3}, "unknown_winner"),
        ({"v": 1, "hands": []}, "gin_hands_unread"),
        ({"v": 1, "hands": [], "mode": "captain"}, "gin_hands_unread"),
        ({"v": 1, "hands": [], "mode": "three"}, "gin_game_not_over"),
    ],
)
def test_invalid_results_are_refused(data, code):
    rules = formats.rules(THREE_FORMAT)
    with pytest.raises(DomainError) as refused:
        book.check(data, rules, 3)
    assert refused.value.code == code


def test_totals_can_be_reordered_but_hands_cannot():
    rules = formats.rules(THREE_FORMAT)
    turned = book.reorder_sides({"v": 1, "totals": [300, 20, 310], "winner": 0}, [2, 1, 0])
    assert turned == {"v": 1, "totals": [310, 20, 300], "winner": 2}
    hands = book.simulated_data(Random(1), rules, 3)
    assert book.reorder_sides(hands, [0, 1, 2]) == hands
    with pytest.raises(DomainError, match="gin_hands_not_turned"):
        book.reorder_sides(hands, [1, 0, 2])


def test_idle_player_cannot_win_a_hand():
    """B loses to A, so C plays A; A loses to C, so B plays C, and A is idle."""
    figures = book.rules_of(formats.rules(THREE_FORMAT))
    with pytest.raises(DomainError, match="gin_in_line"):
        typed_hands.parse_hands("C 24", figures)
    with pytest.raises(DomainError, match="gin_in_line"):
        typed_hands.parse_hands("A 24\nC 10\nA 5", figures)
    assert len(typed_hands.parse_hands("A 24\nC 10\nB 5", figures)) == 3


@given(people=st.integers(0, 200))
def test_tables_have_three_with_at_most_two_byes(people):
    sizes = Tables("threes", 3).sizes(people)
    assert sum(sizes) == people
    assert sizes.count(1) == people % 3


@pytest.mark.django_db
@both
@pytest.mark.parametrize("players", [9, 11])
def test_tournament_is_simulated_printed_and_restored(key, players):
    tournament = make_tournament(key, players, rounds=3)
    assert not simulated_tournament.play(tournament, seed=5, by=None).faults
    seated = [sides(one) for one in Meeting.objects.filter(round__stage=stages.qualifying(tournament))]
    wanted = [1, 1, 1] if key == THREE_FORMAT else [1, 2]
    assert {tuple(map(len, one)) for one in seated} == {tuple(wanted)} | ({(1,)} if players % 3 else set())
    if key == CAPTAIN_FORMAT and players == 9:  # each player once
        assert sorted(one[0][0] for one in seated) == list(range(1, 10))
        assert sides_at((("A", 1), ("B", 2), ("C", 3)), CAPTAIN) == ((1,), (2, 3))
    for name in ("slips", "rules", "scorecards_filled", "standings"):
        assert (
            registry.PAPER_TYPES[name]
            .draw(Paper(tournament, {"round": 1}, lambda done: None))
            .startswith(b"%PDF")
        )
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert [(row.rank, row.number, row.value) for row in standings(again).rows] == [
        (row.rank, row.number, row.value) for row in standings(tournament).rows
    ]


@pytest.mark.django_db
@both
def test_three_players_from_setup_to_standings(client, key):
    tournament = set_up(client, 3, format=key, rounds="1", bye_credit="0", dinner="0", forfeit_present="0")
    rules = stages.qualifying(tournament).rules
    assert (rules["mode"], rules["target"], rules["at_table"]) == (MODES[key][0], 100, 3)
    seat_and_open(client, tournament, 1)
    meeting, desk = Meeting.objects.get(), Desk(tournament, factories.director_of(tournament))
    if key == THREE_FORMAT:
        page = client.get(f"/t/{tournament.slug}/desk/").content.decode()
        assert re.findall(r'class="field desk-(\w+)"', page).count("number") == 3  # else fields are hidden
        typed = {"hands": "A 60", "table": meeting.place.number}
        sheet = client.post(f"/t/{tournament.slug}/desk/sheet/", typed).content.decode()
        assert re.findall(r">([A-D])<span", sheet) == ["A", "B", "C"]
        missing = desk.post(table=meeting.place.number, total_A="310", total_B="20")
        assert missing["code"] == "gin_total_missing"
        assert desk.post(table=meeting.place.number, total_A="310", total_B="20", total_C="80")["ok"]
        expected = [230 + 290, -290 - 60, -230 + 60]
    else:
        assert desk.post(table=meeting.place.number, hands="A 60\nA 45")["ok"]  # doubled: neither of them won
        total = (105 + 100) * 2 + 2 * 20
        expected = [2 * total, -total]
    values = dict(Result.objects.values_list("side", "value"))
    assert [values[side] for side in sorted(values)] == expected
    for address in ("standings", "desk", "seats", f"cards/{sides(meeting)[0][0]}"):
        assert client.get(f"/t/{tournament.slug}/{address}/").status_code in (200, 302, 404)


@pytest.mark.parametrize("first", ["draw", "loser", "seat_a", "seat_b"])
@both
def test_wall_sheet_names_opponents_and_dealer(key, first):
    rules = formats.rules(key, first_deal=first)
    sentence = spoken(lambda tournament: dict(GAMES["gin"].rules.in_order(tournament)), rules)
    assert spoken(who_plays.who_plays_sentence, book.rules_of(rules)) in sentence
    assert spoken(who_plays.deal_sentence, rules) in sentence


def test_hollywood_is_refused_for_three_players():
    with pytest.raises(DomainError):
        formats.rules(THREE_FORMAT, hollywood=True)
