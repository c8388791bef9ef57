"""Laws 6 to 8: what is offered is accepted, all else refused; games end; nothing is lost on the way."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from tests.laws.worlds import SEATS, WHOLE, WORLDS, begin, picture, seeds, sparse, thin, walk
from tests.support import play, referee
from tools.playthroughs import pick
from vedette.engine import Game, IllegalAction
from vedette.engine.decision import folded

Count = Callable[[int], int]


@pytest.mark.parametrize("world", WORLDS)
def test_every_offered_answer_is_accepted_and_its_text_means_it_alone(world: str, count: Count) -> None:
    for seed in seeds(world, count(20)):
        for game in sparse(world, seed, each=15, asked=True):
            for decision in game.decisions:
                words = [folded(a.text) for a in decision.actions]
                assert words and len(set(words)) == len(words), words
                for action in decision.actions:
                    twin, other = game.clone(), game.clone()
                    twin.play(action)
                    other.play(f"  {action.text.upper()} ", decision.seat)
                    assert twin.state == other.state and twin.entries[-1].do == other.entries[-1].do


def mangled(text: str, rng: random.Random) -> Iterator[str]:
    """Texts that are nearly right."""
    at = rng.randrange(len(text))
    yield text[:at] + text[at + 1 :]
    yield text + "-1532"
    yield text + " + 7 OH-a"
    yield text.replace(": ", " fire at ")
    yield f"{text}\x00"


@pytest.mark.parametrize("world", WORLDS)
def test_what_is_not_offered_is_refused_with_a_reason_and_changes_nothing(world: str, count: Count) -> None:
    """Texts of other decisions, mangled texts, other seats: refused, or taken for an offered answer or a gesture."""
    texts: set[str] = {"", "chance: 11", "fire at 9999", "7 OH-a: 1532-9999", "union:", "key", ": 1532", " + "}
    for seed in seeds(world, count(10)):
        rng = random.Random(seed)
        for game in sparse(world, seed, each=40):
            before = picture(game)
            entries = list(game.entries)
            offered = {folded(a.text) for d in game.decisions for a in d.actions}
            tries = rng.sample(sorted(texts), min(30, len(texts)))
            tries += [m for d in game.decisions for m in mangled(d.actions[-1].text, rng)]
            for text in tries:
                for seat in SEATS:
                    if folded(text) in offered:
                        continue
                    try:
                        game.clone().play(text, seat)
                    except IllegalAction as refused:
                        assert refused.reason and str(refused)
                    with pytest.raises(IllegalAction):
                        game.play("", seat)
            assert picture(game) == before and game.entries == entries
            texts |= {a.text for d in game.decisions for a in d.actions}


def test_a_refusal_leaves_the_very_game_as_it_was(count: Count) -> None:
    """The refused text goes to the game itself, not to a copy."""
    for seed in range(count(10)):
        others: list[str] = []
        for game in sparse("stone-wall", seed, each=40):
            before = picture(game)
            for text in others:
                entries = len(game.entries)
                try:
                    game.play(text)
                except IllegalAction:
                    assert picture(game) == before and len(game.entries) == entries
                else:
                    given = picture(game) == before  # the rules had answered that already, as the only answer
                    assert (len(game.entries) > entries) != given
                    before = picture(game)
            others = [a.text for d in game.decisions for a in d.actions][:3]


@pytest.mark.parametrize("world", WORLDS)
def test_the_other_seat_may_not_answer(world: str) -> None:
    for game in sparse(world, 1, each=50):
        for decision in game.decisions:
            action = decision.actions[0]
            for seat in SEATS:
                if seat == decision.seat or game.decision_of(seat):
                    continue
                before, entries = picture(game), len(game.entries)
                if any(answer.seat == seat and answer.text == folded(action.text) for answer in game.ahead):
                    assert game.play(action.text, seat) == [], "the rules have given it for that seat already"
                else:
                    with pytest.raises(IllegalAction):
                        game.play(action.text, seat)
                assert (picture(game), len(game.entries)) == (before, entries)
                with pytest.raises(IllegalAction):
                    game.play(action, seat)
                with pytest.raises(IllegalAction, match="may not answer for"):
                    game.play(f"{decision.seat}: {action.text}", seat)


@pytest.mark.parametrize("world", WORLDS)
def test_a_random_game_ends_and_nobody_is_asked_without_an_answer(world: str, count: Count) -> None:
    for seed in seeds(world, count(40)):
        decisions = 0
        for game in walk(world, seed, WHOLE):
            assert decisions % thin(world) or all(d.actions for d in game.decisions)
            decisions += 1
        assert game.outcome is not None and game.outcome.level in game.rulebook.levels(game.battle)
        turns = game.view("")["turns"]
        assert decisions <= 200 * len(game.view("")["units"]) * (turns["last"] - turns["first"] + 1)


@pytest.mark.parametrize("world", WORLDS)
def test_the_laws_of_the_rulebook_hold_at_every_decision(world: str, count: Count) -> None:
    for seed in seeds(world, count(40)):
        for n, game in enumerate(walk(world, seed)):
            assert n % thin(world) or game.rulebook.broken_laws(game.state) == []


def steps(game: Game) -> Counter[str]:
    """Steps left to each unit."""
    gone = ("eliminated", "left the map")
    rows = game.view("")["units"]
    return Counter({u["id"]: 0 if u["place"] in gone else 1 if "worn" in u["states"] else 2 for u in rows})


def test_units_are_conserved_and_steps_rise_only_by_a_rebuild(count: Count) -> None:
    for seed in range(count(20)):
        game, rng = begin("stone-wall-options", seed), random.Random(seed)
        before = steps(game)
        while game.decision:
            events = game.play(pick(game, rng))
            after = steps(game)
            rebuilt = {id for e in events if e.kind == "rebuilt" for id in e.units}
            assert after.keys() == before.keys(), f"seed {seed}, entry {len(game.entries)}"
            assert {id for id in after if after[id] > before[id]} <= rebuilt, f"seed {seed}, entry {len(game.entries)}"
            before = after


def test_twelve_event_chits_a_side_are_conserved_through_every_draw_and_play(count: Count) -> None:
    """Keys, hands, unseen, spent and lost chits together are the pool of the scenario, less what it leaves out."""
    for seed in range(count(20)):
        for game in walk("stone-wall", seed):
            g = game.state
            if not any(g.unseen) and not any(g.spent):  # type: ignore[attr-defined]
                continue
            for side in (0, 1):
                hand = [h.chit for h in g.hands[side]]  # type: ignore[attr-defined]
                places = (g.keys, g.unseen, g.spent, g.lost)  # type: ignore[attr-defined]
                found = sorted([*hand, *(c for place in places for c in place[side])])
                assert found == sorted(g.setting.pool(side))  # type: ignore[attr-defined]
                copies = sum(e.copies for (s, _), e in g.setting.events.items() if s == side)  # type: ignore[attr-defined]
                left_out = sum(
                    e.copies
                    for (s, name), e in g.setting.events.items()  # type: ignore[attr-defined]
                    if s == side and name in g.setting.excluded[side]  # type: ignore[attr-defined]
                )
                assert copies == 12 and len(found) == 12 - left_out


def test_a_way_to_where_the_unit_stands_is_refused() -> None:
    """A gesture without a single answer is none."""
    game = referee({"7 OH-a": "1532"}, begin="movement", order="attack", active="Tyler")
    play(game, "move 7 OH-a")
    entries = len(game.entries)
    with pytest.raises(IllegalAction, match="already"):
        game.play("7 OH-a: 1532")
    assert len(game.entries) == entries
