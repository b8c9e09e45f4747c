"""A file of seats: read, proof-read against who is entered, and made the movement of the day."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments import registration, rounds
from tournaments.common.messages import sentences
from tournaments.common.spreadsheets.cells import OF_SEATS, Most
from tournaments.models import Entry, Stage, Tournament, User
from tournaments.pairing import pairing_systems, seats_file_parser, seats_file_validation, seats_from_file
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
    """The plan in a CSV or a workbook: that of its sheets, or its letters, with the fewest faults.

    Raises `DomainError` where it is no list at all.
    """
    return parse_seats(content, finder(tournament))


def parse_seats(content: bytes, find: seats_file_parser.Find) -> Plan:
    """The same, for people of whom `find` knows the names."""
    readings = [_plan(one, find) for one in _rows(list_files.read_file, content)]
    return min(readings, key=lambda plan: (not plan.rounds, sum(fault.hard for fault in plan.faults)))


def _plan(reading: list_files.Reading, find: seats_file_parser.Find) -> Plan:
    """Plan the lines that are shown, and count the hidden ones."""
    plan, hidden = seats_file_parser.parse_plan(reading.shown, find), len(reading.hidden)
    if not hidden:
        return plan
    fault = Fault("file_hidden", not plan.rounds, args={"count": hidden})
    return Plan(plan.rounds, (*plan.faults, fault))


def read_text(tournament: Tournament, text: str) -> Plan:
    """The plan in a pasted list. Raises `DomainError` where it is none."""
    return seats_file_parser.parse_plan(_rows(list_files.read_text, text), finder(tournament))


def _rows(read_: Callable[[Any, Most], Any], content: bytes | str) -> Any:
    """What a reader of lists makes of a file of seats, which has more lines than a list of people."""
    try:
        return read_(content, OF_SEATS)
    except DomainError as refusal:
        if refusal.code != "file_too_many_rows":
            raise
        raise DomainError("seats_too_many_lines", **refusal.args_) from refusal


def finder(tournament: Tournament) -> Callable[[str], Sequence[int]]:
    """Who is called so: names are compared without accents, whatever their order."""
    known: dict[tuple[str, ...], list[int]] = {}
    for number, name in tournament.entries.values_list("number", "name"):
        known.setdefault(_as_compared(name), []).append(number)
    return lambda name: known.get(_as_compared(name), [])


def _as_compared(name: str) -> tuple[str, ...]:
    return tuple(sorted(registration.fold(name).replace(",", " ").split()))


def against(tournament: Tournament) -> seats_file_validation.Field:
    """Against what a file is proof-read: everybody who is entered, the hall and the rules."""
    stage = stages.qualifying(tournament)
    told = pairing_systems.Tables.of(stage.rules)
    players = tournament.entries.exclude(kind=Entry.Kind.HOUSE)
    entered = [rounds.person(entry, stage.rules) for entry in players]
    return seats_file_validation.Field(
        people=entered,
        expected=int(tournament.settings.get("expected") or 0),
        tables=tournament.places.count(),
        rounds=stage.rules["rounds"],
        size=told.size,
        partners=told.partners,
    )


def proof_read(tournament: Tournament, plan: Plan) -> tuple[Fault, ...]:
    """What is wrong in a plan, then what is not ideal."""
    return seats_file_validation.proof_read(plan, against(tournament))


def use(tournament: Tournament, plan: Plan, *, name: str, by: User | None) -> None:
    """Seat the games of the day as `plan` says, from the next one on. `name` is what the file is called.

    Raises `DomainError`: file_of_a_league, file_has_faults, file_three, file_too_late.
    """
    stage = stages.qualifying(tournament)
    if fixtures.deciding(stage):
        raise DomainError("file_of_a_league")
    if any(fault.hard for fault in proof_read(tournament, plan)):
        raise DomainError("file_has_faults")
    if stage.rules["odd"] == "three":
        raise DomainError("file_three")
    if stages.is_seated(stage) and not followed(stage):
        raise DomainError("file_too_late")
    rule = plan.as_rule(name=name[:MAX_NAME_LENGTH], like=like(stage))
    stages.change_rules(stage, {"movement": seats_from_file.NAME, "seats_file": rule}, by=by)


def put_away(tournament: Tournament, *, by: User | None) -> None:
    """Let the format say again who meets whom. Raises `DomainError` once a game is seated."""
    stage = stages.qualifying(tournament)
    stages.change_rules(stage, {"movement": like(stage), "seats_file": None}, by=by)


def like(stage: Stage) -> str:
    """The movement in whose place a file stands."""
    file = stage.rules.get("seats_file") if followed(stage) else None
    return str(file["like"] if file else stage.movement)


def followed(stage: Stage) -> bool:
    """Whether the seats of a stage come from a file."""
    return stage.movement == seats_from_file.NAME


def bring_along(tournament: Tournament, earlier: Tournament, *, by: User | None) -> None:
    """Give a tournament that is set up like an earlier one its file of seats, where it is seated alike."""
    before, now = stages.qualifying(earlier), stages.qualifying(tournament)
    if followed(before) and before.rules["format"] == now.rules["format"] and now.movement == like(before):
        changes = {"movement": seats_from_file.NAME, "seats_file": before.rules["seats_file"]}
        stages.change_rules(now, changes, by=by)


def text_of(stage: Stage) -> str:
    """The file that a stage follows, a line for a table."""
    file = pairing_systems.seats_file_of(stage.rules) or seats_from_file.FromFile()
    tables = [[seats_file_parser.Table(0, line[0], line[1:]) for line in lines] for lines in file.rounds]
    return Plan(tuple(tuple(one) for one in tables)).as_text()


def model(stage: Stage, *, heading: Sequence[str]) -> list[list[Any]]:
    """The rows of a model file: a few games of eight people or more, as this format seats them.

    `heading` names the columns of the game and of the table.
    """
    told, movement = pairing_systems.Tables.of(stage.rules), pairing_systems.pairing_system(like(stage))
    people = [Person(number) for number in range(1, max(MODEL_PEOPLE, 2 * told.size) + 1)]
    past: list[list[PlayedTable]] = []
    rows: list[list[Any]] = [[*heading, *LETTERS[: told.size]]]
    for number in range(1, MODEL_GAMES + 1):
        planned = movement.next_round(people, past, tables=len(people), seed=1, size=told.size)
        rows += [[number, table.table, *table.people] for table in planned]
        past.append([_played(table) for table in planned])
    return rows


def _played(table: PlannedTable) -> PlayedTable:
    winner = table.people[0] if len(table.seats) > 1 else None
    return PlayedTable(table.table, table.seats, winner, partners=table.partners)


def describe_fault(fault: Fault, names: Mapping[int, str]) -> sentences.Sentence:
    """A fault in words, with its line and its game; people by their `names`, or by number."""
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
