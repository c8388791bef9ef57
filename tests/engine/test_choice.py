"""Choices that are made one by one are the same sequence as the tuple of them all."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from vedette.engine.choice import DONE, Choice, HexChoices
from vedette.hexes import mask_of
from vedette.hexes.masks import Bits


def drawn(seed: int) -> tuple[HexChoices, tuple[Choice, ...]]:
    """Choices at random, and all of them in a tuple."""
    rng = random.Random(seed)
    hexes = rng.sample(range(2000), rng.choice((0, 1, 5, 40, 600)))
    ascending = rng.random() < 0.6
    first = tuple(Choice(kind, "7 OH-a") for kind in ("mount", "charge")[: rng.randrange(3)])
    last = tuple(Choice(kind) for kind in ("exit", "done")[: rng.randrange(3)])
    arg = rng.choice((None, ("7 OH-b",)))
    offers = HexChoices("step", "7 OH-a", mask_of(hexes) if ascending else tuple(hexes), arg, first=first, last=last)
    middle = [Choice("step", "7 OH-a", hex, arg) for hex in (sorted(hexes) if ascending else hexes)]
    return offers, (*first, *middle, *last)


OTHERS: tuple[Any, ...] = (
    DONE, Choice("step", "7 OH-a", -1), Choice("step", "7 OH-b", 5), Choice("charge", "7 OH-a", 5), -1, "done", None,
)  # fmt: skip
"""Answers that may be offered or not, and what is none."""


@pytest.mark.parametrize("seed", range(60))
def test_offers_are_the_tuple_of_them(seed: int) -> None:
    offers, whole = drawn(seed)
    rng = random.Random(seed)
    n = len(whole)
    assert len(offers) == n and bool(offers) == bool(whole)
    assert tuple(offers) == whole and tuple(reversed(offers)) == whole[::-1]
    assert [offers[at] for at in range(-n, n)] == [whole[at] for at in range(-n, n)]
    for at in (n, -n - 1):
        with pytest.raises(IndexError):
            offers[at]
    cuts = [slice(*(rng.choice((None, *range(-n - 2, n + 2))) for _ in range(2))) for _ in range(20)]
    assert [offers[cut] for cut in (*cuts, slice(None, None, -2))] == [whole[c] for c in (*cuts, slice(None, None, -2))]
    values = [*whole, *OTHERS, *(Choice("step", "7 OH-a", hex, offers.arg) for hex in rng.sample(range(2000), 20))]
    assert [value in offers for value in values] == [value in whole for value in values]
    assert [offers.index(value) for value in whole] == [whole.index(value) for value in whole]
    assert offers.count(whole[0]) == 1 if whole else not offers.count(DONE)
    assert offers == whole and hash(offers) == hash(whole) and offers != (*whole, DONE)
    assert repr(offers) == repr(whole)


def test_what_is_not_offered_has_no_place() -> None:
    offers, whole = HexChoices("step", "7 OH-a", 0b1011, last=(DONE,)), ("step", 0, 1, 3, DONE)
    for value in (Choice("step", "7 OH-a", 2), Choice("step", "7 OH-b", 1), "done"):
        with pytest.raises(ValueError):
            offers.index(value)
    assert offers.index(DONE, 1) == len(whole) - 2
    with pytest.raises(ValueError):
        offers.index(offers[0], 1)


@pytest.mark.parametrize("seed", range(6))
def test_offers_can_be_stored_and_copied(seed: int) -> None:
    offers, whole = drawn(seed)
    assert pickle.loads(pickle.dumps(offers)) == whole == copy.deepcopy(offers)


@pytest.mark.parametrize("seed", range(20))
def test_the_hexes_of_a_mask_are_the_tuple_of_them(seed: int) -> None:
    rng = random.Random(seed)
    hexes = tuple(sorted(rng.sample(range(2000), rng.choice((0, 1, 7, 30, 700)))))
    bits, n = Bits(mask_of(hexes)), len(hexes)
    assert tuple(bits) == hexes and len(bits) == n and bits[1:-1] == hexes[1:-1]
    assert [bits[at] for at in range(-n, n)] == [hexes[at] for at in range(-n, n)]
    assert [hex in bits for hex in range(-1, 2001)] == [hex in hexes for hex in range(-1, 2001)]
    assert [bits.index(hex) for hex in hexes] == list(range(n))
    for at in (n, -n - 1):
        with pytest.raises(IndexError):
            bits[at]
    with pytest.raises(ValueError):
        bits.index(2000)
