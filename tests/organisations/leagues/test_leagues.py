"""Leagues evening by evening: seated from the fixtures, postponed, awarded, and added up from the results."""

import pytest

from scoring import DomainError
from scoring.league import AWAY, HOME, NEITHER
from tests import factories
from tests.organisations.leagues import evenings
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Player, Seat, Stage, Tournament, User
from tournaments.organisations import clubs, erasure, leagues, seasons
from tournaments.organisations.leagues import Side, state
from tournaments.publishing import publications
from tournaments.registration import members as players
from tournaments.registration.teams import is_named
from tournaments.rounds import fixtures as told_of
from tournaments.rounds import scores, seating, stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
TEAMS = [Side(f"Équipe {at}", "Sorel", (f"Réal O'Brien {at}", f"Zoé L'Écuyer {at}")) for at in range(1, 5)]


@pytest.fixture
def lise() -> User:
    return factories.director()


def club(of: User):
    return of.roles.get().organisation


def seats(tournament, number):
    """Return the players at A and at B at each table of a round, by name."""
    found = {}
    rows = Seat.objects.filter(meeting__round__stage__tournament=tournament, meeting__round__number=number)
    for meeting, letter, name in rows.order_by("letter").values_list("meeting", "letter", "entry__name"):
        found.setdefault(meeting, []).append((letter, name))
    return {tuple(name for _letter, name in sides) for sides in found.values()}


def test_evenings_are_seated_from_fixtures_with_home_at_seat_a(lise):
    league = evenings.league(evenings.persons(6), of=club(lise), per_evening=2)
    called = leagues.league_state(league).names
    for number in (1, 2):
        tournament = evenings.evening(league, number, by=lise)
        evenings.play(tournament, by=lise)
        for at in (1, 2):
            drawn = league.fixtures.filter(round=2 * (number - 1) + at)
            wanted = {(called[one.home.number], called[one.away.number]) for one in drawn}
            assert seats(tournament, at) == wanted
        assert stages.qualifying(tournament).rules["rounds"] == 2
    now = leagues.league_state(league)
    assert [one.state for one in now.fixtures if one.evening <= 2] == ["played"] * 12
    assert sum(row.all.won for row in now.rows) == sum(row.home.won for row in now.rows) == 12
    assert {row.all.played for row in now.rows} == {4}
    assert Player.objects.count() == 6


def test_unnamed_teams_with_equal_names_stay_distinct_sides(lise):
    made = factories.tournament(0, tables=4)
    squads = [
        ("Réal Tremblay", "Zoé Roy", "Léo Côté", "Anne Morin", "Pat Dubé"),
        ("Aline Tremblay", "Guy Roy", "Noëlla Gagnon", "Jean O'Brien", "Rose Dubé"),
        ("Luc Saint-Hilaire", "Ève L'Écuyer", "Marc Lavoie", "Lise Fortin", "Paul Gagné"),
    ]
    for members in squads[:2]:
        registration.add_team(made, "", [registration.NewMember(name) for name in members])
    registration.add_team(made, "Les Valets", [registration.NewMember(name) for name in squads[2]])
    first, second, _third = made.entries.order_by("number")
    assert first.name == second.name
    league = evenings.league(leagues.sides_of(made), of=club(lise))
    people = [
        tuple(one.player.name for one in side.players.order_by("position"))
        for side in league.sides.order_by("number")
    ]
    assert people == squads
    assert leagues.league_state(league).names[3] == "Les Valets"


def test_odd_number_of_sides_gives_one_bye_each_evening(lise):
    league = evenings.league(evenings.persons(5), of=club(lise))
    tournament = evenings.evening(league, 1, by=lise)
    evenings.play(tournament, by=lise)
    now = leagues.league_state(league)
    assert (len(now.evenings[0].fixtures), len(now.evenings[0].free)) == (2, 1)
    assert tournament.entries.count() == 4
    assert sorted(row.behind for row in now.rows) == [0, 0, 0, 0, 1]


def test_only_official_results_count_in_a_league(lise):
    league = evenings.league(evenings.persons(4), of=club(lise))
    tournament = evenings.evening(league, 1, by=lise)
    evenings.play(tournament, by=lise, publish=False)
    assert {one.state for one in leagues.league_state(league).fixtures if one.evening == 1} == {"seated"}
    publications.publish(tournament, official=True, by=lise)
    won = [row.side for row in leagues.league_state(league).rows if row.all.won]
    meeting = tournament.stages.get(order=1).rounds.get(number=1).meetings.first()
    factories.enter(meeting, [70, 121], kind="correction")
    assert [row.side for row in leagues.league_state(league).rows if row.all.won] == won
    publications.publish(tournament, official=True, by=lise)
    after = leagues.league_state(league)
    assert sum(row.away.won for row in after.rows) == sum(row.home.won for row in after.rows) == 1


def test_fixture_to_which_neither_side_came_stays_open(lise):
    league = evenings.league(evenings.persons(4), of=club(lise))
    tournament = evenings.evening(league, 1, by=lise, rounds=1)
    first, second = factories.open_round(tournament, 1).meetings.order_by("place__number")
    factories.enter(first, [121, 90])
    no_show = scores.desk.award_data(second, "no_show", winner=None, declared=[0, 0])
    scores.desk.enter_result(second, game=1, data=no_show, nonce="away", seen=0, user=lise)
    rounds.close_round(first.round, by=None)
    publications.publish(tournament, official=True, by=lise)
    for _official in range(2):
        state = leagues.league_state(league)
        assert sorted(one.state for one in state.fixtures if one.evening == 1) == ["open", "played"]
        assert {row.all.drawn for row in state.rows} == {0}
        factories.enter(first, [121, 91], kind="correction")


def test_postponed_fixture_can_be_played_on_a_later_evening(lise):
    league = evenings.league(evenings.persons(6), of=club(lise))
    late = evenings.fixture(league, 1)
    leagues.postpone(late, reason="Grippe", by=lise)
    first = evenings.evening(league, 1, by=lise)
    evenings.play(first, by=lise)
    assert evenings.shown_fixture(league, late).state == "open"
    assert sorted(row.behind for row in leagues.league_state(league).rows) == [0, 0, 0, 0, 1, 1]
    leagues.move(late, 2, by=lise)
    second = evenings.evening(league, 2, by=lise)
    assert stages.qualifying(second).rules["rounds"] == 2
    evenings.play(second, by=lise)
    fixture = evenings.shown_fixture(league, late)
    assert (fixture.state, fixture.at, fixture.evening, fixture.drawn) == ("played", second, 2, 1)
    called = leagues.league_state(league).names
    assert seats(second, 2) == {(called[fixture.home], called[fixture.away])}
    assert {row.behind for row in leagues.league_state(league).rows} == {0}


def test_fixture_moved_to_running_evening_adds_a_round(lise):
    league = evenings.league(evenings.persons(6), of=club(lise), per_evening=2)
    tournament = evenings.evening(league, 1, by=lise)
    factories.open_round(tournament, 1)
    ahead = evenings.fixture(league, 2)
    leagues.move(ahead, 1, by=lise)
    assert stages.qualifying(tournament).rules["rounds"] == 3
    with pytest.raises(DomainError, match="league_is_played"):
        leagues.postpone(evenings.fixture(league, 1), by=lise)
    leagues.take_back(ahead.acts.get(), by=lise)
    assert stages.qualifying(tournament).rules["rounds"] == 2
    assert evenings.shown_fixture(league, ahead).evening == 2


def test_absent_side_and_its_opponent_are_not_seated(lise):
    league = evenings.league(evenings.persons(6), of=club(lise), per_evening=2)
    tournament = evenings.evening(league, 1, by=lise)
    absent = registration.present(tournament, 1)[0]
    registration.leave_out(tournament, [absent], by=lise)
    round_ = factories.open_round(tournament, 1)
    assert round_.meetings.count() == 2
    missed = next(
        one
        for one in leagues.league_state(league).fixtures
        if one.round == 1
        and absent.name in (leagues.league_state(league).names[side] for side in (one.home, one.away))
    )
    assert missed.state == "planned"
    registration.come_back(absent, from_round=2, by=lise)
    leagues.move(league.fixtures.get(uid=missed.uid), 1, by=lise)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    evenings.play(tournament, by=lise)
    assert [one.state for one in leagues.league_state(league).fixtures if one.evening == 1] == ["played"] * 6


@pytest.mark.parametrize(("to", "won"), [(HOME, (1, 0)), (AWAY, (0, 1)), (NEITHER, (0, 0))])
def test_an_award_needs_a_reason_counts_and_can_be_taken_back(lise, to, won):
    league = evenings.league(evenings.persons(4), of=club(lise))
    one = evenings.fixture(league, 1)
    with pytest.raises(DomainError, match="league_award_reason"):
        leagues.award(one, to, reason=" ", by=lise)
    act = leagues.award(one, to, reason="Ne s'est pas présentée", by=lise)
    rows = {row.side: row.all for row in leagues.league_state(league).rows}
    assert (rows[one.home.number].won, rows[one.away.number].won) == won
    assert rows[one.home.number].played == rows[one.away.number].played == 1
    with pytest.raises(DomainError, match="league_is_awarded"):
        leagues.postpone(one, by=lise)
    assert not Seat.objects.exists()
    leagues.take_back(act, by=lise)
    assert not any(row.all.played for row in leagues.league_state(league).rows)
    with pytest.raises(DomainError, match="league_not_the_last"):
        leagues.take_back(act, by=lise)
    assert one.acts.get().taken_back_by == lise


def test_erased_member_of_a_team_is_not_entered_again(lise):
    trios = [Side(one.name, one.club, (*one.members, f"Noëlla Côté {at}")) for at, one in enumerate(TEAMS)]
    league = evenings.league(trios, of=club(lise))
    evenings.play(evenings.evening(league, 1, by=lise), by=lise)
    Tournament.objects.update(date="2026-09-08")
    erasure.erase(league.sides.get(number=1).players.earliest("position").player, by=lise)
    known = Player.objects.count()
    entered = evenings.evening(league, 2, by=lise).entries
    assert entered.get(name__startswith="Équipe 1").team == ["Zoé L'Écuyer 1", "Noëlla Côté 0"]
    assert Player.objects.count() == known


def test_award_of_a_game_that_was_played_can_be_taken_back(lise):
    """The evening was not in the season when the award was made, so the fixture stayed on it."""
    league = evenings.league(evenings.persons(4), of=club(lise))
    evening, fixture = evenings.evening(league, 1, by=lise), evenings.fixture(league, 1)
    seasons.take_out(league.season, evening)
    act = leagues.award(fixture, HOME, reason="Absente", by=lise)
    seasons.add(league.season, evening)
    evenings.play(evening, by=lise)
    assert evenings.shown_fixture(league, fixture).state == state.AWARDED
    leagues.take_back(act, by=lise)
    assert evenings.shown_fixture(league, fixture).state == state.PLAYED


def test_leaving_side_loses_open_fixtures_before_league_ends(lise):
    league = evenings.league(evenings.persons(3), of=club(lise))
    evenings.play(evenings.evening(league, 1, by=lise), by=lise)
    with pytest.raises(DomainError, match="league_still_open"):
        leagues.end(league, by=lise)
    played = leagues.league_state(league).evenings[0].fixtures[0]
    assert leagues.leave(league.sides.get(number=played.home), reason="Déménagement", by=lise) == 1
    left = next(one for one in leagues.league_state(league).fixtures if one.is_open)
    leagues.award(league.fixtures.get(uid=left.uid), NEITHER, reason="Tempête", by=lise)
    leagues.end(league, by=lise)
    now = leagues.league_state(league)
    assert now.official and not now.changed
    leagues.take_back(league.fixtures.get(uid=left.uid).acts.get(), by=lise)
    assert leagues.league_state(league).changed


def test_team_keeps_its_identity_with_substitutes(lise):
    pairs = [(f"Équipe {letter}", (f"Anne {letter} O'Brien", f"Luc {letter} L'Écuyer")) for letter in "ABCD"]
    league = evenings.league(
        [Side(name, "Sorel", members) for name, members in pairs], of=club(lise), double=True
    )
    first = evenings.evening(league, 1, by=lise)
    assert set(first.entries.values_list("kind", "name")) == {("team", name) for name, _ in pairs}
    evenings.play(first, by=lise)
    second = evenings.evening(league, 2, by=lise)
    team = second.entries.order_by("number").first()
    registration.replace_member(team, 1, "Zoé Saint-Hilaire", by=lise)
    evenings.play(second, by=lise)
    third = stages.create_tournament(
        name="Ligue 3", day=league.days[2], place="", rules=second.stages.get(order=1).rules, seed=3, by=lise
    )
    registration.copy_people(third, second, by=lise)
    leagues.assign_tournament(league, 3, third, by=lise)
    assert third.entries.count() == 4
    evenings.play(third, by=lise)
    assert {row.all.played for row in leagues.league_state(league).rows} == {3}


@pytest.mark.parametrize(
    ("sides", "code"),
    [
        (evenings.persons(1), "league_sides"),
        (evenings.persons(41), "league_sides"),
        ([*evenings.persons(3), evenings.persons(1)[0]], "league_side_twice"),
        (evenings.persons(30), "league_dates"),
    ],
)
def test_invalid_sides_of_a_league_are_refused(lise, sides, code):
    with pytest.raises(DomainError, match=code):
        evenings.league(sides, of=club(lise))


def test_evening_needs_a_two_sided_format_and_is_assigned_once(lise):
    league = evenings.league(evenings.persons(4), of=club(lise))
    with pytest.raises(DomainError, match="league_two_at_table"):
        evenings.evening(league, 1, by=lise, key="cribbage-partners")
    with pytest.raises(DomainError, match="league_two_at_table"):
        evenings.evening(league, 1, by=lise, key="cribbage-teams")
    tournament = evenings.evening(league, 1, by=lise)
    with pytest.raises(DomainError, match="league_evening_taken"):
        evenings.evening(league, 1, by=lise)
    evenings.play(tournament, by=lise)
    with pytest.raises(DomainError, match="league_evening_over"):
        leagues.move(evenings.fixture(league, 2), 1, by=lise)
    with pytest.raises(DomainError, match="league_no_evening"):
        leagues.move(evenings.fixture(league, 2), 99, by=lise)


def test_an_evening_of_another_league_is_not_assigned(lise):
    league = evenings.league(evenings.persons(4), of=club(lise))
    tournament = evenings.evening(league, 1, by=lise)
    evenings.play(tournament, by=lise, publish=False)
    summer = seasons.make(club(lise), {"name": "Été"})
    other = evenings.league(evenings.persons(6), of=club(lise), season=summer)
    with pytest.raises(DomainError, match="league_plays_another"):
        leagues.assign_tournament(other, 1, tournament, by=lise)
    publications.publish(tournament, official=True, by=lise)
    assert [one.state for one in leagues.league_state(league).fixtures if one.evening == 1] == ["played"] * 2
    assert seasons.evenings_of(summer) == [] and tournament.entries.count() == 4


def test_a_tournament_taken_out_of_its_season_can_play_for_another_league(lise):
    league = evenings.league(evenings.persons(4), of=club(lise))
    tournament = evenings.evening(league, 1, by=lise)
    seasons.take_out(league.season, tournament)
    summer = seasons.make(club(lise), {"name": "Été"})
    other = evenings.league(evenings.persons(4), of=club(lise), season=summer)
    leagues.assign_tournament(other, 2, tournament, by=lise)
    assert leagues.evening_of(other, 2).tournament == tournament


def test_a_tournament_taken_out_comes_back_only_while_its_evening_is_free(lise):
    league = evenings.league(evenings.persons(4), of=club(lise))
    first = evenings.evening(league, 1, by=lise)
    seasons.take_out(league.season, first)
    seasons.add(league.season, first)
    assert leagues.evening_of(league, 1).tournament == first
    seasons.take_out(league.season, first)
    again = evenings.evening(league, 1, by=lise)
    with pytest.raises(DomainError, match="league_evening_taken"):
        seasons.add(league.season, first)
    assert leagues.evening_of(league, 1).tournament == again
    leagues.postpone(evenings.fixture(league, 1), by=lise)
    leagues.assign_tournament(league, 2, first, by=lise)
    assert leagues.evening_of(league, 2).tournament == first


def test_removed_entries_are_added_again_with_the_fixtures(lise):
    league = evenings.league(evenings.persons(4), of=club(lise))
    tournament = evenings.evening(league, 1, by=lise)
    audit_log.undo(tournament.acts.get(kind="import"), by=lise)
    assert not tournament.entries.exists()
    leagues.move(evenings.fixture(league, 2), 1, by=lise)
    assert tournament.entries.count() == 4
    numbers = set(tournament.entries.values_list("number", flat=True))
    rounds = told_of.rounds_of(told_of.latest_act(tournament))
    assert {number for games in rounds for one in games for number in one[:2]} <= numbers


def declared_numbers(tournament) -> list[list[int]]:
    """Return the entry numbers in each declared round, in order."""
    declared = told_of.rounds_of(told_of.latest_act(tournament))
    return [sorted(number for one in games for number in one[:2]) for games in declared]


def test_name_corrected_at_the_desk_keeps_the_entry_of_a_side(lise):
    league = evenings.league(evenings.persons(4), of=club(lise), per_evening=2)
    tournament = evenings.evening(league, 1, by=lise)
    entry = tournament.entries.get(number=4)
    played_before = factories.tournament(0, by=lise, about={"organisation": club(lise)})
    registration.add_entry(played_before, entry.name, club=entry.club)  # so the corrected one is a new person
    registration.edit_entry(entry, "Marie-Thérèse Gagnon", club=entry.club)
    last = league.fixtures.filter(evening=1).last()
    leagues.postpone(last, by=lise)
    leagues.move(last, 1, by=lise)
    assert tournament.entries.count() == 4 and declared_numbers(tournament) == [[1, 2, 3, 4]] * 2


def test_unnamed_team_is_entered_under_corrected_names(lise):
    pairs = [Side("", "Sorel", (f"Zoé Roy {at}", f"Ada Lo {at}")) for at in range(4)]
    league = evenings.league(pairs, of=club(lise))
    first = evenings.evening(league, 1, by=lise).entries.get(number=1)
    (one, other) = first.team
    players.edit_member(first, 1, f"{one}x", agrees=False)
    later = evenings.evening(league, 2, by=lise)
    (entry,) = [each for each in later.entries.all() if other in each.team]
    assert (entry.name, entry.team) == (f"{one}x / {other}", [f"{one}x", other])
    assert not is_named(entry)


@pytest.mark.parametrize("given", ["Coeur / Pique", "As de coeur / As de pique"])
def test_given_name_with_a_stroke_stays(lise, given):
    pairs = [Side(given if at == 0 else "", "Sorel", (f"Zoé Roy {at}", f"Ada Lo {at}")) for at in range(4)]
    league = evenings.league(pairs, of=club(lise))
    assert state.names(league)[1] == given
    entered = {tuple(one.team): one.name for one in evenings.evening(league, 1, by=lise).entries.all()}
    assert entered["Zoé Roy 0", "Ada Lo 0"] == given


def test_side_with_a_namesake_is_entered_once(lise):
    before = factories.tournament(0, by=lise, about={"organisation": club(lise)})
    for _person in range(2):
        registration.add_entry(before, "Jean Roy", club="Sorel")
    namesake = club(lise).players.order_by("pk").last()
    sides = [Side("Jean Roy", "Sorel", (), (namesake,)), *evenings.persons(3)]
    league = evenings.league(sides, of=club(lise))
    tournament = evenings.evening(league, 1, by=lise)
    leagues.move(evenings.fixture(league, 2), 1, by=lise)
    assert tournament.entries.count() == 4
    following = factories.tournament(0, by=lise, about={"organisation": club(lise)})
    registration.copy_people(following, tournament, by=lise)
    leagues.assign_tournament(league, 2, following, by=lise)
    assert following.entries.count() == 4


def test_teams_of_merged_clubs_stay_distinct_sides(lise):
    sides = [
        Side("Équipe 1", "Sorel", ("Anne Roy", "Luc Roy")),
        Side("Équipe 1", "FADOQ Tracy", ("Zoé Côté", "Réal Côté")),
        *TEAMS[1:3],
    ]
    league = evenings.league(sides, of=club(lise))
    tournament = evenings.evening(league, 1, by=lise)
    clubs.merge(club(lise).clubs.get(name="FADOQ Tracy"), club(lise).clubs.get(name="Sorel"), by=lise)
    leagues.move(evenings.fixture(league, 2), 1, by=lise)
    assert tournament.entries.count() == 4 and declared_numbers(tournament)[0] == [1, 2, 3, 4]
    following = factories.tournament(0, by=lise, about={"organisation": club(lise)})
    registration.copy_people(following, tournament, by=lise)
    leagues.assign_tournament(league, 3, following, by=lise)
    assert following.entries.count() == 4 and declared_numbers(following) == [[1, 2, 3, 4]]
    by_uid = {
        uid: {tuple(sorted(meeting.entries.get(number=number).team)) for number in pair}
        for meeting in (tournament, following)
        for games in told_of.rounds_of(told_of.latest_act(meeting))
        for *pair, uid in games
    }
    for one in league.fixtures.filter(uid__in=by_uid):
        wanted = {
            tuple(sorted(link.player.name for link in side.players.all())) for side in (one.home, one.away)
        }
        assert by_uid[str(one.uid)] == wanted


def test_number_of_a_removed_entry_is_not_that_of_its_side(lise):
    league = evenings.league(evenings.persons(4), of=club(lise))
    tournament = evenings.evening(league, 1, by=lise)
    registration.remove_entry(tournament.entries.get(number=4), by=lise)
    guest = registration.add_entry(tournament, "Zoé Saint-Hilaire", by=lise)
    leagues.move(evenings.fixture(league, 2), 1, by=lise)
    assert guest.number == 4 and tournament.entries.count() == 5
    assert declared_numbers(tournament)[0] == [1, 2, 3, 5]


def test_an_evening_restored_from_its_copy_is_found_by_its_league(lise):
    league = evenings.league(evenings.persons(6), of=club(lise), per_evening=2)
    tournament = evenings.evening(league, 1, by=lise)
    factories.play_round(tournament, 1)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=lise)
    evenings.play(life, by=lise)
    now = leagues.league_state(league)
    assert {one.at for one in now.fixtures if one.state == "played"} == {life}
    assert {row.all.played for row in now.rows} == {2}


def test_declared_fixtures_cannot_change_seated_rounds(lise):
    league = evenings.league(evenings.persons(6), of=club(lise), per_evening=2)
    tournament = evenings.evening(league, 1, by=lise)
    factories.open_round(tournament, 1)
    stage = stages.qualifying(tournament)
    (second,) = rounds.future_rounds(stage)
    assert told_of.stage_act(stage) == told_of.latest_act(tournament)
    assert told_of.persons_with_fixture(told_of.latest_act(tournament), 4, seating.people(stage, 1)) == []
    assert told_of.stage_act(Stage(tournament=tournament, movement="one_table_on")) is None, (
        "the movement decides"
    )
    declared = told_of.rounds_of(told_of.latest_act(tournament))
    assert {frozenset(table.people) for table in second} == {
        frozenset((one.home, one.away)) for one in declared[1]
    }
    as_before = {"league": told_of.latest_act(tournament).args["league"], "evening": 1, "by": lise}
    told_of.declare(tournament, [declared[0], ()], **as_before)
    with pytest.raises(DomainError) as refused:
        told_of.declare(tournament, [declared[1], declared[0]], **as_before)
    assert (refused.value.code, refused.value.args_) == ("fixtures_seated", {"round": 1})


def test_seated_tournament_without_league_gets_no_fixtures():
    tournament = factories.tournament(4)
    factories.open_round(tournament)
    with pytest.raises(DomainError, match=r"^fixtures_seated"):
        told_of.declare(tournament, [], league="", evening=1, by=None)
