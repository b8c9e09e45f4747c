"""Three to six sit at one table, alone or as partners: previewed, recorded, undone."""

import re
from html import unescape

import pytest

from scoring import DomainError
from tests import factories, page_reader
from tests.rounds.seated_as_played import assert_copy_round_trips, codes, people_at, seats
from tournaments import rounds
from tournaments.common import audit_log
from tournaments.common.messages.sentences import error_sentence, sentence
from tournaments.models import Result, Seat
from tournaments.pairing.seating_cost import seats_of
from tournaments.rounds import scores, stages
from tournaments.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(tournament):
    return factories.open_round(tournament)


def sides(round_, table):
    found = Seat.objects.filter(meeting=factories.meeting_at(round_, table)).order_by("side", "order_in_side")
    return list(found.values_list("side", "order_in_side", "letter", "entry__number"))


@pytest.mark.both_databases
def test_four_partners_are_seated_and_undone(database, tournament):
    playing = factories.open_round(tournament)
    before = seats(playing)
    (a, b), (c, d) = before[1], before[2]
    really = [people_at(1, a, c, b, d, partners=True)]
    plan = rounds.plan_as_played(playing, really)
    assert codes(plan) == [
        "as_played_next_winners_stay",
        "as_played_partners_there",
        "as_played_partners_count",
    ]
    assert [found.code for found in plan.findings] == ["too_many_there"]
    rounds.seat_as_played(playing, really, by=None)
    assert seats(playing) == {1: (a, c, b, d), 3: before[3], 4: before[4]}
    assert sides(playing, 1) == [(0, 1, "A", a), (0, 2, "C", b), (1, 1, "B", c), (1, 2, "D", d)]
    assert rounds.planned_tables(playing)[0] == really[0]
    with pytest.raises(DomainError, match="as_played_as_planned"):
        rounds.plan_as_played(playing, really)
    rounds.plan_as_played(playing, [people_at(1, a, c, b, d)])  # the same seats, but each for themselves
    assert_copy_round_trips(tournament)
    audit_log.undo(audit_log.last_undoable(tournament), by=None)
    assert seats(playing) == before


@pytest.mark.both_databases
@pytest.mark.parametrize(("totals", "stays"), [([121, 88], 0), ([70, 121], 1)])
def test_partners_share_points_and_one_keeps_table(database, tournament, totals, stays):
    playing = factories.open_round(tournament)
    (a, b), (c, d) = seats(playing)[1], seats(playing)[2]
    rounds.seat_as_played(playing, [people_at(1, a, c, b, d, partners=True)], by=None)
    factories.enter(factories.meeting_at(playing, 1), totals)
    for table in (3, 4):
        factories.enter(factories.meeting_at(playing, table), [121, 90])
    rounds.close_round(playing, by=None)
    points = dict(Result.objects.values_list("entry__number", "pegged"))
    assert [points[number] for number in (a, b, c, d)] == [totals[0]] * 2 + [totals[1]] * 2
    (last,) = rounds.past(stages.qualifying(tournament), 2)
    winning, losing = ((a, b), (c, d)) if stays == 0 else ((c, d), (a, b))
    assert last[0].winners == winning
    following = rounds.seat(stages.qualifying(tournament), 2, by=None)
    seated = seats_of(rounds.planned_tables(following))
    assert seated[winning[0]] == (1, "AB"[stays])
    assert seated[winning[1]][0] != 1
    met = {frozenset(table.people) for table in rounds.planned_tables(following)}
    assert not {frozenset((one, other)) for one in winning for other in losing} & met
    assert not rounds.seating_of(following).faults
    assert scores.rebuild(tournament, check=True) == []


def test_tables_of_three_and_five_without_partners(playing, tournament):
    everybody = [number for people in seats(playing).values() for number in people]
    really = [people_at(1, *everybody[:3]), people_at(2, *everybody[3:])]
    plan = rounds.plan_as_played(playing, really)
    assert rounds.Consequence("as_played_winner_there", {"tables": [1, 2], "round": 2}) in plan.consequences
    rounds.seat_as_played(playing, really, by=None)
    factories.enter(factories.meeting_at(playing, 1), [88, 70, 121])
    factories.enter(factories.meeting_at(playing, 2), [60, 61, 121, 62, 63])
    rounds.close_round(playing, by=None)
    shown = {row.number: row.points for row in standings(tournament).rows}
    assert [shown[number] for number in everybody] == [88, 70, 121, 60, 61, 121, 62, 63]
    following = rounds.seat(stages.qualifying(tournament), 2, by=None)
    seated = seats_of(rounds.planned_tables(following))
    assert [seated[everybody[at]][0] for at in (2, 5)] == [1, 2]
    assert not rounds.seating_of(following).faults


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (lambda a, b, c, d: people_at(1, a, c, b), "as_played_nobody_opposite"),
        (lambda a, b, c, d: people_at(1, a, c, b, partners=True), "as_played_no_partners"),
        (lambda a, b, c, d: people_at(1, a, c, partners=True), "as_played_no_partners"),
    ],
)
def test_invalid_large_tables_are_refused(playing, given, code):
    with pytest.raises(DomainError, match=code) as refusal:
        rounds.plan_as_played(playing, [given(*seats(playing)[1], *seats(playing)[2])])
    assert error_sentence(refusal.value).endswith(".")


def test_emptied_table_has_no_meeting_until_undo(tournament, playing):
    before = seats(playing)
    (a, b), (c, d) = before[1], before[2]
    rounds.seat_as_played(playing, [people_at(1), people_at(2, c, d, a, b)], by=None)
    standing = playing.meetings.filter(void_act=None)
    assert list(standing.order_by("place").values_list("place__number", flat=True)) == [2, 3, 4]
    audit_log.undo(audit_log.last_undoable(tournament), by=None)
    assert seats(playing) == before


def test_gap_between_seats_is_refused(playing):
    (a, b), (c, _d) = seats(playing)[1], seats(playing)[2]
    gap = type(people_at(1))(1, (("A", a), ("B", b), ("D", c)))
    with pytest.raises(DomainError, match="as_played_gap"):
        rounds.plan_as_played(playing, [gap])


def test_gin_table_takes_only_two():
    tournament = factories.gin(8)
    playing = factories.open_round(tournament)
    (a, b), (c, d) = seats(playing)[1], seats(playing)[2]
    with pytest.raises(DomainError, match="as_played_for_two") as refusal:
        rounds.plan_as_played(playing, [people_at(1, a, b, c, d)])
    assert refusal.value.args_ == {"table": 1}


def test_consequences_have_sentences():
    for code in ("as_played_winner_there", "as_played_partners_there", "as_played_partners_count"):
        assert sentence(code, {"tables": [1, 2], "round": 2}).endswith(".")


class TestThreePlayerTable:
    @pytest.fixture
    def seven(self):
        tournament = factories.tournament(7, odd="three", tables=3)
        for entry in tournament.entries.all():
            factories.registration.check_in(entry, here=True)
        return tournament

    def test_rounds_follow_one_another(self, seven):
        stage = stages.qualifying(seven)
        there = []
        for number in (1, 2, 3):
            round_ = rounds.seat(stage, number, by=None)
            assert not rounds.seating_of(round_).faults
            rounds.open_round(round_, by=None)
            planned = rounds.planned_tables(round_)
            there.append(next(table.people for table in planned if len(table.seats) == 3))
            for table in planned:
                totals = [121, 80, 70][: len(table.seats)]
                factories.enter(factories.meeting_at(round_, table.table), totals)
            rounds.close_round(round_, by=None)
        assert not set(there[0]) & set(there[1])
        assert set(range(1, 8)) <= {number for people in there for number in people}
        assert scores.rebuild(seven, check=True) == []
        assert_copy_round_trips(seven)

    def test_player_leaves_and_returns(self, seven):
        stage = stages.qualifying(seven)
        sizes = []
        for number, here in ((1, 7), (2, 6), (3, 7)):
            entry = seven.entries.get(number=4)
            if number == 2:
                factories.registration.withdraw(entry, from_round=2, by=None)
            if number == 3:
                factories.registration.come_back(entry, from_round=3, by=None)
            round_ = rounds.open_round(rounds.seat(stage, number, by=None), by=None)
            planned = rounds.planned_tables(round_)
            sizes.append(sorted(len(table.seats) for table in planned))
            assert sum(map(len, [table.people for table in planned])) == here
            for table in planned:
                factories.enter(factories.meeting_at(round_, table.table), [121, 80, 70][: len(table.seats)])
            rounds.close_round(round_, by=None)
        assert sizes == [[2, 2, 3], [2, 2, 2], [2, 2, 3]]

    def test_reseating_leaves_no_player_alone(self, seven):
        round_ = factories.open_round(seven)
        three = next(table for table in rounds.planned_tables(round_) if len(table.seats) == 3)
        with pytest.raises(DomainError, match="as_played_no_seat"):
            rounds.plan_as_played(round_, [people_at(three.table, *three.people[:2])])
        other = next(table for table in rounds.planned_tables(round_) if len(table.seats) == 2)
        really = [people_at(other.table, *other.people, three.people[0])]
        plan = rounds.plan_as_played(round_, really)
        after = {table.table: table.people for table in plan.then.tables}
        assert after[three.table] == (three.people[2], three.people[1])

    def test_tournament_of_three_players(self):
        tournament = factories.tournament(3, odd="three", tables=1)
        round_ = factories.open_round(tournament)
        factories.enter(factories.meeting_at(round_, 1), [60, 70, 121])
        rounds.close_round(round_, by=None)
        winner = rounds.planned_tables(round_)[0].people[2]
        following = rounds.planned_tables(rounds.seat(stages.qualifying(tournament), 2, by=None))
        assert following[0].seats[2] == ("C", winner)


def test_page_takes_six_people_and_shows_consequences(director, tournament):
    playing = factories.open_round(tournament)
    (a, b), (c, d) = seats(playing)[1], seats(playing)[2]
    address = f"/t/{tournament.slug}/rounds/1/as-played/"
    asked = f"table=1&A={a}&B={c}&C={b}&D={d}&E=&F=&how=partners"
    page = director.get(f"{address}?{asked}")
    text = unescape(page.content.decode())
    names = dict(tournament.entries.values_list("number", "name"))
    assert page.status_code == 200
    assert f"{names[a]} and {names[b]} against {names[c]} and {names[d]}" in text
    assert {"as_played_partners_count", "too_many_there"} <= set(page_reader.codes(page))
    hidden = re.search(r'<form method="post".*?</form>', page.content.decode(), re.S).group(0)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', hidden))
    assert fields["how"] == "partners"
    done = director.post(address, {**fields, "shown": page.context["shown"]}, follow=True)
    assert page_reader.message_codes(done) == ["as_played_done"]
    assert rounds.planned_tables(playing)[0] == people_at(1, a, c, b, d, partners=True)
    again = director.get(f"{address}?table=1")
    (place,) = again.context["places"]
    assert (place.how, place.has_more, place.seats["D"]) == ("partners", True, str(d))


def test_page_of_gin_takes_two_people(client):
    tournament = factories.gin(8)
    factories.open_round(tournament)
    client.force_login(factories.organiser(tournament))
    client.cookies["django_language"] = "en"
    page = client.get(f"/t/{tournament.slug}/rounds/1/as-played/?table=1").content.decode()
    assert "as-played-more" not in page
    assert 'name="C"' not in page
