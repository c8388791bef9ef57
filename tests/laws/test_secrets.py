"""Laws 9 and 10: a seat sees, is asked and reads the same in all games that it cannot tell apart; deals are uniform."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from tests.laws.worlds import SEATS, WORLDS, differing, seeds, shown, sparse, thin, walk
from tests.support import chance_of
from vedette.engine import Action, Event, Game
from vedette.engine.decision import Decision

Count = Callable[[int], int]


def seen(game: Game, seat: str) -> list[Any]:
    """All that a seat sees of a game: its view and decision, and of the other's decision what is public."""
    public = [[d.seat, d.number, d.kind, d.prompt, d.cite, d.window, d.optional, d.alone, d.stack, list(d.about)]
              for d in game.decisions]  # fmt: skip
    return [*msgspec.json.decode(shown(game, seat)), public, game.outcome]


def told(game: Game, events: Sequence[Event], seat: str) -> list[Any]:
    """The log as the seat reads it; a spectator reads it as one of neither side (the seat "" is the referee's here)."""
    who = seat or "spectator"
    return [[game.say(e, who), game.rulebook.event(game.state, e, n, who)] for n, e in enumerate(events)]


def back(game: Game, seat: str, text: str) -> int | None:
    """Which of the backs in a hand an answer turns up: everybody sees that."""
    hands = getattr(game.state, "hands", None)
    if hands is None or seat not in SEATS:
        return None
    return next((h.draw for h in hands[SEATS.index(seat)] if text == f"play {h.chit}"), None)


def same_for(seat: str, a: Decision, b: Decision, rng: random.Random) -> tuple[Action, Action] | None:
    """Answers to the same question in two games between which the seat cannot tell: equal, or hidden from it."""
    texts = {x.text: x for x in b.actions}
    both = [(x, texts[x.text]) for x in a.actions if x.text in texts]
    if a.seat == seat or not (a.ask.private or a.ask.sees):
        return rng.choice(both) if both else None
    if a.ask.private:
        word = next((x.text.split()[0] for x in a.actions if not x.text.startswith("play ")), "nothing is kept")
        pairs = [(x, y) for x in a.actions for y in b.actions if x.text.startswith(word) and y.text.startswith(word)]
    else:
        who = a.ask.sees
        assert who and b.ask.sees
        x = rng.choice(a.actions)
        open_to = who(x.value) in ("", seat)
        pairs = [(x, y) for y in b.actions if (y.text == x.text if open_to else b.ask.sees(y.value) == who(x.value))]
    return rng.choice(pairs) if pairs else None


def together(game: Game, seat: str, seed: int, most: int) -> int:
    """Play a game and one that the seat takes for the same side by side; how far they went."""
    a, b = game.clone(), game.imagine(seat, seed)
    a.chance = b.chance = None
    rng = random.Random(seed)
    for n in range(most):
        assert differing(seen(a, seat), seen(b, seat)) == [], (
            f"step {n} of {seat}, {a.entries[-1].do} / {b.entries[-1].do}"
        )
        if a.decision is None:
            return n
        at = rng.randrange(len(a.decisions))
        pair = same_for(seat, a.decisions[at], b.decisions[at], rng)
        asked = a.decisions[at].seat
        if pair is None or back(a, asked, pair[0].text) != back(b, asked, pair[1].text):
            return n
        first, second = a.play(pair[0]), b.play(pair[1])
        assert told(a, first, seat) == told(b, second, seat), f"step {n}: {pair[0].text} / {pair[1].text}"
    return most


@pytest.mark.parametrize("world", WORLDS)
def test_two_games_that_a_seat_cannot_tell_apart_show_it_the_same_from_then_on(world: str, count: Count) -> None:
    steps = 0
    for seed in seeds(world, count(20)):
        for n, game in enumerate(walk(world, seed)):
            if n % (45 * thin(world)) == 10:
                steps += together(game, (*SEATS, "")[n // 45 % 3], seed + n, 45)
    assert steps > 20


@pytest.mark.parametrize("world", WORLDS)
def test_what_a_seat_imagines_looks_to_it_like_the_game(world: str, count: Count) -> None:
    for seed in seeds(world, count(10)):
        for game in sparse(world, seed, each=50, asked=True):
            for seat in (*SEATS, ""):
                other = game.imagine(seat, seed)
                assert differing(seen(other, seat), seen(game, seat)) == []
                assert game.rulebook.broken_laws(other.state) == []
                assert other.imagine(seat, seed + 1).view(seat) == game.view(seat)


def test_odds_are_the_same_for_a_seat_that_cannot_tell_the_games_apart(count: Count) -> None:
    found = 0
    for seed in range(count(20)):
        for game in sparse("stone-wall", seed):
            for decision in game.decisions:
                if "fire" in (a.text for a in decision.actions):
                    found += 1
                    assume = {"window": "play Confident"}
                    mine = game.odds("fire", assume=assume, seat=decision.seat)
                    for n in range(3):
                        other = game.imagine(decision.seat, n)
                        assert other.odds("fire", assume=assume, seat=decision.seat) == mine
    assert found > 3


def hidden(game: Game, side: int) -> dict[str, list[str]]:
    """Event chits of a side by the place where they lie hidden from the other; each card of the hand by itself.

    Which of the backs in the cup are Key Chits is hidden as well, so that the cup and what sits out count as one.
    """
    g: Any = game.state
    hand = [h.chit for h in g.hands[side]]
    places = {"lost": list(g.lost[side]), "the rest": [*g.keys[side], *g.unseen[side]]}
    return places | {f"hand {i}": [chit] for i, chit in enumerate(hand)}


def expected(game: Game, side: int) -> dict[str, dict[str, float]]:
    """How often each chit should lie in each place, were the hidden ones dealt at random.

    A chit that has to be played when it is drawn is in no hand while it could be played (KT-10.4a-2), but the one whose
    owner is still deciding.
    """
    from vedette.rules.blind_swords.chapters.events import low_ammo_victims

    g: Any = game.state
    places = hidden(game, side)
    copies = Counter(c for chits in places.values() for c in chits)
    deciding = any(d.kind == "drawn" and d.seat == SEATS[side] for d in game.decisions)
    hands = [p for p in places if p.startswith("hand")]
    settled = hands[: len(hands) - deciding]
    barred = {c for c in copies if g.setting.events[side, c].windows == {"drawn"} and low_ammo_victims(g, side)}
    free = sum(n for c, n in copies.items() if c not in barred)
    held = {c: 0.0 if c in barred else n / free for c, n in copies.items()}
    rest = sum(copies.values()) - len(settled)
    other = {c: (n - len(settled) * held[c]) / rest for c, n in copies.items()}
    return {
        place: {c: len(chits) * (held if place in settled else other)[c] for c in copies}
        for place, chits in places.items()
    }


POSITIONS = [(seed, side) for seed in range(10) for side in (0, 1)]


@pytest.mark.parametrize(("seed", "side"), POSITIONS)
def test_hidden_chits_are_dealt_at_random_and_none_twice(seed: int, side: int, count: Count) -> None:
    """20 positions: the same decision of each game, once for each side's chits, when the most lie hidden in hands."""
    rich = max((g.clone() for g in walk("stone-wall", seed, 400)), key=lambda g: len(g.state.hands[side]))  # type: ignore[attr-defined]
    assert sum(len(chits) for chits in hidden(rich, side).values()) > 5
    samples = count(2000)
    wanted = expected(rich, side)
    whole = sorted(c for chits in hidden(rich, side).values() for c in chits)
    found = {place: Counter[str]() for place in wanted}
    for n in range(samples):
        dealt = hidden(rich.imagine(SEATS[1 - side], n), side)
        assert sorted(c for chits in dealt.values() for c in chits) == whole
        for place, chits in dealt.items():
            found[place].update(chits)
    for place, shares in wanted.items():
        names = [c for c in shares if shares[c] > 1e-9]
        assert all(found[place][c] == 0 for c in shares if c not in names)
        if len(names) > 1:
            seen_often = [found[place][c] for c in names]
            assert chance_of(seen_often, [samples * shares[c] for c in names]) > 0.001, place


def test_the_toys_chit_is_dealt_evenly(count: Count) -> None:
    game = next(g.clone() for g in walk("toy", 1))
    samples = count(2000)
    found = Counter(game.imagine("union", n).state.hand for n in range(samples))  # type: ignore[attr-defined]
    assert chance_of(list(found.values())) > 0.001 and len(found) == 2
    assert {game.imagine("confederate", n).state.hand for n in range(50)} == {game.state.hand}  # type: ignore[attr-defined]


def test_a_seats_record_tells_it_the_same_in_games_it_cannot_tell_apart() -> None:
    """The Confederates' Key Chits differ: the Union's record differs only in what is committed to and drawn openly."""
    found = []
    for chit in ("key Rally", "key Firefight"):
        game = next(walk("stone-wall", 5)).clone()
        game.play("key Good Ground", "union")
        offered = [a.text for a in game.decisions[0].actions]
        game.play(chit if chit in offered else offered[-1], "confederate")
        rows = [msgspec.json.decode(line) for line in game.record("union").splitlines()]
        found.append([{k: v for k, v in row.items() if k not in ("sealed", "chain")} for row in rows])
    assert found[0] == found[1]
    assert "Rally" not in str(found) and "Firefight" not in str(found)


VISIBLE = {
    "all": "units turn phase cup drawn draws activated limited casualties raised surprise spent control chaos "
    "good_ground bonuses deceived charging automatic acted busy waiting given earned exits tracks released decisive "
    "over number stack options resigned",
    "one seat": "chosen keys hands lost common sealed",
    "nobody yet": "unseen blind",
    "no part of the game": "setting stacks masks brigades armies ask events notes halted",
}
"""Who may know each part of a state. How many chits lie unseen in the cup is known only together with the keys."""


def test_every_part_of_a_state_is_declared_for_all_for_one_seat_or_for_nobody() -> None:
    """A new field has to say here who may know it; what is not for all is dealt anew, and the view never copies it."""
    from vedette.rules.blind_swords.state import State

    declared = [name for names in VISIBLE.values() for name in names.split()]
    assert sorted(declared) == sorted(State.__struct_fields__)


def test_what_is_for_all_is_the_same_in_every_imagined_game(count: Count) -> None:
    for seed in range(count(10)):
        for game in sparse("stone-wall", seed, each=100):
            for seat in SEATS:
                other = game.imagine(seat, seed)
                for name in VISIBLE["all"].split():
                    assert getattr(other.state, name) == getattr(game.state, name), name
