"""Who said nothing is named in full nowhere that leaves the hall, whatever they were in the day."""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from html import unescape

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from scoring.club_teams import SHARED
from tests import factories
from tests.papers.paper_text import plain
from tests.rounds.test_teams_on_boards import day_of
from tests.samples import turn
from tests.walk import of_a_tournament, parameters, patterns
from tournaments import registration, rounds
from tournaments.accounts.permissions import EVERYBODY, PERMISSIONS
from tournaments.delivery.mail import letters
from tournaments.models import Entry, Letter, MailAddress, MailServer, Player, Round, Season, Tournament
from tournaments.organisations import leagues, seasons
from tournaments.publishing import prizes, snapshot
from tournaments.publishing.outputs import File, csv_files, folder, pictures, rows, season_folder
from tournaments.publishing.prizes import Hand, Prize
from tournaments.registration import Mate, categories
from tournaments.rounds import stages
from tournaments.standings import club_teams

pytestmark = pytest.mark.django_db
FAMILY = re.compile("zw[a-z]{2}b[ao]ik", re.IGNORECASE)
TOKEN = re.compile(
    r"\b[A-Za-z0-9]{64}\b"
)  # of a form against forged requests: random, so it may contain any word
FIRST = ("Réal", "Huguette", "Noëlla", "Zéphirin", "Françoise", "Marie-Claude", "Anne", "Luc", "Odile", "Léo")


def somebody(turn: int) -> str:
    """Somebody whose family name stands nowhere else."""
    return f"{FIRST[turn % len(FIRST)]} Zw{chr(97 + turn // 26)}{chr(97 + turn % 26)}baik"


def renamed(day: Tournament, start: int = 0) -> None:
    """Give everybody who was entered a name that is found again."""
    for entry in day.entries.order_by("number"):
        if not entry.team:
            registration.edit_entry(entry, somebody(start + entry.number), club=entry.club)
        for at, _name in enumerate(entry.team, start=1):
            registration.edit_member(entry, at, somebody(start + 8 * entry.number + at), agrees=False)


def shown_to_all(day: Tournament) -> Tournament:
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    day.refresh_from_db()
    return day


def with_prizes(day: Tournament) -> None:
    (women,) = categories.save_categories(day, [(None, "Femmes", True)], by=None)
    day.entries.filter(number__in=(1, 2, 3, 4)).update(categories=[women.id])
    kinds = [(kind, 0, 0) for kind in (prizes.TOTAL, prizes.SKUNKS, prizes.BEST_HAND, prizes.DOOR)]
    kinds += [(prizes.RANK, 1, 0), (prizes.RANK, 1, women.id), (prizes.CLUB, 1, 0)]
    given = [Prize(0, kind, category, rank, "panier", 0) for kind, rank, category in kinds]
    prizes.keep(day, given, one_each=False, by=None)
    prizes.note_hand(day, Hand(0, 2, 29, 1, 1, "V 5 5 5 5", somebody(90)), by=None)
    day.refresh_from_db()
    door = next(prize for prize in prizes.prizes_of(day).prizes if prize.kind == prizes.DOOR)
    prizes.draw(day, door.id, seed=27, by=None)
    club_teams.declare(day, club_teams.Declared(best=2, least=1, level=SHARED), by=None)


def singles() -> Tournament:
    """Prizes of every kind, somebody who took over a number, somebody who left."""
    day = factories.tournament(8, rounds=3)
    renamed(day)
    factories.play_round(day, 1)
    registration.take_over(day.entries.get(number=1), somebody(80), from_round=2, by=None)
    for number in (7, 8):
        registration.withdraw(day.entries.get(number=number), from_round=3, by=None)
    for number in (2, 3):
        factories.play_round(day, number, winner=number % 2)
    with_prizes(day)
    return day


def teams_of(*named: tuple[str, list[str]]) -> Tournament:
    day = factories.tournament(0, rounds=2, tables=4)
    for name, people in named:
        registration.add_team(day, name, [Mate(one) for one in people])
    factories.play_round(day, 1)
    registration.replace(day.entries.get(number=1), 2, somebody(81), by=None)
    factories.play_round(day, 2)
    with_prizes(day)
    return day


def pairs() -> Tournament:
    """Pairs that are called by both names."""
    return teams_of(*(("", [somebody(2 * at), somebody(2 * at + 1)]) for at in range(4)))


def pairs_with_names() -> Tournament:
    """Pairs whose own names are made of those of who plays in them."""
    return teams_of(
        (f"Équipe {somebody(1).split()[1]}", [somebody(1), somebody(2)]),
        (f"{somebody(3)} & {somebody(4)}", [somebody(3), somebody(4)]),
        (f"{somebody(5).split()[1].upper()}-{somebody(6).split()[1]}", [somebody(5), somebody(6)]),
        (f"Chez {somebody(7)}", [somebody(7), somebody(8)]),
    )


def large_teams() -> Tournament:
    """Six to a team: its name is that of two, and the others stand beside it."""
    return teams_of(*(("", [somebody(6 * at + one) for one in range(6)]) for at in range(4)))


def on_boards() -> Tournament:
    """Teams on boards, one of which has a substitute."""
    day = day_of(4, 2, members=3, rounds=2)
    renamed(day)
    for number in (1, 2):
        round_ = rounds.open_round(rounds.seat(stages.qualifying(day), number, by=None), by=None)
        side = rounds.team_matches(round_)[0].home
        keys = [side.squad[2].pk, side.squad[0].pk]
        rounds.change_line_up(round_, side.entry.number, keys, by=None)
        for meeting in round_.meetings.filter(void_act=None):
            factories.enter(meeting, [121, 90])
        rounds.close_round(round_, by=None)
    return day


def in_play_offs() -> Tournament:
    """A day whose games are over and whose first ranks are decided by matches."""
    from tournaments.finals import medals

    day = factories.tournament(4, rounds=1)
    renamed(day)
    factories.play_round(day, 1)
    medals.create(day, seed=3, by=None)
    return day


def being_played() -> Tournament:
    """Game 2 is at the tables, one result is in and everybody sees it; medals are in sight."""
    day = factories.tournament(8, rounds=2)
    renamed(day)
    factories.play_round(day, 1)
    factories.enter(factories.meeting_at(factories.open_round(day, 2), 1), [121, 88])
    Tournament.objects.filter(pk=day.pk).update(standings_shown=Tournament.StandingsShown.LIVE)
    return day


def of_gin() -> Tournament:
    day = factories.gin(4)
    renamed(day)
    round_ = factories.open_round(day)
    for meeting in round_.meetings.all():
        factories.totals(meeting, 310, 85)
    rounds.close_round(round_, by=None)
    return day


DAYS = (singles, pairs, pairs_with_names, large_teams, on_boards, in_play_offs, being_played, of_gin)


@pytest.fixture(params=DAYS, ids=lambda made: made.__name__)
def day(request) -> Tournament:
    made = request.param()
    if not Round.objects.filter(stage__tournament=made).exclude(state=Round.State.CLOSED).exists():
        snapshot.publish(made, official=True, by=None)
    return shown_to_all(made)


def text_of(path: str, content: bytes) -> str:
    """What can be read of a file."""
    if content.startswith(b"%PDF"):
        return plain(content)
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return " ".join(archive.read(name).decode(errors="replace") for name in archive.namelist())
    return TOKEN.sub("", unescape(content.decode(errors="replace")))


def named_in(files: Iterable[File]) -> dict[str, set[str]]:
    """Which family names are read in which of these files."""
    found = {path: set(FAMILY.findall(text_of(path, content))) for path, content in files}
    return {path: names for path, names in found.items() if names}


def addresses_of(day: Tournament, some: Iterable[URLPattern] = ()) -> Iterator[str]:
    """Every address (or `some`) that is for everybody, for some persons, each game and version of a day."""
    versions = [one.version for one in rows.versions(day)]
    known = of_a_tournament(day) | {"number": [1, 2, 8], "version": versions}
    for pattern in some or patterns():
        names = parameters(pattern)
        if EVERYBODY not in PERMISSIONS[pattern.callback.action]:
            continue
        if not names:
            yield reverse(pattern.name)
        elif names == ["slug"]:
            yield reverse(pattern.name, args=[day.slug])
        elif len(names) == 2 and names[0] == "slug":
            yield from (reverse(pattern.name, args=[day.slug, one]) for one in known.get(names[1], ()))


def read_at(addresses: Iterable[str], **headers: str) -> Iterator[File]:
    """What whoever is signed in nowhere is answered there."""
    for path in addresses:
        answer = Client().get(path, headers=headers)
        if answer.status_code == 200:
            yield path, b"".join(answer) if answer.streaming else answer.content


def letters_of(day: Tournament) -> Iterator[File]:
    """The card of everybody as it is sent to them."""
    server, found = MailServer(sender="desk@example.org"), rows.to_publish(day)
    for entry in day.entries.order_by("number"):
        kept = MailAddress(tournament_uid=day.uid, entry_uid=entry.uid, address="a@example.org")
        mail = letters.card(found, Letter(address=kept.address), kept, entry.number, server)
        yield f"letter {entry.number}.txt", f"{mail.subject}\n{mail.body}".encode()
        yield from ((f"letter {entry.number}.html", str(part).encode()) for part, _kind in mail.alternatives)


def called_otherwise(text: str) -> str:
    """The same text with other family names, of the same first letters."""
    return FAMILY.sub(lambda name: f"{name[0][:-3]}oik", text)


def test_nothing_that_leaves_the_hall_and_no_page_of_a_server_names_them(day, settings, request):
    """Each page is read on every second of the days, in `make figures` on each."""
    book = named_in(csv_files.standings_csv(rows.gather(day, full_names=True)))
    assert len(set.union(*book.values())) >= 4, "their names would be found"
    assert named_in(folder.publication_files(rows.to_publish(day))) == {}
    assert named_in(letters_of(day)) == {}
    for_others = [path for path in addresses_of(day) if "/api/" in path or path.endswith("/embed/")]
    assert named_in(read_at(for_others, origin="https://evil.example")) == {}
    settings.SHORT_NAMES = True
    pages = turn(list(patterns()), DAYS.index(request.node.callspec.params["day"]) % 2)
    assert named_in(read_at(addresses_of(day, pages))) == {}


def test_pictures_are_the_same_whatever_the_rest_of_a_name_is(day):
    before = dict(pictures.picture_files(rows.to_publish(day)))
    for table, fields in {Entry: ("name", "sort_name", "team"), Player: ("name", "sort_name")}.items():
        for one in table.objects.all():
            for field in fields:
                kept = getattr(one, field)
                is_list = isinstance(kept, list)
                setattr(one, field, [*map(called_otherwise, kept)] if is_list else called_otherwise(kept))
            one.save()
    assert dict(pictures.picture_files(rows.to_publish(day))) == before


@pytest.mark.parametrize("of_a_league", [False, True], ids=["added up", "league"])
@pytest.mark.parametrize("made", [singles, pairs, pairs_with_names, large_teams])
def test_no_file_of_a_season_names_them_and_no_page_of_a_server(made, of_a_league, settings):
    day = made()
    snapshot.publish(day, official=True, by=None)
    teams = day.entries.filter(kind=Entry.Kind.TEAM).exists()
    sides = Season.Sides.TEAMS if teams else Season.Sides.PERSONS
    season = seasons.make(day.organisation, {"name": "Les mardis", "public": True, "sides": sides})
    seasons.add(season, day)
    if of_a_league:
        dates = [f"2026-12-{number:02}" for number in range(1, 29)]
        described = {"double": False, "per_evening": 1, "dates": dates}
        leagues.make(season, leagues.sides_of(shown_to_all(day)), described, seed=1)
    (made_folder,) = season_folder.folders(shown_to_all(day))
    assert named_in(made_folder.files.items()) == {}
    pages = [reverse(name, args=[season.uid]) for name in ("season_followed", "season_calendar")]
    assert named_in(read_at(pages[: 1 + of_a_league])) != {}, "in a hall"
    settings.SHORT_NAMES = True
    assert named_in(read_at(pages)) == {}


def test_a_name_that_is_taken_back_is_gone_from_every_page_at_once(settings):
    settings.SHORT_NAMES = True
    day = shown_to_all(singles())
    for entry in day.entries.all():
        registration.edit_entry(entry, entry.name, consented_at=timezone.now())
    assert len(named_in(read_at(addresses_of(day)))) > 10
    for entry in day.entries.all():
        registration.edit_entry(entry, entry.name, consented_at=None)
    assert named_in(read_at(addresses_of(day))) == {}


def test_a_team_with_a_name_of_its_own_bears_it_where_it_names_nobody():
    day = teams_of(
        ("Les Valets", [somebody(1), somebody(2)]),
        ("Les as d'Anne", ["Anne Roy", somebody(4)]),
        ("Roy et compagnie", ["Zoé Roy-Dubé", somebody(5)]),
        ("Roy et compagnie 2", ["Léo Roy", somebody(6)]),
    )
    registration.edit_member(day.entries.get(number=3), 1, "Zoé Roy-Dubé", agrees=True)
    told = registration.public_names(day)
    assert [told[number].partition(" (")[0] for number in (1, 2, 3)] == [
        "Les Valets",
        "Les as d'Anne",
        "Roy et compagnie",
    ]
    assert "Roy" not in told[4]
