"""An attack that opens the battle: the brigades of one chit act first of all (KT 20.4e).

Rows `automatic_activations` (turn, chit, cr).
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.procedure import Procedure
from vedette.rules.blind_swords.chapters.automatic import AutomaticActivations
from vedette.rules.blind_swords.state import State


@cites("KT-20.4e-1", "KT-20.4e-5", "KT-20.5a", "KT-20.6a")
def onset(g: State) -> Procedure | None:
    """The activations before the first draw of a turn; None where no row grants any.

    Each brigade is given its own Order. Their markers turn, so that their chit finds nobody left (KT-20.4e-5; rulings:
    oddity 96).
    """
    row = g.setting.rule("automatic_activations", turn=g.turn)
    if row is None:
        return None
    chit = g.setting.activations[row["chit"]]
    return AutomaticActivations(chit.side, chit.brigades, row["cite"], cr_bonus=row["cr"])
