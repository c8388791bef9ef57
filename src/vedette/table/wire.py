"""The sockets on the wire: each message is packed by itself, so that what many are shown is packed once for all.

What a socket was sent before is then of no use to what it is sent next. Little is lost by that: a state is many times
as long as the window that each socket had for it.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

LEAST = 300
"""Bytes of a message that is packed; shorter ones go as they are."""
KEPT = 32
"""Messages that are kept as they were packed: those who are shown the same are shown it one right after the other."""
LEVEL = 3
"""How hard it is tried: a state is as long within a tenth as by the usual 6, in less than half the time."""
THEIRS = 12
"""Bits of the window by which a client packs: what it says is short."""


@lru_cache(KEPT)
def packed(data: bytes, bits: int) -> bytes:
    """A message by itself, as `permessage-deflate` has it."""
    packer = zlib.compressobj(LEVEL, wbits=-bits)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)).removesuffix(b"\x00\x00\xff\xff")


class Packing(PerMessageDeflate):
    """Packs what one socket is sent as it was packed for others."""

    def encode(self, frame: Frame) -> Frame:
        """A frame as it is sent."""
        if frame.opcode is not Opcode.TEXT or not frame.fin or len(frame.data) < LEAST:
            return frame
        return Frame(frame.opcode, packed(bytes(frame.data), self.local_max_window_bits), rsv1=True)


class Packings(ServerPerMessageDeflateFactory):
    """Agrees with each client that messages are packed one by one."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_max_window_bits=THEIRS)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What is agreed, and who packs by it."""
        agreed, found = super().process_request_params(params, accepted_extensions)
        windows = found.remote_max_window_bits, found.local_max_window_bits
        return agreed, Packing(found.remote_no_context_takeover, True, *windows)


class Line(WebSocketsSansIOProtocol):
    """A connection with a client."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn.available_extensions = [Packings()]
