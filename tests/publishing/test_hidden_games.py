"""The last games are hidden until the ceremony: on every public address, on papers, on tablets."""

import json
import re
from collections.abc import Iterable, Iterator

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from scoring import DomainError
from tests import factories
from tests.accounts.addresses import every
from tests.page_reader import data
from tests.papers.paper_text import words
from tests.samples import SWEEP_FACTOR, turn
from tests.web.setup.posting import posted, refusals
from tests.web.tablets.device_clients import Tablet
from tournaments import devices, rounds
from tournaments.accounts.permissions import EVERYBODY, PERMISSIONS
from tournaments.delivery.mail import queue
from tournaments.models import Invitation, Seat, Tournament
from tournaments.publishing import ceremony, publications
from tournaments.publishing.outputs import folder, json_file, rows
from tournaments.publishing.papers import registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.registration import consent
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import copies
from tournaments.web.device_api import state as device_api_state
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db
HIDDEN_POINTS = {3: (113, 117, 119, 109), 4: (97, 99, 101, 103)}  # the points of the loser of each table
IGNORED_TEXT = re.compile(
    r"<svg.*?</svg>|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}|\d{4}-\d\d-\d\dT[^\"<]*", re.DOTALL
)

NUMBER = re.compile(r"(?<![\w.#-])\d+(?![\w%-])")


@pytest.fixture
def tournament() -> Tournament:
    """Return four games, the last two hidden: the third is closed, the results of the fourth are in."""
    tournament = factories.tournament(8, rounds=4)
    for number in (1, 2):
        factories.play_round(tournament, number, winner=number % 2, loser_points=60 + 11 * number)
    stages.change_description(tournament, {"hidden_games": 2}, by=None)
    devices.invite_players(tournament)
    consent.declare(tournament, True, by=None)
    play(tournament, 3)
    rounds.close_round(tournament.stages.get(order=1).rounds.get(number=3), by=None)
    play(tournament, 4)
    tournament.refresh_from_db()
    return tournament


def play(tournament: Tournament, number: int) -> None:
    round_ = factories.open_round(tournament, number)
    for table, loser in enumerate(HIDDEN_POINTS[number], start=1):
        factories.enter(factories.meeting_at(round_, table), [121, loser])


def close_last_round(tournament: Tournament, *, official: bool) -> None:
    rounds.close_round(tournament.stages.get(order=1).rounds.get(number=4), by=None)
    if official:
        publications.publish(tournament, official=True, by=None)
    tournament.refresh_from_db()


def secrets(tournament: Tournament) -> set[str]:
    """Return what only the hidden games tell: their points, and each total after each of them."""
    cache.clear()
    totals = {row.points for after in (3, 4) for row in standings(tournament, through_round=after).rows}
    found = {row.points for after in (1, 2) for row in standings(tournament, through_round=after).rows}
    points = {points for of_game in HIDDEN_POINTS.values() for points in of_game}
    return {str(number) for number in (totals | points) - found - {121}}


def at_table(tournament: Tournament, table: int) -> list[int]:
    """Return the winner and the loser at a table of the last game; in `make figures` all players."""
    if SWEEP_FACTOR > 1:
        return list(range(1, 9))
    seats = Seat.objects.filter(meeting__round__number=4, meeting__place__number=table)
    return list(
        seats.filter(meeting__round__stage__tournament=tournament).values_list("entry__number", flat=True)
    )


def everybodys(tournament: Tournament, people: Iterable[int]) -> list[str]:
    """Return every public address, with these players, every game and every secret filled in."""
    return list(dict.fromkeys(_public_addresses(tournament, people)))


def _public_addresses(tournament: Tournament, people: Iterable[int]) -> Iterator[str]:
    secret = Invitation.objects.filter(entry__tournament=tournament, entry__number=1).get().secret
    table = devices.invite_tables(tournament)[0].secret
    for address in every(tournament):
        if EVERYBODY in PERMISSIONS.get(address.action, ()):
            if whose := re.search(r"/(players|persons|rounds)/1/", address.path):
                numbers = range(1, 6) if whose[1] == "rounds" else people
                yield from (address.path.replace("/1/", f"/{number}/") for number in numbers)
                yield from (address.path.replace("/1/", f"/{number}/", 1) for number in numbers)
            else:
                yield address.path.replace("nobodys-secret", secret)
                yield address.path.replace("nobodys-secret", table)
    known = [act.version for act in tournament.acts.all()]
    yield from (
        f"/api/data/2/tournaments/{tournament.slug}/standings/?version={version}" for version in known
    )


def read(content: bytes) -> str:
    return words(content) if content.startswith(b"%PDF") else content.decode(errors="replace")


def numbers_shown(client: Client, paths: Iterable[str], numbers: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the path and the number for each of these numbers that is shown."""
    cache.clear()
    for path in paths:
        answer = client.get(path)
        if answer.status_code == 200 and not answer.streaming and b"PNG" not in answer.content[:8]:
            words_of = set(NUMBER.findall(IGNORED_TEXT.sub(" ", read(answer.content))))
            yield from ((path, number) for number in sorted(numbers & words_of))


def test_cached_page_of_organiser_is_not_shown_to_visitors(client, tournament):
    stages.change_description(tournament, {"standings_shown": "live", "hidden_games": 1}, by=None)
    boss = Client()
    boss.force_login(factories.organiser(tournament))

    def histories(browser: Client) -> list:
        pages = [browser.get(f"/t/{tournament.slug}/players/{number}/") for number in at_table(tournament, 1)]
        return [answer.context["rank_history"] for answer in pages]

    cache.clear()
    before = histories(client)
    cache.clear()
    assert histories(boss) != before  # game 4 is under way, and they see it
    assert histories(client) == before
    cache.clear()
    assert histories(client) == before
    assert histories(boss) != before


@pytest.mark.parametrize(("shown", "tables", "half"), [("closed", (1, 2, 3), 0), ("live", (4, 3, 2), 1)])
def test_no_public_address_reveals_a_hidden_game(client, tournament, shown, tables, half):
    """Each address is read during the game, after the last one, and when official, in one of the two ways."""
    stages.change_description(tournament, {"standings_shown": shown}, by=None)
    tournament.refresh_from_db()
    numbers = secrets(tournament)
    under_way, over, official = (at_table(tournament, table) for table in tables)
    assert list(numbers_shown(client, turn(everybodys(tournament, under_way), half), numbers)) == []
    close_last_round(tournament, official=False)
    assert list(numbers_shown(client, turn(everybodys(tournament, over), 1 - half), numbers)) == []
    publications.publish(tournament, official=True, by=None)
    tournament.refresh_from_db()
    assert list(numbers_shown(client, turn(everybodys(tournament, official), half), numbers)) == []
    assert data(client.get(f"/t/{tournament.slug}/"), "after") == ["2"]
    assert ceremony.reveal_games(tournament, by=None)
    tournament.refresh_from_db()
    left = set(numbers)
    for _path, number in numbers_shown(client, everybodys(tournament, range(1, 9)), numbers):
        left.discard(number)
        if not left:
            break
    assert not left, "the walk finds what is there"
    assert not ceremony.reveal_games(tournament, by=None)


def test_papers_and_files_reveal_no_hidden_game(tournament, tmp_path):
    numbers = secrets(tournament)
    close_last_round(tournament, official=True)
    for kind in ("standings", "scorecards_filled"):
        drawn = registry.PAPER_TYPES[kind].draw(
            Paper(tournament, {"language": "en", "base": "http://x"}, lambda done: None)
        )
        assert not numbers & set(re.findall(r"\d+", words(drawn))), kind
    found = rows.publication_data(tournament)
    assert (found.last_game, found.is_official, len(found.rank_histories[1].ranks)) == (2, False, 2)
    for path, content in folder.publication_files(found):
        text = (
            words(content)
            if path.endswith(".pdf")
            else IGNORED_TEXT.sub(" ", content.decode(errors="replace"))
        )
        if path.endswith((".pdf", ".html", ".csv", ".json", ".txt", ".ics")):
            assert not [one for one in numbers if re.search(rf"(?<![\w.#-]){one}(?![\w%-])", text)], path
    call_command("export", tournament.slug, format="json", to=tmp_path, public=True)
    assert json.loads((tmp_path / f"{tournament.slug}-2.json").read_text())["state"]["last_round"] == 2


def test_the_organisers_own_files_have_every_game(tournament):
    close_last_round(tournament, official=True)
    own = json_file.export_content(rows.publishable_data(tournament, full_names=True))
    assert (own["state"]["last_round"], own["state"]["official"]) == (4, True)
    assert {str(row["points"]) for row in own["standings"]} <= secrets(tournament)


def test_region_report_waits_for_the_ceremony(client, tournament):
    close_last_round(tournament, official=True)
    client.force_login(factories.helper(tournament, "director", "odile"))
    reports = [f"/t/{tournament.slug}/publish/report/region-{form}/" for form in ("pdf", "xlsx")]
    assert [client.get(path).status_code for path in reports] == [302, 302]
    with pytest.raises(DomainError) as refused:
        queue.queue_region_report(tournament, "region@example.org")
    assert refused.value.code == "report_hidden"
    late = client.post(f"/t/{tournament.slug}/mail/region/", {"address": "region@example.org"})
    form = late.context["region_form"]
    assert (late.status_code, form["address"].value()) == (422, "region@example.org")
    assert form.errors.as_data()["address"][0].code == "report_hidden"
    for page in ("publish/", "mail/"):
        html = client.get(f"/t/{tournament.slug}/{page}").content.decode()
        assert "report/region-pdf" not in html, page
    ceremony.reveal_games(tournament, by=None)
    tournament.refresh_from_db()
    assert [client.get(path).status_code for path in reports] == [200, 200]
    assert queue.queue_region_report(tournament, "region@example.org") == 1


def test_earlier_publication_of_hidden_games_is_not_listed(tournament):
    stages.change_description(tournament, {"hidden_games": 0}, by=None)
    close_last_round(tournament, official=False)
    tournament.refresh_from_db()
    rows.record_publication(tournament, rows.publishable_data(tournament), by=None)
    stages.change_description(tournament, {"hidden_games": 2}, by=None)
    tournament.refresh_from_db()
    assert rows.publication_data(tournament).earlier == ()


def test_tablet_totals_exclude_hidden_games(tournament):
    tablets = [Tablet(tournament, table) for table in (1, 2, 3, 4)]
    before = {row.number: row for row in standings(tournament, through_round=2).rows}
    for tablet in tablets:
        answer = device_api_state.here(tablet.device, seen=0, epoch=0, addresses=[])
        (meeting,) = answer["meetings"]
        for side in meeting["sides"]:
            for one in side["entries"]:
                row = before[one["number"]]
                assert (one["games"], one["won"], one["points"]) == (2, row.won, row.pegged)
    ceremony.reveal_games(tournament, by=None)
    answer = device_api_state.here(tablets[0].device, seen=0, epoch=0, addresses=[])
    assert answer["meetings"][0]["sides"][0]["entries"][0]["games"] == 4


def test_helpers_see_hidden_games_marked_as_hidden(client, tournament):
    numbers = secrets(tournament)
    for role in ("director", "desk"):
        client.force_login(factories.helper(tournament, role, role))
        for page in ("standings/", "medals/", "players/1/", "desk/"):
            answer = client.get(f"/t/{tournament.slug}/{page}")
            assert data(answer, "hidden") == ["3"], (role, page)
        text = client.get(f"/t/{tournament.slug}/standings/").content.decode()
        assert [number for number in numbers if f">{number}<" in text], role


def test_director_reveals_games_from_remote_control(client, tournament):
    client.force_login(factories.helper(tournament, "director", "odile"))
    at = f"/t/{tournament.slug}"
    assert 'value="lift"' in client.get(f"{at}/remote/").content.decode()
    client.post(f"{at}/remote/do/", {"do": "lift"})
    tournament.refresh_from_db()
    assert (ceremony.has_hidden_games(tournament), tournament.acts.latest("version").kind) == (
        False,
        ceremony.LIFT_HIDDEN_ACT,
    )
    assert 'value="lift"' not in client.get(f"{at}/remote/").content.decode()
    assert data(client.get(f"{at}/standings/"), "hidden") == []


def test_desk_cannot_reveal_hidden_games(client, tournament):
    client.force_login(factories.helper(tournament, "desk", "aline"))
    assert client.post(f"/t/{tournament.slug}/remote/do/", {"do": "lift"}).status_code == 403
    tournament.refresh_from_db()
    assert ceremony.has_hidden_games(tournament)


def test_copy_keeps_hidden_games_setting(tournament):
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert ceremony.last_public_game(life, life.stages.get(order=1)) == 2
    ceremony.reveal_games(life, by=None)
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(life))), by=None)
    assert not ceremony.has_hidden_games(again)
    again.settings = {"final_secret": True}
    assert ceremony.hidden_games(again) == 1
    assert ceremony.last_public_game(again, again.stages.get(order=1)) == 3


@pytest.mark.parametrize(("hidden", "last"), [(0, None), (1, 3), (2, 2), (3, 1), (9, 1)])
def test_first_game_is_never_hidden(tournament, hidden, last):
    tournament.settings = {**tournament.settings, ceremony.HIDDEN_SETTING: hidden}
    assert ceremony.last_public_game(tournament, tournament.stages.get(order=1)) == last


@pytest.mark.parametrize(("typed", "fault"), [("4", "hidden_too_many"), ("1", "shown_already")])
def test_invalid_hidden_games_setting_is_refused(client, tournament, typed, fault):
    if fault == "shown_already":
        ceremony.reveal_games(tournament, by=None)
        tournament.refresh_from_db()
    form = SetupForm(tournament=tournament)
    client.force_login(factories.helper(tournament, "director", "odile"))
    answer = client.post(f"/t/{tournament.slug}/setup/", posted(form, hidden_games=typed))
    assert [one.code for one in refusals(answer)["hidden_games"].as_data()] == [fault]
    tournament.refresh_from_db()
    assert ceremony.hidden_games(tournament) == 2
