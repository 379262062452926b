// One search of a module of WebAssembly, some times over: told by JSON, see tab.py.
import { readFileSync } from "node:fs";

const told = JSON.parse(readFileSync(0, "utf8"));
const module = new WebAssembly.Module(Buffer.from(told.code, "base64"));
let best = Infinity;
let whole = 0;
let rounds = 0;
let view = new DataView(new ArrayBuffer(0));
const start = performance.now();
for (let round = 0; round < told.rounds || performance.now() - start < 2500; round++) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(told.bytes / 65536) + 1 });
  const bytes = new Uint8Array(memory.buffer);
  for (const [at, data] of told.memory) bytes.set(Buffer.from(data, "base64"), at);
  const stack = new WebAssembly.Global({ value: "i32", mutable: true }, told.top);
  const given = { memory, stack, more: () => 2n ** 40n };
  const search = /** @type {Function} */ (new WebAssembly.Instance(module, { env: given }).exports.scout);
  const began = process.cpuUsage();
  const trap = search(...told.call);
  const took = process.cpuUsage(began).user / 1e6;
  if (trap) throw Error(`trap ${trap}`);
  best = Math.min(best, took);
  whole += took;
  rounds += 1;
  view = new DataView(memory.buffer);
}
const answer = Array.from({ length: 8 }, (_, at) => view.getUint8(told.call[2] + at));
const seen = String(view.getBigInt64(told.seen, true));
console.log(JSON.stringify({ answer, seen, seconds: best || whole / rounds }));
