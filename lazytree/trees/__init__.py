"""Lazy game trees: growth, stages, ratings."""
