"""What can be printed of a battle: board in sheets, key, counters to cut out, charts, order of battle."""

from .board import board_pdf
from .charts import charts_pdf
from .counters import counters_pdf
from .forces import forces_pdf
from .key import key_of, key_pdf
from .paper import PAPERS, POSTER
from .track import track_of

__all__ = [
    "PAPERS", "POSTER", "board_pdf", "charts_pdf", "counters_pdf", "forces_pdf", "key_of", "key_pdf", "track_of",
]  # fmt: skip
