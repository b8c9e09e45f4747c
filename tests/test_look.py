"""The look: contrast in both lights, large type, nothing that the CSP refuses."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CSS = ROOT / "static" / "css"
TOKENS, EVENING = ((CSS / f"{name}.css").read_text(encoding="utf-8") for name in ("tokens", "evening"))
SHEETS = {
    path.name: path.read_text(encoding="utf-8")
    for folder in ("css", "games", "https", "judge")
    for path in sorted((ROOT / "static" / folder).rglob("*.css"))
}
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))

GROUNDS = ("paper", "surface", "sunken")
TINTS = ("spruce-tint", "red-tint", "blue-tint", "amber-tint")
TEXT_PAIRS = [
    *[(ink, ground) for ink in ("ink", "ink-soft") for ground in GROUNDS + TINTS],
    *[(ink, ground) for ink in ("spruce", "red", "blue", "amber") for ground in GROUNDS],
    *[(tint.removesuffix("-tint"), tint) for tint in TINTS],
    ("on-spruce", "spruce"),
    ("on-spruce", "spruce-deep"),
    ("on-red", "red"),
    *[(ink, wood) for ink in ("on-maple", "on-maple-soft") for wood in ("maple", "maple-grain")],
    *[("on-medal", medal) for medal in ("gold", "silver", "bronze")],
]
SHAPE_PAIRS = [  # borders, signs and pegs that carry a meaning: 3 to 1 is enough
    *[("edge", ground) for ground in GROUNDS],
    *[("focus", ground) for ground in GROUNDS + TINTS + ("maple", "maple-grain")],
    *[("rim", ground) for ground in ("paper", "surface")],
    *[(peg, "maple") for peg in ("peg-red", "peg-green", "peg-blue", "rim")],
]


def _declared_colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


def _colour_blocks() -> dict[str, dict[str, str]]:
    light = re.search(r"\n:root \{\n  color-scheme: light;(.*?)\n\}", TOKENS, re.S)
    device = re.search(r':root:not\(\[data-theme="light"\]\) \{(.*?)\n  \}', EVENING, re.S)
    chosen = re.search(r'\n:root\[data-theme="dark"\] \{(.*?)\n\}', EVENING, re.S)
    return {
        "light": _declared_colours(light[1]),
        "dark": _declared_colours(device[1]),
        "chosen": _declared_colours(chosen[1]),
    }


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_dark_themes_are_equal_and_define_every_colour():
    blocks = _colour_blocks()
    assert blocks["dark"] == blocks["chosen"]
    assert blocks["dark"].keys() == blocks["light"].keys()


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_has_enough_contrast(light, ink, ground):
    colours = _colour_blocks()[light]
    assert _contrast(colours[ink], colours[ground]) >= 4.5, f"{ink} on {ground}"


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPE_PAIRS)
def test_shapes_have_enough_contrast(light, shape, ground):
    colours = _colour_blocks()[light]
    assert _contrast(colours[shape], colours[ground]) >= 3, f"{shape} on {ground}"


def test_body_text_is_18_px_and_targets_48():
    assert "html { font-size: 112.5%;" in SHEETS["cheville.css"]  # of the 16 px a browser starts from
    assert "--body: 1rem;" in TOKENS
    assert "--target: max(48px," in TOKENS


@pytest.mark.parametrize("sheet", sorted(SHEETS.keys() - {"tokens.css", "evening.css", "print.css"}))
def test_colours_come_from_the_tokens(sheet):
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b", re.sub(r"url\([^)]*\)", "", SHEETS[sheet]))


def test_every_token_in_use_is_declared():
    declared = set(re.findall(r"(--[a-z0-9-]+):", "".join(SHEETS.values())))
    used = set(re.findall(r"var\((--[a-z0-9-]+)", "".join(SHEETS.values())))
    assert used <= declared


PAGES = [path for path in TEMPLATES if path.parent.name != "letters"]  # a letter is read by a mail program


def test_templates_have_no_inline_style_or_script():
    assert len(PAGES) > 300
    for path in PAGES:
        markup = path.read_text(encoding="utf-8")
        markup = re.sub(r"\{% comment %\}.*?\{% endcomment %\}", "", markup, flags=re.S)
        assert not re.search(r"\sstyle\s*=", markup), f"{path}: a style attribute"
        assert not re.search(r"\son[a-z]+\s*=\s*[\"']", markup), f"{path}: an inline handler"
        markup = markup.replace('<script type="application/ld+json">', "")  # data, which no policy is about
        inline = re.search(r"<style|<script(?![^>]*\bsrc=)|javascript:|\bhx-on", markup)
        assert not inline, f"{path}: an inline style or script"


def test_every_icon_in_use_is_in_the_sprite():
    sprite = (ROOT / "static" / "icons" / "lucide.svg").read_text(encoding="utf-8")
    names = set(re.findall(r'<symbol id="([a-z0-9-]+)"', sprite))
    markup = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES)
    used = set(re.findall(r'\{% icon "([a-z0-9-]+)"', markup)) | set(
        re.findall(r'\sicon="([a-z0-9-]+)"', markup)
    )
    assert used <= names
