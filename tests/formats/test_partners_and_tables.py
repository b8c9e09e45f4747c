"""Individual partners, and tables of three to six: whole days from the set-up to the official standings."""

import re
from collections import Counter
from random import Random

import pytest
from django.utils import translation

from scoring import DomainError
from tests import factories
from tests.walk import pages_of
from tests.web.desk.desk_client import Desk
from tests.web.setup.posting import posted, refusals
from tournaments import formats, registration, rounds
from tournaments.finals import medals
from tournaments.models import Entry, Meeting, Result, Tournament
from tournaments.pairing.values import NoSeating
from tournaments.publishing import materials, papers, snapshot, statistics
from tournaments.publishing.outputs.rows import gather
from tournaments.publishing.paper_types import Paper
from tournaments.rounds import stages
from tournaments.standings import cards, standings
from tournaments.transfer import copies, simulated_day
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


def day_of(key: str, players: int, **rules) -> Tournament:
    """A day of that format, nothing seated yet."""
    declared = formats.rehearse(formats.FORMATS[key], players)
    return factories.tournament(players, key=key, **{**declared, **rules})


def ordered(key: str) -> dict[str, str]:
    """What ranks, as the script of the page brings it with the format."""
    brought = defaults(offered()[key])
    names = [name for name in (*setup_order.NAMES, "points_ranking") if brought[name]]
    return {name: "on" if brought[name] is True else str(brought[name]) for name in names}


def set_up(client, players: int, **typed) -> Tournament:
    """The same from the pages: set up, everybody entered and here."""
    client.force_login(factories.director())
    order = ordered(typed["format"])
    answer = client.post(
        "/new/", posted(name="Chez O'Brien", tables="6", expected=str(players), **{**order, **typed})
    )
    assert answer.status_code == 302, refusals(answer)
    day = Tournament.objects.get()
    for name, club in factories.names(players):
        client.post(f"/t/{day.slug}/registration/", {"name": name, "club": club})
    for number in range(1, players + 1):
        client.post(f"/t/{day.slug}/check-in/{number}/", {"here": "1"})
    return day


def seat_and_open(client, day: Tournament, number: int) -> None:
    at = f"/t/{day.slug}/rounds"
    preview = client.get(f"{at}/seat/").content.decode()
    client.post(f"{at}/seat/", {"shown": re.search(r'name="shown" value="(\w+)"', preview)[1]})
    client.post(f"{at}/{number}/open/")


def sides(meeting: Meeting) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for side, number in meeting.seats.order_by("side", "order_in_side").values_list("side", "entry__number"):
        found.setdefault(side, []).append(number)
    return [found[side] for side in sorted(found)]


def test_partners_from_the_set_up_to_the_official_standings(client):
    day = set_up(
        client,
        9,
        format=PARTNERS,
        rounds="9",
        dinner_after="4",
        bye_credit="250",
        forfeit_present="500",
        **FIVE_HUNDRED,
    )
    rules = stages.qualifying(day).rules
    assert (rules["movement"], rules["at_table"], rules["odd"]) == ("individual_partners", 4, "bye")
    earned: Counter[int] = Counter()
    together: Counter[frozenset[int]] = Counter()
    for number in range(1, 10):
        seat_and_open(client, day, number)
        desk = Desk(day, factories.director_of(day))
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
        assert client.post(f"/t/{day.slug}/rounds/{number}/close/").status_code == 302
    assert set(together.values()) == {1}
    assert len(together) == 36  # everybody with everybody
    shown = standings(Tournament.objects.get())
    assert {row.number: row.points for row in shown.rows} == earned
    assert [row.points for row in shown.rows] == sorted(earned.values(), reverse=True)
    assert {row.byes for row in shown.rows} == {1}
    simulated_day.play_medals(day, chance=Random(1), by=None)
    snapshot.publish(Tournament.objects.get(), official=True, by=None)
    for address in pages_of(day):
        assert client.get(address).status_code in (200, 204, 302, 405), address


def test_tables_of_several_from_the_set_up_to_the_standings(client):
    day = set_up(client, 7, format=TABLES, rounds="2", at_table="3", **HEARTS)
    assert stages.qualifying(day).rules["at_table"] == 3
    seat_and_open(client, day, 1)
    desk = Desk(day, factories.director_of(day))
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
    client.post(f"/t/{day.slug}/rounds/1/close/")
    assert sum(row.won for row in standings(Tournament.objects.get()).rows) == 2


def test_how_many_sit_at_a_table_is_refused_where_it_is_typed(client):
    client.force_login(factories.director())
    answer = client.post("/new/", posted(format=TABLES, at_table="7", **HEARTS))
    assert list(refusals(answer)) == ["at_table"]
    ignored = client.post("/new/", posted(format="fadoq-15", at_table="7"))
    assert ignored.status_code == 302
    assert stages.qualifying(Tournament.objects.get()).rules["at_table"] == 2


def test_rules_of_a_movement_with_other_tables_are_none():
    with pytest.raises(KeyError, match="at a table"):
        formats.rules(PARTNERS, at_table=6)


@pytest.mark.parametrize(("key", "players"), [(PARTNERS, 10), (TABLES, 11)])
def test_a_day_is_played_proof_read_printed_published_and_brought_back(key, players):
    day = day_of(key, players, rounds=4)
    played = simulated_day.play(day, seed=5, by=None)
    assert not played.faults
    day.refresh_from_db()
    with translation.override("fr-ca"):
        for kind in factories.PAPERS_OF_ANY_DAY:
            drawn = papers.PAPER_TYPES[kind].draw(Paper(day, {"round": 1}, lambda done: None))
            assert drawn.startswith(b"%PDF"), kind
    figures = statistics.statistics_of(gather(day))
    assert figures is not None
    assert figures.games == Meeting.objects.filter(seats__letter="B").count()
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert [(row.rank, row.number) for row in standings(again).rows] == [
        (row.rank, row.number) for row in standings(day).rows
    ]
    assert not medals.open_meetings(day)


@pytest.mark.parametrize("key", [PARTNERS, TABLES])
def test_people_come_late_and_leave_and_nobody_loses_a_game(key):
    day = day_of(key, 9, rounds=4, missed=0)
    simulated_day.play_round(day, 1, chance=Random(1), by=None)
    registration.withdraw(day.entries.get(number=4), from_round=2, by=None)
    simulated_day.play_round(day, 2, chance=Random(2), by=None)
    late = registration.add_entry(day, "Zoé L'Heureux", club="")
    registration.check_in(late, here=True)
    for number in (3, 4):
        round_ = simulated_day.play_round(day, number, chance=Random(number), by=None)
        assert not rounds.seating_of(round_).faults
    shown = {row.number: row for row in standings(Tournament.objects.get()).rows}
    assert len(shown) == 10
    assert len(cards(day)[4]) == 4
    assert shown[late.number].missed == 2


def test_too_many_fixed_seats_and_too_few_people_are_refused_with_a_way_out():
    day = day_of(PARTNERS, 9)
    for table, number in enumerate((1, 2, 3), start=1):
        registration.fix_seat(day.entries.get(number=number), (table, "A"), by=None)
    with pytest.raises(NoSeating) as refused:
        rounds.plan(stages.qualifying(day), 1)
    assert (refused.value.code, refused.value.choices[0][0]) == ("fixed_seats_too_many", "unfix")
    few = day_of(TABLES, 2)
    with pytest.raises((NoSeating, DomainError)):
        rounds.plan(stages.qualifying(few), 1)


def test_a_fixed_seat_is_kept_also_by_who_sits_out():
    day = day_of(PARTNERS, 5, rounds=5)
    registration.fix_seat(day.entries.get(number=3), (1, "B"), by=None)
    for number in range(1, 6):
        simulated_day.play_round(day, number, chance=Random(number), by=None)
        seat = Entry.objects.get(number=3, tournament=day).seats.get(meeting__round__number=number)
        assert (seat.meeting.place.number, seat.letter) == (1, "B")
    assert {row.byes for row in standings(Tournament.objects.get()).rows} == {1}


@pytest.mark.parametrize(
    ("key", "players", "codes", "tables"),
    [(PARTNERS, 12, {"even"}, 3), (PARTNERS, 14, {"left_over"}, 3), (TABLES, 13, set(), 4)],
)
def test_what_a_departure_changes_and_what_has_to_lie_ready(key, players, codes, tables):
    day = day_of(key, players)
    change = registration.Consequence(players + 1, players, 2, 0, players % 2 == 1)
    told = consequence_sentences(
        change, leaves=True, rules=stages.qualifying(day).rules, house="", unfinished=None
    )
    assert {notice.code for notice in told} & {"even", "left_over", "odd_undecided"} == codes
    assert materials.counted(day).tables == tables
