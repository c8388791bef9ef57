"""Photographs every screen of the page at every size (`python tools/pictures.py FOLDER`), to lie beside a design.

Fire, move, assault, a retreat, a hint, watching, a guided game, a branch, a battle of 109 units with its drawer, both
other families, sheets, the end, the start and the making of a game; at five sizes of window, the main ones in dark and
in strong contrast too. Only the screens that are named: `python tools/pictures.py FOLDER fire end`. Says what it could
not take, and goes on.
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
from tests.browser.positions import laid, say, spec_of, to_the_end  # noqa: E402
from tests.browser.rest import place_in, settled  # noqa: E402
from tests.browser.robot import Robot, leaf, menu, pick, region, turn_to  # noqa: E402
from tests.browser.robot import set_up as set_up_panel  # noqa: E402

SIZES = {1400: 900, 1920: 1080, 1024: 768, 820: 1180, 390: 844}
THEMES = ("dark", "contrast")
PHONE = 700
"""Under this width the page is a phone's."""
MAIN = 1400
"""The width at which the other themes are taken; a few of the screens at two more."""
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
LAST = spec_of({**FIELD, "7 OH-a": "1733"}, begin="fire", held=HELD, **{**TURN, "turn": 11})


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


def turned(page: Page, name: str) -> None:
    """Opens a drawer or sheet, at a phone by the bar at its foot or by what stands behind *More*."""
    if (page.viewport_size or {"width": MAIN})["width"] > PHONE:
        turn_to(page, name)
    else:
        own = page.locator(f"nav.foot [data-leaf='{name}']")
        page.locator("nav.foot [data-more]").wait_for()
        (own if own.count() else menu(page).get_by_role("button", name=name, exact=True)).click()
    leaf(page).wait_for()


def stepping(page: Page) -> None:
    """What others do is shown event by event."""
    page.add_init_script("localStorage.setItem('vedette-speed', 'step by step')")


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


def hint(page: Page, place: Place) -> None:
    fire(page, place)
    page.get_by_role("button", name="What would the adjutant do?").click()
    region(page, "What the adjutant would do").wait_for()


def branch(page: Page, place: Place) -> None:
    retreat(page, place)
    page.keyboard.press(",")
    page.keyboard.press(",")
    page.get_by_role("button", name="Play on from here").click()
    region(page, "A practice game from here").wait_for()


def watch(page: Page, place: Place) -> None:
    at = place.at(MARCH)
    stepping(page)
    page.goto(at["union"])
    region(page, "Decision").get_by_role("heading").wait_for()
    say(at["confederate"], "33 VA: 2035-2034")
    page.get_by_role("group", name="Following", exact=True).get_by_role("button", name="Skip").wait_for()


def watch_fire(page: Page, place: Place) -> None:
    at = place.at(step("fire"))
    stepping(page)
    page.goto(at["confederate"])
    region(page, "Decision").get_by_role("heading").wait_for()
    say(at["union"], "7 OH-a + 110 PA-a fire at 1933")
    page.get_by_role("group", name="Following", exact=True).get_by_role("button", name="Skip").wait_for()
    page.locator(".firing path").first.wait_for(state="attached")


def watch_computers(page: Page, place: Place) -> None:
    """Two computers are watched; looked at where nothing is followed."""
    page.goto(place.address)
    panel = set_up_panel(page, "The Stone Wall")
    pick(panel, "Watch")
    panel.get_by_role("button", name="Begin the battle").click()
    following = page.get_by_role("group", name="Following")
    expect(following).to_contain_text("Event")
    page.keyboard.press("p")


def guide(page: Page, place: Place) -> None:
    page.add_init_script("localStorage.setItem('vedette-speed', 'result only')")
    page.goto(place.address)
    page.get_by_role("button", name="Begin the guided first game").click()
    region(page, "Guide").wait_for()


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
    turned(page, "Chits")


def sheet(name: str) -> Callable[[Page, Place], None]:
    """A sheet or drawer over the fire."""

    def opened(page: Page, place: Place) -> None:
        (retreat if name == "Log" else fire)(page, place)
        turned(page, name)

    return opened


def end(page: Page, place: Place) -> None:
    page.goto(place.at(LAST, play=to_the_end)["union"])
    region(page, "Result").wait_for()


def start(page: Page, place: Place) -> None:
    page.goto(place.address)
    page.get_by_role("main").wait_for()


def set_up(page: Page, place: Place) -> None:
    page.goto(place.address)
    set_up_panel(page, "The Stone Wall")


SCREENS: dict[str, Callable[[Page, Place], None]] = {
    "fire": fire, "move": move, "assault": assault, "retreat": retreat, "watch": watch, "watch-fire": watch_fire,
    "watch-computers": watch_computers, "guide": guide, "hint": hint, "branch": branch,
    "second-kernstown": beginning("kernstown/second-kernstown"), "second-kernstown-drawer": artillery,
    "stonewall": beginning("stonewall-1978/kernstown"),
    "cross-keys": beginning("valley-campaign/cross-keys", "rest as proposed", "rest as proposed"),
    "cross-keys-set-up": beginning("valley-campaign/cross-keys"),
    "charts": sheet("Charts"), "forces": sheet("Forces"), "chits": sheet("Chits"), "log": sheet("Log"),
    "end": end, "start": start, "set-up": set_up,
}  # fmt: skip
IN_THEMES_SMALL = ("fire", "move", "start")
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
            widths = (MAIN, 1024, 390) if screen in IN_THEMES_SMALL else (MAIN,)
            yield from (Shot(screen, width, theme) for width in widths for theme in THEMES)


def taken(browser: Browser, place: Place, shot: Shot, folder: Path) -> str:
    """Takes a picture; what went wrong, if anything did."""
    touch = shot.width < PHONE
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
