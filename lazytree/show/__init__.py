"""Drawings: positions, trees and signal fields as SVG, which notebooks and browsers show."""

from .boards import draw_board
from .fields import draw_field, draw_scheme
from .svg import Drawing, row
from .trees import draw_tree
from .view import BoardView, as_data, view_of, view_of_record

__all__ = [
    "BoardView",
    "Drawing",
    "as_data",
    "draw_board",
    "draw_field",
    "draw_scheme",
    "draw_tree",
    "row",
    "view_of",
    "view_of_record",
]
