"""Gin for four, alternating, and in teams: rule book, tournaments, desk, papers, copies (rules.md §6)."""

from random import Random

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from scoring.gin import book
from tests import factories
from tests.formats.test_partners_and_tables import seat_and_open, set_up, sides
from tests.page_reader import spoken
from tests.papers.paper_text import texts
from tests.samples import tried
from tests.web.desk.desk_client import Desk
from tests.web.setup.posting import posted
from tournaments import formats, registration
from tournaments.games import GAMES
from tournaments.games.gin import desk, typed_hands, who_plays
from tournaments.games.gin.players import labels
from tournaments.models import Meeting, Result, Tournament
from tournaments.publishing.papers import registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_tournament

FOUR_FORMAT, TEAMS_FORMAT = "gin-four", "gin-teams"


def rules_of(many: int, **changes) -> dict:
    """Return the rules of two against two at one table (`many` 0), or of teams of `many`."""
    return (
        formats.rules(FOUR_FORMAT, **changes)
        if many == 0
        else formats.rules(TEAMS_FORMAT, a_side=many, **changes)
    )


@pytest.mark.parametrize(
    ("many", "oklahoma", "target"),
    [(0, False, 125), (2, False, 125), (3, False, 150), (4, False, 175), (6, True, 275)],
)
def test_target_follows_the_number_of_players(many, oklahoma, target):
    assert rules_of(many, bonuses="oklahoma" if oklahoma else "standard")["target"] == target


@tried(10)
@given(
    seed=st.integers(0, 2**30),
    many=st.sampled_from((0, 2, 3, 6)),
    swap=st.booleans(),
    bonuses=st.sampled_from(("standard", "oklahoma")),
)
def test_hands_and_totals_agree_when_typed_and_swapped(seed, many, swap, bonuses):
    rules = rules_of(many, alternating=swap, bonuses=bonuses)
    data = book.simulated_data(Random(seed), rules)
    book.check(data, rules)
    earned, figures, players = book.side_values(data, rules), book.rules_of(rules), labels(rules)
    by_totals = book.data_from_totals(book.final_totals(data, rules), book.sheet_of(data, rules).winner)
    book.check(by_totals, rules)
    assert book.side_values(by_totals, rules) == earned
    assert [side.value for side in earned] == [earned[0].value, -earned[0].value]
    assert sum(side.won for side in earned) == 1
    written = typed_hands.format_hands(data["hands"], figures, players)
    again = book.hands(typed_hands.parse_hands(written, figures, players), "teams")
    assert book.side_values(again, rules) == earned
    assert book.side_values(book.reorder_sides(data), rules) == earned[::-1]


def test_source_example_is_netted():
    """23 won at one table, 10 lost at the other: 13."""
    rules = rules_of(0)
    hand = typed_hands.parse_hands("A 23 / D 10", book.rules_of(rules), labels(rules))
    paper = book.sheet_of({"hands": hand}, rules)
    assert paper.games[0].points == (13, 0)
    assert paper.games[0].boxes == (1, 0)


@pytest.mark.parametrize(
    ("many", "typed", "code"),
    [
        (0, "A 24", "gin_results_of_pairs"),
        (0, "A 24 / A 10", "gin_other_pair"),
        (0, "A 24 / D 10 / B 3", "gin_results_of_pairs"),
        (3, "A 24 / B 10 / C 3", "gin_other_pair"),
        (2, "A 24 / ", "gin_line_unread"),
    ],
)
def test_invalid_line_is_refused(many, typed, code):
    rules = rules_of(many)
    with pytest.raises(DomainError) as refused:
        typed_hands.parse_hands(typed, book.rules_of(rules), labels(rules))
    assert refused.value.code == "gin_in_line"
    assert refused.value.args_["said"].code == code


@pytest.mark.parametrize(("lines", "wrong"), [(60, 1), (60, 31), (60, 60), (60, None), (900, None), (0, 0)])
def test_long_sheet_finds_its_first_invalid_line_quickly(monkeypatch, lines, wrong):
    read, readings = typed_hands.parse_hands, []
    monkeypatch.setattr(typed_hands, "parse_hands", lambda *args: readings.append(args) or read(*args))
    typed = ["0 / A 1" if number == wrong else "0 / 0" for number in range(1, lines + 1)]
    shown = desk.typed_sheet("\n".join(typed), rules_of(0))
    expected = wrong - 1 if wrong else min(lines, 200)
    assert (len(shown["lines"]), bool(shown["refused"])) == (expected, expected < lines)
    assert len(readings) <= 11


def test_opponents_follow_seats_and_alternation():
    figures, players = book.rules_of(rules_of(0, alternating=True)), labels(rules_of(0))
    assert len(typed_hands.parse_hands("A 5 / D 3\nD 4 / B 2\nA 1 / C 1", figures, players)) == 3
    with pytest.raises(DomainError):  # in the second hand, A plays D
        typed_hands.parse_hands("A 5 / D 3\nB 4 / D 2", figures, players)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"v": 1, "totals": [300, 20, 5]}, "one_score_a_side"),
        ({"v": 1, "totals": [200, 20]}, "gin_total_too_low"),
        ({"v": 1, "mode": "teams", "hands": [{"how": "nobody"}]}, "gin_hands_unread"),
        ({"v": 1, "mode": "teams", "hands": [[{"how": "nobody"}]]}, "gin_scores_of_a_hand"),
        ({"v": 1, "mode": "teams", "hands": [["A 24", "B 3"]]}, "gin_hands_unread"),
        ({"v": 1, "mode": "two", "hands": []}, "gin_hands_unread"),
        ({"v": 1, "mode": "teams", "hands": []}, "gin_game_not_over"),
    ],
)
def test_invalid_results_are_refused(data, code):
    with pytest.raises(DomainError) as refused:
        book.check(data, rules_of(2))
    assert refused.value.code == code


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "players"), [(FOUR_FORMAT, 10), (TEAMS_FORMAT, 5)])
def test_tournament_is_simulated_printed_and_restored(key, players):
    declared = {"a_side": 3, "alternating": True} if key == TEAMS_FORMAT else {}
    tournament = factories.simulated(players, key, seed=2, **declared)
    assert not simulated_tournament.play(tournament, seed=5, by=None).faults
    seated = Meeting.objects.filter(round__stage=stages.qualifying(tournament))
    shapes = {tuple(map(len, sides(one))) for one in seated}
    assert shapes == {(2, 2) if key == FOUR_FORMAT else (1, 1), (1,)}
    assert {len(entry.team) for entry in tournament.entries.all()} == {3 if key == TEAMS_FORMAT else 0}
    for name in ("slips", "rules", "scorecards_filled", "standings"):
        drawn = registry.PAPER_TYPES[name].draw(Paper(tournament, {"round": 1}, lambda done: None))
        assert drawn.startswith(b"%PDF")
        if name == "slips":  # a page for each two teams; two tables of four share a page
            assert len(texts(drawn)) == (2 if key == TEAMS_FORMAT else 1)
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert [(row.rank, row.number, row.value) for row in standings(again).rows] == [
        (row.rank, row.number, row.value) for row in standings(tournament).rows
    ]


@pytest.mark.django_db
def test_four_players_from_setup_to_standings(client):
    tournament = set_up(
        client,
        4,
        format=FOUR_FORMAT,
        rounds="1",
        bye_credit="0",
        dinner="0",
        forfeit_present="0",
        alternating="on",
    )
    rules = stages.qualifying(tournament).rules
    assert (rules["mode"], rules["a_side"], rules["alternating"], rules["target"]) == ("teams", 2, True, 125)
    seat_and_open(client, tournament, 1)
    meeting, desk = Meeting.objects.get(), Desk(tournament, factories.director_of(tournament))
    number = meeting.place.number
    assert desk.post(table=number, hands="A 60 / A 45")["code"] == "gin_in_line"
    shown = desk.client.post(f"/t/{tournament.slug}/desk/sheet/", {"hands": "A 60 / C 45", "table": number})
    assert 'data-target="125"' in shown.content.decode()
    assert "A 60 · C 45" in shown.content.decode()
    assert desk.post(table=number, hands="A 60 / C 45\nD 10 / C 30")["ok"]
    total = (125 + 100) * 2 + 2 * 20  # the others won no hand: 105, then 30 less 10
    assert sorted(Result.objects.values_list("value", flat=True)) == [-total] * 2 + [total] * 2
    assert {row.value for row in standings(Tournament.objects.get()).rows} == {total, -total}


@pytest.mark.django_db
def test_incomplete_teams_are_pointed_out(client):
    answer = sign_in_director(client).post(
        "/new/", posted(format=TEAMS_FORMAT, a_side="7", dinner="0", **DECLARED)
    )
    assert "a_side" in answer.context["form"].parts["gin"].errors
    assert (
        client.post("/new/", posted(format=TEAMS_FORMAT, a_side="3", dinner="0", **DECLARED)).status_code
        == 302
    )
    tournament = Tournament.objects.get()
    rules = stages.qualifying(tournament).rules
    assert (rules["a_side"], rules["target"]) == (3, 150)
    three, two = ("L'Équipe", "Réal Roy;Pat O'Brien;Zoé L'Écuyer"), ("Les Valets", "Ana Gagné;Léo Côté")
    for name, team in (three, two):
        mates = tuple(registration.NewMember(one) for one in team.split(";"))
        registration.add_entries(tournament, [registration.Draft(name, members=mates)])
    for address in ("registration", "rounds/seat"):
        page = client.get(f"/t/{tournament.slug}/{address}/?anyway=1").content.decode()
        assert 'data-small="1"' in page
        assert f"/t/{tournament.slug}/registration/2/" in page


DECLARED = {"tables": "3", "expected": "4", "rounds": "1", "bye_credit": "0", "forfeit_present": "0"}


def sign_in_director(client: Client) -> Client:
    client.force_login(factories.director())
    return client


@pytest.mark.parametrize("first", ["draw", "loser", "seat_a", "seat_b"])
@pytest.mark.parametrize("many", [0, 3])
@pytest.mark.parametrize("swap", [False, True])
def test_wall_sheet_names_opponents_and_dealer(many, swap, first):
    rules = rules_of(many, first_deal=first, alternating=swap)
    sentence = spoken(lambda tournament: dict(GAMES["gin"].rules.in_order(tournament)), rules)
    assert (
        spoken(lambda gin: who_plays.who_plays_sentence(gin, teams=many > 0), book.rules_of(rules))
        in sentence
    )
    assert spoken(who_plays.deal_sentence, rules) in sentence
