import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { artefactFiles, compileCollection } from './compile.ts';

/** The compiler works for six seconds, and several times that beside others. */
const compilingMs = 180_000;

describe('the committed artefacts', () => {
	it('are what the compiler makes of the source, byte for byte', { timeout: compilingMs }, async () => {
		for (const [name, text] of artefactFiles(await compileCollection())) {
			const committed = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
			const isSame = committed === text;
			expect(isSame, `${name} is stale: npm --prefix packages/contracts run artefacts`).toBe(true);
		}
	});
});
