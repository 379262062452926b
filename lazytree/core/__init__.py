"""The foundation of all other packages: games, boards, values, statistics, stop flags."""
