"""The reconstructed charts: whole, in order, and such that every printed example comes out."""

from fractions import Fraction as F
from itertools import pairwise

import pytest

from vedette.packs.chart_words import chart_words

ROLLS = [10 * a + b for a in range(1, 7) for b in range(1, 7)]
RANK = {"none": 0, "routine": 1, "tough": 2, "severe": 3}
DEPLETED = {"-": (0, 0), "AD": (1, 0), "BD*": (1, 1), "D": (0, 1), "D2": (0, 2), "D all": (0, 3)}
SECTION = {"none": "close fight", "routine": "routine", "tough": "tough", "severe": "severe"}


def span(text):
    low, _, high = text.partition("-")
    return set(range(int(low), int(high or low) + 1)) if low else set()


class Chart:
    """The combat table, read from the file alone."""

    def __init__(self, rows):
        self.columns = [c for c in rows[0] if c not in ("roll", "source")]
        self.band = {x: row for row in rows for x in ROLLS if x in span(row["roll"])}

    def result(self, column, roll, cr):
        boxes = [span(b) for b in self.band[roll][column].split("|")]
        return next(
            (name for name, box in zip(("severe", "tough", "routine"), boxes, strict=True) if cr in box), "none"
        )

    def chance(self, column, cr, least):
        return F(sum(RANK[self.result(column, x, cr)] >= least for x in ROLLS), 36)


@pytest.fixture
def crt(battle):
    return Chart(battle.charts["crt"])


@pytest.fixture
def fire(battle):
    return {(r["test"], int(r["die"])): r for r in battle.charts["fire_cohesion"]}


@pytest.fixture
def close(battle):
    return {(r["test"], int(r["die"])): r for r in battle.charts["close_cohesion"]}


def test_boxes_of_a_cell_join_without_gap_or_overlap(crt):
    for x in ROLLS:
        for c in crt.columns:
            boxes = [sorted(span(b)) for b in crt.band[x][c].split("|")]
            assert [cr for box in boxes for cr in box] == list(range(sum(map(len, boxes)))), (x, c)


def test_bands_cover_every_roll_once(battle):
    hit = [x for row in battle.charts["crt"] for x in ROLLS if x in span(row["roll"])]
    assert sorted(hit) == ROLLS


def test_printed_cells(crt):
    printed = {("1", 65): "-|0-1|2-4", ("1", 62): "-|0|1-3", ("3", 52): "-|0|1-3"}
    assert {k: crt.band[k[1]][k[0]] for k in printed} == printed
    assert crt.result("1", 65, 5) == "none" and crt.result("1", 65, 4) == "routine"
    assert crt.result("1", 62, 4) == "none" and crt.result("1", 62, 3) == "routine"
    assert crt.result("3", 52, 4) == "none" and crt.result("3", 52, 3) == "routine"


def test_low_rolls_miss_all_but_the_lowest_ratings(crt):
    for c in crt.columns:
        assert all(crt.result(c, x, cr) == "none" for x in (11, 12, 13) for cr in (4, 5, 6)), c
    for c in crt.columns[:9]:
        assert all(crt.result(c, x, cr) == "none" for x in (11, 12, 13) for cr in range(2, 7)), c


def test_a_column_to_the_right_is_never_milder(crt):
    for least in (1, 2, 3):
        for cr in range(7):
            chances = [crt.chance(c, cr, least) for c in crt.columns]
            assert chances == sorted(chances), (least, cr)


def test_a_better_rating_never_suffers_more(crt):
    for least in (1, 2, 3):
        for c in crt.columns:
            chances = [crt.chance(c, cr, least) for cr in range(7)]
            assert chances == sorted(chances, reverse=True), (least, c)


def test_a_higher_roll_is_never_milder(crt):
    for c in crt.columns:
        for cr in range(7):
            ranks = [RANK[crt.result(c, x, cr)] for x in ROLLS]
            assert ranks == sorted(ranks), (c, cr)


def test_one_column_right_is_worth_one_row_down(battle, crt):
    cells = {}
    for j, row in enumerate(battle.charts["crt"]):
        for i, c in enumerate(crt.columns):
            assert cells.setdefault(i + j, row[c]) == row[c], (row["roll"], c)


def skedaddled(text):
    """How hard attacker and defender are hit by the white die."""
    attacker = defender = F(0)
    for code in text.split():
        n = int("".join(d for d in code if d.isdigit()) or 1)
        kind = code.strip("0123456789")
        attacker += {"AM": 1, "AR": n}.get(kind, 0)
        defender += {"M": n, "B": 3, "RA": F(3, 2) * n, "R": n, "P": F(3, 2) * n}.get(kind, 0)
    return attacker, defender


def test_cohesion_tests_grow_with_die_and_section(fire, close):
    for table, tests in ((fire, SECTION), (close, SECTION)):
        sections = [t for t in SECTION.values() if (t, 1) in table]
        for read in (lambda r: DEPLETED[r["depletion"]], lambda r: skedaddled(r["skedaddle"])):
            hurt = {t: [read(table[t, d]) for d in range(1, 7)] for t in sections}
            for t in sections:
                net = [d - a for a, d in hurt[t]]
                assert net == sorted(net), (t, tests)
            for a, b in pairwise(sections):
                assert all(x[1] <= y[1] for x, y in zip(hurt[a], hurt[b], strict=True)), (a, b)
                assert sum(x[0] for x in hurt[a]) >= sum(y[0] for y in hurt[b]), (a, b)


def test_fire_never_harms_the_firer(fire):
    for row in fire.values():
        assert DEPLETED[row["depletion"]][0] == 0 and skedaddled(row["skedaddle"])[0] == 0


def test_close_combat_is_as_harsh_as_fire(fire, close):
    for (test, die), row in fire.items():
        other = close[test, die]
        assert DEPLETED[other["depletion"]][1] >= DEPLETED[row["depletion"]][1], (test, die)
        assert die <= 3 or skedaddled(other["skedaddle"])[1] >= skedaddled(row["skedaddle"])[1], (test, die)


def suffers(close, section):
    """Of six: attacker depleted, defender depleted, attacker thrown back, defender thrown back."""
    rows = [close[section, d] for d in range(1, 7)]
    codes = [r["skedaddle"].split() for r in rows]
    return (
        sum(DEPLETED[r["depletion"]][0] > 0 for r in rows),
        sum(DEPLETED[r["depletion"]][1] > 0 for r in rows),
        sum(any(c.startswith("AR") for c in row) for row in codes),
        sum(any(c.startswith("RA") for c in row) for row in codes),
    )


def test_close_combat_leans_a_little_to_the_attacker(crt, close):
    total = [F(0)] * 4
    points = [(c, cr) for cr in (3, 4, 5) for c in ("3", "4", "5", "6-7", "8-9")]
    for c, cr in points:
        weighed = [F(0)] * 4
        for x in ROLLS:
            hit = suffers(close, SECTION[crt.result(c, x, cr)])
            weighed = [w + F(h, 216) for w, h in zip(weighed, hit, strict=True)]
        attacker, defender, thrown, threw = weighed
        assert defender >= attacker and threw >= thrown, (c, cr)
        total = [t + w / len(points) for t, w in zip(total, weighed, strict=True)]
    assert 1 < total[1] / total[0] <= 2 and 1 < total[3] / total[2] <= 3
    assert all(t > F(1, 12) for t in total)


def test_some_die_spares_the_defender_short_of_severe(close):
    for section in ("close fight", "routine", "tough"):
        assert any(DEPLETED[close[section, d]["depletion"]][1] == 0 for d in range(1, 7)), section


CLASSES = ("canister", "effective", "long", "extreme")


def range_class(battle, arm, weapon, hexes):
    row = next(r for r in battle.charts["weapon_ranges"] if (r["arm"], r["weapon"]) == (arm, weapon))
    return next((c for c in CLASSES if row[c] and hexes <= int(row[c])), None)


def test_range_classes_grow_outward(battle):
    for row in battle.charts["weapon_ranges"]:
        limits = [int(row[c]) for c in CLASSES if row[c]]
        assert limits == sorted(set(limits)), row["weapon"]
        assert bool(row["canister"]) == (row["arm"] == "artillery"), row["weapon"]


def test_ranges_of_the_examples(battle):
    assert range_class(battle, "infantry", "R", 3) == "extreme"
    assert [range_class(battle, "infantry", "S", n) for n in (1, 2, 3)] == ["effective", "extreme", None]
    assert range_class(battle, "artillery", "R", 1) == range_class(battle, "artillery", "S", 1) == "canister"
    assert range_class(battle, "infantry", "CC", 1) is None
    assert all(range_class(battle, "artillery", w, 6) for w in ("R", "S", "Mx"))


def test_guns_stack_at_three_quarters(battle):
    points = {int(r["gun_sp"]): F(r["stacking_points"]) for r in battle.charts["artillery_stacking"]}
    assert points == {n: F(3, 4) * n for n in range(1, 14)}


def test_every_side_draws_a_general_on_every_roll(battle):
    for side in ("union", "confederate"):
        rows = [r for r in battle.charts["general_casualty"] if r["side"] == side]
        assert sorted(x for r in rows for x in ROLLS if x in span(r["roll"])) == ROLLS
        falls = sum(x in span(r["roll"]) for r in rows for x in ROLLS if r["general"] != "No effect")
        assert 6 <= falls <= 9, side


def test_only_the_charts_of_the_battle_are_given(battle):
    assert {r["chit"] for r in battle.charts["command_ratings"]} >= {"Tyler", "Garnett", "Fulkerson", "Burks"}
    assert {r["game"] for r in battle.charts["command_ratings"]} == {"kernstown-1"}


def test_event_chits_are_complete(battle):
    for chit in battle.chits:
        assert len(chit["effect"]) > 60 and chit["duration"], chit["chit"]
        assert "before-artillery" not in chit["window"], "nobody holds a chit then (KT-18.5)"
    assert any(chit["window"] == "drawn" for chit in battle.chits), "some event must be played at once (KT-10.4a-2)"


@pytest.mark.rule("KT-20.1b-CSA", "KT-20.1b-USA")
def test_twelve_event_chits_a_side_nine_and_ten_after_the_exclusions(battle):
    left = {}
    for side, chits in battle.scenario["chits"].items():
        mine = {c["chit"]: int(c["copies"]) for c in battle.chits if c["side"] == side}
        assert sum(mine.values()) == 12
        assert set(chits["excluded"]) <= set(mine)
        left[side] = sum(n for c, n in mine.items() if c not in chits["excluded"])
    assert left == {"union": 9, "confederate": 10}


def test_every_chart_has_a_title_and_says_how_its_cells_are_read(battle):
    words = chart_words(battle.pack)
    assert set(words) == set(battle.charts)
    assert all(row["title"] and row["explained"] for row in words.values())
    assert chart_words("nosuchpack") == {}


def test_a_chart_whose_cells_have_boxes_names_as_many_as_they_have(battle):
    words = chart_words(battle.pack)
    assert [name for name, row in words.items() if row["boxes"]] == ["crt"]
    boxes = len(words["crt"]["boxes"].split("|"))
    cells = [text for row in battle.charts["crt"] for name, text in row.items() if name not in ("roll", "source")]
    assert {len(text.split("|")) for text in cells} == {boxes}
