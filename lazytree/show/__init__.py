"""Drawing: positions and trees as SVG, which notebooks and browsers show as they are."""

from .boards import draw_board
from .svg import Drawing
from .trees import draw_tree

__all__ = ["Drawing", "draw_board", "draw_tree"]
