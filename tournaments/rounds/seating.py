"""Seatings of a round: worked out, validated, written down, and explained."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from scoring import DomainError
from scoring import boards as on_boards
from scoring.criteria import is_undeclared
from tournaments import registration
from tournaments.common import audit_log
from tournaments.devices import calls
from tournaments.models import Entry, Meeting, Round, Stage, User, raw_sql
from tournaments.models.locking import locked
from tournaments.models.rows import all_of, create, fetch, fetch_value, update
from tournaments.pairing import apart, first_deals, pairing_systems, seating_cost, validation
from tournaments.pairing import boards as team_boards
from tournaments.pairing.explanation import SeatingExplanation
from tournaments.pairing.pairing_system import PairingRequest, seat_following_rounds
from tournaments.pairing.preconditions import fit_games_to_tables
from tournaments.pairing.values import Finding, NoSeating, Past, Person, PlannedTable, PlayedTable, SideScore
from tournaments.rounds import fixtures
from tournaments.rounds.history import past
from tournaments.rounds.meetings import planned_tables, write_meetings
from tournaments.rounds.played_ahead import excuse_findings, played_ahead, seat_with_played_ahead

NOT_VOID = ~Q(state=Round.State.VOID)


@dataclass(frozen=True)
class Seating:
    """A round as it could be seated: the tables, what the validator found, and what it costs."""

    number: int
    seed: int
    tables: tuple[PlannedTable, ...]
    findings: tuple[Finding, ...]
    cost: seating_cost.Cost

    @property
    def faults(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.hard)


def people(stage: Stage, round_number: int) -> list[Person]:
    """Return the people to be seated in a round, with the house player if needed, for the pairing."""
    return people_to_seat(stage, round_number, entries_here(stage, round_number))


def entries_here(stage: Stage, round_number: int) -> list[Entry]:
    """Return the entries that are here in a round, with the fields that `person` needs."""
    only = ("tournament", "number", "kind", "name", "club", "apart", "fixed_seat")
    return all_of(Entry, raw_sql.PRESENT, stage.tournament_id, round_number, round_number, only=only)


def people_to_seat(stage: Stage, round_number: int, here: Sequence[Entry]) -> list[Person]:
    """Return the people to seat: `here`, plus a house player if they are odd, or those of the fixtures."""
    persons = [person(entry, stage.rules) for entry in here]
    if act := fixtures.stage_act(stage):
        return fixtures.persons_with_fixture(act, round_number, persons)
    if len(here) % 2 and stage.rules["odd"] == "house":
        house = stage.tournament.entries.filter(kind=Entry.Kind.HOUSE).first()
        persons.append(person(house, stage.rules) if house else _planned_house_player(stage))
    boards = on_boards.read_boards(stage.rules)
    return team_boards.people_at_first_boards(persons, boards.count) if boards else persons


def _planned_house_player(stage: Stage) -> Person:
    """Return the house player before it is entered, numbered after the players.

    It is entered only once seated, so that the players have the numbers from 1 on.
    """
    _house_player_name(stage)
    return Person(registration.next_number(stage.tournament), house=True)


def _house_player_name(stage: Stage) -> str:
    name = stage.tournament.settings.get("house_name")
    if not name:
        raise DomainError("house_player_missing")
    return name


def names(stage: Stage, seating: Seating) -> dict[int, str]:
    """Return all names by number, with that of a house player who is entered only when seated."""
    known = registration.distinct_names(stage.tournament.entries.values_list("number", "name", "club"))
    return known | dict.fromkeys(
        _unknown_numbers(seating, known), stage.tournament.settings.get("house_name", "")
    )


def _unknown_numbers(seating: Seating, known: Iterable[int]) -> set[int]:
    return {number for table in seating.tables for number in table.people} - set(known)


def person(entry: Entry, rules: Mapping[str, Any]) -> Person:
    """Return an entry as the pairing reads it; clubs are kept apart only where the rules say so."""
    word = {f"apart:{registration.fold(entry.apart)}"} if entry.apart else set()
    club = (
        {f"club:{registration.club_key(entry.club)}"}
        if rules.get("keep_clubs_apart") and entry.club
        else set()
    )
    return Person(
        entry.number,
        fixed=(entry.fixed_seat[0], entry.fixed_seat[1]) if entry.fixed_seat else None,
        house=entry.is_house,
        apart=frozenset(word | club),
        apart_for=rules.get("apart_for", 1),
        never=frozenset(word if rules.get("apart_at_any_price") else ()),
    )


def round_seed(stage: Stage, number: int) -> int:
    """Return the seed of a round. It follows from the stage's seed, so the draw can be repeated."""
    return stage.seed * 1000 + number


def plan(stage: Stage, number: int, *, seed: int | None = None, again: bool = False) -> Seating:
    """Work out the seating of round `number`. Write nothing.

    With `again`, people meet again rather than sit out, in a system in which no two people meet twice.

    Raises `DomainError` where the round cannot be seated yet, `NoSeating` where there is no seating.
    """
    here = entries_here(stage, number)
    _check_can_be_seated(stage, number, here)
    movement = pairing_systems.pairing_system_of(stage.rules)
    seed = lot_of_round(stage, number, seed, one_lot=movement.ONE_LOT)
    persons = people_to_seat(stage, number, here)
    request, before = _pairing_request(stage, seed, again=again), past(stage, number)
    ahead = played_ahead(stage, number)
    seating = validated_seating(
        stage, number, seed, _seat_round(stage, ahead, persons, before, request), persons, before
    )
    if not ahead:
        return seating
    return replace(seating, findings=excuse_findings(seating.findings, seating.tables, ahead, number - 1))


def _seat_round(
    stage: Stage,
    ahead: Sequence[PlannedTable],
    persons: Sequence[Person],
    before: Past,
    request: PairingRequest,
) -> tuple[PlannedTable, ...]:
    """Return the tables of the round after `before`, in which the tables of `ahead` have played already.

    Raises NoSeating, and `DomainError` where the rules do not declare what a bye counts.
    """
    movement, boards = pairing_systems.pairing_system_of(stage.rules), on_boards.read_boards(stage.rules)

    def seated(those: Sequence[Person]) -> tuple[PlannedTable, ...]:
        if boards is None:
            found = movement.next_round(those, before, request)
        else:
            found = team_boards.next_round(movement, those, before, boards.count, request)
        # People can sit out though their number is even: by a file of seats, or where all have met.
        alone = any(len(table.seats) == 1 for table in found)
        if alone and is_undeclared(stage.rules, "bye_credit"):
            code = "met_everybody" if movement.ONCE and len(persons) % 2 == 0 else "bye_credit_missing"
            raise DomainError(code, players=len(persons), kind=registration.competing_kind(stage.tournament))
        apart.check_forbidden_pairs(found, those, before)
        return first_deals.apply_first_deals(stage.rules, found, those, before)

    if not ahead:
        return seated(persons)
    planned = seat_with_played_ahead(ahead, persons, before, request.tables, seated)
    return fit_games_to_tables(planned, persons, request.tables)


def _pairing_request(stage: Stage, seed: int, *, again: bool = False) -> PairingRequest:
    """Return the terms on which a round of the stage is seated with the lot `seed`."""
    tables = pairing_systems.Tables.from_rules(stage.rules)
    return PairingRequest(
        tables=fetch_value(raw_sql.COUNT_TABLES, stage.tournament_id),
        seed=seed,
        three=tables.three,
        by=first_score_field(stage),
        size=tables.size,
        again=again,
    )


def future_rounds(stage: Stage) -> tuple[tuple[PlannedTable, ...], ...]:
    """Return the rounds after the last one seated, if no one comes or leaves; none where they need results.

    They follow from the lot, so there are none before round 1 is seated.
    """
    seated = stage.rounds.filter(NOT_VOID).count()
    if not seated or not pairing_systems.pairing_system_of(stage.rules).ONE_LOT:
        return ()
    number = seated + 1
    before, seed = past(stage, number), lot_of_round(stage, number, None, one_lot=True)
    ahead = played_ahead(stage, number)
    if not ahead:
        return _rounds_after(stage, number, before, seed)
    try:
        first = _seat_round(stage, ahead, people(stage, number), before, _pairing_request(stage, seed))
    except (DomainError, NoSeating):
        return ()
    played = [PlayedTable(one.table, one.seats, partners=one.partners) for one in first]
    return (first, *_rounds_after(stage, number, [*before, played], seed))


def _rounds_after(stage: Stage, number: int, before: Past, seed: int) -> tuple[tuple[PlannedTable, ...], ...]:
    """Return the rounds after `before` for the people of round `number`."""
    movement = pairing_systems.pairing_system_of(stage.rules)
    if fixtures.stage_act(stage):
        return fixtures.future_fixture_rounds(stage, before, lambda number: people(stage, number), seed=seed)
    boards, until = on_boards.read_boards(stage.rules), stage.rules["rounds"]
    here, request = people(stage, number), _pairing_request(stage, seed)
    if boards is None:
        following = movement.rounds_to_come(here, before, request, rounds=until)
        return first_deals.apply_to_rounds(stage.rules, following, here, before)
    count = boards.count  # who is at home follows from who was in the rounds before, so one after the other
    return seat_following_rounds(
        lambda known: team_boards.next_round(movement, here, known, count, request), before, until
    )


def lot_of_round(stage: Stage, number: int, asked: int | None, *, one_lot: bool) -> int:
    """Return the seed of a round: as asked for, or its own; that of round 1 where one lot holds for all."""
    if one_lot and number > 1:
        seeds = {at: drawn for at, _state, drawn in fetch(raw_sql.STANDING_ROUNDS, stage.pk)}
        return round_seed(stage, 1) if seeds.get(1) is None else seeds[1]
    return round_seed(stage, number) if asked is None else asked


def validated_seating(
    stage: Stage,
    number: int,
    seed: int,
    planned: Sequence[PlannedTable],
    persons: Sequence[Person],
    before: Past,
) -> Seating:
    """Return a seating with what the validator finds in it and what it costs."""
    movement = pairing_systems.pairing_system_of(stage.rules)
    findings: Sequence[Finding] = validation.validate(
        planned, persons, before, movement.seating_rules(_pairing_request(stage, seed))
    )
    file = pairing_systems.seats_file_of(stage.rules)
    if file:
        findings = (*file.soften_findings(findings, number), *file.findings(planned, persons, number))
    cost = seating_cost.cost(planned, before, partners=bool(movement.PARTNERS))
    return Seating(number, seed, tuple(planned), tuple(findings), cost)


def first_score_field(stage: Stage) -> str:
    """Return the field of `SideScore` that ranks first by the rules of the stage."""
    first: str = stage.rules["criteria"][0]
    if first == "team_points":  # the team points of a match are stored in the field for halves of a match won
        return "matches_won"
    return first if first in SideScore._fields else "points"


def _check_can_be_seated(stage: Stage, number: int, entries: Sequence[Entry]) -> None:
    if number > stage.rules["rounds"]:
        raise DomainError("no_more_rounds", rounds=stage.rules["rounds"])
    here = len(entries)
    if here >= 2 and fixtures.stage_act(stage):
        here = len(people_to_seat(stage, number, entries))
        if not here:
            raise DomainError("no_fixture_can_be_played", round=number)
    if here < 2:
        raise DomainError("too_few_players", players=here, kind=registration.competing_kind(stage.tournament))
    _check_left_over(stage, here)
    _check_teams(stage, entries)
    states = {at: state for at, state, _drawn in fetch(raw_sql.STANDING_ROUNDS, stage.pk)}
    if number > 1 and states.get(number - 1) != Round.State.CLOSED:
        raise DomainError("round_before_open", round=number - 1)
    if number in states:
        raise DomainError("round_already_seated", round=number)


def _check_left_over(stage: Stage, here: int) -> None:
    """Refuse people for whom there is no full table where the rules do not declare what they do."""
    rules = stage.rules
    if not pairing_systems.Tables.from_rules(rules | {"odd": None}).sitting_out(here):
        return
    if rules["odd"] is None:
        raise DomainError("odd_undecided", players=here, kind=registration.competing_kind(stage.tournament))
    if rules["odd"] == "bye" and is_undeclared(rules, "bye_credit"):
        raise DomainError(
            "bye_credit_missing", players=here, kind=registration.competing_kind(stage.tournament)
        )


def _check_teams(stage: Stage, here: Sequence[Entry]) -> None:
    """Refuse single players on boards, where only teams meet."""
    if not stage.rules.get("boards"):
        return
    alone = [one.name for one in here if one.kind == Entry.Kind.PLAYER]
    if alone:
        raise DomainError("boards_need_teams", names=alone)


def seat(
    stage: Stage,
    number: int,
    *,
    by: User | None,
    seed: int | None = None,
    again: bool = False,
    seen: Seating | None = None,
) -> Round:
    """Seat round `number` as `plan` works it out. Raises as `plan` does; a seating with a fault is a bug.

    `seen` is the seating that the director agreed to: raises `DomainError` where it would be another one.
    """
    with locked(stage) as stage:
        tournament = stage.tournament
        seating = plan(stage, number, seed=seed, again=again)
        if seen is not None and seating.tables != seen.tables:
            raise DomainError("seating_changed")
        if seating.faults:
            raise AssertionError(f"the seating of round {number} is faulty: {seating.faults}")
        if _unknown_numbers(seating, dict(fetch(raw_sql.ENTRIES_BY_NUMBER, tournament.pk))):
            registration.ensure_house(tournament, _house_player_name(stage))
        act = audit_log.record(
            tournament,
            "seat",
            {"stage": stage.order, "round": number, "seed": seating.seed},
            by=by,
            inverse={"round": number},
        )
        round_ = create(
            Round(stage=stage, number=number, state=Round.State.SEATED, seed=seating.seed, act=act)
        )
        ahead = {found.people for found in seating.findings if found.code == "played_ahead"}
        sat = [table for table in seating.tables if table.people in ahead]
        moved = [table for table in seating.tables if table not in sat]
        write_meetings(round_, moved, Meeting.Origin.MOVEMENT)
        write_meetings(round_, sat, Meeting.Origin.AS_PLAYED)
        calls.resolve_earlier_rounds(tournament)
        if stage.state == Stage.State.SETTING_UP:
            stage.state = Stage.State.RUNNING
            update(stage, "state")
        return round_


def seating_of(round_: Round) -> Seating:
    """Return a seated round as it is in the database, validated."""
    persons, before = people(round_.stage, round_.number), past(round_.stage, round_.number)
    return seating_from_tables(round_, planned_tables(round_), persons, before)


def seating_from_tables(
    round_: Round, tables: Sequence[PlannedTable], persons: Sequence[Person], before: Past
) -> Seating:
    """Return one way to seat a seated round, validated."""
    return validated_seating(round_.stage, round_.number, round_.seed or 0, tables, persons, before)


def explained_round(round_: Round) -> SeatingExplanation:
    """Return a seated round, to be explained table by table."""
    stage = round_.stage
    return SeatingExplanation(
        planned_tables(round_),
        people(stage, round_.number),
        past(stage, round_.number),
        movement=stage.movement,
        by=first_score_field(stage),
    )


def manual_tables(round_: Round) -> dict[int, str]:
    """Return the tables that no movement worked out, by their number, with their origin.

    The origin is `hand`, `as_played`, `made_up`, or `file` where a file of seats says so.
    """
    file = pairing_systems.seats_file_of(round_.stage.rules)
    seats_shown = (
        [table.table for table in planned_tables(round_) if file.follows(table, round_.number)]
        if file
        else []
    )
    others = round_.meetings.filter(void_act=None).exclude(origin=Meeting.Origin.MOVEMENT)
    return dict.fromkeys(seats_shown, "file") | {
        table: origin for table, origin in others.values_list("place__number", "origin") if table is not None
    }
