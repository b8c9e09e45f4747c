"""Make the fonts of the papers: ``python make.py ATKINSON_DIR DEJAVU_DIR DROID_DIR NANUM_DIR``.

The directories are the unpacked npm packages ``@fontsource/atkinson-hyperlegible`` and ``dejavu-fonts-ttf``,
and the unpacked Debian packages ``fonts-droid-fallback`` and ``fonts-nanum``.

Atkinson Hyperlegible comes as two woff2 subsets a weight: they become one TTF without hints (the papers are
printed), which gains a narrow no-break space and a zero without its slash, which reads as an 8 from afar. A
second, small cut has the digits at one width, so that columns of numbers line up. DejaVu is copied. Of the
fonts for Chinese, Japanese and Korean the characters of the national lists are kept.

Run it only to change a font: then write the new sums into ``fonts.lock.json``.
"""
# mypy: disable-error-code="import-untyped"

import shutil
import sys
from pathlib import Path

from fontTools import merge, subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
WEIGHTS = {"400": "Regular", "700": "Bold"}
NARROW_SPACE = 0x202F
APACHE = Path("/usr/share/common-licenses/Apache-2.0")  # on every Debian
FIGURES = "0123456789+\u2212-,./\u2013\u2014 \u00a0\u202f\u00d7"


def cut(font: TTFont, wanted: set[int]) -> None:
    """Reduce a font to these characters, without hints."""
    options = subset.Options()
    options.hinting, options.layout_features, options.notdef_outline = False, [], True
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    cutter.subset(font)


def merge_scripts(atkinson: Path, weight: str) -> TTFont:
    """Merge latin and latin-ext of one weight into one font without hints."""
    parts = []
    for script in ("latin", "latin-ext"):
        font = TTFont(atkinson / "files" / f"atkinson-hyperlegible-{script}-{weight}-normal.woff2")
        cut(font, set(font.getBestCmap()))
        font.flavor = None
        part = HERE / f".{script}-{weight}.ttf"
        font.save(part)
        parts.append(part)
    font = merge.Merger().merge([str(part) for part in parts])
    for part in parts:
        part.unlink()
    add_narrow_space(font)
    remove_zero_slash(font)
    return font


def add_narrow_space(font: TTFont) -> None:
    """Add U+202F, which the family lacks: two thirds as wide as its space."""
    space = font.getBestCmap()[0x20]
    font.setGlyphOrder([*font.getGlyphOrder(), "uni202F"])
    font["glyf"]["uni202F"] = TTGlyphPen(None).glyph()
    font["hmtx"]["uni202F"] = (font["hmtx"][space][0] * 2 // 3, 0)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[NARROW_SPACE] = "uni202F"


def remove_zero_slash(font: TTFont) -> None:
    """Remove the slash from the zero: a copy of its outline, shrunk, replaces the two counters."""
    glyphs = font["glyf"]
    name = font.getBestCmap()[ord("0")]
    points, ends, _flags = glyphs[name].getCoordinates(glyphs)
    outer, inner = points[: ends[0] + 1], points[ends[0] + 1 :]
    (x1, x2), (u1, u2) = ((min(x for x, _ in some), max(x for x, _ in some)) for some in (outer, inner))
    (y1, y2), (v1, v2) = ((min(y for _, y in some), max(y for _, y in some)) for some in (outer, inner))
    drawn = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(drawn)
    closed = [what for what, _where in drawn.value].index("closePath")
    first = drawn.value[: closed + 1]
    pen = TTGlyphPen(None)
    wide, high = (u2 - u1) / (x2 - x1), (v2 - v1) / (y2 - y1)
    counter = TransformPen(ReverseContourPen(pen), (wide, 0, 0, high, u1 - x1 * wide, v1 - y1 * high))
    for way in (pen, counter):
        for what, where in first:
            getattr(way, what)(*where)
    glyphs[name] = pen.glyph()


def figures_font(font: TTFont) -> TTFont:
    """Cut the font down to the characters of a column of numbers, every digit and sign at one width."""
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


def rename_font(font: TTFont, family: str, style: str) -> TTFont:
    """Rename the font to the name that a PDF shows."""
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


def characters(encoding: str, last_lead: int = 0xFE) -> set[int]:
    """Return the code points of a national two-byte encoding, up to the first byte `last_lead`."""
    pairs = [bytes((lead, trail)) for lead in range(0x81, last_lead + 1) for trail in range(0x40, 0xFF)]
    return {ord(char) for pair in pairs for char in pair.decode(encoding, "ignore") if ord(char) >= 0x2E80}


def write_subset(path: Path, wanted: set[int], family: str) -> None:
    """Write the subset `wanted` of a font, without hints, under the family name `family`."""
    font = TTFont(path)
    cut(font, {ord(" "), *wanted} & set(font.getBestCmap()))
    rename_font(font, family, "Regular").save(HERE / f"{family.replace(' ', '')}-Regular.ttf")


def main(atkinson: Path, dejavu: Path, droid: Path, nanum: Path) -> None:
    """Write the TTF and their licences beside this file."""
    for weight, style in WEIGHTS.items():
        path = HERE / f"AtkinsonHyperlegible-{style}.ttf"
        rename_font(merge_scripts(atkinson, weight), "Atkinson Hyperlegible", style).save(path)
        cut = rename_font(figures_font(TTFont(path)), "Atkinson Hyperlegible Figures", style)
        cut.save(HERE / f"AtkinsonHyperlegibleFigures-{style}.ttf")
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
        shutil.copyfile(dejavu / "ttf" / name, HERE / name)
    big5_level_1 = characters("big5", 0xC6)
    han = characters("gb2312") | characters("shift_jis") | big5_level_1
    korean = characters("euc_kr")
    hangul = {code for code in korean if 0xAC00 <= code <= 0xD7A3}
    han |= korean - hangul
    write_subset(droid / "usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf", han, "Cheville Han")
    write_subset(nanum / "usr/share/fonts/truetype/nanum/NanumGothic.ttf", hangul, "Cheville Hangul")
    terms = (droid / "usr/share/doc/fonts-droid-fallback/copyright").read_text(encoding="utf-8")
    (HERE / "LICENSE-ChevilleHan.txt").write_text(f"{terms}\n{APACHE.read_text()}", encoding="utf-8")
    shutil.copyfile(nanum / "usr/share/doc/fonts-nanum/copyright", HERE / "LICENSE-ChevilleHangul.txt")
    shutil.copyfile(atkinson / "LICENSE", HERE / "LICENSE-AtkinsonHyperlegible.txt")
    shutil.copyfile(dejavu / "LICENSE", HERE / "LICENSE-DejaVu.txt")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:5]))
