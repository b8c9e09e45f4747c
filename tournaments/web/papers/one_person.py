"""One person or table as it is typed: a number or a name."""

import re
from itertools import islice

from django.db.models import QuerySet

from scoring import DomainError
from tournaments import registration
from tournaments.common.sanitize import parse_int
from tournaments.models import Entry, Tournament
from tournaments.publishing.papers.paper_types import TABLES, PaperType

MAX_SUGGESTED = 12


def typed_number(kind: PaperType, tournament: Tournament, typed: str) -> int:
    """Return the number of the person or table that is meant. Raises `DomainError` unless it is one."""
    if kind.subject == TABLES:
        number = _number(typed)
        if number is None or not tournament.places.filter(number=number).exists():
            raise DomainError("no_such_table_here", table=typed)
        return number
    return find_entry_number(tournament, typed)


def find_entry_number(tournament: Tournament, typed: str) -> int:
    """Return the number of the entry that a number or a name means. Raises `DomainError` unless it is one."""
    number = _number(typed)
    if number is not None:
        numbers = [number] if _people(tournament).filter(number=number).exists() else []
    else:
        numbers = [one for one, _label in people_found(tournament, typed)]
    if len(numbers) != 1:
        raise DomainError("several_of_that_name" if numbers else "no_such_person", typed=typed)
    return numbers[0]


def _number(typed: str) -> int | None:
    """Return the number at the start: a suggestion is the number with the name."""
    return parse_int(found[0]) if (found := re.match(r"\d+", typed.strip())) else None


def people_found(tournament: Tournament, typed: str) -> list[tuple[int, str]]:
    """Return the first people whom a name finds, each with the number and the words for a list."""
    columns = (
        _people(tournament)
        .order_by("sort_name", "number")
        .values_list("number", "name", "sort_name", "team", named=True)
    )
    found = (one for one in columns if registration.is_found(registration.found_by(one), typed))
    return [
        (one.number, f"{one.number} · {registration.family_name_first(one.name, one.sort_name)}")
        for one in islice(found, MAX_SUGGESTED)
    ]


def _people(tournament: Tournament) -> QuerySet[Entry]:
    return tournament.entries.exclude(kind=Entry.Kind.HOUSE)
