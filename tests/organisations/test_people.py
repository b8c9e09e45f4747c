"""People of an organisation: search, history, and all data of one person in two clicks."""

import json
from datetime import UTC, datetime
from fractions import Fraction

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests import all_addresses, factories, page_reader
from tests.factories import signed_in
from tests.organisations.leagues import evenings as league_evenings
from tournaments import registration, rounds
from tournaments.delivery.mail import addresses
from tournaments.models import Player, Result, Tournament
from tournaments.organisations import history, people
from tournaments.publishing import publications
from tournaments.registration import consent, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def tournament(lise):
    return factories.tournament(0, by=lise)


def found_names(tournament, browser: Client, **asked: str) -> list[str]:
    page = browser.get(reverse("players", args=[tournament.organisation.slug]), asked)
    return [one.name for one in page.context["page"]]


@pytest.mark.both_databases
def test_people_are_found_by_name_number_and_club(tournament, lise):
    registration.add_entry(tournament, "Réal O'Brien", club="Sorel", member_number="F-121")
    registration.add_entry(tournament, "Zoé Côté", club="Beloeil")
    browser = signed_in(lise)
    assert found_names(tournament, browser) == ["Zoé Côté", "Réal O'Brien"]
    assert found_names(tournament, browser, q="COTE") == ["Zoé Côté"]
    assert found_names(tournament, browser, q="f-121") == ["Réal O'Brien"]
    assert found_names(tournament, browser, club="Beloeil") == ["Zoé Côté"]
    assert found_names(tournament, browser, q="cote", club="Sorel") == []


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("obrien", "Réal O'Brien"),
        ("O’Brien, Réal", "Réal O'Brien"),
        ("st-hilaire", "Zéphirin Saint-Hilaire"),
        ("St Hilaire", "Zéphirin Saint-Hilaire"),
        ("Sainte Marie", "Line Ste-Marie"),
        ("saint-onge", "Guy St. Onge"),
        ("Tremblay, Jean-Guy", "TREMBLAY Jean-Guy"),
        ("jean guy", "TREMBLAY Jean-Guy"),
        ("stephane", "Stéphane L'Écuyer"),
        ("lecuyer", "Stéphane L'Écuyer"),
        ("Sainte", ["Zéphirin Saint-Hilaire", "Line Ste-Marie", "Guy St. Onge"]),
        (", ;", None),
    ],
)
def test_people_are_found_however_their_name_is_written(tournament, lise, typed, name):
    names = ["Réal O'Brien", "Zéphirin Saint-Hilaire", "Line Ste-Marie", "Guy St. Onge"]
    names += ["TREMBLAY Jean-Guy", "Stéphane L'Écuyer", "Augustin Dubois"]
    for each in names:
        registration.add_entry(tournament, each)
    found = found_names(tournament, signed_in(lise), q=typed)
    assert sorted(found) == sorted([name] if isinstance(name, str) else name or names)


def test_players_of_an_example_are_found_only_by_name(tournament, lise):
    example = factories.tournament(0, by=lise)
    Tournament.objects.filter(pk=example.pk).update(example=True)
    registration.add_entry(example, "Zoé Côté")
    registration.add_entry(example, "Réal O'Brien")
    registration.add_entry(tournament, "Réal O'Brien")
    browser = signed_in(lise)
    assert found_names(tournament, browser) == ["Réal O'Brien"]
    assert found_names(tournament, browser, q="cote") == ["Zoé Côté"]


def test_people_list_and_search_use_an_index(tournament):
    known = people.known_people(tournament.organisation)
    for typed in ("", "tremblay", "huguette tremblay", "F-121", "st-hilaire"):
        rows = people.search_people(known, typed)
        for plan in (rows[:50].explain(), rows.order_by().values("pk").explain()):
            assert "player_known" in plan and "SCAN" not in plan and "TEMP B-TREE" not in plan, plan
    assert "player_club" in known.filter(club="Sorel")[:50].explain()


def test_people_list_shows_fifty_a_page(tournament, lise):
    for at in range(51):
        registration.add_entry(tournament, f"Lise Roy{at:02d}")
    browser = signed_in(lise)
    assert (len(found_names(tournament, browser)), found_names(tournament, browser, page="2")) == (
        50,
        ["Lise Roy50"],
    )


def play_tournament(user):
    tournament = factories.tournament(8, by=user)
    for number in (1, 2, 3):
        factories.play_round(tournament, number)
    publications.publish(tournament, official=True, by=user)
    return tournament


def test_history_counts_only_official_tournaments(lise):
    days = [play_tournament(lise) for _day in "12"]
    going_on = factories.tournament(8, by=lise)
    factories.play_round(going_on, 1)
    player = days[0].entries.get(number=1).members.get().player
    rows = [
        next(row for row in publications.official_publication(one).rows if row["number"] == 1) for one in days
    ]
    known = history.history(player)
    (total,) = known.games
    assert (len(known.days), total.tournaments, total.games) == (3, 2, 6)
    assert (total.best, total.won) == (min(row["rank"] for row in rows), sum(row["won"] for row in rows))
    own = Result.objects.filter(tournament__in=days, entry__number=1)
    assert total.average == Fraction(sum(own.values_list("pegged", flat=True)), 6)
    browser = signed_in(lise)
    page = browser.get(reverse("player", args=[days[0].organisation.slug, player.uid]))
    assert page_reader.data(page, "games") == ["6"]


def test_points_of_past_tournament_are_those_of_its_games(lise):
    tournament = factories.tournament(4, by=lise, rounds=1, match_points="acc", rank_by="match_points")
    factories.play_round(tournament, 1, loser_points=60)
    publications.publish(tournament, official=True, by=lise)
    points = {}
    for entry in tournament.entries.all():
        (day,) = history.history(entry.members.get().player).days
        points[entry.number] = day.row.points
    pegged = Result.objects.filter(tournament=tournament).values_list("entry__number", "pegged")
    assert points == dict(pegged) and min(points.values()) > 60


@pytest.mark.both_databases
def test_opponents_count_official_games_won_and_lost(lise):
    days = [play_tournament(lise) for _day in "12"]
    factories.play_round(factories.tournament(8, by=lise), 1)
    player = days[0].entries.get(number=1).members.get().player
    expected: dict[str, list[int]] = {}
    for own in Result.objects.filter(tournament__in=days, entry__number=1):
        other = Result.objects.get(meeting=own.meeting_id, side=1 - own.side)
        expected.setdefault(other.entry.name, [0, 0])[0 if own.won else 1] += 1
    found = history.opponents(player)
    assert {one.player.name: [one.won, one.lost] for one in found} == expected
    assert [one.level for one in found] == [0] * len(expected)
    met = [one.won + one.lost for one in found]
    assert met == sorted(met, reverse=True)
    name = found[0].player.name
    page = reverse("player_opponents", args=[days[0].organisation.slug, player.uid])
    assert [one.player.name for one in signed_in(lise).get(page, {"q": name}).context["page"]] == [name]


def test_opponents_after_take_over_follow_the_rounds_played(lise):
    tournament = factories.tournament(8, by=lise)
    factories.play_round(tournament, 1)
    entry = tournament.entries.get(number=1)
    before = entry.members.get().player
    registration.transfer_number(entry, "Zoé Côté", from_round=2, by=lise)
    factories.play_round(tournament, 2)
    publications.publish(tournament, official=True, by=lise)
    for player, number in ((before, 1), (Player.objects.get(name="Zoé Côté"), 2)):
        own = Result.objects.get(entry=entry, meeting__round__number=number)
        other = Result.objects.exclude(entry=entry).get(meeting=own.meeting_id)
        assert [one.player.name for one in history.opponents(player)] == [other.entry.name]


def test_partners_are_not_opponents(lise):
    tournament = factories.tournament(0, by=lise, key="cribbage-partners", tables=2)
    for at in range(4):
        mates = [registration.NewMember(f"Anne Roy{at}"), registration.NewMember(f"Jean Roy{at}")]
        registration.add_team(tournament, "", mates)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 88])
    rounds.close_round(round_, by=lise)
    publications.publish(tournament, official=True, by=lise)
    player = Player.objects.get(name="Anne Roy0")
    own = Result.objects.get(entry__members__player=player)
    others = Result.objects.filter(meeting=own.meeting_id).exclude(side=own.side)
    assert {one.player.name for one in history.opponents(player)} == {
        name for other in others for name in other.entry.team
    }


def test_history_sums_official_evenings_of_seasons(lise):
    days = [play_tournament(lise), factories.tournament(8, by=lise)]
    season = days[0].organisation.seasons.create(name="2026")
    for tournament in days:
        season.evenings.create(tournament_uid=tournament.uid)
    player = days[0].entries.get(number=1).members.get().player
    row = next(row for row in publications.official_publication(days[0]).rows if row["number"] == 1)
    assert history.history(player).seasons == [(season, 1, 3, row["won"])]


@pytest.mark.both_databases
def test_history_shows_official_league_rank(lise):
    league = league_evenings.league(
        league_evenings.persons(3), of=factories.tournament(0, by=lise).organisation
    )
    player = league.sides.get(number=2).players.get().player
    assert history.history(player).leagues == [(league.season, None, 0, 0)]
    for rank in (3, 1):
        league.tables.create(rows=[{"rank": rank, "side": 2, "all": [4, 3, 0, 1, 0, 0, 6]}])
    assert history.history(player).leagues == [(league.season, 1, 4, 3)]


def test_data_export_is_linked_from_the_player_page(tournament, lise):
    person = registration.add_entry(
        tournament, "Réal O'Brien", club="Sorel", note="514-555-0199", fee_cents=1500, paid_how="cash"
    )
    registration.add_entry(tournament, "Zoé Côté", note="autre")
    addresses.save_address(person, "real@example.org")
    browser = signed_in(lise)
    player = person.members.get().player
    page = page_reader.parse(browser.get(reverse("player", args=[tournament.organisation.slug, player.uid])))
    file = reverse("player_data", args=[tournament.organisation.slug, player.uid])
    assert file in [one["href"] for one in page.all("a")]
    answer = browser.get(file)
    assert answer["Content-Disposition"] == 'attachment; filename="real-obrien.json"'
    kept = json.loads(answer.content)
    (there,) = kept["tournaments"]
    assert kept["person"]["name"] == "Réal O'Brien"
    assert (there["details"]["note"], there["details"]["fee_cents"]) == ("514-555-0199", 1500)
    assert [one["address"] for one in there["addresses"]] == ["real@example.org"]
    assert "autre" not in answer.content.decode()


def test_data_export_omits_data_of_the_player_who_took_over(lise):
    tournament = factories.tournament(8, by=lise)
    factories.play_round(tournament, 1)
    entry = tournament.entries.get(number=1)
    before = entry.members.get().player
    registration.edit_entry(entry, entry.name, note="514-555-0199")
    registration.transfer_number(entry, "Zoé Côté", from_round=2, by=lise)
    entry.refresh_from_db()
    registration.edit_entry(entry, entry.name, note="418-555-0100")
    factories.play_round(tournament, 2)
    (first,), (second,) = (
        people.personal_data(one)["tournaments"] for one in (before, Player.objects.get(name="Zoé Côté"))
    )
    assert [one["details"]["note"] for one in (first, second)] == ["514-555-0199", "418-555-0100"]
    assert [{row["round"] for row in one["results"]} for one in (first, second)] == [{1}, {2}]


def exported_tournament(player: Player) -> dict:
    (there,) = people.personal_data(player)["tournaments"]
    return there


def test_consent_date_is_recorded_and_exported(tournament, lise):
    moment = datetime(2026, 11, 2, 15, tzinfo=UTC)
    with time_machine.travel(moment, tick=False):
        save_settings(tournament, SignupSettings(on=True), by=lise)
        typed = signups.SignupInput(("Réal O'Brien",), contact="real@example.org", agrees=True)
        signups.sign_up(tournament, typed, nonce="a", language="en")
        other = registration.add_entry(tournament, "Zoé Côté", club="Sorel")
        form = {"name": "Zoé Côté", "club": "Sorel", "on_the_internet": "full"}
        assert (
            signed_in(lise).post(reverse("entry_row", args=[tournament.slug, other.number]), form).status_code
            < 400
        )
        pair = registration.add_team(
            tournament, "", [registration.NewMember("Al Bec"), registration.NewMember("Jo Bec")]
        )
        registration.edit_member(pair, 2, "Jo Bec", agrees=True)
        silent = registration.add_entry(tournament, "Jean Roy")
    names = ("Réal O'Brien", "Zoé Côté", "Jo Bec", "Al Bec", silent.name)
    dated = {name: exported_tournament(Player.objects.get(name=name))["consented_at"] for name in names}
    given = moment.isoformat()
    assert dated == dict.fromkeys(names[:3], given) | dict.fromkeys(names[3:])
    (typed_in,) = exported_tournament(Player.objects.get(name="Réal O'Brien"))["registrations"]
    assert (typed_in["contact"], typed_in["consented_at"]) == ("real@example.org", given)
    with time_machine.travel(moment, tick=False):
        consent.declare(tournament, True, by=lise)
    assert exported_tournament(Player.objects.get(name=silent.name))["everybody_consented_at"] == given


def test_people_of_other_organisations_get_404(tournament, lise):
    player = registration.add_entry(tournament, "Réal O'Brien").members.get().player
    stranger = factories.director("odile")
    ours, hers = tournament.organisation.slug, stranger.roles.get().organisation.slug
    browser = signed_in(stranger)
    paths = [
        reverse(name, args=[slug, player.uid]) for name in ("player", "player_data") for slug in (ours, hers)
    ]
    for path in [reverse("players", args=[ours]), *paths]:
        assert browser.get(path).status_code == 404


def queries(rows: int) -> list[int]:
    boss = factories.director(f"of {rows}")
    days = [factories.tournament(0, by=boss) for _at in range(rows)]
    for tournament in days:
        for at in range(rows):
            registration.add_entry(tournament, f"Lise Roy {at}", club="Sorel")
    for _played in range(rows):
        play_tournament(boss)
    browser, slug = signed_in(boss), days[0].organisation.slug
    player = play_tournament(boss).entries.get(number=1).members.get().player
    season = days[0].organisation.seasons.create(name="2026")
    for tournament in Tournament.objects.filter(organisation=player.organisation):
        season.evenings.create(tournament_uid=tournament.uid)
    counts = []
    names = ("player", "player_opponents")
    paths = [reverse("players", args=[slug]), *(reverse(name, args=[slug, player.uid]) for name in names)]
    for path in paths:
        with all_addresses.queries_counted() as asked:
            assert browser.get(path).status_code == 200
        counts.append(len(asked))
    return counts


def test_three_people_and_tournaments_take_as_many_queries_as_one():
    assert queries(1) == queries(3)
