"""Clubs that are ranked by their best: declared on a page, on every face, with prizes, hidden as games."""

import csv
import io
import json
from dataclasses import replace

import jsonschema
import pytest
from django.test import Client
from django.utils import translation

from scoring import DomainError
from scoring.club_teams import NEXT, SHARED
from tests import factories
from tests.shown_by import codes, data
from tournaments.models import Tournament
from tournaments.publishing import (
    cash_box,
    ceremony,
    club_papers,
    export_check,
    prize_papers,
    prize_words,
    prizes,
    snapshot,
)
from tournaments.publishing.outputs import csv_files, json_file, rows, site
from tournaments.standings import club_teams, standings
from tournaments.transfer import copies
from tournaments.transfer.copies import validation

CLUBS = ("Âge d'or de Saint-Hilaire", "FADOQ L'Écuyer")
pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Tournament:
    """Six people of two clubs, one of which is written in two ways, and two of none; two games are closed."""
    day = factories.tournament(8, rounds=3)
    for entry in day.entries.all():
        club = "" if entry.number > 6 else CLUBS[entry.number % 2]
        entry.club = club.upper() if entry.number == 3 else club
        entry.save(update_fields=["club"])
    for number in (1, 2):
        factories.play_round(day, number, winner=number % 2, loser_points=70 + 9 * number)
    club_teams.declare(day, club_teams.Declared(best=2, least=2, level=SHARED), by=None)
    day.refresh_from_db()
    return day


@pytest.fixture
def odile(day) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(factories.organiser(day, "odile"))
    return browser


def teams_of(day: Tournament) -> list[tuple]:
    clubs = club_teams.of_standings(day, standings(day))
    return [(team.rank, team.counted, team.total) for team in clubs.teams] if clubs else []


def test_the_best_of_each_club_are_added_up_however_the_club_is_written(day):
    shown = standings(day)
    points = {row.number: row.points for row in shown.rows}
    best = {
        turn: sorted((points[number] for number in range(1, 7) if number % 2 == turn), reverse=True)[:2]
        for turn in (0, 1)
    }
    assert sorted(total for *_same, total in teams_of(day)) == sorted(map(sum, best.values()))
    day = Tournament.objects.get(pk=day.pk)
    club_teams.declare(day, club_teams.Declared(2, 2, several=True, level=NEXT, without_club=True), by=None)
    day.refresh_from_db()
    assert len(teams_of(day)) == 3  # two of each club, and the two of none; a third alone is no team
    assert {number for _rank, counted, _total in teams_of(day) for number in counted} >= {7, 8}


@pytest.mark.parametrize("gone", [{"played": 0}, {"out": True}])
def test_who_has_not_played_or_has_left_counts_for_no_club(day, gone):
    shown = standings(day)
    best = club_teams.of_standings(day, shown).teams[0].counted[0]
    rows = [row._replace(**gone) if row.number == best else row for row in shown.rows]
    teams = club_teams.of_standings(day, replace(shown, rows=rows)).teams
    assert best not in {number for team in teams for number in team.counted}


SIZES = [
    (1, 1, NEXT, True),
    (20, 20, SHARED, True),
    (3, 2, NEXT, True),
    (21, 2, NEXT, False),
    (2, 3, NEXT, False),
    (2, 0, NEXT, False),
    (2, 2, "drawn", False),
]


@pytest.mark.parametrize(("best", "least", "level", "fits"), SIZES)
def test_how_many_count_and_what_ranks_the_level_is_declared_once(best, least, level, fits):
    day = factories.tournament(0)
    wanted = club_teams.Declared(best, least, level=level)
    if not fits:
        with pytest.raises(DomainError, match="club_team_size"):
            club_teams.declare(day, wanted, by=None)
        return
    for _again in range(2):
        club_teams.declare(day, wanted, by=None)
    day.refresh_from_db()
    assert club_teams.declared(day) == wanted
    club_teams.declare(day, None, by=None)
    day.refresh_from_db()
    assert club_teams.declared(day) is None
    told = [act.args["wanted"] for act in day.acts.filter(kind="club_teams").order_by("version")]
    assert told == [True, False], "what is so already is no act"


@pytest.mark.parametrize(
    ("kinds", "refused"), [(None, False), ([], False), (["rank"], False), (["rank", "club"], True)]
)
def test_clubs_that_have_a_prize_go_on_being_ranked(day, kinds, refused):
    if kinds is not None:
        day.settings |= {"prizes": {"list": [{"kind": kind} for kind in kinds]}}
        day.save(update_fields=["settings"])
    if refused:
        with pytest.raises(DomainError, match="club_teams_have_prizes"):
            club_teams.declare(day, None, by=None)
    else:
        club_teams.declare(day, None, by=None)
    day.refresh_from_db()
    assert (club_teams.declared(day) is not None) is refused


def test_another_tournament_ranks_clubs_alike(day):
    other = factories.tournament(0)
    club_teams.copy_settings(other, Tournament.objects.exclude(pk=day.pk).first(), by=None)
    assert club_teams.declared(other) is None
    club_teams.copy_settings(other, day, by=None)
    other.refresh_from_db()
    assert club_teams.declared(other) == club_teams.declared(day)


def test_a_club_is_written_as_its_best_writes_it_and_fewest_points_rank_where_they_do(day):
    shown = standings(day)
    clubs = dict(day.entries.values_list("number", "club"))
    first = next(team for team in club_teams.of_standings(day, shown).teams if 3 in team.counted)
    for best in first.counted:
        rows = [row._replace(points=999) if row.number == best else row for row in shown.rows]
        teams = club_teams.of_standings(day, replace(shown, rows=rows)).teams
        assert teams[0].counted[0] == best
        assert teams[0].club == clubs[best]
    for rank_by, lowest in (("pegged", False), ("losing_points", True)):
        assert club_teams.of_standings(day, replace(shown, rank_by=rank_by)).rules.lowest is lowest


def test_it_is_declared_on_a_page(day, odile):
    path = f"/t/{day.slug}/prizes/lists/clubs/"
    typed = {"k-wanted": "on", "k-best": 3, "k-least": 2, "k-level": "single", "k-several": "on"}
    assert "club_teams_kept" in codes(odile.post(path, typed, follow=True).content.decode())
    day.refresh_from_db()
    assert club_teams.declared(day) == (3, 2, True, "single", False)
    answer = odile.post(path, typed | {"k-least": 4})
    assert answer.status_code == 422
    assert "club_team_size" in codes(answer.content.decode())
    assert odile.post(path, typed | {"k-best": "x"}).status_code == 422
    assert odile.post(path, typed | {"k-best": 2, "k-least": ""}).status_code == 302
    day.refresh_from_db()
    assert club_teams.declared(day)[:2] == (2, 2), "whoever changes how many count changes one box"
    prizes.keep(day, [prizes.Prize(0, prizes.CLUB, 0, 1, "Trophée", 0)], one_each=False, by=None)
    answer = odile.post(path, {**typed, "k-wanted": ""})
    assert "club_teams_have_prizes" in codes(answer.content.decode())
    prizes.keep(day, [], one_each=False, by=None)
    odile.post(path, {**typed, "k-wanted": ""})
    day.refresh_from_db()
    assert club_teams.declared(day) is None
    assert not data(odile.get(f"/t/{day.slug}/standings/"), "club-total")


def test_everybody_sees_the_clubs_below_the_players(day, client, odile):
    expected = [str(total) for *_same, total in teams_of(day)]
    assert data(client.get(f"/t/{day.slug}/"), "club-total") == expected
    assert data(odile.get(f"/t/{day.slug}/standings/"), "club-total") == expected


def test_hidden_games_are_hidden_from_the_clubs_too(day, client):
    before = teams_of(day)
    day.settings = day.settings | {ceremony.HIDDEN: 1}
    day.save()
    factories.play_round(day, 3, winner=0, loser_points=10)
    day.refresh_from_db()
    assert teams_of(day) != before
    told = json_file.written(rows.gather(day))["club_teams"]["standings"]
    shown = [(one["rank"], tuple(who["entry"] for who in one["counted"]), one["total"]) for one in told]
    assert shown == before
    assert data(client.get(f"/t/{day.slug}/"), "club-total") == [str(total) for *_same, total in before]
    api = client.get(f"/api/data/2/tournaments/{day.slug}/standings/").json()["club_teams"]["standings"]
    assert [one["total"] for one in api] == [total for *_same, total in before]


def test_what_leaves_the_hall_says_the_same(day):
    gathered = rows.gather(day)
    exported = json_file.written(gathered)
    jsonschema.validate(exported, export_check.schema(2))
    told = [(one["rank"], one["total"]) for one in exported["club_teams"]["standings"]]
    assert told == [(rank, total) for rank, _numbers, total in teams_of(day)]
    with translation.override("fr-ca"):
        written = dict(csv_files.standings_csv(gathered))
        name = next(name for name in written if "clubs" in name)
        lines = list(csv.reader(io.StringIO(written[name].decode("utf-8-sig")), delimiter=";"))
        pages = dict(site.site_files(gathered))
    assert len(lines) == 1 + sum(len(numbers) for _rank, numbers, _total in teams_of(day))
    assert b"clubs.html" in pages["fr/index.html"]
    assert pages["en/clubs.html"].count(b"<tr>") == 1 + len(teams_of(day))


def test_prizes_of_club_teams_are_shared_and_paid_once_a_team(day):
    given = [
        prizes.Prize(0, prizes.CLUB, 0, 1, "Trophée", 5001),
        prizes.Prize(0, prizes.RANK, 0, 1, "Médaille", 0),
    ]
    prizes.keep(day, given, one_each=True, by=None)
    snapshot.publish(day, official=True, by=None)
    day.refresh_from_db()
    shown = standings(day)
    club, rank = prizes.awards(day, shown)
    clubs = club_teams.of_standings(day, shown)
    first = [team for team in clubs.teams if team.rank == 1]
    assert list(club.teams) == first
    assert club.cents == 5001 // len(first)
    assert rank.numbers[0] == shown.rows[0].number  # a team's prize takes nothing from anybody
    box = cash_box.box(day, [club, rank])
    assert (box.prizes, box.undecided) == (club.cents * len(first), 0)
    assert not prizes.winners([club])
    with translation.override("en"):
        told = prize_words.describe_award(club, {row.number: row.name for row in shown.rows}, {})
        papers_of = list(prize_papers.prize_certificates(day))
    assert told.who
    assert sum(one.reason == told.what for one in papers_of) == sum(len(team.counted) for team in first)
    exported = json_file.written(rows.gather(day))["prizes"][0]
    assert exported["for"] == "club"
    assert [one["club"] for one in exported["club_teams"]] == [team.club for team in first]


def test_equal_clubs_share_the_prizes_of_the_ranks_that_they_take_up():
    def team(rank: int, number: int, *, tied: bool) -> club_teams.ClubTeam:
        return club_teams.ClubTeam(rank, f"c{number}", "", (number,), (9,), 9, tied)

    teams = (team(1, 1, tied=True), team(1, 2, tied=True), team(3, 3, tied=False))
    shown = standings_of_nobody()
    given = tuple(prizes.Prize(rank, prizes.CLUB, 0, rank, "x", 301) for rank in (1, 2, 3, 4))
    found = prizes.awarded(prizes.PrizeRules(given, False), shown, {}, teams=teams)
    assert [(len(one.teams), one.numbers, one.cents) for one in found] == [
        (2, (1, 2), 150),
        (2, (1, 2), 150),
        (1, (3,), 301),
        (0, (), 0),
    ]


def standings_of_nobody() -> club_teams.Standings:
    return club_teams.Standings(1, 1, 1, [], game="cribbage")


def test_the_paper_waits_until_clubs_are_ranked(day):
    assert club_papers.no_club_teams(day) == ""
    club_teams.declare(day, None, by=None)
    day.refresh_from_db()
    assert club_papers.no_club_teams(day) == "no_club_teams"
    with pytest.raises(DomainError, match="club_team_size"):
        club_teams.declare(day, club_teams.Declared(best=0, least=0), by=None)


def test_a_copy_holds_it_field_by_field(day):
    prizes.keep(day, [prizes.Prize(0, prizes.CLUB, 0, 2, "Trophée", 0)], one_each=False, by=None)
    packed = json.loads(json.dumps(copies.pack(Tournament.objects.get(pk=day.pk))))
    again = copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None)
    assert club_teams.declared(again) == club_teams.declared(day)
    assert teams_of(again) == teams_of(day)
    kept = packed["tournament"]["settings"][club_teams.KEY]
    for broken in ({**kept, "best": 0}, {**kept, "level": "loudest"}, {"best": 2}, [2], {**kept, "more": 1}):
        packed["tournament"]["settings"][club_teams.KEY] = broken
        with pytest.raises(DomainError):
            validation.checked(packed)
