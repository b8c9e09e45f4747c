"""Medals in sight on a day that is played: when they are told, of whom, and what hides them."""

import pytest

from tests import factories
from tournaments import formats, registration, rounds
from tournaments.models import Presence, Result, Round
from tournaments.pairing.values import PlannedTable
from tournaments.rounds import seating, stages
from tournaments.standings import medal_chance_of, medal_chances, standings
from tournaments.standings import medal_prospects as sight
from tournaments.standings.medal_outlook import Game
from tournaments.standings.medal_prospects import expected_finish, numbers_here, possible_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise():
    return factories.director()


def told(tournament):
    return medal_chances(tournament, standings(tournament))


def played(lise, games: int = 2, rounds: int = 3, people: int = 8, **rules):
    """A day of three games after the second: the numbers that won both have 242 points."""
    day = factories.tournament(people, by=lise, rounds=rounds, **rules)
    for number in range(1, games + 1):
        factories.play_round(day, number)
    return day


def finish_of(day):
    return expected_finish(day, standings(day))[0]


def test_from_the_last_third_to_the_last_game(lise):
    day = factories.tournament(8, by=lise, rounds=9)
    seen = []
    for number in range(1, 10):
        factories.play_round(day, number)
        sight = told(day)
        seen.append((sight.first, sight.last) if sight else None)
    assert seen == [None] * 5 + [(7, 9), (8, 9), (9, 9), None]


def test_nothing_is_told_where_an_earlier_game_is_open_or_in_dispute(lise):
    day = played(lise)
    assert told(day)
    Result.objects.filter(stage__tournament=day).update(state="disputed")
    assert told(day) is None


def test_a_game_that_is_being_played_counts_when_it_is_closed(lise):
    day = played(lise)
    before = told(day)
    round_ = factories.open_round(day, 3)
    seated = told(day)
    factories.enter(round_.meetings.first(), [121, 3])
    factories.enter(round_.meetings.first(), [3, 121], basis=0, nonce="another desk")
    assert told(day) == seated, "a dispute of it hides nothing"
    assert (before.first, seated.first) == (3, 3)


def test_a_round_that_is_seated_tells_who_meets_whom(lise):
    day = played(lise)
    assert finish_of(day).seated is None
    seating.seat(stages.qualifying(day), 3, by=lise)
    seated = finish_of(day).seated
    assert sorted(seated) == list(range(1, 9))
    assert all(seated[seated[number]] == number for number in seated)


def test_who_is_alone_since_seats_were_changed_meets_nobody(lise):
    day = played(lise, people=5, odd="bye", bye_credit=0)
    round_ = rounds.open_round(seating.seat(stages.qualifying(day), 3, by=lise), by=lise)
    alone, *others = sorted(finish_of(day).seated)  # all but who sat alone before
    one, other = sorted({*range(1, 6)} - {alone, *others[:2]})
    pairs = (tuple(others[:2]), (one, other), (alone,))
    really = [
        PlannedTable(at, tuple(zip("AB", pair, strict=False))) for at, pair in enumerate(pairs, start=1)
    ]
    rounds.seat_as_played(round_, really, by=lise)
    assert sorted(finish_of(day).seated) == sorted([*others[:2], one, other])


def test_who_leaves_after_the_next_game_plays_it(lise):
    day = played(lise)
    Presence.objects.filter(entry=factories.entry(day, 1)).update(to_round=3)
    assert 1 in finish_of(day).totals and not finish_of(day).away


def test_where_there_are_as_many_medals_as_people_everybody_has_one_for_certain(lise):
    found = told(played(lise, people=2))
    assert [sorted(hope.number for hope in hopes) for hopes in (found.certain, found.hopes)] == [[1, 2], []]


def test_a_copy_that_leaves_meetings_in_a_round_that_was_taken_back_tells_nobody_whom_they_meet(lise):
    day = played(lise)
    seating.seat(stages.qualifying(day), 3, by=lise)
    day.stages.get().rounds.filter(number=3).update(state=Round.State.VOID)
    assert finish_of(day).seated is None


@pytest.mark.parametrize("odd", ["bye", "house"])
def test_who_meets_nobody_of_the_standings_is_not_seated_with_anybody(lise, odd):
    day = factories.tournament(7, by=lise, rounds=3, odd=odd, bye_credit=0)
    registration.ensure_house(day, "Maison L'Écuyer")
    for number in (1, 2):
        factories.play_round(day, number)
    seating.seat(stages.qualifying(day), 3, by=lise)
    seated = finish_of(day).seated
    assert len(seated) == 6
    assert all(seated[seated[number]] == number for number in seated)


ACC_RANKS = {"match_points": "acc", "rank_by": "match_points"}


@pytest.mark.parametrize(
    ("rules", "brings"), [({}, 60), ({"missed": None}, 0), (ACC_RANKS, 0), ({"withdrawn": "removed"}, None)]
)
def test_who_has_left_has_no_hope_and_stays_a_rival(lise, rules, brings):
    day = played(lise, odd="bye", bye_credit=0, **rules)
    first = standings(day).rows[0]
    registration.withdraw(day.entries.get(number=first.number), from_round=3, by=lise)
    played(factories.director("odile"), games=3)  # where that number has not left
    finish = finish_of(day)
    assert finish.away == ({} if brings is None else {first.number: first.points + brings})
    assert sorted(finish.totals) == sorted({row.number for row in standings(day).rows} - {first.number})
    assert finish.seated is None
    assert medal_chance_of(day, standings(day), first.number) is None
    assert first.number not in {hope.number for hope in [*told(day).certain, *told(day).hopes]}


def test_who_goes_on_playing_is_here_in_the_next_game(lise):
    day = factories.tournament(5, by=lise)
    registration.ensure_house(day, "Maison L'Écuyer")
    for number, (start, end) in enumerate([(1, None), (1, 2), (3, None), (4, None), (1, 3)], start=1):
        Presence.objects.filter(entry=factories.entry(day, number)).update(from_round=start, to_round=end)
    assert numbers_here(day, 3) == {1, 3, 5}


def test_one_is_told_what_all_are_told(lise):
    day = played(lise)
    shown = standings(day)
    everybody = told(day)
    assert (everybody.first, everybody.last, everybody.by, everybody.most) == (3, 3, "pegged", 121)
    for hope in [*everybody.certain, *everybody.hopes]:
        alone, of_one = medal_chance_of(day, shown, hope.number)
        assert of_one == hope
        assert alone == everybody._replace(certain=[], hopes=[], others=0)
    assert medal_chance_of(day, standings(day, through_round=1), 1) is None


def test_nothing_is_told_by_standings_that_are_older_than_the_last_closed_game(lise):
    day = played(lise, games=5, rounds=6, people=6)
    assert medal_chances(day, standings(day, through_round=4)) is None
    assert medal_chances(day, standings(day)).first == 6


@pytest.mark.parametrize(
    "rules",
    [
        {"match": {"kind": "best_of", "games": 3}},
        {"movement": "individual_partners", "at_table": 4},
        {"movement": "mixed_tables", "at_table": 3},
    ],
)
def test_nothing_is_told_but_of_single_games_of_two(lise, rules):
    day = played(lise)
    stage = stages.qualifying(day)
    stage.rules |= rules
    stage.save(update_fields=["rules"])
    assert told(day) is None


@pytest.mark.parametrize(
    ("rules", "win", "lose"),
    [
        ({}, (121,), tuple(range(121))),
        ({"pegging": "as_pegged"}, tuple(range(121, 150)), tuple(range(121))),
        ({"match_points": "acc", "rank_by": "match_points"}, (2, 3), (0,)),
        ({"match_points": "rules_fr", "rank_by": "match_points"}, (1, 2, 4), (0,)),
        ({"odd": "bye", "bye_credit": 60}, (121,), tuple(range(121))),
        ({"odd": "bye", "bye_credit": 130}, (121, 130), tuple(range(131))),
        (
            {"odd": "bye", "bye_credit": None, "match_points": "acc", "rank_by": "match_points"},
            (2, 3),
            (0,),
        ),
    ],
)
def test_what_a_game_can_bring(rules, win, lose):
    assert possible_game(formats.rules("fadoq-15", **rules)) == Game(win, lose)


ACC = {"criteria": ["match_points"], "odd": "bye", "credited": "match_points"}
POINTS = {"least": 0, "most": 3, "target": 0, "ties_allowed": True, "odd": "house"}

FEW = POINTS | {"most": 2, "criteria": ["pegged"], "credited": "pegged", "odd": "bye", "ties_allowed": False}


@pytest.mark.parametrize(
    ("key", "rules", "game"),
    [
        ("acc-swiss", ACC | {"bye_credit": 2}, Game((2, 3), (0, 2))),
        ("acc-swiss", ACC | {"bye_credit": 3}, Game((2, 3), (0, 3))),
        ("acc-swiss", ACC | {"bye_credit": 4}, Game((2, 3, 4), (0, 4))),
        ("acc-swiss", ACC | {"bye_credit": 0}, Game((2, 3), (0,))),
        ("acc-swiss", ACC | {"bye_credit": None}, Game((2, 3), (0,))),
        ("acc-swiss", ACC | {"bye_credit": 2, "credited": "pegged"}, Game((2, 3), (0,))),
        ("acc-swiss", ACC | {"bye_credit": 2, "odd": "house"}, Game((2, 3), (0,))),
        ("points-swiss", FEW | {"bye_credit": 3}, Game((1, 2, 3), (0, 1, 2, 3))),
        ("points-swiss", POINTS | {"criteria": ["won"], "target": 3}, Game((1,), (0,), level=True)),
        ("points-swiss", POINTS | {"criteria": ["won"], "ties_allowed": False}, Game((1,), (0,))),
        ("points-swiss", POINTS | {"criteria": ["pegged"]}, Game((1, 2, 3), (0, 1, 2), level=True)),
        ("points-swiss", POINTS | {"criteria": ["pegged"], "target": 3}, Game((3,), (0, 1, 2))),
    ],
)
def test_what_a_bye_and_a_level_game_bring(key, rules, game):
    assert possible_game({**formats.FORMATS[key].rules, "bye_credit": 0, **rules}) == game


def test_the_nearest_are_told_and_how_many_more_there_are(lise, monkeypatch):
    day = played(lise)
    every = told(day)
    assert every.others == 0 and len(every.hopes) > 2
    monkeypatch.setattr(sight, "MAX_SHOWN", 2)
    few = told(day)
    assert (few.certain, few.hopes, few.others) == (every.certain, every.hopes[:2], len(every.hopes) - 2)


def test_nothing_is_told_where_what_ranks_is_no_sum_of_games(lise):
    assert told(played(lise, order=["buchholz", "won"])) is None


def test_pages_say_it_and_a_switch_hides_it(client, lise):
    day = played(lise)
    client.force_login(lise)
    client.cookies["django_language"] = "en"
    pages = [f"/t/{day.slug}/", f"/t/{day.slug}/standings/"]
    for page in pages:
        assert 'id="in-sight"' in client.get(page).content.decode()
    first = standings(day).rows[0].number
    card = client.get(f"/t/{day.slug}/players/{first}/").content.decode()
    assert "data-sight" in card
    stages.describe(day, {"in_sight": False}, by=lise)
    day.refresh_from_db()
    assert told(day) is None
    for page in pages:
        assert 'id="in-sight"' not in client.get(page).content.decode()


@pytest.mark.parametrize("people", [8, 16])
def test_it_asks_the_database_a_fixed_number_of_times(lise, people, django_assert_num_queries):
    day = played(lise, people=people)
    now = standings(day)
    with django_assert_num_queries(5):
        medal_chances(day, now)


def test_gin_counts_wins(lise):
    day = factories.gin(8)
    for number in range(1, 6):
        round_ = factories.open_round(day, number)
        for meeting in round_.meetings.all():
            factories.totals(meeting, 310, 85)
        rounds.close_round(round_, by=None)
    sight = told(day)
    assert sight.by == "won"
    assert all(hope.outlook.needs <= 2 for hope in [*sight.certain, *sight.hopes])
