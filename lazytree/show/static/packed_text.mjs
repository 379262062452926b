// Texts that an address carries: compressed, in the letters of base64 that need no escapes there.

/** A text as letters for the fragment of an address. @param {string} text @returns {Promise<string>} */
export async function packText(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of which `packText` made these letters; throws an Error if it made them of none.
 * @param {string} letters @returns {Promise<string>} */
export async function unpackText(letters) {
  const plain = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** The bytes that come out of a stream into which these go.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
