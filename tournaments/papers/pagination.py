"""Items divided into pages: cut and stacked, or one after the other, as many as fit."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
MIN_PAGE_SHARE = 0.25


def impose(items: Sequence[Item], per_page: int) -> list[list[Item | None]]:
    """Return cut-and-stack pages: once cut, the piles laid together are in order (None: an empty place)."""
    pages = -(-len(items) // per_page)
    return [
        [items[index] if (index := place * pages + page) < len(items) else None for place in range(per_page)]
        for page in range(pages)
    ]


def paginate_evenly(
    items: Sequence[Item], depth: Callable[[Item], float], full: float, first: float | None = None
) -> list[list[Item]]:
    """Return the items of each page like `paginate`, but no last page that is nearly empty.

    If less than `MIN_PAGE_SHARE` of it would be filled, all pages take about the same.
    """
    first = full if first is None else first
    depths = list(map(depth, items))  # measured once, divided several times
    places = range(len(depths))
    pages = paginate(places, depths.__getitem__, full, first)
    if len(pages) > 1 and sum(depths[at] for at in pages[-1]) < full * MIN_PAGE_SHARE:
        low, high = 0.0, min(full, first)
        for _step in range(10):
            middle = (low + high) / 2
            tried = paginate(places, depths.__getitem__, full - middle, first - middle)
            if len(tried) == len(pages):
                pages, low = tried, middle
            else:
                high = middle
    return [[items[at] for at in page] for page in pages]


def paginate(
    items: Iterable[Item], depth: Callable[[Item], float], full: float, first: float | None = None
) -> list[list[Item]]:
    """Return the items of each page or column: as many as its depth takes, `full` except the `first`."""
    pages: list[list[Item]] = [[]]
    room = full if first is None else first
    for item in items:
        needed = depth(item)
        if needed > room and pages[-1]:
            pages.append([])
            room = full
        pages[-1].append(item)
        room -= needed
    return pages
