"""Chapter 2 and the scenarios' victory conditions: named procedures with the scenario's parameters.

`levels` names the procedures and says who wins; `holding` is control of hexes, `turns` what the ends of turns bring,
`losses` and `exits` what units are worth that are lost or led off, `parts` the score with its parts, `words` the score
and the rules in words, `worth` what a hex, a loss or an exit would still bring (for commanders).
"""

from vedette.rules.blind_swords.chapters.victory.exits import is_exit
from vedette.rules.blind_swords.chapters.victory.holding import first_holders, hexes_held
from vedette.rules.blind_swords.chapters.victory.levels import levels_of, outcome, points, standing
from vedette.rules.blind_swords.chapters.victory.parts import tally, total
from vedette.rules.blind_swords.chapters.victory.turns import award_turn, net, start
from vedette.rules.blind_swords.chapters.victory.words import score_section, score_words, texts

__all__ = [
    "award_turn",
    "first_holders",
    "hexes_held",
    "is_exit",
    "levels_of",
    "net",
    "outcome",
    "points",
    "score_section",
    "score_words",
    "standing",
    "start",
    "tally",
    "texts",
    "total",
]
