"""Drawing: positions and trees as SVG, which notebooks and browsers show as they are."""

from .svg import Drawing, draw_board, draw_tree

__all__ = ["Drawing", "draw_board", "draw_tree"]
