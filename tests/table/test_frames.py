"""Who waits for his turn at a server, and leaves."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from vedette.table.frames import Frames


def test_who_left_before_his_turn_began_takes_no_place() -> None:
    async def wait() -> None:
        frames, place = Frames(cast("WebSocket", None)), asyncio.Semaphore(0)
        frames.left = True
        async with asyncio.timeout(5), frames.turn(place):
            pass

    with pytest.raises(WebSocketDisconnect):
        asyncio.run(wait())
