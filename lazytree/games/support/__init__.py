"""What several games share: turns, payoffs, sets of stones, hexagons, symmetries, texts, boards, checks."""
