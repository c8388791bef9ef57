"""Tempers: the plain one changes nothing, each term does what it says, nothing kept is mixed up, trials are told."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import vedette
from tools import sense
from vedette import staff
from vedette.engine import Game
from vedette.engine.temper import PLAIN, Temper, leaned
from vedette.rules.valley_campaign import ai
from vedette.rules.valley_campaign.ai.coming import coming
from vedette.rules.valley_campaign.ai.places import place
from vedette.rules.valley_campaign.ai.scene import REACH, Scene
from vedette.rules.valley_campaign.setting import Arrival
from vedette.staff.tempers import kept

SENSES = {s.name: s for s in sense.senses()}
BEGINNINGS = {
    "kernstown/the-stone-wall": "39cc7536bfa0e1d2",
    "valley-campaign/port-republic": "670974194210a07c",
    "stonewall-1978/kernstown": "8680dfa3f9340b8e",
}
"""Battle -> the digest after its first answers by `adjutant-1`, which no change of the adjutant may move."""
FIRST = 150


def begun(battle: str, name: str) -> str:
    """The digest after the first answers of a game that a commander plays with itself."""
    game = vedette.battle(battle).new_game(seed=3, keep=False)
    commanders = {seat: staff.seat(name, game.battle, 3) for seat in game.rulebook.seats}
    for _ in range(FIRST):
        if game.decision is not None:
            staff.answer(game, commanders[game.decision.seat])
    return game.state.digest()


SLOW = {"stonewall-1978/kernstown"}
"""Battles that `make prove` alone begins."""


@pytest.mark.parametrize(
    "battle", [pytest.param(one, marks=[pytest.mark.slow] if one in SLOW else []) for one in BEGINNINGS]
)
def test_the_first_adjutant_plays_as_it_did(battle: str) -> None:
    assert begun(battle, "adjutant-1") == BEGINNINGS[battle]


def worth(game: Game, temper: Temper) -> dict[str, float]:
    """What each answer of the open question is worth under a temper."""
    assert game.decision is not None
    values: Sequence[float] = ai.advice(game.state, game.decision.ask, temper).values  # type: ignore[arg-type]
    return dict(zip((a.text for a in game.decision.actions), values, strict=True))


def test_no_gun_empties_what_foot_must_enter_and_nothing_kept_is_mixed_up() -> None:
    game = SENSES["coaling-foot-before-guns"].begun(1)
    plain, entering = worth(game, PLAIN), worth(game, Temper(entering=True))
    shot = "Poague Battery bombard 5 OH"
    assert max(plain, key=lambda text: plain[text]) == shot and entering[shot] < 0
    assert max(entering, key=lambda text: entering[text]) == "attack 4426"
    assert worth(game, PLAIN) == plain and worth(game, Temper(entering=True)) == entering


def test_guns_alone_earn_nothing_for_emptying_a_goal() -> None:
    game = SENSES["coaling-foot-before-guns"].begun(1)
    g = game.state
    hex = g.setting.grid.index("4426")  # type: ignore[attr-defined]
    for units, less in ((("Poague Battery",), True), (("7 LA", "8 LA"), False)):
        scenes = [Scene(g, 1, temper=temper) for temper in (PLAIN, Temper(entering=True))]  # type: ignore[arg-type]
        before, after = (ai.attacks.worth(scene, units, hex) for scene in scenes)
        assert (after < before) is less and (after == before) is not less


def test_an_attack_that_nobody_makes_is_worth_less_than_none() -> None:
    game = SENSES["attack-uphill-one-to-four"].begun(1)
    assert worth(game, PLAIN)["attack 4426"] == 0.0 == worth(game, PLAIN)["done"]
    assert worth(game, Temper(no_empty_attack=True))["attack 4426"] < 0.0


def test_danger_and_hope_move_what_a_hex_is_worth() -> None:
    game = SENSES["coaling-mass"].begun(1)
    g = game.state
    hex = g.setting.grid.index("4325")  # type: ignore[attr-defined]
    at = {t: place(Scene.of(g, 1, "42 VA", t), "42 VA", hex) for t in (PLAIN, Temper(danger=2.0), Temper(hope=2.0))}  # type: ignore[arg-type]
    assert at[Temper(danger=2.0)] < at[PLAIN] <= at[Temper(hope=2.0)]


KEPT = kept("valley-campaign/port-republic")["confederate"]


def test_the_leader_who_must_not_be_lost_keeps_out_of_reach_of_horse() -> None:
    game = SENSES["jackson-stays"].begun(1)
    g: Any = game.state
    far, here = (g.setting.grid.index(name) for name in ("3830", "4326"))
    assert KEPT.guarded, "what is kept at Port Republic"
    loose = msgspec.structs.replace(KEPT, guarded=False)
    at = {t: [place(Scene.of(g, 1, "Jackson", t), "Jackson", hex) for hex in (far, here)] for t in (loose, KEPT)}
    assert at[loose][0] > at[loose][1] and at[KEPT][0] < at[KEPT][1] - 10.0
    assert [place(Scene.of(g, 1, "Jackson", loose), "Jackson", hex) for hex in (far, here)] == at[loose]
    assert place(Scene.of(g, 1, "1 MD", loose), "1 MD", far) == place(Scene.of(g, 1, "1 MD", KEPT), "1 MD", far)


def test_who_could_come_is_reckoned_by_his_points_and_who_waits_comes_in_time() -> None:
    g: Any = SENSES["jackson-stays"].begun(1).state
    hex = g.setting.grid.index
    horse, guns = hex("3125"), hex("4023")
    found = coming(g, 1, "Jackson")
    assert found.beside >> hex("3830") & 1 and not found.beside >> hex("4326") & 1
    assert g.setting.grid.distance(horse, hex("3830")) > REACH, "a crow's six hexes do not tell"
    assert found.guns[guns] == 5 and not found.guns[hex("4326")], "the river lets no gun come nearer"
    assert found.peril(hex("3830"), alone=True) > found.peril(hex("3830"), alone=False) > 0.0
    for turn, more in ((g.turn + 1, 1), (g.turn + 2, 0)):
        later = g.clone()
        later.waiting = (Arrival(turn, "13 NY Battery", guns),)
        assert coming(later, 1, "Jackson").guns[guns] == 5 + more
    still = g.clone()
    still.player, still.phase = 0, "combat"
    assert not coming(still, 1, "Jackson").beside >> hex("3830") & 1, "nobody marches in a combat phase"


def test_a_posture_leaves_out_nothing_that_its_seat_never_leaves_out() -> None:
    bold, guarded = Temper(danger=0.5), Temper(guarded=True)
    assert leaned(bold, PLAIN) == bold and leaned(bold, guarded) == Temper(danger=0.5, guarded=True)
    assert leaned(None, guarded) == guarded


def test_a_temper_is_a_trial_of_its_seat_and_makes_a_sense_position_pass(tmp_path: Path) -> None:
    one, file = SENSES["attack-uphill-one-to-four"], tmp_path / "trial.toml"
    file.write_text("[union]\nno_empty_attack = true\n")
    assert sense.shown(one, f"adjutant:{file}") == sense.shown(one, "adjutant-1") < sense.ENOUGH
    file.write_text("[confederate]\nno_empty_attack = true\n")
    assert sense.shown(one, f"adjutant:{file}") == sense.SEEDS


def test_a_trial_that_cannot_be_read_is_told_and_none_is_listed(tmp_path: Path) -> None:
    file = tmp_path / "trial.toml"
    with pytest.raises(staff.SeatError, match=r"trial\.toml: no temper can be read there"):
        staff.seat(f"adjutant:{file}")
    file.write_text("[union]\ndangr = 2.0\n")
    with pytest.raises(staff.SeatError, match="dangr"):
        staff.seat(f"adjutant:{file}")
    assert not [name for name in staff.names() if name.startswith("adjutant") and name != "adjutant"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"[confedrate]\ndanger = 2.0\n", "there is no seat 'confedrate'; there are union and confederate"),
        (b"[union]\ndanger = nan\n", "danger"),
        (b"[union]\nhope = inf\n", "hope"),
        (b"[union]\ndanger = -1.0\n", "danger"),
        (b"a = " + b"[" * 5000, "too deep"),
        (b"", "nothing stands in it"),
        (b"#" * 70_000, "larger than 64 kB"),
        (None, "no file"),
    ],
)
def test_an_odd_trial_is_refused_and_never_played_plainly(tmp_path: Path, data: bytes | None, words: str) -> None:
    """A slip in a seat's name would be a match of the adjutant with itself."""
    file = tmp_path / "trial.toml"
    file.mkdir() if data is None else file.write_bytes(data)
    with pytest.raises(staff.SeatError, match=words):
        staff.seat(f"adjutant:{file}")
    if data is None:
        file.rmdir()
    file.write_bytes(b"\xef\xbb\xbf[union]\r\ndanger = 2.0\r\n")
    assert staff.seat(f"adjutant:{file}").tempers == {"union": Temper(danger=2.0)}  # type: ignore[attr-defined]


def test_what_is_kept_names_battles_and_seats_that_there_are() -> None:
    battles = set(vedette.packs.battles())
    for battle in ("valley-campaign/port-republic", *battles):
        assert set(kept(battle)) <= {"union", "confederate"}
