import json
import sys
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from scoring import DomainError
from tournaments.common import sanitize
from tournaments.common.messages import sentences
from tournaments.pairing import larger_tables, mixed_tables, no_rematch_schedules, swiss
from tournaments.pairing.pairing_system import PairingRequest, PairingSystem
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.pairing.values import NoSeating, Person, PlayedTable
from tournaments.system.data_folder import terminal_language

MAX_DIGITS = 20
MAX_POINTS = 1_000_000
MAX_ROUNDS = 100
MAX_TABLE = MAX_PEOPLE  # all tables of a hall up to the last fixed one are looked at


class Command(BaseCommand):
    help = (
        "Seat a tournament that is kept elsewhere. FILE (- for what is typed) is JSON. For one round of "
        "swiss: entries, a list of {number, points, byes}, where byes may be left out; met, a list of pairs "
        "of numbers; and, where wanted, forbidden (pairs), fixed ({number: table}) and seed. The answer is "
        "JSON: tables, a list of {table, sides}, and bye; or impossible, with a code and the seating of "
        "fewest rematches. For a whole day of individual_partners, four at a table, or of "
        "mixed_tables (each alone, size at a table: 3 to 6): entries, a list of {number}; rounds; and, where "
        "wanted, size, fixed and seed. The answer: rounds, a list of {tables, sits_out}; each of sides is a "
        "list of those who play together; and for mixed_tables bound, the most rounds in which nobody could "
        "meet anybody twice."
    )
    requires_system_checks = ()

    def add_arguments(self, parser) -> None:
        parser.add_argument("--movement", choices=MOVEMENTS, required=True)
        parser.add_argument("file", metavar="FILE")

    def handle(self, *, file: str, movement: str, **_options: Any) -> None:
        with translation.override(terminal_language()):
            try:
                answer = MOVEMENTS[movement](_parse_file(file, FIELDS[movement]))
            except NoSeating as none:
                raise CommandError(sentences.sentence(none.code, none.args_)) from None
            except DomainError as refusal:
                raise CommandError(sentences.sentence(refusal.code, refusal.args_)) from None
            except OSError as fault:
                raise CommandError(str(fault)) from fault
        self.stdout.write(json.dumps(answer))


def _parse_file(file: str, fields: Collection[str]) -> dict[str, Any]:
    """Return the content of the file, by field. Raises `DomainError` for a field that would be ignored."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
        content = json.loads(
            text,
            parse_int=lambda digits: int(digits) if len(digits) <= MAX_DIGITS else None,
            object_pairs_hook=_unique_fields,
        )
    except (ValueError, RecursionError) as fault:
        raise DomainError("pairing_not_json", file=file, fault=str(fault)) from fault
    _check_field(isinstance(content, dict), "entries")
    _check_names(content, fields)
    return content


def _check_names(given: Collection[str], fields: Collection[str], where: str = "") -> None:
    """Raise `DomainError` about a name that is not one of the fields of the object `where`."""
    for name in given:
        if name not in fields:
            raise DomainError("pairing_no_such_field", name=where + name, fields=", ".join(fields))


def _unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object as a dict. Raises `DomainError` for a repeated field: the last would silently win."""
    found = dict(pairs)
    if len(found) < len(pairs):
        name = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise DomainError("pairing_field_twice", name=name)
    return found


def _check_field(is_right: bool, where: str) -> None:
    """Raise `DomainError` about the field `where` unless `is_right`."""
    if not is_right:
        raise DomainError("pairing_field", where=where)


def _swiss_round(content: dict[str, Any]) -> dict[str, Any]:
    competitors = _competitors(content.get("entries"))
    numbers = {one.number for one in competitors}
    met, forbidden = (_pairs(content, name, numbers) for name in ("met", "forbidden"))
    seed = _number(content, "seed", 0)
    fixed = _fixed(content.get("fixed", {}), numbers)
    try:
        return _pairing_data(swiss.pair(competitors, met, forbidden=forbidden, fixed=fixed, seed=seed))
    except swiss.NoNewPairs as none:
        best = none.least_bad
        least_bad = (
            _pairing_data(best) | {"rematches": [list(two) for two in best.rematches]} if best else None
        )
        return {"impossible": {"code": none.code, **none.args_, "least_bad": least_bad}}


def _pairing_data(pairing: swiss.Pairing) -> dict[str, Any]:
    tables = [{"table": table.table, "sides": list(table.people)} for table in pairing.tables]
    return {"tables": tables, "bye": pairing.bye}


def _plan_mixed_tables(content: dict[str, Any]) -> dict[str, Any]:
    size = _number(content, "size", 4, mixed_tables.MAX_TABLE_SIZE)
    _check_field(size >= mixed_tables.MIN_TABLE_SIZE, "size")
    answer = _plan_all_rounds(content, PAIRING_SYSTEMS["mixed_tables"], size)
    people = len(content["entries"])
    sizes = PAIRING_SYSTEMS["mixed_tables"].sizes(people, size=size)
    if not sizes:
        larger_tables.refuse_too_few(people, mixed_tables.MIN_TABLE_SIZE)
    return answer | {"bound": no_rematch_schedules.max_rounds(people, sizes[0])}


def _plan_all_rounds(content: dict[str, Any], movement: PairingSystem, size: int = 0) -> dict[str, Any]:
    """Plan every round of a tournament in which no one arrives late or leaves."""
    numbers = _numbers(content.get("entries"))
    fixed = _fixed(content.get("fixed", {}), set(numbers))
    people = [Person(number, fixed=(fixed[number], "A") if number in fixed else None) for number in numbers]
    tables = max(len(people), *fixed.values(), 1)
    request = PairingRequest(tables, _number(content, "seed", 0), size=size)
    past: list[list[PlayedTable]] = []
    rounds = []
    for _ in range(_number(content, "rounds", 1, MAX_ROUNDS)):
        planned = movement.next_round(people, past, request)
        past.append([PlayedTable(one.table, one.seats, partners=one.partners) for one in planned])
        tables_data = [
            {"table": table.table, "sides": [list(side) for side in table.sides]}
            for table in planned
            if len(table.seats) > 1
        ]
        sits_out = [table.people[0] for table in planned if len(table.seats) == 1]
        rounds.append({"tables": tables_data, "sits_out": sits_out})
    return {"rounds": rounds}


MOVEMENTS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "swiss": _swiss_round,
    "individual_partners": partial(_plan_all_rounds, movement=PAIRING_SYSTEMS["individual_partners"]),
    "mixed_tables": _plan_mixed_tables,
}
SCHEDULE_FIELDS = ("entries", "rounds", "fixed", "seed")
FIELDS = {
    "swiss": ("entries", "met", "forbidden", "fixed", "seed"),
    "individual_partners": SCHEDULE_FIELDS,
    "mixed_tables": (*SCHEDULE_FIELDS, "size"),
}


def _number(content: dict[str, Any], name: str, instead: int, most: int = sanitize.MAX_NUMBER) -> int:
    given = content.get(name, instead)
    _check_field(sanitize.is_number(given) and given <= most, name)
    return given


def _numbers(entries: Any) -> list[int]:
    _check_field(isinstance(entries, list) and len(entries) <= MAX_PEOPLE, "entries")
    numbers = []
    for at, entry in enumerate(entries):
        _check_field(isinstance(entry, dict), f"entries[{at}]")
        _check_names(entry, ("number",), f"entries[{at}].")
        number = entry.get("number")
        _check_field(sanitize.is_number(number), f"entries[{at}].number")
        if number in numbers:
            raise DomainError("pairing_twice", number=number)
        numbers.append(number)
    return numbers


def _competitors(entries: Any) -> list[swiss.Competitor]:
    _check_field(isinstance(entries, list), "entries")
    found = [_competitor(f"entries[{at}]", entry) for at, entry in enumerate(entries)]
    for number, times in Counter(one.number for one in found).items():
        if times > 1:
            raise DomainError("pairing_twice", number=number)
    if len(found) < 2:
        raise DomainError("pairing_too_few")
    return found


def _competitor(where: str, entry: Any) -> swiss.Competitor:
    _check_field(isinstance(entry, dict), where)
    _check_names(entry, ("number", "points", "byes"), f"{where}.")
    number, points, byes = entry.get("number"), entry.get("points"), entry.get("byes", 0)
    _check_field(sanitize.is_number(number), f"{where}.number")
    _check_field(type(points) is int and abs(points) <= MAX_POINTS, f"{where}.points")
    _check_field(sanitize.is_number(byes), f"{where}.byes")
    return swiss.Competitor(number, points, byes)


def _pairs(content: dict[str, Any], name: str, numbers: set[int]) -> list[tuple[int, int]]:
    given = content.get(name, [])
    _check_field(isinstance(given, list), name)
    found = []
    for at, two in enumerate(given):
        is_pair = isinstance(two, list) and len(two) == 2 and all(map(sanitize.is_number, two))
        _check_field(is_pair and two[0] != two[1], f"{name}[{at}]")
        if set(two) <= numbers:  # a player who has left the field has met people as well
            found.append((two[0], two[1]))
    return found


def _fixed(given: Any, numbers: set[int]) -> dict[int, int]:
    _check_field(isinstance(given, dict), "fixed")
    found = {}
    for typed, table in given.items():
        number = sanitize.parse_int(typed)
        is_table = sanitize.is_number(table) and 1 <= table <= MAX_TABLE
        _check_field(number is not None and is_table, f"fixed.{typed}")
        if number in found:
            raise DomainError("pairing_field_twice", name=typed)
        if number not in numbers:
            raise DomainError("pairing_unknown", where="fixed", number=number)
        found[number] = table
    for table, times in Counter(found.values()).items():
        if times > 2:
            raise DomainError("pairing_shared_table", table=table)
    return found
