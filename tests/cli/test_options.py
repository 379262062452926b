"""The table of commands: each has a function, and a command leaves nothing behind for the next one."""

import pytest

from lazytree.cli.options import COMMANDS
from lazytree.cli.shell import function_of, read


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_a_function_that_says_what_it_yields(name: str):
    assert function_of(name).__doc__


def test_a_command_leaves_nothing_behind_for_the_next_one():
    assert read(["lane", "nim", "--json", "heaps=1,2"]).parameters == ["heaps=1,2"]
    assert read(["rate", "nim"]).parameters == []
