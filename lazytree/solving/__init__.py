"""Exact values: folding, retrograde analysis, proof numbers."""
