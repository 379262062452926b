"""Machine code: made, kept, loaded, and how values travel between it and Python."""
