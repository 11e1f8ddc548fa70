import { writeFileSync } from 'node:fs';
import { artefactFiles, compileCollection } from './compile.ts';

// Run after every change of the contract or of the compiler's version.
const compiled = await compileCollection();
for (const [name, text] of artefactFiles(compiled)) writeFileSync(new URL(`../${name}`, import.meta.url), text);
console.log(`written: ${(compiled.bytecode.length - 2) / 2} bytes of creation code`);
