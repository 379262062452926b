"""WebAssembly from generated code, without LLVM: instructions are read as values and written as bytes.

Inlining (`inlining`), the shape of control (`control`), what makes a function shorter (`unrolling`, `variables`,
`choices`, `ranges`), one function (`writing`, `instructions`, `wide_ints`), and the whole module (`module`). What it
does not know it refuses.
"""
