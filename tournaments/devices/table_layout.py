"""The layout of the hall: the cell of every table on a grid, with empty cells as ways, and the door.

All maps show it. Tables are placed in rows by their number, or each is moved to its cell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isqrt

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Act, Place, Tournament, User
from tournaments.models.locking import locked

MAX_ROW_LENGTH = 25
MAX_ROWS = 60
MAX_ACROSS, MAX_DOWN = 60, 2_000  # cells of the grid: every table may be a row of its own
DOOR_SETTING = "door"  # in the settings of a tournament: the cell of the door, or None

Row = list[int | None]
Cell = tuple[int, int]
ACT_KINDS = ("device_floor", "device_map")


@dataclass(frozen=True)
class HallPlan:
    """A plan of the hall: so many cells across and down, the cell of each table and of the door, from 0.

    `entered` is false if no layout was entered: then the tables are in rows by their number.
    """

    across: int
    down: int
    tables: Mapping[int, Cell]
    door: Cell | None = None
    entered: bool = True


def rows_of(numbers: Sequence[int], lengths: Sequence[int], *, serpentine: bool) -> list[Row]:
    """Return tables in rows of these lengths, the last one repeated; None if a row is shorter.

    `serpentine`: every second row is numbered from right to left.

    >>> rows_of([1, 2, 3, 4, 5], [3], serpentine=True)
    [[1, 2, 3], [None, 5, 4]]
    >>> rows_of([1, 2, 3, 4, 5], [1, 2], serpentine=False)
    [[1, None], [2, 3], [4, 5]]
    """
    left = list(numbers)
    parts: list[list[int]] = []
    while left:
        many = lengths[min(len(parts), len(lengths) - 1)]
        parts.append(left[:many])
        left = left[many:]
    widest = max(map(len, parts), default=0)
    rows: list[Row] = [[*part, *[None] * (widest - len(part))] for part in parts]
    return [row[::-1] if serpentine and at % 2 else row for at, row in enumerate(rows)]


def arrange(tournament: Tournament, lengths: Sequence[int], *, serpentine: bool, by: User | None) -> Act:
    """Arrange the tables in rows of these lengths, the last one repeated; no lengths: by number alone.

    Raises `DomainError` for a row that no hall has.
    """
    if len(lengths) > MAX_ROWS or any(not 1 <= many <= MAX_ROW_LENGTH for many in lengths):
        raise DomainError("layout_rows", most=MAX_ROW_LENGTH)
    with locked(tournament) as known:
        places = list(known.places.all())
        before = {str(place.number): [place.x, place.y] for place in places}
        numbers = [place.number for place in places]
        rows = rows_of(numbers, lengths, serpentine=serpentine) if lengths else []
        where = {number: (x, y) for y, row in enumerate(rows, 1) for x, number in enumerate(row, 1) if number}
        _set_positions(places, where)
        args = {"rows": list(lengths), "there_and_back": serpentine}
        return audit_log.record(known, "device_floor", args, by=by, inverse=before)


def move(
    tournament: Tournament, cells: Mapping[int, Cell], door: Cell | None, *, by: User | None
) -> Act | None:
    """Move tables and the door: `cells` by number, counted from 1; other tables keep theirs.

    Returns None if nothing changes. Raises `DomainError` for a cell outside of the grid, for two things in
    one cell, and for a table that is not there.
    """
    with locked(tournament) as known:
        places = list(known.places.all())
        before = {place.number: (place.x, place.y) for place in places}
        standing: dict[int, Cell] = {
            place.number: (place.x, place.y) for place in places if place.x and place.y
        }
        was_door = known.settings.get(DOOR_SETTING)
        where = standing | dict(cells)
        taken = [*where.values(), *([door] if door else [])]
        if where.keys() - before.keys():
            raise DomainError("layout_table", table=min(where.keys() - before.keys()))
        if any(not (1 <= x <= MAX_ACROSS and 1 <= y <= MAX_DOWN) for x, y in taken):
            raise DomainError("layout_cell", most=MAX_ACROSS)
        if len(set(taken)) < len(taken):
            raise DomainError("layout_taken")
        if where == standing and _cell(was_door) == door:
            return None
        _set_positions(places, where)
        known.save_settings(**{DOOR_SETTING: list(door) if door else None})
        inverse = {"tables": {str(number): list(at) for number, at in before.items()}, "door": was_door}
        args = {
            "tables": {str(number): list(at) for number, at in cells.items()},
            "door": known.settings[DOOR_SETTING],
        }
        return audit_log.record(known, "device_map", args, by=by, inverse=inverse)


def _cell(kept: Sequence[int] | None) -> Cell | None:
    return (kept[0], kept[1]) if kept else None


def _set_positions(places: Sequence[Place], where: Mapping[int, tuple[int | None, int | None]]) -> None:
    for place in places:
        place.x, place.y = where.get(place.number, (None, None))
    Place.objects.bulk_update(places, ["x", "y"])


def copy_layout(tournament: Tournament, earlier: Tournament) -> None:
    """Copy the positions and names of the tables from an earlier tournament."""
    before = {place.number: place for place in earlier.places.all()}
    places = [place for place in tournament.places.all() if place.number in before]
    for place in places:
        for name in ("x", "y", "label", "accessible"):
            setattr(place, name, getattr(before[place.number], name))
    Place.objects.bulk_update(places, ["x", "y", "label", "accessible"])
    door = earlier.settings.get(DOOR_SETTING)
    with locked(tournament) as current:
        current.save_settings(**{DOOR_SETTING: door})


def _undo_obstacle(act: Act) -> DomainError | None:
    return audit_log.later_action_obstacle(act, kind__in=ACT_KINDS)


@audit_log.undoes("device_floor", obstacle=_undo_obstacle)
def _undo_arrangement(tournament: Tournament, act: Act) -> None:
    before = {int(number): (x, y) for number, (x, y) in act.undo_data.items()}
    _set_positions(list(tournament.places.all()), before)


@audit_log.undoes("device_map", obstacle=_undo_obstacle)
def _undo_move(tournament: Tournament, act: Act) -> None:
    before = act.undo_data
    where = {int(number): (x, y) for number, (x, y) in before["tables"].items()}
    _set_positions(list(tournament.places.all()), where)
    tournament.save_settings(**{DOOR_SETTING: before["door"]})


def rows_as_placed(places: Sequence[Place]) -> list[Row]:
    """Return the tables in rows by their position; no rows if no layout was entered.

    Tables added later come last, by number. A row without tables is a way between two others.
    """
    drawn = plan(places)
    if not drawn.entered:
        return []
    rows: list[Row] = [[None] * drawn.across for _row in range(drawn.down)]
    for number, (x, y) in drawn.tables.items():
        rows[y][x] = number
    return rows


def plan(places: Sequence[Place], door: Sequence[int] | None = None) -> HallPlan:
    """Return the plan of the hall, without empty cells around it."""
    known: dict[int, Cell] = {place.number: (place.x, place.y) for place in places if place.x and place.y}
    later = [place.number for place in places if place.number not in known]
    if not known:
        broad = max(1, min(MAX_ROW_LENGTH, isqrt(2 * len(later))))  # a hall half as deep as it is wide
        rows = rows_of(later, [broad], serpentine=False)
        return HallPlan(len(rows[0]) if rows else 0, len(rows), _cells(rows), entered=False)
    hung = _cell(door)
    columns, lines = zip(*known.values(), *([hung] if hung else []), strict=True)
    left, top = min(columns), min(lines)
    across, down = max(columns) - left + 1, max(lines) - top + 1
    tables = {number: (x - left, y - top) for number, (x, y) in known.items()}
    below = rows_of(later, [across], serpentine=False)
    tables |= {number: (x, y + down) for number, (x, y) in _cells(below).items()}
    return HallPlan(across, down + len(below), tables, (hung[0] - left, hung[1] - top) if hung else None)


def plan_of(tournament: Tournament) -> HallPlan:
    """Return the plan of a tournament's hall, in one query."""
    return plan(list(tournament.places.all()), tournament.settings.get(DOOR_SETTING))


def _cells(rows: Sequence[Row]) -> dict[int, Cell]:
    return {number: (x, y) for y, row in enumerate(rows) for x, number in enumerate(row) if number}


def describe_rows(rows: Sequence[Row]) -> tuple[list[int], bool]:
    """Return the shortest lengths that give these rows, and whether they are serpentine.

    >>> describe_rows(rows_of([1, 2, 3, 4, 5], [3], serpentine=True))
    ([3], True)
    """
    rows = [row for row in rows if any(row)]
    lengths = [sum(number is not None for number in row) for row in rows]
    if len(lengths) > 1 and lengths[-1] <= lengths[-2]:  # tables left over for the last row
        lengths.pop()
    while len(lengths) > 1 and lengths[-1] == lengths[-2]:
        lengths.pop()
    second = [number for number in rows[1] if number is not None] if len(rows) > 1 else []
    return lengths, second != sorted(second) or (len(second) == 1 and rows[1][0] is None)
