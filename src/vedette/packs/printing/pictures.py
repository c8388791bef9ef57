"""Pictures of counters beside a document."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.battle import Battle

from ..both_faces import Counter
from ..drawing import counter_svg
from ..reader import meta


def pictures(battle: Battle, counters: Sequence[Counter]) -> dict[str, str]:
    """The faces as SVG: f0, b0, f1, b1 and so on."""
    look = meta(battle)
    found = {f"f{i}": counter_svg(counter.front, look) for i, counter in enumerate(counters)}
    return found | {f"b{i}": counter_svg(c.back, look) for i, c in enumerate(counters) if c.back}
