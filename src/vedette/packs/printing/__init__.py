"""What can be printed of a battle: its board in sheets, its counters to cut out, its charts, its order of battle."""

from .board import board_pdf
from .charts import charts_pdf
from .counters import counters_pdf
from .forces import forces_pdf
from .paper import PAPERS, POSTER

__all__ = ["PAPERS", "POSTER", "board_pdf", "charts_pdf", "counters_pdf", "forces_pdf"]
