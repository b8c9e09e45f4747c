"""Tournaments for tests, built through the functions of the program, with names that need escaping."""

from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any

from django.db.models import QuerySet
from django.test import Client

from tournaments import formats, registration, rounds
from tournaments.finals import medals
from tournaments.models import Entry, Line, Meeting, Organisation, Role, Round, Tournament, User
from tournaments.models.locking import locked
from tournaments.models.rows import prepared
from tournaments.pairing.values import LETTERS, PlannedTable
from tournaments.publishing.papers.registry import PAPER_TYPES
from tournaments.registration import payments
from tournaments.rounds import scores, stages
from tournaments.transfer import simulated_tournament

NAMES = [
    ("Réal O'Brien", "FADOQ Saint-Hyacinthe"),
    ("Huguette Côté", "FADOQ Beloeil"),
    ("Noëlla L'Écuyer", "FADOQ Mont-Saint-Hilaire"),
    ("Zéphirin Saint-Hilaire", "FADOQ Sorel-Tracy"),
    ("<b>Gras</b> & fils", "FADOQ <i>Acton Vale</i>"),
    ("Œdipe Lefebvre", "FADOQ L'Ange-Gardien"),
    ("Françoise D’Amour", "FADOQ Beloeil"),
    ("Marie-Claude Gagné", "FADOQ Sorel-Tracy"),
]
COMMON_PAPERS = sorted(key for key, kind in PAPER_TYPES.items() if kind.applies_to(formats.rules("fadoq-15")))
DECLARED = {"missed": 60, "forfeit": {"present": 121, "absent": 60}}


def names(count: int) -> list[tuple[str, str]]:
    """Return `count` names with clubs; the first eight are the awkward ones."""
    more = [(f"Joueuse Numéro{index:03d}", "FADOQ Beloeil") for index in range(len(NAMES), count)]
    return (NAMES + more)[:count]


def director(username: str = "lise") -> User:
    """Return a user who may create tournaments in an organisation of her own, and direct them."""
    user = User.objects.create_user(username, password="crible-121")
    club = Organisation.objects.create(name=f"FADOQ L'Écuyer de {username}")
    Role.objects.create(user=user, organisation=club, role=Role.Kind.DIRECTOR)
    return user


TOURNAMENT_FIELDS = {
    "name": "Journée de crible « L'Érablière »",
    "day": date(2026, 11, 21),
    "place": "Salle Saint-Hilaire",
}


def tournament(
    players: int = 8,
    *,
    by: User | None = None,
    seed: int = 7,
    key: str = "fadoq-15",
    about: Mapping[str, Any] = MappingProxyType({}),
    **rules: Any,
) -> Tournament:
    """Return a tournament with that many players entered, nothing seated yet.

    `key` is its format, `about` what else `create_tournament` takes, as another name or language.
    """
    choices = {"tables": (players + 1) // 2, **DECLARED, **rules}
    made = stages.create_tournament(
        rules=formats.rules(key, **choices), seed=seed, by=by, **TOURNAMENT_FIELDS | dict(about)
    )
    with locked(made.pk) as entered:
        people = [registration.Draft(name, details={"club": club}) for name, club in names(players)]
        registration.add_entries(entered, people)
        entered.next_version()
    return entered


def simulated(
    players: int, key: str = formats.FIRST, *, seed: int = 5, by: User | None = None, **choices: Any
) -> Tournament:
    """Return a tournament as `manage.py simulate` sets it up: all players checked in, and a house player."""
    return simulated_tournament.set_up(
        players, seed=seed, by=by, house_name="Maison", format_key=key, **TOURNAMENT_FIELDS | choices
    )


def gin(players: int = 8, **rules: Any) -> Tournament:
    """Return a round robin of gin, nothing seated yet."""
    everybody = players if players % 2 else players - 1
    declared = {"rounds": everybody, "missed": 0, "forfeit": {"present": 220, "absent": 0}}
    return tournament(players, key="gin-round-robin", **{**declared, **rules})


def totals(meeting: Meeting, one: int, other: int, nonce: str | None = None) -> scores.WriteResult:
    """Enter the final totals of a game of gin as the desk does, having seen the last line."""
    return scores.write_line(
        meeting,
        data={"v": 1, "totals": [one, other]},
        sides=scores.sides_of(meeting),
        by=Line.By.DESK,
        nonce=nonce or f"{meeting.uid}-{scores.last_line_of(meeting)}",
        basis=scores.last_line_of(meeting),
    )


def organiser(tournament: Tournament, username: str = "lise") -> User:
    """Return a new director of an existing tournament."""
    return helper(tournament, Role.Kind.DIRECTOR, username)


def director_of(tournament: Tournament) -> User:
    """Return a director of a tournament: its creator, else a user with a role in it, else a new one."""
    made = tournament.acts.get(kind="create").by
    return made or User.objects.filter(roles__tournament=tournament).first() or organiser(tournament)


def director_client(tournament: Tournament) -> Client:
    """Return a browser in which the director of a tournament is signed in."""
    return signed_in(director_of(tournament))


def signed_in(user: User, language: str = "en") -> Client:
    """Return a browser in which a user is signed in."""
    browser = Client(headers={"accept-language": language})
    browser.force_login(user)
    return browser


def helper(scope: Tournament | Organisation | None, role: str, username: str) -> User:
    """Return a new user with one role, in a tournament or in an organisation."""
    user = User.objects.create_user(username, password="crible-121")
    named = "organisation" if isinstance(scope, Organisation) else "tournament"
    Role.objects.create(user=user, role=role, **{named: scope})
    return user


def open_round(tournament: Tournament, number: int = 1) -> Round:
    """Seat and open a round."""
    return rounds.open_round(rounds.seat(stages.qualifying(tournament), number, by=None), by=None)


def two_cards() -> Tournament:
    """Return a tournament of four people with two cards, game 1 open: two at table 1, two at table 2."""
    made = tournament(4, key="acc-swiss", cards="two")
    sit(made, 1, (1, 2), (3, 4))
    return made


def medal_match() -> tuple[Tournament, Meeting]:
    """Return a tournament of four after its only game, and the open medal match of two who are tied."""
    made = tournament(4, rounds=1)
    round_ = open_round(made)
    for table, loser in ((1, 90), (2, 80)):
        enter(meeting_at(round_, table), [121, loser])
    rounds.close_round(round_, by=None)
    medals.create(made, seed=1, by=None)
    (meeting,) = medals.open_meetings(made)
    return made, meeting


def tied_for_gold(count: int) -> Tournament:
    """Return a tournament of one game with so many tied for gold, and their first matches open."""
    made = tournament(2 * count, rounds=1)
    round_ = open_round(made)
    for meeting in round_.meetings.all():
        enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    medals.create(made, seed=1, by=None)
    return made


def two_ties() -> Tournament:
    """Return a tournament of one game with ties for gold and for bronze, whose matches are at two tables."""
    made = tournament(4, rounds=1)
    round_ = open_round(made)
    for meeting in round_.meetings.all():
        enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    made.refresh_from_db()
    medals.create(made, seed=3, by=None)
    return made


def sit(tournament: Tournament, number: int, *tables: Sequence[int], partners: Sequence[int] = ()) -> Round:
    """Open a round in which the named people sit together: entry numbers in the order of the letters.

    At the tables `partners` (counted from 1), people who sit opposite each other play together.
    """
    stage = stages.qualifying(tournament)
    round_ = Round.objects.create(stage=stage, number=number, state=Round.State.OPEN, seed=number)
    planned = [
        PlannedTable(at, tuple(zip(LETTERS, people, strict=False)), partners=at in partners)
        for at, people in enumerate(tables, start=1)
    ]
    rounds.write_meetings(round_, planned, Meeting.Origin.AS_PLAYED)
    return round_


def meeting_at(round_: Round, table: int) -> Meeting:
    """Return the meeting at a table of a round."""
    (meeting,) = _at(round_.pk, table)
    return meeting


@prepared
def _at(round_: int, table: int) -> QuerySet[Meeting]:
    meetings = Meeting.objects.filter(round=round_, void_act=None, place__number=table)
    return meetings.select_related("round__stage__tournament")


def as_best_of_three(meeting: Meeting) -> None:
    """Let every round of its stage be a best of three, and plan this meeting so."""
    stage = meeting.round.stage
    stage.rules["match"] = {"kind": "best_of", "games": 3}
    stage.save(update_fields=["rules"])
    meeting.games_planned = 3
    meeting.save(update_fields=["games_planned"])


def enter(meeting: Meeting, points: list[int], nonce: str | None = None, **fields: Any) -> scores.WriteResult:
    """Enter a played game as the desk does, having seen the last line."""
    game = fields.pop("game", 1)
    fields.setdefault("basis", scores.last_line_of(meeting, game))
    fields.setdefault("by", Line.By.DESK)
    return scores.write_line(
        meeting,
        game=game,
        data={"v": 1, "pegged": points},
        sides=fields.pop("sides", scores.sides_of(meeting)),
        nonce=nonce or f"{meeting.uid}-{game}-{fields['basis']}",
        **fields,
    )


def play_round(tournament: Tournament, number: int, *, winner: int = 0, loser_points: int = 88) -> Round:
    """Play and close a whole round, which side `winner` wins at every table."""
    round_ = open_round(tournament, number)
    for meeting, sides in scores.meetings_with_sides(round_):
        if sum(map(len, sides)) == 2:
            points = [loser_points + meeting.place.number] * 2
            points[winner] = 121
            enter(meeting, points)
    return rounds.close_round(round_, by=None)


def entry(tournament: Tournament, number: int) -> Entry:
    """Return the entry with that number."""
    return tournament.entries.get(number=number)


def enter_each_kind(round_: Round, *, by: User) -> None:
    """Enter a result at table 1, two that differ at table 2 and a forfeit at table 3; number 8 leaves."""
    first, second, third = (meeting_at(round_, table) for table in (1, 2, 3))
    enter(first, [121, 88])
    enter(second, [121, 100])
    enter(second, [90, 121], basis=0, nonce="another desk")
    forfeit = scores.desk.award_data(third, "forfeit", winner=0, declared=[121, 60])
    scores.desk.enter_result(third, game=1, data=forfeit, nonce="forfeit", seen=0, user=by)
    registration.withdraw(round_.stage.tournament.entries.get(number=8), from_round=3, by=by)


def void_game(meeting: Meeting, *, game: int, nonce: str, basis: int, **fields: Any) -> scores.WriteResult:
    """Open a game again at the desk, as if nothing had been written."""
    sides = scores.sides_of(meeting)
    about = {"sides": sides, "by": Line.By.DESK, "nonce": nonce, "basis": basis}
    return scores.write_line(meeting, game=game, kind=Line.Kind.VOID, data={"v": 1}, **about, **fields)


def payment_totals(tournament: Tournament) -> dict[str, int]:
    """Return cents by how they were paid, under "" what is still owed."""
    return payments.money_by_way(payments.balances(tournament))
