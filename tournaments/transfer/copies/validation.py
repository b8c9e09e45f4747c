"""Validate a copy field by field; the result always has every table and every column.

An impossible value is refused with its part, its row and its column (`copy_part_…`).
"""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils.dateparse import parse_date
from django.utils.text import slugify

from scoring import DomainError, two_cards
from tournaments.common import sanitize
from tournaments.models import (
    Act,
    Entry,
    Line,
    Logo,
    Meeting,
    Payment,
    Player,
    Publication,
    Round,
    Stage,
    StageEntry,
    Tournament,
    User,
)
from tournaments.models.fields import EARLIEST, LATEST, ReportedTimeField
from tournaments.pairing import bracket_kinds
from tournaments.publishing import identity, logo
from tournaments.rounds.scores import check_data
from tournaments.transfer.copies import payments_schema
from tournaments.transfer.copies.column_schemas import COLUMNS, is_valid_act
from tournaments.transfer.copies.events import checked_event
from tournaments.transfer.copies.rows import PARTS, Rows, columns, plain, target_of

MAX_ROWS = 100_000
LAST_EPOCH = 1_000_000
LAST_VERSION = 2**31 - 1_000_000
"""The newest version that leaves room for the counter of a tournament to go on."""

DROPPED_COLUMNS: dict[type[models.Model], set[str]] = {
    Player: {"birth_year"},
    Entry: {payments_schema.OLD_PAID_FIELD},
}
"""Columns that older programs wrote: they are left out of a copy, or read as something else."""

Row = dict[str, Any]


class InvalidValue(Exception):
    """A value that is impossible in its column, with the text to show."""


def checked_rows(packed: Any) -> Rows:
    """Return the rows of a copy with every part and every column. Raises `DomainError`."""
    if not isinstance(packed, dict) or not isinstance(packed.get("parts"), dict):
        raise DomainError("copy_part_missing", part="parts")
    unknown = set(packed["parts"]) - {model.__name__ for model in PARTS}
    if unknown:
        raise DomainError("copy_part_unknown", part=_excerpt(min(unknown)))
    given = packed.get("tournament")
    if not isinstance(given, dict):
        raise DomainError("copy_part_missing", part="tournament")
    described = _row(Tournament, list(given), list(given.values()), "tournament", 1)
    parts = {model: _part(packed["parts"], model) for model in PARTS}
    if not any(stage["order"] == 1 for stage in parts[Stage]):
        raise DomainError("copy_part_missing", part="Stage")
    for model in PARTS:
        _check_references(model, parts)
    payments_schema.read_older(packed["parts"], parts)
    epoch = packed.get("epoch")
    if not sanitize.is_number(epoch) or epoch > LAST_EPOCH:
        raise DomainError("copy_part_wrong", part="epoch", row="–", field="epoch", value=_excerpt(epoch))
    _check_consistency(described, parts)
    return {
        "organisation": _organisation(packed.get("organisation")),
        "tournament": {name: plain(value) for name, value in described.items()},
        "epoch": epoch,
        "reached": tablet_addresses(packed.get("reached")),
        "event": checked_event(packed.get("event")),
        "erased": _uids(packed.get("erased", [])),
        "parts": {
            model.__name__: {
                "fields": [field.name for field in columns(model)],
                "rows": [[plain(row[field.name]) for field in columns(model)] for row in rows],
            }
            for model, rows in parts.items()
        },
    }


def tablet_addresses(given: Any) -> list[str]:
    """Return the valid ones of the addresses under which tablets knew the other laptop."""
    links = given if isinstance(given, list) else []
    return [link for link in links[:20] if isinstance(link, str) and sanitize.is_address(link)]


def _uids(given: Any) -> list[str]:
    """Return the uids of people who were erased; a copy of an older program has none."""
    if not isinstance(given, list) or len(given) > MAX_ROWS:
        raise DomainError("copy_part_broken", part="erased", row="–")
    try:
        return [str(_uid(one)) for one in given]
    except InvalidValue as wrong:
        raise DomainError(
            "copy_part_wrong", part="erased", row="–", field="uid", value=_excerpt(wrong)
        ) from None


def _organisation(given: Any) -> dict[str, str]:
    known = given if isinstance(given, dict) else {}
    try:
        return {"uid": str(_uid(known.get("uid"))), "name": _clean_line(known.get("name"), 200)}
    except InvalidValue as wrong:
        raise DomainError(
            "copy_part_wrong", part="organisation", row="–", field="uid, name", value=str(wrong)
        ) from None


# Single rows


def _part(parts: dict[str, Any], model: type[models.Model]) -> list[Row]:
    """Return the rows of a part; a part that an older program did not have is empty."""
    name = model.__name__
    given = parts.get(name, {"fields": [], "rows": []})
    names: Any
    rows: Any
    names, rows = map(given.get, ("fields", "rows")) if isinstance(given, dict) else (None, None)
    named = isinstance(names, list) and all(isinstance(one, str) for one in names)
    if not named or len(set(names)) < len(names) or not isinstance(rows, list) or len(rows) > MAX_ROWS:
        raise DomainError("copy_part_broken", part=name, row="–")
    return [_row(model, names, row, name, at) for at, row in enumerate(rows, start=1)]


def _row(model: type[models.Model], names: list[str], values: Any, part: str, at: int) -> Row:
    if not isinstance(values, list) or len(values) != len(names):
        raise DomainError("copy_part_broken", part=part, row=at)
    known = {field.name: field for field in columns(model)}
    unknown = set(names) - set(known) - DROPPED_COLUMNS.get(model, set())
    if unknown:
        raise DomainError("copy_part_wrong", part=part, row=at, field=_excerpt(min(unknown)), value="?")
    given = dict(zip(names, values, strict=True))
    row: Row = {}
    for name, field in known.items():
        try:
            row[name] = _value(model, field, given[name]) if name in given else _default_value(field)
        except InvalidValue as wrong:
            raise DomainError(
                "copy_part_wrong", part=part, row=at, field=name, value=_excerpt(given.get(name))
            ) from wrong
    return row


def _excerpt(value: Any) -> str:
    return sanitize.clean_line(str(value)[:200])[:40]


def _default_value(field: models.Field) -> Any:
    """Return the default of a column that an older program did not have; nullable columns may be blank."""
    if field.has_default() or field.blank:
        return field.get_default()
    raise InvalidValue


def _value(model: type[models.Model], field: models.Field, given: Any) -> Any:
    """Return a value as its column accepts it. Raises `InvalidValue`."""
    shape = COLUMNS.get((model, field.name))
    if shape is not None:
        if not shape(given):
            raise InvalidValue
        return given
    if isinstance(field, models.SlugField):
        fits = given == slugify(given) and len(given) <= _max_length(field)
        return given if fits else ""  # then a new one is made
    if given is None:
        if not field.null:
            raise InvalidValue
        return None
    if field.is_relation:
        if target_of(field) is User:
            return _clean_line(given, 150)
        if not sanitize.is_number(given):
            raise InvalidValue
        return given
    read = next((reader for kind, reader in FIELD_READERS if isinstance(field, kind)), None)
    assert read is not None, f"nothing reads {field}"
    value = read(given, field)
    if field.choices and value not in dict(field.flatchoices):
        raise InvalidValue
    return value


def _clean_line(given: Any, longest: int, *, blank: bool = False) -> str:
    """Return text in one line, without invisible characters, like all input."""
    if not isinstance(given, str):
        raise InvalidValue
    text = sanitize.clean_line(given)
    if len(text) > longest or not (text or blank):
        raise InvalidValue
    return text


def _uid(given: Any) -> UUID:
    try:
        return UUID(given) if isinstance(given, str) else _raise_wrong()
    except ValueError:
        raise InvalidValue from None


def _raise_wrong() -> Any:
    raise InvalidValue


def _boolean(given: Any, _field: models.Field) -> bool:
    return given if isinstance(given, bool) else bool(_raise_wrong())


def _integer(given: Any, field: models.Field) -> int:
    """Return a whole number that the column accepts in every database."""
    least, most = BaseDatabaseOperations.integer_field_ranges[field.get_internal_type()]
    if type(given) is not int or not least <= given <= most:
        raise InvalidValue
    return given


def _text(given: Any, field: models.Field) -> str:
    if field.name == "sort_name" and isinstance(given, str):  # older programs stored longer and empty ones
        return sanitize.clean_line(given)[: _max_length(field)]
    return _clean_line(given, _max_length(field), blank=field.blank)


def _max_length(field: models.Field) -> int:
    assert field.max_length is not None
    return field.max_length


def _day(given: Any, _field: models.Field) -> date:
    try:
        day = parse_date(given) if isinstance(given, str) else None
    except ValueError:
        day = None
    if day is None or not EARLIEST <= day.isoformat() <= LATEST:
        raise InvalidValue
    return day


def _moment(given: Any, _field: models.Field) -> datetime:
    moment = sanitize.parse_moment(given)
    if moment is None:
        raise InvalidValue
    return moment


def _reported_time(given: Any, field: models.Field) -> datetime | None:
    try:
        return _moment(given, field)
    except InvalidValue:
        return None


FIELD_READERS: list[tuple[type[models.Field], Callable[[Any, models.Field], Any]]] = [
    (ReportedTimeField, _reported_time),
    (models.DateTimeField, _moment),
    (models.DateField, _day),
    (models.BooleanField, _boolean),
    (models.UUIDField, lambda given, _field: _uid(given)),
    (models.IntegerField, _integer),
    (models.CharField, _text),
]


# Rows that refer to one another


def _check_references(model: type[models.Model], parts: dict[type[models.Model], list[Row]]) -> None:
    pointers = [field for field in columns(model) if field.is_relation and target_of(field) is not User]
    for at, row in enumerate(parts[model]):
        for field in pointers:
            given, there = row[field.name], parts[target_of(field)]
            if given is not None and (given >= len(there) or (there is parts[model] and given == at)):
                raise DomainError(
                    "copy_part_points", part=model.__name__, row=at + 1, field=field.name, value=given
                )


def _check_consistency(described: Row, parts: dict[type[models.Model], list[Row]]) -> None:
    """Check what no single row shows."""
    for at, stage in enumerate(parts[Stage], start=1):
        rules = stage["rules"]
        if (stage["game"], stage["movement"]) != (rules["game"], rules["movement"]):
            raise _misfit_error(Stage, at, "rules")
    check_brackets(parts)
    for at, row in enumerate(parts[Act], start=1):
        if not is_valid_act(row["kind"], row["args"], row["inverse"]):
            raise _misfit_error(Act, at, "args")
    check_lines(parts)
    _check_publications(parts)
    _check_logo(described, parts[Logo])
    if wrong := payments_schema.first_misfit(parts[Payment]):
        raise _misfit_error(Payment, *wrong)
    versions = [row["version"] for model in (Act, Line, Publication) for row in parts[model]]
    newest, last = described["version"], described["last_line"]
    if newest > LAST_VERSION or any(version > newest for version in versions):
        raise _misfit_error(Tournament, 1, "version")
    numbers = [row["number"] for row in parts[Line]]
    if last > newest or any(number > last for number in numbers):
        raise _misfit_error(Tournament, 1, "last_line")


def _check_logo(described: Row, rows: list[Row]) -> None:
    """Check that there is one logo where the settings name one, and that one."""
    named = identity.Identity(**described["settings"].get(identity.KEY) or {}).logo
    kept = [identity.fingerprint(logo.as_bytes(row["png"])) for row in rows]
    if kept != ([named] if named else []):
        raise _misfit_error(Logo, 1, "png")


def _misfit_error(model: type[models.Model], at: int, field: str) -> DomainError:
    return DomainError("copy_part_misfit", part=model.__name__, row=at, field=field)


def check_brackets(parts: dict[type[models.Model], list[Row]]) -> None:
    """Check that a bracket has one entry for each seed. Every meeting in it is between two."""
    seeds: dict[int, list[Any]] = {}
    for row in parts[StageEntry]:
        seeds.setdefault(row["stage"], []).append(row["seed"])
    for at, stage in enumerate(parts[Stage]):
        is_bracket = stage["kind"] == Stage.Kind.PLAYOFF
        if is_bracket != ("bracket" in stage["rules"]):
            raise _misfit_error(Stage, at + 1, "rules")
        if not is_bracket:
            continue
        wanted = bracket_kinds.seeds(stage["rules"]["bracket"])
        if sorted(seed or 0 for seed in seeds.get(at, [])) != wanted:
            raise _misfit_error(Stage, at + 1, "rules")


def check_lines(parts: dict[type[models.Model], list[Row]]) -> None:
    """Check that every line is a possible result of its game, about people who are entered."""
    numbers = {entry["number"] for entry in parts[Entry]}
    for at, line in enumerate(parts[Line], start=1):
        people = [number for side in line["sides"] for number in side]
        if not people or len(set(people)) < len(people) or not numbers.issuperset(people):
            raise _misfit_error(Line, at, "sides")
        meeting = parts[Meeting][line["meeting"]]
        stage = parts[Stage][parts[Round][meeting["round"]]["stage"]]
        if not 1 <= line["game"] <= meeting["games_planned"]:
            raise _misfit_error(Line, at, "game")
        if line["kind"] == Line.Kind.VOID:
            continue
        try:
            check_data(stage["game"], line["kind"], line["data"], stage["rules"], len(line["sides"]))
            two_cards.check_single_card(
                line["kind"], side_of_line(line, parts[Entry]), line["data"], stage["rules"]
            )
        except (DomainError, LookupError, TypeError, AttributeError) as wrong:
            raise _misfit_error(Line, at, "data") from wrong


def side_of_line(line: Row, entries: list[Row]) -> int | None:
    """Return the side that a line is from, if it is from a single side."""
    if line["by"] != Line.By.SIDE or line["by_entry"] is None:
        return None
    number = entries[line["by_entry"]]["number"]
    return next((index for index, side in enumerate(line["sides"]) if number in side), None)


def _check_publications(parts: dict[type[models.Model], list[Row]]) -> None:
    numbers = {entry["number"] for entry in parts[Entry]}
    for at, publication in enumerate(parts[Publication], start=1):
        if not numbers.issuperset(row["number"] for row in publication["rows"]):
            raise _misfit_error(Publication, at, "rows")
