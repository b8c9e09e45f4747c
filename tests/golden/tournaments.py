"""The tournaments of the golden data in one table, each with its game, format, state and maker."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

from scoring.two_cards import Card
from tests import factories
from tests.golden.fixed import START_TIME, Clock
from tests.organisations.leagues import evenings as league_evenings
from tests.web.tablets.device_clients import Newcomer, Tablet
from tournaments import devices, formats, registration, rounds
from tournaments.accounts import helpers, visibility
from tournaments.common import audit_log
from tournaments.finals import medals, playoffs
from tournaments.models import Destination, MailAddress, Season, Tournament, User
from tournaments.organisations import own_formats, seasons
from tournaments.pairing import partners
from tournaments.pairing.values import PlannedTable
from tournaments.publishing import cash_box, ceremony, notices, prizes
from tournaments.registration import categories, partner_draw, payments, questions
from tournaments.rounds import make_up, protests, scores, stages
from tournaments.rounds.scores import PenaltyEffect, two_cards
from tournaments.standings import club_teams
from tournaments.transfer import copies, simulated_tournament

SEED = 20261121
HOUSE_NAME = "Maison"


class Golden(NamedTuple):
    """A tournament of the golden data; `small`: it is compared in the suite as well.

    `director` is the language of the director; the visitor reads the other one. `whole`: the addresses that
    belong to no tournament are requested too.
    """

    name: str
    game: str
    format: str
    state: str
    make: Callable[[User, Clock], Tournament]
    director: str = "fr-ca"
    small: bool = False
    whole: bool = False


def simulated_maker(
    key: str, players: int, *, upto: int | None = None, late: int = 0, leave: int = 0, **choices: Any
) -> Callable[[User, Clock], Tournament]:
    """Return a maker of a tournament played as by `manage.py simulate`, up to a round or to its end."""

    def make(by: User, clock: Clock) -> Tournament:
        tournament = set_up(key, players, by, away=late + leave, **choices)
        clock.on()
        simulated_tournament.play(
            tournament, seed=SEED, by=by, upto=upto, late=late, leave=leave, progress=lambda _done: clock.on()
        )
        return tournament

    return make


def set_up(key: str, players: int, by: User, **choices: Any) -> Tournament:
    """Return a tournament whose players are checked in."""
    return simulated_tournament.set_up(
        players,
        seed=SEED,
        by=by,
        name="Journée de l'Érablière",
        house_name=HOUSE_NAME,
        day=START_TIME.date(),
        format_key=key,
        **choices,
    )


def played(tournament: Tournament, count: int, by: User, clock: Clock) -> None:
    """Play the next `count` rounds."""
    chance = random.Random(SEED)
    first = registration.next_round_number(tournament)
    for number in range(first, first + count):
        simulated_tournament.play_round(tournament, number, chance=chance, by=by)
        clock.on()


def next_round(tournament: Tournament, by: User) -> Any:
    """Seat and open the next round."""
    seated = rounds.seat(stages.qualifying(tournament), registration.next_round_number(tournament), by=by)
    return rounds.open_round(seated, by=by)


# Makers by state, in the order of a tournament


def prepared(by: User, clock: Clock) -> Tournament:
    """Make one before check-in: questions, categories, fees, helpers, a season, mail, a destination."""
    tournament = factories.tournament(8, by=by)
    questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Poisson"])], by=by)
    categories.save_categories(tournament, [(None, "Débutantes", True)], by=by)
    for entry in tournament.entries.filter(number__lte=3):
        registration.edit_entry(entry, entry.name, categories=[1], fee_cents=1500)
        payments.record(entry, None, "cash", by=None)
    helpers.invite(tournament, "desk", lasts="today", uses=1, by=by)
    devices.invite_players(tournament)
    winter = seasons.make(tournament.organisation, {"name": "Saison d'hiver"})
    seasons.add(winter, tournament)
    Season.objects.filter(pk=winter.pk).update(public=True)
    entry = tournament.entries.get(number=2)
    MailAddress.objects.create(tournament_uid=tournament.uid, entry_uid=entry.uid, address="lise@example.org")
    Destination.objects.create(organisation=tournament.organisation, name="Clé", kind="folder", path="cle")
    return tournament


def seated(by: User, clock: Clock) -> Tournament:
    """Make one with round 1 seated, not open; seven players, one at a fixed seat, and a house player."""
    tournament = set_up("cribbage-draw", 7, by, odd="house", fixed=[3], rounds=6)
    rounds.seat(stages.qualifying(tournament), 1, by=by)
    return tournament


def open_round(by: User, clock: Clock) -> Tournament:
    """Make one with round 2 open: a result, a forfeit, a dispute, a table without a result, a withdrawal."""
    tournament = factories.tournament(8, by=by, match_points="acc", clock=True)
    factories.play_round(tournament, 1)
    clock.on()
    round_ = factories.open_round(tournament, 2)
    factories.enter_each_kind(round_, by=by)
    clock.on(timedelta(minutes=12))
    return tournament


def with_tablets(by: User, clock: Clock) -> Tournament:
    """Make one on tablets: one calls, one is not admitted, one sent a result; a notice, codes of players."""
    tournament = set_up("points-left", 6, by, rounds=4)
    played(tournament, 1, by, clock)
    round_ = next_round(tournament, by)
    tablet = Tablet(tournament, 1, "Tablette rouge")
    tablet.calls()
    Newcomer(tournament, 1, "Inconnue")
    Tablet(tournament, 2).stands(minutes=9, queued=2)
    meeting = factories.meeting_at(round_, 3)
    chance = random.Random(SEED)
    simulated_tournament.enter_game(meeting, 1, chance, by, "golden")
    devices.invite_players(tournament)
    notices.set_notice(tournament, "Dîner à midi", until=None, by=by)
    return tournament


def with_two_cards(by: User, clock: Clock) -> Tournament:
    """Make one with two cards: one pair agrees, one does not, one card is missing."""
    tournament = set_up("acc-swiss", 6, by, cards="two", rounds=4)
    played(tournament, 1, by, clock)
    round_ = next_round(tournament, by)
    for seat, card in (("1A", Card(2, 17)), ("1B", Card(0, -17)), ("2A", Card(2, 12)), ("2B", Card(2, 8))):
        two_cards.enter(two_cards.seat_from_text(round_, seat), card, nonce=f"card-{seat}", user=by)
    two_cards.enter(two_cards.seat_from_text(round_, "3A"), Card(3, 40), nonce="card-3A", user=by)
    return tournament


def drawn_partners(by: User, clock: Clock) -> Tournament:
    """Make one of twelve people drawn into pairs; two games closed, of the third one result is in."""
    tournament = set_up("set-of-five", 12, by, rounds=4)
    ranks = {entry.number: at for at, entry in enumerate(partner_draw.singles(tournament), start=1)}
    wanted = partner_draw.DrawRequest(how="balanced", uneven=partners.SMALLER, ranks=ranks)
    drawn = partner_draw.draw(tournament, wanted, seed=3, reason="Tiré devant la salle", by=by)
    partner_draw.enter(tournament, drawn.version, by=by)
    clock.on()
    simulated_tournament.play(tournament, seed=SEED, by=by, upto=2, progress=lambda _done: clock.on())
    factories.enter(factories.meeting_at(next_round(tournament, by), 1), [121, 85])
    return tournament


def repaired(by: User, clock: Clock) -> Tournament:
    """Make one with a seating undone, people seated elsewhere, and a result voided and corrected."""
    tournament = factories.tournament(8, by=by, rounds=5)
    rounds.seat(stages.qualifying(tournament), 1, by=by)
    audit_log.undo(audit_log.last_undoable(tournament), by=by)
    factories.play_round(tournament, 1)
    clock.on()
    round_ = factories.open_round(tournament, 2)
    first, second = (table.people for table in rounds.planned_tables(round_)[:2])
    rounds.seat_as_played(round_, [PlannedTable(1, (("A", first[0]), ("B", second[0])))], by=by)
    for table in (1, 2, 3):
        factories.enter(factories.meeting_at(round_, table), [121, 80 + table])
    first, second = factories.meeting_at(round_, 1), factories.meeting_at(round_, 2)
    scores.desk.void_result(first, game=1, nonce="out", seen=99, user=by, note="Autre table")
    scores.desk.correct_result(
        second, game=1, data={"v": 1, "pegged": [77, 121]}, nonce="corrected", seen=99, user=by
    )
    return tournament


def judged(by: User, clock: Clock) -> Tournament:
    """Make one with penalties of each kind, one taken back; two protests, one upheld; a game made up."""
    tournament = factories.tournament(
        6, by=by, rounds=3, tables=4, missed=30, made_up=True, protest_minutes=60
    )
    registration.withdraw(tournament.entries.get(number=5), from_round=1, by=by)
    registration.withdraw(tournament.entries.get(number=6), from_round=1, by=by)
    factories.play_round(tournament, 1)
    for number in (5, 6):
        registration.come_back(tournament.entries.get(number=number), from_round=2, by=by)
    factories.play_round(tournament, 2)
    clock.on()
    round_ = stages.qualifying(tournament).rounds.get(number=2)
    for table, takes in enumerate(
        (PenaltyEffect("points", 10), PenaltyEffect("game"), PenaltyEffect("deal")), start=1
    ):
        meeting = factories.meeting_at(round_, table)
        penalise(meeting, takes, f"penalty-{table}", by)
    scores.take_back(
        tournament, tournament.lines.filter(kind="penalty").latest("number").number, nonce="back", user=by
    )
    for number in (1, 2):
        entry = tournament.entries.get(number=number)
        protest = protests.file(tournament, 2, entry, "121 a été compté, pas 119", by=by)
        if number == 1:
            protests.rule(tournament, protest.version, "Le feuillet le dit", upheld=True, by=by)
    first = stages.qualifying(tournament).rounds.get(number=1)
    make_up.start(
        first,
        tournament.entries.get(number=5),
        tournament.entries.get(number=6),
        house_name=HOUSE_NAME,
        by=by,
    )
    return tournament


def penalise(meeting: Any, takes: PenaltyEffect, nonce: str, by: User) -> None:
    """Penalise the first player of a meeting."""
    number = scores.sides_of(meeting)[0][0]
    why = {"words": "Carte montrée"}
    scores.penalise(meeting, game=1, number=number, takes=takes, why=why, nonce=nonce, user=by)


def medal_match(by: User, clock: Clock) -> Tournament:
    """Make one after its only game, with two tied for gold and their match open."""
    tournament = factories.tournament(4, by=by, rounds=1)
    round_ = factories.open_round(tournament)
    for table, loser in ((1, 90), (2, 80)):
        factories.enter(factories.meeting_at(round_, table), [121, loser])
    clock.on()
    rounds.close_round(round_, by=by)
    medals.create(tournament, seed=1, by=by)
    return tournament


def published(by: User, clock: Clock) -> Tournament:
    """Make an official one: prizes, best hand, door prize, clubs, cash, ceremony, a copy."""
    tournament = set_up("fadoq-15", 8, by)
    club_teams.declare(tournament, club_teams.ClubDeclaration(2, 2, several=True), by=by)
    given = [
        prizes.Prize(0, prizes.RANK, 0, 1, "Trophée", 2500),
        prizes.Prize(0, prizes.BEST_HAND, 0, 0, "Ruban", 500),
        prizes.Prize(0, prizes.DOOR, 0, 0, "Jambon", 0),
    ]
    prizes.save_prizes(tournament, given, one_each=False, by=by)
    prizes.note_hand(tournament, prizes.Hand(0, 1, 24, 1, 1, "", "Zoé L'Écuyer"), by=by)
    cash_box.save_lines(tournament, [cash_box.CashLine("Café", -1200)], by=by)
    simulated_tournament.play(tournament, seed=SEED, by=by, progress=lambda _done: clock.on())
    tournament.refresh_from_db()
    door = next(one for one in prizes.prizes_of(tournament).prizes if one.kind == prizes.DOOR)
    prizes.draw(tournament, door.id, seed=5, by=by)
    ceremony.show(tournament, 2, by=by)
    copies.write_copy(tournament.pk)
    return tournament


def bracket(by: User, clock: Clock) -> Tournament:
    """Make a knock-out of six whose first match is over, the others open."""
    tournament = set_up("cribbage-knock-out", 6, by)
    playoffs.start_playoffs(tournament, seed=2, by=by)
    chance = random.Random(SEED)
    for meeting in list(playoffs.open_meetings(tournament))[:1]:
        game = 1
        while not scores.match_state(meeting).over:
            simulated_tournament.enter_game(meeting, game, chance, by, f"golden-{game}")
            game += 1
    playoffs.advance(tournament, by=by)
    return tournament


def own_format(by: User, clock: Clock) -> Tournament:
    """Make one in a format of the organisation's own, changed once; two games closed."""
    club = by.roles.get(organisation__isnull=False).organisation
    kept = own_formats.save_format(replace(own_formats.shipped("fadoq-15"), name="Mardi"), club, by=by)
    tournament = set_up("fadoq-15", 6, by, of=own_formats.rules_to_play(kept))
    played(tournament, 2, by, clock)
    return tournament


def league_evening(by: User, clock: Clock) -> Tournament:
    """Make the second evening of a league of five; the first is official, one award, one postponed."""
    from tournaments.organisations import leagues

    club = by.roles.get(organisation__isnull=False).organisation
    league = league_evenings.league(league_evenings.persons(5), of=club, evenings=6)
    league_evenings.play(league_evenings.evening(league, 1, by=by), by=by)
    tournament = league_evenings.evening(league, 2, by=by)
    leagues.award(league_evenings.fixture(league, 4), "away", reason="Absence", by=by)
    leagues.postpone(league_evenings.fixture(league, 3), reason="Tempête", by=by)
    Season.objects.filter(pk=league.season_id).update(public=True)
    factories.enter(factories.meeting_at(next_round(tournament, by), 1), [121, 70])
    return tournament


def visible_by_link(by: User, clock: Clock) -> Tournament:
    """Make one visible by link: a Swiss system with byes, people who came late and left early."""
    tournament = simulated_maker("acc-swiss", 9, upto=5, late=1, leave=1, odd="bye", rounds=8, bye_credit=2)(
        by, clock
    )
    visibility.set_visibility(tournament, "link", by=by)
    return tournament


TOURNAMENTS = (
    Golden("prepared", "cribbage", "fadoq-15", "nobody checked in", prepared, whole=True),
    Golden(
        "seated",
        "cribbage",
        "cribbage-draw",
        "round 1 seated, house player",
        seated,
        "en",
        small=True,
    ),
    Golden(
        "open-round", "cribbage", "fadoq-15", "round 2 open, a dispute, a forfeit", open_round, small=True
    ),
    Golden("tablets", "cribbage", "points-left", "round 2 open, on tablets, a call", with_tablets, "en"),
    Golden("two-cards", "cribbage", "acc-swiss", "two cards, one pair disagrees", with_two_cards),
    Golden("partners", "cribbage", "set-of-five", "partners drawn, round 3 open", drawn_partners, "en"),
    Golden("repaired", "cribbage", "fadoq-15", "seating taken back, seats changed, results voided", repaired),
    Golden("judged", "cribbage", "fadoq-15", "penalties, protests, a game made up", judged, "en"),
    Golden("medal-match", "cribbage", "fadoq-15", "medal match open", medal_match, small=True),
    Golden("published", "cribbage", "fadoq-15", "official, ceremony, prizes", published, "en"),
    Golden("knock-out", "cribbage", "cribbage-knock-out", "first round of the bracket", bracket),
    Golden("own-format", "cribbage", "own", "own format, two rounds closed", own_format, "en", whole=True),
    Golden("league", "cribbage", "fadoq-15", "second evening of a league", league_evening),
    Golden(
        "by-link", "cribbage", "acc-swiss", "hidden, byes, late, left, 5 rounds closed", visible_by_link, "en"
    ),
    Golden(
        "double-elimination",
        "cribbage",
        "acc-consolation",
        "playoffs of four lost twice, finished",
        simulated_maker(
            "acc-consolation", 8, rounds=3, playoffs=formats.playoffs("first", count=4, games=3, double=True)
        ),
    ),
    Golden(
        "tables-of-three",
        "cribbage",
        "fadoq-15",
        "tables of three, 3 rounds closed",
        simulated_maker("fadoq-15", 9, upto=3, odd="three"),
        "en",
    ),
    Golden(
        "boards",
        "cribbage",
        "cribbage-teams",
        "teams on two boards, finished",
        simulated_maker(
            "cribbage-teams", 4, boards={"count": 2, "by": "won", "points": [2, 1, 0], "bye": "won"}
        ),
    ),
    Golden(
        "gin-hollywood",
        "gin",
        "gin-hollywood",
        "round robin with a bye, finished",
        simulated_maker("gin-hollywood", 5, odd="bye"),
        "en",
    ),
    Golden("gin-three", "gin", "gin-three", "2 rounds closed", simulated_maker("gin-three", 7, upto=2)),
    Golden(
        "points",
        "points",
        "points-tables",
        "2 rounds closed",
        simulated_maker("points-tables", 9, upto=2),
        "en",
    ),
)
