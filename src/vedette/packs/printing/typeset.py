"""Pages made by Typst from the templates beside this file, in the program's own faces."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from .. import drawing
from ..errors import PackError

LACK = "for PDF the package typst is needed: pip install 'vedette[print]'; .svg and .png go without"
AS_TYPST_CALLS_IT = ("Fira Sans Condensed", "Fira Sans")
"""A family by its name, and without its width, which Typst takes for a style."""


def pdf(template: str, data: Mapping[str, Any], pictures: Mapping[str, str]) -> bytes:
    """A document.

    Args:
        template: a file of `templates`.
        data: what it reads as `data.json`.
        pictures: SVG by its name, which lies beside it as NAME.svg.

    Raises:
        PackError: where typst is not installed, or cannot make the document.
    """
    try:
        import typst
    except ImportError:
        raise PackError(LACK) from None
    with tempfile.TemporaryDirectory() as folder, as_file(files(drawing.__package__) / "fonts") as fonts:
        at = Path(folder)
        for file in (files(__package__) / "templates").iterdir():
            (at / file.name).write_bytes(file.read_bytes())
        for name, svg in pictures.items():
            (at / f"{name}.svg").write_text(svg.replace(*AS_TYPST_CALLS_IT), encoding="utf-8")
        (at / "data.json").write_text(json.dumps(data), encoding="utf-8")
        try:
            return typst.compile(str(at / template), root=folder, font_paths=[str(fonts)], ignore_system_fonts=True)
        except typst.TypstError as error:
            raise PackError(f"the pages cannot be made ({error.message})") from None
