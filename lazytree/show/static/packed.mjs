// Values as machine code packs them: read and written by a layout that says where each part lies. No state.

/** @typedef {{kind: string, at: number, bytes: number, signed: boolean, length: number, names: string[],
 *   items: Layout[], item: Layout, other?: Layout, room: Layout, members?: Record<string, string | null>}} Layout what a value is, and where its
 *   parts lie, from the start of the packed bytes */

/** The value at an address: a number (a bigint where it is too large), a bool, a text, null, a list of cells, or a
 * record: an object by the names of its fields, a list if they have none.
 * @param {DataView} view @param {number} base @param {Layout} layout @returns {any} */
export function readValue(view, base, layout) {
  const at = base + layout.at;
  switch (layout.kind) {
    case "record":
      return record(layout, (item) => readValue(view, base, item));
    case "maybe":
      if (view.getBigInt64(at, true)) return readValue(view, base, layout.item);
      return layout.other ? readValue(view, base, layout.other) : null;
    case "bool":
      return view.getBigInt64(at, true) !== 0n;
    case "float":
      return view.getFloat64(at, true);
    case "symbol":
      return /** @type {any} */ (layout.members)[String(view.getBigInt64(at, true))];
    case "board":
      return Array.from({ length: layout.length }, (_, cell) => readCell(view, at + cell * layout.bytes, layout));
    case "varying": {
      const length = Number(readValue(view, base, layout.room));
      return Array.from({ length }, (_, place) => readItem(view, base, layout.item, place));
    }
    case "int":
      return plain(readInt(view, at, layout));
  }
  throw new Error(`a value of kind ${layout.kind} is not read`);
}

/** The parts of a record, by the names of its fields, or in a list if they have none.
 * @param {Layout} layout @param {(item: Layout) => any} read @returns {any} */
function record({ items, names }, read) {
  const parts = items.map(read);
  return names.length ? Object.fromEntries(names.map((name, each) => [name, parts[each]])) : parts;
}

/** Writes a value to an address; a position or a move that is packed already is copied as it is.
 * @param {DataView} view @param {number} base @param {Layout} layout @param {any} value */
export function writeValue(view, base, layout, value) {
  const at = base + layout.at;
  switch (layout.kind) {
    case "record":
      layout.items.forEach((item, each) =>
        writeValue(view, base, item, layout.names.length ? value[layout.names[each]] : value[each]),
      );
      return;
    case "maybe":
      writeMaybe(view, base, layout, value);
      return;
    case "bool":
      view.setBigInt64(at, value ? 1n : 0n, true);
      return;
    case "float":
      view.setFloat64(at, Number(value), true);
      return;
    case "symbol":
      view.setBigInt64(at, BigInt(numberOf(layout, value)), true);
      return;
    case "board":
      if (value.length !== layout.length)
        throw new Error(`a board of ${layout.length} cells is wanted, not of ${value.length}`);
      for (let cell = 0; cell < layout.length; cell++) writeCell(view, at + cell * layout.bytes, layout, value[cell]);
      return;
    case "varying":
      writeValue(view, base, layout.room, value.length);
      writeItems(view, base, layout.item, value);
      return;
    case "words": // where they begin, and how many they are
      view.setBigInt64(at, BigInt(value.at), true);
      view.setBigInt64(at + 8, BigInt(value.length), true);
      return;
    case "int":
      writeInt(view, at, layout, BigInt(value));
      return;
  }
  throw new Error(`a value of kind ${layout.kind} is not written`);
}

/** Writes null, or what lies beside values of another kind, or such a value: what is not there is 0.
 * @param {DataView} view @param {number} base @param {Layout} layout @param {any} value */
function writeMaybe(view, base, layout, value) {
  const beside = value === null || Object.values(layout.other?.members ?? {}).includes(value);
  view.setBigInt64(base + layout.at, beside ? 0n : 1n, true);
  if (!beside) writeValue(view, base, layout.item, value);
  if (layout.other && beside) writeValue(view, base, layout.other, value);
  else if (layout.other) view.setBigInt64(base + layout.other.at, 0n, true);
}

/** The item at a place of a board whose length changes: a cell, or of a record of boards a cell of each.
 * @param {DataView} view @param {number} base @param {Layout} layout @param {number} place @returns {any} */
function readItem(view, base, layout, place) {
  if (layout.kind === "board") return readCell(view, base + layout.at + place * layout.bytes, layout);
  return record(layout, (item) => readItem(view, base, item, place));
}

/** Writes the items of a board whose length changes, and zeros up to its room.
 * @param {DataView} view @param {number} base @param {Layout} layout @param {any[]} values */
function writeItems(view, base, layout, values) {
  if (layout.kind !== "board") {
    layout.items.forEach((item, each) => {
      const part = layout.names.length ? layout.names[each] : each;
      writeItems(
        view,
        base,
        item,
        values.map((value) => value[part]),
      );
    });
    return;
  }
  if (values.length > layout.length)
    throw new Error(`a board of at most ${layout.length} items is wanted, not of ${values.length}`);
  for (let cell = 0; cell < layout.length; cell++) {
    writeCell(view, base + layout.at + cell * layout.bytes, layout, cell < values.length ? values[cell] : 0);
  }
}

/** @param {DataView} view @param {number} at @param {Layout} layout @returns {bigint} */
function readInt(view, at, layout) {
  const words = layout.bytes / 8;
  let number = 0n;
  for (let word = words - 1; word >= 0; word--) {
    const part =
      word === words - 1 && layout.signed
        ? view.getBigInt64(at + 8 * word, true)
        : view.getBigUint64(at + 8 * word, true);
    number = (number << 64n) + part;
  }
  return number;
}

/** @param {DataView} view @param {number} at @param {Layout} layout @param {bigint} number */
function writeInt(view, at, layout, number) {
  for (let word = 0; word < layout.bytes / 8; word++) {
    view.setBigUint64(at + 8 * word, BigInt.asUintN(64, number >> BigInt(64 * word)), true);
  }
}

/** @param {bigint} number @returns {number | bigint} */
function plain(number) {
  const small = Number(number);
  return Number.isSafeInteger(small) ? small : number;
}

/** @param {DataView} view @param {number} at @param {Layout} layout @returns {any} */
function readCell(view, at, layout) {
  const number = [0, view.getInt8, view.getInt16, 0, view.getInt32, 0, 0, 0, wideCell][layout.bytes];
  const cell = /** @type {any} */ (number).call(view, at, true);
  return layout.members && cell in layout.members ? layout.members[cell] : cell;
}

/** @this {DataView} @param {number} at @returns {number | bigint} */
function wideCell(at) {
  return plain(this.getBigInt64(at, true));
}

/** @param {DataView} view @param {number} at @param {Layout} layout @param {any} value */
function writeCell(view, at, layout, value) {
  const cell = typeof value === "number" ? value : numberOf(layout, value);
  if (layout.bytes === 1) view.setInt8(at, cell);
  else if (layout.bytes === 2) view.setInt16(at, cell, true);
  else if (layout.bytes === 4) view.setInt32(at, cell, true);
  else view.setBigInt64(at, BigInt(cell), true);
}

/** The number that stands for a text or for null.
 * @param {Layout} layout @param {string | null} value @returns {number} */
function numberOf(layout, value) {
  const found = Object.entries(layout.members ?? {}).find(([, name]) => name === value);
  if (!found) throw new Error(`${value} is none of ${Object.values(layout.members ?? {}).join(", ")}`);
  return Number(found[0]);
}
