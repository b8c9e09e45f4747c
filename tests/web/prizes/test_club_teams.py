"""Clubs ranked by their best: declared on a page, shown everywhere, with prizes, hidden as games are."""

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
from tests.page_reader import codes, data
from tournaments.models import Tournament
from tournaments.publishing import cash_box, ceremony, export_check, prize_words, prizes, publications
from tournaments.publishing.outputs import csv_files, json_file, rows, site
from tournaments.publishing.papers import club_papers, prize_papers
from tournaments.standings import club_teams, standings
from tournaments.transfer import copies
from tournaments.transfer.copies import validation

CLUBS = ("Âge d'or de Saint-Hilaire", "FADOQ L'Écuyer")
pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Return two clubs, one written in two ways, and two people of none, after two games."""
    tournament = factories.tournament(8, rounds=3)
    for entry in tournament.entries.all():
        club = "" if entry.number > 6 else CLUBS[entry.number % 2]
        entry.club = club.upper() if entry.number == 3 else club
        entry.save(update_fields=["club"])
    for number in (1, 2):
        factories.play_round(tournament, number, winner=number % 2, loser_points=70 + 9 * number)
    club_teams.declare(tournament, club_teams.ClubDeclaration(best=2, least=2, level=SHARED), by=None)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def odile(tournament) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(factories.organiser(tournament, "odile"))
    return browser


def teams_of(tournament: Tournament) -> list[tuple]:
    clubs = club_teams.club_standings(tournament, standings(tournament))
    return [(team.rank, team.counted, team.total) for team in clubs.teams] if clubs else []


def test_best_players_of_a_club_are_added_up_under_any_spelling(tournament):
    shown = standings(tournament)
    points = {row.number: row.points for row in shown.rows}
    best = {
        turn: sorted((points[number] for number in range(1, 7) if number % 2 == turn), reverse=True)[:2]
        for turn in (0, 1)
    }
    assert sorted(total for *_same, total in teams_of(tournament)) == sorted(map(sum, best.values()))
    tournament = Tournament.objects.get(pk=tournament.pk)
    club_teams.declare(
        tournament, club_teams.ClubDeclaration(2, 2, several=True, level=NEXT, without_club=True), by=None
    )
    tournament.refresh_from_db()
    assert len(teams_of(tournament)) == 3  # two of each club, and the two of none; a third alone is no team
    assert {number for _rank, counted, _total in teams_of(tournament) for number in counted} >= {7, 8}


@pytest.mark.parametrize("gone", [{"played": 0}, {"out": True}])
def test_withdrawn_or_idle_players_count_for_no_club(tournament, gone):
    shown = standings(tournament)
    best = club_teams.club_standings(tournament, shown).teams[0].counted[0]
    rows = [row._replace(**gone) if row.number == best else row for row in shown.rows]
    teams = club_teams.club_standings(tournament, replace(shown, rows=rows)).teams
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
def test_club_team_settings_are_validated_and_recorded_once(best, least, level, fits):
    tournament = factories.tournament(0)
    wanted = club_teams.ClubDeclaration(best, least, level=level)
    if not fits:
        with pytest.raises(DomainError, match="club_team_size"):
            club_teams.declare(tournament, wanted, by=None)
        return
    for _again in range(2):
        club_teams.declare(tournament, wanted, by=None)
    tournament.refresh_from_db()
    assert club_teams.declaration(tournament) == wanted
    club_teams.declare(tournament, None, by=None)
    tournament.refresh_from_db()
    assert club_teams.declaration(tournament) is None
    found = [act.args["wanted"] for act in tournament.acts.filter(kind="club_teams").order_by("version")]
    assert found == [True, False], "a declaration without a change is no act"


@pytest.mark.parametrize(
    ("kinds", "refused"), [(None, False), ([], False), (["rank"], False), (["rank", "club"], True)]
)
def test_club_teams_with_a_prize_cannot_be_switched_off(tournament, kinds, refused):
    if kinds is not None:
        tournament.settings |= {"prizes": {"list": [{"kind": kind} for kind in kinds]}}
        tournament.save(update_fields=["settings"])
    if refused:
        with pytest.raises(DomainError, match="club_teams_have_prizes"):
            club_teams.declare(tournament, None, by=None)
    else:
        club_teams.declare(tournament, None, by=None)
    tournament.refresh_from_db()
    assert (club_teams.declaration(tournament) is not None) is refused


def test_club_team_settings_can_be_copied(tournament):
    other = factories.tournament(0)
    club_teams.copy_settings(other, Tournament.objects.exclude(pk=tournament.pk).first(), by=None)
    assert club_teams.declaration(other) is None
    club_teams.copy_settings(other, tournament, by=None)
    other.refresh_from_db()
    assert club_teams.declaration(other) == club_teams.declaration(tournament)


def test_club_spelling_of_best_player_and_direction_of_ranking(tournament):
    shown = standings(tournament)
    clubs = dict(tournament.entries.values_list("number", "club"))
    first = next(team for team in club_teams.club_standings(tournament, shown).teams if 3 in team.counted)
    for best in first.counted:
        rows = [row._replace(points=999) if row.number == best else row for row in shown.rows]
        teams = club_teams.club_standings(tournament, replace(shown, rows=rows)).teams
        assert teams[0].counted[0] == best
        assert teams[0].club == clubs[best]
    for rank_by, lowest in (("pegged", False), ("losing_points", True)):
        assert club_teams.club_standings(tournament, replace(shown, rank_by=rank_by)).rules.lowest is lowest


def test_club_teams_are_declared_on_a_page(tournament, odile):
    path = f"/t/{tournament.slug}/prizes/lists/clubs/"
    typed = {"k-wanted": "on", "k-best": 3, "k-least": 2, "k-level": "single", "k-several": "on"}
    assert "club_teams_kept" in codes(odile.post(path, typed, follow=True).content.decode())
    tournament.refresh_from_db()
    assert club_teams.declaration(tournament) == (3, 2, True, "single", False)
    answer = odile.post(path, typed | {"k-least": 4})
    assert answer.status_code == 422
    assert "club_team_size" in codes(answer.content.decode())
    assert odile.post(path, typed | {"k-best": "x"}).status_code == 422
    assert odile.post(path, typed | {"k-best": 2, "k-least": ""}).status_code == 302
    tournament.refresh_from_db()
    assert club_teams.declaration(tournament)[:2] == (2, 2), "a change of how many count changes one box"
    prizes.save_prizes(
        tournament, [prizes.Prize(0, prizes.CLUB, 0, 1, "Trophée", 0)], one_each=False, by=None
    )
    answer = odile.post(path, {**typed, "k-wanted": ""})
    assert "club_teams_have_prizes" in codes(answer.content.decode())
    prizes.save_prizes(tournament, [], one_each=False, by=None)
    odile.post(path, {**typed, "k-wanted": ""})
    tournament.refresh_from_db()
    assert club_teams.declaration(tournament) is None
    assert not data(odile.get(f"/t/{tournament.slug}/standings/"), "club-total")


def test_club_totals_are_shown_on_the_standings_pages(tournament, client, odile):
    expected = [str(total) for *_same, total in teams_of(tournament)]
    assert data(client.get(f"/t/{tournament.slug}/"), "club-total") == expected
    assert data(odile.get(f"/t/{tournament.slug}/standings/"), "club-total") == expected


def test_hidden_games_do_not_count_for_clubs(tournament, client):
    before = teams_of(tournament)
    tournament.settings = tournament.settings | {ceremony.HIDDEN_SETTING: 1}
    tournament.save()
    factories.play_round(tournament, 3, winner=0, loser_points=10)
    tournament.refresh_from_db()
    assert teams_of(tournament) != before
    found = json_file.export_content(rows.publishable_data(tournament))["club_teams"]["standings"]
    shown = [(one["rank"], tuple(who["entry"] for who in one["counted"]), one["total"]) for one in found]
    assert shown == before
    assert data(client.get(f"/t/{tournament.slug}/"), "club-total") == [
        str(total) for *_same, total in before
    ]
    api = client.get(f"/api/data/2/tournaments/{tournament.slug}/standings/").json()["club_teams"][
        "standings"
    ]
    assert [one["total"] for one in api] == [total for *_same, total in before]


def test_published_files_have_the_same_club_standings(tournament):
    gathered = rows.publishable_data(tournament)
    exported = json_file.export_content(gathered)
    jsonschema.validate(exported, export_check.schema(2))
    found = [(one["rank"], one["total"]) for one in exported["club_teams"]["standings"]]
    assert found == [(rank, total) for rank, _numbers, total in teams_of(tournament)]
    with translation.override("fr-ca"):
        written = dict(csv_files.standings_csv(gathered))
        name = next(name for name in written if "clubs" in name)
        lines = list(csv.reader(io.StringIO(written[name].decode("utf-8-sig")), delimiter=";"))
        pages = dict(site.site_files(gathered))
    assert len(lines) == 1 + sum(len(numbers) for _rank, numbers, _total in teams_of(tournament))
    assert b"clubs.html" in pages["fr/index.html"]
    assert pages["en/clubs.html"].count(b"<tr>") == 1 + len(teams_of(tournament))


def test_club_prize_is_shared_and_paid_once_per_team(tournament):
    given = [
        prizes.Prize(0, prizes.CLUB, 0, 1, "Trophée", 5001),
        prizes.Prize(0, prizes.RANK, 0, 1, "Médaille", 0),
    ]
    prizes.save_prizes(tournament, given, one_each=True, by=None)
    publications.publish(tournament, official=True, by=None)
    tournament.refresh_from_db()
    shown = standings(tournament)
    club, rank = prizes.awards(tournament, shown)
    clubs = club_teams.club_standings(tournament, shown)
    first = [team for team in clubs.teams if team.rank == 1]
    assert list(club.teams) == first
    assert club.cents == 5001 // len(first)
    assert rank.numbers[0] == shown.rows[0].number  # a team's prize takes no prize from its players
    box = cash_box.box(tournament, [club, rank])
    assert (box.prizes, box.undecided) == (club.cents * len(first), 0)
    assert not prizes.winners([club])
    with translation.override("en"):
        text = prize_words.describe_award(club, {row.number: row.name for row in shown.rows}, {})
        papers_of = list(prize_papers.prize_certificates(tournament))
    assert text.who
    assert sum(one.reason == text.what for one in papers_of) == sum(len(team.counted) for team in first)
    exported = json_file.export_content(rows.publishable_data(tournament))["prizes"][0]
    assert exported["for"] == "club"
    assert [one["club"] for one in exported["club_teams"]] == [team.club for team in first]


def test_tied_clubs_share_the_prizes_of_their_ranks():
    def team(rank: int, number: int, *, tied: bool) -> club_teams.ClubTeam:
        return club_teams.ClubTeam(rank, f"c{number}", "", (number,), (9,), 9, tied)

    teams = (team(1, 1, tied=True), team(1, 2, tied=True), team(3, 3, tied=False))
    shown = empty_standings()
    given = tuple(prizes.Prize(rank, prizes.CLUB, 0, rank, "x", 301) for rank in (1, 2, 3, 4))
    found = prizes.award_prizes(prizes.PrizeRules(given, False), shown, {}, teams=teams)
    assert [(len(one.teams), one.numbers, one.cents) for one in found] == [
        (2, (1, 2), 150),
        (2, (1, 2), 150),
        (1, (3,), 301),
        (0, (), 0),
    ]


def empty_standings() -> club_teams.Standings:
    return club_teams.Standings(1, 1, 1, [], game="cribbage")


def test_club_paper_is_missing_until_clubs_are_ranked(tournament):
    assert club_papers.no_club_teams(tournament) == ""
    club_teams.declare(tournament, None, by=None)
    tournament.refresh_from_db()
    assert club_papers.no_club_teams(tournament) == "no_club_teams"
    with pytest.raises(DomainError, match="club_team_size"):
        club_teams.declare(tournament, club_teams.ClubDeclaration(best=0, least=0), by=None)


def test_copy_keeps_club_settings_and_refuses_invalid_ones(tournament):
    prizes.save_prizes(
        tournament, [prizes.Prize(0, prizes.CLUB, 0, 2, "Trophée", 0)], one_each=False, by=None
    )
    packed = json.loads(json.dumps(copies.pack(Tournament.objects.get(pk=tournament.pk))))
    again = copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None)
    assert club_teams.declaration(again) == club_teams.declaration(tournament)
    assert teams_of(again) == teams_of(tournament)
    kept = packed["tournament"]["settings"][club_teams.KEY]
    for broken in ({**kept, "best": 0}, {**kept, "level": "loudest"}, {"best": 2}, [2], {**kept, "more": 1}):
        packed["tournament"]["settings"][club_teams.KEY] = broken
        with pytest.raises(DomainError):
            validation.checked_rows(packed)
