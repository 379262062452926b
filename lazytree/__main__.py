"""`python -m lazytree`: the command line."""

from lazytree.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
