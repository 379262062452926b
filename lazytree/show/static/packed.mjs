// Values as machine code packs them: read and written by a layout that says where each part lies. No state.

/** @typedef {{kind: string, at: number, bytes: number, signed: boolean, length: number, names: string[],
 *   items: Layout[], item: Layout, other?: Layout, room: Layout, members?: Record<string, string | null>}} Layout what a value is, and where its
 *   parts lie, from the start of the packed bytes */

/** How whole numbers of fewer than 8 bytes are read and written.
 * @type {Record<number, {read: DataView["getInt16"], write: DataView["setInt16"]}>} */
const SMALL = {
  1: { read: DataView.prototype.getInt8, write: DataView.prototype.setInt8 },
  2: { read: DataView.prototype.getInt16, write: DataView.prototype.setInt16 },
  4: { read: DataView.prototype.getInt32, write: DataView.prototype.setInt32 },
};

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
      return readInt(view, at, layout.bytes, layout.signed);
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
      writeInt(view, at, layout.bytes, BigInt(value));
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

/** The whole number at an address, of this number of bytes; a bigint where it is too large.
 * @param {DataView} view @param {number} at @param {number} bytes @param {boolean} signed @returns {number | bigint} */
function readInt(view, at, bytes, signed) {
  if (bytes < 8) return SMALL[bytes].read.call(view, at, true);
  let number = 0n;
  for (let byte = bytes - 8; byte >= 0; byte -= 8) number = (number << 64n) + view.getBigUint64(at + byte, true);
  if (signed) number = BigInt.asIntN(8 * bytes, number);
  const small = Number(number);
  return Number.isSafeInteger(small) ? small : number;
}

/** @param {DataView} view @param {number} at @param {number} bytes @param {number | bigint} number */
function writeInt(view, at, bytes, number) {
  if (bytes < 8) return SMALL[bytes].write.call(view, at, Number(number), true);
  for (let byte = 0; byte < bytes; byte += 8) {
    view.setBigUint64(at + byte, BigInt.asUintN(64, BigInt(number) >> BigInt(8 * byte)), true);
  }
}

/** @param {DataView} view @param {number} at @param {Layout} layout @returns {any} */
function readCell(view, at, layout) {
  const cell = readInt(view, at, layout.bytes, layout.signed);
  return layout.members && String(cell) in layout.members ? layout.members[String(cell)] : cell;
}

/** @param {DataView} view @param {number} at @param {Layout} layout @param {any} value */
function writeCell(view, at, layout, value) {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  writeInt(view, at, layout.bytes, isNumber ? value : numberOf(layout, value));
}

/** The number that stands for a text or for null.
 * @param {Layout} layout @param {string | null} value @returns {number} */
function numberOf(layout, value) {
  const found = Object.entries(layout.members ?? {}).find(([, name]) => name === value);
  if (!found) throw new Error(`${value} is none of ${Object.values(layout.members ?? {}).join(", ")}`);
  return Number(found[0]);
}
