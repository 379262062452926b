"""From typed code to LLVM."""
