"""Drawings: positions, trees and signal fields as SVG, which notebooks and browsers show."""

from .boards import draw_board
from .fields import draw_field
from .svg import Drawing
from .trees import draw_tree

__all__ = ["Drawing", "draw_board", "draw_field", "draw_tree"]
