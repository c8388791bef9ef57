"""Photographs every screen of the page at every size (`python tools/pictures.py FOLDER`), to lie beside a design.

Fire, move, assault, a retreat, watching, a battle of 109 units with its drawer, the two other families, sheets, the
end, the start and the making of a game; at five sizes of window, the main ones in dark and in strong contrast too. Only
the screens that are named: `python tools/pictures.py FOLDER fire end`. Says what it could not take, and goes on.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin

import httpx
from browser import running_chromium
from playwright.sync_api import Browser, Error, Page, expect
from serving import serving

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.browser.positions import laid, say, spec_of  # noqa: E402
from tests.browser.rest import place_in, settled  # noqa: E402
from tests.browser.robot import Robot, leaf, turn_to  # noqa: E402

SIZES = {1400: 900, 1920: 1080, 1024: 768, 820: 1180, 390: 844}
THEMES = ("dark", "contrast")
MAIN = 1400
"""The width at which the other themes are taken."""
PATIENCE = 40_000

BATTLES = (
    "kernstown/the-stone-wall", "kernstown/second-kernstown", "stonewall-1978/kernstown", "valley-campaign/cross-keys",
)  # fmt: skip

TURN = {"turn": 6, "active": "Tyler", "order": "attack", "waiting": False}
FIELD: Mapping[str, str | Mapping[str, Any]] = {
    "7 OH-a": "1833", "110 PA-a": "1833", "110 PA-b": "1833", "7 IN-a": "1932", "7 OH-b": "1931",
    "1 WV-a": {"hex": "1733", "marks": ["shaken"]}, "27 VA": "1836", "4 VA": "1834", "23 VA": "1933",
    "2 VA": {"hex": "1933", "marks": ["disrupted"]}, "37 VA": {"hex": "2033", "marks": ["shaken"]},
}  # fmt: skip
HELD = {"union": ["Rally", "Good Ground"], "confederate": ["Rally", "Fatigue"]}
GUNS, WEAK = ({"fresh": [n, "R", c], "worn": [n, "R", c]} for n, c in ((23, 6), (4, 0)))
ROUT = spec_of(
    {"7 OH-a": {"hex": "1733", "values": GUNS}, "27 VA": {"hex": "1834", "values": WEAK}, "4 VA": "1935"},
    begin="fire",
    **TURN,
)
MARCH = spec_of(
    {**FIELD, "33 VA": "2035"}, begin="movement", turn=6, active="Garnett", order="attack", waiting=False, held=HELD
)
LAST = spec_of(
    {**FIELD, "7 OH-a": "1733", "4 VA": "2139"}, cup=[], begin="movement", **{**TURN, "turn": 11}
)  # fmt: skip


class Place:
    """A server, and where its games lie."""

    def __init__(self, address: str, home: Path) -> None:
        self.address = address
        self.home = home

    def at(self, spec: Mapping[str, Any], **how: Any) -> dict[str, str]:
        """A game at a position; the address of each key."""
        return {who: urljoin(self.address, path) for who, path in laid(self.home, spec, **how).items()}

    def new(self, battle: str) -> str:
        """A game as it begins, both sides at one screen with open hands."""
        made = httpx.post(
            urljoin(self.address, "/api/games"), json={"battle": battle, "seed": 1, "open_hands": True}, timeout=60
        ).json()
        return urljoin(self.address, f"/?game={made['game']}&key={made['keys']['both']}")

    def drawn(self) -> None:
        """Boards that did not come with the program are drawn before anybody waits for them."""
        for battle in BATTLES:
            for theme in ("light", *THEMES):
                at = urljoin(self.address, f"/api/battles/{battle}/board.svg?theme={theme}")
                httpx.get(at, timeout=600)


def step(begin: str) -> dict[str, Any]:
    """The field at a step of Tyler's activation."""
    return spec_of(FIELD, begin=begin, held=HELD, **TURN)


def planned(page: Page, words: str) -> None:
    """The plan of an answer lies open."""
    Robot(page).buttons.filter(has_text=words).first.click()
    page.locator(".hero").first.wait_for()


def fire(page: Page, place: Place) -> None:
    page.goto(place.at(step("fire"))["union"])
    planned(page, "23 VA")


def move(page: Page, place: Place) -> None:
    page.goto(place.at(step("movement"))["union"])
    page.get_by_role("region", name="Moves").get_by_role("button", name="Choose 7 OH-a").click()
    page.locator(".costs g").first.wait_for(state="attached")
    page.mouse.move(*place_in(page, "1734", 0.9))
    page.locator("[data-aim] li").first.wait_for()


def assault(page: Page, place: Place) -> None:
    page.goto(place.at(step("close-combat"))["union"])
    planned(page, "23 VA")


def retreat(page: Page, place: Place) -> None:
    page.goto(place.at(ROUT, seed=2)["both"])
    Robot(page, likes=["fire at 1834", "add ", "fire", "pass"]).until_asked("27 VA falls back")


def watch(page: Page, place: Place) -> None:
    at = place.at(MARCH)
    page.goto(at["union"])
    following = page.get_by_role("group", name="Following", exact=True)
    following.get_by_role("combobox").select_option("step by step")
    say(at["confederate"], "33 VA: 2035-2034")
    following.get_by_role("button", name="Skip").wait_for()


def watch_fire(page: Page, place: Place) -> None:
    at = place.at(step("fire"))
    page.goto(at["confederate"])
    page.get_by_role("group", name="Following", exact=True).get_by_role("combobox").select_option("step by step")
    say(at["union"], "7 OH-a + 110 PA-a fire at 1933")
    page.get_by_role("group", name="Following", exact=True).get_by_role("button", name="Skip").wait_for()
    page.locator(".firing path").first.wait_for(state="attached")


def beginning(battle: str, *press: str) -> Callable[[Page, Place], None]:
    """A battle as it begins, or after some answers."""

    def opened(page: Page, place: Place) -> None:
        page.goto(place.new(battle))
        for answer in press:
            Robot(page).press(answer)
        page.reload()  # what the robot has unfolded is folded again
        page.locator("[aria-label=Decision] button").first.wait_for(state="attached")

    return opened


def artillery(page: Page, place: Place) -> None:
    """109 units, and the drawer of brigades and cup."""
    beginning("kernstown/second-kernstown")(page, place)
    turn_to(page, "Chits")


def sheet(name: str) -> Callable[[Page, Place], None]:
    """A sheet or drawer over the fire."""

    def opened(page: Page, place: Place) -> None:
        fire(page, place)
        turn_to(page, name)
        leaf(page).wait_for()

    return opened


def end(page: Page, place: Place) -> None:
    page.goto(place.at(LAST)["both"])
    robot = Robot(page)
    for name in ("move 7 OH-a", "7 OH-a: 1834", "done"):
        robot.press(name)
    robot.likes = ("done", "pass", "end ")
    robot.until(lambda at: not at.buttons.count() or "wins" in at.card.inner_text(), 12)


def start(page: Page, place: Place) -> None:
    page.goto(place.address)
    page.get_by_role("main").wait_for()


def set_up(page: Page, place: Place) -> None:
    start(page, place)
    page.get_by_role("button", name="The Stone Wall").or_(page.get_by_text("The Stone Wall", exact=True)).first.click()


SCREENS: dict[str, Callable[[Page, Place], None]] = {
    "fire": fire, "move": move, "assault": assault, "retreat": retreat, "watch": watch, "watch-fire": watch_fire,
    "second-kernstown": beginning("kernstown/second-kernstown"), "second-kernstown-drawer": artillery,
    "stonewall": beginning("stonewall-1978/kernstown"),
    "cross-keys": beginning("valley-campaign/cross-keys", "rest as proposed", "rest as proposed"),
    "cross-keys-set-up": beginning("valley-campaign/cross-keys"),
    "charts": sheet("Charts"), "forces": sheet("Forces"), "chits": sheet("Chits"), "log": sheet("Log"),
    "end": end, "start": start, "set-up": set_up,
}  # fmt: skip
IN_THEMES = ("fire", "move", "assault", "stonewall", "cross-keys", "charts", "forces", "end", "start")


class Shot(NamedTuple):
    """One picture."""

    screen: str
    width: int
    theme: str = ""

    @property
    def name(self) -> str:
        return "-".join(filter(None, (self.screen, str(self.width), self.theme))) + ".png"


def shots(screens: list[str]) -> Iterator[Shot]:
    for screen in screens:
        yield from (Shot(screen, width) for width in SIZES)
        if screen in IN_THEMES:
            yield from (Shot(screen, MAIN, theme) for theme in THEMES)


def taken(browser: Browser, place: Place, shot: Shot, folder: Path) -> str:
    """Takes a picture; what went wrong, if anything did."""
    touch = shot.width < 500
    size = {"width": shot.width, "height": SIZES[shot.width]}
    context = browser.new_context(viewport=size, has_touch=touch)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    try:
        looks = f"localStorage.setItem('vedette-looks', JSON.stringify({{theme: {shot.theme!r}, hints: false}}))"
        context.add_init_script(f"if (!localStorage.getItem('vedette-looks')) {looks}")
        SCREENS[shot.screen](page, place)
        if not shot.screen.startswith("watch"):
            page.wait_for_load_state("networkidle")
            settled(page, pictures=True)
        page.screenshot(path=folder / shot.name)
        return ""
    except (Error, AssertionError) as error:
        page.screenshot(path=folder / f"failed-{shot.name}")
        return f"{shot.name}: {str(error).splitlines()[0]}"
    finally:
        context.close()


@contextmanager
def served() -> Iterator[Place]:
    """A server with a home of its own."""
    command = [str(Path(sys.executable).parent / "vedette"), "play", "--port", "0", "--no-browser"]
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "VEDETTE_HOME": home}
        with serving(command, ROOT, environment, 120) as address:
            yield Place(address.split("?")[0], Path(home))


def main() -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("folder", type=Path)
    words.add_argument("screens", nargs="*", help=f"of {', '.join(SCREENS)}; all without a word")
    words.add_argument("--width", type=int, action="append", help="only these widths")
    asked = words.parse_args()
    if unknown := set(asked.screens) - set(SCREENS):
        print(f"no such screen: {', '.join(sorted(unknown))}; there are {', '.join(SCREENS)}", file=sys.stderr)
        return 2
    asked.folder.mkdir(parents=True, exist_ok=True)
    with served() as place, running_chromium() as browser:
        place.drawn()
        expect.set_options(timeout=PATIENCE)
        found = [shot for shot in shots(asked.screens or list(SCREENS)) if shot.width in (asked.width or SIZES)]
        faults = [fault for shot in found if (fault := taken(browser, place, shot, asked.folder))]
    print(f"{len(found) - len(faults)} pictures in {asked.folder}", *faults, sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
