"""The modules of the front end, joined to one text: it runs by itself, and does what the modules do."""

import json
import re
import subprocess

import pytest

from lazytree.games import konane
from lazytree.show.front_end import STATIC, front_end, static_text
from lazytree.show.view import as_data, view_of
from tests.helpers.javascript import in_node, needs_node
from tests.helpers.waiting import LONG

WIDGETS = "board_widget.mjs", "explore_widget.mjs", "swarm_widget.mjs"
MODULES = sorted(path.name for path in STATIC.glob("*.mjs") if not path.stem.endswith(("_page", "_worker")))
"""All but the scripts of pages and of workers, which need their page."""


def run_text(text: str, program: str) -> object:
    """What a program returns, in node, of `module`: the exports of a module with this text."""
    return run_program(f"""
    const module = await import("data:text/javascript;charset=utf-8," + encodeURIComponent({json.dumps(text)}));
    process.stdout.write(JSON.stringify((() => {{ {program} }})()));
    """)


def run_program(program: str) -> object:
    """What a program in node writes, read as JSON."""
    needs_node()
    ran = subprocess.run(
        ["node", "--input-type=module", "-"], input=program, capture_output=True, text=True, timeout=LONG, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_every_module_can_be_joined_to_one_that_runs_by_itself():
    for name in MODULES:
        text = front_end(name)
        assert not re.search(r"^import ", text, re.MULTILINE), name
        assert text == front_end(name)
    texts = "".join(f"{json.dumps(name)}: {json.dumps(front_end(name))},\n" for name in MODULES)
    program = f"""
    const exported = {{}};
    for (const [name, text] of Object.entries({{{texts}}})) {{
        exported[name] = Object.keys(await import("data:text/javascript;charset=utf-8," + encodeURIComponent(text)));
    }}
    process.stdout.write(JSON.stringify(exported));
    """
    exported = run_program(program)
    assert set(exported) == set(MODULES) and all(exported.values()), exported


@pytest.mark.parametrize("name", WIDGETS)
def test_a_widget_exports_what_anywidget_calls(name: str):
    assert run_text(front_end(name), "return typeof module.default.render") == "function"


def test_a_joined_module_draws_what_the_module_draws():
    game = konane(rows=4, columns=4)
    view = as_data(view_of(game, game.start))
    program = f"return module.drawBoard({json.dumps(view)})"
    alone = in_node('import { drawBoard } from "./board.mjs";\nreturn drawBoard(data[0]);', view)
    assert run_text(front_end("board.mjs"), program) == alone


def join_modules(**modules: str) -> str:
    return front_end("a.mjs", {f"{name}.mjs": text for name, text in modules.items()}.__getitem__)


def test_names_of_two_modules_do_not_meet_and_each_module_comes_once():
    text = join_modules(
        a='import { value as b } from "./b.mjs";\nimport * as c from "./c.mjs";\nexport default [b, c.value];',
        b='import { value as inner } from "./c.mjs";\nconst own = 1;\nexport const value = own + inner;',
        c="const own = 10;\nexport const value = own;",
    )
    assert run_text(text, "return module.default") == [11, 10]
    assert text.count("const own = 10") == 1


@pytest.mark.parametrize(
    ("modules", "words"),
    [
        (
            {"a": 'import { b } from "./b.mjs";', "b": 'import { a } from "./a.mjs";'},
            "a.mjs imports b.mjs imports a.mjs",
        ),
        ({"a": 'import b from "./b.mjs";', "b": ""}, 'because of this line: import b from "./b.mjs";'),
        ({"a": 'import { b } from "./b.mjs";', "b": "export default 3;"}, "because of this line: export default 3;"),
        ({"a": 'import "https://elsewhere.org/x.mjs";'}, "because of this line"),
    ],
)
def test_what_cannot_be_joined_is_named(modules: dict[str, str], words: str):
    with pytest.raises(ValueError, match=re.escape(words)):
        join_modules(**modules)


def test_a_module_that_is_not_there_is_named():
    with pytest.raises(ValueError, match=r"there is no boards\.mjs in the front end; there are: action_pane\.mjs"):
        static_text("boards.mjs")


WALK = 'import { walked } from "./tree_pane.mjs";\nreturn data[1].map(([at, key]) => walked(data[0], at, key));'


def test_arrows_walk_through_a_tree():
    def node(id: str, parent: str, ply: int, x: float, state: str = "open") -> dict[str, object]:
        return {"id": id, "parent": parent, "ply": ply, "x": x, "state": state}

    nodes = [node("/", "", 0, 5, "grown"), node("/0", "/", 1, 1), node("/1", "/", 1, 9), node("/+", "/", 1, 12, "stub")]
    steps = [["/", "ArrowDown"], ["/0", "ArrowRight"], ["/1", "ArrowRight"], ["/1", "ArrowUp"], ["/", "ArrowUp"]]
    assert in_node(WALK, nodes, [*steps, ["/1", "ArrowLeft"], ["/1", "ArrowDown"], ["/1", "x"]]) == [
        *("/0", "/1", "/1", "/", "/"),
        *("/0", "/1", "/1"),
    ]
