// Adds bytecode of Pyodide's Python to an archive of modules: node bytecode.mjs ARCHIVE. Their files need not be looked at:
// bytecode is taken as it is, wherever the archive is unpacked as it is here.
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const COMPILE = `
import compileall, py_compile, shutil
shutil.unpack_archive("/library.zip", "/library")
kept = py_compile.PycInvalidationMode.UNCHECKED_HASH
assert compileall.compile_dir("/library", quiet=1, invalidation_mode=kept)
shutil.make_archive("/library", "zip", "/library")
`;

const archive = process.argv[2];
const python = await loadPyodide();
python.FS.writeFile("/library.zip", readFileSync(archive));
python.runPython(COMPILE);
writeFileSync(archive, python.FS.readFile("/library.zip"));
