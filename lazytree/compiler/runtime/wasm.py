"""WebAssembly from LLVM's text: code generation for wasm32, and the helpers that it calls.

Without `simd128`: with it LLVM 22 makes wrong code of optimized text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import closing
from functools import lru_cache
from typing import Any

from .. import llvm
from .native import OPTIMIZED, optimize, own_context
from .wasm_linking import Linked, linked

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
BASE = 2**10  # where constants begin: below lies what host and code share
GIVEN = "more", "fmod"  # functions that the host gives, where a module wants them
COMPARES = re.compile(r'^declare (i32 @)"memcmp".*$', re.MULTILINE)
WIDE = re.compile(r"\bi(?:128|192|256|[3-9]\d\d|\d{4,})\b|mul\.with\.overflow")


@lru_cache(maxsize=1)
def initialized() -> None:
    """Prepares LLVM for WebAssembly, once."""
    llvm.binding.initialize_all_targets()
    llvm.binding.initialize_all_asmprinters()


def target_machine() -> Any:
    """LLVM's description of WebAssembly."""
    initialized()
    return llvm.binding.Target.from_triple(TRIPLE).create_target_machine(features=FEATURES, opt=OPTIMIZED)


def module_code(text: str, entries: Iterable[str], level: int) -> Linked:
    """The module of WebAssembly for a module in LLVM's text form; `level` is that of LLVM's passes."""
    whole, compares = COMPARES.subn("", text)
    whole = whole.replace('@"memcmp"', '@"compared.bytes"') + (COMPARED if compares else "")
    whole = whole.replace(f"call {PRODUCT_CHECKED}", 'call {i64, i1} @"checked.product"')
    whole += WIDE_NUMBERS if (wide := WIDE.search(text)) else ""
    whole += CHECKED if PRODUCT_CHECKED in text else ""
    code = object_code(whole, level)
    if not wide and any(name in code for name in OF_WIDE_NUMBERS):  # LLVM adds up `range(n)` by a wide product
        code = object_code(whole + WIDE_NUMBERS, level)
    return linked(code, entries, BASE, GIVEN)


def object_code(text: str, level: int) -> bytes:
    """The object file for a module in LLVM's text form."""
    with (
        own_context() as context,
        closing(target_machine()) as machine,
        closing(llvm.binding.parse_assembly(text, context)) as module,
    ):
        module.verify()
        module.triple, module.data_layout = TRIPLE, str(machine.target_data)
        optimize(module, machine, level)
        return bytes(machine.emit_object(module))


PRODUCT_CHECKED = '{i64, i1} @"llvm.smul.with.overflow.i64"'
CHECKED = """
define internal {i64, i1} @"checked.product"(i64 %x, i64 %y) alwaysinline {
  %a = add i64 %x, 2147483648
  %b = add i64 %y, 2147483648
  %both = or i64 %a, %b
  %small = icmp ult i64 %both, 4294967296
  br i1 %small, label %near, label %far, !prof !{!"branch_weights", i32 1000, i32 1}
near:
  %product = mul nsw i64 %x, %y
  %fine = insertvalue {i64, i1} zeroinitializer, i64 %product, 0
  ret {i64, i1} %fine
far:
  %checked = call {i64, i1} @"checked.far.product"(i64 %x, i64 %y)
  ret {i64, i1} %checked
}
define internal {i64, i1} @"checked.far.product"(i64 %x, i64 %y) noinline cold {
  %checked = call {i64, i1} @"llvm.smul.with.overflow.i64"(i64 %x, i64 %y)
  ret {i64, i1} %checked
}
"""
"""A product and whether it overflows: of 32 bits each it does not; else LLVM calls the product of 128 bits."""
COMPARED = """
define hidden i32 @"compared.bytes"(ptr %x, ptr %y, i64 %size) {
  br label %head
head:
  %at = phi i64 [0, %0], [%next, %more]
  %over = icmp eq i64 %at, %size
  br i1 %over, label %alike, label %look
look:
  %px = getelementptr i8, ptr %x, i64 %at
  %py = getelementptr i8, ptr %y, i64 %at
  %a = load i8, ptr %px
  %b = load i8, ptr %py
  %same = icmp eq i8 %a, %b
  br i1 %same, label %more, label %apart
more:
  %next = add i64 %at, 1
  br label %head
apart:
  %wa = zext i8 %a to i32
  %wb = zext i8 %b to i32
  %difference = sub i32 %wa, %wb
  ret i32 %difference
alike:
  ret i32 0
}
"""
"""Compares bytes, as `memcmp` of the C library does."""

SHIFT = """
define hidden i128 @{name}(i128 %x, i32 %by) {{
  %low = trunc i128 %x to i64
  %upper = lshr i128 %x, 64
  %high = trunc i128 %upper to i64
  %n = zext i32 %by to i64
  %inside = and i64 %n, 63
  %large = icmp ugt i32 %by, 63
  %none = icmp eq i64 %inside, 0
  %back = sub i64 64, %inside
  %rest = and i64 %back, 63
  {body}
  %lw = zext i64 %l to i128
  %hw = zext i64 %h to i128
  %hs = shl i128 %hw, 64
  %whole = or i128 %lw, %hs
  ret i128 %whole
}}
"""
LEFT = """%a = shl i64 %low, %inside
  %b = shl i64 %high, %inside
  %c = lshr i64 %low, %rest
  %d = select i1 %none, i64 0, i64 %c
  %e = or i64 %b, %d
  %l = select i1 %large, i64 0, i64 %a
  %h = select i1 %large, i64 %a, i64 %e"""
RIGHT = """%a = {shift} i64 %high, %inside
  %b = lshr i64 %low, %inside
  %c = shl i64 %high, %rest
  %d = select i1 %none, i64 0, i64 %c
  %e = or i64 %b, %d
  %filled = {fill}
  %h = select i1 %large, i64 %filled, i64 %a
  %l = select i1 %large, i64 %a, i64 %e"""
PRODUCT = """
define hidden i128 @__multi3(i128 %x, i128 %y) {
  %x0 = trunc i128 %x to i64
  %xs = lshr i128 %x, 64
  %x1 = trunc i128 %xs to i64
  %y0 = trunc i128 %y to i64
  %ys = lshr i128 %y, 64
  %y1 = trunc i128 %ys to i64
  %a0 = and i64 %x0, 4294967295
  %a1 = lshr i64 %x0, 32
  %b0 = and i64 %y0, 4294967295
  %b1 = lshr i64 %y0, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %c0 = lshr i64 %p00, 32
  %m0 = add i64 %p10, %c0
  %m0low = and i64 %m0, 4294967295
  %m0high = lshr i64 %m0, 32
  %m1 = add i64 %p01, %m0low
  %m1high = lshr i64 %m1, 32
  %h0 = add i64 %p11, %m0high
  %h1 = add i64 %h0, %m1high
  %q0 = mul i64 %x0, %y1
  %q1 = mul i64 %x1, %y0
  %h2 = add i64 %h1, %q0
  %high = add i64 %h2, %q1
  %l = mul i64 %x0, %y0
  %lw = zext i64 %l to i128
  %hw = zext i64 %high to i128
  %hs = shl i128 %hw, 64
  %whole = or i128 %lw, %hs
  ret i128 %whole
}
"""
WIDE_NUMBERS = "".join(
    [
        SHIFT.format(name="__ashlti3", body=LEFT),
        SHIFT.format(name="__lshrti3", body=RIGHT.format(shift="lshr", fill="and i64 0, 0")),
        SHIFT.format(name="__ashrti3", body=RIGHT.format(shift="ashr", fill="ashr i64 %high, 63")),
        PRODUCT,
    ]
)
"""What LLVM calls for ints of more than 64 bits: shifts and products of 128 bits, of parts of 64 bits."""
OF_WIDE_NUMBERS = (b"__ashlti3", b"__lshrti3", b"__ashrti3", b"__multi3")
