"""Names that are meant to become HTML."""

MEANT_AS_HTML = "</script><img src=x onerror=alert(1)>\"'&"

FILE = f'''
from lazytree import Game
from lazytree.core.game import refuse_text
from lazytree.games import tic_tac_toe
from dataclasses import replace

BAD = {MEANT_AS_HTML!r}


def game() -> Game:
    """</pre><img src=x onerror=alert(2)> is played.

    </script><script>alert(3)</script>
    """
    plain = tic_tac_toe()
    return replace(
        plain,
        name=BAD,
        players=(BAD, BAD + "2"),
        format=lambda position, move: f"{{BAD}}{{move}}",
        parse=lambda position, text: int(text.removeprefix(BAD)),
        show=lambda position: BAD + plain.show(position),
        read=refuse_text,
        layout=replace(plain.layout, cells=tuple(cell._replace(name=BAD) for cell in plain.layout.cells)),
    )
'''
