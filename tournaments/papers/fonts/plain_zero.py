"""Remove the slash of the zero from the screens' fonts, in place: ``python plain_zero.py FONT.woff2...``.

Atkinson Hyperlegible Next in its npm package draws a zero with a slash, which reads as an 8 across a
table. The papers' zero is made in the same way by ``make.py``: the outline, and inside it the same one in
the room of both counters. Here that is done for every weight that the font varies over. Needs fonttools and
brotli; afterwards write the new sums into ``static/vendor.lock.json``.
"""
# mypy: disable-error-code="import-untyped"

import sys

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib.iup import iup_delta
from fontTools.varLib.models import VariationModel

SLASHED_ZEROS = ("zero", "zero.tf")
PHANTOM_POINTS = 4  # points after those of the outline, which carry the width
Points = list[tuple[float, float]]


def plain_zero_points(outer: Points, counters: Points) -> Points:
    """Return the points of a plain zero: the outline, and a reversed copy scaled to fill the counters."""
    (x1, x2), (u1, u2) = ((min(x for x, _ in some), max(x for x, _ in some)) for some in (outer, counters))
    (y1, y2), (v1, v2) = ((min(y for _, y in some), max(y for _, y in some)) for some in (outer, counters))
    wide, high = (u2 - u1) / (x2 - x1), (v2 - v1) / (y2 - y1)
    inner = [(u1 + (x - x1) * wide, v1 + (y - y1) * high) for x, y in outer]
    return [*outer, *reversed(inner)]


def masters(font: TTFont, name: str) -> list[tuple[dict[str, float], Points]]:
    """Return the points of a glyph, phantom points too, at the default and at each peak of the variation."""
    points, control = font["glyf"]._getCoordinatesAndControls(name, font["hmtx"].metrics)
    variations = font["gvar"].variations[name]
    found: list[tuple[dict[str, float], Points]] = [({}, [(float(x), float(y)) for x, y in points])]
    for at in ({axis: peak for axis, (_low, peak, _high) in one.axes.items()} for one in variations):
        moved = GlyphCoordinates(points)
        for one in variations:
            part = 1.0
            for axis, (low, peak, high) in one.axes.items():
                here = at.get(axis, 0.0)
                if not low <= here <= high:
                    part = 0.0
                elif here != peak:
                    part *= (here - low) / (peak - low) if here < peak else (high - here) / (high - peak)
            if part:
                deltas = iup_delta(one.coordinates, points, control.endPts)
                moved += GlyphCoordinates([(x * part, y * part) for x, y in deltas])
        found.append((at, list(moved)))
    return found


def remove_slash(font: TTFont, name: str) -> None:
    """Draw a glyph anew without its slash, in every weight."""
    glyph = font["glyf"][name]
    first, last = glyph.endPtsOfContours[0] + 1, len(glyph.coordinates)
    drawn = [
        (at, [*plain_zero_points(points[:first], points[first:last]), *points[last:]])
        for at, points in masters(font, name)
    ]
    model = VariationModel([at for at, _points in drawn])
    deltas = model.getDeltas([GlyphCoordinates(points) for _at, points in drawn])
    flags = glyph.flags[:first]
    glyph.coordinates = GlyphCoordinates([(round(x), round(y)) for x, y in drawn[0][1][:-PHANTOM_POINTS]])
    glyph.flags = bytearray([*flags, *reversed(flags)])
    glyph.endPtsOfContours, glyph.numberOfContours = [first - 1, 2 * first - 1], 2
    glyph.recalcBounds(font["glyf"])
    regions = model.supports
    font["gvar"].variations[name] = [
        TupleVariation(regions[number], [(round(x), round(y)) for x, y in deltas[number]])
        for number in range(1, len(deltas))
    ]


def main(paths: list[str]) -> None:
    """Write each font with a plain zero."""
    for path in paths:
        font = TTFont(path)
        font.recalcTimestamp = False
        for name in SLASHED_ZEROS:
            if font["glyf"][name].numberOfContours == 3:
                remove_slash(font, name)
        font.save(path)


if __name__ == "__main__":
    main(sys.argv[1:])
