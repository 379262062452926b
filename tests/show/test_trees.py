"""Drawn trees: well-formed, inside their frame, and only what has been looked at."""

from dataclasses import replace
from math import inf
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Game, Stats, alphabeta, foldtree, grow, highfirst, make_tree, minimax, narrow, prune, rate
from lazytree.games import andantino, dice_of_doom, konane, nim
from lazytree.show import draw_tree
from lazytree.show.trees import TreeData, node_at, render_tree, tree_data
from lazytree.trees.growing import grown_so_far
from tests.helpers.drawings import parts_of
from tests.helpers.positions import ALL, Variant
from tests.helpers.trees import WITH_CHANCE, Graph, game_of, graphs, long_game, loop, poisoned, textbook

SVG = "{http://www.w3.org/2000/svg}"
EVERYTHING = 10**6
LINES: Game[tuple[int, ...], int] = replace(
    long_game(1),  # type: ignore[arg-type]
    start=(),
    mover=lambda line: len(line) % 2,
    moves=lambda line: range(3) if len(line) < 4 else (),
    play=lambda line, move: (*line, move),
    ratings={},
)
"""A game in which no two lines meet: a position is the moves that led to it, three at each of four plies."""


def real(data: TreeData) -> list[Any]:
    return [node for node in data.nodes if node.state != "stub"]


def grown(tree: Any) -> int:
    """How many nodes have grown, counted as a tree."""
    return 1 + sum(grown(sub) for _, sub in grown_so_far(tree))


def whole(tree: Any) -> Any:
    foldtree(lambda label, parts: 0)(tree)
    return tree


@given(st.lists(st.lists(st.integers(0, 2), max_size=4), max_size=6))
def test_drawn_is_each_node_that_was_looked_at_and_a_stub_where_moves_were_left(paths: list[list[int]]):
    tree = grow(LINES)(())
    expected = {()}
    for path in paths:
        node = tree
        for ply, step in enumerate(path):
            node = node.branches[step][1]
            expected |= {(*path[:ply], before) for before in range(step + 1)}  # a branch is read after those before it
    data = tree_data(tree, text=lambda node: "".join(map(str, node.key)))
    assert sorted(node.text for node in real(data)) == sorted("".join(map(str, line)) for line in expected)
    for node in real(data):
        assert node_at(tree, node.id).key == tuple(map(int, node.text))
        assert node.move == node.text[-1:]
        below = {line for line in expected if len(line) == node.ply + 1 and line[:-1] == tuple(map(int, node.text))}
        assert (node.state == "grown") == bool(below)
        stubs = [stub for stub in data.nodes if stub.parent == node.id and stub.state == "stub"]
        assert len(stubs) == bool(below)  # three branches are there, but that there is no fourth was not asked
    assert len({node.id for node in data.nodes}) == len(data.nodes)


@given(st.sampled_from(ALL), st.integers(0, 2))
def test_a_tree_is_drawn_as_far_as_it_has_grown_and_grows_nothing(variant: Variant, looks: int):
    game, stats = variant(), Stats()
    tree = grow(game, stats)(game.start)
    for _, sub in list(tree.branches)[:looks]:
        len(sub.branches[:2])
    for stage in (prune(3), rate(game, lambda position: 0, stats), highfirst(), narrow(5)):
        before = (stats.grown, stats.expanded, stats.rated)
        data = tree_data(tree, fold=EVERYTHING)
        drawing, outline = render_tree(data), repr(tree)
        assert (stats.grown, stats.expanded, stats.rated) == before
        assert outline.startswith(f"<Tree of {game.name}: ")
        assert len(real(data)) == grown(tree)
        assert drawing.svg.count("data-node") == len(data.nodes)
        assert_inside(data)
        tree = stage(tree)
        for _, sub in list(tree.branches)[:looks]:
            len(list(sub.branches)[:2])


@given(graphs(WITH_CHANCE))
def test_of_a_poisoned_tree_alpha_beta_s_part_is_drawn_with_the_value_of_its_root(graph: Graph):
    tree = poisoned(graph, *textbook(graph)[1:])
    value = alphabeta(tree)
    root, *_ = nodes = tree_data(tree).nodes
    assert draw_tree(tree).svg.count("data-node") == len(nodes)
    assert repr(tree) and "image/svg+xml" in tree._repr_mimebundle_()
    same = tree_data(make_tree(lambda: value, 0, [(0, make_tree(lambda: value))])).nodes
    assert root.text == tree_data(read(make_tree(lambda: value))).nodes[0].text
    assert same  # a tree that has not been read has no value to show
    assert same[0].text == ""


def read(tree: Any) -> Any:
    """The leaf, after its label and its branches have been read."""
    assert (tree.label, len(tree.branches)) is not None
    return tree


def test_of_a_stage_only_what_was_looked_at_there_is_drawn():
    """Drawn is each node that alpha-beta has seen, of a tree that has grown whole."""
    growing, stats = grow(LINES), Stats()
    assert len(real(tree_data(whole(growing(()))))) == 1 + 3 + 9 + 27 + 81
    tree = rate(LINES, lambda line: line.count(1))(prune(3)(growing(())))
    assert len(tree_data(tree).nodes) == 1
    alphabeta(tree, stats=stats)
    data = tree_data(tree)
    assert len(real(data)) == stats.nodes < 1 + 3 + 9 + 27
    for node in real(data):
        below = [each for each in data.nodes if each.parent == node.id]
        if node.state == "grown":
            assert sum(each.hidden if each.state == "stub" else 1 for each in below) == 3


def test_moves_values_bounds_and_the_best_line_are_written():
    """Hughes' alpha-beta on the smallest tree with a cut: the second branch is worth 2 at most, the first 4."""
    tree = make_tree(lambda: 0, 0, [("a", leaf(4)), ("b", make_tree(lambda: 0, 1, [("c", leaf(2)), ("d", leaf(9))]))])
    assert alphabeta(tree) == 4
    nodes = {node.id: node for node in tree_data(tree).nodes}
    assert {id: node.text for id, node in nodes.items()} == {"/": "4", "/0": "4", "/1": "≤ 2", "/1/0": "2", "/1/+": "…"}
    assert [node.id for node in nodes.values() if node.line] == ["/", "/0"]
    assert [node.move for node in nodes.values()] == ["", "a", "b", "c", ""]
    minimax(tree)
    assert [node.text for node in tree_data(tree).nodes] == ["4", "4", "2", "2", "9"]


def leaf(value: float) -> Any:
    return make_tree(lambda: value)


def test_a_label_that_is_not_a_value_is_an_estimate():
    game = nim(heaps=(1, 2))
    tree = rate(game, lambda position: 7)(grow(game)(game.start))
    assert tree_data(tree).nodes[0].text == ""
    assert tree.label == 7
    assert tree_data(tree).nodes[0].text == "≈ 7"
    assert tree_data(tree, text=lambda node: "own").nodes[0].text == "own"


@pytest.mark.parametrize(("unfolded", "line", "ids"), [((), (), 12), ((), (99,), 12), (("/",), (), 131)])
def test_a_wide_node_is_folded_and_never_the_line(unfolded: Any, line: Any, ids: int):
    wide = make_tree(lambda: 0, 0, [(move, make_tree(lambda: 0)) for move in range(131)])
    assert len(wide.branches) == 131
    data = tree_data(wide, unfolded=unfolded, line=line)
    shown = [node.move for node in data.nodes if node.parent]
    assert len(shown) == ids
    if not unfolded:
        assert data.nodes[-1].text == "… 120 more"
        assert data.nodes[-1].hidden == 120
        assert [node.move for node in data.nodes if node.line and node.parent] == list(map(str, line))


def test_a_line_that_is_none_of_the_tree_is_named():
    game = nim(heaps=(1, 2))
    tree = grow(game)(game.start)
    steps = [next(iter(game.moves(game.start)))]
    assert tree_data(tree, line=[99]).nodes[0].state == "open"  # its moves have not been read
    assert len(tree.branches) == 3
    assert draw_tree(tree, line=steps).svg and draw_tree(tree, line=iter([*steps, 99])).svg
    with pytest.raises(ValueError, match="line must be moves of this tree, but its move 1, 99, is no branch"):
        draw_tree(tree, line=[99])
    assert tree.branches[0][1].branches[0]
    cut = prune(1)(tree)
    assert len(cut.branches) == 3 and len(cut.branches[0][1].branches) == 0
    assert draw_tree(cut, line=[*steps, 99]).svg  # a line may be longer than the tree
    for line in (99, "a-1"):
        with pytest.raises(ValueError, match=r"line must be moves, such as search\(game, 3\).line, not "):
            draw_tree(tree, line=line)


def test_no_more_nodes_are_drawn_than_there_is_room_for():
    tree = prune(9)(grow(LINES)(()))
    data = tree_data(whole(tree), most=50)
    assert len(real(data)) <= 50
    assert all(node.hidden == 3 for node in data.nodes if node.state == "folded")
    assert {node.ply for node in data.nodes if node.state == "grown"} == {0, 1, 2, 3}


def test_a_tree_that_goes_round_is_drawn_as_far_as_there_is_room():
    tree = grow(loop())(0)
    foldtree(lambda position, parts: 0)(prune(3)(tree))
    assert 40 < len(real(tree_data(tree, most=50))) <= 50


@given(graphs(WITH_CHANCE))
def test_a_node_to_which_two_ways_lead_is_marked(graph: Graph):
    data = tree_data(whole(grow(game_of(graph))(0)), text=lambda node: str(node.key), fold=EVERYTHING, most=EVERYTHING)
    texts = [node.text for node in data.nodes]
    assert all(node.shared == (texts.count(node.text) > 1) for node in data.nodes)


def test_a_line_of_1_900_plies_is_drawn_without_a_deep_stack():
    assert len(tree_data(whole(grow(long_game(1900))(0)), most=2000).nodes) == 1901


@pytest.mark.slow
def test_the_book_s_tree_has_147_nodes():
    game = dice_of_doom(board="a3,a3,b3,b1")
    data = tree_data(whole(grow(game)(game.start)))
    assert len(data.nodes) == 147
    assert data.shape == "dots"
    assert_inside(data)


def test_chance_is_told_apart():
    game = dice_of_doom(size=2, dice="rolled", board="a3,b2,a1,b1")
    tree = grow(game)(game.start)
    len(tree.branches[0][1].branches)
    root = ElementTree.fromstring(draw_tree(tree, boards=False).svg)
    assert len({circle.attrib["fill"] for circle in root.iter(f"{SVG}circle")}) == 2


def test_boards_stand_above_few_nodes_of_a_game_that_has_a_layout():
    game = konane(rows=4, columns=4, opening="corner")
    tree = grow(game)(game.start)
    assert tree_data(tree).board[0]
    assert list(tree.branches)
    data = tree_data(tree)
    stones = [sum(1 for _ in game.stones(sub.key)) for sub in (tree, *(sub for _, sub in tree.branches))]
    assert [node.board.count("<circle") for node in real(data)] == stones
    assert_inside(data)
    assert tree_data(tree, boards=False).board == (0, 0)
    assert tree_data(whole(tree)).board == (0, 0)
    with pytest.raises(ValueError, match="boards are drawn in the tree of a game"):
        tree_data(leaf(3), boards=True)


def test_what_is_written_is_escaped():
    awkward = '<b> & "c"'
    tree = make_tree(lambda: 0, 0, [(awkward, leaf(1))])
    assert len(tree.branches) == 1
    parts = parts_of(draw_tree(tree, text=lambda node: awkward))
    assert [part.text for part in parts if part.tag == "text"] == [awkward] * 3


def test_mistakes_are_named():
    tree = grow(nim())(nim().start)
    with pytest.raises(ValueError, match="the shape of a tree is one of down, dots, round"):
        draw_tree(tree, shape="star")
    with pytest.raises(ValueError, match="a Game is wanted"):
        draw_tree(tree, lambda node: "a text")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no position of"):
        draw_tree(tree, andantino())
    with pytest.raises(ValueError, match="no node '/99'"):
        node_at(tree, "/99")


@given(graphs(size=9), st.sampled_from(["down", "dots", "round"]))
def test_nodes_of_every_shape_are_inside_and_not_on_one_another(graph: Graph, shape: str):
    tree = whole(rate(game_of(graph), "number")(grow(game_of(graph))(0)))
    data = tree_data(tree, shape=shape, most=200)
    assert data.shape == (shape if len(data.nodes) > 1 else "down")
    assert_inside(data)
    assert_apart(data)


def assert_inside(data: TreeData) -> None:
    """Each part lies in the frame that is shown."""
    drawing = render_tree(data._replace(nodes=tuple(node._replace(board="") for node in data.nodes)))
    left, top, width, height = data.box
    for part in parts_of(drawing):
        if part.tag in ("circle", "rect", "text"):
            x1, y1, x2, y2 = part.box
            assert left <= x1 <= x2 <= left + width and top <= y1 <= y2 <= top + height, part
    if data.board[1]:
        assert min(node.y for node in data.nodes) - data.board[1] - 11 >= top


def assert_apart(data: TreeData) -> None:
    """Nodes of one ply are not drawn on one another, and the moves above them neither."""
    for ply in range(max(node.ply for node in data.nodes) + 1):
        row = sorted((node for node in data.nodes if node.ply == ply), key=lambda node: node.x)
        if data.shape == "round":
            places = {(node.x, node.y) for node in row}
            assert len(places) == len(row)
        else:
            ends = [-inf]
            for node in row:
                assert node.x - max(node.width, 5) / 2 > ends[-1]
                ends.append(node.x + max(node.width, 5) / 2)
