"""What a seat may not know of the chits changes nothing for it, and what it imagines of them is a fair deal."""

import json
from collections import Counter

import pytest

from tests.rules.chits import UNITS, cup
from tests.support import chance_of, offered, play, referee

SEATS = {"union": "confederate", "confederate": "union"}
KEYS = {"union": ("Rally", "Good Ground"), "confederate": ("Rally", "Find Ammo")}


def turn(union="Rally", confederate="Rally", **keys):
    """A turn on which these Key Chits lie in the cup; the Confederates have Rebel Yell there as well."""
    game = referee(UNITS, begin="turn", **keys)
    play(game, f"union: key {union}", f"confederate: key {confederate}", "confederate: key Rebel Yell")
    return game


def hidden(seat):
    """Two games that differ only in what the seat cannot know: the other side's Key Chit, and a chit it drew."""
    other = SEATS[seat]
    first, second = KEYS[other]
    for chit, drawn in ((first, first), (second, second), (first, "Firefight")):
        game = turn(**{other: chit})
        play(game, f"{drawn} ({other.capitalize()})", f"hold {drawn}")
        yield game


def known(game, seat):
    """All that a seat sees: its view, what is asked of whom, its own answers, the log, what it imagines."""
    decisions = [(d.number, d.seat, d.kind, d.prompt, d.cite, d.stack, d.window, d.optional) for d in game.decisions]
    mine = [offered(game, d.seat) for d in game.decisions if d.seat == seat]
    imagined = [game.imagine(seat, seed).state.digest() for seed in range(5)]
    return json.dumps([game.view(seat), decisions, mine, imagined], sort_keys=True)


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_cannot_tell_apart_what_it_may_not_know(seat):
    assert len({known(game, seat) for game in hidden(seat)}) == 1


@pytest.mark.parametrize("seat", SEATS)
def test_the_log_says_the_same(seat):
    said = set()
    for first in KEYS[SEATS[seat]]:
        other = SEATS[seat]
        game = referee(UNITS, begin="turn")
        keys = {**{s: KEYS[s][0] for s in SEATS}, other: first}
        actions = [f"union: key {keys['union']}", f"confederate: key {keys['confederate']}",
                   "confederate: key Rebel Yell", f"{first} ({other.capitalize()})", f"hold {first}"]  # fmt: skip
        said.add(json.dumps([game.say(e, seat) for e in play(game, *actions)]))
    assert len(said) == 1


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("chits", [("Rally", "Firefight"), ("Command Confusion", "Fatigue")])
def test_who_is_asked_depends_on_what_both_sides_know(seat, chits):
    """Whatever chit the other side holds, it is asked at the same moments, if only to pass."""
    other = SEATS[seat]
    brigade = {"union": "Tyler", "confederate": "Garnett"}[seat]
    for order in ("attack", "regroup"):
        found = set()
        for chit in chits:
            game = referee(
                {"7 OH-a": "1531", "27 VA": {"hex": "1834", "marks": ["shaken"]}}, begin="orders", active=brigade,
                held={other: [chit]}, turn=2,
            )  # fmt: skip
            play(game, f"order {order}")
            found.add((game.decision.seat, game.decision.kind, game.decision.prompt))
        assert found == {(other, "window", f"{brigade} is ordered to {order}: answer with a chit?")}


@pytest.mark.parametrize("seat", SEATS)
def test_without_a_chit_in_hand_nobody_is_asked(seat):
    near = {"7 OH-a": "1533", "27 VA": "1634"}
    assert cup(near, "Tyler", held={seat: ["Fatigue"]}).decision.seat == seat  # some chit could start a firefight
    assert cup(near, "Tyler").decision.seat == "chance"


# -- what a seat imagines -----------------------------------------------------------------------------------


def drawn(game, *chits):
    """Event chits come out of the cup and are held, and everybody passes at every window."""
    for chit in chits:
        while game.decision.kind != "draw":
            play(game, "pass")
        play(game, chit, f"hold {chit.split(' (')[0]}")
    return game


def after(*chits, **keys):
    """A turn after these draws."""
    return drawn(turn(**keys), *chits)


POSITIONS = {
    "before the first draw": (lambda: turn(), "confederate"),
    "before the first draw, Union": (lambda: turn(), "union"),
    "one held": (lambda: after("Fatigue (Union)"), "confederate"),
    "a Key Chit held": (lambda: after("Rally (Union)"), "confederate"),
    "two held": (lambda: after("Fatigue (Union)", "Firefight (Union)"), "confederate"),
    "all of the Union held": (lambda: after("Fatigue (Union)", "Rally (Union)", "Firefight (Union)"), "confederate"),
    "one of each": (lambda: after("Find Ammo (Confederate)", "Fatigue (Union)"), "confederate"),
    "one of each, Union": (lambda: after("Find Ammo (Confederate)", "Fatigue (Union)"), "union"),
    "two of the Confederates": (lambda: after("Rebel Yell (Confederate)", "Rally (Confederate)"), "union"),
    "one lost": (lambda: lost("Fatigue (Union)"), "confederate"),
    "a spectator": (lambda: after("Fatigue (Union)"), ""),
}


def lost(chit):
    """A chit lost to Fortunes of War."""
    game = turn()
    play(game, "Fortunes of War", chit)
    return game


def places(game, seat):
    """The hidden places of the other side and what lies in each: hand, lost, Key Chits, set aside or put in unseen."""
    side = 0 if seat == "confederate" else 1
    g = game.state
    hand = [h.chit for h in g.hands[side]]
    return hand, g.lost[side], g.keys[side], g.unseen[side]


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_imagined_fits_what_is_seen(name):
    make, seat = POSITIONS[name]
    game = make()
    pools = [Counter(game.state.setting.pool(side)) for side in (0, 1)]
    for seed in range(20):
        other = game.imagine(seat, seed)
        assert other.view(seat) == game.view(seat)
        assert [(d.seat, d.kind) for d in other.decisions] == [(d.seat, d.kind) for d in game.decisions]
        g = other.state
        for side in (0, 1):
            hand = [h.chit for h in g.hands[side]]
            assert Counter([*hand, *g.lost[side], *g.keys[side], *g.unseen[side], *g.spent[side]]) == pools[side]
            assert not Counter(g.keys[side]) - Counter(g.chosen[side])


@pytest.mark.parametrize("name", [n for n, (_, seat) in POSITIONS.items() if seat])
def test_hidden_chits_come_as_in_a_fair_deal(name, count):
    """The chit of every hidden place, over many samples, against the copies that the seat has not seen."""
    make, seat = POSITIONS[name]
    game = make()
    side = 0 if seat == "confederate" else 1
    pool = Counter(game.state.setting.pool(side)) - Counter(game.state.spent[side])
    samples = count(20_000) // 10
    found = [Counter(), Counter(), Counter()]
    for seed in range(samples):
        hand, gone, keys, unseen = places(game.imagine(seat, seed), seat)
        for tally, chits in zip(found, (hand, [*gone, *keys], unseen), strict=True):
            tally.update(chits)
    for tally in found:
        total = sum(tally.values())
        if total:
            expected = [total * n / sum(pool.values()) for n in pool.values()]
            assert chance_of([tally[chit] for chit in pool], expected) > 0.001


@pytest.mark.parametrize("drawn_key", [True, False])
def test_which_backs_are_key_chits_is_imagined_too(drawn_key, count):
    """Of three Union chits of the turn one is a Key Chit; after a draw it is still in the cup two times of three."""
    game = after("Rally (Union)" if drawn_key else "Fatigue (Union)")
    samples = count(6_000) // 2
    still = sum(len(game.imagine("confederate", seed).state.keys[0]) for seed in range(samples))
    assert chance_of([still, samples - still], [samples * 2 / 3, samples / 3]) > 0.001


@pytest.mark.parametrize("turn_of, may", [(4, True), (5, False)])
def test_a_chit_that_must_be_played_is_in_no_hand(turn_of, may):
    game = cup(UNITS, "Tyler", held={"union": ["Rally"]}, turn=turn_of)
    hands = {h.chit for seed in range(80) for h in game.imagine("confederate", seed).state.hands[0]}
    assert ("CSA Low Ammo" in hands) is may


def test_but_one_just_drawn_may_be_such_a_chit():
    game = cup(UNITS, "Rally (Union)", "Tyler", turn=5)
    play(game, "Rally (Union)")
    hands = {h.chit for seed in range(80) for h in game.imagine("confederate", seed).state.hands[0]}
    assert {"CSA Low Ammo", "Rally", "Fatigue"} <= hands
