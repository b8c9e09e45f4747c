"""Members of teams by board: statistics, files, API, papers and tablets."""

import json
from io import BytesIO

import jsonschema
import pytest
from django.utils import timezone, translation
from pypdf import PdfReader

from tests import factories
from tests.rounds.test_teams_on_boards import FORFEIT, make_tournament, of_one_match, points
from tournaments import registration, rounds
from tournaments.models import Device
from tournaments.publishing import board_results, export, export_check, statistics
from tournaments.publishing.outputs import json_file, press, rows, site
from tournaments.publishing.outputs.tables import tables
from tournaments.publishing.papers import team_papers
from tournaments.publishing.papers.paper_types import SPARE, Paper
from tournaments.rounds import stages
from tournaments.web.device_api import state as device_api_state

pytestmark = pytest.mark.django_db


def played(tournament, number, *, by=31):
    """Play a round that the home teams win on every board: by `by` on the first, by one more on each next."""
    round_ = factories.open_round(tournament, number)
    for at, meeting in enumerate(round_.meetings.filter(void_act=None).order_by("place__number")):
        if meeting.seats.count() > 1:
            factories.enter(meeting, [121, 121 - by - at])
    return rounds.close_round(round_, by=None)


@pytest.fixture
def tournament():
    """Return two teams of three on two boards, after their one match."""
    made = make_tournament(2, 2, members=3, rounds=1)
    played(made, 1)
    return made


def results_by_member(tournament):
    return {
        (one.number, one.at): one
        for one in board_results.member_results(rows.api_data(tournament, full_names=True))
    }


def test_member_results_are_ranked(tournament):
    found = board_results.member_results(rows.api_data(tournament, full_names=True))
    home = rounds.team_matches(stages.qualifying(tournament).rounds.get())[0].home
    names = [member.player.name for member in home.squad]
    result = [(one.name, one.place, one.boards, one.won, one.lost, one.spread) for one in found[:2]]
    assert result == [(names[1], 1, [2], 1, 0, 32), (names[0], 2, [1], 1, 0, 31)]
    assert [(one.place, one.rows) for one in found[-2:]] == [(0, ()), (0, ())]


def test_replaced_member_who_returns_is_one_person():
    tournament = make_tournament(4, 2, members=2, rounds=3)
    played(tournament, 1)
    team = tournament.entries.get(number=1)
    first, _second = registration.all_members(team)
    registration.replace_member(team, 1, "Noëlla L'Écuyer", by=None)
    played(tournament, 2)
    registration.replace_member(team, 1, first.player.name, by=None)
    played(tournament, 3)
    assert registration.squads(tournament)[1].names == (
        first.player.name, "Noëlla L'Écuyer", _second.player.name
    )  # fmt: skip
    found = results_by_member(tournament)
    assert [len(found[1, at].played) for at in (1, 2, 3)] == [2, 1, 3]
    assert export.export_tournament(tournament, [])["entries"][0]["members"] == list(
        registration.squads(tournament)[1].names
    )


def test_awarded_board_is_no_win_of_a_member():
    tournament = make_tournament(2, 2, members=2, forfeit=FORFEIT, rounds=1)
    round_ = factories.open_round(tournament)
    home = rounds.team_matches(round_)[0].home
    rounds.change_line_up(round_, home.entry.number, [None, home.squad[0].pk], by=None)
    factories.enter(of_one_match(round_)[1], [121, 60])
    rounds.award_empty(round_, by=None)
    rounds.close_round(round_, by=None)
    found = results_by_member(tournament)
    away = rounds.team_matches(round_)[0].away.entry.number
    assert (found[away, 1].won, found[away, 1].not_played_out) == (0, 1)
    assert (found[home.entry.number, 1].boards, found[home.entry.number, 1].skunks) == ([2], 1)


def test_every_file_names_members_by_consent(tournament):
    team = tournament.entries.get(number=1)
    agreed, silent = (member.player.name for member in registration.all_members(team)[:2])
    registration.edit_member(team, 1, agreed, agrees=True)
    public, own = rows.publishable_data(tournament), rows.publishable_data(tournament, full_names=True)
    with translation.override("en"):
        every = json.dumps(json_file.export_content(public)) + press.long(public)
        every += "".join(str(table.lines) for table in tables(public))
        every += "".join(
            content.decode() for path, content in site.site_files(public) if path.endswith(".html")
        )
    assert agreed in json_file.export_content(public)["entries"][0]["members"]
    assert silent in json_file.export_content(own)["entries"][0]["members"]
    for name in (name for squad in registration.squads(tournament).values() for name in squad.names):
        assert (name in every) is (name == agreed)


def test_files_contain_boards_and_members(tournament):
    exported = json_file.export_content(rows.publishable_data(tournament))
    jsonschema.Draft202012Validator(export_check.schema(2)).validate(exported)
    assert exported["stages"][0]["boards"]["count"] == 2
    games = [(one["board"], one["member"], one["opponent_member"]) for one in exported["games"]]
    assert games == [(1, 1, 1), (2, 2, 2)] * 2
    by_name = {table.name: table for table in tables(rows.publishable_data(tournament))}
    assert len(by_name["members"].rows) == 6
    assert {len(row) for row in by_name["games"].rows} == {len(by_name["games"].headings)}
    table = export.export_tournament(tournament, [])["stages"][0]["rounds"][0]["tables"][1]
    assert (table["board"], table["members"]) == (2, [2, 2])
    assert statistics.statistics_of(rows.publishable_data(tournament)).streak is None


def test_api_contains_board_and_member_of_each_seat(tournament, client):
    root = f"/api/data/2/tournaments/{tournament.slug}"
    (first, _second) = client.get(f"{root}/rounds/1/").json()["tables"]
    assert [(seat["board"], seat["member"]) for seat in first["seats"]] == [(1, 1), (1, 1)]
    assert len(client.get(f"{root}/persons/1/").json()["entry"]["members"]) == 3


def test_hidden_games_are_hidden_from_the_boards_too():
    tournament = make_tournament(4, 2, members=2, rounds=2)
    stages.change_description(tournament, {"hidden_games": 1}, by=None)
    played(tournament, 1)
    played(tournament, 2)
    tournament.refresh_from_db()
    assert all(len(one.rows) <= 1 for one in results_by_member(tournament).values())
    table = Device.objects.create(
        tournament=tournament, place=tournament.places.get(number=1), token_hash="0" * 64,
        joined_at=timezone.now(), last_seen=timezone.now(),
    )  # fmt: skip
    lines = device_api_state.here(table, seen=0, epoch=0, addresses=[])["meetings"][0]["boards"]
    assert len(lines) == 3
    assert "121" not in "".join(lines)
    card = text(team_papers.team_cards, tournament, which="1")
    assert card.count("2–0") + card.count("0–2") == 1


def test_a_tablet_shows_the_boards_of_its_match():
    tournament = make_tournament(4, 2, members=2)
    round_ = factories.open_round(tournament)
    factories.enter(of_one_match(round_)[1], [121, 88])
    table = Device.objects.create(
        tournament=tournament, place=tournament.places.get(number=1), token_hash="0" * 64,
        joined_at=timezone.now(), last_seen=timezone.now(),
    )  # fmt: skip
    head, first, second = device_api_state.here(table, seen=0, epoch=0, addresses=[])["meetings"][0]["boards"]
    home, away = rounds.team_matches(round_)[0].sides
    assert "1–0" in head
    assert home.squad[0].player.name in first and "121" not in first
    assert away.squad[1].player.name in second and "121–88" in second


def text(kind, tournament, **args):
    reader = PdfReader(BytesIO(kind.draw(Paper(tournament, args, lambda done: None))))
    return "\n".join(page.extract_text() for page in reader.pages)


def pages(kind, tournament, **args):
    return len(PdfReader(BytesIO(kind.draw(Paper(tournament, args, lambda done: None)))).pages)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_team_papers_have_a_page_per_match_or_team(paper):
    tournament = make_tournament(6, 8)
    tournament.paper = paper
    tournament.save()
    factories.open_round(tournament)
    first = rounds.team_matches(stages.qualifying(tournament).rounds.get())[0]
    assert pages(team_papers.match_slips, tournament, round=1) == 3
    assert pages(team_papers.line_ups, tournament, round=1) == 3
    assert pages(team_papers.team_cards, tournament) == 6
    own = {"round": 1, "which": str(first.home.entry.number)}
    words = text(team_papers.match_slips, tournament, **own)
    for side in first.sides:
        assert all(member.player.name in words for member in side.squad)
    assert pages(team_papers.line_ups, tournament, **own) == 1
    assert pages(team_papers.line_ups, tournament, which=SPARE) == 2


def test_no_line_up_for_house_team_and_no_slip_for_bye():
    tournament = make_tournament(3, 2, odd="house")
    factories.open_round(tournament)
    assert pages(team_papers.line_ups, tournament, round=1) == 2  # three teams
    assert pages(team_papers.match_slips, tournament, round=1) == 2
    tournament = make_tournament(3, 2, odd="bye", bye_credit=0)
    played(tournament, 1)
    assert pages(team_papers.match_slips, tournament, round=1) == 1
    resting = next(
        number
        for number, has in points(tournament).items()
        if has == 2 and not results_by_member(tournament)[number, 1].rows
    )
    assert text(team_papers.team_cards, tournament, which=str(resting)).count("2") >= 2


def test_boards_page_shows_full_names_to_organiser_only(tournament, client, settings):
    settings.SHORT_NAMES = True
    names = registration.squads(tournament)[1].names
    address = f"/t/{tournament.slug}/boards/"
    public = client.get(address).content.decode()
    assert f'data-through="{1}"' in public
    assert not any(name in public for name in names)
    assert not any(name in client.get(f"/t/{tournament.slug}/players/1/").content.decode() for name in names)
    client.force_login(factories.organiser(tournament))
    from django.utils.html import escape

    assert all(escape(name) in client.get(address).content.decode() for name in names)
