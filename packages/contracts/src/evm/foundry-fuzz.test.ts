import { beforeAll, describe, expect, it } from 'vitest';
import { type ForgeResult, forgeTests, hasForge, runForge } from './foundry-fuzz-testing.ts';

describe.skipIf(!hasForge)('the contracts under fuzzing', () => {
	let results: ReadonlyMap<string, ForgeResult>;

	beforeAll(async () => {
		results = await runForge({ fuzzRuns: 100, invariantRuns: 12, invariantDepth: 80, seed: '0xadc' });
	});

	it('runs every test that is there', () => {
		expect([...results.keys()].sort()).toEqual(Object.keys(forgeTests).sort());
	});

	it.each(Object.entries(forgeTests))('%2$s', (name) => {
		expect(results.get(name)).toMatchObject({ status: 'Success' });
	});
});
