"""Matches and tournaments: who plays whom from where, on any executor, stored; and what is told of them."""
