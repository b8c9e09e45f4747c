"""Who of the teams played on which board: statistics, files, API, papers and tablets."""

import json
from io import BytesIO

import jsonschema
import pytest
from django.utils import timezone, translation
from pypdf import PdfReader

from tests import factories
from tests.rounds.test_teams_on_boards import FORFEIT, day_of, of_one_match, opened, points
from tournaments import registration, rounds
from tournaments.models import Device
from tournaments.publishing import board_results, export, export_check, statistics, team_papers
from tournaments.publishing.outputs import json_file, press, rows, site
from tournaments.publishing.outputs.tables import tables
from tournaments.publishing.paper_types import SPARE, Paper
from tournaments.rounds import stages
from tournaments.web.device_api import state as device_api_state

pytestmark = pytest.mark.django_db


def played(day, number, *, by=31):
    """A round whose home teams win every board: by `by` on the first, by one more on each after it."""
    round_ = opened(day, number)
    for at, meeting in enumerate(round_.meetings.filter(void_act=None).order_by("place__number")):
        if meeting.seats.count() > 1:
            factories.enter(meeting, [121, 121 - by - at])
    return rounds.close_round(round_, by=None)


@pytest.fixture
def day():
    """Two teams of three on two boards, after their one match."""
    made = day_of(2, 2, members=3, rounds=1)
    played(made, 1)
    return made


def of(day):
    return {
        (one.number, one.at): one for one in board_results.member_results(rows.api_day(day, full_names=True))
    }


def test_what_members_have_of_their_boards_best_first(day):
    found = board_results.member_results(rows.api_day(day, full_names=True))
    home = rounds.team_matches(stages.qualifying(day).rounds.get())[0].home
    names = [member.player.name for member in home.squad]
    told = [(one.name, one.place, one.boards, one.won, one.lost, one.spread) for one in found[:2]]
    assert told == [(names[1], 1, [2], 1, 0, 32), (names[0], 2, [1], 1, 0, 31)]
    assert [(one.place, one.rows) for one in found[-2:]] == [(0, ()), (0, ())]


def test_who_was_replaced_and_came_back_is_one_person():
    day = day_of(4, 2, members=2, rounds=3)
    played(day, 1)
    team = day.entries.get(number=1)
    first, _second = registration.everybody_of(team)
    registration.replace(team, 1, "Noëlla L'Écuyer", by=None)
    played(day, 2)
    registration.replace(team, 1, first.player.name, by=None)
    played(day, 3)
    assert registration.squads(day)[1].names == (
        first.player.name, "Noëlla L'Écuyer", _second.player.name
    )  # fmt: skip
    found = of(day)
    assert [len(found[1, at].played) for at in (1, 2, 3)] == [2, 1, 3]
    assert export.export_tournament(day, [])["entries"][0]["members"] == list(
        registration.squads(day)[1].names
    )


def test_what_was_awarded_is_nobodys_board():
    day = day_of(2, 2, members=2, forfeit=FORFEIT, rounds=1)
    round_ = opened(day)
    home = rounds.team_matches(round_)[0].home
    rounds.change_line_up(round_, home.entry.number, [None, home.squad[0].pk], by=None)
    factories.enter(of_one_match(round_)[1], [121, 60])
    rounds.award_empty(round_, by=None)
    rounds.close_round(round_, by=None)
    found = of(day)
    away = rounds.team_matches(round_)[0].away.entry.number
    assert (found[away, 1].won, found[away, 1].not_played_out) == (0, 1)
    assert (found[home.entry.number, 1].boards, found[home.entry.number, 1].skunks) == ([2], 1)


def test_every_file_names_members_by_consent(day):
    team = day.entries.get(number=1)
    agreed, silent = (member.player.name for member in registration.everybody_of(team)[:2])
    registration.edit_member(team, 1, agreed, agrees=True)
    public, own = rows.gather(day), rows.gather(day, full_names=True)
    with translation.override("en"):
        every = json.dumps(json_file.written(public)) + press.long(public)
        every += "".join(str(table.lines) for table in tables(public))
        every += "".join(
            content.decode() for path, content in site.site_files(public) if path.endswith(".html")
        )
    assert agreed in json_file.written(public)["entries"][0]["members"]
    assert silent in json_file.written(own)["entries"][0]["members"]
    for name in (name for squad in registration.squads(day).values() for name in squad.names):
        assert (name in every) is (name == agreed)


def test_the_files_tell_the_boards(day):
    told = json_file.written(rows.gather(day))
    jsonschema.Draft202012Validator(export_check.schema(2)).validate(told)
    assert told["stages"][0]["boards"]["count"] == 2
    games = [(one["board"], one["member"], one["opponent_member"]) for one in told["games"]]
    assert games == [(1, 1, 1), (2, 2, 2)] * 2
    by_name = {table.name: table for table in tables(rows.gather(day))}
    assert len(by_name["members"].rows) == 6
    assert {len(row) for row in by_name["games"].rows} == {len(by_name["games"].headings)}
    table = export.export_tournament(day, [])["stages"][0]["rounds"][0]["tables"][1]
    assert (table["board"], table["members"]) == (2, [2, 2])
    assert statistics.statistics_of(rows.gather(day)).streak is None


def test_the_api_tells_who_sits_at_a_board(day, client):
    root = f"/api/data/2/tournaments/{day.slug}"
    (first, _second) = client.get(f"{root}/rounds/1/").json()["tables"]
    assert [(seat["board"], seat["member"]) for seat in first["seats"]] == [(1, 1), (1, 1)]
    assert len(client.get(f"{root}/persons/1/").json()["entry"]["members"]) == 3


def test_hidden_games_are_hidden_from_the_boards_too():
    day = day_of(4, 2, members=2, rounds=2)
    stages.describe(day, {"hidden_games": 1}, by=None)
    played(day, 1)
    played(day, 2)
    day.refresh_from_db()
    assert all(len(one.rows) <= 1 for one in of(day).values())
    table = Device.objects.create(
        tournament=day, place=day.places.get(number=1), token_hash="0" * 64, joined_at=timezone.now(),
        last_seen=timezone.now(),
    )  # fmt: skip
    lines = device_api_state.here(table, seen=0, epoch=0, addresses=[])["meetings"][0]["boards"]
    assert len(lines) == 3
    assert "121" not in "".join(lines)
    card = text(team_papers.team_cards, day, which="1")
    assert card.count("2–0") + card.count("0–2") == 1


def test_a_tablet_shows_the_boards_of_its_match():
    day = day_of(4, 2, members=2)
    round_ = opened(day)
    factories.enter(of_one_match(round_)[1], [121, 88])
    table = Device.objects.create(
        tournament=day, place=day.places.get(number=1), token_hash="0" * 64, joined_at=timezone.now(),
        last_seen=timezone.now(),
    )  # fmt: skip
    head, first, second = device_api_state.here(table, seen=0, epoch=0, addresses=[])["meetings"][0]["boards"]
    home, away = rounds.team_matches(round_)[0].sides
    assert "1–0" in head
    assert home.squad[0].player.name in first and "121" not in first
    assert away.squad[1].player.name in second and "121–88" in second


def text(kind, day, **args):
    reader = PdfReader(BytesIO(kind.draw(Paper(day, args, lambda done: None))))
    return "\n".join(page.extract_text() for page in reader.pages)


def pages(kind, day, **args):
    return len(PdfReader(BytesIO(kind.draw(Paper(day, args, lambda done: None)))).pages)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_a_page_for_each_match_and_each_team(paper):
    day = day_of(6, 8)
    day.paper = paper
    day.save()
    opened(day)
    first = rounds.team_matches(stages.qualifying(day).rounds.get())[0]
    assert pages(team_papers.match_slips, day, round=1) == 3
    assert pages(team_papers.line_ups, day, round=1) == 3
    assert pages(team_papers.team_cards, day) == 6
    own = {"round": 1, "which": str(first.home.entry.number)}
    said = text(team_papers.match_slips, day, **own)
    for side in first.sides:
        assert all(member.player.name in said for member in side.squad)
    assert pages(team_papers.line_ups, day, **own) == 1
    assert pages(team_papers.line_ups, day, which=SPARE) == 2


def test_a_floater_team_hands_in_no_line_up_and_a_bye_has_no_slip():
    day = day_of(3, 2, odd="house")
    opened(day)
    assert pages(team_papers.line_ups, day, round=1) == 2  # three teams
    assert pages(team_papers.match_slips, day, round=1) == 2
    day = day_of(3, 2, odd="bye", bye_credit=0)
    played(day, 1)
    assert pages(team_papers.match_slips, day, round=1) == 1
    resting = next(number for number, has in points(day).items() if has == 2 and not of(day)[number, 1].rows)
    assert text(team_papers.team_cards, day, which=str(resting)).count("2") >= 2


def test_the_page_has_full_names_for_whoever_runs_the_day(day, client, settings):
    settings.SHORT_NAMES = True
    names = registration.squads(day)[1].names
    address = f"/t/{day.slug}/boards/"
    public = client.get(address).content.decode()
    assert f'data-through="{1}"' in public
    assert not any(name in public for name in names)
    assert not any(name in client.get(f"/t/{day.slug}/players/1/").content.decode() for name in names)
    client.force_login(factories.organiser(day))
    from django.utils.html import escape

    assert all(escape(name) in client.get(address).content.decode() for name in names)
