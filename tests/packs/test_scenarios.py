"""The scenarios of Kernstown: every unit, hex, state, arrival and chit as the rulebook has them."""

import shutil

import pytest

import vedette
from tests.rules.chits import in_cup
from tests.support import referee
from vedette import packs
from vedette.cli.show import document
from vedette.engine.game import Game
from vedette.engine.rulebook import rulebook_of
from vedette.packs import find
from vedette.packs.check import Held, broken, read_claims
from vedette.packs.reader import build_board, read_pack

CLAIMS = "claims/scenarios.json"
SCENARIOS = {
    "the-stone-wall": (11, "3:40", "7:00", 12, 7),
    "first-kernstown": (18, "1:20", "7:00", 38, 10),
    "jackson-is-aware": (18, "1:20", "7:00", 38, 14),
    "breckinridge-attacks": (9, "2:20", "5:00", 107, 2),
    "second-kernstown": (16, "12:00", "5:00", 78, 31),
    "what-if-second-kernstown": (16, "12:00", "5:00", 78, 31),
}
"""Turns, first and last hour, units that stand from the start, units that come."""
REST = ("meta", "grid", "tables", "bytes_of")
MARKS = {"mounted", "dismounted", "skirmish", "frozen", "shaken"}
FORCES = (
    "KT-20.1-setup-USA-Tyler", "KT-20.1-setup-CSA-Artillery", "KT-20.1-setup-CSA-Garnett",
    "KT-20.1-reinf-t2-CSA-Fulkerson", "KT-20.1-reinf-t2-CSA-Burks", "KT-20.1-reinf-t3-CSA-Garnett",
    "KT-20.1-reinf-t3-CSA-Burks", "KT-20.1-reinf-t4-CSA-Garnett", "KT-20.2-setup-USA-Artillery",
    "KT-20.2-setup-USA-Sullivan", "KT-20.2-setup-USA-Kimball", "KT-20.2-setup-USA-Brodhead",
    "KT-20.2-setup-CSA-Artillery", "KT-20.2-setup-CSA-Ashby", "KT-20.2-setup-CSA-Fulkerson", "KT-20.2-setup-CSA-Burks",
    "KT-20.2-setup-CSA-Garnett", "KT-20.2-reinf-t2-USA-Tyler", "KT-20.2-release-t14", "KT-20.3-reinf-t5-USA-Kimball",
    "KT-20.3-reinf-t11-USA-Kimball", "KT-20.3-reinf-t11-CSA-Unassigned", "KT-20.4-setup-USA-Artillery",
    "KT-20.4-setup-USA-Hayes", "KT-20.4-setup-USA-Johnson", "KT-20.4-setup-USA-Linton", "KT-20.4-setup-USA-Harris",
    "KT-20.4-setup-USA-Ely", "KT-20.4-setup-USA-Wells", "KT-20.4-setup-USA-Higgins", "KT-20.4-setup-USA-Tibbits",
    "KT-20.4-setup-USA-Schoonmaker", "KT-20.4-setup-USA-Powell", "KT-20.4-setup-CSA-Artillery",
    "KT-20.4-setup-CSA-Forsberg", "KT-20.4-setup-CSA-Patton", "KT-20.4-setup-CSA-Smith", "KT-20.4-setup-CSA-Terry",
    "KT-20.4-setup-CSA-York", "KT-20.4-setup-CSA-Evans", "KT-20.4-setup-CSA-Battle", "KT-20.4-setup-CSA-Grimes",
    "KT-20.4-setup-CSA-Cox", "KT-20.4-setup-CSA-Cook", "KT-20.4-setup-CSA-Lilley", "KT-20.4-setup-CSA-Lewis",
    "KT-20.4-setup-CSA-Johnston", "KT-20.4-setup-CSA-Jackson", "KT-20.4-setup-CSA-Vaughn", "KT-20.4-setup-CSA-Johnson",
    "KT-20.4-setup-CSA-McCausland", "KT-20.4-reinf-t6-CSA-Imboden", "KT-20.5-setup-USA-Artillery",
    "KT-20.5-setup-USA-Hayes", "KT-20.5-setup-USA-Johnson", "KT-20.5-setup-USA-Linton", "KT-20.5-setup-USA-Harris",
    "KT-20.5-setup-USA-Ely", "KT-20.5-setup-USA-Wells", "KT-20.5-setup-USA-Higgins", "KT-20.5-setup-USA-Tibbits",
    "KT-20.5-setup-USA-Schoonmaker", "KT-20.5-setup-USA-Powell", "KT-20.5-setup-CSA-Artillery",
    "KT-20.5-setup-CSA-Lilley", "KT-20.5-setup-CSA-Lewis", "KT-20.5-setup-CSA-Johnston", "KT-20.5-setup-CSA-Evans",
    "KT-20.5-setup-CSA-York", "KT-20.5-setup-CSA-Terry", "KT-20.5-setup-CSA-Forsberg", "KT-20.5-setup-CSA-Smith",
    "KT-20.5-setup-CSA-Patton", "KT-20.5-setup-CSA-Vaughn", "KT-20.5-setup-CSA-Jackson",
    "KT-20.5-reinf-t2-USA-Artillery", "KT-20.5-reinf-t2-CSA-Artillery", "KT-20.5-reinf-t4-CSA-Grimes",
    "KT-20.5-reinf-t4-CSA-Battle", "KT-20.5-reinf-t4-CSA-Cook", "KT-20.5-reinf-t4-CSA-Cox",
    "KT-20.5-reinf-t5-CSA-Johnson", "KT-20.5-reinf-t5-CSA-McCausland", "KT-20.5-reinf-t5-CSA-Artillery",
    "KT-20.5-reinf-t13-CSA-Imboden",
)  # fmt: skip
REFERRED = (
    "KT-20.3-setup", "KT-20.3c", "KT-20.3-reinf-t2", "KT-20.6b", "KT-20.6-reinf",
)  # fmt: skip
CUPS = (
    "KT-20.1-times", "KT-20.1-chits-USA", "KT-20.1-chits-CSA", "KT-20.2-times", "KT-20.2-chits-USA",
    "KT-20.2-chits-CSA", "KT-20.3-times", "KT-20.3-chits-USA", "KT-20.3-chits-CSA", "KT-20.4-times",
    "KT-20.4-chits-USA", "KT-20.4-chits-CSA", "KT-20.5-times", "KT-20.5-chits-USA", "KT-20.5-chits-CSA",
    "KT-20.6-times", "KT-20.6-chits-USA", "KT-20.6-chits-CSA", "KT-20.1b-CSA", "KT-20.1b-USA", "KT-20.2b-CSA",
    "KT-20.2b-USA", "KT-20.3b-2", "KT-20.4b-CSA", "KT-20.4b-USA",
)  # fmt: skip


@pytest.fixture(scope="module")
def held():
    folder = find.folder("kernstown")
    pack = read_pack(folder)
    return Held(pack, build_board(pack))


@pytest.fixture(scope="module")
def claims():
    folder = find.folder("kernstown")
    return {c.cite: c for c in read_claims(CLAIMS, folder.read(CLAIMS))}


def check(claim, held):
    """The claim holds; and it would not if a unit, hex, mark, turn or number in it were another."""
    assert claim.holds and broken(claim, held) == []


@pytest.mark.rule(*FORCES)
@pytest.mark.parametrize("case", FORCES)
def test_units_stand_and_come_where_the_rules_put_them(held, claims, case):
    check(claims[case], held)


@pytest.mark.rule(*REFERRED)
@pytest.mark.parametrize("case", REFERRED)
def test_what_one_scenario_has_of_another(held, claims, case):
    check(claims[case], held)


@pytest.mark.rule(*CUPS)
@pytest.mark.parametrize("case", CUPS)
def test_chits_and_clocks(held, claims, case):
    check(claims[case], held)


@pytest.mark.parametrize(
    ("scenario", "old", "new", "case"),
    [
        (
            "first-kernstown",
            'unit = "Jenks"\nhex = "2523"',
            'unit = "Jenks"\nhex = "2524"',
            "KT-20.2-setup-USA-Artillery",
        ),
        ("first-kernstown", 'marks = ["skirmish"]', "marks = []", "KT-20.2-setup-USA-Kimball"),
        ("first-kernstown", 'turn = 2\nunit = "29 OH-b"', 'turn = 3\nunit = "29 OH-b"', "KT-20.2-reinf-t2-USA-Tyler"),
        ("first-kernstown", 'excluded = ["Confident"]', "excluded = []", "KT-20.2b-CSA"),
        ("first-kernstown", 'kind = "release"', 'kind = "arrival"', "KT-20.2-release-t14"),
        ("jackson-is-aware", 'unit = "48 VA"', 'unit = "66 OH"', "KT-20.3-reinf-t11-CSA-Unassigned"),
        ("jackson-is-aware", "marks = []", 'marks = ["frozen"]', "KT-20.3c"),
        ("breckinridge-attacks", 'marks = ["dismounted"]', "marks = []", "KT-20.4-setup-CSA-Vaughn"),
        ("second-kernstown", '"4:40", "5:00"', '"4:40", "5:20"', "KT-20.5-times"),
        ("second-kernstown", 'chit = "Rodes"', 'chit = "Early"', "KT-20.5-chits-CSA"),
        ("what-if-second-kernstown", '"setup", ', "", "KT-20.6b"),
    ],
)
def test_a_wrong_scenario_breaks_the_claim(tmp_path, folder, held, claims, scenario, old, new, case):
    shutil.copytree(folder / "scenarios", tmp_path / "scenarios")
    file = tmp_path / "scenarios" / f"{scenario}.toml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    moved = packs.reader.Pack(find.Folder("copy", tmp_path), *(getattr(held.pack, f) for f in REST))
    assert broken(claims[case], Held(moved, held.board))


def test_every_claim_of_a_scenario_is_tried_above(claims):
    assert set(claims) == {*FORCES, *REFERRED, *CUPS}


@pytest.fixture(scope="module")
def shown():
    return {name: document(f"kernstown/{name}", {}) for name in SCENARIOS}


def wanted(claims, scenario, do):
    """Every unit that the claims name for a scenario: (turn, unit) -> hex and marks."""
    found = {}
    for claim in claims.values():
        for row in claim.holds:
            if row["do"] == do and row["scenario"] == scenario:
                for unit, hex in row["units"].items():
                    found[row.get("turn", 0), unit] = (hex, set(row.get("marks", ())))
    return found


def placed(claims, scenario):
    """Who stands where: by the claims of the scenario, or of the one it is set up as."""
    other = {"jackson-is-aware": "first-kernstown", "what-if-second-kernstown": "second-kernstown"}.get(scenario)
    found = wanted(claims, other or scenario, "stands")
    gone = {"frozen"} if scenario == "jackson-is-aware" else set()
    return {unit: (hex, marks - gone) for (_, unit), (hex, marks) in found.items()}


def coming(claims, scenario):
    """Who comes when and where."""
    other = {"jackson-is-aware": "first-kernstown", "what-if-second-kernstown": "second-kernstown"}.get(scenario)
    return (wanted(claims, other, "arrives") if other else {}) | wanted(claims, scenario, "arrives")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_show_has_every_unit_hex_state_and_turn(shown, claims, scenario):
    found = shown[scenario]
    units = {u["id"]: u for u in found["units"]}
    stand = {id: (u["hex"], MARKS & {*u["states"]}) for id, u in units.items() if u["hex"]}
    assert stand == placed(claims, scenario)
    come = {(r["turn"], r["id"]): (r["hex"], MARKS & {*units[r["id"]]["states"]}) for r in found["reinforcements"]}
    assert come == coming(claims, scenario)
    turns, first, last, standing, arriving = SCENARIOS[scenario]
    assert (found["turns"], found["clock"][0], found["clock"][-1]) == ({"first": 1, "last": turns}, first, last)
    assert (len(stand), len(come), len(units)) == (standing, arriving, standing + arriving)


def test_show_says_who_is_frozen_and_until_when(shown):
    freed = {(r["turn"], r["clock"], r["id"]) for r in shown["first-kernstown"]["released"]}
    assert freed == {(14, "5:40", unit) for unit in ("Lanier", "Pleasants", "42 VA", "5 VA")}
    assert not any(found["released"] for name, found in shown.items() if name != "first-kernstown")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_unit_has_a_counter_of_its_side_and_a_chit_that_moves_it(scenario):
    battle = packs.load(f"kernstown/{scenario}")
    chits = {(a["side"], b) for a in battle.scenario["activation"] for b in a["brigades"]}
    for row in [*battle.scenario["setup"], *battle.scenario["reinforcement"]]:
        counter = battle.counters[row["unit"]]
        assert (counter["side"], counter["brigade"]) in chits or counter["arm"] == "artillery", row["unit"]


@pytest.mark.rule("KT-20.1b-wild", "KT-20.2b-wild")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_both_wild_chits_are_used(scenario):
    battle = packs.load(f"kernstown/{scenario}")
    game = referee({}, battle=battle, empty=False, begin="turn", set={"no-events": True})
    assert {"Fog of War", "Fortunes of War"} <= set(in_cup(game))


@pytest.mark.rule("KT-20.2a", "KT-20.4a")
@pytest.mark.parametrize("scenario", [s for s in SCENARIOS if s != "the-stone-wall"])
def test_the_whole_map_is_in_play(scenario):
    from vedette.rules.blind_swords.setting import setting_of

    setting = setting_of(packs.load(f"kernstown/{scenario}"))
    assert len(setting.in_play) == setting.grid.size == 1287


SAME = ("profile", "game", "edges", "wild", "options")


@pytest.mark.rule("KT-20.3a", "KT-20.5-base", "KT-20.6-base")
@pytest.mark.parametrize(
    ("scenario", "base", "also"),
    [
        ("jackson-is-aware", "first-kernstown", ("turns", "clock", "common_events", "victory")),
        ("second-kernstown", "breckinridge-attacks", ("chits",)),
        ("what-if-second-kernstown", "breckinridge-attacks", ("chits", "common_events")),
    ],
)
def test_a_scenario_keeps_the_rules_of_its_base(scenario, base, also):
    mine, others = (packs.load(f"kernstown/{name}").scenario for name in (scenario, base))
    assert all(mine[key] == others[key] for key in (*SAME, *also))
    assert {row["do"] for row in mine["special"]} >= {"arrival_at_nearest_hex"}


@pytest.mark.rule("KT-20.2b-activation", "KT-20.2b-CIC")
def test_chits_of_brigades_and_jackson_at_first_kernstown(shown):
    rows = shown["first-kernstown"]["activation"]
    assert [r["chit"] for r in rows if not r["brigades"]] == ["Jackson"]
    assert all(r["brigades"] == [r["chit"]] for r in rows if r["chit"] != "Jackson")
    brigades = {u["brigade"] for u in shown["first-kernstown"]["units"] if u["brigade"]}
    assert {r["chit"] for r in rows} == brigades | {"Jackson"}


@pytest.mark.rule("KT-20.1-reinf-USA")
def test_the_union_waits_for_nobody_at_the_stone_wall(shown):
    assert {r["side"] for r in shown["the-stone-wall"]["reinforcements"]} == {"confederate"}


def test_the_list_has_the_easiest_first_and_says_how_large_each_is():
    found = [b for b in packs.battles() if b.pack == "kernstown"]
    assert [b.id.split("/")[1] for b in found] == list(SCENARIOS)
    for battle in found:
        turns, first, last, standing, arriving = SCENARIOS[battle.id.split("/")[1]]
        assert (battle.turns, battle.clock, battle.units) == (turns, (first, last), standing + arriving)
        assert battle.about and battle.minutes and battle.battle and battle.date
    assert "Begin with this one" in found[0].advice


EVERY = [row.id for row in packs.battles()]


@pytest.mark.parametrize("id", [EVERY[0], *(pytest.param(id, marks=pytest.mark.slow) for id in EVERY[1:])])
def test_every_scenario_says_on_the_map_what_counts(id: str) -> None:
    battle = vedette.battle(id)
    book = rulebook_of(battle)
    prizes = book.summary(battle, {})["prizes"]
    assert prizes
    for prize in prizes:
        assert prize["mark"] and len(prize["mark"]) <= 9 and prize["text"] and prize["hexes"], prize
        assert all(battle.board.grid.has(hex) for hex in prize["hexes"])
    counted = {hex for prize in prizes if not prize["exit"] for hex in prize["hexes"]}
    assert set(Game.new(battle, seed=1).view("union").get("control") or {}) <= counted
