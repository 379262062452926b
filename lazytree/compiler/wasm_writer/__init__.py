"""WebAssembly from generated code, without LLVM: instructions are read as values and written as bytes.

Inlining (`inlining`), the shape of control (`control`), variables as values (`variables`), what is known of ints
(`ranges`), one function (`writing`, `instructions`, `wide_ints`), and the whole module (`module`). What it does not
know it refuses.
"""
