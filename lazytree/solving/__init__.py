"""Exact values of games: backward induction, retrograde analysis, proof numbers."""
