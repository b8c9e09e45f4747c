"""Points left, where they rank, are shown on cards, standings and papers instead of points pegged."""

from dataclasses import replace

import pytest
from django.utils import translation

from tests import factories, page_reader
from tests.papers.paper_text import structure
from tests.web.setup.posting import posted
from tournaments import formats, rounds, standings
from tournaments.games import criteria
from tournaments.games.declared_rules import declared_left_sentence
from tournaments.papers import values
from tournaments.papers.card_grid import point_headings
from tournaments.papers.scorecards import scorecards
from tournaments.publishing import tournament_words
from tournaments.publishing.papers import paper_types
from tournaments.rounds import scores, stages

FORM_DATA = {True: {"own_order": "on", "order_1": "points_left", "order_2": "won"}, False: {}}

pytestmark = pytest.mark.django_db


@pytest.fixture
def alberta():
    """Return two games of four people: 1 wins both."""
    tournament = factories.tournament(5, key="points-left", odd="bye", bye_credit=100, missed=100, rounds=2)
    for number in (1, 2):
        round_ = factories.open_round(tournament, number)
        for meeting in round_.meetings.filter(void_act=None):
            if meeting.seats.count() == 2:
                left = [0, 30 + meeting.place.number]
                scores.write_line(
                    meeting, data={"v": 2, "left": left}, sides=scores.sides_of(meeting), by="desk",
                    nonce=str(meeting.uid), basis=0,
                )  # fmt: skip
        rounds.close_round(round_, by=None)
    return tournament


def test_card_totals_add_up_points_left(alberta):
    shown, cards = standings.standings(alberta), standings.cards(alberta)
    assert shown.running == "points_left"
    assert shown.writes_left
    for number, card in cards.items():
        row = shown.by_number[number]
        assert sum(game.points for game in card) == card[-1].total == shown.card_total(row) == row.values[0]
        for game in card:
            assert game.points == (0 if game.won else 21 if game.award == "bye" else game.points)
            assert game.award or 0 in (game.points, game.against)
    assert any(game.award == "bye" and game.points == 21 for card in cards.values() for game in card)


def test_neither_side_of_an_abandoned_game_has_no_points_left():
    tournament = factories.tournament(2, key="points-left", missed=100, rounds=1)
    round_ = factories.open_round(tournament)
    (meeting,) = round_.meetings.all()
    data = scores.desk.award_data(meeting, "abandoned", winner=None, declared=[80, 60])
    scores.desk.enter_result(meeting, game=1, data=data, nonce="stopped", seen=0, user=None)
    rounds.close_round(round_, by=None)
    rows = [row for card in standings.cards(tournament).values() for row in card]
    assert sorted((row.points, row.against, row.won) for row in rows) == [(41, 61, None), (61, 41, None)]


def test_projector_names_the_figure(alberta, client):
    """The fewest are first, so without a heading the last would be taken for the best."""
    wall = page_reader.parse(client.get(f"/t/{alberta.slug}/screen/"))
    assert str(criteria.NAMES["points_left"]) in wall.one(".wall-title").words


def test_penalty_points_add_to_points_left(alberta):
    meeting = factories.meeting_at(stages.qualifying(alberta).rounds.get(number=2), 1)
    number = scores.sides_of(meeting)[0][0]
    before = standings.standings(alberta).by_number[number]
    scores.penalise(
        meeting, game=1, number=number, takes=scores.PenaltyEffect("points", 10), why={"words": "Card shown"},
        nonce="penalty", user=None,
    )  # fmt: skip
    after = standings.standings(alberta)
    alberta.refresh_from_db()
    row = after.by_number[number]
    assert row.values[0] == before.values[0] + 10
    assert standings.cards(alberta)[number][-1].total == after.card_total(row) == row.values[0]
    assert standings.standings(alberta, upto=alberta.lines.latest("version").version).rows == after.rows
    assert standings.rank_history(stages.qualifying(alberta), after)[number].ranks[-1] == row.rank


@pytest.mark.parametrize("two", [False, True])
def test_papers_and_pages_head_their_columns_with_points_left(client, alberta, two):
    with translation.override("en"):
        header = paper_types.tournament_header(
            alberta.name, alberta.place, alberta.date, "letter", stages.qualifying(alberta).rules
        )
        pdf = scorecards(header, [values.Card(1, "L'Écuyer")], two=two)
        own, theirs = point_headings(header)
        others = point_headings(replace(header, left=False))
    headings = [cell.text for cell in structure(pdf).all("TR")[0].children]
    assert {own, theirs} <= set(headings)
    assert not set(others) & set(headings)
    client.force_login(factories.organiser(alberta))
    client.cookies["django_language"] = "en"
    assert own in client.get(f"/t/{alberta.slug}/players/1/").content.decode()
    assert "col-pegged" not in client.get(f"/t/{alberta.slug}/standings/").content.decode()


def test_declared_points_left_are_explained_on_wall_and_form(client):
    """Where fewest points left rank, 0 points for a bye are the most that can be left of a game."""
    client.force_login(factories.director())
    for key, expected in (("points-left", True), ("cribbage-draw", False)):
        rules = formats.rules(key, target=61)
        of_left = declared_left_sentence(rules)
        wall = " ".join(sentence for _heading, sentence in tournament_words.announced_rules(rules))
        typed = page_reader.parse(client.post("/feasibility/", posted(format=key, **FORM_DATA[expected])))
        assert bool(of_left) == bool(typed.one("#summary-declared_left").words) == expected
        assert of_left in wall and ("61" in of_left) == expected


def test_projector_shows_the_rules_of_the_wall_sheet(alberta, client):
    page = page_reader.parse(client.get(f"/t/{alberta.slug}/rules/screen/"))
    rules = tournament_words.announced_rules(stages.qualifying(alberta).rules)
    text = page.one("[data-wall-text]").words
    assert all(" ".join(str(sentence).split()) in text for _heading, sentence in rules)
    assert page.one("[data-screen=rules]").get("data-rules") == f"/t/{alberta.slug}/rules/screen/"
