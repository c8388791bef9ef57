"""What goes over a socket: packed once for all who are shown the same, and each message by itself."""

from __future__ import annotations

import json
import zlib
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from tests.table.tables import PATIENCE, Table
from tests.table.test_herd import watched
from vedette.table import wire


def agreed(**more: Any) -> tuple[wire.Packing, Any]:
    """Who packs and who unpacks, as they have agreed."""
    client = ClientPerMessageDeflateFactory(**more)
    params, server = wire.Packings().process_request_params(client.get_request_params(), [])
    assert isinstance(server, wire.Packing)
    return server, client.process_response_params(params, [])


@pytest.mark.parametrize("more", ({}, {"server_max_window_bits": 10}, {"client_max_window_bits": None}))
def test_whatever_a_client_can_do_it_reads_what_it_is_sent_and_is_read(more: dict[str, Any]) -> None:
    server, client = agreed(**more)
    texts = ["a", "bc " * 90_000, json.dumps(list(range(9_000))), "", "bc " * 90_000]
    for text in texts:
        frame = Frame(Opcode.TEXT, text.encode())
        assert bytes(client.decode(server.encode(frame)).data).decode() == text
        assert bytes(server.decode(client.encode(frame)).data).decode() == text
    assert server.encode(Frame(Opcode.TEXT, texts[0].encode())).data == b"a"
    ping = Frame(Opcode.PING, b"x" * 100)
    assert server.encode(ping) is ping


def test_each_message_is_packed_once_and_read_without_those_before() -> None:
    one, _ = agreed()
    other, _ = agreed()
    before, data = wire.packed.cache_info(), json.dumps({"state": list(range(2_000))}).encode()
    one.encode(Frame(Opcode.TEXT, b"something else, " * 50))
    sent = [packs.encode(Frame(Opcode.TEXT, data)) for packs in (one, other, one)]
    after = wire.packed.cache_info()
    assert (after.misses - before.misses, after.hits - before.hits) == (2, 2)
    assert {bytes(frame.data) for frame in sent} == {bytes(sent[0].data)} and all(frame.rsv1 for frame in sent)
    assert zlib.decompressobj(wbits=-15).decompress(bytes(sent[0].data) + b"\x00\x00\xff\xff") == data


def test_those_who_look_on_share_what_is_packed(table: Table) -> None:
    made = watched(table)
    at = f"{table.base.replace('http', 'ws')}/ws?game={made['game']}&key={made['keys']['watch']}"
    with ExitStack() as open, table.sit(made, "union") as union:
        lines = [open.enter_context(connect(at, max_size=None)) for _ in range(5)]
        for line in lines:
            line.recv(timeout=PATIENCE)
        before = wire.packed.cache_info()
        union.act("Blue: 0101")
        frames = {line.recv(timeout=PATIENCE) for line in lines}
        after = wire.packed.cache_info()
        assert len(frames) == 1 and (after.misses - before.misses, after.hits - before.hits) == (1, 4)
