"""The rules of *Shenandoah Valley Campaign*: player turns, zones of control, odds, leaders. One module a chapter."""

from vedette.rules.valley_campaign.rulebook import ValleyCampaign

rulebook = ValleyCampaign()

__all__ = ["ValleyCampaign", "rulebook"]
