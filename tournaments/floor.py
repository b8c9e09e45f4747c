"""The floor of the hall: where every table stands, in rows seen from the desk. The map shows it so."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from scoring import Refusal
from tournaments import acts
from tournaments.models import Act, Place, Tournament, User
from tournaments.models.tournament import locked

MOST_IN_A_ROW = 25
MOST_ROWS = 60

Row = list[int | None]


def rows_of(numbers: Sequence[int], lengths: Sequence[int], *, there_and_back: bool) -> list[Row]:
    """Tables in rows of these lengths, the last one again and again; None where a row is shorter.

    >>> rows_of([1, 2, 3, 4, 5], [3], there_and_back=True)
    [[1, 2, 3], [None, 5, 4]]
    >>> rows_of([1, 2, 3, 4, 5], [1, 2], there_and_back=False)
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
    return [row[::-1] if there_and_back and at % 2 else row for at, row in enumerate(rows)]


def arrange(tournament: Tournament, lengths: Sequence[int], *, there_and_back: bool, by: User | None) -> Act:
    """Say how many tables stand in each row, the last number again and again; none: by number alone.

    Raises `Refusal` for a row that no hall has.
    """
    if len(lengths) > MOST_ROWS or any(not 1 <= many <= MOST_IN_A_ROW for many in lengths):
        raise Refusal("floor_rows", most=MOST_IN_A_ROW)
    with locked(tournament.pk) as known:
        places = list(known.places.all())
        before = {str(place.number): [place.x, place.y] for place in places}
        numbers = [place.number for place in places]
        rows = rows_of(numbers, lengths, there_and_back=there_and_back) if lengths else []
        where = {number: (x, y) for y, row in enumerate(rows, 1) for x, number in enumerate(row, 1) if number}
        _put(places, where)
        args = {"rows": list(lengths), "there_and_back": there_and_back}
        return acts.record(known, "device_floor", args, by=by, inverse=before)


def _put(places: Sequence[Place], where: Mapping[int, tuple[int | None, int | None]]) -> None:
    for place in places:
        place.x, place.y = where.get(place.number, (None, None))
    Place.objects.bulk_update(places, ["x", "y"])


def like(tournament: Tournament, earlier: Tournament) -> None:
    """Let the tables stand as they stood on an earlier day, under the same names."""
    before = {place.number: place for place in earlier.places.all()}
    places = [place for place in tournament.places.all() if place.number in before]
    for place in places:
        for name in ("x", "y", "label", "accessible"):
            setattr(place, name, getattr(before[place.number], name))
    Place.objects.bulk_update(places, ["x", "y", "label", "accessible"])


def _said_since(act: Act) -> Refusal | None:
    later = act.tournament.acts.filter(kind="device_floor", version__gt=act.version, undone_by=None)
    return Refusal("undo_later_first") if later.exists() else None


@acts.undoes("device_floor", _said_since)
def _as_before(tournament: Tournament, act: Act) -> None:
    before = {int(number): (x, y) for number, (x, y) in (act.inverse or {}).items()}
    _put(list(tournament.places.all()), before)


def stands(places: Sequence[Place]) -> list[Row]:
    """The tables as they stand; no rows where nobody has said. Tables added since come last, by number."""
    known = sorted((place.y, place.x, place.number) for place in places if place.x and place.y)
    if not known:
        return []
    widest = max(x for _y, x, _number in known if x)
    rows: list[Row] = []
    for _y, row in groupby(known, key=lambda place: place[0]):
        at = {x: number for _row, x, number in row}
        rows.append([at.get(x) for x in range(1, widest + 1)])
    later = [place.number for place in places if not (place.x and place.y)]
    return rows + rows_of(later, [widest], there_and_back=False)


def told(rows: Sequence[Row]) -> tuple[list[int], bool]:
    """What was said of these rows, as short as it can be: how many in each, and whether there and back.

    >>> told(rows_of([1, 2, 3, 4, 5], [3], there_and_back=True))
    ([3], True)
    """
    lengths = [sum(number is not None for number in row) for row in rows]
    if len(lengths) > 1 and lengths[-1] <= lengths[-2]:  # what is left over for the last row
        lengths.pop()
    while len(lengths) > 1 and lengths[-1] == lengths[-2]:
        lengths.pop()
    second = [number for number in rows[1] if number is not None] if len(rows) > 1 else []
    return lengths, second != sorted(second) or (len(second) == 1 and rows[1][0] is None)
