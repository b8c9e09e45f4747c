"""Shapes of plain data: small checks, combined for every column of a copy that contains such data.

A shape is a function that returns whether a value is valid.
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from tournaments.common import sanitize

Shape = Callable[[Any], bool]
MAX_ENTRIES = 2_000
MAX_TEXT_LENGTH = 2_000
MAX_NUMBER = 2**53  # the largest whole number that JavaScript reads exactly
MAX_DEPTH = 8


def integer(value: Any) -> bool:
    """Return whether a value is a whole number, which may be negative."""
    return type(value) is int and abs(value) <= MAX_NUMBER


def natural(value: Any) -> bool:
    """Return whether a value is a whole number, 0 or more, that every database takes."""
    return sanitize.is_number(value)


def between(least: int, most: int) -> Shape:
    """Return the shape of whole numbers from `least` to `most`."""
    return lambda value: type(value) is int and least <= value <= most


def up_to(most: int) -> Shape:
    """Return the shape of whole numbers from 0 to `most`."""
    return between(0, most)


def boolean(value: Any) -> bool:
    """Return whether a value is true or false."""
    return isinstance(value, bool)


def null(value: Any) -> bool:
    """Return whether a value is None."""
    return value is None


def string(longest: int = MAX_TEXT_LENGTH) -> Shape:
    """Return the shape of text that can be stored, printed and read."""
    return lambda value: isinstance(value, str) and len(value) <= longest and sanitize.is_clean(value)


def matching(pattern: str) -> Shape:
    """Return the shape of text that matches a whole pattern."""
    whole_of = re.compile(pattern).fullmatch
    return lambda value: isinstance(value, str) and whole_of(value) is not None


uid = matching("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def one_of(known: Collection[str]) -> Shape:
    """Return the shape of one of several words."""
    return lambda value: isinstance(value, str) and value in known


def either(*shapes: Shape) -> Shape:
    """Return the shape of values that have one of several shapes."""
    return lambda value: any(shape(value) for shape in shapes)


def list_of(shape: Shape, most: int = MAX_ENTRIES) -> Shape:
    """Return the shape of lists whose values all have one shape."""
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(shape, value))


def tuple_of(*shapes: Shape) -> Shape:
    """Return the shape of lists with one value for each shape."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(shapes)
        and all(shape(part) for shape, part in zip(shapes, value, strict=True))
    )


def mapping_of(key: Shape, shape: Shape) -> Shape:
    """Return the shape of objects whose names and values have one shape each."""
    return lambda value: (
        isinstance(value, dict)
        and len(value) <= MAX_ENTRIES
        and all(key(name) and shape(part) for name, part in value.items())
    )


def object_with(known: Mapping[str, Shape], needed: Collection[str] = ()) -> Shape:
    """Return the shape of objects with these names and no others; those `needed` are required."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() <= known.keys()
        and value.keys() >= set(needed)
        and all(known[name](part) for name, part in value.items())
    )


def exact_object(known: Mapping[str, Shape]) -> Shape:
    """Return the shape of objects with these names and no others, all required."""
    return object_with(known, known)


def open_object(known: Mapping[str, Shape], longest: int = MAX_ENTRIES) -> Shape:
    """Return the shape of objects with all of these names, and perhaps others of any plain data."""
    return lambda value: (
        plain_data(value, longest=longest)
        and isinstance(value, dict)
        and value.keys() >= known.keys()
        and all(shape(value[name]) for name, shape in known.items())
    )


def plain_data(value: Any, depth: int = MAX_DEPTH, longest: int = MAX_ENTRIES) -> bool:
    """Return whether a value is valid plain data: no fractions, and limited in length, depth and size."""
    if depth == 0:
        return False
    if isinstance(value, list):
        return len(value) <= longest and all(plain_data(part, depth - 1, longest) for part in value)
    if isinstance(value, dict):
        return len(value) <= MAX_ENTRIES and all(
            string(200)(name) and plain_data(part, depth - 1, longest) for name, part in value.items()
        )
    return value is None or isinstance(value, bool) or integer(value) or string()(value)
