"""Games as pure functions, game trees as lazy values, searches as stages of a pipeline."""
