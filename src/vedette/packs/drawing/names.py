"""Names short enough for a counter, with what tells two units apart kept to the last letter."""

from __future__ import annotations

import re

MOST = 12
"""Letters of a name that stands whole."""
BATTERY_OF = re.compile(r'^(?P<of>.+), "(?P<letter>[^"]+)"$')
ENDING = re.compile(r"(?P<stem>.*?)(?P<end>-[a-z]|\s?\([A-Z]\)|\s\d+)?$")
"""What tells the parts of a regiment or a battery apart: 7 OH-a, Dement (B), Leader 2."""
OUT = {"Battery", "Mtd.", "Inf.", "Infantry", "Regiment"}
"""Words that the symbol says."""
ALWAYS = {"Cavalry": "Cav", "Battalion": "Bn"}
SHORT = {"Veterans": "Vet", "Artillery": "Art", "Legion": "Leg", "Wagon": "Wgn", "Supply": "Sup", "Leader": "Ldr"}
"""What is shorter where a name is too long."""


def short_name(name: str) -> str:
    """A unit's name as its counter has it; the title keeps it whole.

    >>> [short_name(n) for n in ('1 OH, "I" Battery', "6 VA Cavalry", "39/62 TN Mtd. Inf.", "Brockenbrough-b")]
    ['I, 1 OH', '6 VA Cav', '39/62 TN', 'Brockenb.-b']
    """
    words = [ALWAYS.get(word, word) for word in name.split() if word not in OUT] or name.split()
    short = " ".join(words)
    if len(short) > MOST:
        short = " ".join(SHORT.get(word, word) for word in words)
    if battery := BATTERY_OF.match(short):
        short = f"{battery['letter']}, {battery['of']}"
    if len(short) <= MOST:
        return short
    parts = ENDING.match(short)
    end = (parts and parts["end"]) or ""
    stem = short.removesuffix(end)
    return f"{stem[: MOST - 2 - len(end)].rstrip(' .')}.{end}" if stem[MOST - 2 - len(end) :] else short
