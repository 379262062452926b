"""From the text of running functions to the small language."""
