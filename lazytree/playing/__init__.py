"""Playing: bots, games played, records, explanations, laws."""
