import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { forgeTests, hasForge, runForge } from './foundry-fuzz-testing.ts';

describe.skipIf(!hasForge)('the contracts under long fuzzing', () => {
	it('keeps every property and invariant for inputs that were never tried', async () => {
		const seed = `0x${randomBytes(8).toString('hex')}`;
		console.log(`forge: --fuzz-seed ${seed}`);
		const results = await runForge({ fuzzRuns: 5000, invariantRuns: 60, invariantDepth: 250, seed });
		expect([...results.keys()].sort()).toEqual(Object.keys(forgeTests).sort());
		expect([...results].filter(([, { status }]) => status !== 'Success')).toEqual([]);
	});
});
