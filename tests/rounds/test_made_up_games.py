"""A missed game that is made up later counts for the players who missed it, and for none twice."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import DomainError
from tests import factories, page_reader
from tests.previewed import post_and_confirm
from tournaments import formats, registration, rounds
from tournaments.common import audit_log
from tournaments.finals import medals, playoffs
from tournaments.models import Act, Entry, Meeting, Tournament
from tournaments.pairing.values import PlannedTable
from tournaments.publishing import card_audit, publications
from tournaments.rounds import make_up, scores, stages
from tournaments.rounds.meetings import planned_tables
from tournaments.rounds.scores import desk
from tournaments.standings import standings
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
HOUSE_NAME = "Maison L'Écuyer"


def tournament(late=(5, 6), **rules):
    """Return six people, of which those in `late` come for game 2; game 1 is closed."""
    made = factories.tournament(6, rounds=3, tables=4, missed=30, **{"made_up": True, **rules})
    Tournament.objects.filter(pk=made.pk).update(settings=made.settings | {"house_name": HOUSE_NAME})
    for number in late:
        registration.withdraw(entry(made, number), from_round=1, by=None)
    play(made, 1)
    for number in late:
        registration.come_back(entry(made, number), from_round=2, by=None)
    return made


def entry(tournament, number):
    return tournament.entries.get(number=number)


def play(tournament, number):
    round_ = factories.open_round(tournament, number)
    for meeting in round_.meetings.filter(void_act=None):
        factories.enter(meeting, [121, 90])
    return rounds.close_round(round_, by=None)


def first(tournament):
    return stages.qualifying(tournament).rounds.get(number=1)


def begin(tournament, number, against=None):
    other = entry(tournament, against) if against else None
    return make_up.start(first(tournament), entry(tournament, number), other, house_name=HOUSE_NAME, by=None)


def row(tournament, number, **asked):
    found = standings(tournament, **asked).by_number[number]
    return found.points, found.missed


def test_made_up_game_replaces_points_of_missed_game():
    made = tournament()
    assert row(made, 5) == (30, 1)
    helper = row(made, 1)
    meeting = begin(made, 5)
    assert (meeting.round.number, meeting.origin) == (1, Meeting.Origin.MADE_UP)
    assert row(made, 5) == (0, 0)
    factories.enter(meeting, [121, 80])
    assert row(made, 5) == (121, 0)
    assert row(made, 6) == (30, 1)
    assert row(made, 1) == helper
    assert Entry.objects.get(tournament=made, kind=Entry.Kind.HOUSE).name == HOUSE_NAME
    play(made, 2)
    assert row(made, 5)[0] > 121


def test_made_up_game_counts_for_both_players():
    made = tournament()
    assert [one.number for one in make_up.possible_opponents(first(made), entry(made, 5))] == [6]
    factories.enter(begin(made, 5, 6), [90, 121])
    assert (row(made, 5), row(made, 6)) == ((90, 0), (121, 0))
    assert frozenset((5, 6)) in {frozenset(one.people) for one in rounds.past(stages.qualifying(made), 2)[0]}
    assert make_up.missed_rounds(stages.qualifying(made), entry(made, 5)) == []


def test_seated_players_can_make_up_games():
    made = tournament(late=(3, 4, 5, 6))
    round_ = first(made)
    factories.open_round(made, 2)
    assert {one.number for one in make_up.possible_opponents(round_, entry(made, 5))} == {3, 4, 6}
    one, other = begin(made, 3), begin(made, 4)
    assert [one.number for one in make_up.possible_opponents(round_, entry(made, 5))] == [6]
    by_meeting = make_up.acts_of([one, other], made)
    assert [by_meeting[meeting.pk].args["entries"][0] for meeting in (one, other)] == [3, 4]
    audit_log.undo(by_meeting[one.pk], by=None)
    assert not make_up.has_penalty(by_meeting[one.pk])
    assert {one.number for one in make_up.possible_opponents(round_, entry(made, 5))} == {3, 6}
    Meeting.objects.filter(pk=other.pk).update(void_act=by_meeting[one.pk])
    assert audit_log.undo_obstacle(by_meeting[other.pk]).code == "round_has_moved_on"


def test_made_up_game_against_house_is_not_in_history():
    made = tournament()
    before = rounds.past(stages.qualifying(made), 2)
    begin(made, 5)
    assert rounds.past(stages.qualifying(made), 2) == before


def test_occupied_table_is_used_if_no_other_is_free():
    made = tournament()
    made.places.filter(number__gt=3).delete()
    factories.open_round(made, 2)
    used = set(first(made).meetings.values_list("place__number", flat=True))
    assert begin(made, 5).place.number not in used


def test_table_used_in_missed_round_is_not_reused():
    made = tournament()
    now = factories.open_round(made, 2)
    now.meetings.filter(place__number=1).update(place=made.places.get(number=4))
    assert {one.place.number for one in first(made).meetings.all()} == {1, 2}
    assert begin(made, 5).place.number == 3


def test_only_named_made_up_game_is_cancelled():
    made = tournament()
    for number in (5, 6):
        registration.withdraw(entry(made, number), from_round=2, by=None)
    play(made, 2)
    made.places.filter(number__gt=4).delete()
    made_up = {}
    for round_ in stages.qualifying(made).rounds.order_by("number"):
        made_up[round_.number] = make_up.start(round_, entry(made, 5), None, house_name=HOUSE_NAME, by=None)
    assert made_up[1].place == made_up[2].place
    audit_log.undo(Act.objects.get(tournament=made, kind="make_up", args__round=2), by=None)
    assert list(Meeting.objects.filter(void_act=None, origin="made_up")) == [made_up[1]]


def test_make_up_gets_free_table():
    made = tournament()
    used = set(first(made).meetings.values_list("place__number", flat=True))
    one, other = begin(made, 5), begin(made, 6)
    assert {one.place.number, other.place.number}.isdisjoint(used)
    assert one.place != other.place


@pytest.mark.parametrize(
    ("code", "number", "against", "rules"),
    [
        ("make_up_not_declared", 5, None, {"made_up": False}),
        ("make_up_has_played", 1, None, {}),
        ("make_up_has_played", 5, 1, {}),
        ("swap_two_people", 5, 5, {}),
        ("make_up_no_table", 5, None, {"tables": 2}),
    ],
)
def test_invalid_make_up_is_refused(code, number, against, rules):
    made = tournament(**{name: value for name, value in rules.items() if name == "made_up"})
    if "tables" in rules:
        made.places.exclude(number__in=first(made).meetings.values("place__number")).delete()
    with pytest.raises(DomainError, match=code):
        begin(made, number, against)
    assert not Act.objects.filter(tournament=made, kind="make_up").exists()


def test_a_round_that_is_not_closed_is_not_made_up():
    made = tournament()
    round_ = factories.open_round(made, 2)
    registration.add_entry(made, "Rose O'Brien")
    with pytest.raises(DomainError, match="make_up_not_closed"):
        make_up.start(round_, entry(made, 7), None, house_name=HOUSE_NAME, by=None)


def test_make_up_is_undone_only_without_result():
    made = tournament()
    begin(made, 5)
    audit_log.undo(Act.objects.get(tournament=made, kind="make_up"), by=None)
    assert row(made, 5) == (30, 1)
    factories.enter(begin(made, 5), [121, 80])
    again = Act.objects.filter(tournament=made, kind="make_up", undone_by=None).latest("version")
    assert audit_log.undo_obstacle(again).code == "results_are_in"


def test_result_of_other_tournament_does_not_block_undo():
    one, other = tournament(), tournament()
    factories.enter(begin(one, 5), [121, 80])
    begin(other, 5)
    assert audit_log.undo_obstacle(Act.objects.get(tournament=other, kind="make_up")) is None


def test_void_medal_matches_do_not_block_make_up():
    made = tournament()
    stage = stages.qualifying(made)
    made.stages.create(
        order=2,
        kind="tie_break",
        state="void",
        movement=stage.movement,
        rules=stage.rules,
        game=stage.game,
        seed=1,
    )
    assert begin(made, 5).round == first(made)


def test_reseating_leaves_made_up_games_alone():
    made = tournament()
    for number in (5, 6):
        factories.enter(begin(made, number), [121, 80])
    one, other = planned_tables(first(made))[:2]
    changed = [
        PlannedTable(one.table, (("A", one.people[0]), ("B", other.people[1]))),
        PlannedTable(other.table, (("A", other.people[0]), ("B", one.people[1]))),
    ]
    rounds.seat_as_played(first(made), changed, by=None)
    assert [row(made, number) for number in (5, 6)] == [(121, 0), (121, 0)]
    at_theirs = PlannedTable(first_made_up_meeting(made).place.number, one.seats)
    with pytest.raises(DomainError, match="no_such_table"):
        rounds.plan_as_played(first(made), [at_theirs])


def first_made_up_meeting(tournament):
    return Meeting.objects.filter(round=first(tournament), origin=Meeting.Origin.MADE_UP, void_act=None)[0]


def test_earlier_versions_ignore_made_up_game():
    made = tournament()
    made.refresh_from_db()
    version = made.version
    factories.enter(begin(made, 5), [121, 80])
    assert row(made, 5, upto=version) == (30, 1)
    assert row(made, 5, upto=Act.objects.latest("version").version + 9) == (121, 0)


def test_open_make_up_blocks_official_standings():
    made = tournament()
    begin(made, 5)
    for number in (2, 3):
        play(made, number)

    def codes():
        return [
            refusal.code
            for refusal in card_audit.official_obstacles(made, card_audit.readings(made, standings(made)))
        ]

    assert "make_ups_open" in codes()
    (meeting,) = make_up.unfinished_games(made)
    factories.enter(meeting, [121, 80])
    assert "make_ups_open" not in codes()
    shown = publications.publish(made, official=True, by=None)
    assert publications.is_current(shown)


def test_open_make_up_blocks_medal_matches(client):
    made = tournament(medals=3)
    begin(made, 5), begin(made, 6)
    for number in (2, 3):
        play(made, number)
    client.force_login(factories.organiser(made))
    with pytest.raises(DomainError, match="make_ups_open"):
        medals.create(made, seed=1, by=None)
    page = client.get(reverse("medals", args=[made.slug]))
    one, other = page.context["made_up"]["rows"]
    assert client.get(one["desk"]).context["typed"]["table"] == one["table"]
    factories.enter(make_up.unfinished_games(made)[0], [121, 80])
    give_up = reverse("act_undo", args=[made.slug, other["act"]]) + "?then=medals"
    assert page_reader.data(client.get(give_up), "touches") == ["2"]
    assert post_and_confirm(client, give_up).headers["Location"] == reverse("medals", args=[made.slug])
    assert client.get(reverse("medals", args=[made.slug])).context["made_up"] is None
    assert row(made, 6)[1] == 1
    medals.create(made, seed=1, by=None)


def test_make_up_is_undone_after_result_is_voided():
    made = tournament()
    meeting = begin(made, 5)
    factories.enter(meeting, [121, 80])
    act = Act.objects.get(tournament=made, kind="make_up")
    assert audit_log.undo_obstacle(act).code == "results_are_in"
    desk.void_result(meeting, game=1, user=None, nonce="taken-out", seen=scores.last_line_of(meeting))
    audit_log.undo(act, by=None)
    assert row(made, 5) == (30, 1)


def test_make_ups_and_playoffs_block_each_other():
    made = tournament(playoffs=formats.playoffs(who="first", count=2, games=1))
    begin(made, 5)
    for number in (2, 3):
        play(made, number)
    with pytest.raises(DomainError, match="make_ups_open"):
        playoffs.start_playoffs(made, seed=1, by=None)
    factories.enter(make_up.unfinished_games(made)[0], [121, 80])
    playoffs.start_playoffs(made, seed=1, by=None)
    with pytest.raises(DomainError, match="make_up_after_matches"):
        begin(made, 6)


def test_copy_includes_made_up_games():
    made = tournament()
    factories.enter(begin(made, 5), [121, 80])
    again = copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(made))), by=factories.director("reine")
    )
    assert row(again, 5) == (121, 0)


def test_make_up_starts_on_player_page_and_ends_at_desk(client):
    made = tournament()
    client.force_login(factories.organiser(made))
    page = client.get(reverse("entry", args=[made.slug, 5]))
    assert page_reader.data(page, "round") == ["1"]
    asked = {"round": "1", "against": "6"}
    assert client.post(reverse("entry_make_up", args=[made.slug, 5]), asked).status_code == 302
    (meeting,) = make_up.unfinished_games(made)
    row_ = next(one for one in client.get(reverse("entry", args=[made.slug, 5])).context["missed"])
    desk = client.get(row_["desk"])
    assert desk.status_code == 200
    assert desk.context["typed"]["table"] == meeting.place.number
    for name in ("round", "round_why"):
        args = [made.slug, 1] + ([meeting.place.number] if name == "round_why" else [])
        assert client.get(reverse(name, args=args)).status_code == 200
    assert client.get(reverse("acts", args=[made.slug])).status_code == 200
    client.post(reverse("entry_make_up", args=[made.slug, 5]), asked)  # the second of two clicks
    assert len(make_up.unfinished_games(made)) == 1


def test_cancelling_make_up_keeps_and_shows_penalty(client):
    made = tournament()
    meeting = begin(made, 5)
    act = Act.objects.get(tournament=made, kind="make_up")
    client.force_login(factories.organiser(made))
    give_up = reverse("act_undo", args=[made.slug, act.version])
    before = page_reader.parse(client.get(give_up)).words
    seat = scores.entry_meeting(made, 1, 1, 5)
    assert seat == meeting
    takes, why = scores.PenaltyEffect("points", 10), {"words": "L'Écuyer l'a vu"}
    scores.penalise(meeting, game=1, number=5, takes=takes, why=why, nonce="p", user=None)
    after = page_reader.parse(client.get(give_up)).words
    assert len(after) > len(before)
    audit_log.undo(act, by=None)
    assert row(made, 5) == (20, 1)
    (ruled,) = scores.recorded_penalties(made)
    scores.take_back(made, ruled.line.number, nonce="b", user=None)
    assert row(made, 5) == (30, 1)


def test_made_up_games_are_read_once_per_page(client):
    """Two such games take as many queries as one, and no query is repeated."""
    asked = formats.playoffs(who="first", count=2, games=1)
    made = tournament(medals=3, playoffs=asked)
    for number in (2, 3):
        play(made, number)
    client.force_login(factories.organiser(made))
    counts = []
    for number in (5, 6):
        begin(made, number)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse("medals", args=[made.slug])).status_code == 200
        made_up = [one["sql"] for one in queries if "'made_up'" in one["sql"] and " LIMIT " not in one["sql"]]
        assert len(made_up) == 1
        counts.append(len(queries))
    assert counts[1] <= counts[0]


def test_taken_back_penalty_does_not_mark_make_up():
    made = tournament()
    meeting = begin(made, 5)
    act = made.acts.get(kind=make_up.KIND)
    factories.enter(meeting, [121, 80])
    assert not make_up.has_penalty(act)
    takes, why = scores.PenaltyEffect("points", 8), {"words": "Cards shown"}
    line = scores.penalise(meeting, game=1, number=5, takes=takes, why=why, nonce="p", user=None).line
    assert make_up.has_penalty(act)
    scores.take_back(made, line.number, nonce="back", user=None)
    assert not make_up.has_penalty(act)


def test_penalty_of_the_house_player_is_about_one_of_its_made_up_games():
    made = tournament()
    games = [begin(made, number) for number in (5, 6)]
    house = made.entries.get(kind=Entry.Kind.HOUSE).number
    with pytest.raises(DomainError) as refused:
        scores.entry_meeting(made, 1, 1, house)
    tables = sorted(meeting.place.number for meeting in games)
    assert (refused.value.code, refused.value.args_["tables"]) == ("several_tables", tables)
    assert [scores.entry_meeting(made, 1, 1, house, str(meeting.uid)) for meeting in games] == games


def reopened(late):
    """Return game 1, open again as two tables sat elsewhere; those in `late` make it up."""
    made = tournament(late, odd="house")
    for number in late:
        begin(made, number)
    one, other = planned_tables(first(made))[:2]
    really = [PlannedTable(one.table, (one.seats[0], ("B", other.people[1])))]
    rounds.seat_as_played(first(made), really, by=None)
    return first(made)


def test_players_of_made_up_game_are_not_swapped(client):
    round_ = reopened(late=(5, 6))
    tournament = round_.stage.tournament
    client.force_login(factories.organiser(tournament))
    page = reverse("round_swap", args=[tournament.slug, 1])
    offered = page_reader.parse(client.get(page)).one("#swap-one").all("option")
    assert sorted(option.get("value") or "" for option in offered) == ["", "1", "2", "3", "4"]
    for number in (5, 6):
        assert page_reader.codes(client.get(page, {"one": 1, "other": number})) == ["swap_two_people"]
        with pytest.raises(DomainError, match="swap_two_people"):
            rounds.swap(round_, 1, number, by=None)


def test_house_player_changes_only_regular_seat():
    round_ = reopened(late=(5,))
    before = planned_tables(round_)
    house = entry(round_.stage.tournament, 7)
    assert house.is_house
    one = next(table.people[0] for table in before if house.number not in table.people)
    shown, _then = rounds.plan_swap(round_, one, house.number)
    rounds.swap(round_, one, house.number, by=None, seen=shown)
    made_up = next(table for table in before if 5 in table.people)
    assert made_up in planned_tables(round_)
    assert Meeting.objects.filter(round=round_, origin="made_up", void_act=None).count() == 1
