"""Medals in sight during a tournament: when they are shown, for which players, and what hides them."""

import pytest

from tests import factories
from tournaments import formats, registration, rounds
from tournaments.models import Presence, Result, Round
from tournaments.pairing.values import PlannedTable
from tournaments.rounds import seating, stages
from tournaments.standings import medal_chance_of, medal_chances, medal_prospects, standings
from tournaments.standings.medal_outlook import Game
from tournaments.standings.medal_prospects import expected_finish, numbers_here, possible_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise():
    return factories.director()


def prospects(tournament):
    return medal_chances(tournament, standings(tournament))


def played(lise, games: int = 2, rounds: int = 3, people: int = 8, **rules):
    """Return a tournament of three games after the second: the numbers that won both have 242 points."""
    tournament = factories.tournament(people, by=lise, rounds=rounds, **rules)
    for number in range(1, games + 1):
        factories.play_round(tournament, number)
    return tournament


def finish_of(tournament):
    return expected_finish(tournament, standings(tournament))[0]


def test_prospects_are_shown_in_the_last_third(lise):
    tournament = factories.tournament(8, by=lise, rounds=9)
    seen = []
    for number in range(1, 10):
        factories.play_round(tournament, number)
        chances = prospects(tournament)
        seen.append((chances.first, chances.last) if chances else None)
    assert seen == [None] * 5 + [(7, 9), (8, 9), (9, 9), None]


def test_no_prospects_while_earlier_game_is_disputed(lise):
    tournament = played(lise)
    assert prospects(tournament)
    Result.objects.filter(stage__tournament=tournament).update(state="disputed")
    assert prospects(tournament) is None


def test_open_round_does_not_change_prospects(lise):
    tournament = played(lise)
    before = prospects(tournament)
    round_ = factories.open_round(tournament, 3)
    seated = prospects(tournament)
    factories.enter(round_.meetings.first(), [121, 3])
    factories.enter(round_.meetings.first(), [3, 121], basis=0, nonce="another desk")
    assert prospects(tournament) == seated, "a dispute of it hides nothing"
    assert (before.first, seated.first) == (3, 3)


def test_seated_round_gives_opponents(lise):
    tournament = played(lise)
    assert finish_of(tournament).seated is None
    seating.seat(stages.qualifying(tournament), 3, by=lise)
    seated = finish_of(tournament).seated
    assert sorted(seated) == list(range(1, 9))
    assert all(seated[seated[number]] == number for number in seated)


def test_entry_left_alone_after_seat_change_has_no_opponent(lise):
    tournament = played(lise, people=5, odd="bye", bye_credit=0)
    round_ = rounds.open_round(seating.seat(stages.qualifying(tournament), 3, by=lise), by=lise)
    alone, *others = sorted(finish_of(tournament).seated)  # all but who sat alone before
    one, other = sorted({*range(1, 6)} - {alone, *others[:2]})
    pairs = (tuple(others[:2]), (one, other), (alone,))
    really = [
        PlannedTable(at, tuple(zip("AB", pair, strict=False))) for at, pair in enumerate(pairs, start=1)
    ]
    rounds.seat_as_played(round_, really, by=lise)
    assert sorted(finish_of(tournament).seated) == sorted([*others[:2], one, other])


def test_entry_leaving_after_next_game_still_plays_it(lise):
    tournament = played(lise)
    Presence.objects.filter(entry=factories.entry(tournament, 1)).update(to_round=3)
    assert 1 in finish_of(tournament).totals and not finish_of(tournament).away


def test_medals_are_certain_if_enough_for_all_players(lise):
    found = prospects(played(lise, people=2))
    assert [sorted(hope.number for hope in hopes) for hopes in (found.certain, found.hopes)] == [[1, 2], []]


def test_meetings_of_void_round_give_no_opponents(lise):
    tournament = played(lise)
    seating.seat(stages.qualifying(tournament), 3, by=lise)
    tournament.stages.get().rounds.filter(number=3).update(state=Round.State.VOID)
    assert finish_of(tournament).seated is None


@pytest.mark.parametrize("odd", ["bye", "house"])
def test_bye_or_house_player_is_not_an_opponent(lise, odd):
    tournament = factories.tournament(7, by=lise, rounds=3, odd=odd, bye_credit=0)
    registration.ensure_house(tournament, "Maison L'Écuyer")
    for number in (1, 2):
        factories.play_round(tournament, number)
    seating.seat(stages.qualifying(tournament), 3, by=lise)
    seated = finish_of(tournament).seated
    assert len(seated) == 6
    assert all(seated[seated[number]] == number for number in seated)


ACC_RANKS = {"match_points": "acc", "rank_by": "match_points"}


@pytest.mark.parametrize(
    ("rules", "brings"), [({}, 60), ({"missed": None}, 0), (ACC_RANKS, 0), ({"withdrawn": "removed"}, None)]
)
def test_withdrawn_entry_has_no_prospects_but_stays_a_rival(lise, rules, brings):
    tournament = played(lise, odd="bye", bye_credit=0, **rules)
    first = standings(tournament).rows[0]
    registration.withdraw(tournament.entries.get(number=first.number), from_round=3, by=lise)
    played(factories.director("odile"), games=3)  # where that number has not left
    finish = finish_of(tournament)
    assert finish.away == ({} if brings is None else {first.number: first.points + brings})
    assert sorted(finish.totals) == sorted(
        {row.number for row in standings(tournament).rows} - {first.number}
    )
    assert finish.seated is None
    assert medal_chance_of(tournament, standings(tournament), first.number) is None
    assert first.number not in {
        hope.number for hope in [*prospects(tournament).certain, *prospects(tournament).hopes]
    }


def test_entries_present_in_a_round(lise):
    tournament = factories.tournament(5, by=lise)
    registration.ensure_house(tournament, "Maison L'Écuyer")
    for number, (start, end) in enumerate([(1, None), (1, 2), (3, None), (4, None), (1, 3)], start=1):
        Presence.objects.filter(entry=factories.entry(tournament, number)).update(
            from_round=start, to_round=end
        )
    assert numbers_here(tournament, 3) == {1, 3, 5}


def test_prospects_of_an_entry_equal_those_in_the_list(lise):
    tournament = played(lise)
    shown = standings(tournament)
    everybody = prospects(tournament)
    assert (everybody.first, everybody.last, everybody.by, everybody.most) == (3, 3, "pegged", 121)
    for hope in [*everybody.certain, *everybody.hopes]:
        alone, of_one = medal_chance_of(tournament, shown, hope.number)
        assert of_one == hope
        assert alone == everybody._replace(certain=[], hopes=[], others=0)
    assert medal_chance_of(tournament, standings(tournament, through_round=1), 1) is None


def test_no_prospects_from_outdated_standings(lise):
    tournament = played(lise, games=5, rounds=6, people=6)
    assert medal_chances(tournament, standings(tournament, through_round=4)) is None
    assert medal_chances(tournament, standings(tournament)).first == 6


@pytest.mark.parametrize(
    "rules",
    [
        {"match": {"kind": "best_of", "games": 3}},
        {"movement": "individual_partners", "at_table": 4},
        {"movement": "mixed_tables", "at_table": 3},
    ],
)
def test_prospects_need_single_games_of_two_sides(lise, rules):
    tournament = played(lise)
    stage = stages.qualifying(tournament)
    stage.rules |= rules
    stage.save(update_fields=["rules"])
    assert prospects(tournament) is None


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
def test_possible_game_by_rules(rules, win, lose):
    assert possible_game(formats.rules("fadoq-15", **rules)) == Game(win, lose)


ACC = {"criteria": ["match_points"], "odd": "bye", "credited": "match_points"}
POINTS = {"least": 0, "most": 3, "target": 0, "ties_allowed": True, "odd": "house"}

FEW_POINTS = POINTS | {
    "most": 2,
    "criteria": ["pegged"],
    "credited": "pegged",
    "odd": "bye",
    "ties_allowed": False,
}


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
        ("points-swiss", FEW_POINTS | {"bye_credit": 3}, Game((1, 2, 3), (0, 1, 2, 3))),
        ("points-swiss", POINTS | {"criteria": ["won"], "target": 3}, Game((1,), (0,), level=True)),
        ("points-swiss", POINTS | {"criteria": ["won"], "ties_allowed": False}, Game((1,), (0,))),
        ("points-swiss", POINTS | {"criteria": ["pegged"]}, Game((1, 2, 3), (0, 1, 2), level=True)),
        ("points-swiss", POINTS | {"criteria": ["pegged"], "target": 3}, Game((3,), (0, 1, 2))),
    ],
)
def test_possible_game_with_byes_and_ties(key, rules, game):
    assert possible_game({**formats.FORMATS[key].rules, "bye_credit": 0, **rules}) == game


def test_list_is_limited_and_counts_the_others(lise, monkeypatch):
    tournament = played(lise)
    every = prospects(tournament)
    assert every.others == 0 and len(every.hopes) > 2
    monkeypatch.setattr(medal_prospects, "MAX_SHOWN", 2)
    few = prospects(tournament)
    assert (few.certain, few.hopes, few.others) == (every.certain, every.hopes[:2], len(every.hopes) - 2)


def test_no_prospects_if_first_criterion_is_no_sum(lise):
    assert prospects(played(lise, order=["buchholz", "won"])) is None


def test_pages_show_prospects_unless_switched_off(client, lise):
    tournament = played(lise)
    client.force_login(lise)
    client.cookies["django_language"] = "en"
    pages = [f"/t/{tournament.slug}/", f"/t/{tournament.slug}/standings/"]
    for page in pages:
        assert 'id="medal-chances"' in client.get(page).content.decode()
    first = standings(tournament).rows[0].number
    card = client.get(f"/t/{tournament.slug}/players/{first}/").content.decode()
    assert "data-medal-chance" in card
    stages.change_description(tournament, {"in_sight": False}, by=lise)
    tournament.refresh_from_db()
    assert prospects(tournament) is None
    for page in pages:
        assert 'id="medal-chances"' not in client.get(page).content.decode()


@pytest.mark.parametrize("people", [8, 16])
def test_number_of_queries_is_constant(lise, people, django_assert_num_queries):
    tournament = played(lise, people=people)
    now = standings(tournament)
    with django_assert_num_queries(5):
        medal_chances(tournament, now)


def test_prospects_count_wins_in_gin(lise):
    tournament = factories.gin(8)
    for number in range(1, 6):
        round_ = factories.open_round(tournament, number)
        for meeting in round_.meetings.all():
            factories.totals(meeting, 310, 85)
        rounds.close_round(round_, by=None)
    chances = prospects(tournament)
    assert chances.by == "won"
    assert all(hope.outlook.needs <= 2 for hope in [*chances.certain, *chances.hopes])
