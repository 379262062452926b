"""`python -m lazytree`: the command line."""

from lazytree.cli import run

if __name__ == "__main__":
    run()
