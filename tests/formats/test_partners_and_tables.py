"""Individual partners, and tables of three to six: tournaments from the set-up to official standings."""

import re
from collections import Counter
from random import Random

import pytest
from django.utils import translation

from scoring import DomainError
from tests import factories
from tests.all_addresses import pages_of
from tests.web.desk.desk_client import Desk
from tests.web.setup.posting import posted, refusals
from tournaments import formats, registration, rounds
from tournaments.finals import medals
from tournaments.models import Entry, Meeting, Result, Tournament
from tournaments.pairing.values import NoSeating
from tournaments.publishing import materials, publications, statistics
from tournaments.publishing.outputs.rows import publishable_data
from tournaments.publishing.papers import registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.rounds import stages
from tournaments.standings import cards, standings
from tournaments.transfer import copies, simulated_tournament
from tournaments.web.registration.words import consequence_sentences
from tournaments.web.setup.forms import order as setup_order
from tournaments.web.setup.forms.formats import offered
from tournaments.web.setup.forms.initial import defaults

pytestmark = pytest.mark.django_db
PARTNERS, TABLES = "points-partners", "points-tables"
FIVE_HUNDRED = {
    "game_name": "500",
    "least": "-990",
    "most": "990",
    "points_target": "500",
    "ties_allowed": None,
}
HEARTS = {
    "game_name": "L'Écarté", "better": "lower", "least": "0", "most": "130", "points_target": "100",
    "forfeit_present": "0", "forfeit_absent": "100",
}  # fmt: skip


def make_tournament(key: str, players: int, **rules) -> Tournament:
    """Make a tournament of that format, with nothing seated."""
    declared = formats.rehearsal_rules(formats.FORMATS[key], players)
    return factories.tournament(players, key=key, **{**declared, **rules})


def default_order(key: str) -> dict[str, str]:
    """Return the fields of the ranking as the script of the page fills them in with the format."""
    brought = defaults(offered()[key])
    names = [name for name in (*setup_order.NAMES, "points_ranking") if brought[name]]
    return {name: "on" if brought[name] is True else str(brought[name]) for name in names}


def set_up(client, players: int, **typed) -> Tournament:
    """Set up the same from the pages, with all players entered and checked in."""
    client.force_login(factories.director())
    order = default_order(typed["format"])
    answer = client.post(
        "/new/", posted(name="Chez O'Brien", tables="6", expected=str(players), **{**order, **typed})
    )
    assert answer.status_code == 302, refusals(answer)
    tournament = Tournament.objects.get()
    for name, club in factories.names(players):
        client.post(f"/t/{tournament.slug}/registration/", {"name": name, "club": club})
    for number in range(1, players + 1):
        client.post(f"/t/{tournament.slug}/check-in/{number}/", {"here": "1"})
    return tournament


def seat_and_open(client, tournament: Tournament, number: int) -> None:
    at = f"/t/{tournament.slug}/rounds"
    preview = client.get(f"{at}/seat/").content.decode()
    client.post(f"{at}/seat/", {"shown": re.search(r'name="shown" value="(\w+)"', preview)[1]})
    client.post(f"{at}/{number}/open/")


def sides(meeting: Meeting) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for side, number in meeting.seats.order_by("side", "order_in_side").values_list("side", "entry__number"):
        found.setdefault(side, []).append(number)
    return [found[side] for side in sorted(found)]


def test_partners_from_setup_to_official_standings(client):
    tournament = set_up(
        client,
        9,
        format=PARTNERS,
        rounds="9",
        dinner_after="4",
        bye_credit="250",
        forfeit_present="500",
        **FIVE_HUNDRED,
    )
    rules = stages.qualifying(tournament).rules
    assert (rules["movement"], rules["at_table"], rules["odd"]) == ("individual_partners", 4, "bye")
    earned: Counter[int] = Counter()
    together: Counter[frozenset[int]] = Counter()
    for number in range(1, 10):
        seat_and_open(client, tournament, number)
        desk = Desk(tournament, factories.director_of(tournament))
        for meeting in Meeting.objects.filter(round__number=number, void_act=None).order_by("place__number"):
            seated = sides(meeting)
            if len(seated) == 1:
                earned[seated[0][0]] += 250
                continue
            assert [len(side) for side in seated] == [2, 2]
            together.update(map(frozenset, seated))
            low = -20 * number
            assert desk.post(table=meeting.place.number, score_A=500 + number, score_B=low)["ok"]
            for people, points in zip(seated, (500 + number, low), strict=True):
                earned.update(dict.fromkeys(people, points))
        assert client.post(f"/t/{tournament.slug}/rounds/{number}/close/").status_code == 302
    assert set(together.values()) == {1}
    assert len(together) == 36  # every pair once
    shown = standings(Tournament.objects.get())
    assert {row.number: row.points for row in shown.rows} == earned
    assert [row.points for row in shown.rows] == sorted(earned.values(), reverse=True)
    assert {row.byes for row in shown.rows} == {1}
    simulated_tournament.play_medals(tournament, chance=Random(1), by=None)
    publications.publish(Tournament.objects.get(), official=True, by=None)
    for address in pages_of(tournament):
        assert client.get(address).status_code in (200, 204, 302, 405), address


def test_tables_of_several_from_setup_to_standings(client):
    tournament = set_up(client, 7, format=TABLES, rounds="2", at_table="3", **HEARTS)
    assert stages.qualifying(tournament).rules["at_table"] == 3
    seat_and_open(client, tournament, 1)
    desk = Desk(tournament, factories.director_of(tournament))
    large, small = sorted(Meeting.objects.all(), key=lambda one: -one.seats.count())
    assert [one.seats.count() for one in (large, small)] == [4, 3]
    missing = desk.post(table=large.place.number, score_A=100, score_B=12, score_C=60)
    assert (missing["code"], missing["field"]) == ("points_score_missing", "score_D")
    assert desk.post(table=large.place.number, score_A=100, score_B=12, score_C=60, score_D=40)["ok"]
    assert desk.post(table=small.place.number, score_A=30, score_B=101, score_C=31)["ok"]
    won = (
        Result.objects.filter(won=1)
        .order_by("-spread")
        .values_list("meeting", "entry__seats__letter", "spread")
    )
    assert {(meeting, spread) for meeting, _letter, spread in won} == {(large.pk, 28), (small.pk, 1)}
    client.post(f"/t/{tournament.slug}/rounds/1/close/")
    assert sum(row.won for row in standings(Tournament.objects.get()).rows) == 2


def test_invalid_table_size_is_refused_at_its_field(client):
    client.force_login(factories.director())
    answer = client.post("/new/", posted(format=TABLES, at_table="7", **HEARTS))
    assert list(refusals(answer)) == ["at_table"]
    ignored = client.post("/new/", posted(format="fadoq-15", at_table="7"))
    assert ignored.status_code == 302
    assert stages.qualifying(Tournament.objects.get()).rules["at_table"] == 2


def test_other_table_sizes_are_refused():
    with pytest.raises(KeyError, match="at a table"):
        formats.rules(PARTNERS, at_table=6)


@pytest.mark.parametrize(("key", "players"), [(PARTNERS, 10), (TABLES, 11)])
def test_tournament_is_simulated_printed_and_restored(key, players):
    tournament = make_tournament(key, players, rounds=4)
    played = simulated_tournament.play(tournament, seed=5, by=None)
    assert not played.faults
    tournament.refresh_from_db()
    with translation.override("fr-ca"):
        for kind in factories.COMMON_PAPERS:
            drawn = registry.PAPER_TYPES[kind].draw(Paper(tournament, {"round": 1}, lambda done: None))
            assert drawn.startswith(b"%PDF"), kind
    figures = statistics.statistics_of(publishable_data(tournament))
    assert figures is not None
    assert figures.games == Meeting.objects.filter(seats__letter="B").count()
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert [(row.rank, row.number) for row in standings(again).rows] == [
        (row.rank, row.number) for row in standings(tournament).rows
    ]
    assert not medals.open_meetings(tournament)


@pytest.mark.parametrize("key", [PARTNERS, TABLES])
def test_late_and_leaving_players_keep_their_games(key):
    tournament = make_tournament(key, 9, rounds=4, missed=0)
    simulated_tournament.play_round(tournament, 1, chance=Random(1), by=None)
    registration.withdraw(tournament.entries.get(number=4), from_round=2, by=None)
    simulated_tournament.play_round(tournament, 2, chance=Random(2), by=None)
    late = registration.add_entry(tournament, "Zoé L'Heureux", club="")
    registration.check_in(late, here=True)
    for number in (3, 4):
        round_ = simulated_tournament.play_round(tournament, number, chance=Random(number), by=None)
        assert not rounds.seating_of(round_).faults
    shown = {row.number: row for row in standings(Tournament.objects.get()).rows}
    assert len(shown) == 10
    assert len(cards(tournament)[4]) == 4
    assert shown[late.number].missed == 2


def test_too_many_fixed_seats_or_too_few_players_are_refused():
    tournament = make_tournament(PARTNERS, 9)
    for table, number in enumerate((1, 2, 3), start=1):
        registration.fix_seat(tournament.entries.get(number=number), (table, "A"), by=None)
    with pytest.raises(NoSeating) as refused:
        rounds.plan(stages.qualifying(tournament), 1)
    assert (refused.value.code, refused.value.choices[0][0]) == ("fixed_seats_too_many", "unfix")
    few = make_tournament(TABLES, 2)
    with pytest.raises((NoSeating, DomainError)):
        rounds.plan(stages.qualifying(few), 1)


def test_fixed_seat_is_kept_through_byes():
    tournament = make_tournament(PARTNERS, 5, rounds=5)
    registration.fix_seat(tournament.entries.get(number=3), (1, "B"), by=None)
    for number in range(1, 6):
        simulated_tournament.play_round(tournament, number, chance=Random(number), by=None)
        seat = Entry.objects.get(number=3, tournament=tournament).seats.get(meeting__round__number=number)
        assert (seat.meeting.place.number, seat.letter) == (1, "B")
    assert {row.byes for row in standings(Tournament.objects.get()).rows} == {1}


@pytest.mark.parametrize(
    ("key", "players", "codes", "tables"),
    [(PARTNERS, 12, {"even"}, 3), (PARTNERS, 14, {"left_over"}, 3), (TABLES, 13, set(), 4)],
)
def test_consequences_of_a_departure_and_materials(key, players, codes, tables):
    tournament = make_tournament(key, players)
    change = registration.Consequence(players + 1, players, 2, 0, players % 2 == 1)
    sentences = consequence_sentences(
        change, leaves=True, rules=stages.qualifying(tournament).rules, house="", unfinished=None
    )
    assert {notice.code for notice in sentences} & {"even", "left_over", "odd_undecided"} == codes
    assert materials.people_and_tables(tournament).tables == tables
