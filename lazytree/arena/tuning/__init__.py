"""Better numbers for a bot, found by play or by fitting."""
