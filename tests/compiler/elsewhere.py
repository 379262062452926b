"""Searches in the machine code of another processor, run under QEMU: linked with a small program that calls them."""

from __future__ import annotations

import ctypes
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

from lazytree.compiler import abi
from lazytree.compiler.driver import LEVEL
from lazytree.compiler.ir.joining import cell_bits
from lazytree.compiler.ir.kinds import Words as WordsKind
from lazytree.compiler.passes import inferred, lowered
from lazytree.compiler.running import Runner, handles, plan_of
from lazytree.compiler.runtime.boundary import Unpacking, packer
from lazytree.compiler.runtime.native import object_code
from lazytree.searching.kernels.memory import Words

TRIPLE, COMPILER, EMULATOR = "aarch64-unknown-linux-gnu", "aarch64-linux-gnu-gcc", "qemu-aarch64"
MISSING = [name for name in (COMPILER, EMULATOR) if shutil.which(name) is None]

# Reads arguments, gives scratch memory its place in them, calls the search; writes its trap, its answer, and a sum that
# every word of the memory is part of.
CALLER = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int64_t it(int64_t *context, const char *given, char *answer);
static int64_t next(void) { int64_t x; if (fread(&x, 8, 1, stdin) != 1) exit(3); return x; }
int main(void) {
    int64_t size = next(), answer_size = next(), arrays = next(), *memory[32], length[32];
    char *given = malloc(size + 16), *answer = calloc(1, answer_size + 16);
    if (fread(given, 1, size, stdin) != (size_t)size) return 4;
    for (int64_t k = 0; k < arrays; k++) {
        int64_t at = next();
        length[k] = next();
        memory[k] = calloc(length[k] + 1, 8);
        for (int64_t pairs = next(); pairs; pairs--) { int64_t place = next(); memory[k][place] = next(); }
        *(int64_t **)(given + at) = memory[k], *(int64_t *)(given + at + 8) = length[k];
    }
    int64_t never = 0, context[CONTEXT_WORDS] = {0};
    context[STACK] = (int64_t)&never - (4 << 20), context[STOP] = (int64_t)&never, context[ALLOWED] = 1LL << 62;
    int64_t trap = it(context, given, answer);
    fwrite(&trap, 8, 1, stdout);
    fwrite(answer, 1, answer_size, stdout);
    for (int64_t k = 0; k < arrays; k++) {
        uint64_t sum = 0;
        for (int64_t n = 0; n < length[k]; n++) sum += (uint64_t)memory[k][n] * (2 * n + 1);
        fwrite(&sum, 8, 1, stdout);
    }
    return 0;
}
"""


def code_of(run: Runner, game: Any, triple: str) -> tuple[Any, Any, bytes]:
    """A search's program, its entry, and its object code for a system."""
    program, instances = inferred(plan_of(game, run.search, run.rules), cell_bits(game.start))
    text = str(lowered(program, instances, False, False).llvm)
    return program, instances["it"], object_code(text, LEVEL, triple)


def run_elsewhere(run: Runner, game: Any, arguments: tuple[Any, ...], folder: Path) -> tuple[Any, list[int]]:
    """What a search finds on the other processor, and a sum for each array of its scratch memory, which stays here."""
    program, instance, code = code_of(run, game, TRIPLE)
    (folder / "it.o").write_bytes(code)
    (folder / "caller.c").write_text(CALLER)
    words = [f"-D{name}={getattr(abi, name)}" for name in ("CONTEXT_WORDS", "STACK", "STOP", "ALLOWED")]
    command = [COMPILER, "-O1", "-static", *words, "-o", "search", "caller.c", "it.o"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    kinds = tuple(instance.arguments)
    given, answer = packer(kinds, program.cell)(*map(handles, arguments)), Unpacking(instance.result, program.cell)
    places = [at for leaf, at in abi.Packing(kinds, program.cell).leaves if isinstance(leaf, WordsKind)]
    memory = list(arrays_in(arguments))
    told = [struct.pack("=qqq", len(given), answer.size, len(places)), given]
    for at, words_here in zip(places, memory, strict=True):
        pairs = [(place, word) for place, word in enumerate(words_here.words) if word]
        told.append(struct.pack("=qqq", at, len(words_here.words), len(pairs)))
        told += [struct.pack("=qq", *pair) for pair in pairs]
    done = subprocess.run([EMULATOR, "./search"], cwd=folder, input=b"".join(told), capture_output=True, check=True)
    (trap,) = struct.unpack_from("=q", done.stdout)
    assert trap == 0, abi.trap_of(trap)
    sums = struct.unpack_from(f"={len(places)}Q", done.stdout, 8 + answer.size)
    return answer.one(done.stdout[8 : 8 + answer.size]), list(sums)


def arrays_in(arguments: tuple[Any, ...]) -> list[Words]:
    """The scratch memory among arguments, in order."""
    found: list[Words] = []
    for each in arguments:
        found += [each] if isinstance(each, Words) else arrays_in(each) if isinstance(each, tuple) else []
    return found


def sums_of(arguments: tuple[Any, ...]) -> list[int]:
    """The sum for each array of scratch memory, as the other program forms it."""
    sums = []
    for array in arrays_in(arguments):
        words = (ctypes.c_uint64 * len(array.words)).from_buffer(array.words)
        sums.append(sum(word * (2 * place + 1) for place, word in enumerate(words) if word) % 2**64)
    return sums
