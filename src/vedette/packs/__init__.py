"""Packs: content as data, each row with its source. Reads, checks, overlays and draws them."""

from .errors import PackError
from .reader import Listed, Meta, battles, load, meta
from .rulebooks import register, rulebook

__all__ = ["Listed", "Meta", "PackError", "battles", "load", "meta", "register", "rulebook"]
