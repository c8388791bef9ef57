"""Photographs the page in mid-battle (`make screenshot`): docs/screenshot.png, with the system's chromium."""

import json
import os
import random
import sys
import tempfile
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from browser import MISSING, chromium_program
from playwright.sync_api import sync_playwright
from serving import serving
from websockets.sync.client import connect

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "screenshot.png"
BATTLE = "kernstown/the-stone-wall"
SEED = 12
TURN = 5
GOALS = {"union": "1835", "confederate": "1534"}
"""Whither each side drifts, so that the picture shows a fight."""
LIKED = ("order attack", "fire", "add ", "assault", "activate")
SHOWN = "fire at"
"""The picture is taken when the answers begin with this."""
DRAWN = """async () => {
  await document.querySelector("img[draggable=false]").decode();
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 500)));
}"""
"""Waits until the board's picture is there and painted."""


def main() -> int:
    program = chromium_program()
    if program is None:
        print(f"Vedette: {MISSING}", file=sys.stderr)
        return 1
    command = [str(Path(sys.executable).parent / "vedette"), "play", "--port", "0", "--no-browser"]
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        environment = {**os.environ, "HOME": home, "VEDETTE_HOME": home}
        with serving(command, ROOT, environment, 60) as address:
            page_address = fought(address)
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(page_address)
            page.get_by_role("region", name="Decision").get_by_role("button").first.wait_for()
            page.wait_for_load_state("networkidle")
            page.evaluate(DRAWN)
            page.screenshot(path=TARGET)
            browser.close()
    print(TARGET.relative_to(ROOT))
    return 0


def fought(server: str) -> str:
    """Plays both seats into the battle; the address of the page that shows it."""
    body = json.dumps({"battle": BATTLE, "seed": SEED, "open_hands": True}).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(urllib.parse.urljoin(server, "/api/games"), body, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        made = json.load(answer)
    socket = urllib.parse.urljoin(server, f"/ws?game={made['game']}&key={made['keys']['both']}")
    rng = random.Random(SEED)
    with connect(socket.replace("http", "ws", 1), max_size=None) as line:
        for n, state in enumerate(states(line)):
            asked = next(d for d in state["decisions"] if "actions" in d)
            texts = [action["text"] for action in asked["actions"]]
            if state["view"]["turn"] >= TURN and sum(text.startswith(SHOWN) for text in texts) > 1:
                break
            text = chosen(state["view"], asked, texts, rng)
            act = {"game": made["game"], "decision": asked["number"], "text": text, "id": n, "seat": asked["seat"]}
            line.send(json.dumps({"act": act}))
    return urllib.parse.urljoin(server, str(made["url"]))


def states(line: Any) -> Iterator[dict[str, Any]]:
    """The states that follow from each other, until the battle is over."""
    for message in line:
        state = json.loads(message).get("state")
        if state and state["outcome"]:
            return
        if state:
            yield state


def chosen(view: dict[str, Any], asked: dict[str, Any], texts: list[str], rng: random.Random) -> str:
    """An answer of somebody in a hurry to meet the enemy."""
    if asked["kind"] == "move":
        goal, unit = GOALS[asked["seat"]], asked["about"][0]
        here = next(u["hex"] for u in view["units"] if u["id"] == unit)
        nearer = [a["text"] for a in asked["actions"] if a["hex"] and far(a["hex"], goal) < far(here, goal)]
        return str(rng.choice(nearer or texts[-1:]))
    if asked["kind"] == "move-unit":
        return rng.choice([text for text in texts if text != "done"] or texts)
    liked = [text for text in texts if text.startswith(LIKED)]
    return rng.choice(liked or texts)


def far(a: str, b: str) -> int:
    """Roughly how far two hexes are apart, from their numbers."""
    return abs(int(a[:2]) - int(b[:2])) + abs(int(a[2:]) - int(b[2:]))


if __name__ == "__main__":
    sys.exit(main())
