import { writeFileSync } from 'node:fs';
import { artefactFiles, compileContract, contracts } from './compile.ts';

// Run after every change of a contract or of the compiler's version.
for (const contract of contracts) {
	const compiled = await compileContract(contract);
	for (const [name, text] of artefactFiles(contract, compiled))
		writeFileSync(new URL(`../${name}`, import.meta.url), text);
	console.log(`written: ${contract}, ${(compiled.bytecode.length - 2) / 2} bytes of creation code`);
}
