import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from scoring import Refusal
from tournaments import incoming, sentences
from tournaments.management import welcome
from tournaments.seating import swiss

MOST_POINTS = 1_000_000
MOVEMENTS = ("swiss",)


class Command(BaseCommand):
    help = (
        "Seat one round of a tournament that is kept elsewhere. FILE (- for what is typed) is JSON: entries, "
        "a list of {number, points, byes}, where byes may be left out; met, a list of pairs of numbers; and, "
        "where wanted, forbidden (pairs), fixed ({number: table}) and seed. The answer is JSON: tables, a "
        "list of {table, sides}, and bye; or impossible, with a code and the seating of fewest rematches."
    )
    requires_system_checks = ()

    def add_arguments(self, parser) -> None:
        parser.add_argument("--movement", choices=MOVEMENTS, required=True)
        parser.add_argument("file", metavar="FILE")

    def handle(self, *, file: str, **_options: Any) -> None:
        with translation.override(welcome.terminal_language()):
            try:
                answer = _answer(_read(file))
            except Refusal as refusal:
                raise CommandError(sentences.sentence(refusal.code, refusal.args_)) from None
            except OSError as fault:
                raise CommandError(str(fault)) from fault
        self.stdout.write(json.dumps(answer))


def _read(file: str) -> dict[str, Any]:
    try:
        content = json.loads(sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as fault:
        raise Refusal("pairing_not_json", file=file, fault=str(fault)) from fault
    if not isinstance(content, dict):
        raise Refusal("pairing_field", where="entries")
    return content


def _answer(content: dict[str, Any]) -> dict[str, Any]:
    competitors = _competitors(content.get("entries"))
    numbers = {one.number for one in competitors}
    met, forbidden = (_pairs(content, name, numbers) for name in ("met", "forbidden"))
    seed = content.get("seed", 0)
    if not incoming.is_number(seed):
        raise Refusal("pairing_field", where="seed")
    fixed = _fixed(content.get("fixed", {}), numbers)
    try:
        return _told(swiss.pair(competitors, met, forbidden=forbidden, fixed=fixed, seed=seed))
    except swiss.NoNewPairs as none:
        best = none.least_bad
        least_bad = _told(best) | {"rematches": [list(two) for two in best.rematches]} if best else None
        return {"impossible": {"code": none.code, **none.args_, "least_bad": least_bad}}


def _told(pairing: swiss.Pairing) -> dict[str, Any]:
    tables = [{"table": table.table, "sides": list(table.people)} for table in pairing.tables]
    return {"tables": tables, "bye": pairing.bye}


def _competitors(entries: Any) -> list[swiss.Competitor]:
    if not isinstance(entries, list):
        raise Refusal("pairing_field", where="entries")
    found = [_competitor(f"entries[{at}]", entry) for at, entry in enumerate(entries)]
    for number, times in Counter(one.number for one in found).items():
        if times > 1:
            raise Refusal("pairing_twice", number=number)
    if len(found) < 2:
        raise Refusal("pairing_too_few")
    return found


def _competitor(where: str, entry: Any) -> swiss.Competitor:
    if not isinstance(entry, dict):
        raise Refusal("pairing_field", where=where)
    number, points, byes = entry.get("number"), entry.get("points"), entry.get("byes", 0)
    if not incoming.is_number(number):
        raise Refusal("pairing_field", where=f"{where}.number")
    if type(points) is not int or abs(points) > MOST_POINTS:
        raise Refusal("pairing_field", where=f"{where}.points")
    if not incoming.is_number(byes):
        raise Refusal("pairing_field", where=f"{where}.byes")
    return swiss.Competitor(number, points, byes)


def _pairs(content: dict[str, Any], name: str, numbers: set[int]) -> list[tuple[int, int]]:
    given = content.get(name, [])
    if not isinstance(given, list):
        raise Refusal("pairing_field", where=name)
    found = []
    for at, two in enumerate(given):
        is_pair = isinstance(two, list) and len(two) == 2 and all(map(incoming.is_number, two))
        if not is_pair or two[0] == two[1]:
            raise Refusal("pairing_field", where=f"{name}[{at}]")
        if set(two) <= numbers:  # who has left the field has met people as well
            found.append((two[0], two[1]))
    return found


def _fixed(given: Any, numbers: set[int]) -> dict[int, int]:
    if not isinstance(given, dict):
        raise Refusal("pairing_field", where="fixed")
    found = {}
    for typed, table in given.items():
        number = incoming.whole(typed)
        if number is None or not incoming.is_number(table) or not table:
            raise Refusal("pairing_field", where=f"fixed.{typed}")
        if number not in numbers:
            raise Refusal("pairing_unknown", where="fixed", number=number)
        found[number] = table
    for table, times in Counter(found.values()).items():
        if times > 2:
            raise Refusal("pairing_shared_table", table=table)
    return found
