"""What a load is to be read beside: an endpoint in a process of its own that only passes on, with as many sockets, the
same pace and messages of the same size; and what it costs a server that a socket comes.

    python tools/load_beside.py LETTERS

serves the endpoint: whatever one of a room sends is answered with as much, and all of the room get LETTERS letters.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import string
import time
from collections import defaultdict

from load_looking import Line
from load_play import AS_A_PAGE, PATIENCE, Counted, Pace, Seat
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, broadcast, serve

ACT = 200
"""Letters of an answer, and of what is said to it."""
WORDS = 2_000
"""From so many words a text is made: it is packed as well as what a server shows, which repeats itself too."""


def text(letters: int) -> str:
    """A text of so many letters, of words by lot."""
    rng = random.Random(1)
    words = ["".join(rng.choices(string.ascii_lowercase, k=7)) for _ in range(WORDS)]
    return " ".join(rng.choices(words, k=letters // 8 + 1))[:letters]


async def endpoint(letters: int) -> None:
    """Serve until the process is ended."""
    rooms: dict[str, set[ServerConnection]] = defaultdict(set)
    shown = text(letters)

    async def passing_on(line: ServerConnection) -> None:
        room = rooms[line.request.path if line.request else ""]
        room.add(line)
        with contextlib.suppress(Exception):
            async for frame in line:
                await line.send(frame)
                broadcast(room, shown)
        room.discard(line)

    async with serve(passing_on, "127.0.0.1", 0) as server:
        print(f"Vedette's neighbour: {next(iter(server.sockets)).getsockname()[1]}", flush=True)
        await server.serve_forever()


async def passed_on(at: str, rooms: list[tuple[int, int]], rate: float, seconds: float) -> list[float]:
    """How long each waited for his answer, where so many play and so many look on in each room."""
    waits: list[float] = []
    pace, until = Pace(rate), time.monotonic() + seconds
    coming = asyncio.Semaphore(50)

    async def looks_on(room: int) -> None:
        async with coming:
            line = await Line.come(f"{at}/{room}", Counted())
        await asyncio.sleep(until - time.monotonic())
        line.transport.abort()

    async def plays(room: int) -> None:
        async with coming:
            line = await connect(f"{at}/{room}", **AS_A_PAGE)
        async with line:
            while time.monotonic() < until:
                await pace.turn()
                begun = time.monotonic()
                await line.send("x" * ACT)
                while len(await line.recv()) != ACT:
                    pass
                waits.append(time.monotonic() - begun)

    at_once = enumerate(rooms)
    sockets = [(plays if n < play else looks_on)(room) for room, (play, look) in at_once for n in range(play + look)]
    await asyncio.gather(*sockets)
    return waits


async def come(server: str, seats: list[Seat], after: bool) -> None:
    """Come to games one after the other, and be shown how each stands; where one was there before, without the log."""
    for place in seats:
        at = f"{server}/ws?game={place.game}&key={place.key}{'&after=100000' if after else ''}"
        async with connect(at, **AS_A_PAGE) as line:
            await asyncio.wait_for(line.recv(), PATIENCE)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("letters", type=int)
    asyncio.run(endpoint(parser.parse_args().letters))
