"""The second Fog of War table (KT 10.5b, optional)."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.activation import eligible, turn_marker
from vedette.rules.blind_swords.chapters.bonuses import OWNER
from vedette.rules.blind_swords.chapters.morale import DIE, MoraleHits
from vedette.rules.blind_swords.chapters.range import ranges_of
from vedette.rules.blind_swords.chapters.sight import BLOCKED, sight
from vedette.rules.blind_swords.setting import CONFEDERATE, SIDES, UNION
from vedette.rules.blind_swords.state import State

PASS = ""
NO_EFFECT = "No effect"


@procedure("second-table")
class SecondTable(Procedure, frozen=True):
    """Another die for the less common events (KT 10.5b, optional)."""

    side: int

    def title(self, g: State) -> str:
        return "second table"

    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "KT-10.5b-opt-0", "the second Fog of War table")

    @cites(
        "KT-10.5b-opt-1", "KT-10.5b-opt-2", "KT-10.5b-opt-3", "KT-10.5b-opt-4", "KT-10.5b-opt-5", "KT-10.5b-opt-6"
    )  # fmt: skip
    def read(self, g: State, die: int) -> Result:
        """An advantage to keep for a combat of this turn, or something at once.

        KT-10.5b-opt-1, KT-10.5b-opt-5 and KT-10.5b-opt-6 are kept; KT-10.5b-opt-2, KT-10.5b-opt-3 and KT-10.5b-opt-4
        are carried out. Which of them a battle has, says its chart.
        """
        result = g.setting.fog_second.get(die, NO_EFFECT)
        g.log(Event("fog", f"KT-10.5b-opt-{die}", SIDES[self.side], data=(result,), roll=die))
        if result in OWNER:
            g.bonuses = tuple(sorted((*g.bonuses, result)))
            return Done()
        if result == "Deception":
            return Call(Deception())
        if result == "Friendly Fire":
            return Call(FriendlyFire())
        return Call(ConflictingOrders()) if result == "Conflicting Orders" else Done()


@procedure("deception")
class Deception(Procedure, frozen=True):
    """The Confederates keep one Union unit from fire and attack this turn (KT 10.5b, optional)."""

    @cites("KT-10.5b-opt-2")
    def choose(self, g: State) -> Result:
        """Which Union unit, or none."""
        return Ask(
            SIDES[CONFEDERATE], (*g.on_map(UNION), PASS), self.mark, "deception", "KT-10.5b-opt-2",
            "Deception: which Union unit?", lambda g, i: f"deceive {i}" if i else "pass",
            lambda g, i: g.at(i) if i else -1, optional=True, usual=PASS,
        )  # fmt: skip

    def mark(self, g: State, id: str) -> Result:
        if id:
            g.deceived = tuple(sorted((*g.deceived, id)))
            g.log(Event("deceived", "KT-10.5b-opt-2", SIDES[CONFEDERATE], (id,), g.at(id)))
        return Done()


@cites("KT-10.5b-opt-3")
def friendly_pairs(g: State) -> tuple[tuple[str, str], ...]:
    """Pairs of Union infantry within range and sight of one another."""
    units = [i for i in g.on_map(UNION) if g.counter(i).arm == "infantry"]
    found = []
    for k, a in enumerate(units):
        for b in units[k + 1 :]:
            distance = g.setting.grid.distance(g.at(a), g.at(b))
            near = min(ranges_of(g, a).farthest, ranges_of(g, b).farthest)
            if distance <= near and (distance < 2 or sight(g, g.at(a), g.at(b)).effect != BLOCKED):
                found.append((a, b))
    return tuple(found)


@procedure("friendly-fire")
class FriendlyFire(Procedure, frozen=True):
    """Two Union infantry units each take a Morale Hit (KT 10.5b, optional)."""

    pair: tuple[str, ...] = ()

    def choose(self, g: State) -> Result:
        """Which two, or none."""
        pairs = friendly_pairs(g)
        return Ask(
            SIDES[CONFEDERATE], (*pairs, (PASS, PASS)), self.take, "friendly-fire", "KT-10.5b-opt-3",
            "Friendly Fire: which two Union units?", lambda g, v: f"{v[0]} + {v[1]}" if v[0] else "pass",
            lambda g, v: g.at(v[0]) if v[0] else -1, optional=True, usual=(PASS, PASS),
        )  # fmt: skip

    @cites("KT-10.5b-opt-3")
    def take(self, g: State, pair: tuple[str, str]) -> Result:
        """One hit each: the first, then the second."""
        if not pair[0]:
            return Done()
        g.log(Event("friendly-fire", "KT-10.5b-opt-3", SIDES[CONFEDERATE], pair, g.at(pair[0])))
        return Call(MoraleHits(pair[0], 1), then=self.but(pair=pair).second)

    def second(self, g: State) -> Result:
        return Call(MoraleHits(self.pair[1], 1))


@procedure("conflicting-orders")
class ConflictingOrders(Procedure, frozen=True):
    """The Union names a Confederate brigade that counts as activated (KT 10.5b, optional)."""

    @cites("KT-10.5b-opt-4")
    def choose(self, g: State) -> Result:
        """Which brigade that could still act, or none."""
        found: dict[str, None] = {}
        for a in g.setting.activations.values():
            if a.side == CONFEDERATE and not a.cic and a.turn <= g.turn:
                found.update(dict.fromkeys(eligible(g, CONFEDERATE, a.brigades)))
        return Ask(
            SIDES[UNION], (*found, PASS), self.take, "conflicting-orders", "KT-10.5b-opt-4",
            "Conflicting Orders: which Confederate brigade?", lambda g, b: f"activate {b}" if b else "pass",
            optional=True, usual=PASS,
        )  # fmt: skip

    def take(self, g: State, brigade: str) -> Result:
        """Turn its marker; its chit has nobody left to activate."""
        if brigade:
            turn_marker(g, CONFEDERATE, brigade, True)
            g.log(Event("conflicting-orders", "KT-10.5b-opt-4", SIDES[UNION], data=(brigade,)))
        return Done()
