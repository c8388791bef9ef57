"""`python -m vedette.packs.ground lay|check FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from ..errors import PackError

USAGE = "usage: python -m vedette.packs.ground lay|check FOLDER"


def main(args: list[str]) -> int:
    """Lay the grid anew, or tell which files are out of date (status 1)."""
    if len(args) != 2 or args[0] not in ("lay", "check"):
        print(USAGE, file=sys.stderr)
        return 2
    folder = Path(args[1])
    try:
        from . import lay, outdated, survey
    except ImportError:
        print("laying a grid needs shapely: pip install 'vedette[ground]'", file=sys.stderr)
        return 2
    try:
        if args[0] == "check":
            old = outdated(folder)
            for name in old:
                print(f"{folder / name}: not what the drawing gives; run `python -m vedette.packs.ground lay {folder}`")
            return 1 if old else 0
        for name, text in lay(survey(folder)).items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except (PackError, OSError) as e:
        print(e, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
