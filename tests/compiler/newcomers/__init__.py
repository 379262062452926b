"""Ten games as people write them who have read the README's first game and `help(Game)`, but not `docs/subset.md`."""
