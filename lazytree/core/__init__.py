"""What everything stands on: games, boards, values, statistics, flags."""
