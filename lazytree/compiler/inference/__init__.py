"""What type every value is of, over the whole program."""
