"""What a chit brings, told where it is played or held, and where it asks who fires at whom; its odds."""

from __future__ import annotations

import pytest

from tests.rules.field import flat
from tests.rules.fighting import man
from tests.rules.test_ch10_events import field
from tests.support import offered, play
from vedette.engine.events import EngineError

WEAK, STRONG = man("1634", 1), man("1733", 9)
PLACES = {"27 VA": WEAK, "4 VA": STRONG, "7 OH-a": man("1533", 5), "7 OH-b": man("1732", 2)}


def test_who_fires_at_whom_says_the_chance_of_each_and_proposes_the_best() -> None:
    game = field(PLACES, begin="draw", held={"confederate": ["Firefight"]}, hexes=flat())
    noted = game.notes("confederate")["play Firefight"]
    assert noted.startswith("best ") and "from 1733 at 1732" in noted
    assert game.odds("confederate: play Firefight").aim is not None, "a chit that is a fire is seen as one"
    play(game, "play Firefight")
    notes = game.notes("confederate")
    assert set(notes) == set(offered(game)) and all("%" in words for words in notes.values()), notes
    decision = game.decision
    assert decision is not None and decision.proposed is not None and decision.usual is not None
    assert decision.proposed.text == decision.usual.text == "fire from 1733 at 1732"


def test_an_order_opens_no_fire_by_itself() -> None:
    game = field({**PLACES, "27 VA": "1534"}, begin="orders", active="Garnett", hexes=flat())
    with pytest.raises(EngineError, match="opens no fire"):
        game.odds("order attack")


def test_a_chit_that_was_drawn_says_what_it_brings_before_it_is_played_or_held() -> None:
    game = field(PLACES, begin="draw", cup=["Firefight (Confederate)"], hexes=flat())
    play(game, "Firefight")
    assert game.decision is not None and game.decision.kind == "drawn"
    noted = game.notes("confederate")["play Firefight"]
    assert noted.startswith("best ") and "from 1733 at 1732; The Confederate player chooses" in noted
