"""Swarms of signals, and the ratings made of them."""
