"""The rules of *Shenandoah Valley Campaign*: player turns, zones of control, odds, leaders.

Which chapter of the book is in which file stands in `chapters`.
"""

from vedette.engine.rulebook import Rulebook
from vedette.rules.valley_campaign.rulebook import ValleyCampaign
from vedette.rules.valley_campaign.state import State

rulebook: Rulebook[State] = ValleyCampaign()

__all__ = ["ValleyCampaign", "rulebook"]
