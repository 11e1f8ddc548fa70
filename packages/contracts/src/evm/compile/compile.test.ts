import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { artefactFiles, compileContract, contracts } from './compile.ts';

/** The compiler works for six seconds, and several times that beside others. */
const compilingMs = 180_000;

describe('the committed artefacts', () => {
	it.each(contracts)(
		'of %s are what the compiler makes of its source, byte for byte',
		{ timeout: compilingMs },
		async (contract) => {
			for (const [name, text] of artefactFiles(contract, await compileContract(contract))) {
				const committed = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
				const isSame = committed === text;
				expect(isSame, `${name} is stale: npm --prefix packages/contracts run artefacts`).toBe(true);
			}
		},
	);
});
