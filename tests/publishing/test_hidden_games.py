"""The last games are hidden until the ceremony: on every address for strangers, on papers, on tablets."""

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
from tests.papers.paper_text import words
from tests.samples import TIMES, turn
from tests.shown_by import data
from tests.web.setup.posting import posted, refusals
from tests.web.tablets.held import Tablet
from tournaments import devices, rounds
from tournaments.accounts.permissions import EVERYBODY, PERMISSIONS
from tournaments.delivery.mail import queue
from tournaments.models import Invitation, Seat, Tournament
from tournaments.publishing import ceremony, papers, snapshot
from tournaments.publishing.outputs import folder, json_file, rows
from tournaments.publishing.paper_types import Paper
from tournaments.registration import consent
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import copies
from tournaments.web.device_api import state as device_api_state
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db
HIDDEN = {3: (113, 117, 119, 109), 4: (97, 99, 101, 103)}  # what the losers of each table have
AROUND = re.compile(
    r"<svg.*?</svg>|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}|\d{4}-\d\d-\d\dT[^\"<]*", re.DOTALL
)

NUMBER = re.compile(r"(?<![\w.#-])\d+(?![\w%-])")


@pytest.fixture
def day() -> Tournament:
    """Four games, the last two of them hidden; the third is closed, the results of the fourth are in."""
    day = factories.tournament(8, rounds=4)
    for number in (1, 2):
        factories.play_round(day, number, winner=number % 2, loser_points=60 + 11 * number)
    stages.describe(day, {"hidden_games": 2}, by=None)
    devices.invite_players(day)
    consent.declare(day, True, by=None)
    play(day, 3)
    rounds.close_round(day.stages.get(order=1).rounds.get(number=3), by=None)
    play(day, 4)
    day.refresh_from_db()
    return day


def play(day: Tournament, number: int) -> None:
    round_ = factories.open_round(day, number)
    for table, loser in enumerate(HIDDEN[number], start=1):
        factories.enter(factories.meeting_at(round_, table), [121, loser])


def end(day: Tournament, *, official: bool) -> None:
    rounds.close_round(day.stages.get(order=1).rounds.get(number=4), by=None)
    if official:
        snapshot.publish(day, official=True, by=None)
    day.refresh_from_db()


def secrets(day: Tournament) -> set[str]:
    """What only the hidden games tell: their points, everybody's total after each of them."""
    cache.clear()
    totals = {row.points for after in (3, 4) for row in standings(day, through_round=after).rows}
    told = {row.points for after in (1, 2) for row in standings(day, through_round=after).rows}
    points = {points for of_game in HIDDEN.values() for points in of_game}
    return {str(number) for number in (totals | points) - told - {121}}


def at_table(day: Tournament, table: int) -> list[int]:
    """Who sat there in the last game: one has won it, one has lost it. `make figures` asks for everybody."""
    if TIMES > 1:
        return list(range(1, 9))
    seats = Seat.objects.filter(meeting__round__number=4, meeting__place__number=table)
    return list(seats.filter(meeting__round__stage__tournament=day).values_list("entry__number", flat=True))


def everybodys(day: Tournament, people: Iterable[int]) -> list[str]:
    """Every address that asks for no sign-in, with these players, every game and secret in its blanks."""
    return list(dict.fromkeys(_everybodys(day, people)))


def _everybodys(day: Tournament, people: Iterable[int]) -> Iterator[str]:
    secret = Invitation.objects.filter(entry__tournament=day, entry__number=1).get().secret
    table = devices.invite_tables(day)[0].secret
    for address in every(day):
        if EVERYBODY in PERMISSIONS.get(address.action, ()):
            if whose := re.search(r"/(players|persons|rounds)/1/", address.path):
                numbers = range(1, 6) if whose[1] == "rounds" else people
                yield from (address.path.replace("/1/", f"/{number}/") for number in numbers)
                yield from (address.path.replace("/1/", f"/{number}/", 1) for number in numbers)
            else:
                yield address.path.replace("nobodys-secret", secret)
                yield address.path.replace("nobodys-secret", table)
    known = [act.version for act in day.acts.all()]
    yield from (f"/api/data/2/tournaments/{day.slug}/standings/?version={version}" for version in known)


def read(content: bytes) -> str:
    return words(content) if content.startswith(b"%PDF") else content.decode(errors="replace")


def told(client: Client, paths: Iterable[str], numbers: set[str]) -> Iterator[tuple[str, str]]:
    """Which of these numbers are found where."""
    cache.clear()
    for path in paths:
        answer = client.get(path)
        if answer.status_code == 200 and not answer.streaming and b"PNG" not in answer.content[:8]:
            words_of = set(NUMBER.findall(AROUND.sub(" ", read(answer.content))))
            yield from ((path, number) for number in sorted(numbers & words_of))


def test_a_stranger_is_not_told_what_somebody_who_runs_the_day_has_looked_at(client, day):
    stages.describe(day, {"standings_shown": "live", "hidden_games": 1}, by=None)
    boss = Client()
    boss.force_login(factories.organiser(day))

    def ways(browser: Client) -> list:
        pages = [browser.get(f"/t/{day.slug}/players/{number}/") for number in at_table(day, 1)]
        return [answer.context["way"] for answer in pages]

    cache.clear()
    before = ways(client)
    cache.clear()
    assert ways(boss) != before  # game 4 is under way, and they see it
    assert ways(client) == before
    cache.clear()
    assert ways(client) == before
    assert ways(boss) != before


@pytest.mark.parametrize(("shown", "tables", "half"), [("closed", (1, 2, 3), 0), ("live", (4, 3, 2), 1)])
def test_no_address_tells_a_hidden_game(client, day, shown, tables, half):
    """Each address is read under way, when all is over, and when it is official, in one of the two ways."""
    stages.describe(day, {"standings_shown": shown}, by=None)
    day.refresh_from_db()
    numbers = secrets(day)
    under_way, over, official = (at_table(day, table) for table in tables)
    assert list(told(client, turn(everybodys(day, under_way), half), numbers)) == []
    end(day, official=False)
    assert list(told(client, turn(everybodys(day, over), 1 - half), numbers)) == []
    snapshot.publish(day, official=True, by=None)
    day.refresh_from_db()
    assert list(told(client, turn(everybodys(day, official), half), numbers)) == []
    assert data(client.get(f"/t/{day.slug}/"), "after") == ["2"]
    assert ceremony.lift(day, by=None)
    day.refresh_from_db()
    left = set(numbers)
    for _path, number in told(client, everybodys(day, range(1, 9)), numbers):
        left.discard(number)
        if not left:
            break
    assert not left, "the walk finds what is there"
    assert not ceremony.lift(day, by=None)


def test_nothing_that_is_printed_or_published_tells_one(day, tmp_path):
    numbers = secrets(day)
    end(day, official=True)
    for kind in ("standings", "scorecards_filled"):
        drawn = papers.PAPER_TYPES[kind].draw(
            Paper(day, {"language": "en", "base": "http://x"}, lambda done: None)
        )
        assert not numbers & set(re.findall(r"\d+", words(drawn))), kind
    found = rows.to_publish(day)
    assert (found.through, found.is_official, len(found.ways[1].ranks)) == (2, False, 2)
    for path, content in folder.publication_files(found):
        text = words(content) if path.endswith(".pdf") else AROUND.sub(" ", content.decode(errors="replace"))
        if path.endswith((".pdf", ".html", ".csv", ".json", ".txt", ".ics")):
            assert not [one for one in numbers if re.search(rf"(?<![\w.#-]){one}(?![\w%-])", text)], path
    call_command("export", day.slug, format="json", to=tmp_path, public=True)
    assert json.loads((tmp_path / f"{day.slug}-2.json").read_text())["state"]["last_round"] == 2


def test_the_organisers_own_files_have_every_game(day):
    end(day, official=True)
    own = json_file.written(rows.gather(day, full_names=True))
    assert (own["state"]["last_round"], own["state"]["official"]) == (4, True)
    assert {str(row["points"]) for row in own["standings"]} <= secrets(day)


def test_a_federation_is_told_no_earlier_than_the_hall(client, day):
    end(day, official=True)
    client.force_login(factories.helper(day, "director", "odile"))
    reports = [f"/t/{day.slug}/publish/report/region-{form}/" for form in ("pdf", "xlsx")]
    assert [client.get(path).status_code for path in reports] == [302, 302]
    with pytest.raises(DomainError) as refused:
        queue.queue_region_report(day, "region@example.org")
    assert refused.value.code == "report_hidden"
    late = client.post(f"/t/{day.slug}/mail/region/", {"address": "region@example.org"})
    form = late.context["region_form"]
    assert (late.status_code, form["address"].value()) == (422, "region@example.org")
    assert form.errors.as_data()["address"][0].code == "report_hidden"
    for page in ("publish/", "mail/"):
        html = client.get(f"/t/{day.slug}/{page}").content.decode()
        assert "report/region-pdf" not in html, page
    ceremony.lift(day, by=None)
    day.refresh_from_db()
    assert [client.get(path).status_code for path in reports] == [200, 200]
    assert queue.queue_region_report(day, "region@example.org") == 1


def test_what_was_published_before_they_were_hidden_is_not_shown_again(day):
    stages.describe(day, {"hidden_games": 0}, by=None)
    end(day, official=False)
    day.refresh_from_db()
    rows.record_publication(day, rows.gather(day), by=None)
    stages.describe(day, {"hidden_games": 2}, by=None)
    day.refresh_from_db()
    assert rows.to_publish(day).earlier == ()


def test_tablets_add_up_what_is_told_alone(day):
    tablets = [Tablet(day, table) for table in (1, 2, 3, 4)]
    before = {row.number: row for row in standings(day, through_round=2).rows}
    for tablet in tablets:
        answer = device_api_state.here(tablet.device, seen=0, epoch=0, addresses=[])
        (meeting,) = answer["meetings"]
        for side in meeting["sides"]:
            for one in side["entries"]:
                row = before[one["number"]]
                assert (one["games"], one["won"], one["points"]) == (2, row.won, row.pegged)
    ceremony.lift(day, by=None)
    answer = device_api_state.here(tablets[0].device, seen=0, epoch=0, addresses=[])
    assert answer["meetings"][0]["sides"][0]["entries"][0]["games"] == 4


def test_whoever_runs_the_day_sees_all_and_reads_what_is_hidden(client, day):
    numbers = secrets(day)
    for role in ("director", "desk"):
        client.force_login(factories.helper(day, role, role))
        for page in ("standings/", "medals/", "players/1/", "desk/"):
            answer = client.get(f"/t/{day.slug}/{page}")
            assert data(answer, "hidden") == ["3"], (role, page)
        text = client.get(f"/t/{day.slug}/standings/").content.decode()
        assert [number for number in numbers if f">{number}<" in text], role


def test_the_director_lifts_it_from_the_remote_control(client, day):
    client.force_login(factories.helper(day, "director", "odile"))
    at = f"/t/{day.slug}"
    assert 'value="lift"' in client.get(f"{at}/remote/").content.decode()
    client.post(f"{at}/remote/do/", {"do": "lift"})
    day.refresh_from_db()
    assert (ceremony.is_secret(day), day.acts.latest("version").kind) == (False, ceremony.LIFTED)
    assert 'value="lift"' not in client.get(f"{at}/remote/").content.decode()
    assert data(client.get(f"{at}/standings/"), "hidden") == []


def test_nobody_but_the_director_lifts_it(client, day):
    client.force_login(factories.helper(day, "desk", "aline"))
    assert client.post(f"/t/{day.slug}/remote/do/", {"do": "lift"}).status_code == 403
    day.refresh_from_db()
    assert ceremony.is_secret(day)


def test_it_goes_along_in_a_copy_and_an_older_one_is_read(day):
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert ceremony.last_shown(life, life.stages.get(order=1)) == 2
    ceremony.lift(life, by=None)
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(life))), by=None)
    assert not ceremony.is_secret(again)
    again.settings = {"final_secret": True}
    assert (ceremony.hidden_games(again), ceremony.last_shown(again, again.stages.get(order=1))) == (1, 3)


@pytest.mark.parametrize(("hidden", "last"), [(0, None), (1, 3), (2, 2), (3, 1), (9, 1)])
def test_the_first_game_is_always_told(day, hidden, last):
    day.settings = {**day.settings, ceremony.HIDDEN: hidden}
    assert ceremony.last_shown(day, day.stages.get(order=1)) == last


@pytest.mark.parametrize(("typed", "fault"), [("4", "hidden_too_many"), ("1", "shown_already")])
def test_the_set_up_says_what_cannot_be_hidden(client, day, typed, fault):
    if fault == "shown_already":
        ceremony.lift(day, by=None)
        day.refresh_from_db()
    form = SetupForm(tournament=day)
    client.force_login(factories.helper(day, "director", "odile"))
    answer = client.post(f"/t/{day.slug}/setup/", posted(form, hidden_games=typed))
    assert [one.code for one in refusals(answer)["hidden_games"].as_data()] == [fault]
    day.refresh_from_db()
    assert ceremony.hidden_games(day) == 2
