"""Makes the fonts of the papers out of two npm packages: ``python make.py ATKINSON_DIR DEJAVU_DIR``.

The directories are the unpacked ``@fontsource/atkinson-hyperlegible`` and ``dejavu-fonts-ttf``. Atkinson
Hyperlegible comes as two woff2 subsets a weight: they become one TTF without hints (the papers are printed),
which gains a narrow no-break space. A second, small cut has the digits at one width, so that columns of
numbers line up. DejaVu is copied.

Run it only to change a font: then write the new sums into ``fonts.lock.json``.
"""
# mypy: disable-error-code="import-untyped"

import shutil
import sys
from pathlib import Path

from fontTools import merge, subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
WEIGHTS = {"400": "Regular", "700": "Bold"}
NARROW_SPACE = 0x202F
FIGURES = "0123456789+\u2212-,./\u2013\u2014 \u00a0\u202f\u00d7"


def merged(atkinson: Path, weight: str) -> TTFont:
    """One font for a weight: latin and latin-ext together, unhinted."""
    options = subset.Options()
    options.hinting, options.layout_features, options.notdef_outline = False, [], True
    parts = []
    for script in ("latin", "latin-ext"):
        font = TTFont(atkinson / "files" / f"atkinson-hyperlegible-{script}-{weight}-normal.woff2")
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=set(font.getBestCmap()))
        cutter.subset(font)
        font.flavor = None
        part = HERE / f".{script}-{weight}.ttf"
        font.save(part)
        parts.append(part)
    font = merge.Merger().merge([str(part) for part in parts])
    for part in parts:
        part.unlink()
    add_narrow_space(font)
    return font


def add_narrow_space(font: TTFont) -> None:
    """U+202F is absent from the family: two thirds of its space, no ink."""
    space = font.getBestCmap()[0x20]
    font.setGlyphOrder([*font.getGlyphOrder(), "uni202F"])
    font["glyf"]["uni202F"] = TTGlyphPen(None).glyph()
    font["hmtx"]["uni202F"] = (font["hmtx"][space][0] * 2 // 3, 0)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[NARROW_SPACE] = "uni202F"


def figures(font: TTFont) -> TTFont:
    """The same font cut down to what a column of numbers needs, every digit and sign at one width."""
    cutter = subset.Subsetter()
    cutter.populate(unicodes=[ord(c) for c in FIGURES])
    cutter.subset(font)
    cmap, widths, outlines = font.getBestCmap(), font["hmtx"], font["glyf"]
    wide = widths[cmap[ord("9")]][0]  # the widest digits lose a little air, a 1 gains some
    for char in "0123456789+\u2212":
        name = cmap[ord(char)]
        width, bearing = widths[name]
        glyph, shift = outlines[name], (wide - width) // 2
        glyph.expand(outlines)
        if glyph.isComposite():
            for part in glyph.components:
                part.x += shift
        else:
            glyph.coordinates.translate((shift, 0))
        glyph.recalcBounds(outlines)
        widths[name] = (wide, bearing + shift)
    return font


def named(font: TTFont, family: str, style: str) -> TTFont:
    """The font under the name that a PDF will show."""
    for number, value in (
        (1, family),
        (2, style),
        (4, f"{family} {style}"),
        (6, f"{family.replace(' ', '')}-{style}"),
    ):
        font["name"].setName(value, number, 3, 1, 0x409)
        font["name"].setName(value, number, 1, 0, 0)
    font["head"].created = font["head"].modified = 3_800_000_000  # the same bytes each time
    font.recalcTimestamp = False
    return font


def main(atkinson: Path, dejavu: Path) -> None:
    """Write the six TTF and two licences beside this file."""
    for weight, style in WEIGHTS.items():
        path = HERE / f"AtkinsonHyperlegible-{style}.ttf"
        named(merged(atkinson, weight), "Atkinson Hyperlegible", style).save(path)
        cut = named(figures(TTFont(path)), "Atkinson Hyperlegible Figures", style)
        cut.save(HERE / f"AtkinsonHyperlegibleFigures-{style}.ttf")
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
        shutil.copyfile(dejavu / "ttf" / name, HERE / name)
    shutil.copyfile(atkinson / "LICENSE", HERE / "LICENSE-AtkinsonHyperlegible.txt")
    shutil.copyfile(dejavu / "LICENSE", HERE / "LICENSE-DejaVu.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
