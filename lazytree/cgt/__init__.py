"""Combinatorial game theory: values, sums, temperatures."""
