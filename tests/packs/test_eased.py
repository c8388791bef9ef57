"""A map as PNG is made from strokes where its SVG has a pattern: the same tufts in the same places."""

import io

import pytest
from PIL import Image, ImageChops, ImageFilter

from vedette import packs
from vedette.packs.drawing import map as pictures
from vedette.packs.drawing.eased import SHADE, SMOOTH, eased
from vedette.packs.drawing.patterns import needed, paint

WIDE, HIGH = 360, 240


@pytest.fixture
def meadow():
    rect = f'<rect class="meadow" width="{WIDE}" height="{HIGH}" fill="{paint("meadow")}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f'<defs>{needed(rect)}</defs><rect width="{WIDE}" height="{HIGH}" fill="#fff"/>{rect}</svg>'
    )


def grey(data):
    """A picture in grey, and soft: a stroke may lie a part of a pixel beside itself."""
    return Image.open(io.BytesIO(data)).convert("L").filter(ImageFilter.GaussianBlur(1.5))


def test_tufts_of_the_meadow_stand_where_the_pattern_has_them(meadow, monkeypatch):
    quick = grey(pictures.png(meadow))
    assert "url(#vb-meadow)" in meadow and "url(#vb-meadow)" not in eased(meadow)
    monkeypatch.setattr(pictures, "eased", lambda svg: svg)
    slow = grey(pictures.png(meadow))
    darkest = 255 - slow.getextrema()[0]
    # At the rim a pattern cuts a tuft in two that strokes leave out or draw whole.
    inner = ImageChops.difference(quick, slow).crop((8, 8, WIDE - 8, HIGH - 8))
    assert darkest > 15 and inner.getextrema()[1] < darkest / 3


def test_a_map_keeps_all_but_meadow_and_shading(home):
    packs.new(home / "packs" / "mine")
    svg = pictures.map_svg(packs.load("mine/first"))
    made = eased(svg)
    assert svg.count(SHADE) == made.count(SMOOTH) == 1
    start, end = svg.index('<rect class="meadow"'), made.index('<g class="meadow"')
    assert made[:end] == svg[:start]
    assert made[made.index("</g>", end) + 4 :].replace(SMOOTH, SHADE) == svg[svg.index("/>", start) + 2 :]
