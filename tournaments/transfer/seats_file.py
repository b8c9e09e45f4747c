"""Read a file of seats, validate it against the entries, and use it as the movement."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import registration, rounds
from tournaments.common.messages import sentences
from tournaments.common.spreadsheets.table import SEATS_LIMITS, ListLimits
from tournaments.models import Entry, Stage, Tournament, User
from tournaments.pairing import pairing_systems, seats_file_parser, seats_file_validation, seats_from_file
from tournaments.pairing.pairing_system import PairingRequest
from tournaments.pairing.seats_file_parser import Fault, Plan
from tournaments.pairing.values import LETTERS, Person, PlannedTable, PlayedTable
from tournaments.publishing.explain import join_names
from tournaments.registration import list_files
from tournaments.rounds import fixtures, stages

MAX_NAME_LENGTH = 80
MAX_NAMES = 12
MODEL_GAMES = 3
MODEL_PEOPLE = 8


def read_file(tournament: Tournament, content: bytes) -> Plan:
    """Return the plan in a CSV or a workbook, from the sheet or reading of letters with the fewest faults.

    Raises `DomainError` where it is no list at all.
    """
    return parse_seats(content, finder(tournament))


def parse_seats(content: bytes, find: seats_file_parser.Find) -> Plan:
    """Parse such a file for people whose names `find` resolves."""
    readings = [_plan(one, find) for one in _rows(list_files.read_file, content)]
    return min(readings, key=lambda plan: (not plan.rounds, sum(fault.hard for fault in plan.faults)))


def _plan(reading: list_files.Reading, find: seats_file_parser.Find) -> Plan:
    """Plan the lines that are shown, and report how many are hidden."""
    plan, hidden = seats_file_parser.parse_plan(reading.shown, find), len(reading.hidden)
    if not hidden:
        return plan
    fault = Fault("file_hidden", not plan.rounds, args={"count": hidden})
    return Plan(plan.rounds, (*plan.faults, fault))


def read_text(tournament: Tournament, text: str) -> Plan:
    """Return the plan in a pasted list. Raises `DomainError` where it is none."""
    return seats_file_parser.parse_plan(_rows(list_files.read_text, text), finder(tournament))


def _rows(read_: Callable[[Any, ListLimits], Any], content: bytes | str) -> Any:
    """Read a file of seats with a reader of lists, allowing more lines than a list of people has."""
    try:
        return read_(content, SEATS_LIMITS)
    except DomainError as refusal:
        if refusal.code != "file_too_many_rows":
            raise
        raise DomainError("seats_too_many_lines", **refusal.args_) from refusal


def finder(tournament: Tournament) -> Callable[[str], Sequence[int]]:
    """Return a function from a name to entry numbers.

    Names are compared without accents and in any order of their words.
    """
    known: dict[tuple[str, ...], list[int]] = {}
    for number, name in tournament.entries.values_list("number", "name"):
        known.setdefault(_name_key(name), []).append(number)
    return lambda name: known.get(_name_key(name), [])


def _name_key(name: str) -> tuple[str, ...]:
    return tuple(sorted(registration.fold(name).replace(",", " ").split()))


def validation_field(tournament: Tournament) -> seats_file_validation.PlanConstraints:
    """Return the facts that a file is checked against: the entries, the hall and the rules."""
    stage = stages.qualifying(tournament)
    tables = pairing_systems.Tables.from_rules(stage.rules)
    players = tournament.entries.exclude(kind=Entry.Kind.HOUSE)
    entered = [rounds.person(entry, stage.rules) for entry in players]
    return seats_file_validation.PlanConstraints(
        people=entered,
        expected=int(tournament.settings.get("expected") or 0),
        tables=tournament.places.count(),
        rounds=stage.rules["rounds"],
        size=tables.size,
        partners=tables.partners,
    )


def faults_of_plan(tournament: Tournament, plan: Plan) -> tuple[Fault, ...]:
    """Return the hard faults in a plan, then the others."""
    return seats_file_validation.plan_faults(plan, validation_field(tournament))


def use(tournament: Tournament, plan: Plan, *, name: str, by: User | None) -> None:
    """Seat the games of the tournament by `plan`, from the next one on. `name` is that of the file.

    Raises `DomainError`: file_of_a_league, file_has_faults, file_three, file_too_late.
    """
    stage = stages.qualifying(tournament)
    if fixtures.stage_act(stage):
        raise DomainError("file_of_a_league")
    if any(fault.hard for fault in faults_of_plan(tournament, plan)):
        raise DomainError("file_has_faults")
    if stage.rules["odd"] == "three":
        raise DomainError("file_three")
    if stages.is_seated(stage) and not has_seats_file(stage):
        raise DomainError("file_too_late")
    rule = plan.as_rule(name=name[:MAX_NAME_LENGTH], like=replaced_movement(stage))
    stages.change_rules(stage, {"movement": seats_from_file.NAME, "seats_file": rule}, by=by)


def discard(tournament: Tournament, *, by: User | None) -> None:
    """Return to the movement of the format. Raises `DomainError` once a game is seated."""
    stage = stages.qualifying(tournament)
    stages.change_rules(stage, {"movement": replaced_movement(stage), "seats_file": None}, by=by)


def replaced_movement(stage: Stage) -> str:
    """Return the movement that a file replaces."""
    file = stage.rules.get("seats_file") if has_seats_file(stage) else None
    return str(file["like"] if file else stage.movement)


def has_seats_file(stage: Stage) -> bool:
    """Return whether the seats of a stage come from a file."""
    return stage.movement == seats_from_file.NAME


def copy_seats_file(tournament: Tournament, earlier: Tournament, *, by: User | None) -> None:
    """Copy the file of seats of an earlier tournament to one set up like it, if the movement is the same."""
    before, now = stages.qualifying(earlier), stages.qualifying(tournament)
    if (
        has_seats_file(before)
        and before.rules["format"] == now.rules["format"]
        and now.movement == replaced_movement(before)
    ):
        changes = {"movement": seats_from_file.NAME, "seats_file": before.rules["seats_file"]}
        stages.change_rules(now, changes, by=by)


def text_of(stage: Stage) -> str:
    """Return the file that a stage follows as text, one line for each table."""
    file = pairing_systems.seats_file_of(stage.rules) or seats_from_file.FromFile()
    tables = [[seats_file_parser.Table(0, line[0], line[1:]) for line in lines] for lines in file.rounds]
    return Plan(tuple(tuple(one) for one in tables)).as_text()


def model_rows(stage: Stage, *, heading: Sequence[str]) -> list[list[Any]]:
    """Return the rows of a model file: a few games of eight people or more, as this format seats them.

    `heading` names the columns of the game and of the table.
    """
    tables, movement = (
        pairing_systems.Tables.from_rules(stage.rules),
        pairing_systems.PAIRING_SYSTEMS[replaced_movement(stage)],
    )
    people = [Person(number) for number in range(1, max(MODEL_PEOPLE, 2 * tables.size) + 1)]
    request = PairingRequest(tables=len(people), seed=1, size=tables.size)
    past: list[list[PlayedTable]] = []
    rows: list[list[Any]] = [[*heading, *LETTERS[: tables.size]]]
    for number in range(1, MODEL_GAMES + 1):
        planned = movement.next_round(people, past, request)
        rows += [[number, table.table, *table.people] for table in planned]
        past.append([_played_table(table) for table in planned])
    return rows


def _played_table(table: PlannedTable) -> PlayedTable:
    winner = table.people[0] if len(table.seats) > 1 else None
    return PlayedTable(table.table, table.seats, winner, partners=table.partners)


def describe_fault(fault: Fault, names: Mapping[int, str]) -> sentences.Sentence:
    """Word a fault, with its line and its game; people are named by their `names`, or by number."""
    known = [names.get(number, f"{number}") for number in fault.people]
    args = {**fault.args, "who": join_names(known, MAX_NAMES) if known else ""}
    if "sizes" in args:
        args["sizes"] = _(" or ").join(str(size) for size in args["sizes"])
    words = sentences.sentence(fault.code, args)
    about = {"line": fault.line, "game": fault.round, "said": words}
    if fault.line and fault.round:
        return sentences.Sentence(_("Line %(line)d, game %(game)d: %(said)s") % about, fault.code)
    if fault.line:
        return sentences.Sentence(_("Line %(line)d: %(said)s") % about, fault.code)
    return sentences.Sentence(_("Game %(game)d: %(said)s") % about, fault.code) if fault.round else words
