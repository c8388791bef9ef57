"""The second Fog of War table (KT 10.5b, optional): advantages kept for one combat of the turn."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.rules.blind_swords.chapters.hand import Moment
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDES, UNION
from vedette.rules.blind_swords.state import State

MARK = "*"
FOOLISH = "Foolish Union Attack"
UNION_BONUS = "Union Tactical Bonus"
CONFEDERATE_BONUS = "Confederate Tactical Bonus"
OWNER = {FOOLISH: CONFEDERATE, UNION_BONUS: UNION, CONFEDERATE_BONUS: CONFEDERATE}
CITE = {FOOLISH: "KT-10.5b-opt-1", UNION_BONUS: "KT-10.5b-opt-5", CONFEDERATE_BONUS: "KT-10.5b-opt-6"}


@cites("KT-10.5b-opt-1", "KT-10.5b-opt-5", "KT-10.5b-opt-6")
def usable(g: State, side: int, moment: Moment) -> tuple[str, ...]:
    """What a side may use now, as answers of the window.

    KT-10.5b-opt-1: the Confederates on a Union attack; KT-10.5b-opt-5: the Union, KT-10.5b-opt-6: the Confederates on
    any combat, either way.
    """
    if not g.bonuses or moment.window not in ("fired-at", "assault-declared"):
        return ()
    found: list[str] = []
    for name in g.bonuses:
        if OWNER[name] != side:
            continue
        if name == FOOLISH:
            if moment.acting == UNION:
                found.append(f"{MARK}{name}")
        else:
            found += [f"{MARK}{name} left", f"{MARK}{name} right"]
    return tuple(dict.fromkeys(found))


@cites("KT-10.5b-opt-1", "KT-10.5b-opt-5", "KT-10.5b-opt-6")
def use(g: State, side: int, answer: str) -> str:
    """Spend an advantage on one combat, two columns of it."""
    words = answer[len(MARK) :]
    name = next(n for n in g.bonuses if words.startswith(n))
    columns = 2 if words.endswith("right") else -2
    left = list(g.bonuses)
    left.remove(name)
    g.bonuses = tuple(left)
    g.log(Event("bonus-used", CITE[name], SIDES[side], data=(words, columns)))
    return f"shift {columns} {CITE[name]}"
