"""What the compiler speaks: its small language, the kinds of values, what is refused and why."""
