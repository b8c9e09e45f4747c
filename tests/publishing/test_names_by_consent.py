"""Players who have not consented are named in full nowhere outside the hall, whatever their part was."""

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
from tests.all_addresses import of_a_tournament, parameters, patterns
from tests.papers.paper_text import plain
from tests.rounds.test_teams_on_boards import make_tournament
from tests.samples import turn
from tournaments import registration, rounds
from tournaments.accounts.permissions import EVERYBODY, PERMISSIONS
from tournaments.delivery.mail import letters
from tournaments.models import Entry, Letter, MailAddress, MailServer, Player, Round, Season, Tournament
from tournaments.organisations import leagues, seasons
from tournaments.publishing import prizes, publications
from tournaments.publishing.outputs import File, csv_files, folder, pictures, rows, season_folder
from tournaments.publishing.prizes import Hand, Prize
from tournaments.registration import NewMember, categories
from tournaments.rounds import stages
from tournaments.standings import club_teams

pytestmark = pytest.mark.django_db
FAMILY_PATTERN = re.compile("zw[a-z]{2}b[ao]ik", re.IGNORECASE)
# The token against forged requests is random, so it may contain any word.
TOKEN = re.compile(r"\b[A-Za-z0-9]{64}\b")
FIRST_NAMES = (
    "Réal",
    "Huguette",
    "Noëlla",
    "Zéphirin",
    "Françoise",
    "Marie-Claude",
    "Anne",
    "Luc",
    "Odile",
    "Léo",
)


def person_name(turn: int) -> str:
    """Return a person's name whose family name stands nowhere else."""
    return f"{FIRST_NAMES[turn % len(FIRST_NAMES)]} Zw{chr(97 + turn // 26)}{chr(97 + turn % 26)}baik"


def rename_entries(tournament: Tournament) -> None:
    """Give each entry a name that is found again."""
    for entry in tournament.entries.order_by("number"):
        if not entry.team:
            registration.edit_entry(entry, person_name(entry.number), club=entry.club)
        for at, _name in enumerate(entry.team, start=1):
            registration.edit_member(entry, at, person_name(8 * entry.number + at), agrees=False)


def make_public(tournament: Tournament) -> Tournament:
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    tournament.refresh_from_db()
    return tournament


def with_prizes(tournament: Tournament) -> None:
    (women,) = categories.save_categories(tournament, [(None, "Femmes", True)], by=None)
    tournament.entries.filter(number__in=(1, 2, 3, 4)).update(categories=[women.id])
    kinds = [(kind, 0, 0) for kind in (prizes.TOTAL, prizes.SKUNKS, prizes.BEST_HAND, prizes.DOOR)]
    kinds += [(prizes.RANK, 1, 0), (prizes.RANK, 1, women.id), (prizes.CLUB, 1, 0)]
    given = [Prize(0, kind, category, rank, "panier", 0) for kind, rank, category in kinds]
    prizes.save_prizes(tournament, given, one_each=False, by=None)
    prizes.note_hand(tournament, Hand(0, 2, 29, 1, 1, "V 5 5 5 5", person_name(90)), by=None)
    tournament.refresh_from_db()
    door = next(prize for prize in prizes.prizes_of(tournament).prizes if prize.kind == prizes.DOOR)
    prizes.draw(tournament, door.id, seed=27, by=None)
    club_teams.declare(tournament, club_teams.ClubDeclaration(best=2, least=1, level=SHARED), by=None)


def singles() -> Tournament:
    """Return singles with prizes of every kind, a number that was taken over, and a player who left."""
    tournament = factories.tournament(8, rounds=3)
    rename_entries(tournament)
    factories.play_round(tournament, 1)
    registration.transfer_number(tournament.entries.get(number=1), person_name(80), from_round=2, by=None)
    for number in (7, 8):
        registration.withdraw(tournament.entries.get(number=number), from_round=3, by=None)
    for number in (2, 3):
        factories.play_round(tournament, number, winner=number % 2)
    with_prizes(tournament)
    return tournament


def teams_of(*named: tuple[str, list[str]]) -> Tournament:
    tournament = factories.tournament(0, rounds=2, tables=4)
    for name, people in named:
        registration.add_team(tournament, name, [NewMember(one) for one in people])
    factories.play_round(tournament, 1)
    registration.replace_member(tournament.entries.get(number=1), 2, person_name(81), by=None)
    factories.play_round(tournament, 2)
    with_prizes(tournament)
    return tournament


def pairs() -> Tournament:
    """Return pairs that are called by both names."""
    return teams_of(*(("", [person_name(2 * at), person_name(2 * at + 1)]) for at in range(4)))


def pairs_with_names() -> Tournament:
    """Return pairs whose own names are made of the names of their players."""
    return teams_of(
        (f"Équipe {person_name(1).split()[1]}", [person_name(1), person_name(2)]),
        (f"{person_name(3)} & {person_name(4)}", [person_name(3), person_name(4)]),
        (
            f"{person_name(5).split()[1].upper()}-{person_name(6).split()[1]}",
            [person_name(5), person_name(6)],
        ),
        (f"Chez {person_name(7)}", [person_name(7), person_name(8)]),
    )


def large_teams() -> Tournament:
    """Return teams of six, whose name is that of two, with the others beside it."""
    return teams_of(*(("", [person_name(6 * at + one) for one in range(6)]) for at in range(4)))


def teams_on_boards() -> Tournament:
    """Return teams on boards, one of which has a substitute."""
    tournament = make_tournament(4, 2, members=3, rounds=2)
    rename_entries(tournament)
    for number in (1, 2):
        round_ = rounds.open_round(rounds.seat(stages.qualifying(tournament), number, by=None), by=None)
        side = rounds.team_matches(round_)[0].home
        keys = [side.squad[2].pk, side.squad[0].pk]
        rounds.change_line_up(round_, side.entry.number, keys, by=None)
        for meeting in round_.meetings.filter(void_act=None):
            factories.enter(meeting, [121, 90])
        rounds.close_round(round_, by=None)
    return tournament


def tournament_in_playoffs() -> Tournament:
    """Return a tournament whose games are over and whose first ranks are decided by matches."""
    from tournaments.finals import medals

    tournament = factories.tournament(4, rounds=1)
    rename_entries(tournament)
    factories.play_round(tournament, 1)
    medals.create(tournament, seed=3, by=None)
    return tournament


def running_tournament() -> Tournament:
    """Return a tournament during game 2, with one result in and shown live, and medals in sight."""
    tournament = factories.tournament(8, rounds=2)
    rename_entries(tournament)
    factories.play_round(tournament, 1)
    factories.enter(factories.meeting_at(factories.open_round(tournament, 2), 1), [121, 88])
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Tournament.StandingsShown.LIVE)
    return tournament


def gin_tournament() -> Tournament:
    tournament = factories.gin(4)
    rename_entries(tournament)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.totals(meeting, 310, 85)
    rounds.close_round(round_, by=None)
    return tournament


TOURNAMENT_MAKERS = (
    singles,
    pairs,
    pairs_with_names,
    large_teams,
    teams_on_boards,
    tournament_in_playoffs,
    running_tournament,
    gin_tournament,
)


@pytest.fixture(params=TOURNAMENT_MAKERS, ids=lambda made: made.__name__)
def tournament(request) -> Tournament:
    made = request.param()
    if not Round.objects.filter(stage__tournament=made).exclude(state=Round.State.CLOSED).exists():
        publications.publish(made, official=True, by=None)
    return make_public(made)


def text_of(path: str, content: bytes) -> str:
    """Return the readable text of a file."""
    if content.startswith(b"%PDF"):
        return plain(content)
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return " ".join(archive.read(name).decode(errors="replace") for name in archive.namelist())
    return TOKEN.sub("", unescape(content.decode(errors="replace")))


def family_names_in(files: Iterable[File]) -> dict[str, set[str]]:
    """Return the family names that are found, by file."""
    found = {path: set(FAMILY_PATTERN.findall(text_of(path, content))) for path, content in files}
    return {path: names for path, names in found.items() if names}


def addresses_of(tournament: Tournament, some: Iterable[URLPattern] = ()) -> Iterator[str]:
    """Yield every public address (or those of `some`), for some players and each game and version."""
    versions = [one.version for one in rows.versions(tournament)]
    known = of_a_tournament(tournament) | {"number": [1, 2, 8], "version": versions}
    for pattern in some or patterns():
        names = parameters(pattern)
        if EVERYBODY not in PERMISSIONS[pattern.callback.action]:
            continue
        if not names:
            yield reverse(pattern.name)
        elif names == ["slug"]:
            yield reverse(pattern.name, args=[tournament.slug])
        elif len(names) == 2 and names[0] == "slug":
            yield from (reverse(pattern.name, args=[tournament.slug, one]) for one in known.get(names[1], ()))


def public_answers(addresses: Iterable[str], **headers: str) -> Iterator[File]:
    """Yield what a visitor who is not signed in gets at these addresses."""
    for path in addresses:
        answer = Client().get(path, headers=headers)
        if answer.status_code == 200:
            yield path, b"".join(answer) if answer.streaming else answer.content


def letters_of(tournament: Tournament) -> Iterator[File]:
    """Yield the card of each player as it is sent to them."""
    server, found = MailServer(sender="desk@example.org"), rows.publication_data(tournament)
    for entry in tournament.entries.order_by("number"):
        kept = MailAddress(tournament_uid=tournament.uid, entry_uid=entry.uid, address="a@example.org")
        mail = letters.card(found, Letter(address=kept.address), kept, entry.number, server)
        yield f"letter {entry.number}.txt", f"{mail.subject}\n{mail.body}".encode()
        yield from ((f"letter {entry.number}.html", str(part).encode()) for part, _kind in mail.alternatives)


def with_other_family_names(text: str) -> str:
    """Return the text with other family names that have the same first letters."""
    return FAMILY_PATTERN.sub(lambda name: f"{name[0][:-3]}oik", text)


def test_publications_and_public_pages_hide_full_names(tournament, settings, request):
    """Each page is read in every second tournament, in `make figures` in each."""
    book = family_names_in(csv_files.standings_csv(rows.publishable_data(tournament, full_names=True)))
    assert len(set.union(*book.values())) >= 4, "their names would be found"
    assert family_names_in(folder.publication_files(rows.publication_data(tournament))) == {}
    assert family_names_in(letters_of(tournament)) == {}
    for_others = [path for path in addresses_of(tournament) if "/api/" in path or path.endswith("/embed/")]
    assert family_names_in(public_answers(for_others, origin="https://evil.example")) == {}
    settings.SHORT_NAMES = True
    pages = turn(list(patterns()), TOURNAMENT_MAKERS.index(request.node.callspec.params["tournament"]) % 2)
    assert family_names_in(public_answers(addresses_of(tournament, pages))) == {}


@pytest.mark.parametrize("page", ["public", "public_rows", "standings_screen", "standings_screen_rows"])
def test_cached_pages_follow_a_change_of_the_names_shown(settings, page):
    tournament = factories.tournament(8)
    rename_entries(tournament)
    factories.play_round(tournament, 1)
    path = f"{reverse(page, args=[tournament.slug])}?language=fr-ca"
    for short in (False, True, False):
        settings.SHORT_NAMES = short
        shown = Client().get(path).content.decode()
        assert bool(FAMILY_PATTERN.search(shown)) is not short


def test_pictures_do_not_depend_on_family_names(tournament):
    before = dict(pictures.picture_files(rows.publication_data(tournament)))
    for table, fields in {Entry: ("name", "sort_name", "team"), Player: ("name", "sort_name")}.items():
        for one in table.objects.all():
            for field in fields:
                kept = getattr(one, field)
                is_list = isinstance(kept, list)
                setattr(
                    one,
                    field,
                    [*map(with_other_family_names, kept)] if is_list else with_other_family_names(kept),
                )
            one.save()
    assert dict(pictures.picture_files(rows.publication_data(tournament))) == before


@pytest.mark.parametrize("of_a_league", [False, True], ids=["added up", "league"])
@pytest.mark.parametrize("made", [singles, pairs, pairs_with_names, large_teams])
def test_season_files_and_pages_hide_full_names(made, of_a_league, settings):
    tournament = made()
    publications.publish(tournament, official=True, by=None)
    teams = tournament.entries.filter(kind=Entry.Kind.TEAM).exists()
    sides = Season.Sides.TEAMS if teams else Season.Sides.PERSONS
    season = seasons.make(tournament.organisation, {"name": "Les mardis", "public": True, "sides": sides})
    seasons.add(season, tournament)
    if of_a_league:
        dates = [f"2026-12-{number:02}" for number in range(1, 29)]
        described = {"double": False, "per_evening": 1, "dates": dates}
        leagues.make(season, leagues.sides_of(make_public(tournament)), described, seed=1)
    (made_folder,) = season_folder.folders(make_public(tournament))
    assert family_names_in(made_folder.files.items()) == {}
    pages = [reverse(name, args=[season.uid]) for name in ("season_followed", "season_calendar")]
    assert family_names_in(public_answers(pages[: 1 + of_a_league])) != {}, "in a hall"
    settings.SHORT_NAMES = True
    assert family_names_in(public_answers(pages)) == {}


def test_revoked_consent_hides_name_everywhere(settings):
    settings.SHORT_NAMES = True
    tournament = make_public(singles())
    for entry in tournament.entries.all():
        registration.edit_entry(entry, entry.name, consented_at=timezone.now())
    assert len(family_names_in(public_answers(addresses_of(tournament)))) > 10
    for entry in tournament.entries.all():
        registration.edit_entry(entry, entry.name, consented_at=None)
    assert family_names_in(public_answers(addresses_of(tournament))) == {}


def test_team_name_is_kept_unless_it_names_a_member():
    tournament = teams_of(
        ("Les Valets", [person_name(1), person_name(2)]),
        ("Les as d'Anne", ["Anne Roy", person_name(4)]),
        ("Roy et compagnie", ["Zoé Roy-Dubé", person_name(5)]),
        ("Roy et compagnie 2", ["Léo Roy", person_name(6)]),
    )
    registration.edit_member(tournament.entries.get(number=3), 1, "Zoé Roy-Dubé", agrees=True)
    names = registration.public_names(tournament)
    assert [names[number].partition(" (")[0] for number in (1, 2, 3)] == [
        "Les Valets",
        "Les as d'Anne",
        "Roy et compagnie",
    ]
    assert "Roy" not in names[4]
